# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""The puzzle as an environment with the interface of Gymnasium, one board or many at a time.

An observation is the board, (H, W) of uint8. An action is a number 0 to 3: the direction in which a
tile slides into the blank, its place in tilebase.ACTIONS. An action that slides no tile changes
nothing. Every step has the reward -1, so a return is minus the number of steps. An episode ends at
the goal, and is cut off after `max_steps`.

Episodes begin with a given board, or with boards of a wanted difficulty, as Tables.scramble makes them: with a set of one
table of the whole board the lengths are those of shortest solutions. `info` has `action_mask`, which
actions slide a tile, and `remaining`, the length of the tables' solution. WordPuzzle is the same for
boards that are no permutations, with actions of its own.

Gymnasium is not needed. Where it is installed, the classes are its own kind, and gymnasium.make
knows "tilebase/Puzzle-v0"; without it, spaces have the least that a learner asks of them. copy.copy() and
copy.deepcopy() of an environment play on by themselves, with the same tables.
"""

import copy
import os
from typing import Any, Dict, List, Optional, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._boards import (ACTIONS, BoardLike, check_boards, format_board, read_actions, read_board,
                      read_boards)
from ._library import BoardError, Code
from ._tables import Tables

try:
    import gymnasium
    from gymnasium.vector import VectorEnv
    _Env, _VectorEnv = gymnasium.Env, VectorEnv
except ImportError:
    gymnasium = None
    _Env = _VectorEnv = object

Info = Dict[str, Any]
Moves = Union[int, Tuple[int, int]]
_ENTRY = "tilebase.environment"
_MOST_AHEAD = 1024


class Discrete:
    """In place of gymnasium.spaces.Discrete: the numbers 0 to n-1."""

    def __init__(self, n: int, shape: Tuple[int, ...] = ()):
        self.n, self.shape, self.dtype = n, shape, np.dtype(np.int64)
        self.seed()

    def seed(self, seed: Optional[int] = None) -> None:
        self._random = np.random.default_rng(seed)

    def sample(self, mask: Optional[ArrayLike] = None) -> Any:
        """A random action; of those whose mask, (n,), is not 0."""
        if mask is not None:
            return self._random.choice(np.flatnonzero(mask))
        return self._random.integers(self.n, size=self.shape)

    def contains(self, value: Any) -> bool:
        array = np.asarray(value)
        return (array.shape == self.shape and array.dtype.kind in "iu"
                and bool(((0 <= array) & (array < self.n)).all()))

    __contains__ = contains


class Box:
    """In place of gymnasium.spaces.Box: arrays of numbers from `low` to `high`."""

    def __init__(self, low: int, high: int, shape: Tuple[int, ...], dtype: type):
        self.low, self.high = np.full(shape, low, dtype), np.full(shape, high, dtype)
        self.shape, self.dtype = shape, np.dtype(dtype)

    def contains(self, value: Any) -> bool:
        array = np.asarray(value)
        return (array.shape == self.shape and array.dtype == self.dtype
                and bool(((self.low <= array) & (array <= self.high)).all()))

    __contains__ = contains


def _opened(tables: Union[Tables, str, "os.PathLike[str]"]) -> Tables:
    return tables if isinstance(tables, Tables) else Tables(tables)


def _options(options: Optional[Dict[str, Any]], board: str) -> Dict[str, Any]:
    """The options of a reset. Raises ValueError if one is neither "moves" nor `board`."""
    if unknown := sorted(set(options or {}) - {"moves", board}):
        raise ValueError(f"option {unknown[0]!r}: expected 'moves' or {board!r}")
    return options or {}


class _Starts:
    """Boards to begin with, made ahead: each time twice as many, up to _MOST_AHEAD."""

    def __init__(self, tables: Tables, moves: Moves):
        self.tables, self.moves = tables, moves
        self.seed(None)

    def seed(self, seed: Optional[int]) -> None:
        self._random = np.random.default_rng(seed)
        self._made, self._used, self._ahead = None, 0, 1

    def take(self, count: int) -> Tuple[NDArray[np.uint8], NDArray[np.uintp]]:
        """Boards (count, H*W) and their lengths (count,)."""
        if self._made is None or self._used + count > len(self._made.boards):
            self._made = self.tables.scramble(max(count, self._ahead), self.moves,
                                              seed=int(self._random.integers(1 << 63)))
            self._used, self._ahead = 0, min(2 * self._ahead, _MOST_AHEAD)
        part = slice(self._used, self._used + count)
        self._used += count
        return self._made.boards[part].reshape(count, -1), self._made.lengths[part]


class PuzzleVector(_VectorEnv):
    """`num_envs` puzzles that step together: arrays (N, H, W), (N,), and in `info` (N, 4) and (N,).

    A puzzle that ends begins again in the same step: its observation is the first of the next episode,
    and info["final_obs"] has the last one where info["_final_obs"] is true. `remaining` is in the
    info of a step only on request, since it looks every board up.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(self, tables: Union[Tables, str, "os.PathLike[str]"], num_envs: int = 1,
                 moves: Moves = (1, 30), *, to: Optional[BoardLike] = None, max_steps: int = 1000,
                 remaining: bool = False, render_mode: Optional[str] = None):
        """`tables` is an opened set or a file. `moves`: the lengths of the boards that episodes begin
        with. `to`: the goal, a board or a name, as Tables.to takes them. Raises what Tables.scramble does at
        the first reset."""
        tables = _opened(tables)
        tables._need_plain("WordPuzzle")  # pylint: disable=protected-access
        self.tables = tables if to is None else tables.to(to)
        self.num_envs, self.max_steps, self.remaining = num_envs, max_steps, remaining
        self.render_mode = render_mode
        cells, width = self.tables.cells, self.tables.width
        self._shape = num_envs, self.tables.height, width
        # The tile's cell by the blank's cell and the action; the blank's own where there is none.
        cell = np.arange(cells)
        column = cell % width
        steps = ((column < width - 1, 1), (column > 0, -1), (cell < cells - width, width),
                 (cell >= width, -width))
        can = np.stack([can for can, _ in steps], axis=1)
        self._from = (cell[:, None] + can * np.array([step for _, step in steps])).ravel()
        self._masks = can.astype(np.int8)
        self._goal = self.tables.goal.reshape(-1)
        self._blank_home = int((self._goal == 0).argmax())
        self._starts = _Starts(self.tables, moves)
        self._first = np.arange(num_envs) * cells  # of each board among all cells
        self._cells = np.zeros(num_envs * cells, np.uint8)
        self._blank = np.zeros(num_envs, np.intp)
        self._steps = np.zeros(num_envs, np.int64)
        self._began = False
        box, discrete = ((Box, Discrete) if gymnasium is None else
                         (gymnasium.spaces.Box, gymnasium.spaces.Discrete))
        self.single_observation_space = box(0, cells - 1, self._shape[1:], np.uint8)
        self.single_action_space = discrete(len(ACTIONS))
        if gymnasium is None:
            self.observation_space = Box(0, cells - 1, self._shape, np.uint8)
            self.action_space = Discrete(len(ACTIONS), (num_envs,))
        else:
            batched = gymnasium.vector.utils.batch_space
            self.observation_space = batched(self.single_observation_space, num_envs)
            self.action_space = batched(self.single_action_space, num_envs)
            mode = getattr(gymnasium.vector, "AutoresetMode", None)  # since 1.1
            self.metadata = {**self.metadata, "autoreset_mode": mode and mode.SAME_STEP}

    def reset(self, *, seed: Optional[int] = None,
              options: Optional[Dict[str, Any]] = None) -> Tuple[NDArray[np.uint8], Info]:
        """New boards. A seed makes them and all that follow the same again. `options` may have "moves", other
        lengths from here on, or "boards", (N, H, W), with which these episodes begin. Raises BoardError where
        one of those is no board, or cannot be solved."""
        options = _options(options, "boards")
        boards = None
        if options.get("boards") is not None:
            boards = read_boards(options["boards"], self._shape[1:])
            if len(boards) != self.num_envs:
                raise BoardError(Code.BOARD_SIZE, options["boards"], text=f"expected {self.num_envs} boards, "
                                 f"one for each puzzle, found {len(boards)}")
            check_boards(boards.reshape(self._shape))
            boards = boards.reshape(self.num_envs, -1), self.tables.lengths(boards)
        if "moves" in options:
            self._starts = _Starts(self.tables, options["moves"])
        if seed is not None:
            self._starts.seed(seed)
        lengths = self._begin(np.arange(self.num_envs), boards)
        return self._boards(), {"action_mask": self.action_masks(), "remaining": lengths.astype(np.int64)}

    def step(self, actions: ArrayLike) -> Tuple[NDArray[np.uint8], NDArray[np.float64],
                                                NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Observations (N, H, W), rewards, terminated and truncated (N,), info. Raises ValueError where
        the actions are not (N,) numbers of 0 to 3; then nothing has moved."""
        terminated, truncated = self._slide(actions)
        info: Info = {}
        ended = np.flatnonzero(terminated | truncated)
        if ended.size:
            info["final_obs"], info["_final_obs"] = self._boards(), terminated | truncated
            self._begin(ended)
        info["action_mask"] = self.action_masks()
        if self.remaining:
            info["remaining"] = self.tables.lengths(self._rows()).astype(np.int64)
        return self._boards(), np.full(self.num_envs, -1.0), terminated, truncated, info

    def action_masks(self) -> NDArray[np.int8]:
        """(N, 4): 1 for actions that slide a tile."""
        return self._masks[self._blank]

    def render(self) -> Tuple[str, ...]:
        """The boards as text."""
        return tuple(format_board(board) for board in self._boards())

    def _slide(self, actions: ArrayLike) -> Tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Terminated and truncated (N,), before any episode begins again."""
        if not self._began:
            raise RuntimeError("there is no board yet: call reset() before step()")
        numbers = read_actions(actions)
        if numbers.shape != (self.num_envs,):
            raise ValueError(f"expected actions of shape ({self.num_envs},), found {numbers.shape}")
        came_from = self._from[self._blank * len(ACTIONS) + numbers]
        tile = self._first + came_from
        self._cells[self._first + self._blank] = self._cells[tile]
        self._cells[tile] = 0
        self._blank = came_from
        self._steps += 1
        terminated = np.zeros(self.num_envs, np.bool_)
        near = np.flatnonzero(came_from == self._blank_home)
        terminated[near] = (self._rows()[near] == self._goal).all(axis=1)
        truncated = (self._steps >= self.max_steps) & ~terminated
        return terminated, truncated

    def __copy__(self) -> "PuzzleVector":
        return copy.deepcopy(self)

    def _rows(self) -> NDArray[np.uint8]:
        return self._cells.reshape(self.num_envs, -1)

    def _boards(self) -> NDArray[np.uint8]:
        return self._cells.reshape(self._shape).copy()

    def _begin(self, which: NDArray[np.intp], given: Optional[Tuple[NDArray[np.uint8], NDArray[np.uintp]]]
               = None) -> NDArray[np.uintp]:
        boards, lengths = given or self._starts.take(len(which))
        self._began = True
        self._rows()[which] = boards
        self._blank[which] = (boards == 0).argmax(axis=1)
        self._steps[which] = 0
        return lengths


class Puzzle(_Env):
    """One puzzle. It waits for reset() at an episode's end. `remaining` is in every info."""

    metadata = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(self, tables: Union[Tables, str, "os.PathLike[str]"], moves: Moves = (1, 30), *,
                 to: Optional[BoardLike] = None, max_steps: int = 1000, render_mode: Optional[str] = None):
        """As PuzzleVector."""
        self._one = PuzzleVector(tables, 1, moves, to=to, max_steps=max_steps)
        self.tables, self.render_mode = self._one.tables, render_mode
        self.observation_space = self._one.single_observation_space
        self.action_space = self._one.single_action_space

    def reset(self, *, seed: Optional[int] = None,
              options: Optional[Dict[str, Any]] = None) -> Tuple[NDArray[np.uint8], Info]:
        """A new board (H, W) and its info. `options` as for PuzzleVector, with "board" for "boards"."""
        options = dict(options or {})
        if options.get("board") is not None:
            options["boards"] = [read_board(options["board"], self.tables.shape)]
        options.pop("board", None)
        if gymnasium is not None:
            super().reset(seed=seed)
        boards, info = self._one.reset(seed=seed, options=options)
        return boards[0], {"action_mask": info["action_mask"][0],
                           "remaining": int(info["remaining"][0])}

    def step(self, action: int) -> Tuple[NDArray[np.uint8], float, bool, bool, Info]:
        """The board (H, W), the reward, terminated, truncated, info. Raises ValueError for an action that is
        not 0 to 3; then nothing has moved."""
        one = self._one
        terminated, truncated = one._slide(np.reshape(action, -1))  # pylint: disable=protected-access
        board = one._boards()[0]  # pylint: disable=protected-access
        return board, -1.0, bool(terminated[0]), bool(truncated[0]), {
            "action_mask": one.action_masks()[0], "remaining": self.tables.length(board)}

    def action_masks(self) -> NDArray[np.int8]:
        """(4,): 1 for actions that slide a tile."""
        return self._one.action_masks()[0]

    def __copy__(self) -> "Puzzle":
        return copy.deepcopy(self)

    def render(self) -> Optional[str]:
        """The board as text, where render_mode is "ansi"."""
        return self._one.render()[0] if self.render_mode == "ansi" else None


class WordPuzzle(_Env):
    """One board that is no permutation (docs/boards.md). An observation is (H, W) of int16: -1 is a wall, -3 any
    other tile.

    An action is (blanks,): for each blank, in the order of their cells, where it goes. A number below the width is a
    column of its row, and its own column says that it stays; other numbers are the width plus a row of its column. A
    move is one of the set's metric; any other action changes nothing. A step has the reward -1, and an episode that
    ends at a goal costs what ending there costs, so that a return is at best -`remaining`. `action_mask` (blanks,
    width + height) says where each blank can go if the others stay.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(self, tables: Union[Tables, str, "os.PathLike[str]"], moves: Moves = (1, 30), *,
                 max_steps: int = 1000, render_mode: Optional[str] = None):
        """As PuzzleVector; `moves` are costs."""
        self.tables, self.max_steps, self.render_mode = _opened(tables), max_steps, render_mode
        if self.tables.kinds == 0:
            raise ValueError("a set of plain boards: use Puzzle")
        self._starts = _Starts(self.tables, moves)
        self._began = False
        # With one blank each slide is a move of an answer, in every metric.
        self._counts_runs = self.tables.blanks == 1 and self.tables.metric == "mtm"
        blanks, numbers = self.tables.blanks, self.tables.width + self.tables.height
        if gymnasium is None:
            self.observation_space: Any = Box(-3, 252, self.tables.shape, np.int16)
            self.action_space: Any = Discrete(numbers, (blanks,))
        else:
            self.observation_space = gymnasium.spaces.Box(-3, 252, self.tables.shape, np.int16)
            self.action_space = gymnasium.spaces.MultiDiscrete([numbers] * blanks)

    def reset(self, *, seed: Optional[int] = None,
              options: Optional[Dict[str, Any]] = None) -> Tuple[NDArray[np.int16], Info]:
        """A new board and its info; `options` as for Puzzle. Raises BoardError for a board that the set does not
        have, or that cannot be solved."""
        options = _options(options, "board")
        if gymnasium is not None:
            super().reset(seed=seed)
        if "moves" in options:
            self._starts = _Starts(self.tables, options["moves"])
        if seed is not None:
            self._starts.seed(seed)
        board = options.get("board")
        if board is None:
            cells = self._starts.take(1)[0][0]
        else:
            cells = self.tables._board(board).astype(np.int16)  # pylint: disable=protected-access
            cells[cells > 252] -= 256
            if np.count_nonzero(cells == 0) != self.tables.blanks:
                raise BoardError(Code.BOARD, board,
                                 text=f"expected as many blanks as the set has: {self.tables.blanks}")
        self._look(cells)
        self._steps = 0
        return self._board(), self._info()

    def step(self, action: ArrayLike) -> Tuple[NDArray[np.int16], float, bool, bool, Info]:
        """The board, the reward, terminated, truncated, info. Raises ValueError for an action that is not in the
        action space; then nothing has moved."""
        if not self._began:
            raise RuntimeError("there is no board yet: call reset() before step()")
        numbers = np.asarray(action)
        if numbers.dtype.kind not in "iu" or not self.action_space.contains(numbers):
            raise ValueError(f"expected an action of shape ({self.tables.blanks},), numbers from 0 to "
                             f"{self.tables.width + self.tables.height - 1}, found {action!r}")
        after = self._after(numbers.tolist())
        if after is not None:
            self._look(after)
        self._steps += 1
        terminated = self._answer.moves == 0
        reward = -1.0 - (self._answer.goal_cost if terminated else 0)
        return self._board(), reward, terminated, self._steps >= self.max_steps and not terminated, self._info()

    def optimal_action(self) -> NDArray[np.int64]:
        """The first move of the set's solution, (blanks,); at a goal all blanks stay. Of an exact table no other
        action costs less."""
        width, actions = self.tables.width, self._answer.actions
        first = len(actions) - len(actions.lstrip(actions[:1])) if self._counts_runs else 1
        came_from = {to: cell for move in (self._answer.slides or [])[:first] for cell, to in move}
        numbers = []
        for blank in self._blanks():
            end = blank
            while end in came_from:
                end = came_from[end]
            numbers.append(end % width if end // width == blank // width else width + end // width)
        return np.array(numbers, np.int64)

    def action_masks(self) -> NDArray[np.int8]:
        """(blanks, width + height): 1 where a blank can go if the others stay."""
        own = [blank % self.tables.width for blank in self._blanks()]
        masks = np.zeros((len(own), self.tables.width + self.tables.height), np.int8)
        for blank, number in np.ndindex(masks.shape):
            masks[blank, number] = self._after([*own[:blank], number, *own[blank + 1:]]) is not None
            if number == own[blank]:
                masks[blank, number] = len(own) > 1
        return masks

    def __copy__(self) -> "WordPuzzle":
        return copy.deepcopy(self)

    def render(self) -> Optional[str]:
        """The board as text, where render_mode is "ansi"."""
        return format_board(self._board()) if self.render_mode == "ansi" else None

    def _board(self) -> NDArray[np.int16]:
        return self._cells.reshape(self.tables.shape).copy()

    def _info(self) -> Info:
        answer = self._answer
        return {"action_mask": self.action_masks(),
                "remaining": (answer.runs if self._counts_runs else answer.moves) + answer.goal_cost}

    def _blanks(self) -> List[int]:
        return np.flatnonzero(self._cells == 0).tolist()

    def _look(self, cells: NDArray[np.int16]) -> None:
        """Goes to a board. Changes nothing if the set has no answer."""
        self._answer = self.tables.ask(cells, slides=True)
        self._cells, self._began = cells, True

    def _after(self, numbers: List[int]) -> Optional[NDArray[np.int16]]:
        """The cells after an action; None if it is no move."""
        cells, blanks = self._cells.copy(), self._blanks()
        taken, moved = set(blanks), 0
        for blank, number in zip(blanks, numbers):
            path = self._path(blank, number)
            if path is None or (len(path) > 1 and self.tables.metric not in ("mtm", "line-steps")):
                return None
            if any(cell in taken or self._cells[cell] == -1 for cell in path):
                return None
            taken.update(path)
            moved += len(path) > 0
            line = [blank, *path]
            cells[line] = [*self._cells[line[1:]], 0]
        return cells if moved == 1 or (moved and self.tables.metric in ("steps", "line-steps")) else None

    def _path(self, blank: int, number: int) -> Optional[range]:
        """The cells that a blank passes; None if the number is that of its own row."""
        width = self.tables.width
        row, column = divmod(blank, width)
        end = row * width + number if number < width else (number - width) * width + column
        if end == blank and number >= width:
            return None
        step = (1 if number < width else width) * (1 if end > blank else -1)
        return range(blank + step, end + step, step) if end != blank else range(0)


def register() -> None:
    """Tells Gymnasium of "tilebase/Puzzle-v0". Gymnasium calls it where both are installed; a
    program that has the package on its path only calls it itself."""
    gymnasium.register("tilebase/Puzzle-v0", entry_point=f"{_ENTRY}:Puzzle",
                       vector_entry_point=f"{_ENTRY}:PuzzleVector")
