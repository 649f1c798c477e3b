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
    return any("glibcxx_assert_fail" in name for name in imports(path))


def indirect_branches_tracked(path):
    return bool(re.search(r"x86 feature: IBT, SHSTK", readelf("--notes", path)))


CHECKS = [position_independent, relocations_read_only, bound_at_start, stack_not_executable,
          no_segment_written_and_executed, stack_protector, fortified, library_assertions]
if platform.machine() == "x86_64":
    CHECKS.append(indirect_branches_tracked)


class EveryProgram(unittest.TestCase):
    def test_is_hardened(self):
        found = 0
        for path in (COMMAND, LIBRARY):
            for check in CHECKS:
                with self.subTest(path.name, check=check.__name__):
                    self.assertTrue(check(path))
                    found += 1
        print(f"hardening found in the programs: {found}/{2 * len(CHECKS)}")


class TheStaticLibrary(unittest.TestCase):
    def test_has_objects_that_allow_the_same(self):
        """One object without them takes stack and branch protection from the program it is linked
        to."""
        notes = readelf("--notes", BUILD / "runtime/libtilebase.a").split("\nFile: ")[1:]
        sections = readelf("--section-headers", BUILD / "runtime/libtilebase.a").split("\nFile: ")[1:]
        self.assertGreater(len(sections), 20)
        self.assertEqual([s.split("\n")[0] for s in sections if ".note.GNU-stack" not in s], [])
        if platform.machine() == "x86_64":
            self.assertEqual([n.split("\n")[0] for n in notes if "IBT, SHSTK" not in n], [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
