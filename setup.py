# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""What pyproject.toml cannot say: the version is CMake's, and a wheel carries libtilebase.so, the
`tilebase` command with the libraries that it needs, and the default table set.

Compiles the two in build/, if that is a Release build, or else in build/python; what is there already is
used. TILEBASE_LIBRARY in the environment names a library that is to be carried instead, and TILEBASE a
command. `pip install -v` shows how far it is. A wheel is for every Python 3, since ctypes needs no Python
of its own.
"""

import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys

from setuptools import Command, Distribution, setup
from setuptools.command.build_py import build_py

try:
    from setuptools.command.bdist_wheel import bdist_wheel  # since 70.1
except ImportError:
    try:
        from wheel.bdist_wheel import bdist_wheel
    except ImportError:
        bdist_wheel = None

ROOT = pathlib.Path(__file__).resolve().parent
OWN_BUILD = ROOT / "build/python"
OWN_BUILD.mkdir(parents=True, exist_ok=True)
# The C library, which every Linux system has.
SYSTEM = re.compile(r"(libc|libm|libdl|libpthread|librt|ld-linux[\w-]*|linux-vdso)\.so\.\d+")
START = """#!/bin/sh
# Runs the command with the libraries beside it.
here=$(dirname "$(readlink -f "$0")")/lib
LD_LIBRARY_PATH=$here exec "$here/tilebase" "$@"
"""


def is_release(build):
    cache = build / "CMakeCache.txt"
    text = cache.read_text("utf-8", errors="replace") if cache.exists() else ""
    return "CMAKE_BUILD_TYPE:STRING=Release\n" in text and not re.search(r"TILEBASE_SANITIZE:\w+=\w", text)


def run(*words):
    try:
        subprocess.run([str(word) for word in words], check=True)
    except FileNotFoundError:
        sys.exit(f"tilebase: cannot find {words[0]}; install what docs/building.md names")
    except subprocess.CalledProcessError as error:
        sys.exit(f"tilebase: {words[0]} failed with exit code {error.returncode}; docs/building.md says "
                 "what a build needs")


def compile_missing():
    """The library and the command, of the environment or made here."""
    library, command = os.environ.get("TILEBASE_LIBRARY"), os.environ.get("TILEBASE")
    for name, path in (("TILEBASE_LIBRARY", library), ("TILEBASE", command)):
        if path and not pathlib.Path(path).is_file():
            sys.exit(f"tilebase: {name}={path}: no such file; build it with `ninja -C build tilebase "
                     f"tilebase_cli`, or leave {name} out")
    if not (library and command):
        build = ROOT / "build"
        if not is_release(build):
            build = OWN_BUILD
            run("cmake", "-S", ROOT, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                "-DCMAKE_UNITY_BUILD=ON", "-DTILEBASE_TESTS=OFF", "-DTILEBASE_WASM=OFF")
        run("cmake", "--build", build, "--target", *([] if library else ["tilebase"]),
            *([] if command else ["tilebase_cli"]))
        library = library or build / "runtime/libtilebase.so"
        command = command or build / "bin/tilebase"
    return pathlib.Path(library), pathlib.Path(command)


def copy_program(path, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(path, target)
    if shutil.which("strip"):
        run("strip", "--strip-unneeded", target)


def needed(program):
    """The files of others that the program needs, without the C library's."""
    listed = subprocess.run(["ldd", str(program)], capture_output=True, text=True, check=True).stdout
    found = dict(re.findall(r"^\s*(\S+) => (\S+)", listed, re.MULTILINE))
    return {name: path for name, path in found.items() if not SYSTEM.fullmatch(name)}


class BuildWithPrograms(build_py):
    def run(self):
        super().run()
        library, command = compile_missing()
        if getattr(self, "editable_mode", False):
            return  # the package finds them in build/
        package = pathlib.Path(self.build_lib) / "tilebase"
        copy_program(library, package / "libtilebase.so")
        inside = package / "command/lib"
        shutil.rmtree(inside, ignore_errors=True)  # of an earlier build
        copy_program(command, inside / "tilebase")
        for name, path in needed(command).items():
            copy_program(path, inside / name)
        (package / "command/tilebase").write_text(START, "utf-8")
        (package / "command/tilebase").chmod(0o755)
        tables = package / "default.tilebase"
        tables.unlink(missing_ok=True)
        run(package / "command/tilebase", "build", "-o", tables)


class WithPrograms(Distribution):
    def has_ext_modules(self):
        return True


def glibc_of(programs):
    """(2, NN): the newest glibc whose symbols they need. None where they need libraries of others."""
    versions = [(2, 5)]  # manylinux1
    for program in programs:
        if set(needed(program)) - set(path.name for path in program.parent.iterdir()):
            return None
        versions += [tuple(map(int, version)) for version in
                     re.findall(rb"\0GLIBC_(\d+)\.(\d+)", program.read_bytes())]
    return max(versions)


if bdist_wheel is None:
    class Wheel(Command):
        """In place of bdist_wheel, which is not there."""

        user_options = []

        def initialize_options(self):
            sys.exit("tilebase: a wheel needs setuptools 70.1 or newer, or the package `wheel`; install "
                     "python3-wheel (Debian 12), or `pip install wheel`, or leave out --no-build-isolation")

        finalize_options = run = initialize_options
else:
    class Wheel(bdist_wheel):
        def get_tag(self):
            system = super().get_tag()[2]
            package = pathlib.Path(self.bdist_dir) / "tilebase" if self.bdist_dir else None
            if package and platform.libc_ver()[0] == "glibc" and (package / "libtilebase.so").exists():
                programs = [path for path in package.rglob("*")
                            if path.is_file() and path.read_bytes()[:4] == b"\x7fELF"]
                glibc = glibc_of(programs)
                if glibc is not None:
                    system = f"manylinux_{glibc[0]}_{glibc[1]}_{platform.machine()}"
            return "py3", "none", system


setup(version=re.search(r"project\(tilebase VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1],
      license="MIT", distclass=WithPrograms, scripts=["runtime/python/bin/tilebase"],
      cmdclass={"build_py": BuildWithPrograms, "bdist_wheel": Wheel},
      options={"build": {"build_base": str(OWN_BUILD / "package")}, "egg_info": {"egg_base": str(OWN_BUILD)}})
