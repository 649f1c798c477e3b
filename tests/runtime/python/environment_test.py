# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""The environment: rules of the puzzle, lengths of the tables, and Gymnasium's interface.

Usage: environment_test.py LIBRARY
"""

import copy
import json
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import unittest

from package_test import COMMAND, ROOT, np, tilebase
from tilebase.environment import Puzzle, PuzzleVector, WordPuzzle, gymnasium


class WithTables(unittest.TestCase):
    """Tables of the whole 3x3 board: their lengths are those of shortest solutions."""

    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        cls.path = pathlib.Path(directory.name) / "3x3"
        cls.tables = tilebase.build(cls.path, "3x3", "rest")
        cls.addClassCleanup(cls.tables.close)


class OnePuzzle(WithTables):
    def test_begins_as_difficult_as_is_asked(self):
        puzzle = Puzzle(self.path, (24, 26))
        for _ in range(40):
            board, info = puzzle.reset()
            self.assertEqual(self.tables.length(board), info["remaining"])
            self.assertIn(info["remaining"], (24, 25, 26))
        board, info = puzzle.reset(options={"moves": 3})
        self.assertEqual(info["remaining"], 3)

    def test_is_solved_by_the_tables_in_as_many_steps_as_it_said(self):
        puzzle = Puzzle(self.tables, 20)
        board, info = puzzle.reset(seed=1)
        total = 0.0
        for left in range(19, -1, -1):
            action = tilebase.ACTIONS.index(self.tables.probe(board).action)
            self.assertEqual(info["action_mask"][action], 1)
            board, reward, terminated, truncated, info = puzzle.step(action)
            total += reward
            self.assertEqual((info["remaining"], terminated, truncated), (left, left == 0, False))
        self.assertEqual(total, -20)
        self.assertEqual(board.tolist(), tilebase.solved_board((3, 3)).tolist())

    def test_does_not_move_where_no_tile_slides(self):
        puzzle = Puzzle(self.tables, 10, max_steps=3)
        board, info = puzzle.reset(seed=2)
        against = int(np.flatnonzero(info["action_mask"] == 0)[0])
        for step in range(3):
            after, reward, terminated, truncated, _ = puzzle.step(against)
            self.assertEqual(after.tolist(), board.tolist())
            self.assertEqual((reward, terminated, truncated), (-1, False, step == 2))

    def test_refuses_an_action_that_is_none_and_stays_as_it_is(self):
        puzzle = Puzzle(self.tables, 10)
        board, _ = puzzle.reset(seed=1)
        for action in (4, 5, -1, 7, 10**30, 0.5, None, "L", [0, 1]):
            with self.subTest(action), self.assertRaisesRegex(ValueError, "actions?.*expected|expected actions"):
                puzzle.step(action)
            self.assertEqual(puzzle._one._boards()[0].tolist(), board.tolist())  # pylint: disable=protected-access
        for action in (np.array([1]), np.int64(1), np.array(1)):
            _, _, _, _, info = puzzle.step(action)
            self.assertEqual(info["action_mask"].shape, (4,))
        with self.assertRaisesRegex(RuntimeError, "reset"):
            Puzzle(self.tables).step(0)

    def test_begins_with_the_board_that_is_given(self):
        puzzle = Puzzle(self.tables, 10)
        for board in ("867254301", [[8, 6, 7], [2, 5, 4], [3, 0, 1]], (8, 6, 7, 2, 5, 4, 3, 9, 1)):
            first, info = puzzle.reset(options={"board": board})
            self.assertEqual((first.tolist(), info["remaining"]), ([[8, 6, 7], [2, 5, 4], [3, 0, 1]], 31))
            self.assertEqual(info["action_mask"].tolist(), puzzle.action_masks().tolist())
        self.assertEqual(puzzle.action_masks().tolist(), [1, 1, 0, 1])
        for board in ("123456870", "1 2 3", [1] * 9):
            with self.subTest(board), self.assertRaises(tilebase.BoardError):
                puzzle.reset(options={"board": board})
            self.assertEqual(puzzle._one._boards()[0].tolist(), first.tolist())  # pylint: disable=protected-access
        with self.assertRaisesRegex(ValueError, "option 'difficulty'"):
            puzzle.reset(options={"difficulty": 3})

    def test_ends_at_another_goal(self):
        for to in ("columns", "snail", "0 1 2 3 4 5 6 7 8"):
            with self.subTest(to):
                puzzle, goal = Puzzle(self.tables, (4, 8), to=to), tilebase.read_goal(to, (3, 3))
                board, info = puzzle.reset(seed=2)
                self.assertTrue(4 <= info["remaining"] <= 8)
                for taken in range(1, 9):
                    action = puzzle.tables.hint(board).action
                    board, _, terminated, _, info = puzzle.step(tilebase.ACTIONS.index(action))
                    self.assertEqual(terminated, board.tolist() == goal.tolist())
                    if terminated:
                        break
                self.assertTrue(terminated, taken)
                self.assertEqual(info["remaining"], 0)

    def test_copies_play_on_by_themselves(self):
        puzzle = Puzzle(self.tables, 20)
        board, info = puzzle.reset(seed=4)
        action = int(np.flatnonzero(info["action_mask"])[0])
        for make in (copy.copy, copy.deepcopy, lambda puzzle: pickle.loads(pickle.dumps(puzzle))):
            other = make(puzzle)
            after = other.step(action)[0]
            self.assertNotEqual(after.tolist(), board.tolist())
            self.assertEqual(puzzle._one._boards()[0].tolist(), board.tolist())  # pylint: disable=protected-access
            self.assertEqual(other.reset()[0].tolist(), copy.deepcopy(puzzle).reset()[0].tolist())

    def test_has_spaces_with_gymnasium_and_without(self):
        puzzle = Puzzle(self.tables, 10)
        board, info = puzzle.reset(seed=1)
        self.assertEqual(puzzle.observation_space.shape, (3, 3))
        self.assertIn(board, puzzle.observation_space)
        self.assertEqual(puzzle.action_space.n, 4)
        puzzle.action_space.seed(1)
        for _ in range(20):
            action = puzzle.action_space.sample(info["action_mask"])
            self.assertIn(action, puzzle.action_space)
            self.assertEqual(info["action_mask"][action], 1)
            self.assertIn(puzzle.action_space.sample(), puzzle.action_space)
        self.assertNotIn(np.int64(4), puzzle.action_space)
        puzzles = PuzzleVector(self.tables, 5)
        boards, _ = puzzles.reset(seed=1)
        self.assertIn(boards, puzzles.observation_space)
        puzzles.step(puzzles.action_space.sample())

    def test_shows_the_board(self):
        puzzle = Puzzle(self.tables, 10, render_mode="ansi")
        board, _ = puzzle.reset(seed=3)
        self.assertEqual(puzzle.render(), tilebase.format_board(board))

    def test_is_the_same_again_from_a_seed(self):
        first, second = Puzzle(self.tables, (5, 25)), Puzzle(self.tables, (5, 25))
        for puzzle in (first, second):
            puzzle.reset(seed=7)
        for _ in range(5):
            self.assertEqual(first.reset()[0].tolist(), second.reset()[0].tolist())


WORD_SETS = {
    "picture": ("--symbols", "112/2#3/33_"),
    "lines": ("--symbols", "112/2#3/33_", "--metric", "mtm"),
    "pairs": ("--symbols", "_12/12_"),
    "store": ("--board", "4x3", "--walls", "5", "--wanted", "1", "--blanks", "2", "--goal-cells", "0",
              "--metric", "steps"),
    "fast": ("--board", "4x2", "--wanted", "1", "--blanks", "3", "--goal-cells", "0", "--metric", "line-steps"),
}


class BoardsThatAreNoPermutations(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        goals = pathlib.Path(directory.name, "goals.txt")
        goals.write_text("12/3_ 2\n32/1_ 5\n", "ascii")
        cls.files, cls.sets = {}, {}
        for name, options in {**WORD_SETS, "goals": ("--goals", goals)}.items():
            cls.files[name] = pathlib.Path(directory.name, name)
            subprocess.run([COMMAND, "build", "-o", cls.files[name], *options], check=True, capture_output=True)
            cls.sets[name] = tilebase.open(cls.files[name])
            cls.addClassCleanup(cls.sets[name].close)

    def test_are_brought_to_a_goal_at_the_least_cost(self):
        for name, tables in self.sets.items():
            puzzle = WordPuzzle(tables, (2, 8))
            for seed in range(5):
                board, info = puzzle.reset(seed=seed)
                remaining, total, terminated = info["remaining"], 0.0, False
                self.assertTrue(2 <= remaining <= 8)
                while not terminated:
                    with self.subTest(name, board=board.tolist()):
                        self.assertIn(board, puzzle.observation_space)
                        action, left = puzzle.optimal_action(), info["remaining"]
                        self.assertIn(action, puzzle.action_space)
                        board, reward, terminated, truncated, info = puzzle.step(action)
                        self.assertEqual((info["remaining"], truncated), (left - 1, False))
                        total += reward
                self.assertEqual(total, -remaining)
                stays = (np.flatnonzero(board == 0) % tables.width).tolist()
                self.assertEqual(puzzle.optimal_action().tolist(), stays)

    def test_have_the_moves_that_the_command_lists(self):
        for name, tables in self.sets.items():
            puzzle = WordPuzzle(tables, (2, 8), render_mode="ansi")
            for seed in range(3):
                board, info = puzzle.reset(seed=seed)
                probe = json.loads(subprocess.run([COMMAND, "probe", self.files[name], puzzle.render(), "--json"],
                                                  check=True, capture_output=True, text=True).stdout)
                found = {}
                for action in np.ndindex((tables.width + tables.height,) * tables.blanks):
                    again = copy.copy(puzzle)
                    after, _, _, _, next_info = again.step(action)
                    moved = after.tolist() != board.tolist()
                    if moved:
                        found[after.tobytes()] = next_info["remaining"]
                    if tables.blanks == 1:
                        self.assertEqual(info["action_mask"][0, action[0]], moved)
                expected = {self.played(board, move["action"]).tobytes(): move["remaining"]
                            for move in probe["actions"]}
                expected.pop(board.tobytes(), None)  # two blanks that change places
                with self.subTest(name, board=board.tolist()):
                    self.assertEqual(found, expected)

    @staticmethod
    def played(board, move):
        """The board after a move as the command writes it."""
        width, cells = board.shape[1], board.copy().reshape(-1)
        if ">" in move:
            slides = [tuple(map(int, slide.split(">"))) for slide in move.split(",")]
            cells[[cell for cell, _ in slides]] = 0
            cells[[to for _, to in slides]] = board.reshape(-1)[[cell for cell, _ in slides]]
        else:
            for letter in move:
                blank = int((cells == 0).argmax())
                cell = blank + {"L": 1, "R": -1, "U": width, "D": -width}[letter]
                cells[[blank, cell]] = cells[[cell, blank]]
        return cells.reshape(board.shape)

    def test_refuse_what_is_no_action_and_no_board(self):
        puzzle = WordPuzzle(self.files["store"], 5, max_steps=2)
        with self.assertRaisesRegex(RuntimeError, "reset"):
            puzzle.step([0, 0])
        board, _ = puzzle.reset(seed=1)
        for action in (0, [0], [0, 7], [-1, 0], [0.5, 0], "LR", [0, 0, 0]):
            with self.subTest(action), self.assertRaisesRegex(ValueError, "expected an action"):
                puzzle.step(action)
        for board_given in (".1../.#_./....", "12/3_"):
            with self.subTest(board_given), self.assertRaises(tilebase.BoardError):
                puzzle.reset(options={"board": board_given})
        with self.assertRaisesRegex(ValueError, "option 'boards'"):
            puzzle.reset(options={"boards": [board]})
        stays = (np.flatnonzero(board == 0) % 4).tolist()
        for truncated in (False, True):
            after, reward, *ends, _ = puzzle.step(stays)
            self.assertEqual((after.tolist(), reward, ends), (board.tolist(), -1, [False, truncated]))
        with self.assertRaisesRegex(tilebase.Error, "WordPuzzle"):
            Puzzle(self.files["store"])

    def test_begin_with_a_given_board_and_the_same_from_a_seed(self):
        puzzle = WordPuzzle(self.files["picture"], render_mode="ansi")
        board, info = puzzle.reset(options={"board": "211/3#2/3_3"})
        self.assertEqual(board.tolist(), [[2, 1, 1], [3, -1, 2], [3, 0, 3]])
        self.assertEqual(info["remaining"], self.sets["picture"].ask(board).moves)
        self.assertEqual(puzzle.render(), "2 1 1/3 # 2/3 0 3")
        self.assertEqual(puzzle.reset(seed=3)[0].tolist(), puzzle.reset(seed=3)[0].tolist())
        self.assertEqual(copy.deepcopy(puzzle).reset()[0].tolist(), puzzle.reset()[0].tolist())


class ManyPuzzles(WithTables):
    def test_move_as_single_boards_do(self):
        for shape in ((3, 3), (2, 4), (4, 2)):
            path = self.path.with_name(f"{shape}")
            tables = tilebase.build(path, f"{shape[1]}x{shape[0]}")
            puzzles = PuzzleVector(tables, 50, (8, 20), max_steps=40)
            boards, info = puzzles.reset(seed=1)
            random = np.random.default_rng(1)
            ended = 0
            for _ in range(100):
                masks, actions = info["action_mask"], random.integers(4, size=50)
                after, rewards, terminated, truncated, info = puzzles.step(actions)
                self.assertTrue((rewards == -1).all())
                ends = info.get("_final_obs", np.zeros(50, bool))
                self.assertEqual((terminated | truncated).tolist(), ends.tolist())
                for i in range(50):
                    expected = boards[i]
                    if masks[i, actions[i]]:
                        expected = tilebase.apply_actions(expected, [actions[i]])
                    else:
                        with self.assertRaises(ValueError):
                            tilebase.apply_actions(expected, [actions[i]])
                    found = info["final_obs"][i] if ends[i] else after[i]
                    self.assertEqual(found.tolist(), expected.tolist())
                    solved = expected.tolist() == tilebase.solved_board(shape).tolist()
                    self.assertEqual(terminated[i], solved)
                ended += int(ends.sum())
                boards = after
            self.assertGreaterEqual(ended, 50)
            tables.close()

    def test_say_how_much_remains(self):
        puzzles = PuzzleVector(self.tables, 20, (15, 25), remaining=True)
        boards, info = puzzles.reset(seed=1)
        self.assertTrue(((info["remaining"] >= 15) & (info["remaining"] <= 25)).all())
        actions = [tilebase.ACTIONS.index(self.tables.probe(board).action) for board in boards]
        left = info["remaining"] - 1
        boards, _, _, _, info = puzzles.step(actions)
        self.assertEqual(info["remaining"].tolist(), left.tolist())

    def test_begin_again_in_the_step_that_ends(self):
        puzzles = PuzzleVector(self.tables, 30, 1, remaining=True)
        boards, _ = puzzles.reset(seed=1)
        actions = [tilebase.ACTIONS.index(self.tables.probe(board).action) for board in boards]
        boards, _, terminated, truncated, info = puzzles.step(actions)
        self.assertTrue(terminated.all() and not truncated.any())
        self.assertTrue((info["final_obs"] == tilebase.solved_board((3, 3))).all())
        self.assertTrue((self.tables.lengths(boards) == 1).all())
        self.assertTrue((info["remaining"] == 1).all())

    def test_refuse_actions_that_are_none_and_stay_as_they_are(self):
        puzzles = PuzzleVector(self.tables, 2, 10)
        boards, _ = puzzles.reset(seed=1)
        for actions in ([4, -1], [0, 4], [-1, 0], [0], 0, [0, 1, 2], [[0, 1]], [0.5, 1], [None, 1]):
            with self.subTest(actions), self.assertRaisesRegex(ValueError, "expected"):
                puzzles.step(actions)
            self.assertEqual(puzzles._boards().tolist(), boards.tolist())  # pylint: disable=protected-access

    def test_begin_with_the_boards_that_are_given(self):
        puzzles = PuzzleVector(self.tables, 2, 10)
        boards, info = puzzles.reset(options={"boards": ["867254301", "123456708"]})
        self.assertEqual(boards[0].tolist(), [[8, 6, 7], [2, 5, 4], [3, 0, 1]])
        self.assertEqual(info["remaining"].tolist(), [31, 1])
        _, _, terminated, _, _ = puzzles.step([0, 0])
        self.assertEqual(terminated.tolist(), [False, True])
        for boards in (["867254301"], ["867254301", "123456870"], ["867254301", "1 2"], np.zeros((2, 9), int)):
            with self.subTest(boards), self.assertRaises(tilebase.BoardError):
                puzzles.reset(options={"boards": boards})

    def test_hand_out_boards_that_stay(self):
        puzzles = PuzzleVector(self.tables, 4, 10)
        boards, _ = puzzles.reset(seed=1)
        before = boards.copy()
        puzzles.step([0, 1, 2, 3])
        puzzles.step([0, 1, 2, 3])
        self.assertEqual(boards.tolist(), before.tolist())


class WithGymnasium(WithTables):
    def test_the_package_registers_itself_as_its_metadata_says(self):
        metadata = (ROOT / "pyproject.toml").read_text("utf-8")
        self.assertIn('[project.entry-points."gymnasium.envs"]\n'
                      '__root__ = "tilebase.environment:register"', metadata)

    @unittest.skipIf(gymnasium is None, "gymnasium is not installed")
    def test_the_environment_passes_its_checker(self):
        from gymnasium.utils.env_checker import check_env
        tilebase.environment.register()
        check_env(gymnasium.make("tilebase/Puzzle-v0", tables=self.path).unwrapped)
        gymnasium.make_vec("tilebase/Puzzle-v0", 3, tables=self.path).reset(seed=1)

    def test_the_classes_are_its_own_kind_and_have_its_spaces(self):
        """With a stand-in, in another process: Debian 12 has no gymnasium."""
        program = """
