# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""An opened table set, and what it answers."""

import ctypes
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import (Any, Callable, Dict, FrozenSet, Iterable, List, NamedTuple, Optional, Tuple,
                    Union)

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _library
from ._boards import (ACTIONS, Board, BoardLike, Shape, ShapeLike, board_shape, format_actions,
                      format_moves, has_equal_tiles, is_solvable, parse_actions, read_board, read_boards,
                      read_equal, read_goal, solved_board, whole_number)
from ._library import (LIBRARY, BoardError, Code, Error, NotFoundError, TableError, carried,
                       failure, received)

Path = Union[str, "os.PathLike[str]"]
_WANTS = ("lookup", "effort", "shortest")  # as tilebase_want
_WHYS = (None, "stages", "detour", "limit", "rule")  # as tilebase_why
_METRICS = ("stm", "mtm", "steps", "line-steps")  # as tilebase_metric
_DELIVERS = (None, "stay", "leave")  # as tilebase_deliver
_MOST_STAGES = 64
_MOST_SLIDES = 256  # of a first try
_NO_MOVES_LEAD = ("no moves lead from this board to that goal: one of the two can be solved, the other "
                  "cannot; swap any two tiles of one of them")
# Plans of sets that find shortest solutions, by the board's shape.
_OPTIMAL_PLANS = {(3, 3): "rest", (4, 4): "ladder:3 + pattern:6-6-3", (5, 5): "ladder:3 + pattern:6-6-6-6"}


class Solutions(NamedTuple):
    """What solve_batch returns, board by board."""

    lengths: NDArray[np.uintp]  # (N,): numbers of actions; 0 for a board that failed
    letters: NDArray[np.uint8]  # (N, worst_case + 1): the letters, ended by a zero
    codes: NDArray[np.intc]     # (N,): tilebase.Code of each board

    def text(self, index: int) -> str:
        """The letters of board `index`."""
        return self.letters[index, :self.lengths[index]].tobytes().decode()

    def runs(self) -> NDArray[np.intp]:
        """(N,): the slides of whole lines in each solution, as count_runs() counts."""
        changes = np.diff(self.letters, axis=1, prepend=np.uint8(0)) != 0
        within = np.arange(self.letters.shape[1]) < self.lengths[:, np.newaxis]
        return (changes & within).sum(axis=1)

    def texts(self) -> List[str]:
        """The letters of all boards."""
        return [self.text(index) for index in range(len(self.lengths))]


class Stage(NamedTuple):
    """A stage of a solution by lookup."""

    goal: FrozenSet[int]   # tiles that it brings to their places
    fixed: FrozenSet[int]  # tiles that it leaves alone
    moves: int


class Cancel:
    """Ends the searches that it was given to, from another thread."""

    def __init__(self) -> None:
        self._flag = ctypes.c_uint8()

    def set(self) -> None:
        """Ends them: each answers with the best solution known."""
        self._flag.value = 1


class Answer(NamedTuple):
    """What ask returns. docs/question.md explains the fields."""

    actions: str       # the letters; with several blanks "7>8,13>14 8>9": moves of cells
    moves: int         # how many there are
    runs: int          # of equal letters: slides of whole lines
    bound: int         # no solution takes fewer moves, or with the metric mtm fewer runs
    shortest: bool     # no solution is shorter
    looked_at: int     # boards
    microseconds: int  # that the answer took
    detour: int        # moves at the end that lead from the nearest corner to the blank of `to`
    code: int = Code.OK
    why: Optional[str] = None  # it may not be a shortest one: "stages", "detour" or "limit"
    tiles: Optional[NDArray[np.uint32]] = None  # (moves,), if they were asked for: those that slide
    stages: Optional[List[Stage]] = None  # if they were asked for, of a lookup
    slides: Optional[List[List[Tuple[int, int]]]] = None  # if they were asked for: each move's (from, to), cells
    goal_cost: int = 0         # at which the goal begins


class Analysis(NamedTuple):
    """What analyse returns. Moves are actions; of a set of the metric mtm, slides of whole lines."""

    moves: Optional[int]  # of a shortest solution, or of the best one known; None: none is
    bound: int            # no solution has fewer
    # The same after each move that the board allows: "L", with whole lines also "L2" of two tiles.
    after: Dict[str, Optional[int]]
    after_bound: Dict[str, int]

    @property
    def exact(self) -> bool:
        """Whether no limit ended a search before its length was known."""
        return self.moves == self.bound and self.after == self.after_bound


class Game(NamedTuple):
    """What analyse_game returns, in moves as of Analysis: (M + 1,) before and after each of them."""

    lengths: NDArray[np.uint32]  # of shortest solutions, or of the best ones known; 2**32 - 1: none is
    bounds: NDArray[np.uint32]   # the least that they may be


class Shortest(NamedTuple):
    """What shortest_solutions returns."""

    moves: int          # of each, as in Analysis
    count: int          # how many there are
    complete: bool      # False: the limit on boards was met, and there are at least so many
    listed: List[str]   # the letters of the first ones


class Scrambles(NamedTuple):
    """Random boards of a wanted difficulty."""

    boards: NDArray[np.uint8]    # (N, H, W)
    lengths: NDArray[np.uintp]   # (N,): actions that each needs
    optimal: bool                # the lengths are those of shortest solutions
    uniform: bool                # every board of that difficulty was equally likely


