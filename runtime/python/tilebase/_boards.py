# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Boards and actions, as arrays and as text.

A board is an array (H, W) of uint8, row by row: the tile on each cell, 0 for the blank. Tile i is
home on cell i-1, the blank on the last one. Many boards are an array (N, H, W) or (N, H*W). An action is
the direction in which a tile slides into the blank: a letter of "LRUD", or its place there, 0 to 3.
"""

import re
from typing import Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._library import BoardError, Code

ACTIONS = "LRUD"
Board = NDArray[np.uint8]
Shape = Tuple[int, int]  # height, width

_LETTERS = np.frombuffer(ACTIONS.encode(), dtype=np.uint8)
_NUMBERS = np.full(256, 255, dtype=np.uint8)
_NUMBERS[_LETTERS] = np.arange(4)


def parse_board(text: str, shape: Optional[Shape] = None) -> Board:
    """A board (H, W) from text: numbers with spaces, commas, slashes or line ends between; the blank
    is 0, _ or H*W. At most nine cells may be one word, "42_713856". Without `shape`, slashes or line
    ends tell the rows; a text without any is a square.

    Raises BoardError where the text is no board of that shape.
    """
    rows = [row for row in re.split(r"[/\n]", text.strip()) if row.strip()]
    words = re.findall(r"[^\s,/]+", text)
    if len(words) == 1 and len(words[0]) <= 9:
        words = list(words[0])
    cells = len(words)
    if shape is None:
        height = len(rows) if len(rows) > 1 else round(cells ** 0.5)
        shape = height, cells // max(height, 1)
    if cells == 0 or shape[0] * shape[1] != cells:
        raise BoardError(Code.BOARD_SIZE, text, text=f"expected {shape[0]}x{shape[1]} cells, found "
                                                     f"{cells}")
    try:
        tiles = [0 if word == "_" else int(word) for word in words]
    except ValueError:
        raise BoardError(Code.BOARD, text, text=f"expected numbers, found {text!r}") from None
    if 0 not in tiles:
        tiles = [0 if tile == cells else tile for tile in tiles]
    if sorted(tiles) != list(range(cells)):
        raise BoardError(Code.BOARD, text)
    return np.array(tiles, dtype=np.uint8).reshape(shape)


def format_board(board: ArrayLike) -> str:
    """The text of one board (H, W) or (H*W,), as the `tilebase` command reads it: "1 2 3/4 5 6/7 8 0"
    with rows, or without slashes where the array has none."""
    rows = np.atleast_2d(np.asarray(board))
    return "/".join(" ".join(str(int(tile)) for tile in row) for row in rows)


def parse_actions(text: str) -> NDArray[np.uint8]:
    """Actions (M,) as numbers 0 to 3 from letters. Raises ValueError for any other letter."""
    numbers = _NUMBERS[np.frombuffer(text.encode(), dtype=np.uint8)]
    if (numbers == 255).any():
        raise ValueError(f"expected letters of {ACTIONS}, found {text!r}")
    return numbers


def format_actions(actions: Union[ArrayLike, Sequence[int]]) -> str:
    """The letters of actions (M,), numbers 0 to 3."""
    return _LETTERS[np.asarray(actions, dtype=np.intp)].tobytes().decode()


def solved_board(shape: Shape) -> Board:
    """The goal (H, W): 1, 2, 3, ... and the blank on the last cell."""
    cells = shape[0] * shape[1]
    return ((np.arange(cells) + 1) % cells).astype(np.uint8).reshape(shape)


def apply_actions(board: ArrayLike, actions: Union[str, ArrayLike]) -> Board:
    """A new board (H, W): this one after the actions, letters or numbers. Raises ValueError for an
    action that slides no tile."""
    after = np.array(board, dtype=np.uint8)
    if after.ndim != 2:
        raise ValueError(f"expected a board (H, W), found an array of shape {after.shape}")
    numbers = parse_actions(actions) if isinstance(actions, str) else np.asarray(actions)
    row, column = (int(place[0]) for place in np.nonzero(after == 0))
    # The tile that slides left is right of the blank, and so on.
    steps = ((0, 1), (0, -1), (1, 0), (-1, 0))
    for number, action in enumerate(numbers):
        down, right = steps[int(action)]
        tile_row, tile_column = row + down, column + right
        if not (0 <= tile_row < after.shape[0] and 0 <= tile_column < after.shape[1]):
            raise ValueError(f"action {number}, {ACTIONS[int(action)]}: no tile slides so")
        after[row, column] = after[tile_row, tile_column]
        after[tile_row, tile_column] = 0
        row, column = tile_row, tile_column
    return after


def is_solvable(boards: ArrayLike, shape: Optional[Shape] = None) -> NDArray[np.bool_]:
    """Whether each of the boards (..., H, W) can be solved, by parity: (...,) of bool. Costs H*W
    passes over the array. Boards (N, H*W) need `shape`."""
    array = np.asarray(boards)
    height, width = shape or array.shape[-2:]
    cells = height * width
    flat = array.reshape(-1, cells).astype(np.int64)
    odd = np.zeros(len(flat), dtype=np.int64)
    for cell in range(cells):  # inversions among the tiles
        behind = flat[:, cell + 1:]
        odd += ((behind < flat[:, cell:cell + 1]) & (behind != 0)).sum(axis=1)
    row = (flat == 0).argmax(axis=1) // width
    if width % 2 == 0:
        odd += height - 1 - row
    lead = array.shape[:-1] if shape is not None else array.shape[:-2]
    return (odd % 2 == 0).reshape(lead)


def random_boards(count: int, shape: Shape, seed: Optional[int] = None) -> NDArray[np.uint8]:
    """`count` random solvable boards (N, H, W), each of them equally likely. `seed` as in
    numpy.random.default_rng."""
    cells = shape[0] * shape[1]
    random = np.random.default_rng(seed)
    boards = random.permuted(np.tile(np.arange(cells, dtype=np.uint8), (count, 1)), axis=1)
    boards = boards.reshape(count, *shape)
    # Two tiles change places where the parity is wrong: the first two that are not the blank.
    flat = boards.reshape(count, cells)
    wrong = np.nonzero(~is_solvable(boards))[0]
    blank = (flat[wrong] == 0).argmax(axis=1)
    first, second = np.where(blank == 0, 1, 0), np.where(blank <= 1, 2, 1)
    flat[wrong, first], flat[wrong, second] = flat[wrong, second], flat[wrong, first]
    return boards
