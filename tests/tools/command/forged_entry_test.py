# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""forged_entry_test.py FORGE_ENTRY: a file in which one entry was changed and every hash made
right passes every check but that of the entries."""

import json
import subprocess
import sys
import unittest

from command import DONE, FILE, CommandTest, run

FORGE_ENTRY = sys.argv.pop(1)


class ForgedEntries(CommandTest):
    def forge(self, table, rank, action, name="forged"):
        path = self.directory / name
        subprocess.run([FORGE_ENTRY, self.directory / "sound", path, str(table), str(rank), action],
                       check=True)
        return path

    def expect_found(self, forged, table, entry):
        self.expect(DONE, "info", forged)
        self.expect(FILE, "verify", forged,
                    says=[f"{forged}: table {table}: ", entry, "build it again"])
        result = run("verify", forged, "--json")
        self.assertEqual(result.code, FILE)
        verdict = json.loads(result.out)
        self.assertFalse(verdict["ok"])
        wrong = [t for t in verdict["tables"] if not t["ok"]]
        self.assertEqual(len(wrong), 1)
        self.assertIn(entry, wrong[0]["error"])

    def test_are_found_by_verify_and_named(self):
        for store in ("zstd", "raw"):
            self.build("--store", store, "--force", name="sound")
            # The ranks: docs/format.md. No tile can slide right into cell 0. From cell 2, with tile
            # 1 beside it, the blank had better not go on to the right; entries whose way leads
            # there never come home, and the first of them is named.
            for rank, action, entry in ((0, "R", "rank 0 (blank on cell 0, tile 1 on cell 1)"),
                                        (31, "L", "rank 1 (blank on cell 0, tile 1 on cell 2)")):
                with self.subTest(store=store, rank=rank):
                    forged = self.forge(0, rank, action, name=f"{store}-{rank}")
                    self.expect_found(forged, "{1}|{}", entry)

    def test_are_found_in_grown_and_large_tables(self):
        self.build("--plan", "ladder:5", name="sound")
        # Blank on the first cell, where nothing can slide right into it.
        self.expect_found(self.forge(0, 12345, "R", "large"), "{1-5}|{}", "rank 12345 (blank on "
                          "cell 0, ")
        self.build("--force", name="sound")
        self.expect_found(self.forge(4, 100, "R", "grown"), "{3-4}|{1-2}", "rank 100 (blank on "
                          "cell 2, ")

    def test_the_entry_of_a_goal_state_means_nothing(self):
        self.build(name="sound")
        # Rank 15: blank on cell 1, tile 1 on cell 0.
        for action in "LRUD":
            self.expect(DONE, "verify", self.forge(0, 15, action, action))


if __name__ == "__main__":
    unittest.main()