@dataclass(frozen=True)
class Probe:
    """What the tables say of one board in a subproblem: bring `goal` home and leave `fixed` alone."""

    goal: FrozenSet[int]             # tiles; empty where the board is solved
    fixed: FrozenSet[int]
    stage: int                       # from 0; the number of stages where the board is solved
    remaining: Optional[int]         # actions to the subproblem's goal; None: it cannot be reached
    after: Dict[str, Optional[int]]  # the same after each action; None: no such action
    action: Optional[str]            # the table's action; None at the goal
    tiles: int                       # that it slides: 1, or more of a set of the metric mtm; 0 at the goal


def count_runs(letters: str) -> int:
    """The slides of whole lines that these actions are: runs of equal letters."""
    return sum(letter != before for letter, before in zip(letters, " " + letters))


def _tiles(bits: int) -> FrozenSet[int]:
    return frozenset(tile for tile in range(1, 65) if bits >> (tile - 1) & 1)


def _limits(boards: int, microseconds: int, threads: int) -> _library.OptimalLimits:
    return _library.OptimalLimits(whole_number("boards", boards),
                                  whole_number("microseconds", microseconds), _threads(threads))


def _within(within: float) -> float:
    if not within >= 1:
        raise ValueError(f"within {within!r}: expected a number of 1 or more, such as 1.05")
    return float(within)


def _want(want: str) -> int:
    if want not in _WANTS:
        raise ValueError(f"want {want!r}: expected one of {', '.join(map(repr, _WANTS))}")
    return _WANTS.index(want)


def _answer_of(answer: _library.Answer, actions: str, tiles: Optional[NDArray[Any]] = None,
               stages: Optional[List[Stage]] = None,
               slides: Optional[List[List[Tuple[int, int]]]] = None) -> Answer:
    return Answer(actions, answer.moves, answer.runs, answer.bound, bool(answer.shortest), answer.looked_at,
                  answer.microseconds, answer.detour, answer.code, _WHYS[answer.why], tiles, stages, slides,
                  answer.goal_cost)


def _moves_of(slides: Iterable[_library.Slide]) -> List[List[Tuple[int, int]]]:
    """The slides, those of one move together."""
    moves: List[List[Tuple[int, int]]] = []
    for slide in slides:
        if slide.move == len(moves):
            moves.append([])
        moves[-1].append((slide.start, slide.end))
    return moves


def _deliver(deliver: Optional[str]) -> int:
    if deliver not in _DELIVERS:
        raise ValueError(f"deliver {deliver!r}: expected 'stay' or 'leave'")
    return _DELIVERS.index(deliver)


def _threads(threads: int) -> int:
    return whole_number("threads", threads, 0, 1024)


def _probe(result: _library.ProbeResult) -> Probe:
    def depth(value: int) -> Optional[int]:
        return None if value < 0 else value

    return Probe(_tiles(result.goal), _tiles(result.fixed), result.stage, depth(result.remaining),
                 dict(zip(ACTIONS, map(depth, result.after))),
                 result.action.decode() if result.action != b"\0" else None, result.tiles)


def _slides_of(board: Board, width: int, actions: str) -> List[List[Tuple[int, int]]]:
    """The cells between which a plain board's tiles slide."""
    steps = {"L": 1, "R": -1, "U": width, "D": -width}  # from the blank to the tile
    slides, blank = [], int((board.reshape(-1) == 0).argmax())
    for action in actions:
        slides.append([(blank + steps[action], blank)])
        blank += steps[action]
    return slides


