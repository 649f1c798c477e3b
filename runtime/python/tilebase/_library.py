# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""libtilebase.so by ctypes: the functions and structs of tilebase.h, and its codes as exceptions.

ctypes releases the interpreter's lock during each call. The library is the one in this package, as
a wheel has it, or of the checkout's build, else the system's. TILEBASE_LIBRARY in the environment names another file.
"""

import ctypes
import enum
import os
import pathlib
from concurrent.futures import ThreadPoolExecutor
from typing import Callable


class Code(enum.IntEnum):
    """tilebase_code of tilebase.h. The numbers never change."""

    OK = 0
    ARGUMENT = 1
    BOARD = 2
    UNSOLVABLE = 3
    BOARD_SIZE = 4
    BUFFER = 5
    SUBPROBLEM = 6
    FIXED = 7
    FILE = 8
    FORMAT = 9
    VERSION = 10
    DAMAGED = 11
    MEMORY = 12
    NOT_FOUND = 13
    NO_STAGES = 14
    STOPPED = 15
    LIMIT = 16
    UNSUPPORTED = 17


class OpenOptions(ctypes.Structure):
    _fields_ = [("flags", ctypes.c_uint32), ("threads", ctypes.c_uint32),
                ("memory_bytes", ctypes.c_uint64), ("shortcut_bytes", ctypes.c_uint64)]


class SetInfo(ctypes.Structure):
    _fields_ = [("width", ctypes.c_uint32), ("height", ctypes.c_uint32),
                ("stages", ctypes.c_uint32), ("tables", ctypes.c_uint32),
                ("certified_worst_case", ctypes.c_uint32), ("file_bytes", ctypes.c_uint64),
                ("memory_bytes", ctypes.c_uint64), ("probes_lead_home", ctypes.c_uint32),
                ("any_size", ctypes.c_uint32), ("metric", ctypes.c_uint32),
                ("blanks", ctypes.c_uint32), ("kinds", ctypes.c_uint32),
                ("wanted", ctypes.c_uint32)]


class ProbeResult(ctypes.Structure):
    _fields_ = [("goal", ctypes.c_uint64), ("fixed", ctypes.c_uint64), ("stage", ctypes.c_uint32),
                ("remaining", ctypes.c_int32), ("after", ctypes.c_int32 * 4),
                ("action", ctypes.c_char), ("tiles", ctypes.c_uint8)]


class ScrambleWish(ctypes.Structure):
    _fields_ = [("min_moves", ctypes.c_uint32), ("max_moves", ctypes.c_uint32),
                ("seed", ctypes.c_uint64), ("tries", ctypes.c_uint64), ("optimal", ctypes.c_uint32)]


class OptimalLimits(ctypes.Structure):
    _fields_ = [("boards", ctypes.c_uint64), ("microseconds", ctypes.c_uint64),
                ("threads", ctypes.c_uint32)]


class BoardAnalysis(ctypes.Structure):
    _fields_ = [("moves", ctypes.c_uint32), ("bound", ctypes.c_uint32),
                ("after", ctypes.c_int32 * 7 * 4), ("after_bound", ctypes.c_int32 * 7 * 4)]


class Shortest(ctypes.Structure):
    _fields_ = [("count", ctypes.c_uint64), ("moves", ctypes.c_uint32),
                ("complete", ctypes.c_uint32)]


# int receive(void* context, const char* letters, size_t count)
RECEIVE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)


class Stage(ctypes.Structure):
    _fields_ = [("goal", ctypes.c_uint64), ("fixed", ctypes.c_uint64), ("moves", ctypes.c_uint64)]


class Slide(ctypes.Structure):
    _fields_ = [("move", ctypes.c_uint32), ("start", ctypes.c_uint32), ("end", ctypes.c_uint32)]


class Question(ctypes.Structure):
    _fields_ = [("board", ctypes.c_void_p), ("to", ctypes.c_void_p), ("width", ctypes.c_uint32),
                ("height", ctypes.c_uint32), ("cell_bytes", ctypes.c_uint32),
                ("want", ctypes.c_uint32), ("boards", ctypes.c_uint64),
                ("microseconds", ctypes.c_uint64), ("threads", ctypes.c_uint32),
                ("actions", ctypes.c_void_p), ("capacity", ctypes.c_size_t), ("receive", RECEIVE),
                ("context", ctypes.c_void_p), ("tiles", ctypes.c_void_p),
                ("tile_capacity", ctypes.c_size_t), ("stages", ctypes.POINTER(Stage)),
                ("stage_capacity", ctypes.c_size_t), ("cancel", ctypes.c_void_p),
                ("within", ctypes.c_double), ("text", ctypes.c_char_p),
                ("slides", ctypes.POINTER(Slide)), ("slide_capacity", ctypes.c_size_t),
                ("deliver", ctypes.c_uint32), ("message", ctypes.c_void_p),
                ("message_size", ctypes.c_size_t)]


class Answer(ctypes.Structure):
    _fields_ = [("moves", ctypes.c_uint64), ("runs", ctypes.c_uint64), ("bound", ctypes.c_uint64),
                ("looked_at", ctypes.c_uint64), ("microseconds", ctypes.c_uint64),
                ("shortest", ctypes.c_uint32), ("detour", ctypes.c_uint32),
                ("code", ctypes.c_int32), ("why", ctypes.c_uint32), ("stages", ctypes.c_uint32),
                ("slides", ctypes.c_uint64), ("goal_cost", ctypes.c_uint64)]


CHECK_CONTENT, LAZY = 1, 2
SCRAMBLE_OPTIMAL, SCRAMBLE_UNIFORM = 1, 2


_HERE = pathlib.Path(__file__).resolve().parent
_ROOT = _HERE.parents[2]
_BUILDS = ((_ROOT / "build", _ROOT / "build/python") if _HERE == _ROOT / "runtime/python/tilebase"
           else ())


def carried(name: str, built: str) -> "str | None":
    """A file that a wheel carries as `name`; in a checkout, the one that was built as `built`."""
    places = (_HERE / name, *(build / built for build in _BUILDS))
    return next((str(place) for place in places if place.exists()), None)


def _load() -> ctypes.CDLL:
    name = (os.environ.get("TILEBASE_LIBRARY")
            or carried("libtilebase.so", "runtime/libtilebase.so") or "libtilebase.so.0")
    try:
        library = ctypes.CDLL(name)
    except OSError as error:
        raise ImportError(f"cannot load the tilebase library: {error}; install libtilebase or set "
                          "TILEBASE_LIBRARY to its file") from error
    # Addresses are void pointers: arrays and structs pass as what they are.
    text, size, whole, address = (ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint64,
                                  ctypes.c_void_p)
    message, board = (address, size), (address, size)
    solution, limits = (address, size, address), (address, size)
    sides = (ctypes.c_uint32,) * 3  # width, height, bytes of a cell
    for function, arguments in (
            ("parse_any_board", (text, size, address, address, *board, *message)),
            ("parse_goal", (text, size, *sides, address, size, *message)),
            ("read_moves", (*sides, address, text, size, ctypes.c_uint32, address, size, address, *message)),
            ("write_moves", (*sides, address, text, size, ctypes.c_uint32, address, size, address, *message)),
            ("read_board", (address, text, size, ctypes.c_uint32, address, size, *message)),
            ("open_to", (address, *board, address)),
            ("open_with", (text, address, size, address, *message)),
            ("open_image", (address, size, ctypes.c_uint, address, *message)),
            ("prepare", (address, *message)),
            ("prepare_effort", (address, ctypes.c_uint, *message)),
            ("verify", (address, ctypes.c_uint, *message)),
            ("info", (address, address, size)),
            ("solve", (address, *board, *solution)),
            ("ask", (address, address, size, address, size)),
            ("ask_batch", (address, address, size, size, address, size)),
            ("prepare_optimal", (address, ctypes.c_uint, *message)),
            ("analyse_board", (address, *board, *limits, address, size)),
            ("analyse_game", (address, *board, text, size, *limits, address, address, address)),
            ("shortest_solutions", (address, *board, *limits, whole, whole, RECEIVE, address,
                                    address, size)),
            ("solve_batch", (address, *board, size, address, size, address, address)),
            ("hint", (address, *board, address, size)),
            ("probe", (address, *board, address, size)),
            ("probe_subproblem", (address, *board, whole, whole, address, size)),
            ("scramble", (address, address, size, *board, size, address, address))):
        getattr(library, f"tilebase_{function}").argtypes = arguments
    library.tilebase_close.argtypes = (address,)
    library.tilebase_close.restype = None
    library.tilebase_error_text.argtypes = (ctypes.c_int,)
    library.tilebase_version.restype = library.tilebase_error_text.restype = text
    return library


LIBRARY = _load()


class Error(Exception):
    """Whatever the library refuses. `code` says what; str() says it in English."""

    def __init__(self, code: int, text: str = ""):
        self.code = Code(code)
        super().__init__(text or LIBRARY.tilebase_error_text(code).decode())

    def __reduce__(self) -> "tuple[object, ...]":
        """Pickled as it is, so that other processes may raise it."""
        return _error_again, (type(self), self.args, self.__dict__)


class BoardError(Error, ValueError):
    """A board that cannot be answered: no board, unsolvable, or of another size than the set's.

    `board` is the board as it was given, and `index` its place in a batch, or None.
    """

    def __init__(self, code: int, board: object, index: "int | None" = None, text: str = ""):
        self.board, self.index = board, index
        text = text or LIBRARY.tilebase_error_text(code).decode()
        super().__init__(code, text if index is None else f"board {index}: {text}")


class TableError(Error, OSError):
    """A table set that cannot be used. `path` is its file, or None for one in memory."""

    def __init__(self, code: int, text: str, path: "str | None" = None):
        super().__init__(code, text)
        self.path = path


class NotFoundError(Error, LookupError):
    """No board of the wanted difficulty, or no table for the wanted subproblem."""


def _error_again(kind: "type[Error]", arguments: "tuple[object, ...]",
                 attributes: "dict[str, object]") -> Error:
    error = kind.__new__(kind)
    super(Error, error).__init__(*arguments)
    error.__dict__.update(attributes)
    return error


def failure(code: int, board: object = None, text: str = "") -> Error:
    """The exception for a code that a question about a board returned; `text` says more than the code."""
    if code in (Code.BOARD, Code.UNSOLVABLE, Code.BOARD_SIZE, Code.FIXED):
        return BoardError(code, board, text=text)
    if code in (Code.SUBPROBLEM, Code.NOT_FOUND):
        return NotFoundError(code)
    if code in (Code.DAMAGED, Code.MEMORY, Code.FILE):
        return TableError(code, text or LIBRARY.tilebase_error_text(code).decode())
    return Error(code, text)


Call = Callable[["ctypes._FuncPointer"], int]


def received(call: Call) -> "tuple[int, list[bytes]]":
    """What call(receive) returns, and the pieces that the library gave to `receive`.

    In the main thread Python raises what a signal's handler raises, such as KeyboardInterrupt, at the
    first instruction of a callback, where nothing can catch it: ctypes would drop it, and the piece with
    it. So another thread makes the call. Whatever is raised here ends the call at its next piece.
    """
    pieces: "list[bytes]" = []
    raised: "list[BaseException]" = []

    def receive(_: object, letters: int, count: int) -> int:
        try:
            pieces.append(ctypes.string_at(letters, count))
        except BaseException as error:  # pylint: disable=broad-except
            raised.append(error)
        return int(bool(raised))

    function = RECEIVE(receive)
    with ThreadPoolExecutor(1) as thread:
        answer = thread.submit(call, function)
        while True:
            try:
                code = answer.result()
                break
            except BaseException as error:  # pylint: disable=broad-except
                if answer.done():
                    raise
                raised.append(error)  # the library still uses what it was given
    if raised:
        raise raised[0]
    return code, pieces
