# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""The examples of docs/service.md: each command is run, and answers what the page shows."""

import re
import subprocess
import unittest
from pathlib import Path

from server import ServeTest, table_set

PAGE = Path(__file__).resolve().parents[3] / "docs" / "service.md"


def examples():
    """(command, what is shown of its output) of every `$ curl` line."""
    for block in re.findall(r"^```\w*\n(.*?)^```", PAGE.read_text(encoding="utf-8"),
                            re.MULTILINE | re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            if command.startswith("curl "):
                yield command, shown


class Examples(ServeTest):
    def test_all(self):
        if subprocess.run(["sh", "-c", "command -v curl"], check=False,
                          stdout=subprocess.DEVNULL).returncode != 0:
            self.skipTest("needs curl")
        server = self.serve(table_set("l5.tilebase", "--plan", "ladder:5"),
                            table_set("3x3.tilebase", "--board", "3x3", "--plan", "rest"))
        address = "%s:%d" % server.address
        count = 0
        for command, shown in examples():
            answer = subprocess.run(command.replace("127.0.0.1:8080", address), shell=True,
                                    check=True, text=True, stdout=subprocess.PIPE).stdout
            with self.subTest(command=command):
                pattern = re.escape(shown.rstrip("\n")).replace(re.escape("..."), "(?s:.*)")
                self.assertRegex(answer.rstrip("\n"), f"^{pattern}$")
            count += 1
        self.assertGreaterEqual(count, 9)
        print(f"{count} examples of the page answer as shown")


if __name__ == "__main__":
    unittest.main()
