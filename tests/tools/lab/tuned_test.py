# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Each row of tools/lab/tuned.csv names a constant, its file and its value as the source has them."""

import collections
import csv
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
GROUPS = {"lookup", "any", "values", "optimal", "mtm"}


def rows():
    lines = (ROOT / "tools/lab/tuned.csv").read_text(encoding="utf-8").splitlines()
    return [dict(zip(("group", "file", "name", "value"), row, strict=True))
            for row in csv.reader(line for line in lines if not line.startswith("#"))]


def values(row):
    """The values that the row's file gives the name: NAME = VALUE, ended by a comma or a semicolon."""
    source = re.sub(r"//.*", "", (ROOT / row["file"]).read_text(encoding="utf-8"))
    found = re.findall(rf"\b{re.escape(row['name'])} =\s*(\{{[^;]*\}}|[^,;]*)[,;]", source)
    return [re.sub(r"\s+", " ", value) for value in found]


class Tuned(unittest.TestCase):
    def test_constants_are_as_listed(self):
        for row in rows():
            with self.subTest(file=row["file"], name=row["name"]):
                self.assertIn(row["group"], GROUPS)
                self.assertEqual(values(row), [row["value"]])

    def test_no_constant_is_listed_twice(self):
        places = collections.Counter((row["file"], row["name"]) for row in rows())
        self.assertEqual([place for place, count in places.items() if count > 1], [])


if __name__ == "__main__":
    unittest.main()
