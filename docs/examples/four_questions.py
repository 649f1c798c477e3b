# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Four questions to one table set: by lookup, with effort, shortest, and to another goal. A fifth goes to
a set of boards with equal tiles.

four_questions.{c,cc,sh} ask the same and print the same lines.

    tilebase build -o four.tilebase --board 3x3 --plan "1-3/rest + pattern:1-4/rest"
    tilebase build -o picture.tilebase --symbols 112/233/44_ --store raw
    python3 four_questions.py four.tilebase picture.tilebase
"""

import sys

import tilebase


def main():
    four, picture = tilebase.open(sys.argv[1]), tilebase.open(sys.argv[2])
    for name, tables, board, question in (
            ("lookup", four, "8 6 7/2 5 4/3 0 1", {}),
            ("effort", four, "8 6 7/2 5 4/3 0 1", {"want": "effort", "boards": 1000}),
            ("shortest", four, "8 6 7/2 5 4/3 0 1", {"want": "shortest"}),
            ("snail", four, "8 6 3/2 5 4/7 0 1", {"to": "snail"}),
            ("picture", picture, "42_/132/341", {})):
        answer = tables.ask(board, **question)
        known = "the fewest" if answer.shortest else f"at least {answer.bound}"
        detour = f", detour {answer.detour}" if answer.detour else ""
        print(f"{name}: {answer.moves} moves, {known}{detour}: {answer.actions}")


if __name__ == "__main__":
    main()
