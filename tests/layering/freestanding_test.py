# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""The innermost ring compiles without a standard library, exceptions or RTTI.

Usage: freestanding_test.py COMPILER...   (those that are not installed are left out)
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import layering

ROOT = pathlib.Path(__file__).resolve().parents[2]
FLAGS = ["-std=c++20", "-ffreestanding", "-fno-exceptions", "-fno-rtti", "-Wall", "-Wextra",
         "-Werror", "-I", str(ROOT)]
# The compilers call these on their own, also in freestanding code; the last one is in libgcc, which
# comes with the compiler.
MAY_NEED = {"memcpy", "memmove", "memset", "memcmp", "__popcountdi2"}
COMPILERS = []


def compile_with(compiler, *arguments):
    return subprocess.run([compiler, *FLAGS, *arguments], capture_output=True, text=True,
                          check=False)


class TheRing(unittest.TestCase):
    def test_each_header_compiles_alone(self):
        with tempfile.TemporaryDirectory() as directory:
            source = pathlib.Path(directory) / "alone.cc"
            for compiler in COMPILERS:
                for header in sorted(layering.ring(ROOT)):
                    source.write_text(f'#include "{header}"\n', encoding="utf-8")
                    with self.subTest(compiler=compiler, header=header):
                        result = compile_with(compiler, "-fsyntax-only", str(source))
                        self.assertEqual(result.returncode, 0, result.stderr)

    def test_needs_nothing_but_what_compilers_assume(self):
        with tempfile.TemporaryDirectory() as directory:
            for compiler in COMPILERS:
                for level in ("-O0", "-Os", "-O2"):
                    with self.subTest(compiler=compiler, level=level):
                        target = os.path.join(directory, "freestanding.o")
                        source = str(ROOT / "tests/layering/freestanding.cc")
                        result = compile_with(compiler, level, "-c", source, "-o", target)
                        self.assertEqual(result.returncode, 0, result.stderr)
                        symbols = subprocess.run(["nm", "-u", "-j", target], capture_output=True,
                                                 text=True, check=True).stdout.split()
                        self.assertEqual(set(symbols) - MAY_NEED, set())

    def test_the_flags_forbid_what_they_should(self):
        with tempfile.TemporaryDirectory() as directory:
            source = pathlib.Path(directory) / "throws.cc"
            source.write_text("void f() { throw 1; }\n", encoding="utf-8")
            for compiler in COMPILERS:
                with self.subTest(compiler=compiler):
                    self.assertNotEqual(compile_with(compiler, "-c", str(source)).returncode, 0)


if __name__ == "__main__":
    found = {os.path.realpath(shutil.which(name)): name for name in reversed(sys.argv[1:])
             if shutil.which(name)}
    COMPILERS.extend(found.values())
    if not COMPILERS:
        sys.exit("freestanding_test.py: none of these compilers is installed: " +
                 " ".join(sys.argv[1:]))
    print("compilers:", " ".join(COMPILERS))
    unittest.main(argv=sys.argv[:1])
