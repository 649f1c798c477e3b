# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""What the service answers: right, as its OpenAPI document says, and with errors that help."""

import gzip
import json
import subprocess
import unittest
import urllib.parse
from pathlib import Path

import jsonschema

from server import FIFTEEN, SHARED, TILEBASE, Server, ServeTest, puzzle, table_set, without_time

JSON = {"Content-Type": "application/json"}


# Stands for the folder of a page, whatever the build tree has.
PAGE = SHARED / "page"
(PAGE / "below").mkdir(parents=True)
for name, content in (("index.html", "<title>a page</title>"), ("page.js", "x = 1"),
                      ("tables.image", "\0\1"), ("below/module.wasm", "")):
    (PAGE / name).write_text(content, encoding="utf-8")


# The answer to 42_713856 by the whole table, but for the time.
TEN = {"moves": 10, "actions": "RUURDDLLUU", "runs": 6, "bound": 10, "shortest": True,
       "looked_at": 10, "detour": 0, "code": 0}
NONE = {"moves": 0, "actions": "", "runs": 0, "bound": 0, "shortest": True, "looked_at": 0,
        "detour": 0, "code": 0}
CENTER = "123/4_5/678"


def quote(**parameters):
    return "?" + urllib.parse.urlencode(parameters) if parameters else ""


def resolve(document, node):
    while "$ref" in node:
        path = node["$ref"].split("/")
        assert path[0] == "#", node
        node = document
        for part in path[1:]:
            node = node[part]
    return node


def schema_errors(document, schema, value):
    """What of `value` is not as `schema`, a part of the document, says: a line each."""
    # With the components beside it, its references lead where they lead in the document.
    whole = {**schema, "components": document["components"]}
    jsonschema.Draft202012Validator.check_schema(whole)
    validator = jsonschema.Draft202012Validator(whole)
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(value)]


