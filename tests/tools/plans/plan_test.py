# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""The plans that `tilebase plan` prints are what it says of them, and presets are plans."""

import json
import math
import os
import signal
import statistics
import time
import unittest
import xml.etree.ElementTree

from command import DONE, INPUT_FAILED, TIMEOUT, USAGE, CommandTest, run, start


class TheFront(CommandTest):
    BUDGET = 60000

    def setUp(self):
        super().setUp()
        self.svg = self.directory / "front.svg"
        result = self.expect(DONE, "plan", "--board", "3x3", "--budget", self.BUDGET, "--effort",
                             "300", "--json", "--svg", self.svg, says="stages to solve")
        self.front = json.loads(result.out)

    def test_says_what_was_done(self):
        self.assertEqual(list(self.front), ["board", "budget_bytes", "effort", "boards",
                                            "stages_solved", "entries", "staged_plans", "measured",
                                            "plans"])
        self.assertEqual(self.front["board"], "3x3")
        self.assertEqual(self.front["budget_bytes"], self.BUDGET)
        self.assertGreaterEqual(self.front["measured"], len(self.front["plans"]))
        self.assertGreater(len(self.front["plans"]), 2)
        for plan in self.front["plans"]:
            self.assertEqual(list(plan), ["plan", "file_bytes", "raw_bytes", "moves",
                                          "moves_with_effort", "certified_worst_case",
                                          "build_seconds"])
            self.assertEqual(plan["moves"]["kind"], "exact")
            self.assertEqual(plan["moves_with_effort"]["kind"], "sampled")

    def test_holds_no_plan_that_another_one_beats(self):
        costs = [(plan["file_bytes"], plan["moves_with_effort"]["mean"],
                  plan["certified_worst_case"]) for plan in self.front["plans"]]
        for i, cost in enumerate(costs):
            for j, other in enumerate(costs):
                self.assertFalse(i != j and all(a <= b for a, b in zip(other, cost)), (other, cost))

    def test_is_true_of_the_files(self):
        for plan in self.front["plans"]:
            with self.subTest(plan["plan"]):
                path = self.build("--board", "3x3", "--plan", plan["plan"], "--force")
                self.assertEqual(path.stat().st_size, plan["file_bytes"])
                self.assertLessEqual(path.stat().st_size, self.BUDGET)
                info = json.loads(run("info", path, "--json").out)
                self.assertEqual(info["certified_worst_case"], plan["certified_worst_case"])
                lines = run("solve", path, "--random", 5000, "--seed", 7).out.splitlines()
                moves = [int(line.split()[0]) for line in lines]
                error = statistics.stdev(moves) / math.sqrt(len(moves))
                self.assertLess(abs(statistics.mean(moves) - plan["moves"]["mean"]), 5 * error)

    def test_is_drawn(self):
        picture = xml.etree.ElementTree.parse(self.svg).getroot()
        circles = picture.findall(".//{http://www.w3.org/2000/svg}circle")
        self.assertEqual(len(circles), 2 * len(self.front["plans"]) + 2)  # and the legend
        self.expect(INPUT_FAILED, "plan", "--board", "3x3", "--svg", self.svg, says="--force")

    def test_without_effort_has_no_patterns(self):
        result = self.expect(DONE, "plan", "--board", "3x3", "--budget", self.BUDGET, "--effort",
                             "0", "--json")
        for plan in json.loads(result.out)["plans"]:
            self.assertNotIn("pattern", plan["plan"])
            self.assertNotIn("moves_with_effort", plan)


class BadInput(CommandTest):
    def test_is_refused(self):
        for says, arguments in (
                ("board '9x9'", ("--board", "9x9")),
                ("effort 'much'", ("--effort", "much")),
                ("--budget: '-1'", ("--budget=-1",)),
                ("--svg", ("--svg", f"{self.directory}/"))):
            with self.subTest(arguments=arguments):
                self.expect(USAGE, "plan", *arguments, says=says)

    def test_a_budget_that_no_plan_meets_is_named(self):
        result = run("plan", "--board", "3x3", "--budget", "1KB")
        self.assertEqual(result.code, USAGE)
        self.assertIn("at most 1 kB; give a larger --budget", result.err)


class Interrupted(CommandTest):
    def stop(self, seconds, *arguments):
        process = start("plan", *arguments, env={**os.environ, "TMPDIR": str(self.directory)})
        self.assertIn("stages to solve", process.stderr.readline())
        while not os.listdir(self.directory):
            self.assertIsNone(process.poll())
            time.sleep(0.01)
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=TIMEOUT)
        self.assertEqual((process.returncode, out, err),
                         (INPUT_FAILED, "", "tilebase: stopped; nothing is kept\n"))
        self.expect_only()

    def test_while_solving_leaves_no_files(self):
        self.stop(0.1, "--budget", "2MB")

    def test_while_measuring_leaves_no_files(self):
        self.stop(3, "--budget", "40KB", "--effort", "20ms")


class Presets(CommandTest):
    def test_are_expanded_before_anything_is_built(self):
        for board in ("4x4", "5x5", "7x2"):
            listed = self.expect(DONE, "plan", "--presets", "--board", board, "--json").out
            presets = json.loads(listed)["presets"]
            self.assertEqual([preset["name"] for preset in presets[:3]],
                             ["tiny", "small", "medium"])
            for preset in presets:
                with self.subTest(preset=preset):
                    self.assertEqual(preset["board"], board)
                    dry = ["build", "-o", self.directory / "out", "--board", board, "--dry-run",
                           "--json", "--plan"]
                    by_name = json.loads(self.expect(DONE, *dry, preset["name"]).out)
                    by_plan = json.loads(self.expect(DONE, *dry, preset["plan"]).out)
                    self.assertEqual(by_name["plan"], by_plan["plan"])
                    self.assertNotIn(preset["name"], by_name["plan"])

    def test_of_other_names_are_refused_with_those_there_are(self):
        out = ("-o", self.directory / "out", "--plan")
        self.expect(USAGE, "build", *out, "huge", says=("'huge'", "tiny, small, medium, large"))
        self.expect(USAGE, "build", *out, "large", "--board", "3x3", says="tiny, small, medium")
        self.expect(DONE, "build", *out, "rest", "--board", "2x2")


if __name__ == "__main__":
    unittest.main()
