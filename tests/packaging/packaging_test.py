# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""An outside project finds, builds against and runs an installed tilebase, or one that it has as a source
folder.

Usage: packaging_test.py BUILD_DIRECTORY C_COMPILER CXX_COMPILER SELF_CONTAINED [build]
       without `build`, configuring is all that is done with the source folder
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# Programs of outside projects, and the board whose tables they get.
C_PROGRAM, CXX_PROGRAM = ROOT / "docs/examples/solve.c", HERE / "consumer.cc"
BOARDS = {C_PROGRAM: "4x4", CXX_PROGRAM: "3x3"}
BUILD, CC, CXX = sys.argv[1:4] if len(sys.argv) >= 4 else ("build", "cc", "c++")
SELF_CONTAINED = sys.argv[4:5] != ["0"]
BUILD_FETCHED = "build" in sys.argv[5:]
# The CMakeLists.txt of an outside project. LANGUAGES: C alone makes only the C programs.
PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES ${LANGUAGES})
set(CMAKE_C_STANDARD 99)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_EXTENSIONS OFF)
add_compile_options(-Wall -Wextra -Wpedantic -Werror)

find_package(tilebase 0.1 REQUIRED)
add_executable(c_shared solve.c)
target_link_libraries(c_shared PRIVATE tilebase::tilebase)
find_package(tilebase 0.1 REQUIRED COMPONENTS static)
add_executable(c_static solve.c)
target_link_libraries(c_static PRIVATE tilebase::static)
if("CXX" IN_LIST LANGUAGES)
  add_executable(cxx_shared consumer.cc)
  target_link_libraries(cxx_shared PRIVATE tilebase::tilebase)
  add_executable(cxx_static consumer.cc)
  target_link_libraries(cxx_static PRIVATE tilebase::static)
endif()
"""
# The CMakeLists.txt of a project that has tilebase as a source folder.
FETCHING = """
cmake_minimum_required(VERSION 3.25)
project(game LANGUAGES C CXX)
include(FetchContent)
FetchContent_Declare(tilebase SOURCE_DIR "@ROOT@")
FetchContent_MakeAvailable(tilebase)
get_directory_property(leaked_options COMPILE_OPTIONS)
get_directory_property(leaked_folders INCLUDE_DIRECTORIES)
get_directory_property(leaked_link_options LINK_OPTIONS)
set(leaked "${CMAKE_BUILD_TYPE}${leaked_options}${leaked_folders}${leaked_link_options}")
if(NOT leaked STREQUAL "")
  message(FATAL_ERROR "tilebase changes how the project around it is compiled: ${leaked}")
endif()
add_executable(shared solve.c)
target_link_libraries(shared PRIVATE tilebase::tilebase)
add_executable(static solve.c)
target_link_libraries(static PRIVATE tilebase::static)
if(TILEBASE_TESTS OR TILEBASE_WASM)
  message(FATAL_ERROR "tilebase builds its tests or its page inside another project")
