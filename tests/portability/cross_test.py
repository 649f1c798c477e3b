# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""What tools/cross builds for another machine answers there, emulated, as the command does here.

Usage: cross_test.py windows|arm64 BUILD_DIRECTORY      tools/cross builds in BUILD_DIRECTORY/MACHINE
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "docs/examples"
TILEBASE = os.environ["TILEBASE"]
MACHINE = sys.argv[1]
BUILD = pathlib.Path(sys.argv[2]).resolve() / MACHINE
BOARD = "15 10 _ 13 / 11 4 1 12 / 3 7 9 8 / 2 14 6 5"
NEEDS = {"windows": {"g++-mingw-w64-x86-64-posix": "x86_64-w64-mingw32-g++-posix", "wine": "wine",
                     "dpkg-dev": "dpkg-source"},
         "arm64": {"g++-aarch64-linux-gnu": "aarch64-linux-gnu-g++", "qemu-user": "qemu-aarch64",
                   "mmdebstrap": "mmdebstrap"}}
RUNNER = {"windows": ["wine"], "arm64": ["qemu-aarch64", "-L", BUILD / "prefix"]}[MACHINE]
PROGRAM = {"windows": "tilebase.exe", "arm64": "tilebase"}[MACHINE]
ENVIRONMENT = {**os.environ, "WINEDEBUG": "-all"}


def run(*words, **options):
    """The exit code of a command, and what it prints on both streams."""
    result = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, text=True,
                            stderr=subprocess.STDOUT, check=False, env=ENVIRONMENT, **options)
    return result.returncode, result.stdout


def succeed(*words, **options):
    code, printed = run(*words, **options)
    if code != 0:
        raise AssertionError(f"{' '.join(map(str, words))}: exit code {code}\n{printed[-4000:]}")
    return printed


