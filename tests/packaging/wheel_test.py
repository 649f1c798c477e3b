# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""The Python package as a wheel: made without a network, and used in a virtual environment that has
nothing else of tilebase.

Usage: wheel_test.py BUILD_DIRECTORY [long]     long: the wheel builds its own library
"""

import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build").resolve()
LONG = "long" in sys.argv[2:]
NEEDED = ("numpy", "build", "setuptools", "venv", "ensurepip")
MISSING = [name for name in NEEDED if importlib.util.find_spec(name) is None]
# Debian's python3-setuptools-whl and python3-wheel-whl: what an isolated build installs, without a network.
WHEELS = pathlib.Path("/usr/share/python-wheels")
PROGRAM = """
import pathlib, sys, numpy, tilebase
with tilebase.open() as tables:
    board = "15 10 _ 13/11 4 1 12/3 7 9 8/2 14 6 5"
    print(tilebase.apply_actions(board, tables.solve(board)).tolist() == tilebase.solved_board((4, 4)).tolist())
with tilebase.build(sys.argv[1], (3, 3), "rest") as tables:
    print(tables.length("867254301"))
print(tilebase.__file__)
"""
# A system where neither setuptools nor the package `wheel` makes wheels.
WITHOUT_WHEEL = """
import runpy, sys
sys.modules["wheel"] = sys.modules["wheel.bdist_wheel"] = sys.modules["setuptools.command.bdist_wheel"] = None
sys.argv = ["setup.py", "bdist_wheel"]
runpy.run_path("setup.py", run_name="__main__")
"""


def finished(*command, **environment):
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    cwd = environment.pop("cwd", "/")
    return subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          env={**kept, **environment}, cwd=cwd, check=False)


def run(*command, **environment):
    """The standard output of a command that has to succeed."""
    result = finished(*command, **environment)
    if result.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}: exit code {result.returncode}\n"
                             f"{result.stdout[-4000:]}{result.stderr[-4000:]}")
    return result.stdout


class TheWheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        cls.folder = pathlib.Path(directory.name)
        cls.given = {} if LONG else {"TILEBASE_LIBRARY": str(BUILD / "runtime/libtilebase.so"),
                                     "TILEBASE": str(BUILD / "bin/tilebase")}
        run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", cls.folder, ROOT, **cls.given)
        cls.wheel, = cls.folder.glob("tilebase-*.whl")
        # Only the system's numpy; nothing is downloaded.
        run(sys.executable, "-m", "venv", "--system-site-packages", cls.folder / "venv")
        cls.python = cls.folder / "venv/bin/python"

    def test_holds_the_library_and_the_command_with_what_it_needs_and_the_default_set(self):
        with zipfile.ZipFile(self.wheel) as files:
            names = {name.partition("/")[2] for name in files.namelist() if name.startswith("tilebase/")}
        sources = {path.name for path in (ROOT / "runtime/python/tilebase").glob("*.*") if path.is_file()}
        libraries = {name for name in names if re.fullmatch(r"command/lib/lib[^/]+\.so\.[\d.]+", name)}
        self.assertEqual(names - libraries, sources | {"libtilebase.so", "default.tilebase", "command/tilebase",
                                                       "command/lib/tilebase"})
        self.assertFalse([name for name in libraries if name.startswith("command/lib/libc.so")])

    @unittest.skipUnless(shutil.which("readelf"), "readelf is not installed")
    def test_has_the_tag_of_the_glibc_that_its_programs_need(self):
        with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(self.wheel) as files:
            files.extractall(folder)
            said = run("readelf", "-VW", *pathlib.Path(folder).rglob("*.so*"),
                       *pathlib.Path(folder).rglob("lib/tilebase"))
        newest = max(map(int, re.findall(r"Name: GLIBC_2\.(\d+)", said)))
        self.assertRegex(self.wheel.name, rf"-py3-none-manylinux_2_{newest}_\w+\.whl$")

    @unittest.skipUnless(shutil.which("twine"), "twine is not installed")
    def test_passes_the_check_of_the_index(self):
        self.assertIn("PASSED", run("twine", "check", "--strict", self.wheel))

    def test_solves_and_builds_in_a_virtual_environment_right_after_installing(self):
        run(self.python, "-m", "pip", "install", "--no-index", "--no-deps", self.wheel)
        self.assertEqual(run(self.python, "-c", PROGRAM, self.folder / "3x3.tilebase", PATH="/bin:/usr/bin").split(),
                         ["True", "31", str(next((self.folder / "venv").rglob("tilebase/__init__.py")))])
        command = self.folder / "venv/bin/tilebase"
        self.assertEqual(run(command, "solve", self.folder / "3x3.tilebase", "123456708"), "1 L\n")

    @unittest.skipUnless(any(WHEELS.glob("setuptools-*.whl")) and any(WHEELS.glob("wheel-*.whl")),
                         "python3-setuptools-whl or python3-wheel-whl is not installed")
    def test_is_made_in_an_isolated_build_too(self):
        run(self.python, "-m", "pip", "wheel", "--no-deps", "-w", self.folder / "isolated", ROOT,
            PIP_NO_INDEX="1", PIP_FIND_LINKS=str(WHEELS), **self.given)
        self.assertEqual([path.name for path in (self.folder / "isolated").iterdir()], [self.wheel.name])

    def test_can_be_made_from_a_source_archive(self):
        run(sys.executable, "-m", "build", "--sdist", "--no-isolation", "-o", self.folder, ROOT)
        archive, = self.folder.glob("tilebase-*.tar.gz")
        with tarfile.open(archive) as files:
            names = {name.partition("/")[2] for name in files.getnames()}
        needed = {str(path.relative_to(ROOT)) for folder in ("generator", "runtime", "tables", "tools")
                  for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts}
        self.assertEqual((needed | {"CMakeLists.txt", "setup.py", "docs/python.md"}) - names, set())

    def test_says_what_to_install_where_nothing_makes_wheels(self):
        result = finished(sys.executable, "-c", WITHOUT_WHEEL, cwd=ROOT)
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("a wheel needs setuptools 70.1 or newer, or the package `wheel`", result.stderr)
        self.assertNotIn("Traceback", result.stderr)


if __name__ == "__main__":
    if MISSING:
        print(f"not installed: {', '.join(MISSING)}; the wheel is not tested")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
