# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Answers the questions of tests/conformance/README.md about word sets by the command.

driver_command.py TILEBASE
"""

import json
import pathlib
import subprocess
import sys
import tempfile


class Driver:
    is_open = False

    def __init__(self, tilebase, folder):
        self.tilebase = tilebase
        self.file = pathlib.Path(folder) / "words.tilebase"

    def run(self, command, word):
        """Exit code, the first line that the command prints, and its error."""
        result = subprocess.run([self.tilebase, command, self.file, word], check=False, text=True, capture_output=True)
        return result.returncode, result.stdout.split("\n")[0].strip(), result.stderr

    def open(self, data):
        self.file.write_bytes(data)
        code, _, error = self.run("solve", "no board")  # `info` reads no blocks
        self.is_open = code != 3
        if not self.is_open:
            return "error version" if "newer" in error else "error damaged"
        info = json.loads(self.run("info", "--json")[1])
        return f"{info['board']} {info['certified_worst_case']}"

    def answer(self, question, rest):
        if question == "words":
            return self.open(bytes.fromhex(rest))
        if not self.is_open:
            return "closed"
        code, line, error = self.run(question, rest)
        if code != 0:
            return "error unsolvable" if "cannot be solved" in line + error else "error board"
        return "-" if line == "solved" else line


def main():
    with tempfile.TemporaryDirectory() as folder:
        driver = Driver(sys.argv[1], folder)
        for line in sys.stdin:
            question, _, rest = line.strip().partition(" ")
            print(driver.answer(question, rest), flush=True)


if __name__ == "__main__":
    main()
