# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Answers the questions of tests/conformance/README.md by the Python package. Compact forms are not for
it."""

import sys

try:
    import tilebase
except ImportError as missing:
    print(f"{missing}: install python3-numpy", file=sys.stderr)
    sys.exit(77)


def text(board):
    return " ".join(str(tile) for tile in board.ravel())


def bits(tiles):
    return sum(1 << tile - 1 for tile in tiles)


class Driver:
    tables = None

    def answer(self, question, words):
        if question == "open":
            self.tables = None
            self.tables = tilebase.Tables(image=bytes.fromhex("".join(words)), check_content=True)
            return f"{self.tables.width}x{self.tables.height} {self.tables.worst_case}"
        if self.tables is None:
            return "closed"
        numbers = [int(word) for word in words]
        if question == "solve":
            actions = self.tables.solve(numbers)
            return f"{len(actions)} {actions}".strip()
        if question == "hint":
            hint = self.tables.hint(numbers)
            return f"{hint.action or '-'} {hint.stage} {bits(hint.goal):x} {bits(hint.fixed):x} {hint.remaining}"
        if question == "scramble":
            least, most, seed, count = numbers
            if least > most:
                return "error argument"  # the package raises ValueError
            return " / ".join(map(text, self.tables.scramble(count, (least, most), seed=seed).boards))
        return "unsupported"


def main():
    driver = Driver()
    for line in sys.stdin:
        question, *words = line.split()
        try:
            said = driver.answer(question, words)
        except tilebase.Error as error:
            said = f"error {error.code.name.lower()}"
        print(said, flush=True)


if __name__ == "__main__":
    main()
