# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Boards and actions, as arrays and as text.

A board is an array (H, W), row by row: the tile on each cell, 0 for the blank. Its numbers are uint8,
or uint32 on boards of more than 256 cells. Tile i is home on cell i-1, the blank on the last one. Many
boards are an array (N, H, W) or (N, H*W). An action is the direction in which a tile slides into the
blank: a letter of "LRUD", or its place there, 0 to 3.

Every function reads boards with read_board() or read_boards(), which check that they are boards. The
library reads what is no array of whole numbers, as text, and says what is wrong with a board.
"""

import ctypes
import operator
import re
from typing import Any, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._library import LIBRARY, BoardError, Code, failure

ACTIONS = "LRUD"
Board = NDArray[Any]  # uint8, or uint32 for more than 256 cells
BoardLike = Union[str, bytes, ArrayLike]
Shape = Tuple[int, int]  # height, width
ShapeLike = Union[str, Sequence[int]]  # also "WxH", as the command has it

_MOST_SIDE = 1000
_LETTERS = np.frombuffer(ACTIONS.encode(), dtype=np.uint8)
_NUMBERS = np.zeros(256, np.uint8)  # of the letters
_NUMBERS[_LETTERS] = np.arange(len(ACTIONS))
_SIGNS = {-1: "#", -3: "."}  # TILEBASE_WALL, TILEBASE_OTHER
_NOTATIONS = ("letters", "runs", "blank", "tiles")  # as tilebase_notation


def whole_number(name: str, value: Any, least: int = 0, most: int = 2**64 - 1) -> int:
    """`value` as an int. Raises TypeError or ValueError, which names it, where it is none of
    `least` to `most`."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: expected a whole number, found {value!r}") from None
    if not least <= number <= most:
        raise ValueError(f"{name}: expected {least} to {most}, found {number}")
    return number


def board_shape(shape: ShapeLike) -> Shape:
    """(height, width) of a shape: (height, width), or text "WxH" as the command has it."""
    sides: Tuple[int, ...] = ()
    if isinstance(shape, str):
        found = re.fullmatch(r"\s*([0-9]{1,4})\s*[xX]\s*([0-9]{1,4})\s*", shape)
        sides = (int(found[2]), int(found[1])) if found else ()
    else:
        try:
            sides = tuple(map(operator.index, shape))
        except TypeError:
            pass
    if len(sides) != 2 or not all(2 <= side <= _MOST_SIDE for side in sides):
        raise ValueError('expected a shape, (height, width) or text "WIDTHxHEIGHT", with sides of 2 to '
                         f"{_MOST_SIDE}; found {shape!r}")
    return sides[0], sides[1]


def read_board(board: BoardLike, shape: Optional[ShapeLike] = None,
               index: Optional[int] = None) -> Board:
    """The board (H, W) that an array (H, W) or (H*W,), lists or text say. Without `shape` its rows
    tell the shape, and a board without rows is a square. Raises BoardError, with `index`, where it is no
    board of that shape."""
    wanted = None if shape is None else board_shape(shape)
    array = _whole_numbers(board)
    if array is not None and array.ndim in (1, 2):
        side = round(array.size ** 0.5)
        told = array.shape if array.ndim == 2 else wanted or (side, side)
        if (told == (wanted or told) and told[0] * told[1] == array.size and min(told) > 1
                and _are_boards(array.reshape(1, -1))[0]):
            return np.ascontiguousarray(array.reshape(told), _type_of(array.size))
    elif array is not None:
        raise BoardError(Code.BOARD_SIZE, board, index, "expected one board, (H, W) or (H*W,); found an "
                         f"array of shape {array.shape}")
    try:
        return _parse(_as_text(board), wanted)
    except _NoBoard as error:
        size = array is not None and wanted is not None and array.size != wanted[0] * wanted[1]
        raise BoardError(Code.BOARD_SIZE if size else Code.BOARD, board, index, str(error)) from None


def read_boards(boards: Union[ArrayLike, Sequence[BoardLike]], shape: Shape) -> Board:
    """Many boards, (N, H, W) or (N, H*W), in C order; an array of uint8 that is that already is not
    copied. Does not look for tiles that occur twice. Raises BoardError for the first that is of another
    shape or has a number that is no tile's."""
    cells = shape[0] * shape[1]
    array = _whole_numbers(boards)
    if array is not None and array.shape[1:] in ((cells,), shape):
        if array.size == 0 or 0 <= array.min() <= array.max() <= cells:
            return _with_zero_blanks(np.ascontiguousarray(array, _type_of(cells)), cells)
    elif array is not None and (array.ndim < 2 or array.shape == shape):
        raise BoardError(Code.BOARD_SIZE, boards, text=f"expected boards of shape (N, {shape[0]}, "
                         f"{shape[1]}) or (N, {cells}), found {array.shape}")
    elif isinstance(boards, str):
        raise BoardError(Code.BOARD_SIZE, boards, text="expected many boards, found one text; put it "
                         "into a list")
    read = [read_board(board, shape, index) for index, board in enumerate(boards)]
    return np.stack(read) if read else np.empty((0, *shape), _type_of(cells))


