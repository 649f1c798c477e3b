# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""The tree keeps its lines, and a line that is crossed is found. The innermost ring compiles without a
standard library, exceptions or RTTI.

Usage: layering_test.py COMPILER...   (those that are not installed are left out)
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import layering

ROOT = pathlib.Path(__file__).resolve().parents[2]
FLAGS = ["-std=c++20", "-ffreestanding", "-fno-exceptions", "-fno-rtti", "-Wall", "-Wextra",
         "-Werror", "-I", str(ROOT)]
# The compilers call these on their own, also in freestanding code; the last one is in libgcc, which
# comes with the compiler.
MAY_NEED = {"memcpy", "memmove", "memset", "memcmp", "__popcountdi2"}
COMPILERS = list({os.path.realpath(shutil.which(name)): name for name in reversed(sys.argv[1:])
                  if shutil.which(name)}.values())


class TheTree(unittest.TestCase):
    def test_keeps_its_lines(self):
        self.assertEqual(layering.check(ROOT), [])

    def test_is_really_read(self):
        self.assertGreater(len(layering.sources(ROOT)), 20)
        self.assertLessEqual(layering.RING, layering.ring(ROOT))


# (where, a line of it that crosses a rule)
PLANTED_INCLUDES = (
    # The six folders.
    ("generator/planted.cc", '"runtime/lookup/walk.h"'),
    ("runtime/planted.cc", '"generator/solver.h"'),
    ("runtime/planted.cc", '"tools/common/command.h"'),
    ("tables/planted.h", '"generator/solver.h"'),
    ("tables/planted.cc", '"runtime/lookup/walk.h"'),
    ("tools/common/planted.cc", '"tests/planted.h"'),
    ("tests/runtime/planted_test.cc", '"tools/common/command.h"'),
    ("tests/runtime/lookup/planted_test.cc", '"tools/common/command.h"'),
    ("generator/planted.cc", '"../runtime/lookup/walk.h"'),
    # Inside tables/.
    ("tables/planted.cc", '"tables/store/store.h"'),
    ("tables/planted.cc", '"tables/image/image.h"'),
    ("tables/system/planted.cc", '"tables/codec/codec.h"'),
    ("tables/codec/planted.cc", '"tables/store/store.h"'),
    ("tables/image/planted.cc", '"tables/store/seal.h"'),
    ("tables/store/planted.cc", '"tables/image/fault.h"'),
    ("tables/values/planted.cc", '"tables/codec/codec.h"'),
    ("tables/words/planted.cc", '"tables/store/store.h"'),
    # Inside generator/.
    ("generator/planted.cc", '"generator/plans/plan_search.h"'),
    ("generator/retrograde/planted.cc", '"generator/solvers/reference_solvers.h"'),
    ("generator/solvers/planted.cc", '"generator/retrograde/layout.h"'),
    ("generator/plans/planted.cc", '"runtime/lookup/walk.h"'),
    ("generator/cluster/planted.cc", '"generator/solvers/reference_solvers.h"'),
    ("generator/values/planted.cc", '"generator/solvers/reference_solvers.h"'),
    ("generator/words/planted.cc", '"generator/solvers/reference_solvers.h"'),
    # Inside runtime/ nothing points up.
    ("runtime/lookup/planted.cc", '"runtime/patterns/pattern_tables.h"'),
    ("runtime/lookup/planted.cc", '"runtime/search/look_ahead.h"'),
    ("runtime/lookup/planted.cc", '"runtime/scramble.h"'),
    ("runtime/c_api/planted.cc", '"generator/solver.h"'),
    ("runtime/lookup/planted.cc", '"runtime/c_api/set.h"'),
    ("runtime/any/planted.cc", '"runtime/search/look_ahead.h"'),
    ("runtime/patterns/planted.cc", '"runtime/search/look_ahead.h"'),
    ("runtime/search/planted.cc", '"runtime/verify/verify.h"'),
    ("runtime/verify/planted.cc", '"runtime/lookup/walk.h"'),
    ("runtime/words/planted.cc", '"runtime/lookup/walk.h"'),
    ("runtime/reader/planted.cc", '"runtime/search/slide_depths.h"'),
    # Inside tools/ the command is on top.
    ("tools/common/planted.cc", '"tools/measure/effort.h"'),
    ("tools/measure/planted.cc", '"tools/study/report/paper.h"'),
    ("tools/plans/planted.cc", '"tools/study/compare/comparison.h"'),
    ("tools/command/planted.cc", '"tools/lab/planted.h"'),
    ("tools/study/charts/planted.cc", '"tools/measure/effort.h"'),
    ("tools/study/classic/planted.cc", '"tools/common/json.h"'),
    ("tools/study/compare/planted.cc", '"tools/serve/server.h"'),
    ("tools/study/fronts/planted.cc", '"tools/study/report/paper.h"'),
    ("tools/study/outcomes/planted.cc", '"tools/measure/effort.h"'),
    ("tools/lab/planted.cc", '"tools/command/any_boards.h"'),
    ("tools/lab/diameter/planted.cc", '"runtime/lookup/walk.h"'),
    ("tools/study/report/planted.cc", '"tools/command/any_boards.h"'),
    ("tools/export/planted.cc", '"tools/measure/effort.h"'),
    ("tools/serve/planted.cc", '"generator/build.h"'),
    ("tools/serve/planted.cc", '"tools/command/any_boards.h"'),
    ("tools/web/planted.cc", '"tools/common/json.h"'),
    ("tools/mpi/planted.cc", '"tools/serve/server.h"'),
    # A room without a rule.
    ("runtime/planted/planted.cc", '"tables/board.h"'),
    ("tools/planted.cc", '"tools/common/json.h"'),
    # Libraries of others have one home.
    ("tables/planted.cc", "<lmdb.h>"),
    ("tables/store/planted.h", "<lmdb.h>"),
    ("tables/store/planted.cc", "<zstd.h>"),
    ("runtime/planted.cc", "<zstd_errors.h>"),
    ("tables/codec/planted.cc", "<xxhash.h>"),
    ("tools/command/planted.cc", "<sha2.h>"),
    ("tools/common/planted.cc", "<boost/json.hpp>"),
    ("tools/serve/planted.cc", "<CLI/CLI.hpp>"),
    ("generator/cluster/planted.cc", "<mpi.h>"),
    ("runtime/planted.cc", '"absl/strings/str_format.h"'),
    # The ring and the installed headers.
    ("tables/geometry.h", "<vector>"),
    ("runtime/lookup/walk.h", '"tables/plan.h"'),
    ("runtime/tilebase.h", '"tables/board.h"'),
)

