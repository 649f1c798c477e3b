# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Four questions to one table set: by lookup, with effort, shortest, and to another goal.

four_questions.{c,cc,sh} ask the same and print the same lines.

    tilebase build -o four.tilebase --board 3x3 --plan "1-3/rest + pattern:1-4/rest"
    python3 four_questions.py four.tilebase
"""

import sys

import tilebase


def main():
    tables = tilebase.open(sys.argv[1])
    for name, board, question in (
            ("lookup", "8 6 7/2 5 4/3 0 1", {}),
            ("effort", "8 6 7/2 5 4/3 0 1", {"want": "effort", "boards": 1000}),
            ("shortest", "8 6 7/2 5 4/3 0 1", {"want": "shortest"}),
            ("snail", "8 6 3/2 5 4/7 0 1", {"to": "snail"})):
        answer = tables.ask(board, **question)
        known = "the fewest" if answer.shortest else f"at least {answer.bound}"
        detour = f", detour {answer.detour}" if answer.detour else ""
        print(f"{name}: {answer.moves} moves, {known}{detour}: {answer.actions}")


if __name__ == "__main__":
    main()
