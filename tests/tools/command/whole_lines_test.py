# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""The 16 boards of the 15-puzzle that take 43 slides of whole lines, the most of all (Bruce Norskog and Morley
Davidson, 2010, on a cluster), each proven by `bounds:equal`: two minutes a board on one thread."""

import json
import unittest

from command import DONE, REFERENCE, CommandTest
import puzzle


class FarthestBoards(CommandTest):
    def test_take_43_slides(self):
        tables = self.build("--plan", "tiny + bounds:equal", "--metric", "mtm")
        boards = (REFERENCE / "norskog_16_fifteen.txt").read_text("ascii").splitlines()
        answers = self.expect(DONE, "solve", tables, "--optimal", "--json", "-", input="\n".join(boards), timeout=7200)
        proven = 0
        for board, line in zip(boards, answers.out.splitlines()):
            answer = json.loads(line)
            self.assertEqual((answer["runs"], answer["bound"], answer["shortest"]), (43, 43, True), board)
            self.assertEqual(puzzle.replay(list(map(int, board.split())), answer["actions"]), puzzle.solved())
            proven += 1
        self.assertEqual(proven, 16)
        print("16/16 boards take 43 slides")


if __name__ == "__main__":
    unittest.main()
