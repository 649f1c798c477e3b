# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Asked board by board, hints lead home: also with the tables where probes alone go in circles."""

import json
import subprocess
import unittest

from command import DONE, INPUT_FAILED, SANITIZED, USAGE, CommandTest, run, start
import puzzle

BOARDS = 100 if SANITIZED else 1000
PAPER = "15 10 _ 13 / 11 4 1 12 / 3 7 9 8 / 2 14 6 5"
SOLVED = puzzle.text(puzzle.solved())


class Hints(CommandTest):
    def setUp(self):
        super().setUp()
        self.tables = self.build("--plan", "ladder:1")

    def test_lead_home_as_solve_does(self):
        boards = list(puzzle.random_boards(BOARDS, seed=18))
        text = "".join(puzzle.text(board) + "\n" for board in boards)
        solutions = self.expect(DONE, "solve", self.tables, "-", input=text).out.splitlines()
        process = start("hint", self.tables, "-", stdin=subprocess.PIPE)
        self.addCleanup(process.kill)
        for board, solution in zip(boards, solutions):
            taken = ""
            while True:
                process.stdin.write(puzzle.text(board) + "\n")
                process.stdin.flush()
                hint = process.stdout.readline().rstrip("\n")
                if hint == "solved":
                    break
                self.assertRegex(hint, r"^[LRUD] --goal \S+( --fixed \S+)?$")
                taken += hint[0]
                board = puzzle.replay(board, hint[0])
            self.assertEqual(f"{len(taken)} {taken}", solution)
            self.assertEqual(board, puzzle.solved())
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, DONE)

    def test_are_told_how_to_ask_next(self):
        board = list(puzzle.random_boards(1, seed=18))[0]
        options, taken = [], ""
        while True:
            hint = self.expect(DONE, "hint", self.tables, puzzle.text(board), *options).out.split()
            if hint == ["solved"]:
                break
            options = hint[1:]
            taken += hint[0]
            board = puzzle.replay(board, hint[0])
        self.assertEqual(board, puzzle.solved())

    def test_in_json_are_as_probe_says_it(self):
        hint = json.loads(self.expect(DONE, "hint", self.tables, PAPER, "--json").out)
        self.assertEqual(hint, json.loads(self.expect(DONE, "probe", self.tables, PAPER, "--json").out))
        self.assertEqual((hint["goal"], hint["fixed"]), ([1], []))

    def test_of_a_bad_board_is_an_error_in_its_place(self):
        result = self.expect(INPUT_FAILED, "hint", self.tables, "-", input=f"{SOLVED}\n1 2\n{SOLVED}\n")
        lines = result.out.splitlines()
        self.assertEqual((lines[0], lines[2]), ("solved", "solved"))
        self.assertRegex(lines[1], "^error: 2 numbers")

    def test_what_cannot_be_answered_is_told(self):
        for code, arguments, says in (
                (INPUT_FAILED, ["nonsense"], "expected 16 numbers"),
                (INPUT_FAILED, [SOLVED.replace("14 15", "15 14")], "cannot be solved"),
                (INPUT_FAILED, ["--goal", "9", PAPER], "has no table for {9}|{}"),
                (USAGE, ["--goal", "16", PAPER], "--goal '16' names no tiles"),
                (USAGE, ["--fixed", "1", PAPER], "--goal")):
            with self.subTest(arguments=arguments):
                self.expect(code, "hint", self.tables, *arguments, says=says)
                self.assertIn(says, json.loads(run("hint", self.tables, "--json", *arguments).out)["error"])


if __name__ == "__main__":
    unittest.main()