class Answers(ServeTest):
    """Every answer seen here is also held against the document."""

    @classmethod
    def setUpClass(cls):
        cls.exercised = set()
        cls.l5 = table_set("l5.tilebase", "--plan", "ladder:5")
        cls.nine = table_set("3x3.tilebase", "--board", "3x3", "--plan", "rest")
        cls.store = table_set("store.tilebase", "--board", "3x2", "--wanted", "1", "--blanks", "2",
                              "--goal-cells", "0", "--metric", "steps")
        cls.picture = table_set("picture.tilebase", "--symbols", "112/22_")
        cls.server = Server(cls.l5, cls.nine, cls.store, cls.picture, "--cors", "*", "--max-boards", 500,
                            "--page", PAGE)

    @classmethod
    def tearDownClass(cls):
        assert cls.server.stop() == 0, cls.server.said

    def setUp(self):
        super().setUp()
        self.connection = self.server.open()
        self.addCleanup(self.connection.close)
        self.document = json.loads(self.server.get("/openapi.json")[2])
        self.ask("/openapi.json")

    def ask(self, path, expected=200, method="GET", body=None, headers=None, **parameters):
        status, fields, answer = self.server.request(
            method, path + quote(**parameters), body, headers, self.connection)
        self.assertEqual(status, expected, answer)
        self.assertEqual(fields["Access-Control-Allow-Origin"], "*")
        if method in ("GET", "POST") and path in self.document["paths"]:
            self.hold_against_document(path, method.lower(), status, fields, answer, parameters)
        if fields.get_content_type().endswith("json") and method != "HEAD":
            return json.loads(answer, object_hook=without_time)
        return answer

    def hold_against_document(self, path, method, status, fields, answer, parameters):
        operation = self.document["paths"][path].get(method)
        if operation is None:
            return
        response = resolve(self.document, operation["responses"][str(status)])
        content = response["content"][fields.get_content_type()]
        value = answer.decode()
        if fields.get_content_type().endswith("json"):
            value = json.loads(value)
        self.assertEqual(schema_errors(self.document, content["schema"], value), [])
        self.exercised.add((method, path, status))
        if status == 200:
            known = {resolve(self.document, p)["name"]: resolve(self.document, p)
                     for p in operation.get("parameters", [])}
            for name, given in parameters.items():
                kind = known[name]["schema"]
                given = str(given) if kind["type"] == "string" else json.loads(str(given))
                self.assertEqual(schema_errors(self.document, kind, given), [])
                self.exercised.add((method, path, name))

    def expect_problem(self, status, parameter, says, path, **options):
        problem = self.ask(path, status, **options)
        self.assertEqual(problem["status"], status)
        self.assertEqual(problem.get("parameter", ""), parameter, problem)
        for text in [says] if isinstance(says, str) else says:
            self.assertIn(text, problem["detail"])
        return problem

    def post(self, boards, expected=200, **members):
        return self.ask("/v1/solve", expected, "POST", json.dumps({"boards": boards, **members}),
                        JSON)

    def test_one_board(self):
        answer = self.ask("/v1/solve", board=FIFTEEN)
        command = subprocess.run([TILEBASE, "solve", self.l5, FIFTEEN], check=True, text=True,
                                 stdout=subprocess.PIPE).stdout.split()
        self.assertEqual([str(answer["moves"]), answer["actions"]], command)
        for text in ("42_713856", "4 2 9 7 1 3 8 5 6", "4,2,0/7,1,3/8,5,6"):
            self.assertEqual(self.ask("/v1/solve", board=text, size="3x3", effort="0"),
                             TEN)
        self.assertEqual(self.ask("/v1/solve", board=puzzle.text(puzzle.solved())), NONE)

    def test_boards_that_are_none(self):
        for text, says in (("1 2 3", "found 3 numbers"), ("", "found"),
                           ("1 2 3 4 5 6 7 8 9 10 11 12 13 14 14 0", "tile 14 occurs twice"),
                           ("1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0", "can be solved"),
                           ("1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 0", "two blanks, the second in place 16"),
                           ("1 2 3 4 5 6 7 8 9 10 11 12 13 14 -1 0", "two blanks, the second in place 16"),
                           ("1 2 3 4 5 6 7 8 9 10 11 12 13 14 99 0", "'99' in place 15"),
                           (" ".join(["1"] * 2000), "2000")):
            with self.subTest(text=text[:50]):
                self.expect_problem(400, "board", says, "/v1/solve", board=text)
                self.expect_problem(400, "board", says, "/v1/probe", board=text)

    def test_parameters_that_are_none(self):
        for path in ("/v1/solve", "/v1/probe"):
            self.expect_problem(400, "board", "found none", path)
            self.expect_problem(400, "bord", "only board, size", path, bord="1")
            self.expect_problem(400, "board", "it once", path + "?board=1&board=2")
            self.expect_problem(400, "target", "%XX", path + "?board=%4")
            self.expect_problem(400, "target", "%XX", path + "?board=|")
            self.expect_problem(400, "size", ["3x3", "'5x5'"], path, board=FIFTEEN, size="5x5")
            self.expect_problem(400, "size", "'four'", path, board=FIFTEEN, size="four")
            self.expect_problem(400, "board", "expected 3 rows of 3", path, board=FIFTEEN,
                                size="3x3")
        self.expect_problem(400, "stages", "true or false", "/v1/solve", board=FIFTEEN, stages="1")
        for effort in ("1000001", "-1", "x", "", "1.5", "11s", "0ms", "99999999999999999999"):
            self.expect_problem(400, "effort", "0 to 1000000, or a time", "/v1/solve", board=FIFTEEN,
                                effort=effort)
        for path in ("/v1/tables", "/healthz", "/readyz", "/metrics", "/openapi.json"):
            self.expect_problem(400, "x", "no parameters", path, x=1)

    def test_many_boards_in_order(self):
        boards = [puzzle.text(board) for board in puzzle.random_boards(500, 1)]
        boards[100] = "1 2 3"
        boards[200:203] = ["42_713856"] * 3
        boards[499] = "no board"
        answers = self.post(boards)["answers"]
        self.assertEqual(len(answers), 500)
        for i, (board, answer) in enumerate(zip(boards, answers)):
            if i in (100, 499):
                self.assertEqual(answer["problem"]["parameter"], f"boards[{i}]")
            elif 200 <= i < 203:
                self.assertEqual(answer["actions"], "RUURDDLLUU")
            else:
                self.assertEqual(answer["moves"], len(answer["actions"]))
                end = puzzle.replay(map(int, board.split()), answer["actions"])
                self.assertEqual(end, puzzle.solved())
        self.assertEqual(self.post([]), {"answers": []})
        self.assertEqual(len(self.post(boards[:10], size="4x4", effort=0)["answers"]), 10)
        nine = self.post(["42_713856", FIFTEEN], size="3x3")["answers"]
        self.assertEqual(nine[0]["moves"], 10)
        self.assertEqual(nine[1]["problem"]["parameter"], "boards[1]")

    def test_boards_as_lists_of_numbers(self):
        boards = list(puzzle.random_boards(300, 3))
        self.assertEqual(self.post(boards), self.post([puzzle.text(board) for board in boards]))
        nine = [4, 2, 9, 7, 1, 3, 8, 5, 6]  # the blank is 0 or the number of cells
        mixed = [boards[0], nine, "42_713856", [1, 2, 3], [], [-1, *boards[0][1:]],
                 [15, 15, *boards[0][2:]], [*boards[0], 1]]
        answers = self.post(mixed)["answers"]
        self.assertEqual([answer.get("moves") for answer in answers[1:3]], [10, 10])
        for i, says in ((3, "3 numbers"), (4, "0 numbers"), (5, "two blanks, the second in place 10"),
                        (6, "tile 15 occurs twice"), (7, "17 numbers")):
            self.assertEqual(answers[i]["problem"]["parameter"], f"boards[{i}]")
            self.assertIn(says, answers[i]["problem"]["detail"])

    def test_stages(self):
        boards = list(puzzle.random_boards(40, 4))
        texts = [puzzle.text(board) for board in boards]
        for effort in (0, 2000):
            answers = self.post(boards, effort=effort, stages=True)["answers"]
            plain = self.post(boards, effort=effort)["answers"]
            for text, board, answer, other in zip(texts, boards, answers, plain):
                stages = answer.pop("stages")
                self.assertEqual(answer, other)
                self.assertEqual(self.ask("/v1/solve", board=text, effort=effort, stages="true"),
                                 {**answer, "stages": stages})
                self.assertEqual(sum(stage["moves"] for stage in stages), answer["moves"])
                board = list(board)
                done = 0
                for stage in stages:
                    fixed = {t: board.index(t) for t in stage["fixed"]}
                    for action in answer["actions"][done:done + stage["moves"]]:
                        puzzle.slide(board, action)
                        self.assertTrue(all(board[cell] == t for t, cell in fixed.items()))
                    done += stage["moves"]
                    for tile in stage["goal"] + stage["fixed"]:
                        self.assertEqual(board[tile - 1], tile)
            if effort == 0:
                lines = subprocess.run([TILEBASE, "solve", "--json", self.l5, *texts], check=True,
                                       text=True, stdout=subprocess.PIPE).stdout.splitlines()
                for line, text in zip(lines, texts):
                    told = [stage["moves"] for stage in json.loads(line)["stages"]]
                    answer = self.ask("/v1/solve", board=text, stages="true")
                    self.assertEqual([stage["moves"] for stage in answer["stages"]],
                                     [moves for moves in told if moves > 0])
        self.assertEqual(self.ask("/v1/solve", board="123456780", stages="true"),
                         {**NONE, "stages": []})
        self.assertNotIn("stages", self.ask("/v1/solve", board=texts[0], stages="false"))

    def test_leads_to_any_board(self):
        boards = list(puzzle.random_boards(20, 3))
        goals = list(puzzle.random_boards(20, 4))
        for board, goal in zip(boards, goals):
            text, to = puzzle.text(board), puzzle.text(goal)
            answer = self.ask("/v1/solve", board=text, to=to, stages="true")
            self.assertEqual(answer["moves"], len(answer["actions"]))
            self.assertEqual(puzzle.replay(board, answer["actions"]), goal)
            self.assertEqual(sum(stage["moves"] for stage in answer["stages"]), answer["moves"])
            self.assertEqual(self.post([text], to=to, stages=True)["answers"], [answer])
            shorter = self.ask("/v1/solve", board=text, to=to, effort=2000)
            self.assertEqual(puzzle.replay(board, shorter["actions"]), goal)
        answers = self.post(["42_713856", "24_713856", "1 2"], size="3x3", to="1234_6758")["answers"]
        self.assertEqual(puzzle.replay([4, 2, 0, 7, 1, 3, 8, 5, 6], answers[0]["actions"], (3, 3)),
                         [1, 2, 3, 4, 0, 6, 7, 5, 8])
        self.assertEqual(answers[1]["problem"]["parameter"], "to")
        self.assertEqual(answers[2]["problem"]["parameter"], "boards[2]")
        self.expect_problem(400, "to", "9 numbers", "/v1/solve", board="42_713856", to="1 2 3")

    def test_effort(self):
        boards = list(puzzle.random_boards(50, 2))
        texts = [puzzle.text(board) for board in boards]
        moves = []
        for effort in (0, 100, 2000, 10000):
            answers = self.post(texts, effort=effort)["answers"]
            for board, answer in zip(boards, answers):
                self.assertEqual(answer["moves"], len(answer["actions"]))
                self.assertEqual(puzzle.replay(board, answer["actions"]), puzzle.solved())
            moves.append([answer["moves"] for answer in answers])
            for text, answer in zip(texts[:5], answers):
                self.assertEqual(self.ask("/v1/solve", board=text, effort=effort), answer)
        for less, more in zip(moves, moves[1:]):
            self.assertTrue(all(b <= a for a, b in zip(less, more)), (less, more))
        self.assertLess(sum(moves[2]), sum(moves[0]))
        # The 3x3 set's solutions are optimal: any effort is taken, and changes nothing.
        self.assertEqual(self.ask("/v1/solve", board="42_713856", effort=10000),
                         self.ask("/v1/solve", board="42_713856"))
        # Boards that are none, between boards with effort.
        answers = self.post([texts[0], "1 2 3", "42_713856", texts[0]], effort=2000)["answers"]
        self.assertEqual(answers[1]["problem"]["parameter"], "boards[1]")
        self.assertEqual(answers[2]["moves"], 10)
        self.assertEqual([answers[0]["moves"], answers[3]["moves"]], [moves[2][0]] * 2)

    def test_bodies_that_are_none(self):
        def expect(status, parameter, says, body, kind="application/json"):
            self.expect_problem(status, parameter, says, "/v1/solve", method="POST", body=body,
                                headers={"Content-Type": kind})
        for body in ("", "{", "[]]", '{"boards":["1"}', '{"boards":[]} x', "\xff", '{"boards":"',
                     "nix", "{\"boards\":[\"\xe9\"]}".encode("latin-1")):
            expect(400, "body", "JSON", body)
        for body in ("[]", "1", "null", '"x"'):
            expect(400, "body", "a JSON object", body)
        expect(400, "boards", "found none", "{}")
        expect(400, "boards", "it twice", '{"boards":[],"boards":[]}')
        expect(400, "boards", "a list of boards", '{"boards":"x"}')
        expect(400, "boards", "a list of boards", '{"boards":{}}')
        for value in ("1", "null", "{}", "true", "1.5"):
            expect(400, "boards[1]", "a string or a list of numbers", f'{{"boards":["x",{value}]}}')
        for value in ('[[1],[2]]', '[[1,2],3]', "[1,[2]]", "[1,{}]", "[true]", "[1,0.5]", "[427138560]",
                      "[1,99999999999999999999]"):
            expect(400, "boards[1]", "whole numbers", f'{{"boards":["x",{value}]}}')
        expect(400, "stages", "true or false", '{"boards":[],"stages":1}')
        expect(400, "notation", "tiles", '{"boards":[],"notation":"x"}')
        expect(400, "to", "at most 16384 bytes", json.dumps({"boards": [], "to": "x" * 20000}))
        expect(400, "stages", "it twice", '{"boards":[],"stages":true,"stages":true}')
        expect(400, "size", "'4'", '{"boards":[],"size":4}')
        expect(400, "size", "a string", '{"boards":[],"size":null}')
        expect(400, "size", "a string", '{"boards":[],"size":["4x4"]}')
        expect(400, "size", "'9x9'", '{"boards":[],"size":"9x9"}')
        expect(400, "effort", "a whole number", '{"boards":[],"effort":0.5}')
        expect(400, "effort", "0 to 1000000", '{"boards":[],"effort":1000001}')
        expect(400, "effort", "0 to 1000000", '{"boards":[],"effort":-1}')
        expect(400, "nodes", "with optimal=true", '{"boards":[],"nodes":1}')
        expect(400, "moves", "only boards, size, to, effort", '{"boards":[],"moves":1}')
        expect(413, "boards", "at most 500", json.dumps({"boards": ["x"] * 501}))
        for kind in ("text/plain", "application/x-www-form-urlencoded", "application/jsonx"):
            expect(415, "Content-Type", "application/json", "{}", kind)
        expect(400, "boards", "none", "{}", "Application/JSON; charset=utf-8")
        packed = gzip.compress(b'{"boards":[]}')
        self.expect_problem(415, "Content-Encoding", "'gzip'", "/v1/solve", method="POST",
                            body=packed, headers={**JSON, "Content-Encoding": "gzip"})
        fields = self.server.request("POST", "/v1/solve", packed,
                                     {**JSON, "Content-Encoding": "gzip"})[1]
        self.assertEqual(fields["Accept-Encoding"], "identity")
        self.ask("/v1/solve", method="POST", body='{"boards":[]}',
                 headers={**JSON, "Content-Encoding": "identity"})
        problem = self.server.request("POST", "/v1/solve?effort=0", '{"boards":[]}', JSON)
        self.assertEqual(problem[0], 400)

    def test_probe(self):
        answer = self.ask("/v1/probe", board=FIFTEEN)
        self.assertEqual((answer["stage"], answer["goal"], answer["remaining"]),
                         (0, [1, 2, 3, 4, 5], 36))
        self.assertEqual([entry["action"] for entry in answer["actions"]], ["U", "R", "L"])
        self.assertEqual([entry["remaining"] for entry in answer["actions"]], [35, 35, 37])
        self.assertEqual(answer["action"], "U")
        # Follows the best action to the end, each subproblem until it is done.
        board = [15, 10, 0, 13, 11, 4, 1, 12, 3, 7, 9, 8, 2, 14, 6, 5]
        steps = 0
        while not answer["solved"]:
            if answer["remaining"] == 0:
                answer = self.ask("/v1/probe", board=puzzle.text(board))
                continue
            puzzle.slide(board, answer["actions"][0]["action"])
            steps += 1
            answer = self.ask("/v1/probe", board=puzzle.text(board), size="4x4",
                              goal=",".join(map(str, answer["goal"])),
                              fixed=",".join(map(str, answer["fixed"])))
        self.assertEqual(board, puzzle.solved())
        self.assertEqual(steps, self.ask("/v1/solve", board=FIFTEEN)["moves"])

    def test_probe_of_a_subproblem(self):
        board = "1 2 3 4 5 7 6 8 9 10 11 12 13 15 14 0"  # an even arrangement
        answer = self.ask("/v1/probe", board=board, goal="6-10", fixed="1-5")
        self.assertEqual(answer["goal"], [6, 7, 8, 9, 10])
        self.assertGreater(answer["remaining"], 0)
        self.expect_problem(404, "goal", "{3-4}|{1-2}", "/v1/probe", board=board, goal="3,4",
                            fixed="1,2")
        self.expect_problem(400, "fixed", "home", "/v1/probe", board=FIFTEEN, goal="6-10",
                            fixed="1-5")
        self.expect_problem(400, "goal", "none", "/v1/probe", board=board, fixed="1,2")
        self.expect_problem(400, "goal", "tiles", "/v1/probe", board=board, goal="16")
        self.expect_problem(400, "fixed", "tiles", "/v1/probe", board=board, goal="1", fixed="x")
        nine = self.ask("/v1/probe", board="42_713856")
        self.assertEqual(nine["remaining"], 10)

    def test_hints(self):
        first = self.ask("/v1/hint", board=FIFTEEN)
        self.assertEqual(first, self.ask("/v1/probe", board=FIFTEEN))
        self.assertEqual(first, self.ask("/v1/hint", board=FIFTEEN, goal="1-5", fixed="", size="4x4"))
        done = self.ask("/v1/hint", board=puzzle.text(puzzle.solved()), goal="11-15", fixed="1-10")
        self.assertTrue(done["solved"])
        self.assertEqual(done, self.ask("/v1/hint", board=puzzle.text(puzzle.solved()), goal="",
                                        fixed="1-15"))
        # The player has moved a tile that was to stay: on with the stage that the board is in.
        self.assertEqual(first, self.ask("/v1/hint", board=FIFTEEN, goal="6-10", fixed="1-5"))
        self.expect_problem(404, "goal", "{3-4}|{1-2}", "/v1/hint", board=FIFTEEN, goal="3,4",
                            fixed="1,2")
        self.expect_problem(400, "goal", "tiles", "/v1/hint", board=FIFTEEN, goal="16")
        self.expect_problem(400, "board", "found none", "/v1/hint")

    def test_shortest_solutions(self):
        answer = self.ask("/v1/solve", board="42_713856", optimal="true", nodes=1000, time="5s")
        self.assertEqual(answer, {**TEN, "looked_at": 0, "tables": "1-8"})
        # The middle of the board is in no corner.
        answer = self.ask("/v1/solve", board="42_713856", optimal="true", to="1234_6758")
        self.assertEqual((answer["shortest"], answer["bound"]), (True, answer["moves"]))
        self.assertEqual(puzzle.replay([4, 2, 0, 7, 1, 3, 8, 5, 6], answer["actions"], (3, 3)),
                         [1, 2, 3, 4, 0, 6, 7, 5, 8])
        self.assertEqual(self.ask("/v1/solve", board="42_713856", optimal="false"), TEN)
        self.expect_problem(404, "board", "pattern tables", "/v1/solve", board=FIFTEEN, optimal="true")
        self.expect_problem(400, "effort", "without optimal", "/v1/solve", board="42_713856",
                            optimal="true", effort=5)
        staged = self.ask("/v1/solve", board="42_713856", optimal="true", stages="true")
        self.assertEqual([stage["moves"] for stage in staged["stages"]], [10])
        for name, value in (("nodes", 5), ("time", "1s")):
            self.expect_problem(400, name, "with optimal=true", "/v1/solve", board="42_713856",
                                **{name: value})
        self.expect_problem(400, "optimal", "true or false", "/v1/solve", board=FIFTEEN, optimal=1)
        for path, wanted in (("/v1/solve", {"optimal": "true"}), ("/v1/analyse", {})):
            for name, value in (("nodes", 0), ("nodes", 2 * 10**9), ("time", "11s"), ("time", "soon"),
                                ("board", "24_713856")):
                self.expect_problem(400, name, "expected", path,
                                    **{"board": "42_713856", **wanted, name: value})

    def test_many_shortest_solutions(self):
        """Case F6: a batch, each board for itself."""
        answers = self.post(["42_713856", FIFTEEN, "24_713856", [1, 2, 3, 4, 5, 6, 7, 8, 0]],
                            optimal=True, nodes=1000, time="5s")["answers"]
        self.assertEqual(answers[0], {**TEN, "looked_at": 0, "tables": "1-8"})
        self.assertEqual([answer["problem"]["code"] for answer in answers[1:3]], [6, 3])
        self.assertEqual(answers[3]["moves"], 0)
        answers = self.post(["42_713856", "123456708"], optimal=True, to="snail", size="3x3")["answers"]
        self.assertEqual([answer["problem"]["parameter"] for answer in answers], ["to", "to"])
        boards = list(puzzle.random_boards(5, 6, (3, 3)))
        for board in boards:  # the goal is in the other half
            first, second = [cell for cell, tile in enumerate(board) if tile][:2]
            board[first], board[second] = board[second], board[first]
        told = self.post(boards, optimal=True, to="columns", size="3x3")["answers"]
        for board, answer in zip(boards, told):
            self.assertEqual(puzzle.replay(board, answer["actions"], (3, 3)),
                             [1, 4, 7, 2, 5, 8, 3, 6, 0])
            self.assertTrue(answer["shortest"])
            alone = self.ask("/v1/solve", board=puzzle.text(board), optimal="true", to="columns")
            self.assertEqual(answer, alone)

    def test_a_table_of_all_tiles_gives_shortest_ways_to_any_blank(self):
        """Case F7."""
        answer = self.ask("/v1/solve", board="1 2 3 8 0 6 7 5 4", to="1 2 3 8 0 4 7 6 5")
        self.assertEqual((answer["moves"], answer["shortest"], answer["detour"]), (4, True, 0))
        self.assertEqual(answer, self.post(["1 2 3 8 0 6 7 5 4"], to="snail", size="3x3")["answers"][0])
        # Stages lead by a corner, and the answer says so.
        board = next(puzzle.random_boards(1, 9))
        answer = self.ask("/v1/solve", board=puzzle.text(board), to="snail")
        if "detour" in answer:
            self.assertEqual((answer["shortest"], answer["why"], answer["detour"]), (False, "detour", 2))

    def test_much_effort(self):
        board = puzzle.text(next(puzzle.random_boards(1, 2)))
        moves = [self.ask("/v1/solve", board=board, effort=effort)["moves"]
                 for effort in ("0", "10000", "20000")]
        self.assertEqual(moves, sorted(moves, reverse=True))
        answer = self.ask("/v1/solve", board=board, effort="20ms")
        self.assertLessEqual(answer["moves"], moves[0])
        answers = self.post([board, "1 2"], effort="20ms")["answers"]
        self.assertLessEqual(answers[0]["moves"], moves[0])
        self.assertEqual(answers[1]["problem"]["parameter"], "boards[1]")
        self.assertEqual(self.post([board], effort=20000)["answers"][0]["moves"], moves[2])

    def test_notations(self):
        """Case F9: the tiles that move, and what players write."""
        for notation, actions in (("runs", "R U2 R D2 L2 U2"), ("blank", "LDDLUURRDD")):
            self.assertEqual(self.ask("/v1/solve", board="42_713856", notation=notation),
                             {**TEN, "actions": actions})
        answer = self.ask("/v1/solve", board="1 2 3 4 5 6 7 0 8", notation="tiles")
        self.assertEqual((answer["actions"], answer["tiles"]), ("L", [8]))
        self.assertEqual(self.post(["123456708"], notation="tiles")["answers"], [answer])
        self.expect_problem(400, "notation", "letters, runs, blank or tiles", "/v1/solve",
                            board="42_713856", notation="numbers")

    def test_play(self):
        """Case F9: moves in, a board out."""
        played = self.ask("/v1/play", board="blank-last", size="4x4", moves="R3 D2 L")
        self.assertEqual(played["actions"], "RRRDDL")
        self.assertEqual(puzzle.replay(puzzle.solved(), played["actions"]),
                         [int(number) for number in played["board"].replace("/", " ").split()])
        self.assertEqual((played["moves"], played["runs"]), (6, 3))
        back = self.ask("/v1/play", board=played["board"],
                        moves=" ".join(map(str, reversed(played["tiles"]))))
        self.assertEqual(back["board"].replace("/", " "), puzzle.text(puzzle.solved()))
        self.assertEqual(self.ask("/v1/play", board="blank-last", size="4x4", moves=played["blank"],
                                  notation="blank"), played)
        self.assertEqual(self.ask("/v1/play", board="42_713856", moves="rudu2"),
                         self.ask("/v1/play", board="42_713856", moves="RUDUU"))
        self.assertEqual(self.ask("/v1/play", board="blank-last", size="30x2", moves="R29")["moves"], 29)
        self.expect_problem(400, "moves", "found", "/v1/play", board="42_713856", moves="LDUD")
        self.expect_problem(400, "moves", "found none", "/v1/play", board="42_713856")
        self.expect_problem(400, "board", "found none", "/v1/play", moves="R")
        self.expect_problem(400, "board", "found", "/v1/play", board="1 2", moves="R")
        self.expect_problem(400, "size", "WIDTHxHEIGHT", "/v1/play", board="snail", size="1x1", moves="R")
        game = self.ask("/v1/analyse", board="42_713856", moves="")
        self.assertEqual((game["moves"], game["to_go"]), (0, [10]))
        self.assertEqual(self.ask("/v1/analyse", board="42_713856", moves="rudu2rd2l2u2"),
                         self.ask("/v1/analyse", board="42_713856", moves="ldud2lu2r2d2", notation="blank"))

    def test_every_request_takes_a_goal(self):
        """Case F6."""
        board, center = [4, 2, 0, 7, 1, 3, 8, 5, 6], [1, 2, 3, 4, 0, 5, 6, 7, 8]
        if puzzle.is_solvable(board, (3, 3)) != puzzle.is_solvable(center, (3, 3)):
            board[0], board[1] = board[1], board[0]
        text = puzzle.text(board)
        best = self.ask("/v1/solve", board=text, to="blank-center")
        self.assertEqual(puzzle.replay(board, best["actions"], (3, 3)), center)
        for path in ("/v1/hint", "/v1/probe"):
            at, moves = list(board), 0
            while at != center:
                told = self.ask(path, board=puzzle.text(at), to=CENTER)
                puzzle.slide(at, told["action"], (3, 3))
                moves += 1
            self.assertEqual(moves, best["moves"])
            self.assertTrue(self.ask(path, board=puzzle.text(at), to="blank-center")["solved"])
        told = self.ask("/v1/analyse", board=text, to="blank-center", list=100)
        self.assertEqual(told["moves"], best["moves"])
        self.assertIn(best["actions"], told["shortest"]["actions"])
        game = self.ask("/v1/analyse", board=text, to="blank-center", moves=best["actions"])
        self.assertEqual((game["lost"], game["to_go"][-1]), (0, 0))
        for more in ({}, {"optimal": "true"}):
            made = self.ask("/v1/scramble", moves="12", size="3x3", to="blank-center", **more)
            self.assertEqual(self.ask("/v1/solve", board=made["board"], to="blank-center",
                                      optimal="true")["moves"] <= 12, True)
        for path, more in (("/v1/solve", {}), ("/v1/hint", {}), ("/v1/probe", {}), ("/v1/analyse", {})):
            problem = self.expect_problem(400, "to", "blank-last, blank-first, snail", path,
                                          board=text, to="nail", **more)
            self.assertEqual(problem["code"], 2)
        self.expect_problem(400, "to", "blank-last", "/v1/scramble", moves="5", size="3x3", to="nail")

    def test_analysis(self):
        board = "42_713856"
        answer = self.ask("/v1/analyse", board=board, size="3x3", nodes=100, time="1s")
        self.assertEqual(answer, {"moves": 10, "after": {"R": 9, "U": 11}})
        self.assertEqual(self.ask("/v1/analyse", board=board, list=3),
                         {**answer, "shortest": {"count": 1, "complete": True,
                                                 "actions": ["RUURDDLLUU"]}})
        game = self.ask("/v1/analyse", board=board, moves="RUDU2RD2L2U2")
        self.assertEqual(game, {"moves": 12, "runs": 8, "shortest": 10, "lost": 2, "mistakes": [3],
                                "to_go": [10, 9, 8, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]})
        command = subprocess.run([TILEBASE, "analyse", self.nine, board, "--json", "--moves",
                                  "RUDU2RD2L2U2"], check=True, stdout=subprocess.PIPE)
        self.assertEqual(json.loads(command.stdout), game)
        self.expect_problem(404, "board", "pattern tables", "/v1/analyse", board=FIFTEEN)
        self.expect_problem(400, "moves", "move 1", "/v1/analyse", board=board, moves="D")
        self.expect_problem(400, "moves", "character 2", "/v1/analyse", board=board, moves="RX")
        self.expect_problem(400, "list", "0 to 100", "/v1/analyse", board=board, list=101)
        self.expect_problem(400, "list", "without moves", "/v1/analyse", board=board, moves="R", list=1)
        self.expect_problem(400, "board", "found none", "/v1/analyse")

    def test_scramble(self):
        boards = set()
        for seed in range(1, 21):
            made = self.ask("/v1/scramble", moves="60..70", size="4x4", seed=seed)
            self.assertEqual(made, self.ask("/v1/scramble", moves="60..70", size="4x4", seed=seed))
            self.assertTrue(60 <= made["moves"] <= 70)
            self.assertEqual((made["optimal"], made["uniform"]), (False, True))
            self.assertEqual(self.ask("/v1/solve", board=made["board"])["moves"], made["moves"])
            boards.add(made["board"])
        self.assertGreater(len(boards), 15)
        self.assertEqual(self.ask("/v1/scramble", moves="60..70", size="4x4", seed=1),
                         self.ask("/v1/scramble", moves="60..70", size="4x4"))
        # Random boards are nearly never so easy.
        made = self.ask("/v1/scramble", moves="5", size="4x4")
        self.assertEqual((made["moves"], made["uniform"]), (5, False))
        made = self.ask("/v1/scramble", moves="20", size="3x3")
        self.assertEqual((made["moves"], made["optimal"], made["uniform"]), (20, True, True))
        self.expect_problem(404, "moves", "'1000'", "/v1/scramble", moves="1000", size="4x4")
        self.expect_problem(404, "moves", "at most 31", "/v1/scramble", moves="32", size="3x3")
        self.expect_problem(400, "moves", "found none", "/v1/scramble", size="3x3")
        self.expect_problem(400, "size", "4x4, 3x3", "/v1/scramble", moves="20")
        self.expect_problem(400, "size", "'5x5'", "/v1/scramble", moves="20", size="5x5")
        # By a search, where the set has what that needs.
        made = self.ask("/v1/scramble", moves="20", size="3x3", seed=4, optimal="true")
        self.assertEqual((made["moves"], made["optimal"], made["uniform"]), (20, True, True))
        self.assertEqual(self.ask("/v1/solve", board=made["board"])["moves"], 20)
        self.assertEqual(made, self.ask("/v1/scramble", moves="20", size="3x3", seed=4, optimal="true",
                                        time="9s"))
        made = self.ask("/v1/scramble", moves="1..2", size="3x3", optimal="true")
        self.assertEqual(made["uniform"], False)
        self.expect_problem(404, "moves", "a wider range", "/v1/scramble", moves="32", size="3x3",
                            optimal="true", time="1ms")
        self.expect_problem(404, "size", "pattern tables", "/v1/scramble", moves="40", size="4x4",
                            optimal="true")
        self.expect_problem(400, "optimal", "true or false", "/v1/scramble", moves="20", size="3x3",
                            optimal="1")
        self.expect_problem(400, "time", "with optimal=true", "/v1/scramble", moves="20", size="3x3",
                            time="1s")
        self.expect_problem(400, "time", "a time such as", "/v1/scramble", moves="20", size="3x3",
                            optimal="true", time="1x")
        for moves in ("", "x", "3..", "..3", "4..3", "-1", "1...2"):
            self.expect_problem(400, "moves", "30..40", "/v1/scramble", moves=moves, size="3x3")
        for seed in ("", "-1", "x", "18446744073709551616"):
            self.expect_problem(400, "seed", "integer", "/v1/scramble", moves="20", size="3x3",
                                seed=seed)

    def test_tables(self):
        sets = self.ask("/v1/tables")["sets"]
        for path, one in zip((self.l5, self.nine), sets):
            info = json.loads(subprocess.run([TILEBASE, "info", path, "--json"], check=True,
                                             stdout=subprocess.PIPE).stdout)
            for name in ("board", "plan", "creator", "certified_worst_case", "probes_lead_home",
                         "file_bytes"):
                self.assertEqual(one[name], info[name])
            self.assertEqual(one["file"], path.name)
            self.assertEqual([(t["goal"], t["fixed"], t["mean_depth"]) for t in one["tables"]],
                             [(t["goal"], t["fixed"], t["mean_depth"]) for t in info["tables"]])

    def test_health_and_metrics(self):
        self.assertEqual(self.ask("/healthz"), b"ok\n")
        self.assertEqual(self.ask("/readyz"), b"ok\n")
        before = self.server.metrics()
        self.ask("/metrics")
        self.ask("/v1/solve", board=FIFTEEN)
        self.post([FIFTEEN] * 300 + ["x"])
        self.ask("/v1/solve", 400)
        after = self.server.metrics()

        def grown(name, labels=None):
            return after.get((name, labels), 0) - before.get((name, labels), 0)
        self.assertEqual(grown("tilebase_requests_total", 'route="/v1/solve",code="200"'), 2)
        self.assertEqual(grown("tilebase_requests_total", 'route="/v1/solve",code="400"'), 1)
        self.assertEqual(grown("tilebase_boards_solved_total"), 301)
        self.assertEqual(grown("tilebase_boards_refused_total"), 1)
        self.assertEqual(grown("tilebase_request_seconds_count", 'route="/v1/solve"'), 3)
        self.assertEqual(
            grown("tilebase_request_seconds_bucket", 'route="/v1/solve",le="+Inf"'), 3)
        self.assertGreater(grown("tilebase_request_seconds_sum", 'route="/v1/solve"'), 0)
        self.assertEqual(after["tilebase_table_bytes", None],
                         sum(each["memory_bytes"] for kind in ("sets", "words")
                             for each in self.ask("/v1/tables")[kind]))
        self.assertEqual(after["tilebase_connections", None], 2)  # this one, and self.connection

    def test_the_page(self):
        status, fields, body = self.server.get("/")
        self.assertEqual((status, fields["Content-Type"]), (200, "text/html; charset=utf-8"))
        self.assertIn(b"<title>", body)
        tag = fields["ETag"]
        status, fields, body = self.server.get("/", headers={"If-None-Match": tag})
        self.assertEqual((status, body, fields["ETag"]), (304, b"", tag))
        self.assertEqual(self.server.get("/?x=1")[0], 200)
        for path, kind in (("/page.js", "text/javascript; charset=utf-8"),
                           ("/tables.image", "application/octet-stream"),
                           ("/below/module.wasm", "application/wasm")):
            status, fields, body = self.server.get(path)
            self.assertEqual((status, fields["Content-Type"]), (200, kind))
            self.assertEqual(body, (PAGE / path[1:]).read_bytes())
        for path in ("/index.htm", "//", "/below", "/below/", "/below/../page.js", "/../etc/passwd", "/..%2f..%2fetc/passwd", "/v1", "/v1/",
                     "/v1/solve/", "/%00"):
            self.expect_problem(404, "path", "/v1/solve", path)

    def test_methods(self):
        for path in self.document["paths"]:
            status, fields, body = self.server.request("OPTIONS", path)
            self.assertEqual((status, body), (204, b""))
            self.assertIn("GET", fields["Access-Control-Allow-Methods"])
            get, head = (self.server.request(method, path + quote(board=FIFTEEN))
                         for method in ("GET", "HEAD"))
            self.assertEqual((head[0], head[2]), (get[0], b""))
            for method in ("PUT", "DELETE", "PATCH", "BREW"):
                self.expect_problem(405, "method", "GET", path, method=method)
            if path != "/v1/solve":
                self.expect_problem(405, "method", "GET", path, method="POST", body="{}")
        self.assertEqual(self.server.request("OPTIONS", "*")[0], 204)

    def test_boards_that_are_no_permutations_are_asked_as_the_document_says(self):
        """words_test.py has the answers."""
        for path in ("/v1/solve", "/v1/hint", "/v1/probe"):
            self.ask(path, board="_._/..1", set="store.tilebase")
        self.ask("/v1/solve", board="_._/..1", set="store.tilebase", deliver="stay")
        self.ask("/v1/scramble", set="store.tilebase", moves="1..2")
        for path in ("/v1/analyse", "/v1/play"):
            self.ask(path, board="_12/212", set="picture.tilebase", moves="UL")

    def test_zz_everything_documented_was_seen(self):
        """Runs last: the names above come before it."""
        for path, operations in self.document["paths"].items():
            for method, operation in operations.items():
                for status in operation["responses"]:
                    if status == "503":
                        continue  # signals_test.py, search_test.py
                    self.assertIn((method, path, int(status)), self.exercised)
                for parameter in operation.get("parameters", []):
                    name = resolve(self.document, parameter)["name"]
                    self.assertIn((method, path, name), self.exercised)


