# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Running the command as its users do: what the test scripts of this folder share."""

import collections
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

TILEBASE = os.environ["TILEBASE"]
REFERENCE = pathlib.Path(os.environ["TILEBASE_REFERENCE"])
DONE, INPUT_FAILED, USAGE, FILE = 0, 1, 2, 3
# Every start takes long under sanitizers: tests that repeat the same repeat it less often.
SANITIZED = "TILEBASE_SANITIZED" in os.environ
# Anything that takes longer hangs. With sanitizers, on a slow machine with other work, a build of
# values for a whole board took 200 seconds.
TIMEOUT = 600

Result = collections.namedtuple("Result", "code out err")

built = {}  # the bytes of table sets that CommandTest.build made, by arguments


def run(*arguments, **options):
    """Runs `tilebase arguments...` to its end."""
    command = [TILEBASE, *map(str, arguments)]
    options = {"timeout": TIMEOUT, "text": True, "stdin": subprocess.DEVNULL, **options}
    if "input" in options:
        del options["stdin"]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                            **options)
    return Result(result.returncode, result.stdout, result.stderr)


def start(*arguments, **options):
    """Starts `tilebase arguments...`."""
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **options}
    return subprocess.Popen([TILEBASE, *map(str, arguments)], **options)


class CommandTest(unittest.TestCase):
    """A test with a directory of its own, where `nobody` may look too."""

    maxDiff = None

    def setUp(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="tilebase-"))
        self.directory.chmod(0o755)
        self.addCleanup(shutil.rmtree, self.directory, ignore_errors=True)

    def expect(self, code, *arguments, says=(), **options):
        """Runs the command; its exit code must be `code`, and what it says on standard error must
        hold each of `says`."""
        result = run(*arguments, **options)
        shown = f"tilebase {' '.join(map(str, arguments))}\n{result.out[:2000]}{result.err[:2000]}"
        self.assertEqual(result.code, code, shown)
        for text in [says] if isinstance(says, str) else says:
            self.assertIn(text, result.err, shown)
        if code != DONE and says:
            self.assertTrue(result.err.startswith("tilebase: "), shown)
            self.assertEqual(result.err.count("\n"), 1, shown)
        return result

    def build(self, *arguments, name="tables"):
        """The path of a new table set: of ladder:1, which is small and has stages that grow, where
        no other plan is given. A script builds a set once and copies it, for equal arguments give
        equal bytes."""
        path = self.directory / name
        plan = [] if "--plan" in arguments else ["--plan", "ladder:1"]
        if arguments in built:
            path.unlink(missing_ok=True)
            path.write_bytes(built[arguments])
        else:
            self.expect(DONE, "build", "-o", path, *plan, *arguments)
            built[arguments] = path.read_bytes()
        return path

    def expect_only(self, *names):
        """The directory holds these files and nothing else: no .partial, no .journal."""
        self.assertEqual(sorted(os.listdir(self.directory)), sorted(names))
