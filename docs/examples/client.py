# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Asks the service for the solutions of many boards, one a line on standard input.

    tilebase build -o tiny.tilebase
    tilebase serve tiny.tilebase &
    python3 client.py http://127.0.0.1:8080 < boards.txt
"""

import json
import sys
import urllib.request

AT_ONCE = 1000  # boards a request; the service takes up to 10,000


def ask(service, boards):
    """An answer for each board, in order: a dictionary with moves and actions, or with a problem."""
    request = urllib.request.Request(f"{service}/v1/solve", json.dumps({"boards": boards}).encode(),
                                     {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)["answers"]


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: client.py SERVICE < BOARDS")
    boards = [line.strip() for line in sys.stdin if line.strip()]
    failed = 0
    for at in range(0, len(boards), AT_ONCE):
        for answer in ask(sys.argv[1], boards[at:at + AT_ONCE]):
            if "problem" in answer:  # of this board alone
                failed += 1
                print("error:", answer["problem"]["detail"])
            else:
                print(answer["moves"], answer["actions"])
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