class BuiltInPage(ServeTest):
    def test_needs_no_folder(self):
        server = self.serve(table_set("l1.tilebase"))
        web = Path(__file__).resolve().parents[3] / "tools" / "web"
        # The page of a warehouse needs the runtime's module, which the service does not have.
        files = {f"/{file.name}": file for file in (web / "page").iterdir()
                 if file.stem not in ("warehouse", "retrieval")}
        files |= {"/": files.pop("/index.html"), "/small.js": web / "small.js"}
        for path, file in files.items():
            status, _, body = server.get(path)
            self.assertEqual((status, body), (200, file.read_bytes()), path)
        self.assertEqual(server.get("/tilebase.wasm")[0], 404)


class OneProtocolOrTheOther(ServeTest):
    def setUp(self):
        super().setUp()
        self.server = self.serve(table_set("l1.tilebase"), "--threads", 2)

    def raw(self, request):
        with self.server.connect() as connection:
            connection.sendall(request)
            connection.shutdown(1)
            data = b""
            while more := connection.recv(65536):
                data += more
            return data

    def test_http_1_0(self):
        answer = self.raw(b"GET /healthz HTTP/1.0\r\n\r\n")
        self.assertIn(b"\r\nConnection: close\r\n", answer)
        self.assertTrue(answer.endswith(b"\r\n\r\nok\n"))
        answer = self.raw(b"GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n" * 2)
        self.assertEqual(answer.count(b"\r\nConnection: keep-alive\r\n"), 2)
        body = json.dumps({"boards": [FIFTEEN] * 1000}).encode()
        answer = self.raw(b"POST /v1/solve HTTP/1.0\r\nConnection: keep-alive\r\n"
                          b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" %
                          (len(body), body))
        head, answers = answer.split(b"\r\n\r\n", 1)
        self.assertNotIn(b"Transfer-Encoding", head)
        self.assertIn(b"\r\nConnection: close", head)
        self.assertEqual(len(json.loads(answers)["answers"]), 1000)

    def test_requests_that_do_not_wait_for_answers(self):
        answer = self.raw(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 300)
        self.assertEqual(answer.count(b"HTTP/1.1 200 OK\r\n"), 300)

    def test_an_empty_line_before_a_request(self):
        answer = self.raw(b"\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 3)
        self.assertEqual(answer.count(b"HTTP/1.1 200 OK\r\n"), 3)

    def test_a_request_in_single_bytes(self):
        with self.server.connect() as connection:
            connection.setsockopt(6, 1, 1)  # TCP_NODELAY
            for byte in (b"POST /v1/solve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                         b"Transfer-Encoding: chunked\r\n\r\n"
                         b"6;x=y\r\n{\"boar\r\n8\r\nds\":[] }\r\n0\r\nTrailer: x\r\n\r\n"):
                connection.sendall(bytes([byte]))
            self.assertIn(b"200 OK", connection.recv(65536))

    def test_expect_continue(self):
        body = json.dumps({"boards": [FIFTEEN]}).encode()
        with self.server.connect() as connection:
            connection.sendall(b"POST /v1/solve HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n"
                               b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" %
                               len(body))
            self.assertEqual(connection.recv(65536), b"HTTP/1.1 100 Continue\r\n\r\n")
            connection.sendall(body)
            self.assertIn(b"200 OK", connection.recv(65536))

    def test_an_absolute_target(self):
        answer = self.raw(b"GET http://example.org/healthz HTTP/1.1\r\nHost: example.org\r\n"
                          b"Connection: close\r\n\r\n")
        self.assertTrue(answer.endswith(b"ok\n"))

    def test_no_page_of_others_may_ask_unless_told(self):
        self.assertNotIn("Access-Control-Allow-Origin", self.server.get("/v1/tables")[1])
        status, fields, _ = self.server.request("OPTIONS", "/v1/solve")
        self.assertEqual(status, 204)
        self.assertNotIn("Access-Control-Allow-Methods", fields)
        other = self.serve(table_set("l1.tilebase"), "--cors", "https://example.org")
        fields = other.get("/v1/tables")[1]
        self.assertEqual(fields["Access-Control-Allow-Origin"], "https://example.org")
        self.assertEqual(fields["Vary"], "Origin")


if __name__ == "__main__":
    unittest.main()