class Tables:
    """An opened table set. Any number of threads may use it at once; calls release the
    interpreter's lock. Close it when no thread uses it, by close() or `with`."""

    width: int
    height: int
    cells: int       # width * height
    stages: int
    tables: int
    worst_case: int  # no board needs more actions
    file_bytes: int
    probes_lead_home: bool  # asking probe() again after every move leads home; hint() always does
    any_size: bool          # ask() and solve() take boards of 2x2 to 1000x1000
    metric: str             # "stm" or "mtm", with several blanks also "steps" or "line-steps"
    blanks: int             # of a board
    kinds: int              # of tiles on boards that are no permutations; 0: plain boards
    wanted: int             # loads of a warehouse's table; 0: no warehouse
    goal: Board             # (H, W): where solutions lead; of plain boards

    def __init__(self, path: Optional[Path] = None, *,
                 image: Union[bytes, memoryview, NDArray[np.uint8], None] = None,
                 lazy: bool = False, check_content: bool = False, threads: int = 1,
                 memory_bytes: int = 0):
        """Opens a table set file, or a flat image in memory, which is not copied; without either the
        default set, of 4x4 boards.

        lazy: decode a compressed table when it is first needed. check_content: check every byte, not only the
        headers. threads: that check and decode. memory_bytes: most bytes for decoded tables, 0: no
        limit. An image takes the first two alone. Raises TableError.
        """
        if path is not None and image is not None:
            raise TypeError("expected a path or an image, found both")
        if isinstance(path, (bytes, bytearray, memoryview)):
            raise TypeError("expected the path of a file as text; pass an image's bytes as image=")
        flags = _library.LAZY * lazy | _library.CHECK_CONTENT * check_content
        whole_number("memory_bytes", memory_bytes)
        self._handle = ctypes.c_void_p()
        self._path = None
        self._how = {"lazy": lazy, "check_content": check_content}
        message = ctypes.create_string_buffer(512)
        if image is None:
            self._path = os.fspath(_default_set() if path is None else path)
            self._how.update(threads=_threads(threads), memory_bytes=memory_bytes)
            options = _library.OpenOptions(flags, threads, memory_bytes, 0)
            code = LIBRARY.tilebase_open_with(os.fsencode(self._path), ctypes.byref(options),
                                              ctypes.sizeof(options), ctypes.byref(self._handle),
                                              message, len(message))
        else:
            self._image = np.frombuffer(image, dtype=np.uint8)  # has to stay
            code = LIBRARY.tilebase_open_image(self._image.ctypes.data, self._image.size, flags,
                                               ctypes.byref(self._handle), message, len(message))
        self._check(code, message)
        self._is_home = True
        self._read_info()
        if self.kinds == 0:
            self.goal = solved_board(self.shape)

    def _read_info(self) -> None:
        info = self._info()
        self.width, self.height = info.width, info.height
        self.cells = info.width * info.height
        self.stages, self.tables = info.stages, info.tables
        self.worst_case = info.certified_worst_case
        self.file_bytes = info.file_bytes
        self.probes_lead_home = bool(info.probes_lead_home)
        self.any_size = bool(info.any_size)
        self.metric = _METRICS[info.metric]
        self.blanks, self.kinds, self.wanted = info.blanks, info.kinds, info.wanted

    @property
    def shape(self) -> Shape:
        """(height, width)"""
        return self.height, self.width

    @property
    def memory_bytes(self) -> int:
        """Of decoded tables, shortcuts and cache now."""
        return self._info().memory_bytes

    def to(self, goal: BoardLike) -> "Tables":
        """The same tables with another goal for all questions: a board, or a name ("blank-last",
        "blank-first", "snail", "columns", and with two odd sides "blank-center"). They share the memory; each
        is closed by itself. If the goal's blank is in no corner, lookups lead by the nearest corner. Raises
        BoardError."""
        self._need_plain("a set built with those goals")
        board = read_goal(goal, self.shape)
        cells = np.ascontiguousarray(board, np.uint8).reshape(-1)
        handle = ctypes.c_void_p()
        self._answer(LIBRARY.tilebase_open_to(self._set, cells.ctypes.data, cells.size, ctypes.byref(handle)),
                     goal)
        made: Tables = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        made._handle, made.goal, made._is_home = handle, board, False
        made._read_info()
        return made

    def close(self) -> None:
        """Releases the set. Whatever is asked afterwards raises Error. May be called again."""
        handle, self._handle = self._handle, ctypes.c_void_p()
        LIBRARY.tilebase_close(handle)

    def __enter__(self) -> "Tables":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            self.close()

    # A set never changes, so its copies are itself.

    def __copy__(self) -> "Tables":
        return self

    def __deepcopy__(self, _: object) -> "Tables":
        return self

    def __reduce__(self) -> Tuple[Any, ...]:
        """Pickled by its path: it is opened again where it is unpickled. An image is pickled whole."""
        if not self._handle:
            raise Error(Code.ARGUMENT, "this table set is closed")
        image = self._image.tobytes() if self._path is None else None
        path = None if self._path is None else os.path.abspath(self._path)
        return _open_again, (path, image, self._how, None if self._is_home else self.goal)

    def __repr__(self) -> str:
        return f"<tilebase.Tables {self.width}x{self.height} {self._path or 'image'!s}>"

    # Whole sets

    def prepare(self) -> None:
        """Decodes what a lazy set has not needed yet. Raises TableError."""
        self._told(LIBRARY.tilebase_prepare)

    def prepare_effort(self, threads: int = 1) -> None:
        """Makes ready what solve() with a limit needs; its first call does it otherwise. Raises
        TableError."""
        self._told(LIBRARY.tilebase_prepare_effort, _threads(threads))

    def verify(self, threads: int = 1) -> None:
        """Checks every byte by its hashes and every entry by its neighbours; about a second for 20
        million entries. Raises TableError where one is wrong."""
        self._told(LIBRARY.tilebase_verify, _threads(threads))

    # One board: an array (H, W) or (H*W,), lists, or text

    def ask(self, board: BoardLike, *, to: Optional[BoardLike] = None,
            shape: Optional[ShapeLike] = None, want: str = "lookup", boards: int = 0,
            microseconds: int = 0, threads: int = 1, within: float = 1, tiles: bool = False,
            stages: bool = False, slides: bool = False, deliver: Optional[str] = None,
            cancel: Optional[Cancel] = None) -> Answer:
        """One question, one answer. `want`: "lookup"; "effort", the shortest solution found within `boards`
        looked at and `microseconds` (both 0: 10,000 boards); or "shortest", where the two limit the search
        (0: no limit), which may end with `within` times answer.bound moves. `to`: the board to end at, or its
        name, as to() takes them; also one with equal tiles, if the board has the same. `shape`: the board's, if the set is for boards of all sizes (plan "any") and
        the board has no rows. `tiles`, `stages`: the answer has the tiles that slide, and the stages of a
        lookup. `slides`: the answer has each move's slides, from cell to cell. `deliver`: "stay" or "leave", of
        a warehouse's loads. `cancel`: ends the search. Raises BoardError, also if no moves
        lead there; NotFoundError if the set cannot answer, which says what to build; TableError."""
        if self.kinds:
            return self._ask_words(board, to, _library.Question(
                want=_want(want), boards=whole_number("boards", boards), deliver=_deliver(deliver),
                microseconds=whole_number("microseconds", microseconds), within=_within(within),
                cancel=None if cancel is None else ctypes.addressof(cancel._flag)),  # pylint: disable=protected-access
                                   tiles, slides)
        own = shape is None and not self.any_size
        equal = own and to is not None and has_equal_tiles(read_equal(to, self.shape))
        array = (read_equal(board, self.shape) if equal else self._board(board) if own
                 else read_board(board, shape))
        own = own or array.shape == self.shape
        if not own and not self.any_size:
            raise NotFoundError(
                Code.BOARD_SIZE, f"this table set is for boards of {self.width}x{self.height}; build one for all "
                'sizes: tilebase.build("any.tilebase", plan="any")')
        height, width = self.shape if own else array.shape
        number = np.uint8 if own else np.uint32
        cells = np.ascontiguousarray(array, number).reshape(-1)
        read = read_equal if equal else read_goal
        end = None if to is None else np.ascontiguousarray(read(to, (height, width)), number).reshape(-1)
        question = _library.Question(
            board=cells.ctypes.data, to=None if end is None else end.ctypes.data, width=width,
            height=height, cell_bytes=cells.itemsize, want=_want(want),
            boards=whole_number("boards", boards),
            microseconds=whole_number("microseconds", microseconds), threads=_threads(threads),
            within=_within(within),
            cancel=None if cancel is None else ctypes.addressof(cancel._flag))  # pylint: disable=protected-access
        staged = (_library.Stage * _MOST_STAGES)()
        if stages:
            question.stages, question.stage_capacity = staged, _MOST_STAGES
        answer, handle = _library.Answer(), self._set
        moved = np.empty(0, np.uint32)

        def call() -> int:
            return int(LIBRARY.tilebase_ask(handle, ctypes.byref(question), ctypes.sizeof(question),
                                            ctypes.byref(answer), ctypes.sizeof(answer)))

        def call_with(receive: Any) -> int:
            question.receive = receive
            return call()

        if own:
            letters = ctypes.create_string_buffer(self.worst_case + 16)
            question.actions, question.capacity = ctypes.addressof(letters), len(letters)
            if tiles:
                moved = np.empty(len(letters), np.uint32)
                question.tiles, question.tile_capacity = moved.ctypes.data, moved.size
            code = call()
            actions = letters.raw[:answer.moves].decode() if code == Code.OK else ""
        else:
            code, pieces = received(call_with)
            actions = b"".join(pieces).decode()
        if equal and code == Code.BOARD:
            raise BoardError(code, board, text="its tiles are not those of `to`")
        if equal and code == Code.SUBPROBLEM:
            raise NotFoundError(code, "boards with equal tiles have no search for shortest solutions")
        self._check_optimal(code)
        self._answer(code, board, to, (height, width))
        if tiles and own:
            moved = moved[:answer.moves].copy()
        elif tiles and actions:
            moved = np.array(format_moves(array, actions, "tiles", (height, width)).split(), np.uint32)
        return _answer_of(answer, actions, moved if tiles else None, [
            Stage(_tiles(each.goal), _tiles(each.fixed), each.moves) for each in staged[:answer.stages]
        ] if stages else None, _slides_of(array, width, actions) if slides else None)

    def _ask_words(self, board: BoardLike, to: Optional[BoardLike], question: _library.Question,
                   with_tiles: bool, with_slides: bool) -> Answer:
        """ask() of boards that are no permutations."""
        if to is not None:
            raise Error(Code.UNSUPPORTED, "this table set has goals of its own: leave out `to`")
        message = ctypes.create_string_buffer(512)
        question.message, question.message_size = ctypes.addressof(message), len(message)
        cells = None if isinstance(board, str) else self._board(board)
        if cells is None:
            question.text = board.encode(errors="replace")
        else:
            question.board = cells.ctypes.data
        answer, room = _library.Answer(), _MOST_SLIDES
        while True:
            slides, tiles = (_library.Slide * room)(), np.empty(room, np.int32)
            actions = ctypes.create_string_buffer(9 * room)  # "511>510,"
            question.actions, question.capacity = ctypes.addressof(actions), len(actions)
            question.slides, question.slide_capacity = slides, room
            question.tiles, question.tile_capacity = tiles.ctypes.data, room
            code = LIBRARY.tilebase_ask(self._set, ctypes.byref(question), ctypes.sizeof(question),
                                        ctypes.byref(answer), ctypes.sizeof(answer))
            if code != Code.BUFFER:
                break
            room = answer.slides
        if code != Code.OK:
            raise failure(code, board, message.value.decode(errors="replace"))
        count = answer.slides
        return _answer_of(answer, actions.value.decode(), tiles[:count] if with_tiles else None, None,
                          _moves_of(slides[:count]) if with_slides else None)

    def solve(self, board: BoardLike, *, to: Optional[BoardLike] = None,
              shape: Optional[ShapeLike] = None, boards: int = 0, microseconds: int = 0) -> str:
        """The letters of a solution, by lookup; with a limit of boards or of time, of a shorter one. More
        boards never give a longer one. Raises as ask()."""
        if (to is None and shape is None and self._is_home
                and not (boards or microseconds or self.any_size or self.kinds)):
            cells = self._board(board)
            letters = ctypes.create_string_buffer(self.worst_case + 1)
            count = ctypes.c_size_t()
            self._answer(LIBRARY.tilebase_solve(self._set, cells.ctypes.data, cells.size, letters,
                                                len(letters), ctypes.byref(count)), board)
            return letters.raw[:count.value].decode()
        want = "effort" if boards or microseconds else "lookup"
        return self.ask(board, to=to, shape=shape, want=want, boards=boards,
                        microseconds=microseconds).actions

    def prepare_optimal(self, threads: int = 1) -> None:
        """Makes ready what ask() with want="shortest" needs; its first call does it otherwise. Raises
        TableError, and NotFoundError where the set has nothing for it, which says what to build."""
        message = ctypes.create_string_buffer(512)
        code = LIBRARY.tilebase_prepare_optimal(self._set, _threads(threads), message, len(message))
        self._check_optimal(code)
        self._check(code, message)

    def analyse(self, board: BoardLike, *, to: Optional[BoardLike] = None, boards: int = 0,
                microseconds: int = 0, threads: int = 1) -> Analysis:
        """The length of a board, and that after each move, as want="shortest" finds it. Where the limits,
        which are for all searches together, end one, the length is that of the best solution known.
        Raises as ask()."""
        if to is not None:
            return self.to(to).analyse(board, boards=boards, microseconds=microseconds, threads=threads)
        cells = self._board(board)
        result = _library.BoardAnalysis()
        limits = _limits(boards, microseconds, threads)
        self._answer_optimal(LIBRARY.tilebase_analyse_board(
            self._set, cells.ctypes.data, cells.size, ctypes.byref(limits),
            ctypes.sizeof(limits), ctypes.byref(result), ctypes.sizeof(result)), board)
        moves = [(action + (str(tiles + 1) if tiles else ""), result.after[a][tiles],
                  result.after_bound[a][tiles])
                 for a, action in enumerate(ACTIONS) for tiles in range(7)
                 if result.after[a][tiles] >= 0]
        return Analysis(None if result.moves == 2**32 - 1 else result.moves, result.bound,
                        {move: None if best == 2**31 - 1 else best for move, best, _ in moves},
                        {move: bound for move, _, bound in moves})

    def analyse_game(self, board: BoardLike, actions: str, *, to: Optional[BoardLike] = None, boards: int = 0,
                     microseconds: int = 0, threads: int = 1, notation: str = "letters") -> Game:
        """The lengths before a game's first move and after each. A move after which it is not one less
        has lost one, or two where it is one more. `actions` as parse_actions() reads them. Raises as
        analyse(), and ValueError where an action cannot be played."""
        if to is not None:
            return self.to(to).analyse_game(board, actions, boards=boards, microseconds=microseconds,
                                            threads=threads, notation=notation)
        cells = self._board(board)
        played = parse_actions(actions, None if self.kinds else cells, shape=self.shape, notation=notation)
        letters = format_actions(played).encode()
        lengths, bounds = (np.empty(len(letters) + 1, np.uint32) for _ in range(2))
        moves = ctypes.c_size_t()
        limits = _limits(boards, microseconds, threads)
        self._answer_optimal(LIBRARY.tilebase_analyse_game(
            self._set, cells.ctypes.data, cells.size, letters, len(letters),
            ctypes.byref(limits), ctypes.sizeof(limits), lengths.ctypes.data, bounds.ctypes.data,
            ctypes.byref(moves)), board)
        return Game(lengths[:moves.value + 1], bounds[:moves.value + 1])

    def shortest_solutions(self, board: BoardLike, most_listed: int = 100, *, most_boards: int = 100_000,
                           to: Optional[BoardLike] = None, boards: int = 0, microseconds: int = 0,
                           threads: int = 1) -> Shortest:
        """All shortest solutions: how many, and the letters of the first ones. `most_boards` limits how many
        boards of shortest solutions are looked at (0: no limit). Raises as analyse(), and Error with
        Code.LIMIT if the limits end a search."""
        if to is not None:
            return self.to(to).shortest_solutions(board, most_listed, most_boards=most_boards, boards=boards,
                                                  microseconds=microseconds, threads=threads)
        cells = self._board(board)
        result, limits = _library.Shortest(), _limits(boards, microseconds, threads)
        most = whole_number("most_boards", most_boards), whole_number("most_listed", most_listed)
        handle = self._set
        code, listed = received(lambda receive: LIBRARY.tilebase_shortest_solutions(
            handle, cells.ctypes.data, cells.size, ctypes.byref(limits), ctypes.sizeof(limits), *most,
            receive, None, ctypes.byref(result), ctypes.sizeof(result)))
        self._answer_optimal(code, board)
        return Shortest(result.moves, result.count, bool(result.complete),
                        [letters.decode() for letters in listed])

    def length(self, board: BoardLike, *, to: Optional[BoardLike] = None) -> int:
        """The number of actions of solve()."""
        return len(self.solve(board, to=to))

    def probe(self, board: BoardLike, goal: Optional[Iterable[int]] = None,
              fixed: Iterable[int] = (), *, to: Optional[BoardLike] = None) -> Probe:
        """Looks the board up in the first stage whose tiles are not home, or in the subproblem
        (goal, fixed): two sets of tiles. Raises BoardError; NotFoundError where there is no table for that
        subproblem."""
        if to is not None:
            return self.to(to).probe(board, goal, fixed)
        cells = self._board(board)
        result = _library.ProbeResult()
        place = (self._set, cells.ctypes.data, cells.size)
        into = (ctypes.byref(result), ctypes.sizeof(result))
        if goal is None:
            code = LIBRARY.tilebase_probe(*place, *into)
        else:
            code = LIBRARY.tilebase_probe_subproblem(*place, self._bits(goal), self._bits(fixed), *into)
        self._answer(code, board)
        return _probe(result)

    def hint(self, board: BoardLike, last: Optional[Probe] = None, *,
             to: Optional[BoardLike] = None) -> Probe:
        """The next action on the way to the goal: a player who takes every hint is there within worst_case
        actions; no action: the board is the goal. `last`, the last hint, may be left out; with it the hints
        stay in its subproblem until that is done. Raises as probe()."""
        if to is not None:
            return self.to(to).hint(board, last)
        if self.blanks > 1:
            return self._first_move(board)
        cells = self._board(board)
        hint = _library.ProbeResult()
        if last is not None:
            hint.goal, hint.fixed = self._bits(last.goal), self._bits(last.fixed)
        self._answer(LIBRARY.tilebase_hint(self._set, cells.ctypes.data, cells.size,
                                           ctypes.byref(hint), ctypes.sizeof(hint)), board)
        return _probe(hint)

    def _first_move(self, board: BoardLike) -> Probe:
        """The hint with several blanks."""
        answer = self.ask(board, slides=True)
        moves = answer.slides or [[]]
        return Probe(frozenset(), frozenset(), 0 if answer.moves else 1, answer.moves + answer.goal_cost, {},
                     answer.actions.split(" ")[0] or None, len(moves[0]))

    # Many boards: an array (N, H, W) or (N, H*W)

    def ask_batch(self, batch: ArrayLike, *, to: Optional[BoardLike] = None, want: str = "lookup",
                  boards: int = 0, microseconds: int = 0, threads: int = 1, strict: bool = True,
                  within: float = 1) -> List[Answer]:
        """ask() for each board of the set's size, by `threads` threads, each of which takes some of the boards.
        Raises BoardError for the first board that fails, with its index; with strict=False its answer's code
        says so and the others are answered."""
        if self.kinds:
            return self._ask_words_batch(batch, to, threads, strict, want=want, boards=boards,
                                         microseconds=microseconds, within=within)
        array = read_boards(batch, self.shape)
        cells = np.ascontiguousarray(array, np.uint8).reshape(len(array), self.cells)
        end = None if to is None else self._board(read_goal(to, self.shape))
        capacity = self.worst_case + 16
        letters = np.empty((len(array), capacity), np.uint8)
        questions = (_library.Question * len(array))()
        answers = (_library.Answer * len(array))()
        limits = whole_number("boards", boards), whole_number("microseconds", microseconds)
        for i, question in enumerate(questions):
            question.board, question.to = cells[i].ctypes.data, None if end is None else end.ctypes.data
            question.want, (question.boards, question.microseconds) = _want(want), limits
            question.within = _within(within)
            question.actions, question.capacity = letters[i].ctypes.data, capacity
        handle = self._set

        def answer(part: range) -> None:
            first = part.start
            LIBRARY.tilebase_ask_batch(
                handle, ctypes.addressof(questions) + first * ctypes.sizeof(_library.Question),
                ctypes.sizeof(_library.Question), len(part),
                ctypes.addressof(answers) + first * ctypes.sizeof(_library.Answer),
                ctypes.sizeof(_library.Answer))

        threads = max(1, min(_threads(threads), len(array)))
        step = -(-len(array) // threads) if len(array) else 1
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(answer, (range(i, min(i + step, len(array))) for i in range(0, len(array), step))))
        if strict:
            codes = np.array([each.code for each in answers], np.intc)
            if (codes == Code.SUBPROBLEM).any():
                self._check_optimal(Code.SUBPROBLEM)
            self._check_codes(codes, batch)
        return [_answer_of(each, letters[i, :each.moves].tobytes().decode() if each.code == Code.OK else "")
                for i, each in enumerate(answers)]

    def _ask_words_batch(self, batch: Iterable[BoardLike], to: Optional[BoardLike], threads: int, strict: bool,
                         **question: Any) -> List[Answer]:
        def answer(item: Tuple[int, BoardLike]) -> Answer:
            try:
                return self.ask(item[1], to=to, **question)
            except BoardError as error:
                if strict:
                    raise BoardError(error.code, item[1], item[0], str(error)) from None
                return _answer_of(_library.Answer(code=error.code), "")

        with ThreadPoolExecutor(max(1, _threads(threads))) as pool:
            return list(pool.map(answer, enumerate(batch)))

    def solve_batch(self, boards: ArrayLike, *, to: Optional[BoardLike] = None, threads: int = 1,
                    strict: bool = True) -> Solutions:
        """Solves all boards. An array of uint8 in C order is read where it is; others are copied.
        The letters take worst_case + 1 bytes a board. Raises BoardError for the first board that fails, with its
        index; with strict=False its code says so and the others are solved."""
        if to is not None:
            return self.to(to).solve_batch(boards, threads=threads, strict=strict)
        self._need_plain("ask_batch()")
        array = read_boards(boards, self.shape)
        count, capacity = len(array), self.worst_case + 1
        solutions = Solutions(np.empty(count, np.uintp), np.empty((count, capacity), np.uint8),
                              np.empty(count, np.intc))
        self._batch(array, solutions.letters, capacity, solutions.lengths, solutions.codes, threads)
        if strict:
            self._check_codes(solutions.codes, boards)
        return solutions

    def lengths(self, boards: ArrayLike, *, to: Optional[BoardLike] = None,
                threads: int = 1) -> NDArray[np.uintp]:
        """The numbers of actions (N,) of the solutions of all boards. Raises as solve_batch()."""
        if to is not None:
            return self.to(to).lengths(boards, threads=threads)
        if self.kinds:
            return np.array([answer.moves for answer in self.ask_batch(boards, threads=threads)], np.uintp)
        if not self._is_home:  # moves may take each other back before the last ones: only letters tell
            return self.solve_batch(boards, threads=threads).lengths
        array = read_boards(boards, self.shape)
        lengths, codes = np.empty(len(array), np.uintp), np.empty(len(array), np.intc)
        self._batch(array, None, 0, lengths, codes, threads)
        # No room was given for the letters.
        codes[codes == Code.BUFFER] = Code.OK
        self._check_codes(codes, boards)
        return lengths

    def scramble(self, count: int, moves: Union[int, Tuple[int, int]], *,
                 to: Optional[BoardLike] = None, seed: Optional[int] = None, tries: int = 0,
                 optimal: bool = False) -> Scrambles:
        """`count` random boards that need so many actions, or from moves[0] to moves[1]: by the set's own
        solution, or with `optimal` by a shortest one, which a search finds (as ask() with
        want="shortest"; minutes for a rare board). The same set, wish and seed make the same boards everywhere; None takes a
        seed of the system. `tries`: most boards looked at for each; 0: a million, with `optimal`
        10,000. Raises NotFoundError where none is found."""
        if to is not None:
            return self.to(to).scramble(count, moves, seed=seed, tries=tries, optimal=optimal)
        least, most = moves if isinstance(moves, (tuple, list)) else (moves, moves)
        for wanted in (least, most):
            whole_number("moves", wanted, 0, 2**32 - 1)
        if least > most:
            raise ValueError(f"moves: expected the least first, found {moves}")
        if seed is None:
            seed = int.from_bytes(os.urandom(8), "little")
        wish = _library.ScrambleWish(least, most, whole_number("seed", seed), whole_number("tries", tries), bool(optimal))
        if optimal:
            self.prepare_optimal()
        boards = np.empty((whole_number("count", count), self.height, self.width), np.uint8)
        lengths = np.empty(count, np.uintp)
        nature = ctypes.c_uint()
        code = LIBRARY.tilebase_scramble(
            self._set, ctypes.byref(wish), ctypes.sizeof(wish), boards.ctypes.data, self.cells,
            count, lengths.ctypes.data, ctypes.byref(nature))
        if code == Code.NOT_FOUND:
            wanted = f"{least}" if least == most else f"{least} to {most}"
            whose = "whose shortest solution has" if optimal else "of"
            raise NotFoundError(code, f"no board {whose} {wanted} moves was met; with this table set no board "
                                      f"needs more than {self.worst_case}: ask for others or a wider range")
        self._answer(code, None)
        if self.kinds:  # bytes over 252 are the negative numbers
            boards = boards.astype(np.int16)
            boards[boards > 252] -= 256
        return Scrambles(boards, lengths, bool(nature.value & _library.SCRAMBLE_OPTIMAL),
                         bool(nature.value & _library.SCRAMBLE_UNIFORM))

    # What they share

    @property
    def _set(self) -> ctypes.c_void_p:
        if not self._handle:
            raise Error(Code.ARGUMENT, "this table set is closed")
        return self._handle

    def _info(self) -> _library.SetInfo:
        info = _library.SetInfo()
        self._answer(LIBRARY.tilebase_info(self._set, ctypes.byref(info), ctypes.sizeof(info)), None)
        return info

    def _told(self, function: Callable[..., int], *arguments: int) -> None:
        message = ctypes.create_string_buffer(512)
        self._check(function(self._set, *arguments, message, len(message)), message)

    def _check(self, code: int, message: "ctypes.Array[ctypes.c_char]") -> None:
        text = message.value.decode(errors="replace")
        if code == Code.ARGUMENT:
            raise Error(code)
        if code != Code.OK:
            raise TableError(code, text, self._path)

    def _answer(self, code: int, board: Any, goal: Any = None, shape: Optional[Shape] = None) -> None:
        if code == Code.BOARD and not self.kinds:  # a tile twice, which is left to the library: now with the place
            for each, read in ((board, read_board), (goal, read_goal)):
                if each is not None:
                    read(each, shape or self.shape)
        if code == Code.UNSOLVABLE and self.kinds:
            raise BoardError(code, board, text="this board cannot be solved: no moves lead to a goal")
        if code == Code.UNSOLVABLE:
            raise BoardError(code, board, text=self._why_unsolvable() if goal is None else _NO_MOVES_LEAD)
        if code != Code.OK:
            raise failure(code, board)

    def _answer_optimal(self, code: int, board: Any, goal: Any = None) -> None:
        self._check_optimal(code)
        self._answer(code, board, goal)

    def _check_optimal(self, code: int) -> None:
        if code == Code.SUBPROBLEM:
            plan = _OPTIMAL_PLANS.get(self.shape)
            raise NotFoundError(code, "this table set has nothing to find shortest solutions with; build one "
                                "that has: " + (f'tilebase.build("optimal.tilebase", {self.shape}, "{plan}")'
                                                if plan else "its plan needs a part pattern:..., such as "
                                                             '"ladder:3 + pattern:1-3/4-6/rest"'))

    def _why_unsolvable(self) -> str:
        if not self._is_home:
            return _NO_MOVES_LEAD
        text = ("this board cannot be solved: no moves lead to 1, 2, 3, ... with the blank last; swap any two "
                "tiles")
        if not is_solvable(range(self.cells), self.shape):  # then those that have the blank first can
            text += f". If the blank is to come first, ask solve(board, to=\"blank-first\")"
        return text

    def _board(self, board: BoardLike) -> NDArray[np.uint8]:
        """A board as the library's bytes."""
        if self.kinds:
            return self._word(board)
        array = board if isinstance(board, np.ndarray) else None
        if (array is None or array.dtype != np.uint8 or array.shape not in (self.shape, (self.cells,))
                or array.max() >= self.cells):
            array = read_board(board, self.shape)
        return np.ascontiguousarray(array).reshape(-1)

    def _need_plain(self, instead: str) -> None:
        if self.kinds:
            raise Error(Code.UNSUPPORTED, f"a set of boards that are no permutations: use {instead}")

    def _word(self, board: BoardLike) -> NDArray[np.uint8]:
        """Of boards that are no permutations: text, or numbers with -1 for a wall and -3 for any other tile."""
        if isinstance(board, str):
            cells, message = np.empty(self.cells, np.uint8), ctypes.create_string_buffer(512)
            data = board.encode(errors="replace")
            code = LIBRARY.tilebase_read_board(self._set, data, len(data), 1, cells.ctypes.data, cells.size,
                                               message, len(message))
            if code != Code.OK:
                raise failure(code, board, message.value.decode(errors="replace"))
            return cells
        array = np.asarray(board)
        if array.dtype.kind not in "iu" or array.shape not in (self.shape, (self.cells,)):
            raise BoardError(Code.BOARD_SIZE, board, text=f"expected text, or whole numbers of shape {self.shape}; "
                             f"found shape {array.shape}")
        if array.dtype != np.uint8 and array.size and not -3 <= array.min() <= array.max() <= 252:
            raise BoardError(Code.BOARD, board, text="expected numbers from -3 to 252")
        return np.ascontiguousarray(array.astype(np.uint8)).reshape(-1)

    def _bits(self, tiles: Iterable[int]) -> int:
        return sum(1 << (whole_number("tile", tile, 1, self.cells - 1) - 1) for tile in set(tiles))

    def _batch(self, boards: Board, letters: Optional[NDArray[np.uint8]], capacity: int,
               lengths: NDArray[np.uintp], codes: NDArray[np.intc], threads: int) -> None:
        handle = self._set

        def solve(part: slice) -> None:
            LIBRARY.tilebase_solve_batch(
                handle, boards[part].ctypes.data, self.cells, len(boards[part]),
                None if letters is None else letters[part].ctypes.data, capacity,
                lengths[part].ctypes.data, codes[part].ctypes.data)

        threads = _threads(threads)
        if threads <= 1 or len(boards) < 2 * threads:
            return solve(slice(None))
        ends = np.linspace(0, len(boards), threads + 1, dtype=int)
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(solve, map(slice, ends, ends[1:])))
        return None

    def _check_codes(self, codes: NDArray[np.intc], boards: Any) -> None:
        wrong = np.flatnonzero(codes)
        if wrong.size:
            index = int(wrong[0])
            code, board = int(codes[index]), boards[index]
            if code == Code.BOARD:
                read_board(board, self.shape, index)
            if code in (Code.BOARD, Code.UNSOLVABLE):
                raise BoardError(code, board, index,
                                 self._why_unsolvable() if code == Code.UNSOLVABLE else "")
            raise failure(code)


