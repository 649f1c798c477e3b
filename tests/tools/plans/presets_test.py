# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""presets_test.py [all]: `tiny` is built in seconds and solves random boards, on a few sizes or on
all from 2x2 to 8x8."""

import json
import sys
import unittest

import puzzle
from command import DONE, FILE, INPUT_FAILED, CommandTest

SIZES = ([(width, height) for width in range(2, 9) for height in range(2, 9)]
         if sys.argv[1:] == ["all"] else [(2, 2), (2, 5), (7, 2), (3, 3), (3, 4), (7, 5), (8, 8)])
del sys.argv[1:]
BOARDS = 200


class Tiny(CommandTest):
    def test_is_built_and_solves(self):
        for size in SIZES:
            name = f"{size[0]}x{size[1]}"
            with self.subTest(name):
                tables = self.build("--board", name, "--plan", "tiny", "--force")
                info = json.loads(self.expect(DONE, "info", tables, "--json").out)
                self.assertLess(info["file_bytes"], 500_000)
                boards = list(puzzle.random_boards(BOARDS, seed=18, size=size))
                text = "".join(puzzle.text(board) + "\n" for board in boards)
                lines = self.expect(DONE, "solve", tables, "-", input=text).out.splitlines()
                for board, line in zip(boards, lines, strict=True):
                    count, actions = line.split(" ")
                    self.assertEqual(int(count), len(actions))
                    self.assertLessEqual(len(actions), info["certified_worst_case"])
                    self.assertEqual(puzzle.replay(board, actions, size), puzzle.solved(size))

    def test_is_the_default(self):
        for board in ("4x4", "7x5"):
            default = self.directory / "default"
            self.expect(DONE, "build", "-o", default, "--board", board, "--force")
            named = self.build("--board", board, "--plan", "tiny", "--force")
            self.assertEqual(default.read_bytes(), named.read_bytes())

    def test_is_what_a_plan_that_is_too_large_is_answered_with(self):
        out = ("-o", self.directory / "out")
        self.expect(INPUT_FAILED, "build", *out, "--board", "8x8", "--plan", "rest", "--memory",
                    "100MB", says=("{1-63}|{}", "--plan tiny would do, with 7"))
        self.expect(INPUT_FAILED, "build", *out, "--plan", "medium", "--memory", "100MB",
                    says=("raise --memory", "--plan small would do"))
        self.directory.joinpath("out").write_text("something else")
        refused = self.expect(FILE, "build", *out, "--plan", "medium", "--memory", "100MB",
                              says="exists")
        self.assertNotIn("would do", refused.err)

    def test_joins_with_other_parts(self):
        tables = self.build("--plan", "tiny + pattern:6-6-3")
        info = json.loads(self.expect(DONE, "info", tables, "--json").out)
        self.assertEqual(info["plan"], "1-4/5,9,13/6-8,10-12,14-15 + pattern:5-5-5 + pattern:6-6-3")


if __name__ == "__main__":
    unittest.main()
