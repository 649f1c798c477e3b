# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""The walk of a new user through a bare Debian: from the clone, by README.md's first command and the
page on building, to the last transcript of the last page.

Usage: walk_test.py BUILD_DIRECTORY
"""

import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build").resolve()
sys.path.insert(0, str(ROOT / "tests/packaging"))

from bare_root import BareRootTest

BareRootTest.cache = BUILD / "bare-root"
# Nobody sits in front of it, and a bare system has no time for recommendations.
APT = 'APT::Get::Assume-Yes "true";\nAPT::Install-Recommends "false";\n'


def recipe(page):
    """The first block of commands of a page."""
    return re.search(r"^```sh\n(.*?)^```", (ROOT / page).read_text(encoding="utf-8"),
                     re.MULTILINE | re.DOTALL).group(1)


class AWalk(BareRootTest):
    def test_leads_from_the_clone_to_the_last_transcript(self):
        root = self.root()
        (root.path / "etc/apt/apt.conf.d/91walk").write_text(APT, encoding="utf-8")
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", ROOT, root.path / "source"],
                       check=True)

        printed = root.run("tools/run", folder="/source")
        self.assertRegex(printed.splitlines()[-1], r"^\d+ [LRUD]+$", printed)

        root.shell(recipe("docs/building.md"), folder="/source")
        # What the pages' examples are tried with.
        root.shell("apt-get install python3 curl pkg-config")
        printed = root.run("python3", "tests/docs/transcripts_test.py", "installed", "long",
                           folder="/source")
        print("\n".join(re.findall(r"^\S+\.md: \d+ commands$", printed, re.MULTILINE)))
        # A chroot's root folder is no mount point: one test mounts.
        root.run("python3", "tests/tools/command/bad_output_test.py", folder="/source",
                 environment={"PYTHONPATH": "/source/tests/tools",
                              "TILEBASE": "/usr/local/bin/tilebase",
                              "TILEBASE_REFERENCE": "/source/tests/reference"})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