import sys, types
made = []
space = lambda *arguments: ("space", arguments)
fake = types.ModuleType("gymnasium")
fake.Env = type("Env", (), {"reset": lambda self, seed=None: None})
fake.spaces = types.SimpleNamespace(Box=space, Discrete=space)
fake.register = lambda *arguments, **named: made.append((arguments, named))
fake.vector = types.ModuleType("gymnasium.vector")
fake.vector.VectorEnv = type("VectorEnv", (), {})
fake.vector.utils = types.SimpleNamespace(batch_space=lambda space, count: (space, count))
sys.modules["gymnasium"], sys.modules["gymnasium.vector"] = fake, fake.vector
from tilebase import environment
one, many = environment.Puzzle(sys.argv[1]), environment.PuzzleVector(sys.argv[1], 3)
one.reset(seed=1)
assert isinstance(one, fake.Env) and isinstance(many, fake.vector.VectorEnv)
assert one.action_space == ("space", (4,)) and many.action_space == (one.action_space, 3)
assert one.observation_space[1][:3] == (0, 8, (3, 3))
environment.register()
(name,), where = made[0]
print(name, *where.values())
"""
        done = subprocess.run([sys.executable, "-c", program, self.path], capture_output=True, text=True,
                              env={**os.environ, "PYTHONPATH": str(ROOT / "runtime/python")}, check=False)
        self.assertEqual(done.stdout.split(), ["tilebase/Puzzle-v0", "tilebase.environment:Puzzle",
                                               "tilebase.environment:PuzzleVector"], done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
