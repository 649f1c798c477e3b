# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""The Python package: the same answers as the command, arrays without copies, errors as exceptions.

Usage: package_test.py LIBRARY      ends as skipped where numpy is not installed
"""

import contextlib
import copy
import ctypes
import io
import itertools
import json
import os
import pathlib
import pickle
import re
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
from unittest import mock

try:
    import numpy as np
except ImportError:
    print("numpy is not installed: the Python package is not tested")
    sys.exit(77)

# The checkout's package, for environment_test.py too.
ROOT = pathlib.Path(__file__).resolve().parents[3]
os.environ["TILEBASE_LIBRARY"] = sys.argv[1]
sys.path.insert(0, str(ROOT / "runtime/python"))
import tilebase  # noqa: E402  pylint: disable=wrong-import-position

COMMAND = os.environ["TILEBASE"]


class WithTables(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.directory.cleanup)
        cls.folder = pathlib.Path(cls.directory.name)
        cls.path = cls.folder / "l3.tilebase"
        cls.tables = tilebase.build(cls.path, "4x4", "ladder:3")
        cls.whole = tilebase.build(cls.folder / "3x3.tilebase", "3x3", "ladder:8")
        for each in (cls.tables, cls.whole):
            cls.addClassCleanup(each.close)
        cls.boards = tilebase.random_boards(300, cls.tables.shape, seed=1)


class Text(unittest.TestCase):
    def test_of_a_board_comes_back(self):
        for text in ("1 2 3/4 5 6/7 8 0", "1 2 3/4 5 0", "3 1/2 0"):
            self.assertEqual(tilebase.format_board(tilebase.parse_board(text)), text)
        for text in ("1,2,3,4,5,6,7,8,_", "12345678_", "1 2 3 4 5 6 7 8 9", "1 2 3\n4 5 6\n7 8 0\n"):
            self.assertEqual(tilebase.parse_board(text).tolist(), tilebase.solved_board((3, 3)).tolist())

    def test_that_is_no_board_is_refused_and_handed_back(self):
        for text, shape in (("1 2 3", (2, 2)), ("1 2 3 3", None), ("1 x 3 0", None), ("", None),
                            ("1 2/3 4 5 6 7/8 0", None), ("1 2 3/4 5 0", (3, 2))):
            with self.subTest(text), self.assertRaises(tilebase.BoardError) as caught:
                tilebase.parse_board(text, shape)
            self.assertEqual(caught.exception.board, text)

    def test_of_actions_comes_back(self):
        self.assertEqual(tilebase.parse_actions("LRUD").tolist(), [0, 1, 2, 3])
        self.assertEqual(tilebase.format_actions([3, 0, 0]), "DLL")
        for text in ("R3 D2 L", "r3d2l", "RRR,DD,L", " RRRD\nD l "):
            self.assertEqual(tilebase.format_actions(tilebase.parse_actions(text)), "RRRDDL")
        self.assertEqual(tilebase.parse_actions("").tolist(), [])
        for text, place in (("LX", 2), ("R0", 1), ("3R", 1), ("L-R", 2)):
            with self.subTest(text), self.assertRaisesRegex(ValueError, f"moves, character {place}: expected L"):
                tilebase.parse_actions(text)
        with self.assertRaisesRegex(ValueError, "a million|1000000"):
            tilebase.parse_actions("L9999999999")
        for action in (-1, 4, 256):
            with self.assertRaisesRegex(ValueError, f"action {action}: expected 0 to 3"):
                tilebase.format_actions([0, action])
        with self.assertRaisesRegex(ValueError, "actions: expected numbers 0 to 3.* 0.5"):
            tilebase.format_actions([0, 0.5])


class Boards(unittest.TestCase):
    def test_that_are_random_are_solvable_and_of_all_kinds(self):
        for shape in ((2, 3), (3, 2), (3, 3), (4, 4)):
            boards = tilebase.random_boards(2000, shape, seed=5)
            self.assertEqual(boards.shape, (2000, *shape))
            self.assertTrue(tilebase.is_solvable(boards).all())
            self.assertTrue((np.sort(boards.reshape(2000, -1)) == np.arange(shape[0] * shape[1])).all())
        # All 360 boards of 2x3, about equally often.
        counts = np.unique(tilebase.random_boards(36000, (2, 3), seed=1).reshape(-1, 6), axis=0,
                           return_counts=True)[1]
        self.assertEqual(len(counts), 360)
        self.assertLess(abs(counts - 100).max(), 60)

    def test_with_two_tiles_changed_are_not_solvable(self):
        boards = tilebase.random_boards(100, (4, 3), seed=2)
        boards[boards == 1], boards[boards == 2] = 99, 1
        boards[boards == 99] = 2
        self.assertFalse(tilebase.is_solvable(boards).any())
        self.assertFalse(tilebase.is_solvable(boards.reshape(100, 12), (4, 3)).any())

    def test_refuse_an_action_that_slides_no_tile(self):
        solved = tilebase.solved_board((2, 2))
        self.assertEqual(tilebase.apply_actions(solved, "RD").tolist(), [[0, 2], [1, 3]])
        self.assertEqual(tilebase.apply_actions(solved, [1, 3]).tolist(), [[0, 2], [1, 3]])
        with self.assertRaisesRegex(ValueError, "move 1: .* found L .*directions of the blank"):
            tilebase.apply_actions(solved, "L")
        with self.assertRaisesRegex(ValueError, "action 0, L.*not the blank"):
            tilebase.apply_actions(solved, [0])
        for action in (-1, 4, 7):
            with self.assertRaisesRegex(ValueError, f"action {action}: expected 0 to 3"):
                tilebase.apply_actions(solved, [action])

    def test_play_moves_of_every_notation(self):
        board = tilebase.solved_board((3, 3))
        for text, notation in (("R2 D L", "letters"), ("rrdl", "letters"), ("LLUR", "blank"), ("8 7 4 5", "tiles"),
                               ("7, 4, 5", "letters")):
            end = tilebase.apply_actions(board, text, notation=notation)
            self.assertEqual(end.tolist(), [[1, 2, 3], [5, 0, 6], [4, 7, 8]], text)
        written = {name: tilebase.format_moves(board, "RRDL", name) for name in ("letters", "runs", "blank", "tiles")}
        self.assertEqual(written, {"letters": "RRDL", "runs": "R2 D L", "blank": "LLUR", "tiles": "8 7 4 5"})
        large = tilebase.solved_board((20, 30))
        self.assertEqual(int(tilebase.apply_actions(large, "571")[19, 0]), 0)
        self.assertEqual(tilebase.format_moves(large, "R", "tiles"), "599")
        for text, notation, says in (("L2D3", "letters", "move 1"), ("R", "words", "notation 'words': expected"),
                                     ("1", "letters", "row or column of the blank"), ("x", "letters", "character 1")):
            with self.assertRaisesRegex(ValueError, says):
                tilebase.apply_actions(board, text, notation=notation)
        with self.assertRaisesRegex(ValueError, "on a board only"):
            tilebase.parse_actions("8")

    def test_to_end_at_have_names(self):
        self.assertEqual(tilebase.read_goal("snail", (3, 3)).tolist(), [[1, 2, 3], [8, 0, 4], [7, 6, 5]])
        self.assertEqual(tilebase.read_goal("columns", "3x2").tolist(), [[1, 3, 5], [2, 4, 0]])
        self.assertEqual(tilebase.read_goal("columns", (20, 30)).max(), 599)
        self.assertEqual(tilebase.read_goal([1, 2, 3, 0], (2, 2)).tolist(), [[1, 2], [3, 0]])
        for equal in ("1 1/2 0", [[1, 1], [2, 0]]):
            with self.assertRaisesRegex(tilebase.BoardError, "tile 1 occurs twice"):
                tilebase.read_goal(equal, (2, 2))
        with self.assertRaisesRegex(tilebase.BoardError, "expected two odd sides"):
            tilebase.read_goal("blank-center", (4, 4))
        with self.assertRaisesRegex(tilebase.BoardError, "'snale' is no goal's name"):
            tilebase.read_goal("snale", (4, 4))

    def test_are_read_in_every_form(self):
        board = [[8, 6, 7], [2, 5, 4], [3, 0, 1]]
        flat = sum(board, [])
        for form in (board, flat, tuple(flat), np.array(flat), np.array(board, np.uint8), bytes(flat),
                     bytearray(flat), [8, 6, 7, 2, 5, 4, 3, 9, 1], [8, 6, 7, 2, 5, 4, 3, None, 1],
                     [8, 6, 7, 2, 5, 4, 3, -1, 1], list(map(str, flat)), [["8", "6", "7"], [2, 5, 4], ["3", "_", 1]],
                     "867254301", "8 6 7/2 5 4/3 0 1", str(board), str(flat), str(np.array(board)),
                     "# a comment\n3\n8 6 7\n2 5 4\n3 0 1\n"):
            with self.subTest(form):
                self.assertEqual(tilebase.parse_board(form).tolist(), board)
                self.assertEqual(tilebase.parse_board(form, (3, 3)).tolist(), board)
                self.assertTrue(tilebase.is_solvable(form))
                self.assertEqual(tilebase.apply_actions(form, "").tolist(), board)

    def test_that_are_none_are_refused_by_every_function(self):
        for board in ([[1, 2, 3], [4, 5, 6], [7, 7, 0]], [[1, 2, 3], [4, 5, 6], [7, 8, 99]],
                      [[1, 2, 3], [4, 5, 6], [7, 0, 0]], [[1, 2, 3], [4, 5, 6]] * 2, [1, 2, 3, 0, 4], [], 5,
                      [[1, 2, 3], [4, 5, 6], [7, 8.5, 0]], np.arange(9.0), None, [[1, 2], [3]], b"\1\2\2\0",
                      np.zeros((2, 2, 2, 2), int), ["1 2", "x 0"]):
            for ask in (tilebase.is_solvable, tilebase.parse_board, lambda b: tilebase.apply_actions(b, "")):
                with self.subTest(board), self.assertRaises(tilebase.BoardError) as caught:
                    ask(board)
                self.assertNotRegex(str(caught.exception), "cells-1")
        boards = tilebase.random_boards(5, (3, 3), seed=1)
        boards[3, 0, 0] = boards[3, 1, 1]
        with self.assertRaisesRegex(tilebase.BoardError, "board 3: tile . occurs twice|board 3: two blanks"):
            tilebase.is_solvable(boards)

    def test_have_the_blank_as_0_or_as_the_number_of_cells(self):
        boards = tilebase.random_boards(50, (4, 4), seed=1)
        others = np.where(boards == 0, 16, boards)
        self.assertEqual(tilebase.is_solvable(others).tolist(), [True] * 50)

    def test_are_solvable_where_moves_lead_home(self):
        # All boards of 2x3 and 3x2, by the moves from the goal.
        for shape in ((2, 3), (3, 2)):
            met = {tuple(tilebase.solved_board(shape).flat)}
            queue = list(met)
            while queue:
                board = np.reshape(queue.pop(), shape)
                for action in range(4):
                    try:
                        after = tuple(tilebase.apply_actions(board, [action]).flat)
                    except ValueError:
                        continue
                    if after not in met:
                        met.add(after)
                        queue.append(after)
            every = np.array(list(itertools.permutations(range(6))))
            found = tilebase.is_solvable(every, shape)
            self.assertEqual([tuple(board) in met for board in every.tolist()], found.tolist())

    def test_of_more_than_256_cells_have_all_their_tiles(self):
        for shape in ((20, 20), (16, 17)):
            cells = shape[0] * shape[1]
            self.assertEqual(tilebase.solved_board(shape).max(), cells - 1)
            board = tilebase.random_boards(1, shape, seed=1)[0]
            self.assertEqual(sorted(board.flat), list(range(cells)))
            self.assertTrue(tilebase.is_solvable(board))
            self.assertEqual(tilebase.parse_board(tilebase.format_board(board)).tolist(), board.tolist())
            after = tilebase.apply_actions(tilebase.solved_board(shape), "RDLU")
            self.assertEqual(sorted(after.flat), list(range(cells)))
        self.assertEqual(tilebase.solved_board((16, 16)).dtype, np.uint8)

    def test_have_shapes_as_text_and_as_sides(self):
        for shape in ((2, 3), [2, 3], np.array([2, 3]), "3x2", "3X2"):
            self.assertEqual(tilebase.solved_board(shape).tolist(), [[1, 2, 3], [4, 5, 0]])
            self.assertEqual(tilebase.random_boards(2, shape).shape, (2, 2, 3))
            self.assertEqual(tilebase.parse_board("1 2 3 4 5 0", shape).shape, (2, 3))
            self.assertTrue(tilebase.is_solvable([1, 2, 3, 4, 5, 0], shape))
        for shape in ("3", "3x", (3,), 3, (1, 3), (3, 1001), (2.5, 3), "1001x2", None):
            with self.subTest(shape), self.assertRaisesRegex(ValueError, "expected a shape"):
                tilebase.solved_board(shape)


class Answers(WithTables):
    def test_are_those_of_the_command(self):
        lines = "\n".join(map(tilebase.format_board, self.boards))
        printed = subprocess.run([COMMAND, "solve", self.path, "-"], input=lines, text=True,
                                 capture_output=True, check=True).stdout.splitlines()
        solutions = self.tables.solve_batch(self.boards)
        self.assertEqual([f"{length} {text}" for length, text in
                          zip(solutions.lengths, solutions.texts())], printed)
        self.assertEqual(self.tables.lengths(self.boards).tolist(), solutions.lengths.tolist())
        self.assertEqual([self.tables.solve(board) for board in self.boards[:20]],
                         solutions.texts()[:20])

    def test_lead_home(self):
        for board in self.boards[:50]:
            end = tilebase.apply_actions(board, self.tables.solve(board))
            self.assertTrue((end == tilebase.solved_board((4, 4))).all())

    def test_take_boards_in_every_form(self):
        flat = self.boards.reshape(-1, 16)
        text = self.tables.solve(self.boards[0])
        self.assertEqual(self.tables.solve(flat[0]), text)
        self.assertEqual(self.tables.solve(tilebase.format_board(self.boards[0])), text)
        self.assertEqual(self.tables.solve(self.boards[0].tolist()), text)
        expected = self.tables.lengths(self.boards).tolist()
        for boards in (flat, flat.astype(np.int64), np.asfortranarray(flat), flat.tolist()):
            self.assertEqual(self.tables.lengths(boards).tolist(), expected)
        self.assertEqual(self.tables.lengths(self.boards[::3]).tolist(), expected[::3])
        self.assertEqual(self.tables.lengths(self.boards[:0]).tolist(), [])

    def test_do_not_depend_on_threads(self):
        one, many = (self.tables.solve_batch(self.boards, threads=count) for count in (1, 3))
        self.assertEqual(one.texts(), many.texts())

    def test_lead_to_any_board(self):
        boards = tilebase.random_boards(20, self.tables.shape, seed=5)
        for board, goal in zip(boards, tilebase.random_boards(20, self.tables.shape, seed=6)):
            for most in (0, 1000):
                actions = self.tables.solve(board, to=goal, boards=most)
                self.assertTrue((tilebase.apply_actions(board, actions) == goal).all())
        swapped = boards[0].copy()
        swapped[swapped == 1], swapped[swapped == 2] = 99, 1
        swapped[swapped == 99] = 2
        with self.assertRaisesRegex(tilebase.BoardError, "no moves lead .* swap any two tiles"):
            self.tables.solve(boards[0], to=swapped)
        with self.assertRaises(tilebase.BoardError):
            self.tables.solve(boards[0], to=tilebase.solved_board((3, 3)))

    def test_lead_to_a_goal_with_equal_tiles(self):
        goal = np.array([1, 1, 2, 2, 3, 3, 4, 4, 0], np.uint8).reshape(3, 3)
        rng = np.random.default_rng(1)
        for _ in range(20):
            board = rng.permutation(goal.reshape(-1)).reshape(3, 3)
            answer = self.whole.ask(board, to=goal, tiles=True)
            self.assertTrue(answer.shortest)
            end, tiles = list(board.reshape(-1)), []
            for letter in answer.actions:
                blank = end.index(0)
                tile = blank + {"L": 1, "R": -1, "U": 3, "D": -3}[letter]
                tiles.append(end[tile])
                end[blank], end[tile] = end[tile], 0
            self.assertEqual(end, goal.reshape(-1).tolist())
            self.assertEqual(answer.tiles.tolist(), tiles)
        text = self.whole.ask("42_/132/341", to="112/233/44_")
        self.assertEqual(text.moves, self.whole.ask([4, 2, 0, 1, 3, 2, 3, 4, 1], to=goal.tolist()).moves)
        with self.assertRaisesRegex(tilebase.BoardError, "not those of `to`"):
            self.whole.ask("42_/132/342", to="112/233/44_")
        with self.assertRaisesRegex(tilebase.NotFoundError, "equal tiles"):
            self.whole.ask("42_/132/341", to="112/233/44_", want="shortest")
        with self.assertRaises(tilebase.BoardError):
            self.whole.ask("42_/132/341")

    def test_lead_to_the_goal_of_a_set(self):
        goal = tilebase.read_goal("snail", self.tables.shape)
        boards = self.boards.reshape(-1, 4, 4)[:20].copy()
        if not tilebase.is_solvable(goal):
            swapped = boards.copy()
            swapped[boards == 1], swapped[boards == 2] = 2, 1
            boards = swapped
        with self.tables.to("snail") as snail:
            self.assertEqual(snail.goal.tolist(), goal.tolist())
            texts = snail.solve_batch(boards).texts()
            self.assertEqual(texts, self.tables.solve_batch(boards, to=goal).texts())
            self.assertEqual([len(text) for text in texts], snail.lengths(boards, threads=2).tolist())
            for board, actions in zip(boards, texts):
                self.assertEqual(actions, snail.solve(board))
                self.assertEqual(actions, self.tables.solve(board, to="snail"))
                self.assertEqual(tilebase.apply_actions(board, actions).tolist(), goal.tolist())
                answer = snail.ask(board, tiles=True, stages=True)
                self.assertEqual(answer.actions, actions)
                self.assertEqual(sum(stage.moves for stage in answer.stages), answer.moves)
                self.assertEqual(tilebase.apply_actions(board, " ".join(map(str, answer.tiles))).tolist(),
                                 goal.tolist())
                self.assertEqual((answer.why, answer.shortest), ("detour", False))
                self.assertEqual(self.tables.probe(board, to=goal), snail.probe(board))
            board, hint = boards[0], None
            for _ in range(snail.worst_case):
                hint = self.tables.hint(board, hint, to="snail")
                if hint.action is None:
                    break
                board = tilebase.apply_actions(board, hint.action)
            self.assertEqual(board.tolist(), goal.tolist())
            again = pickle.loads(pickle.dumps(snail))
            self.assertEqual(again.solve(boards[0]), texts[0])
            with self.assertRaisesRegex(tilebase.BoardError, "no moves lead"):
                snail.solve(self.boards[0] if not tilebase.is_solvable(goal) else [2, 1, *range(3, 16), 0])
        made = self.whole.scramble(3, (5, 9), to="snail", seed=1)
        self.assertEqual(made.lengths.tolist(), self.whole.lengths(made.boards, to="snail").tolist())
        for board in made.boards:
            analysis = self.whole.analyse(board, to="snail")
            best = self.whole.ask(board, to="snail", want="shortest")
            self.assertEqual((analysis.moves, best.shortest), (best.moves, True))
            self.assertEqual(self.whole.ask(board, to="snail").moves, best.moves)
            self.assertEqual(self.whole.analyse_game(board, best.actions, to="snail").lengths.tolist(),
                             list(range(best.moves, -1, -1)))
            self.assertEqual(self.whole.shortest_solutions(board, to="snail").moves, best.moves)

    def test_end_early(self):
        cancel = tilebase.Cancel()
        cancel.set()
        answer = self.tables.ask(self.boards[0], want="effort", boards=10**9, cancel=cancel)
        self.assertEqual((answer.why, answer.shortest), ("limit", False))

    def test_get_shorter_with_effort(self):
        for board in self.boards[:5]:
            lengths = [len(self.tables.solve(board, boards=most)) for most in (0, 1000, 20000)]
            self.assertEqual(lengths, sorted(lengths, reverse=True))

    def test_take_a_time_that_fits_no_clock_for_no_limit(self):
        # With values and without. tests/runtime/answering_set_test.cc does both metrics.
        with tilebase.build(self.folder / "fitted.tilebase", "4x4", "fitted") as fitted:
            for tables in (fitted, self.tables):
                plain = tables.lengths(self.boards[:3]).sum()
                for microseconds in (2**64 - 1, 2**63, 9_300_000_000_000_000):
                    self.assertLess(sum(len(tables.solve(board, boards=20000, microseconds=microseconds))
                                        for board in self.boards[:3]), plain - 12)

    def test_are_shortest_with_patterns(self):
        path = self.folder / "patterns.tilebase"
        with tilebase.build(path, "3x3", "ladder:2 + pattern:4-4") as tables:
            for board in tilebase.random_boards(20, (3, 3), seed=1):
                found = tables.ask(board, want="shortest")
                self.assertTrue(found.shortest)
                self.assertEqual([found.bound, len(found.actions)], [self.whole.length(board)] * 2)
                end = tilebase.apply_actions(board, found.actions)
                self.assertEqual(end.tolist(), tilebase.solved_board((3, 3)).tolist())
                goal = tilebase.random_boards(1, (3, 3), seed=int(board[0, 0]))[0]
                found = tables.ask(board, to=goal, want="shortest")
                self.assertEqual((found.shortest, found.bound), (True, len(found.actions)))
                self.assertEqual(tilebase.apply_actions(board, found.actions).tolist(), goal.tolist())
                self.assertEqual(self.whole.ask(board, to=goal, want="shortest").bound, found.bound)
        # The table of the whole board needs none.
        self.whole.prepare_optimal()
        found = self.whole.ask("42_713856", want="shortest")
        self.assertEqual((found.actions, found.moves, found.runs, found.bound, found.shortest, found.detour),
                         ("RUURDDLLUU", 10, 6, 10, True, 0))
        boards = tilebase.random_boards(20, (3, 3), seed=3)
        many = self.whole.ask_batch(boards, want="shortest", threads=3)
        self.assertEqual([each.actions for each in many],
                         [self.whole.ask(board, want="shortest").actions for board in boards])
        boards[4, 0, 0] = boards[4, 0, 1]
        with self.assertRaisesRegex(tilebase.BoardError, "board 4"):
            self.whole.ask_batch(boards)
        codes = [each.code for each in self.whole.ask_batch(boards, strict=False)]
        self.assertEqual(codes, [tilebase.Code.BOARD if i == 4 else tilebase.Code.OK for i in range(20)])
        for ask in (lambda: self.tables.ask(self.boards[0], want="shortest"), self.tables.prepare_optimal,
                    lambda: self.tables.shortest_solutions(self.boards[0])):
            with self.assertRaisesRegex(tilebase.NotFoundError, r"tilebase.build\(.*pattern:6-6-3"):
                ask()

    def test_analyse_boards_and_games(self):
        with tilebase.build(self.folder / "analysis.tilebase", "3x3", "ladder:2 + pattern:4-4") as tables:
            for seed in range(10):
                board = tilebase.random_boards(1, (3, 3), seed=seed)[0]
                analysis = tables.analyse(board)
                self.assertEqual(analysis, self.whole.analyse(board))
                self.assertEqual(analysis.moves, self.whole.length(board))
                for action, moves in analysis.after.items():
                    after = tilebase.apply_actions(board, action)
                    self.assertEqual(moves, self.whole.length(after))
                shortest = tables.shortest_solutions(board, 5)
                self.assertEqual(shortest, self.whole.shortest_solutions(board, 5))
                self.assertEqual((shortest.moves, shortest.complete), (analysis.moves, True))
                self.assertEqual(len(shortest.listed), min(5, shortest.count))
                best = shortest.listed[0]
                for known in tables.analyse_game(board, best):
                    self.assertEqual(known.tolist(), list(range(len(best), -1, -1)))
            hard = "8 6 7 2 5 4 3 0 1"  # 31 moves
            limited = tables.analyse(hard, boards=10)
            self.assertFalse(limited.exact)
            self.assertLess(limited.bound, 31)
            self.assertGreater(limited.moves, 31)
            lengths, bounds = tables.analyse_game(hard, "R", boards=10)
            self.assertTrue(bounds[1] <= 30 <= lengths[1])
            with self.assertRaises(tilebase.Error) as caught:
                tables.shortest_solutions(hard, boards=10)
            self.assertEqual(caught.exception.code, tilebase.Code.LIMIT)
            with self.assertRaises(ValueError):
                tables.analyse_game("123456780", "L")
            self.assertEqual(tables.analyse_game("123456780", "r d2").lengths.tolist(), [0, 1, 2, 3])
        with self.assertRaises(tilebase.NotFoundError):
            self.tables.analyse(self.boards[0])

    def test_slide_whole_lines(self):
        boards = tilebase.random_boards(5, (3, 3), seed=3)
        with tilebase.build(self.folder / "whole_lines", "3x3", "mtm:rest") as whole, \
                tilebase.build(self.folder / "lines", "3x3", "mtm:1-3/rest") as tables:
            best = whole.solve_batch(boards)
            for board, letters, runs in zip(boards, best.texts(), best.runs()):
                self.assertEqual(tilebase.count_runs(letters), runs)
                found = tables.ask(board, want="shortest")
                self.assertTrue(found.shortest)
                self.assertEqual((found.bound, tilebase.count_runs(found.actions)), (runs, runs))
                lengths = [tilebase.count_runs(tables.solve(board, boards=most))
                           for most in (0, 1000, 20000)]
                self.assertEqual(lengths, sorted(lengths, reverse=True))
                hint = whole.hint(board)
                after = tilebase.apply_actions(board, hint.action * hint.tiles)
                self.assertEqual((hint.remaining, whole.hint(after).remaining), (runs, runs - 1))
                analysis = tables.analyse(board)
                self.assertTrue(analysis.exact)
                self.assertEqual(analysis, whole.analyse(board))
                self.assertEqual(analysis.moves, runs)
                for slide, moves in analysis.after.items():
                    actions = slide[0] * int(slide[1:] or 1)
                    after = whole.solve(tilebase.apply_actions(board, actions))
                    self.assertEqual(moves, tilebase.count_runs(after))
                game = tables.analyse_game(board, letters)
                self.assertEqual(game.lengths.tolist(), list(range(runs, -1, -1)))
                self.assertEqual(tables.shortest_solutions(board), whole.shortest_solutions(board))

    def test_solve_boards_of_any_size(self):
        with tilebase.build(self.folder / "any", plan="any") as tables:
            for shape in ((2, 2), (3, 7), (12, 20)):
                board = tilebase.random_boards(1, shape, seed=1)[0]
                end = tilebase.apply_actions(board, tables.solve(board))
                self.assertEqual(end.tolist(), tilebase.solved_board(shape).tolist())
            board = tilebase.random_boards(1, (8, 9), seed=3)[0]
            solutions = [tables.solve(board), tables.solve(board, boards=50_000),
                         tables.solve(board, microseconds=1)]
            for letters in solutions:
                end = tilebase.apply_actions(board, letters)
                self.assertEqual(end.tolist(), tilebase.solved_board((8, 9)).tolist())
            self.assertLess(len(solutions[1]), len(solutions[0]))
            self.assertLessEqual(len(solutions[2]), len(solutions[0]))
            self.assertEqual(tables.solve("1 2 3 4 5/6 7 8 0 9"), "L")
            self.assertEqual(tables.solve([1, 2, 3, 4, 5, 6, 7, 8, 0, 9], shape="5x2"), "L")
            for board in ([[1.0, 2], [3, 0]], [[1, 2], [3, 2**32]], [[1, 2], [2, 0]], [1, 2, 3, 4, 0], [[1, 0]]):
                with self.subTest(board), self.assertRaises(tilebase.BoardError):
                    tables.solve(board)
        with self.assertRaisesRegex(tilebase.NotFoundError, 'plan="any"'):
            self.tables.solve(tilebase.solved_board((5, 5)), shape=(5, 5))

    def test_do_not_come_where_a_signal_or_an_error_ends_them(self):
        """The signal comes while the library gives its letters; another thread sees to that."""
        class Stopped(BaseException):
            pass

        def stop(*_):
            raise Stopped

        with tilebase.build(self.folder / "any_signal", plan="any") as tables:
            board = tilebase.random_boards(1, (40, 40), seed=1)[0]
            letters = tables.solve(board)
            pieces, take = [], ctypes.string_at

            def take_and_signal(address, count):
                pieces.append(take(address, count))
                if len(pieces) == 2:
                    os.kill(os.getpid(), signal.SIGUSR1)
                    signalled.wait()
                return pieces[-1]

            signalled = threading.Event()
            before = signal.signal(signal.SIGUSR1, lambda *_: (signalled.set(), stop()))
            try:
                ctypes.string_at = take_and_signal
                with self.assertRaises(Stopped):
                    tables.solve(board)
                self.assertLess(sum(map(len, pieces)), len(letters))  # and the library was stopped
                ctypes.string_at = stop
                with self.assertRaises(Stopped):
                    tables.solve(board)
                with self.assertRaises(Stopped):
                    self.whole.shortest_solutions("867254301")
            finally:
                ctypes.string_at = take
                signal.signal(signal.SIGUSR1, before)
            self.assertEqual(tables.solve(board), letters)

    def test_go_on_with_copies(self):
        board = self.boards[0]
        letters = self.tables.solve(board)
        for make in (copy.copy, copy.deepcopy):
            tables = tilebase.open(self.path)
            other = make(tables)
            del tables
            self.assertEqual(other.solve(board), letters)
            other.close()
        with pickle.loads(pickle.dumps(self.tables)) as other:
            self.assertEqual(other.solve(board), letters)
        image = self.folder / "copies.image"
        subprocess.run([COMMAND, "export", self.path, "-o", image], check=True, capture_output=True)
        with tilebase.open(image=image.read_bytes()) as tables, pickle.loads(pickle.dumps(tables)) as other:
            self.assertEqual(other.solve(board), letters)
        with self.assertRaisesRegex(tilebase.Error, "closed"):
            pickle.dumps(tables)

    def test_of_probes_count_down(self):
        board = self.boards[0]
        probe = self.tables.probe(board)
        self.assertEqual(probe.goal, {1, 2, 3})
        self.assertEqual(probe.after[probe.action], probe.remaining - 1)
        after = self.tables.probe(tilebase.apply_actions(board, probe.action))
        self.assertEqual(after.remaining, probe.remaining - 1)
        self.assertEqual(self.tables.probe(board, probe.goal, probe.fixed), probe)
        solved = self.tables.probe(tilebase.solved_board((4, 4)))
        self.assertEqual((solved.goal, solved.action, solved.stage), (frozenset(), None, self.tables.stages))

    def test_of_hints_lead_home(self):
        for board in self.boards[:5]:
            hint, actions = None, ""
            while True:
                hint = self.tables.hint(board, hint)
                if hint.action is None:
                    break
                actions += hint.action
                board = tilebase.apply_actions(board, hint.action)
            self.assertTrue((board == tilebase.solved_board((4, 4))).all())
            self.assertLessEqual(len(actions), self.tables.worst_case)

    def test_of_an_image_in_memory_are_the_same(self):
        image = self.folder / "l3.image"
        subprocess.run([COMMAND, "export", self.path, "-o", image], check=True, capture_output=True)
        with tilebase.open(image=image.read_bytes()) as tables:
            self.assertEqual(tables.lengths(self.boards).tolist(),
                             self.tables.lengths(self.boards).tolist())

    def test_make_scrambles_of_the_wanted_length(self):
        scrambles = self.whole.scramble(50, (20, 22), seed=3)
        self.assertTrue(scrambles.optimal and scrambles.uniform)
        self.assertTrue(((scrambles.lengths >= 20) & (scrambles.lengths <= 22)).all())
        self.assertEqual(self.whole.lengths(scrambles.boards).tolist(), scrambles.lengths.tolist())
        again = self.whole.scramble(50, (20, 22), seed=3)
        self.assertEqual(again.boards.tolist(), scrambles.boards.tolist())
        with self.assertRaisesRegex(tilebase.NotFoundError, "32 moves.* more than 31"):
            self.whole.scramble(1, 32)

    def test_make_scrambles_by_the_shortest_solution(self):
        with tilebase.build(self.folder / "scrambled.tilebase", "3x3", "ladder:2 + pattern:4-4") as tables:
            scrambles = tables.scramble(3, (20, 21), seed=3, optimal=True)
            self.assertTrue(scrambles.optimal)
            for board, length in zip(scrambles.boards, scrambles.lengths):
                self.assertIn(length, (20, 21))
                self.assertEqual(self.whole.length(board), length)
            self.assertFalse(tables.scramble(1, (30, 40)).optimal)
            with self.assertRaisesRegex(tilebase.NotFoundError, "whose shortest solution has 32 moves"):
                tables.scramble(1, 32, optimal=True, tries=10)
        with self.assertRaisesRegex(tilebase.NotFoundError, "build"):
            self.tables.scramble(1, 20, optimal=True)

    def test_make_only_scrambles_that_can_be(self):
        for moves in (-1, 2**32, (5, 4)):
            with self.assertRaisesRegex(ValueError, "moves: expected"):
                self.whole.scramble(1, moves)

    def test_verify_a_sound_set(self):
        self.tables.verify(threads=2)
        self.tables.prepare()
        self.tables.prepare_effort()
        self.assertGreater(self.tables.memory_bytes, 0)


class ABatch(WithTables):
    def test_reads_an_array_where_it_is(self):
        flat = self.boards.reshape(-1, 16)
        flat.flags.writeable = False
        for boards in (flat, self.boards):
            self.assertTrue(np.shares_memory(tilebase._boards.read_boards(boards, (4, 4)), boards))  # pylint: disable=protected-access

    def test_takes_boards_in_every_form(self):
        expected = self.tables.lengths(self.boards[:3]).tolist()
        texts = list(map(tilebase.format_board, self.boards[:3]))
        for boards in (texts, np.where(self.boards[:3] == 0, 16, self.boards[:3]), self.boards[:3].tolist(),
                       [texts[0], self.boards[1], self.boards[2].tolist()], self.boards[:3].astype(float).astype(int)):
            self.assertEqual(self.tables.lengths(boards).tolist(), expected)
        for boards, message in (([texts[0], "1 2 3"], "board 1: 3 numbers"), (texts[0], "put it into a list"),
                                (self.boards[0], r"expected boards of shape \(N, 4, 4\)"),
                                (self.boards[:3].reshape(3, 2, 8), "board 0: 2 rows of 8; expected 4 rows of 4"),
                                (self.boards[:3] - 1.0, "board 0: "), ([[300] * 16], "board 0: '300' in place 1")):
            with self.assertRaisesRegex(tilebase.BoardError, message):
                self.tables.lengths(boards)

    def test_lets_other_threads_run(self):
        boards = tilebase.random_boards(100_000, (4, 4), seed=9)
        done, turns = threading.Event(), 0
        worker = threading.Thread(target=lambda: (self.tables.lengths(boards), done.set()))
        worker.start()
        while not done.is_set():
            turns += 1
        worker.join()
        self.assertGreater(turns, 10)

    def test_names_the_first_board_that_fails(self):
        boards = self.boards.copy()
        boards[7, 0, 0] = boards[7, 0, 1]
        boards[9].flat[np.flatnonzero(boards[9].flat)[:2]] = \
            boards[9].flat[np.flatnonzero(boards[9].flat)[:2]][::-1]
        for ask in (self.tables.solve_batch, self.tables.lengths):
            with self.assertRaisesRegex(tilebase.BoardError, "board 7: (tile .* twice|two blanks)") as caught:
                ask(boards)
            self.assertEqual((caught.exception.index, caught.exception.code),
                             (7, tilebase.Code.BOARD))
            self.assertEqual(caught.exception.board.tolist(), boards[7].tolist())
        solutions = self.tables.solve_batch(boards, strict=False)
        self.assertEqual(np.flatnonzero(solutions.codes).tolist(), [7, 9])
        self.assertEqual(solutions.codes[9], tilebase.Code.UNSOLVABLE)
        self.assertEqual(solutions.text(7), "")
        self.assertEqual(solutions.text(8), self.tables.solve(boards[8]))


class Errors(WithTables):
    def test_of_boards_say_what_is_wrong(self):
        for board, code in ((np.zeros(16), tilebase.Code.BOARD),
                            (np.zeros(16, np.uint8), tilebase.Code.BOARD),
                            (np.arange(9), tilebase.Code.BOARD_SIZE),
                            ([300] * 16, tilebase.Code.BOARD),
                            ("2 1 3 4 5 6 7 8 9 10 11 12 13 14 15 0", tilebase.Code.UNSOLVABLE)):
            with self.subTest(code=code), self.assertRaises(tilebase.BoardError) as caught:
                self.tables.solve(board)
            self.assertEqual(caught.exception.code, code)
            self.assertIs(caught.exception.board, board)
            self.assertIsInstance(caught.exception, ValueError)
        for board, message in (
                ([[1, 2, 3, 4], [5, 6, 7, 8]], "2 rows of 4; expected 4 rows of 4"),
                ([1.5] + list(range(15)), "'1.5' in place 1 is not a tile"),
                ([1, 1] + list(range(2, 16)), "tile 1 occurs twice, again in place 2"),
                (np.array([1, 1, *range(2, 16)], np.uint8), "tile 1 occurs twice, again in place 2"),
                (self.boards[:3], r"expected one board.*\(3, 4, 4\)"),
                (np.arange(16), r'solve\(board, to="blank-first"\)')):
            for ask in (self.tables.solve, self.tables.probe, self.tables.hint,
                        lambda b: self.tables.solve(b, to=tilebase.solved_board((4, 4))) if "to=" not in message
                        else self.tables.solve(b)):
                with self.subTest(message), self.assertRaisesRegex(tilebase.BoardError, message):
                    ask(board)
        self.assertEqual(self.tables.solve(np.arange(16), to=range(16)), "")
        # 2 wide, 4 high: rows that contradict that are no board, even with the right number of
        # cells.
        with tilebase.build(self.folder / "2x4", "2x4", "rest") as tables:
            for board in ("1 0 3 4/5 2 6 7", [[1, 0, 3, 4], [5, 2, 6, 7]], np.array([[1, 0, 3, 4], [5, 2, 6, 7]])):
                with self.assertRaisesRegex(tilebase.BoardError, r"2 rows of 4; expected 4 rows of 2 \(2x4"):
                    tables.solve(board)
            self.assertEqual(tables.length([1, 0, 3, 4, 5, 2, 6, 7]), tables.length("1 0/3 4/5 2/6 7"))
        for boards in (np.zeros((3, 9), np.uint8), np.zeros((16,), np.uint8), np.zeros((2, 2, 8), np.uint8)):
            with self.assertRaises(tilebase.BoardError):
                self.tables.solve_batch(boards)

    def test_of_numbers_name_them(self):
        board = self.boards[0]
        for name, ask in (("microseconds", lambda n: self.tables.solve(board, microseconds=n)),
                          ("boards", lambda n: self.tables.solve(board, to=board, boards=n)),
                          ("boards", lambda n: self.whole.ask("867254301", want="shortest", boards=n)),
                          ("threads", lambda n: self.tables.lengths(self.boards, threads=n)),
                          ("tries", lambda n: self.tables.scramble(1, 5, tries=n)),
                          ("tile", lambda n: self.tables.probe(board, {n})),
                          ("most_listed", lambda n: self.whole.shortest_solutions("867254301", n))):
            for number in (-1, 2**64):
                with self.subTest(name), self.assertRaisesRegex(ValueError, f"{name}: expected . to .*{number}"):
                    ask(number)
            with self.subTest(name), self.assertRaisesRegex(TypeError, f"{name}: expected a whole number"):
                ask(0.5)

    def test_of_subproblems_say_so(self):
        with self.assertRaises(tilebase.NotFoundError):
            self.tables.probe(self.boards[0], {9}, {8})
        board = tilebase.apply_actions(tilebase.solved_board((4, 4)), "DDDR")
        with self.assertRaises(tilebase.BoardError) as caught:
            self.tables.probe(board, {4, 5, 6}, {1, 2, 3})
        self.assertEqual(caught.exception.code, tilebase.Code.FIXED)

    def test_of_files_name_the_file(self):
        text = self.folder / "text"
        text.write_text("no tables", encoding="utf-8")
        damaged = self.folder / "damaged"
        content = bytearray(self.path.read_bytes())
        content[len(content) // 2] ^= 1
        damaged.write_bytes(content)
        for path, code in ((self.folder / "none", tilebase.Code.FILE), (text, tilebase.Code.FORMAT),
                           (damaged, tilebase.Code.DAMAGED)):
            with self.subTest(path), self.assertRaises(tilebase.TableError) as caught:
                tilebase.open(path, check_content=True)
            self.assertEqual((caught.exception.code, caught.exception.path), (code, str(path)))
            self.assertIn(str(path), str(caught.exception))
            self.assertIsInstance(caught.exception, OSError)
        with self.assertRaises(tilebase.TableError):
            tilebase.open(image=b"no image")
        with self.assertRaisesRegex(TypeError, "image="):
            tilebase.open(b"no image")

    def test_of_the_command_are_its_message(self):
        with self.assertRaisesRegex(RuntimeError, "plan"):
            tilebase.build(self.folder / "x", "4x4", "no plan")

    def test_come_back_from_other_processes(self):
        for error in (tilebase.BoardError(tilebase.Code.BOARD, [1, 1], 3, "text"), tilebase.Error(tilebase.Code.LIMIT),
                      tilebase.TableError(tilebase.Code.FILE, "text", "path"), tilebase.NotFoundError(13)):
            other = pickle.loads(pickle.dumps(error))
            self.assertEqual((type(other), str(other), vars(other)), (type(error), str(error), vars(error)))

    def test_of_building_twice_name_the_way_out(self):
        path = self.folder / "twice"
        tilebase.build(path, (3, 2)).close()
        with self.assertRaisesRegex(FileExistsError, r"tilebase\.open\(.*force=True"):
            tilebase.build(path, "2x3")
        with tilebase.build(path, "2x2", force=True) as tables:
            self.assertEqual(tables.shape, (2, 2))

    def test_are_raised_by_a_closed_set(self):
        tables = tilebase.open(self.path)
        tables.close()
        tables.close()
        for ask in (lambda: tables.solve(self.boards[0]), lambda: tables.lengths(self.boards),
                    lambda: tables.scramble(1, 5), tables.verify, lambda: tables.memory_bytes):
            with self.assertRaisesRegex(tilebase.Error, "closed"):
                ask()


class TheDefaultSet(WithTables):
    def test_is_opened_without_a_name(self):
        default = self.folder / "default.tilebase"
        default.write_bytes(self.path.read_bytes())
        with mock.patch.object(tilebase._tables, "carried", lambda *_: str(default)), \
                tilebase.open() as tables:  # pylint: disable=protected-access
            self.assertEqual(tables.solve(self.boards[0]), self.tables.solve(self.boards[0]))
        with mock.patch.object(tilebase._tables, "carried", lambda *_: None), \
                mock.patch.object(sys, "prefix", str(self.folder)), \
                self.assertRaisesRegex(tilebase.TableError, r"tilebase\.build\("):
            tilebase.open()


class TheDocumentation(unittest.TestCase):
    def test_shows_programs_that_run_as_they_are_printed(self):
        page = (ROOT / "docs/python.md").read_text("utf-8")
        programs = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
        self.assertEqual(len(programs), 2)
        with tempfile.TemporaryDirectory() as folder:
            default = os.path.join(folder, "default.tilebase")
            subprocess.run([COMMAND, "build", "-o", default], check=True, capture_output=True)
            here = os.getcwd()
            os.chdir(folder)
            try:
                with mock.patch.object(tilebase._tables, "carried", lambda *_: default), \
                        contextlib.redirect_stdout(io.StringIO()):  # pylint: disable=protected-access
                    names, others = {}, {}
                    exec(programs[0], names)  # pylint: disable=exec-used
                    exec(programs[1], others)  # pylint: disable=exec-used
            finally:
                os.chdir(here)
        call, said = re.search(r"(larger\.solve\(.*\)) +# (\".*\")", programs[0]).groups()
        self.assertEqual(repr(eval(call, names)), said.replace('"', "'"))  # pylint: disable=eval-used
        self.assertEqual((names["boards"].shape, names["lengths"].shape), ((100_000, 4, 4), (100_000,)))
        self.assertEqual(others["boards"].shape, (4096, 4, 4))
        self.assertEqual(others["info"]["remaining"].shape, (4096,))
        for tables in (names["tables"], names["larger"], others["tables"]):
            tables.close()


class Words(unittest.TestCase):
    """Boards that are no permutations, against the command."""

    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.directory.cleanup)
        cls.picture = cls.open("picture", "--symbols", "112/2#3/33_")
        cls.lines = cls.open("lines", "--symbols", "112/2#3/33_", "--metric", "mtm")
        cls.store = cls.open("store", "--board", "5x4", "--wanted", "1", "--blanks", "2", "--goal-cells", "0",
                             "--metric", "steps")

    @classmethod
    def open(cls, name, *arguments):
        path = pathlib.Path(cls.directory.name, name)
        subprocess.run([COMMAND, "build", "-o", path, *arguments], check=True, capture_output=True)
        tables = tilebase.open(path)
        tables.file = path
        cls.addClassCleanup(tables.close)
        return tables

    def command(self, tables, *arguments):
        return json.loads(subprocess.run([COMMAND, arguments[0], tables.file, *arguments[1:], "--json"], check=True,
                                         capture_output=True, text=True).stdout)

    def test_say_what_they_are(self):
        self.assertEqual((self.picture.kinds, self.picture.blanks, self.picture.metric, self.picture.wanted),
                         (3, 1, "stm", 0))
        self.assertEqual((self.store.blanks, self.store.metric, self.store.wanted), (2, "steps", 1))

    def test_have_the_answers_of_the_command(self):
        for tables in (self.picture, self.lines, self.store):
            made = tables.scramble(20, (0, tables.worst_case), seed=3)
            self.assertTrue(made.optimal and made.uniform)
            for board, length in zip(made.boards, made.lengths):
                text = tilebase.format_board(board)
                answer = tables.ask(board, slides=True, tiles=True)
                self.assertEqual(tables.ask(text), answer._replace(slides=None, tiles=None, microseconds=mock.ANY))
                expected = self.command(tables, "solve", text)
                for name in ("moves", "runs", "actions", "bound", "shortest", "goal_cost"):
                    self.assertEqual(getattr(answer, name), expected[name], name)
                self.assertEqual(answer.bound, length)
                self.assertIsNone(answer.why)
                self.assertEqual(len(answer.slides), answer.moves)
                self.assertEqual(sum(map(len, answer.slides)), len(answer.tiles))
                if tables.blanks > 1:
                    moves = [[list(slide) for slide in move] for move in answer.slides]
                    self.assertEqual(moves, expected["slides"])
                hint = tables.hint(board)
                self.assertEqual(hint.remaining, length)
                if length:
                    first = self.command(tables, "hint", text)["action"]
                    self.assertEqual(hint.action * (hint.tiles if tables.blanks == 1 else 1), first)

    def test_probes_and_analyses_of_one_blank(self):
        board = tilebase.format_board(self.lines.scramble(1, 5, seed=1).boards[0])
        probe = self.lines.probe(board)
        self.assertEqual(probe.remaining, 5)
        analysis = self.lines.analyse(board)
        self.assertEqual((analysis.moves, min(analysis.after.values())), (5, 4))
        solution = self.lines.solve(board)
        self.assertEqual(list(self.lines.analyse_game(board, solution).lengths), [5, 4, 3, 2, 1, 0])
        for refused in (self.store.probe, self.store.analyse, self.lines.shortest_solutions):
            with self.assertRaises(tilebase.Error) as caught:
                refused("._.../...../...../.1.._" if refused == self.store.probe else
                        "._.../...../..1../...._" if refused == self.store.analyse else board)
            self.assertEqual(caught.exception.code, tilebase.Code.UNSUPPORTED)

    def test_a_warehouse_takes_more_than_its_table_has(self):
        more = "._.../._.../.._../..._1"
        rule, effort = self.store.ask(more), self.store.ask(more, want="effort", boards=2000)
        self.assertLessEqual(effort.moves, rule.moves)
        self.assertIn(rule.why, ("rule", None))
        two = "._.../....1/...../..._1"
        self.assertGreater(self.store.ask(two).moves, 0)
        with self.assertRaisesRegex(tilebase.BoardError, "loads that stay"):
            self.store.ask(two, deliver="stay")
        with self.assertRaisesRegex(ValueError, "deliver"):
            self.store.ask(two, deliver="go")

    def test_errors_say_what_is_wrong(self):
        with self.assertRaisesRegex(tilebase.BoardError, "found 1"):
            self.store.ask("._.../...../...../....1")
        with self.assertRaisesRegex(tilebase.BoardError, "20 cells"):
            self.store.ask("._._1")
        with self.assertRaises(tilebase.BoardError) as caught:
            self.store.ask_batch(["._.../...../...../.1.._", "....."])
        self.assertEqual(caught.exception.index, 1)
        codes = [each.code for each in self.store.ask_batch(["._.../...../...../.1.._", "....."], strict=False)]
        self.assertEqual(codes, [tilebase.Code.OK, tilebase.Code.BOARD])
        for refused in (lambda: self.store.ask("._.../...../...../.1.._", to="snail"), lambda: self.picture.to("snail"),
                        lambda: self.picture.solve_batch(["_12212"])):
            with self.assertRaises(tilebase.Error) as caught:
                refused()
            self.assertEqual(caught.exception.code, tilebase.Code.UNSUPPORTED)

    def test_plain_boards_have_slides_too(self):
        tables = tilebase.build(pathlib.Path(self.directory.name, "plain"), "3x3", "rest")
        self.addCleanup(tables.close)
        answer = tables.ask("1 2 3/4 _ 6/7 5 8", slides=True)
        self.assertEqual((answer.actions, answer.slides), ("UL", [[(7, 4)], [(8, 7)]]))


class TheBinding(unittest.TestCase):
    def test_has_every_function_and_code_of_the_header(self):
        header = (ROOT / "runtime/tilebase.h").read_text("utf-8")
        source = pathlib.Path(tilebase._library.__file__).read_text("utf-8")  # pylint: disable=protected-access
        bound = {"tilebase_" + name for name in re.findall(r'\("(\w+)", \(', source)}
        bound |= set(re.findall(r"library\.(tilebase_\w+)", source))
        declared = set(re.findall(r"^TILEBASE_API[^(]*?(\w+)\(", header, re.MULTILINE))
        # These have other functions in their place: open_with, parse_any_board, and numpy for many
        # boards at a time.
        self.assertEqual(declared - bound, {f"tilebase_{name}" for name in (
            "open", "parse_board", "random_board", "check_board", "apply_actions")},
                         "not bound in runtime/python/tilebase/_library.py")
        codes = {name: int(number) for name, number in
                 re.findall(r"TILEBASE_(?:ERROR_)?(\w+) = (\d+)", header[:header.index("} tilebase_code;")])}
        self.assertEqual({code.name: code.value for code in tilebase.Code}, codes)

    def test_question_and_answer_are_those_of_the_header_and_the_page(self):
        header = (ROOT / "runtime/tilebase.h").read_text("utf-8")
        page = (ROOT / "docs/question.md").read_text("utf-8")
        library = tilebase._library  # pylint: disable=protected-access
        for struct, ours in (("question", library.Question), ("answer", library.Answer)):
            body = re.search(r"typedef struct tilebase_%s \{(.*?)\} tilebase_%s;" % (struct, struct), header,
                             re.DOTALL)[1]
            body = re.sub(r"/\*.*?\*/", "", body, flags=re.DOTALL)
            fields = re.findall(r"(\w+);", body)
            self.assertEqual(fields, [name for name, _ in ours._fields_])
            of_c = {"cell_bytes", "capacity", "receive", "context", "tile_capacity", "stage_capacity",
                    "slide_capacity", "message", "message_size"}
            for field in set(fields) - of_c:
                self.assertIn(f"`{field}`", page)
        self.assertEqual(set(tilebase.Answer._fields) - {"actions", "tiles"},
                         {name for name, _ in library.Answer._fields_})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
