# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""The puzzle, written a second time: what the command's answers are checked against.

A board is a list of numbers row by row, 0 the blank.
"""

import random

FIFTEEN = (4, 4)


def solved(size=FIFTEEN):
    cells = size[0] * size[1]
    return [*range(1, cells), 0]


def slide(board, action, size=FIFTEEN):
    """Slides a tile into the blank, in place. ValueError where no tile can slide that way."""
    width = size[0]
    blank = board.index(0)
    tile = blank + {"L": 1, "R": -1, "U": width, "D": -width}[action]
    same_row = tile // width == blank // width
    if not 0 <= tile < len(board) or (action in "LR" and not same_row):
        raise ValueError(f"nothing can slide {action} into cell {blank} of {board}")
    board[blank], board[tile] = board[tile], 0


def replay(board, actions, size=FIFTEEN):
    """The board that the actions lead to."""
    board = list(board)
    for action in actions:
        slide(board, action, size)
    return board


def is_solvable(board, size=FIFTEEN):
    """The rule of puzzle books: inversions, and the blank's row where the width is even."""
    tiles = [tile for tile in board if tile]
    inversions = sum(a > b for i, a in enumerate(tiles) for b in tiles[i + 1:])
    if size[0] % 2 == 0:
        inversions += size[1] - 1 - board.index(0) // size[0]
    return inversions % 2 == 0


def random_boards(count, seed, size=FIFTEEN):
    """Uniform over the boards that can be solved."""
    generator = random.Random(seed)
    for _ in range(count):
        board = solved(size)
        generator.shuffle(board)
        if not is_solvable(board, size):
            first, second = [cell for cell, tile in enumerate(board) if tile][:2]
            board[first], board[second] = board[second], board[first]
        yield board


def text(board):
    return " ".join(map(str, board))
