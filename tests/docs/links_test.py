# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""The links of README.md, docs/ and the pages beside the sources lead to files and headings that are there."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = [*ROOT.glob("*.md"), *(page for folder in ("docs", "generator", "runtime", "tables", "tests", "tools")
                               for page in (ROOT / folder).rglob("*.md"))]
FENCED = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)|\b(?:src|href)=\"([^\"]+)\"")


def prose(page):
    return FENCED.sub("", page.read_text(encoding="utf-8"))


def anchors(page):
    """The names that GitHub gives the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", re.sub(r"\]\([^)]*\)", "]", heading)).strip().lower().replace(" ", "-")
            for heading in headings}


def links(page):
    """(link, file, anchor) of each link to a file of the tree."""
    for match in LINK.finditer(re.sub(r"`[^`\n]*`", "", prose(page))):
        link = match[1] or match[2]
        if not re.match(r"[a-z]+:", link):
            name, _, anchor = link.partition("#")
            yield link, (page.parent / name).resolve() if name else page, anchor


class Links(unittest.TestCase):
    def test_lead_to_files_and_headings(self):
        count = 0
        for page in PAGES:
            for link, file, anchor in links(page):
                with self.subTest(page=str(page.relative_to(ROOT)), link=link):
                    self.assertTrue(file.exists(), "no such file")
                    if anchor:
                        self.assertIn(anchor, anchors(file), "no such heading")
                count += 1
        print(f"{count} links of {len(PAGES)} pages")
        self.assertGreater(count, 100)


if __name__ == "__main__":
    unittest.main()
