# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""tools/lab/figures: the pages have a place for every table that it measures, and no other."""

import contextlib
import importlib.machinery
import importlib.util
import io
import pathlib
import re
import sys
import tempfile
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "tools/lab/figures"

loader = importlib.machinery.SourceFileLoader("figures", str(SCRIPT))
figures = importlib.util.module_from_spec(importlib.util.spec_from_loader("figures", loader))
loader.exec_module(figures)


class Places(unittest.TestCase):
    def test_of_the_pages_are_those_of_the_script(self):
        source = SCRIPT.read_text(encoding="utf-8")
        measured = set(re.findall(r'(?:put\((?:page|"[\w./]+"), |compare\()"([\w-]+)"', source))
        in_pages = set()
        for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
            in_pages |= set(re.findall(r"<!-- figures: (\S+) -->\n(?:(?!<!-- figures).*\n)*?<!-- end -->",
                                       page.read_text(encoding="utf-8")))
        self.assertEqual(in_pages, measured)

    def test_for_every_page_there_is_one(self):
        for name in figures.PAGES:
            self.assertTrue((ROOT / "docs" / f"{name}.md").is_file(), name)


class ATable(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.page = pathlib.Path(self.folder.name) / "page.md"
        self.page.write_text("before\n<!-- figures: a -->\nold\n<!-- end -->\nbetween\n"
                             "<!-- figures: b -->\n<!-- end -->\nafter\n", encoding="utf-8")
        patch = mock.patch.object(figures, "ROOT", self.page.parent)
        patch.start()
        self.addCleanup(patch.stop)

    def test_replaces_the_old_one_and_nothing_else(self):
        figures.put("page.md", "a", figures.table(("x", "y"), [(1, "two")]))
        self.assertEqual(self.page.read_text(encoding="utf-8"),
                         "before\n<!-- figures: a -->\n| x | y |\n|---|---|\n| 1 | two |\n<!-- end -->\n"
                         "between\n<!-- figures: b -->\n<!-- end -->\nafter\n")

    def test_without_a_place_is_refused(self):
        before = self.page.read_text(encoding="utf-8")
        with self.assertRaisesRegex(SystemExit, "page.md has no lines '<!-- figures: c -->'"):
            figures.put("page.md", "c", "text")
        self.assertEqual(self.page.read_text(encoding="utf-8"), before)


class Columns(unittest.TestCase):
    def test_of_a_comparison_are_chosen_by_the_first_of_their_heads(self):
        text = ("2 boards\n\n"
                "                 solved    moves  worst      time     worst\n"
                "bfs                   2   14.000     14    756 us      9 ms\n"
                "wastar ratio 2        1    8.500     10   55.7 us    100 us\n\n"
                "wastar ratio 2: 1 board reached the limit\n")
        self.assertEqual(figures.some_columns(text, "worst", "time").split("\n"), [
            "2 boards", "",
            " " * 34 + "  worst      time",
            "bfs" + " " * 31 + "     14    756 us",
            "wastar ratio 2" + " " * 20 + "     10   55.7 us", "",
            "wastar ratio 2: 1 board reached the limit"])


class Words(unittest.TestCase):
    def test_for_sizes_and_times_have_units(self):
        self.assertEqual([figures.size(n) for n in (12, 32832, 4.6e6, 1.5e9)],
                         ["12 bytes", "32.8 kB", "4.6 MB", "1.5 GB"])
        self.assertEqual([figures.duration(s) for s in (2.5, 0.0123, 4.56e-6)],
                         ["2.5 s", "12.3 ms", "4.56 us"])

    def test_for_an_unknown_page_name_those_there_are(self):
        errors = io.StringIO()
        with mock.patch.object(sys, "argv", ["figures", "nothing"]), \
                contextlib.redirect_stderr(errors), self.assertRaises(SystemExit) as exit_:
            figures.main()
        self.assertEqual(exit_.exception.code, 2)
        self.assertIn("no page nothing; there are benchmarks, quality", errors.getvalue())


if __name__ == "__main__":
    unittest.main()
