#!/bin/sh
# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
#
# Four questions to one table set, with the command: by lookup, with effort, shortest, and to
# another goal. A fifth goes to a set of boards with equal tiles. four_questions.{c,cc,py} ask the
# same and print the same lines.
#
#   tilebase build -o four.tilebase --board 3x3 --plan "1-3/rest + pattern:1-4/rest"
#   tilebase build -o picture.tilebase --symbols 112/233/44_ --store raw
#   sh four_questions.sh four.tilebase picture.tilebase
set -e

ask() { # NAME BOARD OPTION...
  name=$1 board=$2
  shift 2
  tilebase solve "$tables" "$board" --json "$@" 2>/dev/null | sed -E "
    s/.*\"moves\":([0-9]+).*\"actions\":\"([LRUD]*)\".*\"shortest\":(true|false).*\"bound\":([0-9]+).*\"detour\":([0-9]+).*/$name: \1 moves, \3 \4, detour \5: \2/
    s/true [0-9]+/the fewest/
    s/false/at least/
    s/, detour 0//"
}

tables=$1
ask lookup "8 6 7/2 5 4/3 0 1"
ask effort "8 6 7/2 5 4/3 0 1" --effort 1000
ask shortest "8 6 7/2 5 4/3 0 1" --optimal
ask snail "8 6 3/2 5 4/7 0 1" --to snail
tables=$2
ask picture "42_/132/341"
