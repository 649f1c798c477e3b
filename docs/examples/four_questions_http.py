# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Four questions to the service: by lookup, with effort, shortest, and to another goal. A fifth has a board with
equal tiles, which chooses its set.

four_questions.{c,cc,py,sh} ask the same and print the same lines.

    tilebase build -o four.tilebase --board 3x3 --plan "1-3/rest + pattern:1-4/rest"
    tilebase build -o picture.tilebase --symbols 112/233/44_ --store raw
    tilebase serve four.tilebase picture.tilebase &
    python3 four_questions_http.py http://127.0.0.1:8080
"""

import json
import sys
import urllib.parse
import urllib.request


def main():
    for name, board, question in (
            ("lookup", "8 6 7/2 5 4/3 0 1", {}),
            ("effort", "8 6 7/2 5 4/3 0 1", {"effort": 1000}),
            ("shortest", "8 6 7/2 5 4/3 0 1", {"optimal": "true"}),
            ("snail", "8 6 3/2 5 4/7 0 1", {"to": "snail"}),
            ("picture", "42_/132/341", {})):
        query = urllib.parse.urlencode({"board": board, **question})
        with urllib.request.urlopen(f"{sys.argv[1]}/v1/solve?{query}", timeout=60) as response:
            answer = json.load(response)
        known = "the fewest" if answer["shortest"] else f"at least {answer['bound']}"
        detour = f", detour {answer['detour']}" if answer["detour"] else ""
        print(f"{name}: {answer['moves']} moves, {known}{detour}: {answer['actions']}")


if __name__ == "__main__":
    main()
