"""The library as a Conan 2 package: `conan create .`"""

import os

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, get, rm


class Tilebase(ConanFile):
    name = "tilebase"
    version = "@VERSION@"
    description = "Library that solves sliding-tile puzzles by table lookup"
    homepage = "@HOME@"
    license = "MIT"
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False]}
    default_options = {"shared": True}
    requires = "abseil/[>=20220623.0]", "lmdb/0.9.32", "xxhash/0.8.3", "zstd/[>=1.5 <1.6]"

    def layout(self):
        cmake_layout(self, src_folder="source")

    def source(self):
        get(self, "@URL@", sha256="@SHA256@", strip_root=True)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["TILEBASE_COMMAND"] = False
        toolchain.cache_variables["TILEBASE_SELF_CONTAINED"] = False
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        # CMake makes both kinds, and Conan wants the one that is asked for.
        for pattern in ("libtilebase.a",) if self.options.shared else ("libtilebase.so*", "tilebase.dll", "*.dll.a"):
            rm(self, pattern, self.package_folder, recursive=True)

    def package_info(self):
        self.cpp_info.libs = ["tilebase"]
        if not self.options.shared and self.settings.os == "Linux":
            self.cpp_info.system_libs = ["m", "pthread"]
