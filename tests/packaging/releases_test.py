# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""A bare root of a release of Debian, in which the README's two commands pass, and in which projects of
others use tilebase as docs/building.md says: by FetchContent, by find_package and by pkg-config. And
`pip install .` as docs/python.md says, with the network that the root has: Debian's packages and no other.

Usage: releases_test.py BUILD_DIRECTORY RELEASE      bookworm, trixie or sid
"""

import pathlib
import re
import resource
import shutil
import subprocess
import sys
import time
import unittest

from bare_root import BareRootTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BareRootTest.cache = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build").resolve() / "bare-root"
RELEASE = sys.argv[2] if len(sys.argv) > 2 else "bookworm"
# In a project whose only language is C, it has to link the C++ library, too.
INSTALLED = """
cmake_minimum_required(VERSION 3.25)
project(game LANGUAGES C)
find_package(tilebase 0.1 REQUIRED COMPONENTS static)
add_executable(game game.c)
target_link_libraries(game PRIVATE tilebase::static)
add_executable(shared game.c)
target_link_libraries(shared PRIVATE tilebase::tilebase)
"""

# Options with which an isolated build installs from python3-setuptools-whl and python3-wheel-whl.
ISOLATED = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/usr/share/python-wheels"}
BOARD = "15 10 _ 13/11 4 1 12/3 7 9 8/2 14 6 5"


def fetching():
    """The project that the page on building shows."""
    page = (ROOT / "docs/building.md").read_text(encoding="utf-8")
    return next(block for block in re.findall(r"^```cmake\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
                if "FetchContent_Declare" in block)


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class ARelease(BareRootTest):
    def timed(self, name, *words, **where):
        """What the command prints. Reports what it took."""
        wall, processor = time.monotonic(), processor_seconds()
        printed = self.bare.run(*words, **where)
        print(f"{RELEASE}: {name}: {time.monotonic() - wall:.0f} s of wall time, "
              f"{processor_seconds() - processor:.0f} s of processor time", flush=True)
        return printed

    def project(self, name, text):
        folder = self.bare.path / name
        folder.mkdir()
        (folder / "CMakeLists.txt").write_text(text, encoding="utf-8")
        shutil.copy(ROOT / "docs/examples/solve.c", folder / "game.c")
        return f"/{name}"

    def test_builds_tests_and_is_used(self):
        self.bare = self.root(RELEASE)
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", ROOT, self.bare.path / "source"],
                       check=True)
        printed = self.timed("tools/run", "tools/run", folder="/source")
        self.assertRegex(printed.splitlines()[-1], r"^\d+ [LRUD]+$", printed)
        self.timed("tools/test", "tools/test", folder="/source")

        folder = self.project("fetching", fetching())
        (self.bare.path / "fetching/tilebase").symlink_to("/source")
        self.timed("FetchContent", "sh", "-e", "-c",
                   "cmake -G Ninja -S . -B build -DCMAKE_BUILD_TYPE=Release && "
                   "cmake --build build --target game && "
                   "build/game /source/build/default.tilebase", folder=folder)

        folder = self.project("installed", INSTALLED)
        self.timed("install", "sh", "-e", "-c",
                   "cmake -DTILEBASE_TESTS=OFF build && cmake --build build && "
                   "cmake --install build --prefix /usr/local && ldconfig", folder="/source")
        self.bare.shell("apt-get install -y --no-install-recommends pkg-config")
        self.timed("find_package and pkg-config", "sh", "-e", "-c",
                   "cmake -G Ninja -S . -B build && cmake --build build && "
                   "cc -std=c99 game.c $(pkg-config --cflags --libs tilebase) -o build/plain && "
                   "for game in game shared plain; do "
                   "build/$game /source/build/default.tilebase; done", folder=folder)

        # From nothing, and then again with the installed programs.
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", ROOT, self.bare.path / "python"], check=True)
        self.bare.shell("apt-get install -y --no-install-recommends python3-venv python3-numpy python3-setuptools "
                        "python3-wheel python3-setuptools-whl python3-wheel-whl twine")
        for name, options in (("plain", "--no-build-isolation"), ("isolated", "")):
            self.timed(f"pip install {options}", "sh", "-e", "-c",
                       f"python3 -m venv --system-site-packages /{name} && /{name}/bin/pip install {options} .",
                       folder="/python", environment=ISOLATED)
            solution = self.bare.run(f"/{name}/bin/python", "-c",
                                     f"import tilebase; print(tilebase.open().solve('{BOARD}'))")
            self.assertRegex(solution, "^[LRUD]+$")
            self.assertIn(f" {solution}", self.bare.run(f"/{name}/bin/tilebase", "solve",
                                                        "/source/build/default.tilebase", BOARD))
        self.bare.shell("/plain/bin/pip wheel --no-build-isolation --no-deps -w wheel . && "
                        "twine check --strict wheel/*", folder="/python")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
