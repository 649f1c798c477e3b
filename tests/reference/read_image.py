# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""A second reader of flat images, written from docs/format.md alone. Plain Python has no zstd, so it
reads raw images. The hash is that of python3-xxhash.

read_image.py IMAGE              checks the image and prints each table's histogram as JSON, counted
                                 again by following every entry to its goal
read_image.py IMAGE --solve      reads boards from standard input, one a line, prints the actions
"""

import itertools
import json
import sys

from xxhash import xxh3_64_intdigest as xxh3


def number(data, at, size):
    return int.from_bytes(data[at:at + size], "little")


def u64(data, at):
    return number(data, at, 8)


def need(condition, what):
    if not condition:
        sys.exit(f"read_image.py: {what}")


def record(data, what):
    need(len(data) >= 8 and u64(data, len(data) - 8) == xxh3(data[:-8]), f"{what}: wrong hash")
    return data[:-8]


class Table:
    def __init__(self, size, header, index, planes):
        self.width, cells = size[0], size[0] * size[1]
        self.goal = [t for t in range(1, cells) if u64(header, 0) >> t - 1 & 1]
        self.fixed = {t for t in range(1, cells) if u64(header, 8) >> t - 1 & 1}
        self.entries, self.depth, self.kind = u64(header, 16), number(header, 60, 2), header[63]
        self.pattern, values, self.mtm = header[62] == 1, header[62] == 2, header[62] == 3
        need(len(header) == 72 + 8 * (self.depth + 1) + (192 if values else 0),
             "table record: wrong length")
        need(header[64] == 0, "this reader has no zstd: export the image with --raw")
        self.policy, self.reachable = planes
        need(self.pattern == (self.kind == 2) and values == (self.kind == 3)
             and self.mtm == (self.kind == 4) and (header[62] == 4) == (self.kind == 5),
             "metric and entry kind disagree")
        per_byte = 2 if self.pattern or self.mtm else 1 if values else 4
        need(len(planes[0]) == -(-self.entries // per_byte),
             "plane 0: wrong length")
        need(len(planes[1]) == (-(-self.entries // 8) if self.kind == 1 else 0),
             "plane 1: wrong length")
        blocks = [plane[at:at + 65536] for plane in planes for at in range(0, len(plane), 65536)]
        need(len(index) == 16 * len(blocks), "index record: wrong length")
        begin = 0
        for i, block in enumerate(blocks):
            need(u64(index, 16 * i) == begin and u64(index, 16 * i + 8) == xxh3(block), "bad block")
            begin += len(block)
        need(xxh3(planes[0] + planes[1]) == u64(header, 40), "wrong content hash")
        self.free = [c for c in range(cells) if c + 1 not in self.fixed]
        untracked = len(self.free) - 1 - len(self.goal)
        self.tracked = self.goal[:max(0, len(self.goal) - max(0, 2 - untracked))]

    def rank(self, board):
        """tables/ranking.h, steps 1 to 4."""
        line = [board[c] for c in self.free if board[c]]
        rank = [board[c] for c in self.free].index(0)
        for j, tile in enumerate(self.tracked):
            digit = line.index(tile)
            digit -= sum(t in line[:digit] for t in self.tracked[:j])
            rank = rank * (len(line) - j) + digit
        return rank

    def slide(self, board):
        """Of a table of the metric mtm: the column, or the width plus the row, for the blank."""
        rank = self.rank(board)
        return self.policy[rank // 2] >> 4 * (rank % 2) & 15

    def is_reachable(self, board):
        if self.mtm:
            return self.slide(board) != board.index(0) % self.width
        rank = self.rank(board)
        return not self.kind or self.reachable[rank // 8] >> rank % 8 & 1

    def is_goal(self, board):
        return all(board[t - 1] == t for t in self.goal)

    def step(self, board):
        """Applies the table's action, or slide, to the board."""
        rank, blank = self.rank(board), board.index(0)
        if self.mtm:
            to, actions = self.slide(board), ""
            to = blank // self.width * self.width + to if to < self.width else \
                (to - self.width) * self.width + blank % self.width
            need(to != blank and to < len(board), "an entry is no slide")
            step = (1 if to > blank else -1) * (1 if abs(to - blank) < self.width else self.width)
            while blank != to:
                board[blank], board[blank + step] = board[blank + step], 0
                blank += step
                actions += {1: "L", -1: "R", self.width: "U", -self.width: "D"}[step]
            return actions
        action = self.policy[rank // 4] >> 2 * (rank % 4) & 3
        tile = blank + (1, -1, self.width, -self.width)[action]
        board[blank], board[tile] = board[tile], 0
        return "LRUD"[action]

    def solve(self, board):
        """Brings G home, in place; the actions."""
        actions, left = "", self.depth
        while not self.is_goal(board):
            need(left > 0, "an entry does not lead to the goal")
            actions += self.step(board)
            left -= 1
        return actions

    def value(self, cells):
        """Of a pattern: the least number of moves of its tiles from these cells home."""
        rank = 0
        for j, cell in enumerate(cells):
            rank = rank * (len(self.free) - j) + cell - sum(c < cell for c in cells[:j])
        value = 2 * (self.policy[rank // 2] >> 4 * (rank % 2) & 15)
        for cell, tile in zip(cells, self.goal):
            value += abs(cell // self.width - (tile - 1) // self.width)
            value += abs(cell % self.width - (tile - 1) % self.width)
        return value

    def count(self):
        """The histogram, by following every entry to its goal; of a pattern, by value."""
        if self.pattern:
            values = [self.value(cells) for cells in itertools.permutations(self.free, len(self.goal))]
            return [values.count(value) for value in range(self.depth + 1)]
        depths = {}
        for blank, *cells in itertools.permutations(self.free, 1 + len(self.tracked)):
            board, path = self.any_board(blank, cells), []
            while not self.is_goal(board) and self.rank(board) not in depths:
                if not self.is_reachable(board):
                    break
                path.append(self.rank(board))
                self.step(board)
            else:
                depth = depths.setdefault(self.rank(board), 0)
                for rank in reversed(path):
                    depths[rank] = depth = depth + 1
        return [list(depths.values()).count(depth) for depth in range(self.depth + 1)]

    def any_board(self, blank, cells):
        """A board with the blank and the tracked tiles there, and R home."""
        board = {blank: 0, **{t - 1: t for t in self.fixed}, **dict(zip(cells, self.tracked))}
        left = [c for c in self.free if c not in board]
        board.update(zip(left, (t for t in range(1, 65) if t not in board.values())))
        board = [board[c] for c in range(len(board))]
        height, tiles = len(board) // self.width, [t for t in board if t]
        odd = sum(a > b for i, a in enumerate(tiles) for b in tiles[i:])
        odd += 0 if self.width % 2 else height - 1 - blank // self.width
        if odd % 2 and len(left) > 1:
            board[left[-1]], board[left[-2]] = board[left[-2]], board[left[-1]]
        return board


def read(image):
    """(size, stages, tables) of a whole image; ends the program where it is not sound."""
    need(image[:14] == b"TILEIMAG\xff\xfe\x08\x00\x01\x00", "no image of version 1")
    parts, end = number(image, 24, 4), 32 + 16 * number(image, 24, 4) + 8
    need(u64(image, 16) == len(image) >= end and parts % 4 == 1, "wrong length")
    record(image[:end], "directory")
    places = []
    for at in range(32, end - 8, 16):
        begin = -(-end // 16) * 16
        need(u64(image, at) == begin and not any(image[end:begin]), "a part is out of its place")
        end = begin + u64(image, at + 8)
        need(end <= len(image), "a part ends outside")
        places.append(image[begin:end])
    need(len(image) == -(-end // 16) * 16 and not any(image[end:]), "wrong end")
    head = record(places[0], "set record")
    size = head[10], head[11]
    stages = [(number(head, at, 4), number(head, at + 4, 4))
              for at in range(32, 32 + 8 * number(head, 16, 2), 8)]
    tables = [Table(size, record(places[i], "table"), record(places[i + 1], "index"),
                    places[i + 2:i + 4]) for i in range(1, parts, 4)]
    return size, stages, tables


def solve(stages, tables, board):
    """Algorithm 2: the first table of each stage that can solve the board. The stages are those of
    the first staged part, which ends where all tiles are home."""
    actions, stages = "", [stage for stage in stages if not tables[stage[0]].pattern]
    for first, count in stages:
        if all(board[c] == c + 1 for c in range(len(board) - 1)):
            break
        if not tables[first].is_goal(board):
            table = next(t for t in tables[first:first + count] if t.is_reachable(board))
            actions += table.solve(board)
    return actions


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as file:
        SIZE, STAGES, TABLES = read(file.read())
    if sys.argv[2:] == ["--solve"]:
        for text in sys.stdin:
            solution = solve(STAGES, TABLES, [int(word) for word in text.split()])
            print(len(solution), solution)
    else:
        print(json.dumps([{"goal": t.goal, "fixed": sorted(t.fixed), "entries": t.entries,
                           "histogram": t.count()} for t in TABLES]))
