# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""plan_test.py [long]: the plans that `tilebase plan` prints are what it says of them, and presets are
plans. `tiny` is built in seconds and solves random boards. The long test has all sizes from 2x2 to 8x8,
and measures plans with values on a board whose values come with the program."""

import json
import math
import os
import signal
import statistics
import sys
import time
import unittest
import xml.etree.ElementTree

import puzzle
from command import DONE, FILE, INPUT_FAILED, SANITIZED, TIMEOUT, USAGE, CommandTest, run, start

LONG = sys.argv[1:] == ["long"]
del sys.argv[1:]
SIZES = ([(width, height) for width in range(2, 9) for height in range(2, 9)] if LONG else
         [(2, 2), (2, 5), (7, 2), (3, 3), (3, 4), (7, 5), (8, 8)])
BOARDS = 200


class TheFront(CommandTest):
    BUDGET = 60000
    printed = drawn = None  # measured once for all tests

    def setUp(self):
        super().setUp()
        self.svg = self.directory / "front.svg"
        if self.printed is None:
            TheFront.printed = self.expect(DONE, "plan", "--board", "3x3", "--budget", self.BUDGET, "--effort", "300",
                                           "--json", "--svg", self.svg, says="stages to solve").out
            TheFront.drawn = self.svg.read_text(encoding="utf-8")
        self.svg.write_text(self.drawn, encoding="utf-8")
        self.front = json.loads(self.printed)

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


@unittest.skipIf(SANITIZED, "builds for minutes")
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
        for board, preset in (("4x4", "fitted"), ("7x5", "tiny")):
            default = self.directory / "default"
            self.expect(DONE, "build", "-o", default, "--board", board, "--force")
            named = self.build("--board", board, "--plan", preset, "--force")
            self.assertEqual(default.read_bytes(), named.read_bytes())

    def test_is_what_a_plan_that_is_too_large_is_answered_with(self):
        out = ("-o", self.directory / "out")
        self.expect(INPUT_FAILED, "build", *out, "--board", "8x8", "--plan", "rest", "--memory",
                    "100MB", says=("{1-63}|{}", "--plan tiny would do, with 7"))
        self.expect(INPUT_FAILED, "build", *out, "--plan", "medium", "--memory", "80MB",
                    says=("raise --memory", "--plan tiny would do"))
        self.directory.joinpath("out").write_text("something else")
        refused = self.expect(FILE, "build", *out, "--plan", "medium", "--memory", "80MB",
                              says="exists")
        self.assertNotIn("would do", refused.err)

    def test_joins_with_other_parts(self):
        tables = self.build("--plan", "tiny + pattern:6-6-3")
        info = json.loads(self.expect(DONE, "info", tables, "--json").out)
        self.assertEqual(info["plan"], "1-4/5,9,13/6-8,10-12,14-15 + pattern:5-5-5 + pattern:6-6-3")


@unittest.skipUnless(LONG, "measures for minutes")
class PlansWithValues(CommandTest):
    def test_the_best_with_effort_has_values(self):
        result = self.expect(DONE, "plan", "--budget", "128kB", "--effort", "300us", "--json",
                             says="stages to solve")
        plans = json.loads(result.out)["plans"]
        best = min(plans, key=lambda plan: plan["moves_with_effort"]["mean"])
        self.assertRegex(best["plan"], r" \+ values:pairs$")


if __name__ == "__main__":
    unittest.main()
