# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""tilebase analyse: boards and games compared with shortest solutions."""

import itertools
import json
import unittest

from command import DONE, FILE, INPUT_FAILED, USAGE, CommandTest
import puzzle

EIGHT = "42_713856"  # 10 moves
SIZE = (3, 3)


class Analyse(CommandTest):
    def setUp(self):
        super().setUp()
        self.whole = self.build("--board", "3x3", "--plan", "1-8", name="whole")
        self.patterns = self.build("--board", "3x3", "--plan", "1-3/rest + pattern:4-4", name="patterns")

    def analyse(self, *arguments, code=DONE):
        return json.loads(self.expect(code, "analyse", *arguments, "--json").out)

    def test_patterns_and_the_whole_table_tell_the_same(self):
        boards = [EIGHT, "8 6 7 2 5 4 3 0 1", "123456780", "1234567_8"]
        for board in boards:
            answer = self.analyse(self.whole, board)
            self.assertEqual(self.analyse(self.patterns, board), answer)
            best = [letter for letter, moves in answer["after"].items() if moves < answer["moves"]]
            self.assertEqual(bool(best), answer["moves"] > 0)
            for actions in answer["shortest"]["actions"]:
                self.assertIn(actions[:1], best + [""])

    def test_prints_the_moves_and_the_solutions(self):
        out = self.expect(DONE, "analyse", self.whole, "1234567_8").out
        self.assertEqual(out, "1 move to go\n  L  0\n  R  2  (2 more than the best)\n"
                              "  D  2  (2 more than the best)\n1 solution of that length\n  L\n")

    def test_a_game_tells_where_it_lost_moves(self):
        best = self.expect(DONE, "solve", self.whole, EIGHT).out.split()[1]
        self.assertEqual(self.analyse(self.patterns, EIGHT, "--moves", best)["lost"], 0)
        back = {"L": "R", "R": "L", "U": "D", "D": "U"}
        detour = best[:4] + best[4] + back[best[4]] + best[4:]
        answer = self.analyse(self.patterns, EIGHT, "--moves", detour)
        self.assertEqual((answer["moves"], answer["shortest"], answer["lost"], answer["mistakes"]),
                         (12, 10, 2, [6]))
        self.assertEqual(answer["to_go"][:8], [10, 9, 8, 7, 6, 5, 6, 5])
        chart = self.directory / "game.svg"
        out = self.expect(DONE, "analyse", self.whole, EIGHT, "--moves", detour, "--svg", chart).out
        self.assertIn("10 would do\n2 moves lost, two by each of:\n  move 6, ", out)
        self.assertIn("<svg", chart.read_text())
        self.expect(FILE, "analyse", self.whole, EIGHT, "--moves", detour, "--svg", chart)

    def test_what_cannot_be_played_or_asked_is_told(self):
        self.expect(USAGE, "analyse", self.whole, EIGHT, "--moves", "UX", says="character 2")
        self.expect(USAGE, "analyse", self.whole, EIGHT, "--moves", "D", says="move 1")
        self.expect(INPUT_FAILED, "analyse", self.whole, "24_713856", says="cannot be solved")
        staged = self.build("--board", "3x3", "--plan", "ladder:1", name="staged")
        self.expect(FILE, "analyse", staged, EIGHT, says="pattern tables, one stage")

    def test_whole_lines_are_one_move(self):
        whole = self.build("--board", "3x3", "--plan", "rest", "--metric", "mtm", name="whole_lines")
        searched = self.build("--board", "3x3", "--plan", "1-3/rest", "--metric", "mtm", name="lines")
        hard = "8672543_1"
        answer = self.analyse(whole, hard)
        self.assertEqual(self.analyse(searched, hard), answer)
        self.assertEqual((answer["metric"], answer["moves"]), ("mtm", 20))
        self.assertEqual(set(answer["after"]), {"L", "R", "D", "D2"})
        self.assertEqual(min(answer["after"].values()), 19)
        for actions in answer["shortest"]["actions"]:
            self.assertEqual(len(list(itertools.groupby(actions))), 20)
        self.assertEqual(self.expect(DONE, "analyse", whole, "12345678_").out.splitlines()[:6],
                         ["0 moves to go", "  R   1  (2 more than the best)", "  R2  1  (2 more than the best)",
                          "  D   1  (2 more than the best)", "  D2  1  (2 more than the best)",
                          "1 solution of that length"])
        for tables in (whole, searched):
            for moves, expected in (("L2 U2", {"lost": 0, "mistakes": [], "to_go": [2, 1, 0]}),
                                    ("L", {"lost": 1, "mistakes": [1], "to_go": [2, 2]}),
                                    ("L2R2", {"lost": 2, "mistakes": [2], "to_go": [2, 1, 2]})):
                game = self.analyse(tables, "_12453786", "--moves", moves)
                self.assertEqual({**game, **expected}, game)
                self.assertEqual((game["metric"], game["shortest"]), ("mtm", 2))
        out = self.expect(DONE, "analyse", whole, "_12453786", "--moves", "L2R2").out
        self.assertEqual(out, "4 moves, 2 runs; 2 runs to go; 2 runs would have done from the start\n"
                              "2 runs lost, at:\n  run 2, R2: 1 to go before, 2 after\n")

    def test_limits_leave_the_best_known_and_the_bound(self):
        fifteen = self.build("--plan", "ladder:1 + pattern:3-3-3-3-3", name="fifteen")
        hard = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1"  # 80 moves
        answer = self.analyse(fifteen, hard, "--time", "50ms")
        self.assertFalse(answer["exact"])
        self.assertTrue(answer["bound"] <= 80 <= answer["moves"])
        self.assertEqual(set(answer["after_bounds"]), set(answer["after"]))
        self.assertNotIn("shortest", answer)
        solution = self.expect(DONE, "solve", fifteen, "--effort", 5000, hard).out.split()[1]
        game = self.analyse(fifteen, hard, "--moves", solution, "--time", "100ms")
        self.assertFalse(game["exact"])
        self.assertTrue(game["bound"] <= 80 <= game["shortest"] <= len(solution))
        self.assertEqual(game["lost"], len(solution) - game["shortest"])
        for least, most, left in zip(game["bounds"], game["to_go"], range(len(solution), -1, -1)):
            self.assertTrue(least <= most <= left)
        chart = self.directory / "limited.svg"
        out = self.expect(DONE, "analyse", fifteen, hard, "--moves", solution, "--time", "100ms",
                          "--svg", chart).out
        self.assertRegex(out, r"^\d+ moves, \d+ runs; \d+ would do, fewer than \d+ would not\n")
        self.assertIn("the bound", chart.read_text())

    def test_solve_prints_runs(self):
        line = self.expect(DONE, "solve", self.whole, EIGHT).out.split()
        moves, runs, *text = self.expect(DONE, "solve", self.whole, "--runs", EIGHT).out.split()
        self.assertEqual((moves, int(runs)), (line[0], len(text)))
        self.assertEqual("".join(run[0] * int(run[1:] or 1) for run in text), line[1])
        answer = json.loads(self.expect(DONE, "solve", self.whole, "--runs", "--json", EIGHT).out)
        self.assertEqual((answer["runs"], answer["actions"]), (len(text), " ".join(text)))


if __name__ == "__main__":
    unittest.main()