endif()
"""
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]


def run(*command, env=None):
    """The standard output of a command that has to succeed."""
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                            env={**os.environ, **(env or {})}, check=False)
    if result.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}: exit code {result.returncode}\n"
                             f"{result.stdout}{result.stderr}")
    return result.stdout


class AnInstallTree(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.temporary = pathlib.Path(cls.directory.name)
        # Installed in one place and moved to another: nothing may remember the first.
        run("cmake", "--install", BUILD, "--prefix", cls.temporary / "first")
        cls.prefix = cls.temporary / "moved"
        shutil.move(cls.temporary / "first", cls.prefix)
        cls.libraries = next(cls.prefix.rglob("libtilebase.so")).parent
        cls.tables = {}
        for source, board in BOARDS.items():
            cls.tables[source] = cls.temporary / f"{board}.tilebase"
            run(cls.prefix / "bin/tilebase", "build", "-o", cls.tables[source], "--board", board)

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    def expect_runs(self, program, source):
        run(program, self.tables[source], env={"LD_LIBRARY_PATH": str(self.libraries)})

    def pkg_config(self, *arguments):
        return run("pkg-config", *arguments,
                   env={"PKG_CONFIG_PATH": str(self.libraries / "pkgconfig")}).split()

    def test_is_found_by_cmake(self):
        for languages, programs in (("C", ["c_shared", "c_static"]),
                                    ("C;CXX", ["c_shared", "c_static", "cxx_shared", "cxx_static"])):
            with self.subTest(languages=languages):
                project = self.temporary / languages.replace(";", "_")
                project.mkdir()
                (project / "CMakeLists.txt").write_text(PROJECT, encoding="utf-8")
                for source in BOARDS:
                    shutil.copy(source, project)
                run("cmake", "-G", "Ninja", "-S", project, "-B", project / "build",
                    f"-DLANGUAGES={languages}", f"-DCMAKE_PREFIX_PATH={self.prefix}",
                    f"-DCMAKE_C_COMPILER={CC}", f"-DCMAKE_CXX_COMPILER={CXX}")
                run("cmake", "--build", project / "build")
                for program in programs:
                    self.expect_runs(project / "build" / program,
                                     CXX_PROGRAM if program.startswith("cxx") else C_PROGRAM)

    def test_is_found_by_pkg_config_for_cxx20(self):
        program = self.temporary / "cxx20"
        run(CXX, "-std=c++20", *WARNINGS, CXX_PROGRAM, "-o", program,
            *self.pkg_config("--cflags", "--libs", "tilebase"))
        self.expect_runs(program, CXX_PROGRAM)

    def test_builds_and_runs_the_examples_of_the_documentation(self):
        outputs = []
        for compiler, standard, name in ((CC, "c99", "solve.c"), (CXX, "c++17", "solve.cc")):
            program = self.temporary / f"example_{standard}"
            run(compiler, f"-std={standard}", *WARNINGS, ROOT / "docs/examples" / name, "-o",
                program, *self.pkg_config("--cflags", "--libs", "tilebase"))
            outputs.append(run(program, self.tables[C_PROGRAM], env={"LD_LIBRARY_PATH": str(self.libraries)}))
        for output in outputs:
            self.assertRegex(output, r"^\d+ actions: [LRUD]+\n")
        self.assertEqual(*(output.splitlines()[0] for output in outputs))
        self.assertRegex(outputs[0], r"hint: slide [LRUD], \d+ actions to the end of stage 1\n")
        self.assertRegex(outputs[0], r"home after \d+ hints\n")
        self.assertIn("batch: 1000 boards with the same solution\n", outputs[1])

    def test_says_its_licence(self):
        for name in ("tilebase", "tilebase-static"):
            text = (self.libraries / f"pkgconfig/{name}.pc").read_text(encoding="utf-8")
            self.assertIn("\nLicense: MIT\n", text)

    def test_links_statically_by_pkg_config(self):
        program = self.temporary / "static"
        words = self.pkg_config("--cflags", "--libs", "tilebase-static")
        run(CC, "-std=c99", C_PROGRAM, "-o", program, *words)
        self.assertNotIn("libtilebase", run("readelf", "--dynamic", program))
        run(program, self.tables[C_PROGRAM])

    def test_needs_no_package_of_others_for_the_shared_library(self):
        words = run("pkg-config", "--cflags", "--libs", "tilebase",
                    env={"PKG_CONFIG_LIBDIR": str(self.libraries / "pkgconfig")}).split()
        self.assertEqual(words[-1], "-ltilebase")

    def test_runs_the_command_in_an_empty_environment(self):
        result = subprocess.run(["env", "-i", self.prefix / "bin/tilebase", "solve",
                                 self.tables[CXX_PROGRAM],
                                 "1234_5678"], capture_output=True, text=True, check=False)
        self.assertRegex(result.stdout, r"^\d+ [LRUD]+\n$", result.stderr)

    def test_holds_what_users_look_for(self):
        doc = "share/doc/tilebase"
        for name in (f"{doc}/LICENSE", f"{doc}/README.md", f"{doc}/docs/command.md",
                     f"{doc}/docs/manifests.json", "share/man/man1/tilebase.1",
                     "share/man/man1/tilebase-solve.1",
                     "share/bash-completion/completions/tilebase",
                     "share/zsh/site-functions/_tilebase",
                     "share/fish/vendor_completions.d/tilebase.fish"):
            with self.subTest(name):
                self.assertTrue((self.prefix / name).is_file())

    def test_holds_a_unit_that_names_the_installed_command(self):
        if not (pathlib.Path(BUILD) / "tools/libtilebase_serve.a").exists():
            self.skipTest("built without the service")
        for name in ("tilebase-serve.service", "tilebase-serve@.service"):
            unit = (self.prefix / "lib/systemd/system" / name).read_text("utf-8")
            self.assertIn(f"\nExecStart={self.temporary}/first/bin/tilebase serve ", unit)

    def test_holds_no_path_of_the_build(self):
        texts = [*self.prefix.rglob("*.cmake"), *self.prefix.rglob("*.pc")]
        self.assertGreater(len(texts), 5)
        for path in texts:
            for place in (BUILD, ROOT, self.temporary):
                self.assertNotIn(str(place), path.read_text(encoding="utf-8"), path)

    def test_holds_two_headers(self):
        self.assertEqual(sorted(path.name for path in (self.prefix / "include").rglob("*.*")),
                         ["tilebase.h", "tilebase.hpp"])


class TheSharedLibrary(unittest.TestCase):
    def setUp(self):
        self.library = next(pathlib.Path(BUILD).glob("runtime/libtilebase.so"))

    def test_exports_what_the_header_declares_and_nothing_else(self):
        header = (ROOT / "runtime/tilebase.h").read_text(encoding="utf-8")
        declared = re.findall(r"^TILEBASE_API[^(]*?(\w+)\(", header, re.MULTILINE)
        exported = [line.split()[-1] for line in
                    run("nm", "-D", "--defined-only", self.library).splitlines()]
        self.assertGreater(len(declared), 5)
        self.assertEqual(sorted(exported), sorted(declared))

    @unittest.skipUnless(SELF_CONTAINED, "built with the shared libraries of others")
    def test_needs_the_c_library_and_nothing_else(self):
        needed = re.findall(r"NEEDED.*\[(.*)\]", run("readelf", "--dynamic", self.library))
        self.assertEqual([name for name in needed
                          if not re.match(r"(libc|libm|ld-linux.*)\.so\.", name)], [])

    @unittest.skipUnless(SELF_CONTAINED, "built with the shared libraries of others")
    def test_needs_no_newer_c_library_than_the_documentation_says(self):
        page = (ROOT / "docs/building.md").read_text(encoding="utf-8")
        stated, = re.findall(r"glibc (\d+\.\d+) or newer", page)
        needed = re.findall(r"\bGLIBC_(\d+\.\d+)", run("objdump", "-T", self.library))
        self.assertEqual(max(needed, key=lambda version: int(version.split(".")[1])), stated)

    def test_has_a_versioned_soname(self):
        self.assertRegex(run("readelf", "--dynamic", self.library),
                         r"SONAME.*\[libtilebase\.so\.\d+\]")


class TheHeaders(unittest.TestCase):
    def test_compile_in_every_language_they_are_for(self):
        for header, compilers in (("tilebase.h", ((CC, "c", "c99"), (CC, "c", "c11"),
                                                  (CXX, "c++", "c++11"), (CXX, "c++", "c++20"))),
                                  ("tilebase.hpp", ((CXX, "c++", "c++17"), (CXX, "c++", "c++20")))):
            for compiler, language, standard in compilers:
                with self.subTest(header=header, standard=standard):
                    run(compiler, f"-std={standard}", *WARNINGS, "-fsyntax-only", "-I",
                        ROOT / "runtime", "-x", language, "-include", header, "/dev/null")


class AFetchedSource(unittest.TestCase):
    def run_cmake(self, *words):
        result = subprocess.run(["cmake", *map(str, words)], stdout=subprocess.PIPE, text=True,
                                stderr=subprocess.STDOUT, check=False)
        self.assertEqual(result.returncode, 0, result.stdout[-4000:])

    def test_has_the_targets_of_an_installed_one(self):
        with tempfile.TemporaryDirectory() as folder:
            project = pathlib.Path(folder)
            (project / "CMakeLists.txt").write_text(FETCHING.replace("@ROOT@", str(ROOT)), "utf-8")
            shutil.copy(C_PROGRAM, project)
            self.run_cmake("-S", project, "-B", project / "build", "-G", "Ninja",
                           f"-DCMAKE_C_COMPILER={CC}", f"-DCMAKE_CXX_COMPILER={CXX}")
            if BUILD_FETCHED:
                self.run_cmake("--build", project / "build", "--target", "shared", "static")
                for name in ("shared", "static"):
                    # A linked program runs; without tables it prints its usage.
                    ran = subprocess.run([project / "build" / name], check=False,
                                         capture_output=True, text=True)
                    self.assertIn("usage: solve TABLES", ran.stderr)

    def test_has_the_libraries_alone_without_what_the_command_needs(self):
        with tempfile.TemporaryDirectory() as folder:
            self.run_cmake("-S", ROOT, "-B", folder, "-G", "Ninja", "-DTILEBASE_COMMAND=OFF",
                           f"-DCMAKE_C_COMPILER={CC}", f"-DCMAKE_CXX_COMPILER={CXX}",
                           *(f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in ("CLI11", "nlohmann_json", "Boost")))
            made = {line.partition(":")[0] for line in
                    run("ninja", "-C", folder, "-t", "targets", "all").splitlines()}
            self.assertLessEqual({"runtime/libtilebase.so", "runtime/libtilebase.a"}, made)
            self.assertNotIn("bin/tilebase", made)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
