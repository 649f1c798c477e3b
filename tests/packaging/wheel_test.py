# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""The Python package as a wheel: made without a network, and used in a virtual environment that has
nothing else of tilebase.

Usage: wheel_test.py BUILD_DIRECTORY [long]     long: the wheel builds its own library
"""

import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build").resolve()
LONG = "long" in sys.argv[2:]
NEEDED = ("numpy", "build", "setuptools", "wheel", "venv", "ensurepip")
MISSING = [name for name in NEEDED if importlib.util.find_spec(name) is None]
PROGRAM = """
import sys, numpy, tilebase
tables = tilebase.open(sys.argv[1])
boards = tilebase.random_boards(100, tables.shape, seed=1)
print(tilebase.__file__, tables.lengths(boards).min() > 0)
"""


def run(*command, **environment):
    """The standard output of a command that has to succeed."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                            env={**kept, **environment}, cwd="/", check=False)
    if result.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}: exit code {result.returncode}\n"
                             f"{result.stdout[-4000:]}{result.stderr[-4000:]}")
    return result.stdout


class TheWheel(unittest.TestCase):
    def test_holds_the_library_and_runs_in_a_virtual_environment(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            given = {} if LONG else {"TILEBASE_LIBRARY": str(BUILD / "runtime/libtilebase.so")}
            run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", folder, ROOT, **given)
            wheel, = folder.glob("tilebase-*.whl")
            self.assertRegex(wheel.name, r"-py3-none-linux_\w+\.whl$")
            with zipfile.ZipFile(wheel) as files:
                names = {name.partition("/")[2] for name in files.namelist()
                         if name.startswith("tilebase/")}
            sources = {path.name for path in (ROOT / "runtime/python/tilebase").glob("*.*")
                       if path.is_file()}
            self.assertEqual(names, sources | {"libtilebase.so"})

            tables = folder / "3x3.tilebase"
            run(BUILD / "bin/tilebase", "build", "-o", tables, "--board", "3x3")
            # The system's numpy alone; nothing is downloaded.
            run(sys.executable, "-m", "venv", "--system-site-packages", folder / "venv")
            python = folder / "venv/bin/python"
            run(python, "-m", "pip", "install", "--no-index", "--no-deps", wheel)
            self.assertEqual(run(python, "-c", PROGRAM, tables).split(),
                             [str(next((folder / "venv").rglob("tilebase/__init__.py"))), "True"])


if __name__ == "__main__":
    if MISSING:
        print(f"not installed: {', '.join(MISSING)}; the wheel is not tested")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
