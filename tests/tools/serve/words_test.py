# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Boards that are no permutations over HTTP: the answers of the command, and the set that the board's form chooses."""

import json
import subprocess
import unittest

from api_test import quote, schema_errors
from server import TILEBASE, Server, ServeTest, table_set, without_time

PICTURE = "_12/212"
STORE = "._.../...../...../.1.._"


class Words(ServeTest):
    @classmethod
    def setUpClass(cls):
        store = ("--board", "5x4", "--wanted", "1", "--blanks", "2", "--metric", "steps")
        cls.plain = table_set("3x2.tilebase", "--board", "3x2", "--plan", "rest")
        cls.picture = table_set("picture.tilebase", "--symbols", "112/22_")
        cls.left = table_set("left.tilebase", *store, "--goal-cells", "0")
        cls.right = table_set("right.tilebase", *store, "--goal-cells", "4")
        cls.server = Server(cls.plain, cls.picture, cls.left, cls.right)

    @classmethod
    def tearDownClass(cls):
        assert cls.server.stop() == 0, cls.server.said

    def ask(self, path, expected=200, **parameters):
        status, _, body = self.server.get(path + quote(**parameters))
        self.assertEqual(status, expected, body)
        return json.loads(body, object_hook=without_time)

    def command(self, *arguments):
        return json.loads(subprocess.run([TILEBASE, *arguments, "--json"], check=True, capture_output=True,
                                         text=True).stdout)

    def test_answers_are_those_of_the_command(self):
        for path, board, choice in ((self.picture, PICTURE, {}), (self.left, STORE, {"set": "left.tilebase"}),
                                    (self.right, STORE, {"set": "right.tilebase"})):
            answer = self.ask("/v1/solve", board=board, **choice)
            self.assertEqual(answer, self.command("solve", path, board))
            self.assertEqual(self.ask("/v1/hint", board=board, **choice), self.command("hint", path, board))
            self.assertEqual(self.ask("/v1/probe", board=board, **choice), self.command("probe", path, board))
        document = json.loads(self.server.get("/openapi.json")[2])
        for path, schema in (("/v1/solve", "Solution"), ("/v1/hint", "WordProbe"), ("/v1/probe", "WordProbe")):
            _, _, body = self.server.get(path + quote(board=STORE, set="left.tilebase"))
            wanted = {"$ref": f"#/components/schemas/{schema}"}
            self.assertEqual(schema_errors(document, wanted, json.loads(body)), [])

    def test_the_form_of_the_board_chooses(self):
        self.assertEqual(self.ask("/v1/solve", board="1 2 3/4 5 0")["moves"], 0)
        self.assertEqual(self.ask("/v1/solve", 400, board=STORE)["parameter"], "set")
        answers = self.server.solve_many([PICTURE, "1 2 3/4 5 0", STORE, "11/11"])
        self.assertEqual(answers[0], self.command("solve", self.picture, PICTURE))
        self.assertEqual(answers[1]["moves"], 0)
        self.assertEqual([answer["problem"]["parameter"] for answer in answers[2:]], ["set", "boards[3]"])
        (answer,) = self.server.solve_many([STORE], set="right.tilebase")
        self.assertEqual(answer, self.command("solve", self.right, STORE))
        self.assertEqual({each["file"] for each in self.ask("/v1/tables")["words"]},
                         {"picture.tilebase", "left.tilebase", "right.tilebase"})

    def test_more_blanks_take_effort_and_delivery(self):
        more = "._.../._.../.._../..._1"
        found = [self.ask("/v1/solve", board=more, set="left.tilebase", effort=effort) for effort in (0, 2000, 20000)]
        self.assertGreaterEqual(found[0]["moves"], found[1]["moves"])
        self.assertGreaterEqual(found[1]["moves"], found[2]["moves"])
        two = "._.../....1/...../..._1"
        self.ask("/v1/solve", board=two, set="left.tilebase", deliver="leave")
        problem = self.ask("/v1/solve", 400, board=two, set="left.tilebase", deliver="stay")
        self.assertEqual(problem["parameter"], "board")
        self.assertEqual(self.ask("/v1/solve", 400, board=two, deliver="go")["parameter"], "deliver")

    def test_analyses_are_those_of_the_command(self):
        document = json.loads(self.server.get("/openapi.json")[2])
        for asked, options, schema in (({}, (), "Analysis"), ({"moves": "UL"}, ("--moves", "UL"), "Game"),
                                       ({"moves": "DR", "notation": "blank"}, ("--moves", "UL"), "Game")):
            answer = self.ask("/v1/analyse", board=PICTURE, **asked)
            self.assertEqual(answer, self.command("analyse", self.picture, PICTURE, *options))
            self.assertEqual(answer, self.ask("/v1/analyse", board=PICTURE, set="picture.tilebase", **asked))
            # A set that is named answers, as in /v1/solve, also if there is a size.
            self.assertEqual(answer, self.ask("/v1/analyse", board=PICTURE, set="picture.tilebase", size="3x2", **asked))
            wanted = {"$ref": f"#/components/schemas/{schema}"}
            self.assertEqual(schema_errors(document, wanted, answer), [])
        for parameter, given in (("list", {"list": "3"}), ("to", {"to": "snail"}), ("moves", {"moves": "R"}),
                                 ("moves", {"moves": "X"}), ("set", {"set": "none"})):
            self.assertEqual(self.ask("/v1/analyse", 400, board=PICTURE, **given)["parameter"], parameter)
        for path, more in (("/v1/analyse", {}), ("/v1/play", {"moves": "L"})):
            problem = self.ask(path, 400, board=STORE, set="left.tilebase", **more)
            self.assertIn("one blank", problem["expected"])

    def test_moves_are_played(self):
        played = self.ask("/v1/play", board=PICTURE, moves="UL")
        self.assertEqual(played, {"board": "212/1_2", "moves": 2, "runs": 2, "actions": "UL", "blank": "DR",
                                  "tiles": [2, 1]})
        solution = self.ask("/v1/solve", board=PICTURE)["actions"]
        for asked in ({"moves": solution}, {"moves": solution.lower(), "set": "picture.tilebase"}):
            played = self.ask("/v1/play", board=PICTURE, **asked)
            self.assertEqual((played["board"], played["actions"]), ("112/22_", solution))
        back = self.ask("/v1/play", board="112/22_", notation="blank", moves=solution[::-1])
        self.assertEqual(back["board"], PICTURE)
        self.assertEqual(self.ask("/v1/play", 400, board=PICTURE, moves="R")["parameter"], "moves")
        self.assertEqual(self.ask("/v1/play", 400, board="_11/212", moves="L")["parameter"], "board")
        self.assertEqual(self.ask("/v1/play", board="1 2/3 0", moves="R")["board"], "1 2/0 3")

    def test_scrambles_have_their_par(self):
        made = self.ask("/v1/scramble", set="left.tilebase", moves="3..4", seed=5)
        answer = self.ask("/v1/solve", board=made["board"], set="left.tilebase")
        self.assertEqual(answer["moves"], made["moves"])
        self.assertIn(made["moves"], (3, 4))
        self.ask("/v1/scramble", 404, set="left.tilebase", moves="999")

    def test_every_plain_set_answers_equal_tiles(self):
        goal = "112/22_"
        for asked, options in (({}, ()), ({"effort": 2000}, ("--effort", "2000")),
                               ({"notation": "tiles"}, ("--notation", "tiles"))):
            answer = self.ask("/v1/solve", board=PICTURE, to=goal, **asked)
            self.assertEqual(answer, self.command("solve", self.plain, "--to", goal, PICTURE, *options))
            self.assertEqual(answer["moves"], self.command("solve", self.picture, PICTURE)["moves"])
        answers = self.server.solve_many([[[0, 1, 2], [2, 1, 2]], "_12/211"], to=goal)
        self.assertEqual(answers[0], self.command("solve", self.plain, "--to", goal, PICTURE))
        self.assertEqual(answers[1]["problem"]["parameter"], "boards[1]")
        for path, asked in (("/v1/solve", {"optimal": "true"}), ("/v1/solve", {"stages": "true"}), ("/v1/probe", {}),
                            ("/v1/hint", {}), ("/v1/analyse", {})):
            with self.subTest(path=path, **asked):
                problem = self.ask(path, 400, board=PICTURE, to=goal, size="3x2", **asked)
                self.assertEqual(problem["parameter"], "to")
                self.assertIn("equal tiles are for /v1/solve", problem["expected"])

    def test_refusals_name_the_parameter(self):
        for parameter, given in (("to", {"to": "snail"}), ("set", {"set": "none"})):
            self.assertEqual(self.ask("/v1/solve", 400, board=PICTURE, **given)["parameter"], parameter)
        self.assertEqual(self.ask("/v1/probe", 400, board=PICTURE, goal="1")["parameter"], "goal")


if __name__ == "__main__":
    unittest.main()
