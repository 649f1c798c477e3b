# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""random_boards_test.py BOARDS: the paper's five ladders solve random boards.

Every board must be solved within the certified worst case. Of up to 10,000 boards all are replayed,
of more every tenth. With at least 100,000 boards the mean must be within 0.6 of the
paper's (Bischoff et al. 2013, table 2), with fewer within 4 standard errors more.
"""

import json
import math
import statistics
import sys
import unittest

from command import DONE, CommandTest
import puzzle

BOARDS = int(sys.argv.pop(1)) if len(sys.argv) > 1 else 2000
PAPER_MEAN = {1: 123.35, 2: 99.36, 3: 93.69, 4: 78.07, 5: 73.82}


class RandomBoards(CommandTest):
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


if __name__ == "__main__":
    unittest.main()
