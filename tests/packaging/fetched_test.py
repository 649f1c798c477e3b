# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""An outside project that has tilebase as a source folder links tilebase::tilebase and tilebase::static.

Usage: fetched_test.py C_COMPILER CXX_COMPILER [build]   without `build`, configuring is all
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CC, CXX = sys.argv[1:3] if len(sys.argv) >= 3 else ("cc", "c++")
BUILD = "build" in sys.argv[3:]
PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(game LANGUAGES C CXX)
include(FetchContent)
FetchContent_Declare(tilebase SOURCE_DIR "@ROOT@")
FetchContent_MakeAvailable(tilebase)
add_executable(shared consumer.c)
target_link_libraries(shared PRIVATE tilebase::tilebase)
add_executable(static consumer.c)
target_link_libraries(static PRIVATE tilebase::static)
if(TILEBASE_TESTS OR TILEBASE_WASM)
  message(FATAL_ERROR "tilebase builds its tests or its page inside another project")
endif()
"""


class AFetchedSource(unittest.TestCase):
    def run_cmake(self, *words):
        result = subprocess.run(["cmake", *map(str, words)], stdout=subprocess.PIPE, text=True,
                                stderr=subprocess.STDOUT, check=False)
        self.assertEqual(result.returncode, 0, result.stdout[-4000:])

    def test_has_the_targets_of_an_installed_one(self):
        with tempfile.TemporaryDirectory() as folder:
            project = pathlib.Path(folder)
            (project / "CMakeLists.txt").write_text(PROJECT.replace("@ROOT@", str(ROOT)), "utf-8")
            shutil.copy(HERE / "consumer.c", project)
            self.run_cmake("-S", project, "-B", project / "build", "-G", "Ninja",
                           f"-DCMAKE_C_COMPILER={CC}", f"-DCMAKE_CXX_COMPILER={CXX}")
            if BUILD:
                self.run_cmake("--build", project / "build", "--target", "shared", "static")
                for name in ("shared", "static"):
                    # What is linked runs; without tables it says how it is used.
                    ran = subprocess.run([project / "build" / name], check=False,
                                         capture_output=True, text=True)
                    self.assertIn("argc == 2", ran.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