def check_boards(boards: Board) -> None:
    """Raises BoardError for the first of the boards (N, H, W) that is none."""
    wrong = np.flatnonzero(~_are_boards(boards.reshape(len(boards), -1)))
    if wrong.size:
        read_board(boards[wrong[0]], boards.shape[1:], int(wrong[0]))


def parse_board(text: BoardLike, shape: Optional[ShapeLike] = None) -> Board:
    """A board (H, W) from text in any form that the command reads: numbers with spaces, commas or
    line ends between, rows ended by slashes, lists as Python prints them; the blank is 0, _ or H*W. At
    most nine cells may be one word, "42_713856". Without `shape` the rows tell it; a text without any is
    a square.

    Raises BoardError, which says what is wrong, where the text is no board of that shape.
    """
    return read_board(text, shape)


def format_board(board: ArrayLike) -> str:
    """The text of one board (H, W) or (H*W,), as the `tilebase` command reads it: "1 2 3/4 5 6/7 8 0"
    with rows, or without slashes where the array has none. On boards that are no permutations -1 is # and -3 is
    a full stop."""
    rows = np.atleast_2d(np.asarray(board))
    if rows.ndim != 2:
        raise ValueError(f"expected one board, (H, W) or (H*W,); found an array of shape {rows.shape}")
    return "/".join(" ".join(_SIGNS.get(tile, str(tile)) for tile in row) for row in rows.tolist())


def read_goal(goal: BoardLike, shape: ShapeLike) -> Board:
    """The board (H, W) to end at: a board, or a name: "blank-last", "blank-first", "snail" (or "spiral"),
    "columns", and with two odd sides "blank-center". Raises BoardError for anything else."""
    cells = read_equal(goal, shape)
    return read_board(goal, shape) if has_equal_tiles(cells) else cells


def read_equal(goal: BoardLike, shape: ShapeLike) -> Board:
    """read_goal(), also for boards on which a tile occurs twice."""
    height, width = board_shape(shape)
    array = _whole_numbers(goal)
    if (array is not None and array.shape in ((height, width), (height * width,))
            and 0 <= array.min() <= array.max() < array.size):
        return np.ascontiguousarray(array.reshape(height, width), _type_of(array.size))
    if not isinstance(goal, str):
        return read_board(goal, (height, width))
    cells = np.zeros((height, width), _type_of(height * width))
    message, data = ctypes.create_string_buffer(512), goal.encode(errors="replace")
    code = LIBRARY.tilebase_parse_goal(data, len(data), width, height, cells.itemsize, cells.ctypes.data,
                                       cells.size, message, len(message))
    if code != Code.OK:
        raise BoardError(code, goal, text=message.value.decode(errors="replace"))
    return cells


def has_equal_tiles(board: Board) -> bool:
    """Whether a tile occurs twice."""
    return np.unique(board).size < board.size


def parse_actions(text: str, board: Optional[BoardLike] = None, *, shape: Optional[ShapeLike] = None,
                  notation: str = "letters") -> NDArray[np.uint8]:
    """Actions (M,) as numbers 0 to 3 from letters in either case, each with a count or without, "R3 D2
    L"; with the notation "blank", from directions of the blank. From a board also from the numbers of tiles,
    "8 5"; then every move must slide a tile. Raises ValueError for anything else."""
    cells = None if board is None else read_board(board, shape)
    height, width = (2, 2) if cells is None else cells.shape
    number, data = _notation(notation), text.encode(errors="replace")
    message, count = ctypes.create_string_buffer(512), ctypes.c_size_t()
    letters = np.empty(len(data) + 1, np.uint8)
    while True:
        code = LIBRARY.tilebase_read_moves(
            width, height, 1 if cells is None else cells.itemsize, None if cells is None else cells.ctypes.data,
            data, len(data), number, letters.ctypes.data, letters.size, ctypes.byref(count), message, len(message))
        if code != Code.BUFFER:
            break
        letters = np.empty(count.value + 1, np.uint8)
    if code != Code.OK:
        raise ValueError(message.value.decode(errors="replace") or failure(code))
    return _NUMBERS[letters[:count.value]]


