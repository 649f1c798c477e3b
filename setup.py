# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""What pyproject.toml cannot say: the version is CMake's, and the package carries libtilebase.so.

The library is built by CMake in build/python. TILEBASE_LIBRARY in the environment names one that is
there already. A wheel is for one machine and every Python 3, since ctypes needs no Python of its own.
"""

import os
import pathlib
import re
import shutil
import subprocess

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel

ROOT = pathlib.Path(__file__).resolve().parent
BUILD = ROOT / "build/python"
BUILD.mkdir(parents=True, exist_ok=True)


def library():
    if "TILEBASE_LIBRARY" in os.environ:
        return pathlib.Path(os.environ["TILEBASE_LIBRARY"])
    subprocess.run(["cmake", "-S", ROOT, "-B", BUILD, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                    "-DTILEBASE_TESTS=OFF", "-DTILEBASE_WASM=OFF",
                    "-DCMAKE_SHARED_LINKER_FLAGS=-s"], check=True)
    subprocess.run(["cmake", "--build", BUILD, "--target", "tilebase"], check=True)
    return BUILD / "runtime/libtilebase.so"


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        shutil.copyfile(library(), pathlib.Path(self.build_lib) / "tilebase/libtilebase.so")


class Wheel(bdist_wheel):
    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


class WithLibrary(Distribution):
    def has_ext_modules(self):
        return True


setup(version=re.search(r"project\(tilebase VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1],
      cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": Wheel}, distclass=WithLibrary,
      options={"build": {"build_base": str(BUILD / "package")}, "egg_info": {"egg_base": str(BUILD)}})
