# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""A controller of a warehouse, as controller.c: reads floors, one a line, and prints the time steps.

    tilebase build -o store.tilebase --board 5x5 --wanted 1 --blanks 3 --goal-cells 0 --metric steps
    echo ...../_..../_..../..1../...._ | python3 controller.py store.tilebase
"""

import sys

import tilebase


def main():
    tables = tilebase.open(sys.argv[1])
    failed = False
    for floor in map(str.strip, sys.stdin):
        try:
            answer = tables.ask(floor, slides=True)
        except tilebase.Error as error:
            print(f"error: {error}")
            failed = True
            continue
        print(f"{answer.moves} steps{', the fewest' if answer.shortest else ''}")
        for step, slides in enumerate(answer.slides, 1):
            for start, end in slides:
                print(f"step {step}: load on {start} to {end}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
