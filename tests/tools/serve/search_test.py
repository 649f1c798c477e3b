# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Searches for shortest solutions beside everything else: right, bounded, and in nobody's way."""

import itertools
import json
import signal
import subprocess
import unittest
import urllib.parse

from server import TILEBASE, TIMEOUT, ServeTest, puzzle, read_all, read_response, table_set

# 80 moves: with the smallest patterns no search finds them while a test lasts.
HARD = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1"


def target(path, **parameters):
    return path + "?" + urllib.parse.urlencode(parameters)


class Search(ServeTest):
    def start(self, *arguments):
        return self.serve(
            table_set("nine.tilebase", "--board", "3x3", "--plan", "1-3/rest + pattern:4-4"),
            table_set("sixteen.tilebase", "--plan",
                      "ladder:1 + pattern:1-2/3-4/5-6/7-8/9-10/11-12/13-15"), *arguments)

    def start_for_hours(self, *arguments):
        return self.start("--search-time", "1h", "--search-nodes", 10**18, *arguments)

    def ask(self, server, path, expected=200, **parameters):
        status, fields, body = server.get(target(path, **parameters))
        self.assertEqual(status, expected, body)
        if status == 503:
            self.assertEqual(fields["Retry-After"], "1")
        return json.loads(body)

    def begin_search(self, server, path="/v1/solve", **parameters):
        """A connection that waits for a search."""
        before = server.metric("tilebase_searches")
        connection = server.connect()
        line = target(path, board=HARD, **({"optimal": "true"} if path == "/v1/solve" else {}),
                      **parameters)
        connection.sendall(f"GET {line} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        self.wait_until(lambda: server.metric("tilebase_searches") == before + 1, "the search")
        return connection

    def test_finds_what_the_whole_table_has(self):
        server = self.start()
        whole = table_set("whole.tilebase", "--board", "3x3", "--plan", "rest")
        for board in puzzle.random_boards(20, 1, (3, 3)):
            text = puzzle.text(board)
            length = int(subprocess.run([TILEBASE, "solve", whole, text], check=True, text=True,
                                        stdout=subprocess.PIPE).stdout.split()[0])
            answer = self.ask(server, "/v1/solve", board=text, optimal="true")
            self.assertEqual((answer["moves"], answer["bound"], answer["shortest"]),
                             (length, length, True))
            self.assertEqual(puzzle.replay(board, answer["actions"], (3, 3)),
                             puzzle.solved((3, 3)))
            told = json.loads(subprocess.run([TILEBASE, "analyse", whole, text, "--json"], check=True,
                                             stdout=subprocess.PIPE).stdout)
            self.assertEqual(self.ask(server, "/v1/analyse", board=text, list=3), told)
            game = self.ask(server, "/v1/analyse", board=text, moves=answer["actions"])
            self.assertEqual((game["lost"], game["to_go"]), (0, list(range(length, -1, -1))))
        self.assertEqual(server.metric("tilebase_searches"), 0)

    def test_a_limit_leaves_the_best_solution_known(self):
        server = self.start("--search-time", 0.5)
        plain = self.ask(server, "/v1/solve", board=HARD)
        for limits in ({"nodes": 1000}, {"time": "50ms"}, {}):
            answer = self.ask(server, "/v1/solve", board=HARD, optimal="true", **limits)
            self.assertEqual((answer["shortest"], answer["why"], answer["actions"]),
                             (False, "limit", plain["actions"]))
            self.assertLess(answer["bound"], answer["moves"])
        self.assertLess(self.ask(server, "/v1/solve", board=HARD, optimal="true",
                                 nodes=1000)["looked_at"], 1100)
        for more in ({}, {"list": 1}):
            answer = self.ask(server, "/v1/analyse", board=HARD, nodes=1000, **more)
            self.assertTrue(answer["bound"] <= 80 <= answer["moves"])
            self.assertNotIn("shortest", answer)
        game = self.ask(server, "/v1/analyse", board=HARD, nodes=1000, moves=plain["actions"])
        self.assertFalse(game["exact"])
        self.assertTrue(game["bound"] <= 80 <= game["shortest"] <= plain["moves"])
        self.assertEqual(game["to_go"][-1], 0)

    def test_lead_to_any_board(self):
        server = self.start()
        tables = table_set("to.tilebase", "--board", "3x3", "--plan", "1-3/rest + pattern:4-4")
        boards = [puzzle.text(board) for board in puzzle.random_boards(4, 5, (3, 3))]
        for board, to in ((boards[0], boards[1]), (boards[2], boards[3]), (boards[0], "1 2 3 4 0 5 6 7 8")):
            ran = subprocess.run([TILEBASE, "solve", tables, "--optimal", "--json", "--to", to, board],
                                 stdout=subprocess.PIPE, check=False)
            told = json.loads(ran.stdout)
            possible = ran.returncode == 0
            found = self.ask(server, "/v1/solve", 200 if possible else 400, board=board, to=to,
                             optimal="true")
            self.assertEqual("error" in told, not possible)
            if possible:
                for key in ("moves", "actions", "bound", "tables"):
                    self.assertEqual(found[key], told[key])
            else:
                self.assertEqual(found["parameter"], "to")

    def test_slide_whole_lines(self):
        server = self.serve(
            table_set("lines.tilebase", "--board", "3x3", "--plan", "1-3/rest", "--metric", "mtm"),
            table_set("lines4.tilebase", "--plan", "1-3/4,5,9/6,7,8/rest + values:pairs", "--metric", "mtm"))
        whole = table_set("whole_lines.tilebase", "--board", "3x3", "--plan", "rest", "--metric", "mtm")
        for board in puzzle.random_boards(5, 1, (3, 3)):
            text = puzzle.text(board)
            best = json.loads(subprocess.run([TILEBASE, "solve", whole, text, "--json"], check=True,
                                             stdout=subprocess.PIPE).stdout)
            answer = self.ask(server, "/v1/solve", board=text, optimal="true")
            self.assertEqual((answer["runs"], answer["bound"], answer["shortest"]),
                             (best["runs"], best["runs"], True))
            self.assertEqual((answer["moves"], answer["tables"]),
                             (len(answer["actions"]), "mtm:1-3/4-8"))
            told = json.loads(subprocess.run([TILEBASE, "analyse", whole, text, "--json"], check=True,
                                             stdout=subprocess.PIPE).stdout)
            self.assertEqual(self.ask(server, "/v1/analyse", board=text, list=3), told)
            game = self.ask(server, "/v1/analyse", board=text, moves=answer["actions"])
            self.assertEqual((game["metric"], game["lost"], game["to_go"]),
                             ("mtm", 0, list(range(best["runs"], -1, -1))))
            hint = self.ask(server, "/v1/hint", board=text)
            self.assertIn(hint["action"], "LRUD")
            after = puzzle.replay(board, hint["action"] * hint.get("tiles", 1), (3, 3))
            subproblem = {name: ",".join(map(str, hint[name])) for name in ("goal", "fixed") if hint[name]}
            left = self.ask(server, "/v1/probe", board=puzzle.text(after), **subproblem)
            self.assertEqual(left["remaining"], hint["remaining"] - 1)
        for board in puzzle.random_boards(5, 1):
            runs = []
            for effort in (0, 1000, 10000):
                answer = self.ask(server, "/v1/solve", board=puzzle.text(board), effort=effort)
                self.assertEqual(puzzle.replay(board, answer["actions"]), puzzle.solved())
                self.assertEqual(answer["runs"], len(list(itertools.groupby(answer["actions"]))))
                runs.append(answer["runs"])
            self.assertEqual(runs, sorted(runs, reverse=True))
            self.assertGreater(runs[0], runs[2])

    def test_others_do_not_wait(self):
        server = self.start_for_hours()
        searches = [self.begin_search(server), self.begin_search(server, "/v1/analyse")]
        for board in puzzle.random_boards(300, 2):
            self.ask(server, "/v1/solve", board=puzzle.text(board))
        self.assertEqual(server.metric("tilebase_searches"), 2)
        # Its turn would come after the one under way.
        answer = self.begin_search(server, time="50ms")
        self.assertEqual(server.metric("tilebase_searches"), 3)
        for connection in searches:
            connection.close()
        self.wait_until(lambda: server.metric("tilebase_searches") == 0, "the end of all")
        _, body = read_response(answer)
        self.assertIn(b'"shortest":false', body)

    def test_one_too_many_is_told_at_once(self):
        server = self.start_for_hours("--max-searches", 2)
        searches = [self.begin_search(server) for _ in range(2)]
        for path, more in (("/v1/solve", {"optimal": "true"}), ("/v1/analyse", {})):
            problem = self.ask(server, path, 503, board="42_713856", **more)
            self.assertIn("fewer searches", problem["expected"])
        self.ask(server, "/v1/solve", board="42_713856")
        self.assertEqual(server.metric("tilebase_searches_refused_total"), 2)
        for connection in searches:
            connection.close()

    def test_end_when_their_clients_leave(self):
        server = self.start_for_hours("--search-threads", 2)
        connections = [self.begin_search(server) for _ in range(5)]
        connections.pop().close()  # waits
        self.wait_until(lambda: server.metric("tilebase_searches") == 4, "the end of one")
        connections.pop(0).shutdown(1)  # runs; half closed is left, too
        self.wait_until(lambda: server.metric("tilebase_searches") == 3, "the end of another")
        for connection in connections:
            connection.close()
        self.wait_until(lambda: server.metric("tilebase_searches") == 0, "the end of all")
        self.assertTrue(self.ask(server, "/v1/solve", board="42_713856", optimal="true")["shortest"])

    def test_requests_on_one_connection_stay_in_order(self):
        server = self.start()
        connection = server.connect()
        for path, parameters in (("/v1/solve", {"board": HARD, "optimal": "true", "time": "100ms"}),
                                 ("/healthz", {}), ("/v1/analyse", {"board": "42_713856"})):
            close = "Connection: close\r\n" if path == "/v1/analyse" else ""
            connection.sendall(f"GET {target(path, **parameters)} HTTP/1.1\r\nHost: x\r\n{close}\r\n"
                               .encode())
        data, end = read_all(connection, TIMEOUT)
        self.assertEqual(end, "closed")
        order = [data.index(text) for text in (b'"shortest":false', b"\r\n\r\nok\n", b'"after":')]
        self.assertEqual(order, sorted(order))

    def test_a_stop_waits_for_the_answer_but_not_for_ever(self):
        server = self.start()
        connection = self.begin_search(server, time="2s")
        server.signal(signal.SIGTERM)
        data, end = read_all(connection, TIMEOUT)
        self.assertEqual(end, "closed")
        self.assertIn(b"\r\nConnection: close\r\n", data)
        self.assertIn(b'"shortest":false', data)
        self.assertEqual(server.process.wait(TIMEOUT), 0)
        server = self.start_for_hours("--drain-time", 0.5, "--max-searches", 5)
        connections = [self.begin_search(server) for _ in range(3)]
        server.signal(signal.SIGTERM)
        for connection in connections:
            self.assertEqual(read_all(connection, TIMEOUT), (b"", "closed"))
        self.assertEqual(server.process.wait(TIMEOUT), 0)


if __name__ == "__main__":
    unittest.main()
