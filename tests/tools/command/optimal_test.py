# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Pattern tables and optimal solving from the command line: build, info, verify, export, solve."""

import json
import subprocess
import sys
import unittest

from command import DONE, FILE, INPUT_FAILED, REFERENCE, CommandTest

PARTS = "ladder:2 + 1-4/rest + pattern:4-4"


class Optimal(CommandTest):
    def build3(self, plan):
        return self.build("--board", "3x3", "--plan", plan, name=plan[:8].replace(":", ""))

    def lines(self, *arguments):
        return self.expect(DONE, *arguments).out.splitlines()

    def test_is_as_short_as_the_whole_table(self):
        whole = self.build3("ladder:8")
        best = [line.split()[0] for line in self.lines("solve", whole, "--random", "200")]
        for plan in (PARTS, "pattern:5-3"):
            lines = self.lines("solve", self.build3(plan), "--optimal", "--random", "200")
            self.assertEqual([line.split()[0] for line in lines], best)

    def test_of_whole_lines_has_the_fewest_runs(self):
        whole = self.build("--board", "3x3", "--plan", "rest", "--metric", "mtm", name="lines")
        set_of_stages = self.build("--board", "3x3", "--plan", "1-3/rest", "--metric", "mtm", name="stages")
        best = [line.split()[1] for line in self.lines("solve", whole, "--runs", "--random", "100")]
        lines = self.lines("solve", set_of_stages, "--optimal", "--runs", "--random", "100")
        self.assertEqual([line.split()[1] for line in lines], best)
        answer = json.loads(self.lines("solve", set_of_stages, "--optimal", "--json", "--random", "1")[0])
        self.assertEqual((answer["optimal"], answer["bound"], answer["runs"]), (True,) + (int(best[0]),) * 2)
        boards = self.lines("scramble", set_of_stages, "--optimal", "--moves", "17", "--count", "5")
        self.assertEqual([self.lines("solve", whole, "--runs", board)[0].split()[1] for board in boards],
                         ["17"] * 5)
        fifteen = self.build("--plan", "ladder:1", "--metric", "mtm", name="fifteen")
        self.assertIn(" not proven optimal: at least ",
                      self.lines("solve", fifteen, "--optimal", "--random", "1", "--nodes", "1000")[0])
        self.assertTrue(self.lines("solve", fifteen, "--optimal", "--random", "1", "--nodes",
                                   "1000")[0].endswith(" runs"))

    def test_a_file_that_opens_quickly_holds_the_same_tables(self):
        facts = []
        for store in ("zstd", "quick", "raw"):
            path = self.build("--board", "3x3", "--plan", PARTS, "--store", store, name=store)
            self.expect(DONE, "verify", path)
            tables = json.loads(self.expect(DONE, "info", path, "--json").out)["tables"]
            facts.append([table["histogram"] for table in tables])
            facts[-1].append(self.lines("solve", path, "--random", "20", "--optimal"))
        self.assertEqual(facts[1], facts[0])
        self.assertEqual(facts[2], facts[0])

    def test_goal_with_the_blank_first(self):
        tables = self.build3(PARTS)
        board = "1 2 0 3 4 5 6 7 8"
        self.assertEqual(
            self.lines("solve", tables, "--optimal", "--goal", "blank-first", board), ["2 RR"])
        count, actions = self.lines("solve", tables, "--goal", "blank-first", board)[0].split()
        self.assertEqual(len(actions), int(count))
        odd = self.expect(INPUT_FAILED, "solve", tables, "--goal", "blank-first", "2 1 0 3 4 5 6 7 8")
        self.assertTrue(odd.out.startswith("error: "))

    def test_to_any_board_it_says_what_is_proven(self):
        tables = self.build3(PARTS)
        board = "1 2 0 3 4 5 6 7 8"
        self.assertEqual(self.lines("solve", tables, "--optimal", "--to", "0 1 2 3 4 5 6 7 8", board),
                         ["2 RR"])
        # The blank's nearest corner lies behind the goal, so the way there shows no shorter one.
        self.assertEqual(self.lines("solve", tables, "--optimal", "--to", "1 0 2 3 4 5 6 7 8", board),
                         ["1 R"])
        answer = json.loads(self.lines("solve", tables, "--optimal", "--json", "--random", "1", "--to",
                                       "1 2 3 8 0 4 7 6 5")[0])
        self.assertEqual(answer["optimal"], answer["bound"] == answer["moves"])
        self.assertLessEqual(answer["bound"], answer["moves"])

    def test_limits_give_the_lookup_solution_and_say_so(self):
        tables = self.build3(PARTS)
        hard = "8 6 7 2 5 4 3 0 1"
        lookup = self.lines("solve", tables, hard)[0]
        limited = self.lines("solve", tables, "--optimal", "--nodes", "1", hard)[0]
        if " not proven optimal: at least " in limited:
            self.assertTrue(limited.startswith(lookup))
        answer = json.loads(self.lines("solve", tables, "--optimal", "--json", hard)[0])
        self.assertEqual((answer["moves"], answer["optimal"], answer["bound"]), (31, True, 31))
        self.assertGreater(answer["nodes"], 0)

    def test_files_that_lack_what_is_needed(self):
        self.expect(FILE, "solve", self.build3("ladder:8"), "--optimal", "--random", "1",
                    says="--plan 'ladder:8 + pattern:")
        self.expect(FILE, "solve", self.build3("pattern:4-4"), "--random", "1",
                    says="no stages to solve by")

    def test_info_shows_parts_and_patterns(self):
        tables = self.build3(PARTS)
        info = json.loads(self.expect(DONE, "info", tables, "--json").out)
        self.assertEqual([part["plan"] for part in info["parts"]],
                         ["ladder:2", "1-4/5-8", "pattern:4-4"])
        patterns = [table for table in info["tables"] if table["metric"] == "pattern"]
        self.assertEqual([table["entries"] for table in patterns], [3024, 3024])
        for table in patterns:
            self.assertEqual(sum(table["histogram"]), table["entries"])
        self.assertIn("\npattern:4-4\n", self.expect(DONE, "info", tables).out)

    def test_verify_and_export(self):
        for plan in (PARTS, "pattern:4-4"):
            tables = self.build3(plan)
            self.expect(DONE, "verify", tables)
            image = self.directory / "image"
            for more in ((), ("--raw",)):
                self.expect(DONE, "export", tables, "-o", image, "--force", *more)
                self.expect(DONE, "verify", image)
                self.assertEqual(self.lines("solve", image, "--optimal", "--random", "20"),
                                 self.lines("solve", tables, "--optimal", "--random", "20"))
            reader = subprocess.run([sys.executable, REFERENCE / "read_image.py", image],
                                    check=True, capture_output=True)
            info = json.loads(self.expect(DONE, "info", tables, "--json").out)
            self.assertEqual([table["histogram"] for table in json.loads(reader.stdout)],
                             [table["histogram"] for table in info["tables"]])
        chosen = self.directory / "chosen"
        self.expect(DONE, "export", self.build("--plan", "ladder:1 + pattern:3-3-3-3-3"),
                    "-o", chosen, "--tables", "plan")
        self.expect(DONE, "verify", chosen)


if __name__ == "__main__":
    unittest.main()
