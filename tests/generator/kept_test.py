# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""kept_test.py FIT_VALUES: the values in generator/kept/ are what fitting them anew gives."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

KEPT = pathlib.Path(__file__).resolve().parents[2] / "generator/kept"


class KeptValues(unittest.TestCase):
    def test_each_table_is_made_again_byte_for_byte(self):
        files = sorted(KEPT.glob("*.values"))
        self.assertTrue(files)
        with tempfile.TemporaryDirectory() as directory:
            made = pathlib.Path(directory) / "values"
            for file in files:
                with self.subTest(file=file.name):
                    subprocess.run([sys.argv[1], file.stem, made], check=True, stderr=subprocess.DEVNULL)
                    self.assertEqual(made.read_bytes(), file.read_bytes())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
