# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""bad_file_test.py FORGE_ENTRY: files that are not a table set of ours, or no longer: exit code 3 and a
message, never a signal and never a wrong answer."""

import json
import os
import pwd
import random
import subprocess
import sys
import time
import unittest
from pathlib import Path

from command import DONE, FILE, SANITIZED, TILEBASE, TIMEOUT, CommandTest, run, start
import puzzle

FORGE_ENTRY = sys.argv.pop(1)
SOLVED = puzzle.text(puzzle.solved())
SEAL_BYTES = 64  # docs/format.md, "The seal"; offsets from the end of the file
LMDB_BYTES_AT = -SEAL_BYTES + 24
VERSION_AT = -SEAL_BYTES + 48


class BadFiles(CommandTest):
    def setUp(self):
        super().setUp()
        self.sound = self.build(name="sound").read_bytes()
        self.bad = self.directory / "bad"

    def expect_refused(self, says, path=None):
        """Every command that reads a file refuses this one."""
        path = path or self.bad
        says = [f"{path}: ", *says]
        self.expect(FILE, "solve", path, SOLVED, says=says)
        self.expect(FILE, "probe", path, SOLVED, says=says)
        self.expect(FILE, "info", path, says=says)
        self.expect(FILE, "verify", path, says=says)

    def wait_until_opened(self, process):
        """Until it has mapped its copy of the file."""
        end = time.monotonic() + TIMEOUT
        while "memfd:tilebase" not in Path(f"/proc/{process.pid}/maps").read_text():
            self.assertIsNone(process.poll())
            self.assertLess(time.monotonic(), end, "no copy of the file is mapped")
            time.sleep(0.01)

    def test_a_file_changed_after_it_was_opened(self):
        """Boards come through a pipe while the table is overwritten or cut off."""
        board = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15"
        for store in ("zstd", "raw"):
            path = self.build("--store", store, name=store)
            whole = path.read_bytes()
            for change in (lambda: os.truncate(path, 0), lambda: os.truncate(path, 5000),
                           lambda: path.write_bytes(bytes(len(whole)))):
                path.write_bytes(whole)
                process = start("solve", path, "-", stdin=subprocess.PIPE)
                self.wait_until_opened(process)
                change()
                out, err = process.communicate(f"{board}\n" * 1000, timeout=TIMEOUT)
                self.assertEqual((process.returncode, out, err), (DONE, "1 L\n" * 1000, ""))

    def test_a_missing_file(self):
        self.expect_refused(["cannot open", "No such file"])
        self.expect_refused(["Not a directory"], self.directory / "sound" / "below")

    def test_what_is_not_a_file(self):
        self.expect_refused(["found a directory", "made by 'tilebase build'"], self.directory)
        os.mkfifo(self.bad)  # nobody writes to it: opening must not wait
        self.expect_refused(["found a device or pipe"])
        self.expect_refused(["found a device or pipe"], "/dev/null")

    def test_what_is_not_ours(self):
        says = ["not a tilebase file", "made by 'tilebase build'"]
        for content in (b"", b"\n", b"1 2 3\n" * 5000, random.Random(1).randbytes(100000),
                        bytes(100000), b"\x7fELF" + bytes(5000)):
            self.bad.write_bytes(content)
            self.expect_refused(says)
        self.expect_refused(says, __file__)
        self.expect_refused(says, TILEBASE)

    def test_an_lmdb_file_of_another_program(self):
        end = int.from_bytes(self.sound[LMDB_BYTES_AT:LMDB_BYTES_AT + 8], "little")
        self.bad.write_bytes(self.sound[:end])
        self.expect_refused(["found an LMDB file without one", "another program made it"])

    def test_a_newer_version(self):
        changed = bytearray(self.sound)
        changed[VERSION_AT] += 1
        self.bad.write_bytes(changed)
        self.expect_refused(["format version 2; expected at most 1", "use a newer tilebase"])

    def test_a_truncated_or_longer_file(self):
        lengths = {*range(0, len(self.sound), 331), *range(0, len(self.sound), 4096),
                   *range(len(self.sound) - 70, len(self.sound))}
        if SANITIZED:
            lengths = set(sorted(lengths)[::7])
        for length in sorted(lengths):
            self.bad.write_bytes(self.sound[:length])
            self.expect(FILE, "solve", self.bad, SOLVED, says=f"{self.bad}: ")
        for tail in (b"\0", self.sound[-SEAL_BYTES:], self.sound):
            self.bad.write_bytes(self.sound + tail)
            self.expect_refused([])
        print(f"truncated files refused: {len(lengths)}")

    def expect_changes_refused(self, sound, count):
        generator = random.Random(2)
        for i in range(count):
            at = min(len(sound) - 1, len(sound) * i // count + generator.randrange(16))
            changed = bytearray(sound)
            changed[at] ^= 1 << generator.randrange(8)
            self.bad.write_bytes(changed)
            with self.subTest(at=at):
                self.expect(FILE, "solve", self.bad, SOLVED,
                            says=[f"{self.bad}: ", "expected", "damaged: fetch or build it again"])
        print(f"changed files refused: {count}")

    def test_a_changed_byte(self):
        self.expect_changes_refused(self.sound, 30 if SANITIZED else 300)

    def test_a_changed_byte_of_a_large_raw_table(self):
        raw = self.build("--plan", "ladder:3", "--store", "raw", name="raw").read_bytes()
        self.expect_changes_refused(raw, 10 if SANITIZED else 100)

    def test_headers_are_readable_where_only_entries_are_damaged(self):
        raw = bytearray(self.build("--plan", "ladder:4", "--store", "raw", name="raw").read_bytes())
        raw[len(raw) // 4] ^= 1  # in the middle of {1-4}|{}, the largest
        self.bad.write_bytes(raw)
        self.expect(DONE, "info", self.bad)
        self.expect(FILE, "verify", self.bad, says="{1-4}|{}")


class ForgedEntries(CommandTest):
    """One entry was changed and every hash made right: every check passes but that of the entries."""

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
            # The ranks follow docs/format.md. No tile can slide right into cell 0. From cell 2,
            # with tile 1 beside it, moving the blank further right leads away from the goal.
            for rank, action, entry in ((0, "R", "rank 0 (blank on cell 0, tile 1 on cell 1)"),
                                        (31, "L", "rank 31 (blank on cell 2, tile 1 on cell 1)")):
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


class FilesOfOthers(CommandTest):
    """As a user who may only read."""

    def setUp(self):
        super().setUp()
        if os.geteuid() != 0:
            self.skipTest("needs root, to become somebody else")
        nobody = pwd.getpwnam("nobody")
        self.nobody = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        try:
            run("--version", **self.nobody)
        except (PermissionError, subprocess.SubprocessError):
            self.skipTest("nobody may not run the command")
        self.tables = self.build()

    def test_a_read_only_file_in_a_read_only_directory(self):
        self.tables.chmod(0o444)
        self.directory.chmod(0o555)
        for command in (["solve", self.tables, SOLVED], ["info", self.tables],
                        ["verify", self.tables]):
            self.expect(DONE, *command, **self.nobody)
        self.expect_only("tables")

    def test_a_file_that_may_not_be_read(self):
        self.tables.chmod(0o000)
        self.expect(FILE, "solve", self.tables, SOLVED, says=["cannot open", "Permission denied"],
                    **self.nobody)

    def test_a_directory_that_may_not_be_written(self):
        self.expect(FILE, "build", "-o", self.directory / "new", **self.nobody,
                    says=["Permission denied", "choose an output in a directory"])
        self.expect_only("tables")


if __name__ == "__main__":
    unittest.main()
