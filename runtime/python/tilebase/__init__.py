# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Sliding-tile puzzles solved by table lookup.

    import tilebase

    tables = tilebase.build("l5.tilebase", "4x4", "ladder:5")    # or tilebase.open("l5.tilebase")
    tables.solve("1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15")        # "L"
    boards = tilebase.random_boards(1_000_000, tables.shape)
    tables.lengths(boards)                                       # (1000000,) of actions

Boards are arrays of uint8, (H, W) or (H*W,), many of them (N, H, W) or (N, H*W); 0 is the blank.
Lengths are numbers of actions. An action is the direction in which a tile slides into the blank.
"""

from ._boards import (ACTIONS, apply_actions, format_actions, format_board, format_moves,
                      is_solvable, parse_actions, parse_board, random_boards, read_goal,
                      solved_board)
from ._library import LIBRARY, BoardError, Code, Error, NotFoundError, TableError
from ._tables import (Analysis, Answer, Cancel, Game, Probe, Scrambles, Shortest, Solutions, Stage,
                      Tables, build, count_runs)

open = Tables  # pylint: disable=redefined-builtin
__version__: str = LIBRARY.tilebase_version().decode()

__all__ = ["ACTIONS", "Analysis", "Answer", "BoardError", "Cancel", "Code", "Error", "Game",
           "NotFoundError", "Probe", "Scrambles", "Shortest", "Solutions", "Stage", "TableError",
           "Tables", "apply_actions", "build", "count_runs", "format_actions", "format_board",
           "format_moves", "is_solvable", "open", "parse_actions", "parse_board", "random_boards",
           "read_goal", "solved_board"]
