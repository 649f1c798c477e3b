# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""The recipes for other package managers, as tools/release fills them in: they name this version and the
sources' hashes, and what reads them takes them.

Usage: recipes_test.py
"""

import hashlib
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
URL = "https://example.org/tilebase"
os.environ["SOURCE_DATE_EPOCH"] = "1767225600"
# CMake's part of vcpkg: what the port asks it for, with what it answers.
VCPKG = """
cmake_minimum_required(VERSION 3.25)
foreach(name download_distfile extract_source_archive cmake_configure cmake_install cmake_config_fixup
        fixup_pkgconfig install_copyright)
  function(vcpkg_${name})
    string(REPLACE ";" " " words "${ARGN}")
    message("${CMAKE_CURRENT_FUNCTION} ${words}")
    if(CMAKE_CURRENT_FUNCTION MATCHES "archive$")
      set(SOURCE_PATH /unpacked PARENT_SCOPE)
    elseif(CMAKE_CURRENT_FUNCTION MATCHES "distfile$")
      set(ARCHIVE /archive PARENT_SCOPE)
    endif()
  endfunction()
endforeach()
set(CURRENT_PACKAGES_DIR ${CMAKE_CURRENT_LIST_DIR}/packages)
include(${CMAKE_CURRENT_LIST_DIR}/portfile.cmake)
"""


def release():
    loader = importlib.machinery.SourceFileLoader("release", str(ROOT / "tools/release"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("release", loader))
    loader.exec_module(module)
    return module


def run(*command):
    """What the command prints on both streams; it has to succeed."""
    result = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, check=False)
    if result.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}: exit code {result.returncode}\n{result.stdout}")
    return result.stdout


class TheRecipes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        cls.folder = pathlib.Path(directory.name) / "recipes"
        sources = pathlib.Path(directory.name) / "tilebase-7.8.9.tar.gz"
        sources.write_bytes(b"sources")
        release().fill_recipes(cls.folder, "7.8.9", URL, sources)

    def read(self, name):
        return (self.folder / name).read_text("utf-8")

    def test_name_the_version_and_the_hash_of_the_sources(self):
        for name, hashed in (("conan/conanfile.py", hashlib.sha256), ("homebrew/tilebase.rb", hashlib.sha256),
                             ("vcpkg/portfile.cmake", hashlib.sha512)):
            with self.subTest(name):
                self.assertIn(f'"{URL}/tilebase-7.8.9.tar.gz"', self.read(name))
                self.assertIn(hashed(b"sources").hexdigest(), self.read(name))
        self.assertEqual(json.loads(self.read("vcpkg/vcpkg.json"))["version"], "7.8.9")
        self.assertRegex(self.read("debian/changelog"),
                         r"^tilebase \(7\.8\.9\) (.*\n)+ -- .*>  Thu, 01 Jan 2026 00:00:00 \+0000\n$")

    def test_pass_only_options_that_the_project_has(self):
        options = set(re.findall(r"\bTILEBASE_[A-Z_]+", (ROOT / "CMakeLists.txt").read_text("utf-8")))
        passed = {option for path in self.folder.rglob("*") if path.is_file()
                  for option in re.findall(r"\bTILEBASE_[A-Z_]+", path.read_text("utf-8"))}
        self.assertLessEqual({"TILEBASE_COMMAND", "TILEBASE_SELF_CONTAINED"}, passed)
        self.assertEqual(passed - options, set())

    def test_of_vcpkg_is_a_script_of_cmake(self):
        (self.folder / "vcpkg/try.cmake").write_text(VCPKG, "utf-8")
        printed = run("cmake", "-P", self.folder / "vcpkg/try.cmake")
        self.assertIn("vcpkg_extract_source_archive SOURCE_PATH ARCHIVE /archive\n", printed)
        self.assertIn("vcpkg_cmake_configure SOURCE_PATH /unpacked OPTIONS -DTILEBASE_COMMAND=OFF ", printed)
        self.assertIn("vcpkg_install_copyright FILE_LIST /unpacked/LICENSE\n", printed)

    def test_of_conan_is_a_program_in_python(self):
        compile(self.read("conan/conanfile.py"), "conanfile.py", "exec")

    @unittest.skipUnless(shutil.which("ruby"), "ruby is not installed")
    def test_of_homebrew_is_a_program_in_ruby(self):
        self.assertEqual(run("ruby", "-wc", self.folder / "homebrew/tilebase.rb"), "Syntax OK\n")

    @unittest.skipUnless(shutil.which("dpkg-parsechangelog"), "dpkg-dev is not installed")
    def test_of_debian_has_a_changelog_that_dpkg_reads(self):
        self.assertEqual(run("dpkg-parsechangelog", "-l", self.folder / "debian/changelog", "-S", "Version"),
                         "7.8.9\n")


if __name__ == "__main__":
    unittest.main()
