# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""kill_test.py [KILLS]: kill -9 at random moments of a build, then the same command again.

The published name never holds part of a file, and what the second command makes is the same, byte
for byte, as what an undisturbed one makes.
"""

import random
import sys
import time
import unittest

from command import DONE, TIMEOUT, CommandTest, start

KILLS = int(sys.argv.pop(1)) if len(sys.argv) > 1 else 50
# 18 tables of many sizes, none of which takes most of the time.
ARGUMENTS = ["--board", "5x5", "--plan", "ladder:3", "--threads", "1"]


class Killed(CommandTest):
    def test_at_any_moment_a_build_goes_on_to_the_same_file(self):
        begin = time.monotonic()
        undisturbed = self.build(*ARGUMENTS, name="undisturbed").read_bytes()
        duration = time.monotonic() - begin
        generator = random.Random(9)
        path = self.directory / "tables"
        published = resumed = same = 0
        for i in range(KILLS):
            # A third of the builds are killed a second and a third time on their way.
            for _ in range(generator.choice((1, 1, 3))):
                process = start("build", "-o", path, *ARGUMENTS)
                time.sleep(generator.uniform(0, duration))
                process.kill()
                process.communicate(timeout=TIMEOUT)
                if path.exists():
                    break
            if path.exists():
                published += 1
            else:
                result = self.expect(DONE, "build", "-o", path, *ARGUMENTS)
                resumed += "going on from" in result.err
                self.expect_only("tables", "undisturbed")
            self.assertEqual(path.read_bytes(), undisturbed, f"kill {i}")
            same += 1
            path.unlink()
            # A kill between publishing and cleaning up leaves the journal.
            path.with_name("tables.journal").unlink(missing_ok=True)
        print(f"byte-identical after kill -9: {same}/{KILLS}, of which {resumed} went on from a "
              f"journal, {published} were published before the kill")
        self.assertGreater(resumed, KILLS // 4, "the kills come too early or too late")


if __name__ == "__main__":
    unittest.main()
