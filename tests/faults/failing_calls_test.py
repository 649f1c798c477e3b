# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""failing_calls_test.py LIBRARY [--all]: the n-th write, sync, rename, mapping, open, read, thread
or allocation fails, for every n until the command succeeds.

LIBRARY is fail_calls.so, which makes the calls fail, once or from then on. Whatever fails: the exit
code is the one that docs/command.md promises, a line says what it is about, the output's name holds
what it held before or the whole new file, nothing is left beside it, and the same command then
succeeds with the same bytes. (A build that has lasted may leave its journal, until then.) --all
tries every allocation, otherwise some, and the last ones of a command that makes a file.
"""

import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

from command import DONE, FILE, INPUT_FAILED, TILEBASE, TIMEOUT

LIBRARY = os.path.abspath(sys.argv.pop(1))
ALL = "--all" in sys.argv and not sys.argv.remove("--all")
# On a disk, syncing takes most of the time.
ROOM = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
OLD = b"what was here before"

# The exit codes that are right for each error. A call that the work does not depend on may fail
# unnoticed, so DONE is always right if the output is there. LMDB reports a write that was cut short
# as an error of the disk, or, if it is the first one, as a full disk.
WRITING = {
    "write": {"ENOSPC": [INPUT_FAILED], "EDQUOT": [INPUT_FAILED], "EIO": [FILE],
              "SHORT": [FILE, INPUT_FAILED],
              "EINTR": []},
    "fsync": {"ENOSPC": [INPUT_FAILED], "EIO": [FILE], "EINTR": []},
    "rename": {"ENOSPC": [INPUT_FAILED], "EIO": [FILE]},
}
READING = {
    "open": {"EMFILE": [INPUT_FAILED], "EIO": [FILE]},
    "mmap": {"ENOMEM": [INPUT_FAILED]},
    "read": {"EIO": [FILE], "SHORT": [FILE]},
    "thread": {"EAGAIN": []},
}
MEMORY = {"memory": {"ENOMEM": [INPUT_FAILED]}}
# How many allocations to try out of very many: setting up the command line alone makes 3,000.
SOME_ALLOCATIONS = 25
# The allocations around the moment when the output gets its name.
LAST_ALLOCATIONS = 40
# After this time, the journal of a build that failed is kept (docs/command.md). On a busy machine
# any build may last that long.
WORTH_KEEPING_SECONDS = 10


class Sweep:
    """All faults of one command, each in a directory of its own."""

    def __init__(self, test, directory, arguments, output=None, inputs=()):
        self.test = test
        self.directory = pathlib.Path(directory)
        self.arguments = arguments
        self.output = output
        self.inputs = [pathlib.Path(path) for path in inputs]
        self.count = 0
        self.seen = self.right = 0
        code, self.expected, _ = self.run(self.room())
        test.assertEqual(code, DONE)

    def room(self):
        self.count += 1
        path = self.directory / f"room-{self.count}"
        path.mkdir()
        for given in self.inputs:
            os.link(given, path / given.name)
        return path

    def run(self, room, calls=None, *more):
        """Exit code, what the command made, and what it said on standard error."""
        environment = dict(os.environ)
        if calls is not None:
            environment |= {"LD_PRELOAD": LIBRARY, "FAIL_CALLS": calls,
                            "FAIL_COUNT": str(room / "count")}
        done = subprocess.run([TILEBASE, *self.arguments, *more], cwd=room, env=environment,
                              stdin=subprocess.DEVNULL, capture_output=True, check=False,
                              timeout=TIMEOUT)
        made = done.stdout
        if self.output is not None:
            path = room / self.output
            made = path.read_bytes() if path.exists() else None
        return done.returncode, made, done.stderr.decode(errors="replace")

    def one(self, kind, number, error, how, wanted):
        """What is wrong about this fault; how many calls there were."""
        room = self.room()
        replaced = self.output is not None and how == "once"
        if replaced:
            (room / self.output).write_bytes(OLD)
        calls = f"{kind}:{number}:{error}:{how}"
        start = time.monotonic()
        code, made, said = self.run(room, calls, *(["--force"] if replaced else []))
        lasted = time.monotonic() - start >= WORTH_KEEPING_SECONDS
        counted = room / "count"
        count = int(counted.read_text()) if counted.exists() else None
        counted.unlink(missing_ok=True)
        wrong = []
        if code not in [DONE, *wanted]:
            wrong.append(f"exit code {code}, expected {[DONE, *wanted]}")
        if code == DONE and made != self.expected:
            wrong.append("done, with another result")
        left = {path.name for path in room.iterdir()} - {path.name for path in self.inputs}
        if code != DONE:
            lines = said.splitlines()
            if len(lines) != 1 or not said.startswith("tilebase: "):
                wrong.append("expected one line that tells why")
            names = [self.output or "tables", "tables", "{"]
            if kind != "memory" and not any(name in said for name in names):
                wrong.append("what it tells names no file and no subproblem")
            if self.output is not None:
                if made != (OLD if replaced else None):
                    wrong.append("the output changed")
                journal = f"{self.output}.journal"
                if lasted:
                    left.discard(journal)
                if left != ({self.output} if replaced else set()):
                    wrong.append(f"left over: {sorted(left)}")
                again, made, _ = self.run(room, None, *(["--force"] if replaced else []))
                if again != DONE or made != self.expected:
                    wrong.append(f"then exit code {again}, or another result")
                if (room / journal).exists():
                    wrong.append("then left over: the journal")
        elif self.output is not None and left != {self.output}:
            wrong.append(f"left over: {sorted(left)}")
        shutil.rmtree(room)
        if wrong:
            wrong.append(said.strip()[:300])
        return count, f"{calls}: " + "; ".join(wrong) if wrong else None

    def sweep(self, kinds):
        faults = []
        wrong = []
        for kind, errors in kinds.items():
            for error, wanted in errors.items():
                for how in ("once", "on"):
                    if error == "EINTR" and how == "on":
                        continue  # the system cannot interrupt every call
                    count, _ = self.one(kind, 1 << 40, error, how, [])
                    numbers = range(1, count + 2)
                    if kind == "memory" and not ALL:
                        step = max(1, count // SOME_ALLOCATIONS)
                        last = max(1, count - (LAST_ALLOCATIONS if self.output else 1) + 1)
                        numbers = [*range(1 + step // 2, last, step), *range(last, count + 2)]
                    faults += [(kind, number, error, how, wanted) for number in numbers]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            wrong = [text for _, text in pool.map(lambda fault: self.one(*fault), faults) if text]
        name = " ".join(self.arguments)
        print(f"{name}: {len(faults) - len(wrong)}/{len(faults)} faults right "
              f"({', '.join(kinds)})", flush=True)
        self.test.assertEqual(wrong, [], "\n".join(wrong[:20]))


class FailingCalls(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.directory = tempfile.mkdtemp(prefix="tilebase-", dir=ROOM)
        self.addCleanup(shutil.rmtree, self.directory, ignore_errors=True)

    def made(self, *arguments):
        path = pathlib.Path(self.directory) / "tables"
        subprocess.run([TILEBASE, "build", "-o", path, *arguments], check=True, timeout=TIMEOUT,
                       stdout=subprocess.DEVNULL)
        return path

    def sweep(self, arguments, kinds, **places):
        Sweep(self, self.directory, arguments, **places).sweep(kinds)

    def test_build_zstd(self):
        self.sweep(["build", "-o", "new", "--board", "3x3", "--plan", "ladder:3", "--threads", "1"],
                   {**WRITING, **READING, **MEMORY}, output="new")

    def test_build_raw(self):
        self.sweep(["build", "-o", "new", "--board", "2x4", "--plan", "ladder:4", "--threads", "1",
                    "--store", "raw"], {**WRITING, **READING, **MEMORY}, output="new")

    def test_build_on_threads(self):
        self.sweep(["build", "-o", "new", "--board", "3x3", "--plan", "1-4/rest", "--threads", "3"],
                   {"thread": READING["thread"], **MEMORY}, output="new")

    def test_build_of_patterns(self):
        self.sweep(["build", "-o", "new", "--board", "3x3", "--plan", "pattern:4-4", "--threads",
                    "2"], {**READING, **MEMORY}, output="new")

    def test_export_of_an_image(self):
        path = self.made("--board", "3x3", "--plan", "ladder:3")
        self.sweep(["export", "tables", "-o", "new"], {**WRITING, **READING, **MEMORY},
                   output="new", inputs=[path])

    def test_export_of_the_compact_form(self):
        path = self.made("--board", "3x3", "--plan", "ladder:3")
        self.sweep(["export", "tables", "-o", "new", "--format", "c"], {**WRITING, **MEMORY},
                   output="new", inputs=[path])

    def test_solve(self):
        path = self.made("--board", "3x3", "--plan", "ladder:2")
        self.sweep(["solve", "tables", "--random", "3"], {**READING, **MEMORY}, inputs=[path])

    def test_verify(self):
        path = self.made("--board", "3x3", "--plan", "ladder:3")
        self.sweep(["verify", "tables"], {**READING, **MEMORY}, inputs=[path])


if __name__ == "__main__":
    unittest.main()