def _default_set() -> str:
    packaged = os.path.join(sys.prefix, "share/tilebase/tables/4x4.tilebase")  # by tilebase-tables
    path = carried("default.tilebase", "default.tilebase")
    if path is None and not os.path.exists(packaged):
        raise TableError(Code.FILE, "there is no default table set beside this package, as a wheel has it; "
                         'name a file, or build one: tilebase.build("4x4.tilebase")')
    return path or packaged


def _open_again(path: Optional[str], image: Optional[bytes], how: Dict[str, Any],
                goal: Optional[Board] = None) -> Tables:
    tables = Tables(path, image=image, **how)
    return tables if goal is None else tables.to(goal)


def build(path: Path, board: ShapeLike = "4x4", plan: Optional[str] = None, *, force: bool = False,
          threads: Optional[int] = None, command: Optional[str] = None) -> Tables:
    """Builds a table set with the `tilebase` command and opens it. `board` is a shape, (height, width) or
    text "WxH"; `plan` is a preset such as "tiny", "ladder:5", or stages as "1-4/5,9,13/rest". `force`
    replaces the file where there is one. `command` is the program; without it, TILEBASE of the environment,
    the package's own, or `tilebase` on the path. Raises FileExistsError; FileNotFoundError where there is
    no command; RuntimeError with the command's message where it fails."""
    target = os.fspath(path)
    if not force and os.path.exists(target):
        raise FileExistsError(f"{target} exists: open it with tilebase.open({target!r}), or replace it with "
                              "force=True")
    height, width = board_shape(board)
    words = [_command(command), "build", "-o", target, "--board", f"{width}x{height}"]
    if plan is not None:
        words += ["--plan", plan]
    if force:
        words += ["--force"]
    if threads is not None:
        words += ["--threads", str(_threads(threads))]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip() or f"{words[0]} build: exit code {done.returncode}")
    return Tables(path)


def _command(given: Optional[str]) -> str:
    program = (given or os.environ.get("TILEBASE") or carried("command/tilebase", "bin/tilebase")
               or shutil.which("tilebase"))
    if program is None:
        raise FileNotFoundError("cannot find the `tilebase` command, which builds tables: install it, or set "
                                "TILEBASE to its file")
    return program
