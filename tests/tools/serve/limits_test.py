# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""limits_test.py [CONNECTIONS]: clients that are slow, many, or ask for much: each has its limit, and
the others notice nothing. Idle connections, 1000 of them by default, cost at most 3 KB each, also
those that have been busy before."""

import http.client
import json
import re
import resource
import select
import socket
import sys
import time
import unittest

from command import SANITIZED
from server import FIFTEEN, TIMEOUT, ServeTest, read_all, read_response, table_set

GET = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


def all_read(port):
    """Whether the server has read all that the client of this port has sent: both queues are empty."""
    with open("/proc/net/tcp", encoding="ascii") as table:
        lines = [line.split() for line in table if f":{port:04X} " in line]
    return all(line[4] == "00000000:00000000" for line in lines)


class Slow(ServeTest):
    def setUp(self):
        super().setUp()
        self.server = self.serve(table_set("l1.tilebase"), "--idle-time", 1.5, "--request-time", 1,
                                 "--answer-time", 1)

    def expect_cut(self, connection, begin, least=0.9):
        data, end = read_all(connection, TIMEOUT)
        self.assertIsNotNone(end, "is not cut off")
        self.assertGreaterEqual(time.monotonic() - begin, least)
        connection.close()
        return data

    def drip(self, connection, data):
        """Sends a byte now and then until the peer has had enough."""
        with self.assertRaises(ConnectionError, msg="is not cut off"):
            for byte in data:
                connection.sendall(bytes([byte]))
                time.sleep(0.1)

    def test_an_idle_connection(self):
        connection = self.server.connect()
        self.assertEqual(self.expect_cut(connection, time.monotonic(), 1.4), b"")
        connection = self.server.connect()
        connection.sendall(GET)
        self.assertTrue(self.expect_cut(connection, time.monotonic(), 1.4).endswith(b"ok\n"))

    def test_a_slow_head(self):
        self.drip(self.server.connect(), b"GET /healthz HTTP/1.1\r\n" + b"X: y\r\n" * 100)

    def test_a_slow_body(self):
        head = b"POST /v1/solve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        connection = self.server.connect()
        connection.sendall(head + b"Content-Length: 1000\r\n\r\n")
        self.drip(connection, b" " * 1000)
        connection = self.server.connect()
        connection.sendall(head + b"Transfer-Encoding: chunked\r\n\r\n")
        self.drip(connection, b"1\r\n \r\n" * 1000)

    def test_a_client_that_does_not_read(self):
        body = json.dumps({"boards": [FIFTEEN] * 10000}).encode()
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(self.server.address)
        request = (b"POST /v1/solve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                   b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        connection.sendall(request)
        begin = time.monotonic()
        self.wait_until(lambda: self.server.metric("tilebase_connections_timed_out_total") == 1,
                        "the cut")
        self.assertGreater(time.monotonic() - begin, 0.5)
        connection.close()

    def test_others_notice_nothing(self):
        slow = [self.server.connect() for _ in range(100)]
        for i, connection in enumerate(slow):
            connection.sendall(b"GET /healthz HTTP/1.1\r\n"[:i % 20 + 1])
        begin = time.monotonic()
        for _ in range(20):
            self.assertEqual(self.server.get("/v1/solve?board=" + FIFTEEN.replace(" ", "+"))[0],
                             200)
        # Each of the slow ones takes a second until it is cut off.
        self.assertLess(time.monotonic() - begin, 20)
        self.wait_until(lambda: self.server.metric("tilebase_connections") == 1, "the end of all")
        for connection in slow:
            connection.close()


class Much(ServeTest):
    def answer_to(self, server, request, then=b""):
        with server.connect() as connection:
            connection.sendall(request)
            head, body = read_response(connection)
            try:
                connection.sendall(then)
                _, end = read_all(connection, 10)
            except ConnectionError:
                end = "reset"
            self.assertIsNotNone(end, "stays open")
        return int(head.split()[1]), json.loads(body)

    def test_less_memory_than_the_tables_need(self):
        tables = table_set("1-5.tilebase", "--plan", "1-5/rest")
        target = "/v1/solve?board=" + FIFTEEN.replace(" ", "+")
        answers = []
        for limit in (0, 1_300_000):
            server = self.serve(tables, "--table-memory-bytes", limit)
            answers.append(json.loads(server.get(target)[2]))
        # A little effort changes nothing.
        answers.append(json.loads(server.get(target + "&effort=100")[2]))
        self.assertEqual(answers[0]["moves"], 74)
        self.assertEqual(len({answer["actions"] for answer in answers}), 1, answers)

    def test_sizes(self):
        server = self.serve(table_set("l1.tilebase"), "--max-target-bytes", 1000,
                            "--max-head-bytes", 2000, "--max-body-bytes", 3000, "--max-boards", 10)
        post = b"POST /v1/solve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        for expected, parameter, request, then in (
                (414, "target", b"GET /" + b"a" * 1000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", b""),
                (414, "target", b"GET /" + b"a" * 1500, b"a" * 100000),
                (431, "fields", GET[:-2] + b"X: " + b"y" * 3000 + b"\r\n\r\n", b""),
                (431, "fields", GET[:-2] + b"X: y\r\n" * 1000, b"X: y\r\n" * 10000),
                (413, "body", post + b"Content-Length: 3001\r\n\r\n", b"x" * 3001),
                (413, "body", post + b"Transfer-Encoding: chunked\r\n\r\nbb9\r\n", b"x" * 3001)):
            status, problem = self.answer_to(server, request, then)
            self.assertEqual((status, problem["parameter"]), (expected, parameter))
        longest = GET.replace(b"/healthz", b"/" + b"a" * 999)[:-2]
        longest += b"X: " + b"y" * (2000 - len(longest) - 7) + b"\r\n\r\n"
        self.assertEqual(len(longest), 2000)
        with server.connect() as connection:
            connection.sendall(longest)
            self.assertIn(b" 404 ", read_response(connection)[0])
            connection.sendall(post + b"Content-Length: 3000\r\n\r\n" + b'{"boards":[]}'.ljust(3000))
            self.assertIn(b" 200 ", connection.recv(65536))

    def test_connections(self):
        server = self.serve(table_set("l1.tilebase"), "--max-connections", 20, "--threads", 2)
        kept = [server.connect() for _ in range(20)]
        for connection in kept:
            connection.sendall(GET)
            self.assertIn(b" 200 ", read_response(connection)[0])
        for request in (b"", GET, GET * 100):
            status, problem = self.answer_to(server, request)
            self.assertEqual((status, problem["parameter"]), (503, "connection"))
        flood = [server.connect() for _ in range(500)]
        for connection in kept:
            connection.sendall(GET)
            self.assertIn(b" 200 ", read_response(connection)[0])
        # Each has been refused, by an answer or without one, before there is room again.
        for connection in flood:
            self.assertTrue(select.select([connection], [], [], 10)[0])
        for connection in flood + kept[:5]:
            connection.close()
        def room():
            try:
                return server.get("/healthz")[0] == 200
            except (ConnectionError, http.client.HTTPException):  # refused while it was sent
                return False
        self.wait_until(room, "room")
        self.assertGreaterEqual(server.metric("tilebase_connections_refused_total"), 503)
        for connection in kept:
            connection.close()

    def test_bodies_of_all_together(self):
        server = self.serve(table_set("l1.tilebase"), "--max-body-bytes", 100000,
                            "--body-memory-bytes", 250000, "--threads", 1)
        post = (b"POST /v1/solve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                b"Content-Length: 100000\r\n\r\n")
        body = b'{"boards":[]}'.ljust(100000)
        # Clients that announce much and send little take nothing from the others.
        idle = [server.connect() for _ in range(20)]
        for connection in idle:
            connection.sendall(post + body[:1])
        waiting = [server.connect() for _ in range(2)]
        for connection in waiting:
            connection.sendall(post + body[:-1])
            self.wait_until(lambda port=connection.getsockname()[1]: all_read(port), "the body")
        with server.connect() as third:
            third.sendall(post + body[:60000])
            head, _ = read_response(third)
        self.assertIn(b" 503 ", head)
        self.assertIn(b"Retry-After: 1", head)
        for connection in waiting:
            connection.sendall(body[-1:])
            self.assertIn(b" 200 ", connection.recv(65536))
        for connection in idle + waiting:
            connection.close()
        self.assertIn("moves", server.solve_many([FIFTEEN] * 1000)[999])

    def test_fewer_descriptors_than_connections(self):
        server = self.serve(table_set("l1.tilebase"), "--max-connections", 100000,
                            preexec_fn=lambda: __import__("resource").setrlimit(7, (256, 256)))
        self.assertTrue(any(re.search("at most 64 connections instead of 100000", line)
                            for line in server.said), server.said)


CONNECTIONS = int(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 1000
# What any server takes with its first requests.
WARM_KB = 1000


@unittest.skipIf(SANITIZED, "says nothing of the memory that a connection takes")
class Idle(ServeTest):
    def setUp(self):
        super().setUp()
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        if most < CONNECTIONS + 500:
            self.skipTest(f"needs {CONNECTIONS + 500} open files, may have {most}")
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

    def test_memory(self):
        server = self.serve(table_set("l5.tilebase", "--plan", "ladder:5"), "--threads", 2,
                            "--max-connections", CONNECTIONS + 100)
        body = json.dumps({"boards": [FIFTEEN] * 20}).encode()
        requests = (b"", b"GET /v1/solve?board=" + FIFTEEN.replace(" ", "+").encode() +
                    b" HTTP/1.1\r\nHost: x\r\n\r\n",
                    b"POST /v1/solve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                    b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        empty = server.resident_kb()
        connections = []
        for number in range(CONNECTIONS):
            connection = server.connect()
            connections.append(connection)
            request = requests[number % 3]
            if request:
                connection.sendall(request)
                if number % 3 == 1:
                    read_response(connection)
                else:
                    answer = b""
                    while not answer.endswith(b"\r\n0\r\n\r\n"):
                        answer += connection.recv(65536)
        self.wait_until(lambda: server.metric("tilebase_connections") == CONNECTIONS + 1, "all")
        full = server.resident_kb()
        for connection in connections[::97]:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            self.assertIn(b" 200 ", read_response(connection)[0])
        for connection in connections:
            connection.close()
        print(f"idle connections held: {CONNECTIONS}, {full - empty} KB above "
              f"{empty} KB, {(full - empty) * 1024 / CONNECTIONS:.0f} bytes each")
        self.assertLess(full - empty, CONNECTIONS * 3 + (WARM_KB if CONNECTIONS < 10000 else 0))


if __name__ == "__main__":
    unittest.main()