PLANTED_TARGETS = (
    ("generator", "target_link_libraries(tilebase_generator PUBLIC tilebase_runtime)"),
    ("runtime", "target_link_libraries(x\n  PRIVATE\n  tilebase_generator)"),
    ("tables", "target_link_libraries(tilebase_tables PUBLIC tilebase)"),
    ("runtime", "add_custom_command(OUTPUT page COMMAND tilebase_cli build)"),
    ("tools", "add_dependencies(tilebase_cli tilebase_damage)"),
    ("runtime", "target_link_libraries(tilebase_runtime PRIVATE LMDB::LMDB)"),
    ("tables", "target_link_libraries(tilebase_tables PUBLIC LMDB::LMDB)"),
)


class APlantedViolation(unittest.TestCase):
    """Each plants one line in a copy of the tree and expects exactly that line to be named."""

    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.root = pathlib.Path(cls.directory.name)
        for path in [*layering.sources(ROOT), *(path for path, _ in layering.cmake_files(ROOT))]:
            (cls.root / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, cls.root / path)

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    def found_with(self, name, text):
        """What is wrong while the file is as it was with `text` after it."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        before = path.read_text(encoding="utf-8") if path.exists() else None
        path.write_text((before or "") + text + "\n", encoding="utf-8")
        try:
            return layering.check(self.root)
        finally:
            path.unlink()
            if before is not None:
                path.write_text(before, encoding="utf-8")

    def expect_found(self, name, text):
        with self.subTest(name=name, text=text):
            found = self.found_with(name, text)
            self.assertEqual(len(found), 1, found)
            self.assertTrue(found[0].startswith(name), found)

    def test_in_an_include_is_found(self):
        for name, included in PLANTED_INCLUDES:
            self.expect_found(name, "#include " + included)

    def test_in_an_include_with_spaces_is_found(self):
        self.expect_found("tables/planted.cc", '  #  include "runtime/lookup/walk.h"')

    def test_in_a_cmake_file_is_found(self):
        for folder, text in PLANTED_TARGETS:
            self.expect_found(folder + "/CMakeLists.txt", text)

    def test_in_the_place_of_a_test_is_found(self):
        self.expect_found("tests/runtime/ranking_test.cc", '#include "tables/ranking.h"')

    def test_in_what_two_sources_of_a_target_name_is_found(self):
        unnamed = "namespace tilebase {{ namespace {{\n{}\n}} }}"
        taken = self.root / "runtime/search/slide_depths.cc"
        before = taken.read_text(encoding="utf-8")
        for text in ("constexpr int kPlanted = 1;", "constexpr char kPlanted[] = {'a', 'b'};",
                     "class Planted final : public Other { int size; };",
                     "enum class Planted { kA };",
                     "template <typename T>\nstruct Planted {\n  T t;\n};"):
            taken.write_text(before + unnamed.format(text), encoding="utf-8")
            self.expect_found("runtime/search/slide_optimal.cc", unnamed.format(text))
            inside = unnamed.format("int Other() { int kPlanted = 1; }")
            self.assertEqual(self.found_with("runtime/search/slide_optimal.cc", inside), [])
        taken.write_text(before, encoding="utf-8")

    def test_a_header_that_leaves_the_ring_is_found(self):
        path = self.root / "tables/entry.h"
        before = path.read_text(encoding="utf-8")
        path.write_text(before.replace(layering.RING_MARK, "//"), encoding="utf-8")
        found = layering.check(self.root)
        path.write_text(before, encoding="utf-8")
        self.assertIn("tables/entry.h", found[0])

    def test_no_room_is_without_one(self):
        planted = {pathlib.PurePath(name).parent.as_posix() for name, _ in PLANTED_INCLUDES}
        rooms = {room for room in layering.MAY_KNOW if not room.startswith("tests")}
        # The command is on top, so it may include everything.
        self.assertEqual(rooms - planted - {"tools/command"}, set())


def compile_with(compiler, *arguments):
    return subprocess.run([compiler, *FLAGS, *arguments], capture_output=True, text=True,
                          check=False)


class TheRing(unittest.TestCase):
    def test_each_header_compiles_alone(self):
        with tempfile.TemporaryDirectory() as directory:
            source = pathlib.Path(directory) / "alone.cc"
            for compiler in COMPILERS:
                for header in sorted(layering.ring(ROOT)):
                    source.write_text(f'#include "{header}"\n', encoding="utf-8")
                    with self.subTest(compiler=compiler, header=header):
                        result = compile_with(compiler, "-fsyntax-only", str(source))
                        self.assertEqual(result.returncode, 0, result.stderr)

    def test_needs_nothing_but_what_compilers_assume(self):
        with tempfile.TemporaryDirectory() as directory:
            for compiler in COMPILERS:
                for level in ("-O0", "-Os", "-O2"):
                    with self.subTest(compiler=compiler, level=level):
                        target = os.path.join(directory, "freestanding.o")
                        source = str(ROOT / "tests/layering/freestanding.cc")
                        result = compile_with(compiler, level, "-c", source, "-o", target)
                        self.assertEqual(result.returncode, 0, result.stderr)
                        symbols = subprocess.run(["nm", "-u", "-j", target], capture_output=True,
                                                 text=True, check=True).stdout.split()
                        self.assertEqual(set(symbols) - MAY_NEED, set())

    def test_the_flags_forbid_what_they_should(self):
        with tempfile.TemporaryDirectory() as directory:
            source = pathlib.Path(directory) / "throws.cc"
            source.write_text("void f() { throw 1; }\n", encoding="utf-8")
            for compiler in COMPILERS:
                with self.subTest(compiler=compiler):
                    self.assertNotEqual(compile_with(compiler, "-c", str(source)).returncode, 0)


if __name__ == "__main__":
    if not COMPILERS:
        sys.exit("layering_test.py: none of these compilers is installed: " + " ".join(sys.argv[1:]))
    print("compilers:", " ".join(COMPILERS))
    unittest.main(argv=sys.argv[:1])
