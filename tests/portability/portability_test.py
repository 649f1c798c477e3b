# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""portability_test.py NAME=COMPILER[,RUNNER]...: other machines solve boards from the same bytes.

solver.cc, which is the freestanding ring and a main(), is compiled for each machine and run there,
in an emulator where RUNNER is one. Every one must give the answers of the command on this machine,
from images and compact forms made here and from the golden ones of every released format.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TILEBASE = os.environ["TILEBASE"]
MACHINES = dict(argument.split("=", 1) for argument in sys.argv[1:])
del sys.argv[1:]
BOARDS = 2000
FLAGS = ["-std=c++20", "-O1", "-static", "-fno-exceptions", "-fno-rtti", "-Wall", "-Wextra",
         "-Werror", "-I", ROOT]
PLANS = {"4x4": "ladder:2", "3x5": "1-2/3-5/6-8/rest"}


def run(*words):
    """The standard output of a command that has to succeed."""
    result = subprocess.run([str(word) for word in words], capture_output=True, text=True,
                            check=False, stdin=subprocess.DEVNULL, timeout=280)
    if result.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, words))}: exit code {result.returncode}\n"
                             f"{result.stdout[-2000:]}{result.stderr[-2000:]}")
    return result.stdout


class OtherMachines(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        directory = pathlib.Path(cls.temporary.name)
        cls.files = []
        for board, plan in PLANS.items():
            store = directory / f"{board}.tilebase"
            run(TILEBASE, "build", "-o", store, "--board", board, "--plan", plan)
            for name, options in (("tbimg", ["--raw"]), ("tbc", ["--format", "compact"])):
                run(TILEBASE, "export", store, "-o", directory / f"{board}.{name}", *options)
                cls.files.append((directory / f"{board}.{name}", store))
        for golden in sorted(pathlib.Path(os.environ["TILEBASE_GOLDEN"]).glob("format-*")):
            cls.files += [(golden / name, golden / "raw.tbimg")
                          for name in ("raw.tbimg", "compact.tbc")]

    def test_they_give_the_same_answers(self):
        self.assertNotEqual(MACHINES, {})
        for machine, tools in MACHINES.items():
            compiler, *runner = tools.split(",")
            solver = pathlib.Path(self.temporary.name) / f"solver-{machine}"
            run(compiler, *FLAGS, HERE / "solver.cc", "-o", solver)
            same = total = 0
            for path, asked in self.files:
                expected = run(TILEBASE, "solve", asked, "--random", BOARDS, "--seed", 1)
                found = run(*runner, solver, path, BOARDS)
                same += sum(a == b for a, b in zip(expected.splitlines(), found.splitlines()))
                total += BOARDS
                self.assertEqual(found, expected, f"{machine}, {path.name}")
            print(f"{machine}: {same}/{total} boards solved as on this machine")


if __name__ == "__main__":
    unittest.main()
