# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""kill_test.py EAGER_BUILD [KILLS]: a build that is ended, then the same again.

By kill -9 at random moments: the published name never holds part of a file; it holds what it held
before or the whole new file. And what the second command makes is the same, byte for byte, as what
an undisturbed one makes. Also where a search goes on from its saved state: EAGER_BUILD saves it
after every level.

By Ctrl-C: the build ends at a clean point, says how to go on, and the same command does.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
import unittest

from command import DONE, INPUT_FAILED, SANITIZED, TIMEOUT, CommandTest, start

EAGER_BUILD = os.path.abspath(sys.argv.pop(1))
KILLS = int(sys.argv.pop(1)) if len(sys.argv) > 1 else 50
# 18 tables of many sizes, none of which takes most of the time.
ARGUMENTS = ["--board", "5x5", "--plan", "ladder:3", "--threads", "1"]
OLD = b"what was here before"


@unittest.skipIf(SANITIZED, "most of the kills would come too early")
class Killed(CommandTest):
    def setUp(self):
        super().setUp()
        undisturbed = self.directory / "undisturbed"
        begin = time.monotonic()
        self.expect(DONE, "build", "-o", undisturbed, *ARGUMENTS)
        self.duration = time.monotonic() - begin
        self.undisturbed = undisturbed.read_bytes()
        self.generator = random.Random(9)
        self.path = self.directory / "tables"

    def kill(self, *more):
        """Kills a build at a random moment."""
        process = start("build", "-o", self.path, *ARGUMENTS, *more)
        time.sleep(self.generator.uniform(0, self.duration))
        process.kill()
        process.communicate(timeout=TIMEOUT)

    def go_on(self, *more):
        """The same command again. Whether it went on from what the killed one had finished."""
        result = self.expect(DONE, "build", "-o", self.path, *ARGUMENTS, *more)
        self.expect_only("tables", "undisturbed")
        return "going on from" in result.err

    def test_at_any_moment_a_build_goes_on_to_the_same_file(self):
        published = resumed = same = 0
        for i in range(KILLS):
            # A third of the builds are killed a second and a third time before they end.
            for _ in range(self.generator.choice((1, 1, 3))):
                self.kill()
                if self.path.exists():
                    break
            if self.path.exists():
                published += 1
            else:
                resumed += self.go_on()
            self.assertEqual(self.path.read_bytes(), self.undisturbed, f"kill {i}")
            same += 1
            self.path.unlink()
            # A kill between publishing and cleaning up leaves the journal.
            self.path.with_name("tables.journal").unlink(missing_ok=True)
        print(f"byte-identical after kill -9: {same}/{KILLS}, of which {resumed} went on from a "
              f"journal, {published} were published before the kill")
        self.assertGreater(resumed, KILLS // 4, "the kills come too early or too late")

    def test_the_published_name_holds_the_old_file_or_the_new_one(self):
        old = new = 0
        for i in range(KILLS // 2):
            self.path.write_bytes(OLD)
            self.kill("--force")
            found = self.path.read_bytes()
            self.assertIn(found, (OLD, self.undisturbed), f"kill {i}")
            old += found == OLD
            new += found != OLD
            self.go_on("--force")
            self.assertEqual(self.path.read_bytes(), self.undisturbed, f"kill {i}")
        print(f"whole after kill -9 of a replacement: {old + new}/{KILLS // 2}, {old} the old file, "
              f"{new} the new one")

    def test_a_search_goes_on_from_its_saved_state(self):
        def eager(**options):
            return subprocess.Popen([EAGER_BUILD, self.path, "ladder:5"], stderr=subprocess.PIPE,
                                    **options)

        def finish():
            process = eager()
            _, err = process.communicate(timeout=TIMEOUT)
            self.assertEqual(process.returncode, 0, err)
            self.expect_only("tables", "undisturbed")
            return self.path.read_bytes()

        begin = time.monotonic()
        undisturbed = finish()
        duration = time.monotonic() - begin
        same = saved = halves = 0
        for i in range(KILLS // 2):
            self.path.unlink(missing_ok=True)
            process = eager()
            time.sleep(self.generator.uniform(0, duration))
            process.kill()
            process.communicate(timeout=TIMEOUT)
            left = os.listdir(self.directory)
            saved += any(name.endswith(".level") for name in left)
            halves += any(name.endswith(".level.partial") for name in left)
            if "tables" in left:
                self.assertEqual(self.path.read_bytes(), undisturbed, f"kill {i}")
                self.path.unlink()
            self.assertEqual(finish(), undisturbed, f"kill {i}")
            same += 1
        print(f"byte-identical after kill -9 in a search: {same}/{KILLS // 2}, {saved} with a saved "
              f"state, {halves} killed while saving")
        self.assertGreater(saved, KILLS // 16, "the kills come too early or too late")


class Interrupted(CommandTest):
    # A small table, then one that takes long enough to be interrupted: {3-8}|{1-2}.
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
            self.assertRegex(err, f"tilebase: stopped; what is finished is kept in {self.path}.journal "
                                  r"\([\d.]+ [kM]B\), and the same command goes on from it\n")
            self.expect_only("tables.journal", "undisturbed")
        self.expect(DONE, *self.arguments)
        self.assertEqual(self.path.read_bytes(), undisturbed)
        self.expect_only("tables", "undisturbed")


class InterruptedStages(CommandTest):
    """A build of a board that is no permutation, killed after every stage that it makes."""

    ARGUMENTS = ["--board", "5x5", "--walls", "6,18", "--threads", "1"]

    def test_a_build_goes_on_from_its_last_stage(self):
        undisturbed = self.directory / "undisturbed"
        out = self.expect(DONE, "build", "-o", undisturbed, *self.ARGUMENTS, "--json").out
        events = [json.loads(line) for line in out.splitlines()]
        stages = sum(event["event"] == "table" for event in events)
        self.assertGreater(stages, 2)
        path = self.directory / "tables"
        kills = finished = 0
        while not path.exists():
            process = start("build", "-o", path, *self.ARGUMENTS, "--json")
            tables = []  # whether each was resumed
            for event in map(json.loads, process.stdout):
                if event["event"] == "table":
                    tables.append(event["resumed"])
                    if not event["resumed"]:
                        break
            process.kill()
            _, err = process.communicate(timeout=TIMEOUT)
            self.assertGreaterEqual(tables.count(True), finished)
            if finished > 0:
                self.assertIn("going on from", err)
            finished = len(tables)
            kills += 1
        self.assertGreater(kills, 2)
        self.assertEqual(path.read_bytes(), undisturbed.read_bytes())
        # A kill between publishing and cleaning up leaves the journal.
        path.with_name("tables.journal").unlink(missing_ok=True)
        self.expect_only("tables", "undisturbed")


if __name__ == "__main__":
    unittest.main()
