# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
#
# Sourced by packages.sh, for tools/run and the like: messages, and progress on what takes long.

say() { echo "tilebase: $*" >&2; }

# how_far <log>: what the log of ninja, apt-get or ctest says of its progress; nothing if it says
# nothing yet.
how_far() {
  local line
  line=$(grep -aoE '^\[[0-9]+/[0-9]+\]|^ *[0-9]+/[0-9]+ Test +#' "$1" | tail -n 1 | grep -oE '[0-9]+/[0-9]+')
  if test -n "$line"; then
    echo ", ${line/\// of }"
  elif grep -aq '^Unpacking' "$1"; then
    local all unpacked
    all=$(grep -aoE '[0-9]+ newly installed' "$1" | grep -oE '[0-9]+')
    unpacked=$(grep -ac '^Unpacking' "$1")
    if test "$unpacked" -lt "${all:-0}"; then
      echo ", unpacked $unpacked of $all packages"
    else
      echo ", set up $(grep -ac '^Setting up' "$1") of $unpacked packages"
    fi
  elif grep -aq '^Get:' "$1"; then
    echo ", $(grep -ac '^Get:' "$1") files fetched"
  fi
}

# with_progress <what> <log> <command...>: runs the command with its output in the log. Says every
# ten seconds how far it is.
with_progress() {
  local what=$1 log=$2 start=$SECONDS code=0 ticker
  shift 2
  : >"$log"
  (
    exec 9>&-  # a lock that the script may hold
    while sleep 10 >/dev/null 2>&1; do
      say "$what: $((SECONDS - start)) s$(how_far "$log")"
    done
  ) &
  ticker=$!
  "$@" >"$log" 2>&1 || code=$?
  kill "$ticker" 2>/dev/null
  wait "$ticker" 2>/dev/null
  return "$code"
}
