# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""What clients see while the operator acts. SIGTERM under load: every request on a connection that was
made is answered whole. Table sets that change while they are served: by a new file, on SIGHUP, for
the worse.

signals_test.py [COUNT] [Drain | Switch]      COUNT: of stops, or of switches
"""

import http.client
import json
import os
import shutil
import signal
import socket
import sys
import threading
import time
import unittest

from server import FIFTEEN, TIMEOUT, ServeTest, puzzle, table_set, without_time

COUNT = int(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].isdigit() else None
STOPS = COUNT or 3
DRAIN_CLIENTS = 12
MANY = json.dumps({"boards": [FIFTEEN] * 2000})
SWITCHES = COUNT or 30
SWITCH_CLIENTS = 6
BOARDS = [puzzle.text(board) for board in puzzle.random_boards(600, 7)]


class DrainClient(threading.Thread):
    """Asks without a pause, on connections that it keeps as long as it may."""

    def __init__(self, server, number):
        super().__init__(daemon=True)
        self.server = server
        self.number = number
        self.answered = 0
        self.lost = []
        self.start()

    def run(self):
        while not self.lost:
            try:
                connection = socket.create_connection(self.server.address, TIMEOUT)
            except OSError:
                return  # the server takes no more: that is no loss
            try:
                self.ask(connection)
            except (OSError, http.client.HTTPException, ValueError) as error:
                self.lost.append(repr(error))
            connection.close()

    def ask(self, connection):
        client = http.client.HTTPConnection("x")
        client.sock = connection
        while client.sock is not None:
            if self.number % 3 == 0:
                client.request("POST", "/v1/solve", MANY, {"Content-Type": "application/json"})
                expected = 2000
            else:
                client.request("GET", "/v1/solve?board=" + FIFTEEN.replace(" ", "+"))
                expected = None
            response = client.getresponse()
            answer = json.loads(response.read())
            solved = len(answer["answers"]) if expected else None
            if response.status != 200 or solved != expected:
                raise ValueError(f"{response.status} {answer}")
            self.answered += 1
            if self.number % 3 == 1:
                return  # a new connection for each request
            if response.will_close:
                return


class Drain(ServeTest):
    def test_no_request_is_lost(self):
        answered = 0
        longest = 0
        for stop in range(STOPS):
            server = self.serve(table_set("l1.tilebase"), "--threads", 2)
            clients = [DrainClient(server, number) for number in range(DRAIN_CLIENTS)]
            self.wait_until(lambda: all(c.answered for c in clients), "load")
            time.sleep(0.01 * (stop % 10))
            begin = time.monotonic()
            server.signal(signal.SIGTERM)
            self.assertEqual(server.process.wait(TIMEOUT), 0)
            longest = max(longest, time.monotonic() - begin)
            for client in clients:
                client.join(TIMEOUT)
                self.assertFalse(client.is_alive())
            lost = [error for client in clients for error in client.lost]
            self.assertEqual(lost, [], f"stop {stop}")
            answered += sum(client.answered for client in clients)
        print(f"requests answered under {STOPS} stops: {answered}, none lost; "
              f"the longest took {longest:.1f} s")

    def test_while_it_stops(self):
        server = self.serve(table_set("l1.tilebase"), "--drain-time", 20)
        idle = server.connect()
        begun = server.connect()
        begun.sendall(b"GET /readyz HTTP/1.1\r\nHost: x\r\n")
        self.wait_until(lambda: server.metric("tilebase_connections") >= 3, "connections")
        server.signal(signal.SIGTERM)
        self.assertEqual(idle.recv(1), b"")  # had no request
        with self.assertRaises(ConnectionRefusedError):
            server.connect()
        self.assertIsNone(server.process.poll())
        begun.sendall(b"\r\n")
        answer = begun.recv(65536)
        self.assertTrue(answer.startswith(b"HTTP/1.1 503 "), answer)
        self.assertIn(b"\r\nConnection: close\r\n", answer)
        self.assertEqual(begun.recv(1), b"")
        idle.close()
        begun.close()
        self.assertEqual(server.process.wait(TIMEOUT), 0)

    def test_not_for_ever(self):
        server = self.serve(table_set("l1.tilebase"), "--drain-time", 0.5)
        with server.connect() as begun:
            begun.sendall(b"GET /")
            self.wait_until(lambda: server.metric("tilebase_connections") >= 2, "connection")
            server.signal(signal.SIGTERM)
            self.assertEqual(server.process.wait(10), 0)

    def test_a_second_signal_ends_at_once(self):
        server = self.serve(table_set("l1.tilebase"))
        with server.connect() as begun:
            begun.sendall(b"GET /")
            self.wait_until(lambda: server.metric("tilebase_connections") >= 2, "connection")
            server.signal(signal.SIGTERM)
            self.wait_until(lambda: any("stopping" in line for line in server.said), "stopping")
            server.signal(signal.SIGINT)
            self.assertEqual(server.process.wait(10), 0)


class SwitchClient(threading.Thread):
    """Asks for one board or for many until it is stopped; each answer must be of one set."""

    def __init__(self, server, many, rights):
        super().__init__(daemon=True)
        self.server = server
        self.many = many
        self.rights = rights
        self.stopped = False
        self.answers = [0] * len(rights)
        self.wrong = None
        self.start()

    def run(self):
        connection = self.server.open()
        try:
            while not self.stopped:
                if self.many:
                    found = self.server.solve_many(BOARDS, connection)
                else:
                    status, _, body = self.server.get(
                        "/v1/solve?board=" + BOARDS[0].replace(" ", "+"), connection=connection)
                    assert status == 200, (status, body)
                    found = json.loads(body, object_hook=without_time)
                kind = [i for i, right in enumerate(self.rights)
                        if found == (right if self.many else right[0])]
                assert len(kind) == 1, f"neither the old answer nor the new: {str(found)[:300]}"
                self.answers[kind[0]] += 1
        except BaseException as error:  # pylint: disable=broad-except
            self.wrong = repr(error)
        finally:
            connection.close()


class Switch(ServeTest):
    def setUp(self):
        super().setUp()
        self.sets = [table_set(f"ladder-{i}.tilebase", "--plan", f"ladder:{i}") for i in (1, 2)]
        self.served = self.directory / "served.tilebase"

    def replace(self, source):
        new = self.directory / "new"
        shutil.copy(source, new)
        os.rename(new, self.served)

    def right_answers(self):
        rights = []
        for path in self.sets:
            server = self.serve(path)
            rights.append(server.solve_many(BOARDS))
        self.assertNotEqual(rights[0][0], rights[1][0])
        return rights

    def test_switches_under_load(self):
        rights = self.right_answers()
        self.replace(self.sets[0])
        # The first half on SIGHUP alone, the second by looking at the file.
        for watch_time, switches in ((0, SWITCHES // 2), (0.01, SWITCHES - SWITCHES // 2)):
            server = self.serve(self.served, "--threads", 2, "--watch-time", watch_time)
            clients = [SwitchClient(server, number % 2 == 0, rights) for number in range(SWITCH_CLIENTS)]
            for switch in range(switches):
                loads = server.metric("tilebase_loads_total")
                self.replace(self.sets[(switch + 1) % 2])
                if watch_time == 0:
                    server.signal(signal.SIGHUP)
                self.wait_until(lambda: server.metric("tilebase_loads_total") > loads, "a switch")
                self.assertEqual([c.wrong for c in clients if c.wrong], [])
            for client in clients:
                client.stopped = True
            for client in clients:
                client.join(TIMEOUT)
                self.assertFalse(client.is_alive())
            self.assertEqual([c.wrong for c in clients if c.wrong], [])
            of_each = [sum(c.answers[i] for c in clients) for i in (0, 1)]
            self.assertTrue(all(of_each), of_each)
            self.assertEqual(server.metric("tilebase_loads_refused_total"), 0)
            print(f"answers of one set or the other during {switches} switches "
                  f"{'on SIGHUP' if watch_time == 0 else 'by file'}: {sum(of_each)}, "
                  f"{of_each[0]} of the first")
            self.replace(self.sets[0])

    def test_a_bad_file_is_refused(self):
        self.replace(self.sets[0])
        server = self.serve(self.served, "--watch-time", 0.02)
        right = server.solve_many(BOARDS)
        sound = self.sets[1].read_bytes()
        bad = self.directory / "bad"
        flipped = bytearray(sound)
        flipped[len(sound) // 2] ^= 1
        refused = 0

        def refusals():
            return [line for line in server.said if "the tables loaded before go on" in line]

        for content in (b"", b"no tables", sound[:-1], sound[:len(sound) // 2], bytes(flipped),
                        sound + b"\0"):
            bad.write_bytes(content)
            self.replace(bad)
            refused += 1
            self.wait_until(lambda: len(refusals()) == refused, "a refusal")
            self.assertIn(str(self.served), refusals()[-1])
            self.wait_until(
                lambda: server.metric("tilebase_loads_refused_total") == refused, "its count")
            self.assertEqual(server.solve_many(BOARDS), right)
        os.remove(self.served)
        self.wait_until(lambda: "No such file" in server.said[-1], "a word on the missing file")
        self.assertEqual(server.solve_many(BOARDS), right)
        self.replace(self.sets[1])
        self.wait_until(lambda: server.metric("tilebase_loads_total") == 2, "the load")
        self.assertNotEqual(server.solve_many(BOARDS), right)

    def test_two_sets_of_one_size(self):
        nine = table_set("3x3.tilebase", "--board", "3x3", "--plan", "rest")
        other = self.directory / "other.tilebase"
        shutil.copy(nine, other)
        server = self.serve(self.sets[0], other, "--watch-time", 0.02)
        os.remove(other)
        shutil.copy(self.sets[1], self.directory / "new")
        os.rename(self.directory / "new", other)
        self.wait_until(lambda: any("are both for the 4x4 board" in s for s in server.said), "no")
        self.assertEqual(server.get("/v1/solve?board=42_713856")[0], 200)

    def test_a_file_that_changes_in_place(self):
        raw = table_set("raw.tilebase", "--plan", "ladder:4", "--store", "raw")
        for watch_time in (0, 0.02):
            shutil.copy(raw, self.served)
            server = self.serve(self.served, "--watch-time", watch_time)
            right = server.solve_many(BOARDS)
            size = self.served.stat().st_size
            for change in ("noise", "half", "nothing"):
                with open(self.served, "r+b") as file:
                    if change == "noise":
                        file.write(os.urandom(size))
                    else:
                        file.truncate(size // 2 if change == "half" else 0)
                for _ in range(3):
                    self.assertEqual(server.solve_many(BOARDS), right)
                if watch_time:
                    self.wait_until(lambda: "go on" in server.said[-1], "a refusal")
            self.assertIsNone(server.process.poll())

    def test_a_file_that_shrinks_while_it_is_read(self):
        raw = table_set("raw.tilebase", "--plan", "ladder:4", "--store", "raw")
        content = raw.read_bytes()
        self.served.write_bytes(content)
        server = self.serve(self.served, "--watch-time", 0)
        right = server.solve_many(BOARDS[:5])
        for i in range(40):
            server.signal(signal.SIGHUP)
            with open(self.served, "r+b") as file:
                file.truncate(len(content) * (i % 7) // 8)
                file.seek(0)
                file.write(content)
            self.assertEqual(server.solve_many(BOARDS[:5]), right)


if __name__ == "__main__":
    unittest.main()
