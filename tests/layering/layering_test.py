# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""The tree keeps its lines, and a line that is crossed is found."""

import pathlib
import shutil
import tempfile
import unittest

import layering

ROOT = pathlib.Path(__file__).resolve().parents[2]


class TheTree(unittest.TestCase):
    def test_keeps_its_lines(self):
        self.assertEqual(layering.check(ROOT), [])

    def test_is_really_read(self):
        self.assertGreater(len(layering.sources(ROOT)), 20)
        self.assertLessEqual(layering.RING, layering.ring(ROOT))


class APlantedViolation(unittest.TestCase):
    """Each plants one line in a copy of the tree and expects exactly that line to be named."""

    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.directory.name)
        for path in layering.sources(ROOT):
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, self.root / path)
        self.assertEqual(layering.check(self.root), [])

    def tearDown(self):
        self.directory.cleanup()

    def expect_found(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(before + text + "\n", encoding="utf-8")
        found = layering.check(self.root)
        self.assertEqual(len(found), 1, found)
        self.assertTrue(found[0].startswith(name), found)

    def test_generator_includes_runtime(self):
        self.expect_found("generator/planted.cc", '#include "runtime/lookup/walk.h"')

    def test_runtime_includes_generator(self):
        self.expect_found("runtime/planted.cc", '#include "generator/solver.h"')

    def test_tables_includes_generator(self):
        self.expect_found("tables/planted.h", '#include "generator/solver.h"')

    def test_tables_includes_runtime(self):
        self.expect_found("tables/planted.cc", '  #  include "runtime/lookup/walk.h"')

    def test_an_include_by_a_relative_path(self):
        self.expect_found("generator/planted.cc", '#include "../runtime/lookup/walk.h"')

    def test_runtime_includes_tools(self):
        self.expect_found("runtime/planted.cc", '#include "tools/common/command.h"')

    def test_a_test_of_runtime_includes_tools(self):
        self.expect_found("tests/runtime/planted_test.cc", '#include "tools/common/command.h"')

    def test_product_includes_tests(self):
        self.expect_found("tools/planted.cc", '#include "tests/planted.h"')

    def test_store_headers_outside_tables(self):
        for header in ("lmdb.h", "zstd.h", "zstd_errors.h", "xxhash.h"):
            with self.subTest(header=header):
                self.expect_found("runtime/planted.cc", f"#include <{header}>")
                (self.root / "runtime/planted.cc").unlink()

    def test_a_store_header_in_a_header_of_tables(self):
        self.expect_found("tables/planted.h", "#include <lmdb.h>")

    def test_a_library_includes_a_formatter_that_may_end_the_process(self):
        self.expect_found("runtime/planted.cc", '#include "absl/strings/str_format.h"')

    def test_the_ring_includes_the_library(self):
        self.expect_found("tables/geometry.h", "#include <vector>")

    def test_the_ring_includes_a_header_outside_it(self):
        self.expect_found("runtime/lookup/walk.h", '#include "tables/plan.h"')

    def test_an_installed_header_includes_the_tree(self):
        self.expect_found("runtime/tilebase.h", '#include "tables/board.h"')

    def test_a_header_leaves_the_ring(self):
        path = self.root / "tables/entry.h"
        path.write_text(path.read_text(encoding="utf-8").replace(layering.RING_MARK, "//"),
                        encoding="utf-8")
        found = layering.check(self.root)
        self.assertIn("tables/entry.h", found[0])

    def test_generator_links_runtime(self):
        self.expect_found("generator/CMakeLists.txt",
                          "target_link_libraries(tilebase_generator PUBLIC tilebase_runtime)")

    def test_runtime_links_generator(self):
        self.expect_found("runtime/CMakeLists.txt",
                          "target_link_libraries(x\n  PRIVATE\n  tilebase_generator)")

    def test_tables_links_upwards(self):
        self.expect_found("tables/CMakeLists.txt",
                          "target_link_libraries(tilebase_tables PUBLIC tilebase)")

    def test_runtime_links_lmdb(self):
        self.expect_found("runtime/CMakeLists.txt",
                          "target_link_libraries(tilebase_runtime PRIVATE LMDB::LMDB)")

    def test_tables_hands_lmdb_on(self):
        self.expect_found("tables/CMakeLists.txt",
                          "target_link_libraries(tilebase_tables PUBLIC LMDB::LMDB)")


if __name__ == "__main__":
    unittest.main()