def format_moves(board: BoardLike, actions: Union[str, ArrayLike], notation: str = "runs",
                 shape: Optional[ShapeLike] = None) -> str:
    """The actions from a board as text: "letters"; "runs", "U2 R"; "blank", the directions of the blank; or
    "tiles", the numbers of the tiles that slide. Raises BoardError, ValueError."""
    cells = read_board(board, shape)
    letters = format_actions(parse_actions(actions) if isinstance(actions, str) else actions).encode()
    message, size = ctypes.create_string_buffer(512), ctypes.c_size_t()
    text = ctypes.create_string_buffer(8 * len(letters) + 1)
    code = LIBRARY.tilebase_write_moves(
        cells.shape[1], cells.shape[0], cells.itemsize, cells.ctypes.data, letters, len(letters),
        _notation(notation), text, len(text), ctypes.byref(size), message, len(message))
    if code != Code.OK:
        raise ValueError(message.value.decode(errors="replace") or failure(code))
    return text.raw[:size.value].decode()


def format_actions(actions: Union[ArrayLike, Sequence[int]]) -> str:
    """The letters of actions (M,), numbers 0 to 3. Raises ValueError for other numbers."""
    return _LETTERS[read_actions(actions)].tobytes().decode()


def read_actions(actions: Union[ArrayLike, Sequence[int]]) -> NDArray[np.intp]:
    """Actions as an array of numbers 0 to 3, of any shape. Raises ValueError for others."""
    array = np.asarray(actions)
    if array.size == 0:
        return array.astype(np.intp)
    if array.dtype.kind not in "iu":
        raise ValueError(f"actions: expected numbers 0 to 3, places in {ACTIONS!r}; found {actions!r}")
    wrong = array[(array < 0) | (array >= len(ACTIONS))]
    if wrong.size:
        raise ValueError(f"action {wrong[0]}: expected 0 to 3, places in {ACTIONS!r}")
    return array.astype(np.intp)


def solved_board(shape: ShapeLike) -> Board:
    """The goal (H, W): 1, 2, 3, ... and the blank on the last cell."""
    height, width = board_shape(shape)
    cells = height * width
    return ((np.arange(cells) + 1) % cells).astype(_type_of(cells)).reshape(height, width)


def apply_actions(board: BoardLike, actions: Union[str, ArrayLike],
                  shape: Optional[ShapeLike] = None, *, notation: str = "letters") -> Board:
    """A new board (H, W): this one after the actions, text as parse_actions() reads it or numbers. Raises
    BoardError where it is no board, ValueError for an action that slides no tile."""
    after = read_board(board, shape).copy()
    numbers = (parse_actions(actions, after, notation=notation) if isinstance(actions, str)
               else read_actions(actions))
    row, column = (int(place[0]) for place in np.nonzero(after == 0))
    # The tile that slides left is right of the blank, and so on.
    steps = ((0, 1), (0, -1), (1, 0), (-1, 0))
    for number, action in enumerate(numbers):
        down, right = steps[action]
        tile_row, tile_column = row + down, column + right
        if not (0 <= tile_row < after.shape[0] and 0 <= tile_column < after.shape[1]):
            raise ValueError(f"action {number}, {ACTIONS[action]}: no tile slides so; an action is the "
                             "direction in which a tile moves, not the blank")
        after[row, column] = after[tile_row, tile_column]
        after[tile_row, tile_column] = 0
        row, column = tile_row, tile_column
    return after


def is_solvable(boards: BoardLike, shape: Optional[ShapeLike] = None) -> NDArray[np.bool_]:
    """Whether each of the boards (..., H, W) can be solved, by parity: (...,) of bool. One board may be
    whatever solve() takes. Boards (..., H*W) need `shape`, unless they are one square board. Raises
    BoardError for the first that is no board. Costs H*W passes over the array."""
    array = _whole_numbers(boards)
    wanted = None if shape is None else board_shape(shape)
    lead: Tuple[int, ...] = ()
    if array is None or array.ndim < 2 or array.shape == wanted or (wanted is None and array.ndim == 2):
        read = read_board(boards, wanted)[np.newaxis]
    else:
        size = wanted or array.shape[-2:]
        lead = array.shape[:-2] if array.shape[-2:] == size else array.shape[:-1]
        rows = array.reshape(-1, *array.shape[len(lead):])
        read = read_boards(rows, size).reshape(-1, *size)
        check_boards(read)
    return _have_even_parity(read).reshape(lead)[()]


