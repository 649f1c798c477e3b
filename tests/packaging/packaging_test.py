# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""An outside project finds, builds against and runs an installed tilebase.

Usage: packaging_test.py BUILD_DIRECTORY C_COMPILER CXX_COMPILER SELF_CONTAINED
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
BUILD, CC, CXX = sys.argv[1:4] if len(sys.argv) >= 4 else ("build", "cc", "c++")
SELF_CONTAINED = sys.argv[4:] != ["0"]
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
        # Installed to one place and moved to another: nothing may remember the first.
        run("cmake", "--install", BUILD, "--prefix", cls.temporary / "first")
        cls.prefix = cls.temporary / "moved"
        shutil.move(cls.temporary / "first", cls.prefix)
        cls.libraries = next(cls.prefix.rglob("libtilebase.so")).parent
        cls.tables = cls.temporary / "3x3.tilebase"
        run(cls.prefix / "bin/tilebase", "build", "-o", cls.tables, "--board", "3x3")

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    def expect_runs(self, program):
        run(program, self.tables, env={"LD_LIBRARY_PATH": str(self.libraries)})

    def pkg_config(self, *arguments):
        return run("pkg-config", *arguments,
                   env={"PKG_CONFIG_PATH": str(self.libraries / "pkgconfig")}).split()

    def test_is_found_by_cmake(self):
        for languages, programs in (("C", ["c_shared"]),
                                    ("C;CXX", ["c_shared", "c_static", "cxx_shared", "cxx_static"])):
            with self.subTest(languages=languages):
                project = self.temporary / languages.replace(";", "_")
                project.mkdir()
                shutil.copy(HERE / "consumer.cmake", project / "CMakeLists.txt")
                for source in ("consumer.c", "consumer.cc"):
                    shutil.copy(HERE / source, project / source)
                run("cmake", "-G", "Ninja", "-S", project, "-B", project / "build",
                    f"-DLANGUAGES={languages}", f"-DCMAKE_PREFIX_PATH={self.prefix}",
                    f"-DCMAKE_C_COMPILER={CC}", f"-DCMAKE_CXX_COMPILER={CXX}")
                run("cmake", "--build", project / "build")
                for program in programs:
                    self.expect_runs(project / "build" / program)

    def test_is_found_by_pkg_config_for_c99(self):
        program = self.temporary / "c99"
        run(CC, "-std=c99", *WARNINGS, HERE / "consumer.c", "-o", program,
            *self.pkg_config("--cflags", "--libs", "tilebase"))
        self.expect_runs(program)

    def test_is_found_by_pkg_config_for_cxx20(self):
        program = self.temporary / "cxx20"
        run(CXX, "-std=c++20", *WARNINGS, HERE / "consumer.cc", "-o", program,
            *self.pkg_config("--cflags", "--libs", "tilebase"))
        self.expect_runs(program)

    def test_builds_and_runs_the_examples_of_the_documentation(self):
        tables = self.temporary / "tiny.tilebase"
        run(self.prefix / "bin/tilebase", "build", "-o", tables)
        outputs = []
        for compiler, standard, name in ((CC, "c99", "solve.c"), (CXX, "c++17", "solve.cc")):
            program = self.temporary / f"example_{standard}"
            run(compiler, f"-std={standard}", *WARNINGS, ROOT / "docs/examples" / name, "-o",
                program, *self.pkg_config("--cflags", "--libs", "tilebase"))
            outputs.append(run(program, tables, env={"LD_LIBRARY_PATH": str(self.libraries)}))
        for output in outputs:
            self.assertRegex(output, r"^\d+ actions: [LRUD]+\n")
        self.assertEqual(*(output.splitlines()[0] for output in outputs))
        self.assertRegex(outputs[0], r"hint: slide [LRUD], \d+ actions to the end of stage 1\n")
        self.assertRegex(outputs[0], r"home after \d+ hints\n")
        self.assertIn("batch: 1000 boards with the same solution\n", outputs[1])

    def test_links_statically_by_pkg_config(self):
        program = self.temporary / "static"
        words = self.pkg_config("--cflags", "--libs", "tilebase-static")
        run(CC, "-std=c99", HERE / "consumer.c", "-o", program, *words)
        self.assertNotIn("libtilebase", run("readelf", "--dynamic", program))
        run(program, self.tables)

    def test_needs_no_package_of_others_for_the_shared_library(self):
        words = run("pkg-config", "--cflags", "--libs", "tilebase",
                    env={"PKG_CONFIG_LIBDIR": str(self.libraries / "pkgconfig")}).split()
        self.assertEqual(words[-1], "-ltilebase")

    def test_runs_the_command_in_an_empty_environment(self):
        result = subprocess.run(["env", "-i", self.prefix / "bin/tilebase", "solve", self.tables,
                                 "1234_5678"], capture_output=True, text=True, check=False)
        self.assertRegex(result.stdout, r"^\d+ [LRUD]+\n$", result.stderr)

    def test_holds_what_users_look_for(self):
        doc = "share/doc/tilebase"
        for name in (f"{doc}/LICENSE", f"{doc}/README.md", f"{doc}/docs/command.md",
                     f"{doc}/docs/manifests/4x4-tiny.json", "share/man/man1/tilebase.1",
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


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
