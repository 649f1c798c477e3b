# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""What tools/run gives to `tilebase`, and what tools/test says without doing anything. A stand-in for
the program prints its arguments. The argument is the checkout."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop())
BOARD = "15,10,_,13/11,4,1,12/3,7,9,8/2,14,6,5"


def program(path, text):
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)


class Scripts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tilebase-")
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "tools").mkdir()
        for name in ("run", "test", "progress.sh", "packages.sh"):
            shutil.copy(ROOT / "tools" / name, self.root / "tools" / name)
        build = self.root / "build"
        (build / "bin").mkdir(parents=True)
        (build / "build.ninja").touch()
        program(build / "bin/tilebase", 'for word; do echo "$word"; done')
        self.tables = build / "default.tilebase"
        self.tables.write_text("tables", encoding="utf-8")
        (self.root / "path").mkdir()
        program(self.root / "path/ninja", "exit 0")
        self.environment = {**os.environ, "PATH": f"{self.root / 'path'}:{os.environ['PATH']}"}

    def run_tool(self, name, *arguments):
        return subprocess.run([self.root / "tools" / name, *arguments], env=self.environment, text=True,
                              capture_output=True, check=False, cwd=self.root)

    def given(self, *arguments):
        """What `tilebase` is given."""
        return self.run_tool("run", *arguments).stdout.splitlines()


class Run(Scripts):
    def test_a_command_that_reads_tables_has_the_default_set(self):
        tables = str(self.tables)
        self.assertEqual(self.given("solve", BOARD), ["solve", tables, BOARD])
        self.assertEqual(self.given("solve", "[[1,2],[3,0]]"), ["solve", tables, "[[1,2],[3,0]]"])
        self.assertEqual(self.given("solve", "--random", "2"), ["solve", tables, "--random", "2"])
        self.assertEqual(self.given("solve", "-"), ["solve", tables, "-"])
        self.assertEqual(self.given("info"), ["info", tables])
        self.assertEqual(self.given()[:4], ["solve", tables, "--random", "1"])

    def test_a_file_that_is_given_is_used(self):
        for words in (["solve", "other.tilebase", BOARD], ["probe", "folder/none", "1 2 3"],
                      ["build", "-o", "x.tilebase"], ["solve", "--help"], ["help", "solve"], ["bild"]):
            self.assertEqual(self.given(*words), words)

    def test_a_file_whose_name_looks_like_a_board_is_used(self):
        (self.root / "123").write_text("tables", encoding="utf-8")
        self.assertEqual(self.given("info", "123"), ["info", "123"])


class Test(Scripts):
    def test_help_explains_and_does_nothing_else(self):
        program(self.root / "path/apt-get", "touch installed")
        program(self.root / "path/cmake", "touch configured")
        for option in ("--help", "-h"):
            result = self.run_tool("test", option)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertIn("tools/test [--ci | --all] [ctest argument...]", result.stdout)
        self.assertFalse((self.root / "installed").exists() or (self.root / "configured").exists())


if __name__ == "__main__":
    unittest.main()
