# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Counts, sizes and times mean the same in every option, and what cannot be meant is refused."""

import json
import os
import unittest

from command import DONE, USAGE, CommandTest

COUNT = "expected a count"
SIZE = "expected a size"
TIME = "expected a time"
BEYOND_64_BITS = "18446744073709551616"


class Quantities(CommandTest):
    def setUp(self):
        super().setUp()
        self.tables = self.build("--board", "3x3", "--plan", "rest")
        self.both = self.build("--board", "3x3", "--plan", "ladder:2 + pattern:4-4", name="both")

    def refused(self, says, *arguments):
        with self.subTest(arguments=arguments):
            self.expect(USAGE, *arguments, says=[arguments[-2], arguments[-1], says])

    def test_a_count_is_digits(self):
        output = self.directory / "new"
        for value in ("-1", "1.5", "0x10", "1e3", "nan", BEYOND_64_BITS):
            for arguments in (("solve", self.tables, "--random"), ("solve", self.tables, "--seed"),
                              ("solve", self.both, "--optimal", "--nodes"),
                              ("scramble", self.tables, "--moves", "5", "--count"),
                              ("scramble", self.tables, "--moves", "5", "--seed"),
                              ("bench", self.tables, "--boards"), ("bench", self.tables, "--rounds"),
                              ("bench", self.tables, "--threads"), ("verify", self.tables, "--threads"),
                              ("build", "-o", output, "--threads"), ("compare", "--nodes"),
                              ("compare", "--seed"), ("report", "paper", "--boards"),
                              ("report", "quality", self.tables, "--boards"),
                              ("serve", self.tables, "--max-boards")):
                self.refused(COUNT, *arguments, value)

    def test_a_count_is_never_octal(self):
        lines = self.expect(DONE, "solve", self.tables, "--random", "017").out.splitlines()
        self.assertEqual(len(lines), 17)

    def test_a_size_may_have_decimals_and_units(self):
        plan = ("plan", "--board", "2x2", "--effort", "0", "--json", "--budget")
        for text, size in (("47000", 47000), ("047000", 47000), ("47.5kB", 47500),
                           ("64KB", 64000), ("64KiB", 65536), ("4.7MB", 4700000),
                           ("0.5MiB", 1 << 19)):
            with self.subTest(text):
                budget = json.loads(self.expect(DONE, *plan, text).out)["budget_bytes"]
                self.assertEqual(budget, size)

    def test_a_size_that_cannot_be_meant_is_refused(self):
        output = self.directory / "new"
        for value in ("-1", "much", "1e9", "0x10", "nan", "0", BEYOND_64_BITS, "99999999TB"):
            for arguments in (("build", "-o", output, "--memory"), ("plan", "--budget"),
                              ("compare", "--memory"),
                              ("serve", self.both, "--max-head-bytes")):
                self.refused(SIZE, *arguments, value)

    def test_a_time_may_have_decimals_and_units(self):
        for text in ("10", "10s", "0.2min", "10000ms", "1h", "1000000h"):
            with self.subTest(text):
                self.expect(DONE, "solve", self.both, "--optimal", "--random", "1", "--time", text)
                self.expect(DONE, "compare", "--boards", "3x3:1", "--solvers", "greedy", "--time", text)
        for text in ("2000", "20us", "1.5ms", "0.01s", "24h"):
            with self.subTest(text):
                self.expect(DONE, "solve", self.both, "--random", "1", "--effort", text)

    def test_a_time_that_cannot_be_meant_is_refused(self):
        for value in ("-1", "soon", "9.3e9", "9300000000", "9223372036s", "nan", "inf", BEYOND_64_BITS):
            for arguments in (("solve", self.both, "--optimal", "--time"), ("compare", "--time"),
                              ("serve", self.tables, "--idle-time"),
                              ("serve", self.tables, "--watch-time")):
                self.refused(TIME, *arguments, value)
        for value in ("9223372036s", "-1", "1.5", "nan", "1x", BEYOND_64_BITS):
            self.expect(USAGE, "solve", self.tables, "--random", "1", "--effort", value,
                        says=[f"effort '{value}'", "a number of lookups", "a time up to 24h"])

    def test_a_setting_of_the_service_follows_the_same_rule(self):
        config = self.directory / "serve.conf"
        for value in ("nan", "-1", "9.3e9"):
            config.write_text(f"idle-time = {value}\n", encoding="utf-8")
            self.expect(USAGE, "serve", self.tables, "--config", config, says=["idle-time", TIME])
            self.expect(USAGE, "serve", self.tables, env={**os.environ, "TILEBASE_IDLE_TIME": value},
                        says=["--idle-time", TIME])

    def test_one_node_is_about_one_node(self):
        for threads in ("1", "2"):
            answer = json.loads(self.expect(
                DONE, "solve", self.both, "--optimal", "--nodes", "1", "--threads", threads,
                "--json", "8 6 7 2 5 4 3 0 1").out)
            self.assertFalse(answer["optimal"])
            self.assertLessEqual(answer["nodes"], 4)


if __name__ == "__main__":
    unittest.main()
