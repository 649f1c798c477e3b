# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Boards of sizes that no table set has, over HTTP: solved, streamed, and no burden to others."""

import itertools
import json
import random
import threading
import unittest

from api_test import quote, schema_errors
from server import FIFTEEN, Server, ServeTest, puzzle, read_all, table_set, without_time


def shuffled(width, height, seed):
    return next(puzzle.random_boards(1, seed, (width, height)))


def leads_home(board, actions, width):
    """Like puzzle.replay, but fast on large boards: it keeps the blank's cell."""
    board = list(board)
    blank = board.index(0)
    steps = {"L": 1, "R": -1, "U": width, "D": -width}
    for action in actions:
        tile = blank + steps[action]
        if not 0 <= tile < len(board) or (action in "LR" and tile // width != blank // width):
            return False
        board[blank], board[tile], blank = board[tile], 0, tile
    return board == [*range(1, len(board)), 0]


class AnySize(ServeTest):
    @classmethod
    def setUpClass(cls):
        cls.any = table_set("any.tilebase", "--plan", "any")
        cls.server = Server(table_set("3x3.tilebase", "--board", "3x3", "--plan", "rest"), cls.any)

    @classmethod
    def tearDownClass(cls):
        assert cls.server.stop() == 0, cls.server.said

    def ask(self, expected=200, **parameters):
        status, _, body = self.server.get("/v1/solve" + quote(**parameters))
        self.assertEqual(status, expected, body)
        return json.loads(body, object_hook=without_time)

    def test_one_board_of_each_shape(self):
        for width, height in ((2, 2), (2, 9), (5, 3), (4, 4), (9, 8), (10, 10), (30, 25)):
            board = shuffled(width, height, 1)
            answer = self.ask(board=puzzle.text(board), size=f"{width}x{height}")
            self.assertEqual(answer["moves"], len(answer["actions"]))
            self.assertTrue(leads_home(board, answer["actions"], width), (width, height))

    def test_effort_shortens(self):
        board = shuffled(7, 6, 2)
        plain, shorter = (self.ask(board=puzzle.text(board), size="7x6", effort=effort)
                          for effort in (0, 10000))
        self.assertLess(shorter["moves"], plain["moves"])
        self.assertTrue(leads_home(board, shorter["actions"], 7))
        problem = self.ask(400, board=puzzle.text(shuffled(21, 20, 1)), size="21x20", effort=1)
        self.assertIn("more than 400 cells", problem["detail"])

    def test_goals_have_names(self):
        """Case F6."""
        snail = [1, 2, 3, 4, 5, 6, 20, 21, 22, 23, 24, 7, 19, 32, 33, 34, 25, 8, 18, 31, 0, 35, 26, 9,
                 17, 30, 29, 28, 27, 10, 16, 15, 14, 13, 12, 11]
        board = shuffled(6, 6, 3)
        for swap in (False, True):  # one of the two can be reached
            if swap:
                cells = [cell for cell, tile in enumerate(board) if tile][:2]
                board[cells[0]], board[cells[1]] = board[cells[1]], board[cells[0]]
            target = "/v1/solve" + quote(board=puzzle.text(board), size="6x6", to="snail")
            status, _, body = self.server.get(target)
            if status == 200:
                break
            self.assertEqual(json.loads(body)["code"], 3)
        answers = [json.loads(body)] + [
            self.ask(board=puzzle.text(board), size="6x6", to=to, **more)
            for to, more in ((puzzle.text(snail), {}), ("spiral", {"effort": 10000}),
                             ("snail", {"notation": "tiles"}))]
        for answer in answers:
            self.assertEqual(puzzle.replay(board, answer["actions"], (6, 6)), snail)
            self.assertEqual(answer["moves"], len(answer["actions"]))
            self.assertEqual(answer["runs"], len(list(itertools.groupby(answer["actions"]))))
            self.assertLessEqual(answer["bound"], answer["moves"])
        self.assertLess(answers[2]["moves"], answers[0]["moves"])
        self.assertEqual(len(answers[3]["tiles"]), answers[3]["moves"])
        self.assertEqual(answers[0]["why"], "detour")
        many = self.server.solve_many([board, "1"], size="6x6", to="snail", effort=10000)
        self.assertEqual(many[0]["actions"], answers[2]["actions"])
        self.assertEqual(many[1]["problem"]["code"], 2)
        problem = self.ask(404, board=puzzle.text(board), size="6x6", optimal="true")
        self.assertEqual(problem["code"], 6)

    def test_many_boards_in_order(self):
        boards = [shuffled(12, 11, seed) for seed in range(30)]
        texts = [puzzle.text(board) for board in boards]
        texts[7], texts[29] = "1 2 3", boards[29]
        answers = self.server.solve_many(texts, size="12x11")
        self.assertEqual(len(answers), 30)
        self.assertEqual(answers[7]["problem"]["parameter"], "boards[7]")
        for board, answer in zip(boards[8:], answers[8:]):
            self.assertTrue(leads_home(board, answer["actions"], 12))
        self.assertEqual(self.server.solve_many([], size="12x11"), [])
        document = json.loads(self.server.get("/openapi.json")[2])
        schemas = document["components"]["schemas"]
        timed = [{**answer, "microseconds": 1} if "moves" in answer else answer for answer in answers]
        self.assertEqual(schema_errors(document, schemas["Answers"], {"answers": timed}), [])
        self.assertEqual(schema_errors(document, schemas["Boards"],
                                       {"boards": texts, "size": "12x11"}), [])

    def test_sets_of_the_size_come_first(self):
        self.assertEqual(self.ask(board="42_713856", size="3x3")["moves"], 10)
        with self.subTest("also the set that has the size of the windows"):
            ladder = table_set("l1.tilebase")
            answers = [[json.loads(server.get("/v1/solve" + quote(board=FIFTEEN))[2],
                                   object_hook=without_time)
                        for server in (self.serve(*files),)]
                       for files in ((ladder,), (ladder, self.any), (self.any, ladder))]
            self.assertEqual(answers[0], answers[1])
            self.assertEqual(answers[0], answers[2])
        sets = json.loads(self.server.get("/v1/tables")[2])["sets"]
        self.assertEqual([entry["any_size"] for entry in sets], [False, True])

    def test_what_is_no_board(self):
        def expect(says, **parameters):
            self.assertIn(says, self.ask(400, **parameters)["detail"])
        for size in ("1000000x1000000", "1001x2", "1x9", "x", "-5x5", "10x10x10", "9" * 5000):
            expect("WIDTHxHEIGHT, each from 2 to 1000", board="1", size=size)
        expect("1000000 numbers", board="1 2 3", size="1000x1000")
        expect("it also asks for any other size", board=puzzle.text(shuffled(5, 5, 1)))
        expect("occurs twice", board="1 " * 25, size="5x5")
        expect("can be solved", board="2 1 3 4 5 6 7 8 9 _", size="5x2")
        expect("none for a board of a size", board=puzzle.text(shuffled(5, 5, 1)), size="5x5",
               stages="true")
        expect("25 numbers", board=puzzle.text(shuffled(5, 5, 1)), size="5x5", to="1")
        expect("blank-last", board=puzzle.text(shuffled(5, 5, 1)), size="5x5", to="nail")
        connection = self.server.connect()
        connection.sendall(b"POST /v1/solve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json"
                           b"\r\nContent-Length: 99999999999\r\n\r\n")
        self.assertIn(b" 413 ", read_all(connection, 20)[0])

    def test_streams_for_clients_of_all_ages(self):
        board = puzzle.text(shuffled(20, 20, 3))
        target = "/v1/solve" + quote(board=board, size="20x20")
        status, fields, body = self.server.get(target)
        self.assertEqual((status, fields["Transfer-Encoding"]), (200, "chunked"))
        status, fields, nothing = self.server.request("HEAD", target)
        self.assertEqual((status, nothing), (200, b""))
        connection = self.server.connect()
        connection.sendall(f"GET {target} HTTP/1.0\r\n\r\n".encode())
        old, end = read_all(connection, 20)
        self.assertEqual(end, "closed")
        self.assertEqual(*(json.loads(text, object_hook=without_time)
                           for text in (old.split(b"\r\n\r\n", 1)[1], body)))

    def test_others_do_not_wait_for_a_large_board(self):
        tiles = [*range(1, 100 * 100), 0]
        random.Random(4).shuffle(tiles)
        boards = [tiles, [*tiles]]  # with two tiles swapped: one of them can be solved
        first, second = [cell for cell, tile in enumerate(tiles) if tile][:2]
        boards[1][first], boards[1][second] = tiles[second], tiles[first]
        answers = []

        def solve():
            answers.extend(self.server.solve_many(boards, size="100x100"))

        thread = threading.Thread(target=solve)
        thread.start()
        asked = 0
        while thread.is_alive():
            self.assertEqual(self.ask(board="42_713856")["moves"], 10)
            asked += 1
        thread.join()
        self.assertGreater(asked, 3)
        solved = 0 if "moves" in answers[0] else 1
        self.assertIn("can be solved", answers[1 - solved]["problem"]["detail"])
        self.assertGreater(answers[solved]["moves"], 1_000_000)
        self.assertEqual(answers[solved]["moves"], len(answers[solved]["actions"]))
        self.assertTrue(leads_home(boards[solved], answers[solved]["actions"], 100))
        self.assertLess(self.server.resident_kb(), 100_000)


if __name__ == "__main__":
    unittest.main()
