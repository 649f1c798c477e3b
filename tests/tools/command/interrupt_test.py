# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Ctrl-C ends a build at a clean point, says how to go on, and the same command does."""

import json
import signal
import unittest

from command import DONE, INPUT_FAILED, TIMEOUT, CommandTest, start


class Interrupted(CommandTest):
    # A small table, then one that takes long enough to be interrupted in: {3-8}|{1-2}.
    ARGUMENTS = ["--plan", "1-2/3-8/rest", "--threads", "1"]
    LARGE = [3, 4, 5, 6, 7, 8]

    def setUp(self):
        super().setUp()
        self.path = self.directory / "tables"
        self.arguments = ["build", "-o", self.path, *self.ARGUMENTS]

    def stop(self, number, wanted):
        """Sends the signal at the first event that is `wanted`. Returns what the command said."""
        process = start(*self.arguments, "--json")
        for line in process.stdout:
            if wanted(json.loads(line)):
                break
        process.send_signal(number)
        _, err = process.communicate(timeout=TIMEOUT)
        self.code = process.returncode
        self.assertFalse(self.path.exists())
        return err

    def test_a_short_build_leaves_nothing_and_says_so(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            err = self.stop(number, lambda event: event["event"] == "table")
            self.assertEqual(self.code, INPUT_FAILED)
            self.assertEqual(err, "tilebase: stopped; of so short a build nothing is kept, the "
                                  "same command starts again\n")
            self.expect_only()

    def test_a_build_that_goes_on_keeps_what_is_finished(self):
        undisturbed = self.build(*self.ARGUMENTS, name="undisturbed").read_bytes()
        self.stop(signal.SIGKILL, lambda event: event["event"] == "table")
        self.expect_only("tables.journal", "undisturbed")
        for _ in range(2):
            err = self.stop(signal.SIGINT, lambda event: event.get("goal") == self.LARGE)
            self.assertEqual(self.code, INPUT_FAILED)
            self.assertIn("1 table is finished", err)
            self.assertIn(f"tilebase: stopped; what is finished is kept in {self.path}.journal, "
                          "and the same command goes on from it\n", err)
            self.expect_only("tables.journal", "undisturbed")
        self.expect(DONE, *self.arguments)
        self.assertEqual(self.path.read_bytes(), undisturbed)
        self.expect_only("tables", "undisturbed")


if __name__ == "__main__":
    unittest.main()