def random_boards(count: int, shape: ShapeLike, seed: Optional[int] = None) -> Board:
    """`count` random solvable boards (N, H, W), each of them equally likely. `seed` as in
    numpy.random.default_rng."""
    height, width = board_shape(shape)
    cells = height * width
    random = np.random.default_rng(seed)
    count = whole_number("count", count)
    boards = random.permuted(np.tile(np.arange(cells, dtype=_type_of(cells)), (count, 1)), axis=1)
    boards = boards.reshape(count, height, width)
    # Two tiles change places where the parity is wrong: the first two that are not the blank.
    flat = boards.reshape(count, cells)
    wrong = np.nonzero(~_have_even_parity(boards))[0]
    blank = (flat[wrong] == 0).argmax(axis=1)
    first, second = np.where(blank == 0, 1, 0), np.where(blank <= 1, 2, 1)
    flat[wrong, first], flat[wrong, second] = flat[wrong, second], flat[wrong, first]
    return boards


def _notation(name: str) -> int:
    if name not in _NOTATIONS:
        raise ValueError(f"notation {name!r}: expected one of {', '.join(map(repr, _NOTATIONS))}")
    return _NOTATIONS.index(name)


class _NoBoard(Exception):
    """A text that is no board; str() says why."""


def _type_of(cells: int) -> type:
    return np.uint8 if cells <= 256 else np.uint32


def _whole_numbers(boards: Any) -> Optional[NDArray[Any]]:
    """As an array of whole numbers, or None where it is something else."""
    if isinstance(boards, str):
        return None
    if isinstance(boards, (bytes, bytearray)):
        boards = np.frombuffer(boards, np.uint8)
    try:
        array = np.asarray(boards)
    except (ValueError, OverflowError):  # rows of different lengths
        return None
    return array if array.dtype.kind in "iu" or array.size == 0 else None


def _are_boards(flat: NDArray[Any]) -> NDArray[np.bool_]:
    """(N,): whether each row of an array (N, H*W) has every number from 0 to H*W-1."""
    return (np.sort(flat, axis=1) == np.arange(flat.shape[1])).all(axis=1)


def _with_zero_blanks(boards: Board, cells: int) -> Board:
    """These boards; where they have the blank as H*W, a copy that has it as 0."""
    if boards.size == 0 or boards.max() < cells:
        return boards
    rows = boards.reshape(-1, cells).copy()
    rows[(rows == cells) & (rows != 0).all(axis=1)[:, np.newaxis]] = 0
    return rows.reshape(boards.shape)


def _as_text(board: Any) -> str:
    """Text that the library reads as a board: lists in brackets."""
    if isinstance(board, str):
        return board
    if isinstance(board, (bytes, bytearray)):
        board = list(board)
    if isinstance(board, np.ndarray):
        board = board.tolist()
    if isinstance(board, (list, tuple)):
        return "[" + ",".join(map(_as_text, board)) + "]"
    return str(board)


def _parse(text: str, shape: Optional[Shape]) -> Board:
    """The board that the library reads in the text. Raises _NoBoard."""
    data = text.encode(errors="replace")
    height, width = (ctypes.c_uint32(side) for side in shape or (0, 0))
    most = shape[0] * shape[1] if shape else len(data)  # a cell takes a character at least
    message = ctypes.create_string_buffer(512)
    cells = np.empty(most, np.uint32)
    code = LIBRARY.tilebase_parse_any_board(
        data, len(data), ctypes.byref(width), ctypes.byref(height), cells.ctypes.data, most, message,
        len(message))
    if code == Code.BUFFER:
        raise _NoBoard(f"the text says {width.value}x{height.value}, and has less numbers than that")
    if code != Code.OK:
        raise _NoBoard(message.value.decode(errors="replace") or
                       LIBRARY.tilebase_error_text(code).decode())
    size = height.value * width.value
    return cells[:size].astype(_type_of(size)).reshape(height.value, width.value)


def _have_even_parity(boards: Board) -> NDArray[np.bool_]:
    """(N,): whether each of the boards (N, H, W) can be solved."""
    count, height, width = boards.shape
    cells = height * width
    # The goal's order of the tiles: 0 for tile 1, ..., the last for the blank. Each pass brings one number
    # to its cell; the swaps that takes are the parity of the permutation.
    order = (boards.reshape(count, cells).astype(np.intp) - 1) % cells
    where = np.argsort(order, axis=1)
    blank = where[:, cells - 1]
    # Steps from the blank's cell to the last one.
    odd = (height - 1 - blank // width + width - 1 - blank % width) % 2 == 1
    each = np.arange(count)
    for cell in range(cells):
        found, number = where[:, cell].copy(), order[:, cell].copy()
        odd ^= found != cell
        order[each, found], where[each, number] = number, found
    return ~odd
