# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""random_boards_test.py [BOARDS] CLASS: random boards, solved and replayed."""

import json
import math
import statistics
import sys
import unittest

from command import DONE, FILE, INPUT_FAILED, USAGE, CommandTest
import puzzle

BOARDS = int(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 2000
PAPER_MEAN = {1: 123.35, 2: 99.36, 3: 93.69, 4: 78.07, 5: 73.82}


class LadderBoards(CommandTest):
    """The paper's five ladders solve random boards.

    Every board must be solved within the certified worst case. Of up to 10,000 boards all are
    replayed, of more every tenth. With at least 100,000 boards the mean must be within 0.6 of the
    paper's (Bischoff et al. 2013, table 2), with fewer within 4 standard errors more.
    """

    def test_are_solved_as_well_as_the_paper_says(self):
        boards = list(puzzle.random_boards(BOARDS, seed=2013))
        text = "".join(puzzle.text(board) + "\n" for board in boards)
        replay_every = 1 if BOARDS <= 10000 else 10
        for ladder, paper in PAPER_MEAN.items():
            with self.subTest(ladder=ladder):
                tables = self.build("--plan", f"ladder:{ladder}", name=f"l{ladder}")
                info = json.loads(self.expect(DONE, "info", tables, "--json").out)
                lines = self.expect(DONE, "solve", tables, "-", input=text).out.splitlines()
                self.assertEqual(len(lines), BOARDS)
                answers = [line.split(" ") for line in lines]
                lengths = [int(count) for count, _ in answers]
                self.assertEqual(lengths, [len(actions) for _, actions in answers])
                self.assertLessEqual(max(lengths), info["certified_worst_case"])
                for board, (_, actions) in list(zip(boards, answers))[::replay_every]:
                    self.assertEqual(puzzle.replay(board, actions), puzzle.solved())
                mean = statistics.fmean(lengths)
                error = statistics.stdev(lengths) / math.sqrt(BOARDS)
                print(f"ladder:{ladder}: {BOARDS} solved, mean {mean:.2f} (standard error "
                      f"{error:.2f}), the paper's {paper}; longest {max(lengths)} of at most "
                      f"{info['certified_worst_case']}")
                self.assertLess(abs(mean - paper), 0.6 if BOARDS >= 100000 else 0.6 + 4 * error)


class AnyBoards(CommandTest):
    """Boards of any size by one small file: solve, scramble and bench with --board."""

    def setUp(self):
        super().setUp()
        self.tables = self.build("--plan", "any", name="any.tilebase")

    def test_the_file_is_small(self):
        self.assertLess(self.tables.stat().st_size, 4_000_000)

    def test_what_scramble_makes_solve_solves(self):
        for size in (2, 2), (9, 2), (2, 7), (4, 3), (10, 10), (23, 12):
            with self.subTest(size=size):
                board = f"{size[0]}x{size[1]}"
                texts = self.expect(DONE, "scramble", self.tables, "--board", board, "--count", 3).out
                answers = self.expect(DONE, "solve", self.tables, "--board", board, "-", input=texts)
                lines = answers.out.splitlines()
                self.assertEqual(len(lines), 3)
                for text, line in zip(texts.splitlines(), lines):
                    count, actions = line.split(" ")
                    self.assertEqual(int(count), len(actions))
                    cells = [int(number) for number in text.split()]
                    self.assertEqual(puzzle.replay(cells, actions, size), puzzle.solved(size))

    def test_json_has_the_same_actions(self):
        plain = self.expect(DONE, "solve", self.tables, "--board", "7x6", "--random", 2).out
        lines = self.expect(DONE, "solve", self.tables, "--board", "7x6", "--random", 2, "--json").out
        for text, line in zip(plain.splitlines(), lines.splitlines()):
            answer = json.loads(line)
            self.assertEqual(text, f"{answer['moves']} {answer['actions']}")

    def test_bench_stays_within_the_certified_worst_case(self):
        row = json.loads(self.expect(DONE, "bench", self.tables, "--board", "12x9", "--boards", 50,
                                     "--json").out)
        self.assertLess(row["mean_manhattan"], row["mean_moves"])
        self.assertLessEqual(row["worst_moves"], row["certified_worst_case"])

    def test_an_unsolvable_board_has_its_reason_in_its_place(self):
        answer = self.expect(INPUT_FAILED, "solve", self.tables, "--board", "3x2", "1 2 3 5 4 _",
                             "1 2 3 4 5 _")
        self.assertRegex(answer.out, "^error: this board cannot be solved: .*\n0 \n$")

    def test_a_size_beyond_the_limits_is_refused_at_once(self):
        for size in "1000000x1000000", "1001x2", "1x9":
            self.expect(USAGE, "solve", self.tables, "--board", size, "--random", 1,
                        says="each from 2 to 1000")

    def test_of_a_folder_the_set_of_the_size_answers(self):
        ladder = self.build("--board", "3x2", "--plan", "ladder:1", name="3x2.tilebase")
        folder = ladder.parent
        self.assertEqual(folder, self.tables.parent)
        for file, board, expected in ((folder, "3x2", ladder), (folder, "2x3", self.tables),
                                      (folder, "12x5", self.tables), (ladder, "3x2", ladder)):
            same_size = [] if expected == ladder else ["--board", board]
            self.assertEqual(
                self.expect(DONE, "solve", file, "--board", board, "--random", 20).out,
                self.expect(DONE, "solve", expected, *same_size, "--random", 20).out)
        answer = self.expect(DONE, "bench", folder, "--board", "3x2", "--boards", 5, "--json").out
        self.assertEqual(json.loads(answer)["file"], str(ladder))
        self.tables.unlink()
        self.expect(FILE, "solve", folder, "--board", "9x9", "--random", 1, says="any.tilebase")

    def test_compare_replays_every_solver_and_draws(self):
        charts = [self.directory / name for name in ("lengths.svg", "time.svg")]
        rows = [json.loads(line) for line in self.expect(
            DONE, "compare", self.tables, "--board", "4x4,9x7", "--boards", 3, "--json", "--solvers",
            "rows,parberry,lookup,lookup@2000", "--svg", charts[0], "--svg-time",
            charts[1]).out.splitlines()]
        self.assertEqual([(row["board"], row["solver"]) for row in rows],
                         [(board, solver) for board in ("4x4", "9x7")
                          for solver in ("rows", "parberry", "lookup", "lookup@2000")])
        self.assertGreater(rows[5]["mean_moves"], rows[6]["mean_moves"])
        for chart in charts:
            self.assertIn(">9x7</text>", chart.read_text(encoding="utf-8"))
        self.expect(USAGE, "compare", self.tables, "--board", "9x7", "--solvers", "bfs",
                    says="rows, parberry")
        self.expect(USAGE, "compare", "--board", "9x7", says="one FILE")

    def test_a_set_without_windows_says_what_to_build(self):
        ladder = self.build("--plan", "ladder:1", name="l1")
        self.expect(FILE, "solve", ladder, "--board", "9x9", "--random", 1,
                    says="tilebase build --plan any")


if __name__ == "__main__":
    unittest.main()
