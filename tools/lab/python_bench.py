# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""How fast the Python package solves arrays of boards, beside the C function it calls, and how fast
many puzzles step together.

Usage: python_bench.py BUILD_DIRECTORY [BOARDS]

The C function gets pieces of 8,192 boards with one output buffer for all, as a C program would use
it. Both take turns, round by round; processor time counts, and the median round.
"""

import ctypes
import os
import pathlib
import statistics
import sys
import tempfile
import time

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build").resolve()
COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 500_000
PIECE, ROUNDS = 8192, 7
os.environ["TILEBASE_LIBRARY"] = str(BUILD / "runtime/libtilebase.so")
sys.path.insert(0, str(ROOT / "runtime/python"))
import tilebase  # noqa: E402  pylint: disable=wrong-import-position
from tilebase.environment import PuzzleVector  # noqa: E402  pylint: disable=wrong-import-position
from tilebase._library import LIBRARY  # noqa: E402  pylint: disable=wrong-import-position


def main():
    with tempfile.TemporaryDirectory() as folder:
        tables = tilebase.build(pathlib.Path(folder) / "l5", "4x4", "ladder:5",
                                command=str(BUILD / "bin/tilebase"))
    boards = tilebase.random_boards(COUNT, tables.shape, seed=1)
    capacity = tables.worst_case + 1
    letters = (ctypes.c_char * (capacity * PIECE))()
    counts, codes = (ctypes.c_size_t * PIECE)(), (ctypes.c_int * PIECE)()

    def in_c():
        for first in range(0, COUNT, PIECE):
            LIBRARY.tilebase_solve_batch(
                tables._handle,  # pylint: disable=protected-access
                boards.ctypes.data + first * tables.cells, tables.cells,
                min(PIECE, COUNT - first), letters, capacity, counts, codes)

    ways = {"C, solve_batch": in_c, "numpy, solve_batch": lambda: tables.solve_batch(boards),
            "numpy, lengths": lambda: tables.lengths(boards)}
    times = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, way in ways.items():
            start = time.process_time()
            way()
            times[name].append(time.process_time() - start)
    medians = {name: statistics.median(taken) for name, taken in times.items()}
    print(f"4x4, ladder:5, {COUNT} boards, one thread, median of {ROUNDS} rounds by processor time")
    print(f"{'':20}{'boards/s':>12}{'vs C':>8}")
    for name, taken in medians.items():
        print(f"{name:20}{COUNT / taken:12,.0f}{medians['C, solve_batch'] / taken:8.2f}")

    puzzles = PuzzleVector(tables, 4096, (60, 70), max_steps=10**9)
    puzzles.reset(seed=1)
    actions = np.random.default_rng(1).integers(4, size=(16, 4096))
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        for several in range(100):
            puzzles.step(actions[several % 16])
        times.append(time.process_time() - start)
    print(f"4096 puzzles: {100 * 4096 / statistics.median(times):,.0f} steps/s")


if __name__ == "__main__":
    main()
