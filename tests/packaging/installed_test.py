# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""What `cmake --install` lays down runs in a Debian that has nothing else.

Usage: installed_test.py BUILD_DIRECTORY
"""

import os
import pathlib
import shutil
import subprocess
import sys
import unittest

from bare_root import BareRootTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build").resolve()
BareRootTest.cache = BUILD / "bare-root"
# As docs/building.md names them.
RUNTIME = "libabsl20220623 liblmdb0 libzstd1 libxxhash0 libmd0 libstdc++6"


class AnInstallTree(BareRootTest):
    def test_runs_and_is_linked_with_in_a_bare_system(self):
        root = self.root()
        root.shell("apt-get update && apt-get install -y --no-install-recommends " + RUNTIME)
        subprocess.run(["cmake", "--install", BUILD, "--prefix", "/usr/local"], check=True,
                       env={**os.environ, "DESTDIR": str(root.path)}, stdout=subprocess.DEVNULL)
        root.shell("tilebase build -o l1.tilebase --plan ladder:1 && tilebase verify l1.tilebase")
        unit = (root.path / "usr/local/lib/systemd/system/tilebase-serve.service").read_text("utf-8")
        self.assertIn("\nExecStart=/usr/local/bin/tilebase serve", unit)

        root.shell("apt-get install -y --no-install-recommends g++ pkg-config && ldconfig")
        for name in ("solve.c", "solve.cc"):
            shutil.copy(ROOT / "docs/examples" / name, root.path / name)
        for compiler, name in (("cc -std=c99", "solve.c"), ("c++ -std=c++17", "solve.cc")):
            with self.subTest(name):
                printed = root.shell(f"{compiler} {name} $(pkg-config --cflags --libs tilebase) "
                                     "-o example && ./example l1.tilebase")
                self.assertRegex(printed, r"\d+ actions: [LRUD]+\n")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
