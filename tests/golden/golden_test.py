# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Files of every released format version are opened and solved as they were then. They are made once,
at the release, and never change: a difference is a bug in the program, not in the files. A new
version adds an archive; the build unpacks each into a folder of TILEBASE_GOLDEN. tests/portability has
other machines solve the same boards.

format-1.tar.xz, by tilebase 0.1.0 on x86-64:

  zstd.tilebase   tilebase build --board 3x3 --plan "ladder:2 + pattern:4-4"
  raw.tilebase    tilebase build --board 3x3 --plan ladder:1 --store raw
  zstd.tbimg      tilebase export --store zstd zstd.tilebase
  raw.tbimg       tilebase build --board 3x3 --plan 1-4/rest, then tilebase export
  compact.tbc     of the same, tilebase export --format compact
  answers.json    golden_test.py --answers format-1, which writes what the command says now: hashes,
                  what `info` says, 100 boards and their solutions

It was packed by tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=go=rX -C format-1 -c .
| xz -9e.
"""

import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from command import DONE, REFERENCE, run

FOLDERS = sorted(pathlib.Path(os.environ["TILEBASE_GOLDEN"]).glob("format-*"))
BOARDS = 100
FACTS = ("format", "board", "plan", "certified_worst_case", "tables")


def answers(path):
    """What the command says of a file: everything that is to stay."""
    listed = run("scramble", path, "--moves", "0..1000", "--count", BOARDS, "--seed", "7")
    assert listed.code == DONE, listed.err
    boards = listed.out.split("\n")[:BOARDS]
    facts = json.loads(run("info", path, "--json").out)
    found = {"sha256": hashlib.sha256(path.read_bytes()).hexdigest(), "boards": boards,
             "info": {name: facts[name] for name in FACTS}}
    return found | solutions(path, boards, "pattern" in facts["plan"])


def solutions(path, boards, has_patterns):
    found = {"solutions": run("solve", path, "-", input="\n".join(boards)).out.splitlines()}
    if has_patterns:
        shortest = run("solve", path, "-", "--optimal", "--json", input="\n".join(boards)).out
        found["shortest"] = [json.loads(line)["moves"] for line in shortest.splitlines()]
    return found


class GoldenFiles(unittest.TestCase):
    maxDiff = None

    def files(self):
        for folder in FOLDERS:
            expected = json.loads((folder / "answers.json").read_text(encoding="ascii"))
            for name, known in expected.items():
                with self.subTest(folder=folder.name, file=name):
                    yield folder / name, known

    def test_the_files_are_those_that_were_released(self):
        for path, known in self.files():
            self.assertEqual(hashlib.sha256(path.read_bytes()).hexdigest(), known["sha256"])

    def test_they_say_and_solve_what_they_did(self):
        total = 0
        for path, known in self.files():
            facts = json.loads(run("info", path, "--json").out)
            self.assertEqual({name: facts[name] for name in FACTS}, known["info"])
            verified = run("verify", path)
            self.assertEqual(verified.code, DONE, verified.err)
            found = solutions(path, known["boards"], "shortest" in known)
            self.assertEqual(found["solutions"], known["solutions"])
            self.assertEqual(found.get("shortest"), known.get("shortest"))
            total += len(found["solutions"])
        print(f"golden files: {total} boards solved as they were")

    def test_a_reader_written_from_the_specification_agrees(self):
        for path, known in self.files():
            if path.name != "raw.tbimg":
                continue
            done = subprocess.run([sys.executable, REFERENCE / "read_image.py", path, "--solve"],
                                  input="\n".join(known["boards"]), capture_output=True, text=True,
                                  check=True)
            lines = [line.split(" ", 1)[-1] for line in known["solutions"]]
            self.assertEqual([line.split(" ", 1)[-1] for line in done.stdout.splitlines()], lines)

    def test_containers_of_the_same_tables_export_to_the_same_image(self):
        with tempfile.TemporaryDirectory() as room:
            for folder in FOLDERS:
                made = []
                for name in ("zstd.tilebase", "zstd.tbimg"):
                    path = pathlib.Path(room) / f"{folder.name}-{name}.raw"
                    self.assertEqual(run("export", folder / name, "-o", path, "--raw").code, DONE)
                    made.append(path.read_bytes())
                self.assertEqual(made[0], made[1])

    def test_a_store_is_read_where_nothing_can_be_written(self):
        with tempfile.TemporaryDirectory() as room:
            for path, known in self.files():
                copy = pathlib.Path(room) / path.name
                shutil.copy(path, copy)
                copy.chmod(0o444)
                os.chmod(room, 0o555)
                self.assertEqual(run("solve", copy, known["boards"][0]).out,
                                 known["solutions"][0] + "\n")
                os.chmod(room, 0o755)


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--answers":
        target = pathlib.Path(sys.argv[2])
        stored = {path.name: answers(path) for path in sorted(target.iterdir())
                  if path.suffix in (".tilebase", ".tbimg")}
        (target / "answers.json").write_text(json.dumps(stored, indent=0) + "\n", encoding="ascii")
    else:
        unittest.main()