class AnotherMachine(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        cls.folder = pathlib.Path(directory.name)
        succeed(ROOT / "tools/cross", MACHINE, BUILD, "-DTILEBASE_TESTS=ON", "-DTILEBASE_WERROR=ON")
        cls.command = [*RUNNER, BUILD / "bin" / PROGRAM]
        cls.files = []
        for name, board, plan in (("tiny", "4x4", "tiny"), ("wide", "5x3", "ladder:2")):
            store = cls.folder / f"{name}.tilebase"
            succeed(TILEBASE, "build", "-o", store, "--board", board, "--plan", plan)
            for form, options in (("coded", ["--store", "zstd"]), ("raw", [])):
                succeed(TILEBASE, "export", store, "-o", cls.folder / f"{name}-{form}", *options)
                cls.files.append(cls.folder / f"{name}-{form}")
            cls.files.append(store)

    def test_its_unit_tests_pass(self):
        succeed("ninja", "-C", BUILD)
        printed = succeed("ctest", "--test-dir", BUILD, "--output-on-failure", "-LE", "release|long",
                          "-j", os.cpu_count())
        print(f"{MACHINE}:", re.search(r"\d+% tests passed.*", printed)[0])

    def test_the_command_answers_as_here(self):
        same = total = 0
        for path in self.files:
            for words in (["solve", path, "--random", "200", "--json"],
                          ["solve", path, "--random", "20", "--effort", "5000"],
                          ["scramble", path, "--moves", "30..60", "--count", "5"],
                          ["info", path, "--json"], ["verify", path],
                          *([["probe", path, BOARD, "--json"], ["hint", path, BOARD],
                             ["solve", path, "--optimal", "--json", "-"]]
                            if "tiny" in path.name else [])):
                if "--optimal" in words:  # but for its times
                    words = words[:-1] + ["1 2 3 4/5 6 7 8/9 10 0 11/13 14 15 12"]
                expected, found = run(TILEBASE, *words), run(*self.command, *words)
                # Times, and how far a slow emulator is.
                seconds = re.compile(r'"microseconds":\d+|nodes in .*|^tilebase: +\d+%.*\n', re.MULTILINE)
                expected, found = ((code, seconds.sub("", text)) for code, text in (expected, found))
                self.assertEqual(found, expected, words)
                total += len(expected[1].splitlines())
                same += len(found[1].splitlines())
        print(f"{MACHINE}: {same}/{total} lines as the command prints them here")

    def test_its_archive_runs_where_it_is_unpacked(self):
        succeed("ninja", "-C", BUILD, "tilebase_packages")
        archive, = (BUILD / "packages").glob("tilebase-*")
        shutil.unpack_archive(archive, self.folder / "unpacked")
        tree, = (self.folder / "unpacked").iterdir()
        command = [*RUNNER, tree / "bin" / PROGRAM]
        tables = tree / "share/tilebase/tables/4x4.tilebase"
        expected = run(TILEBASE, "solve", tables, BOARD)
        self.assertEqual(expected[0], 0)
        self.assertEqual(run(*command, "solve", tables, BOARD), expected)
        print(f"{archive.name}: {archive.stat().st_size} bytes, runs where it is unpacked")

    def test_it_builds_the_same_bytes(self):
        same = 0
        for name, board, plan in (("tiny", "4x4", "tiny"), ("wide", "5x3", "ladder:2")):
            there = self.folder / f"{name}.there"
            succeed(*self.command, "build", "-o", there, "--board", board, "--plan", plan)
            self.assertEqual(there.read_bytes(), (self.folder / f"{name}.tilebase").read_bytes())
            succeed(TILEBASE, "verify", there)
            same += 1
        print(f"{MACHINE}: {same}/2 table sets have the bytes that are built here, and pass verify here")

    def test_the_command_refuses_what_it_refuses_here(self):
        image = (self.folder / "tiny-raw").read_bytes()
        broken = self.folder / "broken"
        for changed in (b"", image[:8], image[:-1], image + b"\0", b"\0" + image[1:],
                        image[:len(image) // 2] + b"\x55" + image[len(image) // 2 + 1:]):
            broken.write_bytes(changed)
            with self.subTest(bytes=len(changed)):
                expected, found = run(TILEBASE, "verify", broken), run(*self.command, "verify", broken)
                self.assertEqual((expected[0], found[0]), (3, 3))
                self.assertEqual(found, expected)
        for words in (["solve", self.folder / "missing", BOARD], ["solve", self.folder / "tiny-raw", "1 2"],
                      ["solve"], ["solve", "--json"]):
            self.assertEqual(run(*self.command, *words), run(TILEBASE, *words))


@unittest.skipUnless(MACHINE == "windows", "of Windows")
class Windows(AnotherMachine):
    """The library needs no DLL but the system's and shows what tilebase.h declares."""

    def test_the_library_needs_the_system_alone_and_shows_the_interface(self):
        for name in ("tilebase.dll", "tilebase.exe"):
            printed = succeed("x86_64-w64-mingw32-objdump", "-p", BUILD / "bin" / name)
            needed = set(re.findall(r"DLL Name: (\S+)", printed))
            self.assertEqual(needed - {"KERNEL32.dll", "msvcrt.dll", "ADVAPI32.dll", "dbghelp.dll", "SHELL32.dll"},
                             set())
            if name.endswith("dll"):
                declared = set(re.findall(r"^TILEBASE_API .*?(tilebase_\w+)\(",
                                          (ROOT / "runtime/tilebase.h").read_text("utf-8"), re.M))
                self.assertEqual(set(re.findall(r"^\s+\[ *\d+\] (\w+)$", printed, re.M)), declared)

    def test_it_takes_paths_in_utf_8_and_replaces_nothing_unasked(self):
        folder = self.folder / "Tür_дом"
        folder.mkdir()
        made = folder / "3x3.tilebase"
        succeed(*self.command, "build", "-o", made, "--board", "3x3")
        first = made.read_bytes()
        code, printed = run(*self.command, "build", "-o", made, "--board", "3x3", "--plan", "1-3/rest")
        self.assertEqual(code, 3, printed)
        self.assertIn("exists", printed)
        self.assertEqual(made.read_bytes(), first)
        succeed(*self.command, "build", "--force", "-o", made, "--board", "3x3", "--plan", "1-3/rest")
        self.assertEqual([path.name for path in folder.iterdir()], [made.name])
        answers = folder / "answers.txt"
        succeed(*self.command, "solve", made, "--random", "9", "-o", answers)
        self.assertEqual(answers.read_text("utf-8").replace("\r", ""), succeed(TILEBASE, "solve", made, "--random", "9"))

    def test_programs_in_c_and_cxx_use_the_library(self):
        shutil.copy(BUILD / "bin/tilebase.dll", self.folder)
        letters = succeed(TILEBASE, "solve", self.folder / "tiny-raw", BOARD).split()[1]
        for compiler, name in ((["gcc-posix", "-std=c99"], "solve.c"),
                               (["g++-posix", "-std=c++17", "-static"], "solve.cc")):
            program = self.folder / f"{name}.exe"
            succeed(f"x86_64-w64-mingw32-{compiler[0]}", *compiler[1:], "-I", ROOT / "runtime",
                    EXAMPLES / name, BUILD / "runtime/libtilebase.dll.a", "-o", program)
            self.assertIn(f"actions: {letters}\n",
                          succeed("wine", program, self.folder / "tiny-raw").replace("\r", ""))


@unittest.skipUnless(MACHINE == "arm64", "of arm64")
class Arm64(AnotherMachine):
    def test_the_solver_s_vectors_are_of_neon(self):
        # The loop that all dense rows go through. Half of its function prepares the loop. In the
        # loop, 108 of 115 instructions are NEON's; a kernel by hand (`bit` for each `and` with
        # `orr`) could save about a quarter.
        kernel = "generator/CMakeFiles/tilebase_kernels_0.dir/retrograde/kernel.cc.o"
        code = succeed("aarch64-linux-gnu-objdump", "-dC", "--no-show-raw-insn", BUILD / kernel)
        loop = re.search(r"ExpandDense<unsigned short, 2, true, true>.*>:\n((?:.+\n)+)", code)[1]
        steps = re.findall(r"^ +\w+:\t(\w[\w.]*)\t?(.*)$", loop, re.MULTILINE)
        vectors = [name for name, operands in steps if re.match(r"[vq]\d+\b", operands)]
        print(f"arm64: {len(vectors)} of {len(steps)} instructions for dense rows are NEON's")
        self.assertGreater(len(vectors), len(steps) * 2 // 5)
        self.assertLessEqual({"and", "orr", "bic", "ushr", "ushl", "cnt"}, set(vectors))

    def test_the_library_needs_the_c_library_alone(self):
        printed = succeed("readelf", "--dynamic", "--wide", BUILD / "runtime/libtilebase.so")
        needed = set(re.findall(r"\(NEEDED\).*\[(.+)\]", printed))
        self.assertEqual(needed - {"libc.so.6", "libm.so.6", "ld-linux-aarch64.so.1"}, set())


if __name__ == "__main__":
    missing = [package for package, program in NEEDS[MACHINE].items() if not shutil.which(program)]
    if missing:
        print(f"{MACHINE} is not tried: install {' '.join(missing)}")
        sys.exit(77)
    del AnotherMachine  # only its children are tests
    unittest.main(argv=sys.argv[:1])
