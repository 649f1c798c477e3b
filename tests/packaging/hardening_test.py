# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""A release build's programs have what docs/releases.md says of them, read from their ELF headers.

Usage: hardening_test.py BUILD_DIRECTORY
"""

import pathlib
import platform
import re
import subprocess
import sys
import unittest

BUILD = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build").resolve()
COMMAND, LIBRARY = BUILD / "bin/tilebase", BUILD / "runtime/libtilebase.so"


def readelf(*arguments):
    return subprocess.run(["readelf", "--wide", *map(str, arguments)], capture_output=True,
                          text=True, check=True).stdout


def imports(path):
    return set(re.findall(r" UND (\w+)", readelf("--dyn-syms", path)))


def position_independent(path):
    return "DYN" in readelf("--file-header", path) and (path == LIBRARY or
                                                        "PIE" in readelf("--dynamic", path))


def relocations_read_only(path):
    return "GNU_RELRO" in readelf("--segments", path)


def bound_at_start(path):
    return bool(re.search(r"FLAGS.*\b(BIND_)?NOW\b", readelf("--dynamic", path)))


def stack_not_executable(path):
    return bool(re.search(r"GNU_STACK .* RW  ?0x", readelf("--segments", path)))


def no_segment_written_and_executed(path):
    return not re.search(r"LOAD .* RWE ", readelf("--segments", path))


def stack_protector(path):
    return "__stack_chk_fail" in imports(path)


def fortified(path):
    return any(name.endswith("_chk") for name in imports(path) - {"__stack_chk_fail"})


def library_assertions(path):
    # Part of a library that holds the C++ runtime.
    return "glibcxx_assert_fail" in readelf("--syms", path)


# The library has no call of libc that could be fortified: its copies are of lengths it has compared.
CHECKS = [(COMMAND, fortified)] + [
    (path, check) for path in (COMMAND, LIBRARY)
    for check in (position_independent, relocations_read_only, bound_at_start, stack_not_executable,
                  no_segment_written_and_executed, stack_protector, library_assertions)]


class EveryProgram(unittest.TestCase):
    def test_is_hardened(self):
        found = 0
        for path, check in CHECKS:
            with self.subTest(path.name, check=check.__name__):
                self.assertTrue(check(path))
                found += 1
        print(f"hardening found in the programs: {found}/{len(CHECKS)}")


class TheStaticLibrary(unittest.TestCase):
    def test_has_objects_that_allow_the_same(self):
        """One object without them would take stack or branch protection from all it is linked with.
        (Branch protection is looked for here because a program has it only where the C library's own
        start files do, which those of Debian 12 do not.)"""
        def objects(option):
            return readelf(option, BUILD / "runtime/libtilebase.a").split("\nFile: ")[1:]

        marks = [("--section-headers", ".note.GNU-stack")]
        if platform.machine() == "x86_64":
            marks.append(("--notes", "IBT, SHSTK"))
        for option, mark in marks:
            with self.subTest(mark):
                self.assertNotEqual(objects(option), [])
                self.assertEqual([each.split("\n")[0] for each in objects(option)
                                  if mark not in each], [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
