# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Malformed requests: a 4xx and the end of the connection, or its end alone; never two answers, and
never the request that was hidden behind.

cases() gives (name, bytes): requests that no server should take, each followed by one for
/smuggled, which must not be seen. Where a reading of the first part could end early or late, the
request for /smuggled lies where that reading would go on.
"""

import collections
import concurrent.futures
import json
import random
import re
import unittest

from server import FIFTEEN, ServeTest, read_all, table_set

SMUGGLED = b"GET /smuggled HTTP/1.1\r\nHost: smuggled\r\n\r\n"
GET = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
POST = b"POST /v1/solve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
CONTROLS = [bytes([c]) for c in (*range(0x20), 0x7f)]


def lengths():
    body = b"0\r\n\r\n"
    length = b"Content-Length: %d" % len(body)
    long_length = b"Content-Length: %d" % (len(body) + len(SMUGGLED))
    for encoding in (b"Transfer-Encoding: chunked", b"transfer-encoding: chunked",
                     b"TRANSFER-ENCODING: CHUNKED", b"Transfer-Encoding:chunked",
                     b"Transfer-Encoding:\tchunked", b"Transfer-Encoding: chunked ",
                     b"Transfer-Encoding: gzip, chunked", b"Transfer-Encoding: identity",
                     b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity"):
        for one in (length, long_length, b"Content-Length: 0"):
            yield "both", POST + one + b"\r\n" + encoding + b"\r\n\r\n" + body + SMUGGLED
            yield "both", POST + encoding + b"\r\n" + one + b"\r\n\r\n" + body + SMUGGLED
    for first, second in ((5, 5), (5, 6), (0, 5), (5, 0), (5, 48), (48, 5)):
        lines = b"Content-Length: %d\r\n" * 2 % (first, second)
        yield "two lengths", POST + lines + b"\r\n" + body + SMUGGLED
        yield "two lengths", GET + lines + b"\r\n" + body + SMUGGLED
        line = b"Content-Length: %d, %d\r\n" % (first, second)
        yield "a list of lengths", POST + line + b"\r\n" + body + SMUGGLED
    for value in (b"", b"+5", b"-5", b"-1", b"0x5", b"5 5", b"5;", b"5a", b"a", b"5,", b",5", b"5.0",
                  b"1e1", b'"5"', b"99999999999999999999", b"18446744073709551616",
                  b"18446744073709551621", b"\xd9\xa5", b"five", b"5\t5", b"null", b"NaN"):
        yield "a strange length", POST + b"Content-Length: " + value + b"\r\n\r\n" + body + SMUGGLED


def encodings():
    for value in (b"xchunked", b"chunkedx", b"chunked, identity", b"identity", b"gzip",
                  b"gzip, chunked", b"chunked, gzip", b"chunked, chunked", b"chunked,", b",chunked",
                  b"chun ked", b"chunked;q=1", b'"chunked"', b"'chunked'", b"", b"deflate",
                  b"\xc4\x8bhunked", b"chunked\xa0", b"trailers", b"chunked; x"):
        yield "a strange encoding", (POST + b"Transfer-Encoding: " + value +
                                     b"\r\n\r\n0\r\n\r\n" + SMUGGLED)
    for second in (b"chunked", b"identity", b"x"):
        yield "two encodings", (POST + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: " +
                                second + b"\r\n\r\n0\r\n\r\n" + SMUGGLED)
    yield "chunked in 1.0", (b"POST /v1/solve HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\n"
                             b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + SMUGGLED)


def chunks():
    head = POST + b"Transfer-Encoding: chunked\r\n\r\n"
    for size in (b"", b"g", b"-1", b"+5", b"0x5", b"0X5", b" 5", b"5 5", b"5,", b"5\t5", b"\x005",
                 b"5\x00", b"10000000000000000", b"FFFFFFFFFFFFFFFF", b"FFFFFFFFFFFFFFFFF",
                 b"fffffffffffffffe", b"8000000000000000", b"7fffffffffffffff", b"100000005",
                 b"00000000000000000000g", b"5;\x00", b"5;a\x7f", b"5;a=\"b", b"5;=", b"5;a=;",
                 b"5;" + b"a" * 20000, b"0" * 20000, b"5.", b"five", b"\xef\xbc\x95"):
        yield "a strange chunk", head + size + b"\r\n{}{}{\r\n0\r\n\r\n" + SMUGGLED
    for data in (b"5\n{}{}{\r\n0\r\n\r\n", b"5\r{}{}{\r\n0\r\n\r\n", b"5\r\n{}{}{\n0\r\n\r\n",
                 b"5\r\n{}{}{0\r\n\r\n", b"5\r\n{}{}{}\r\n0\r\n\r\n", b"5\r\n{}{}{\r\r\n0\r\n\r\n",
                 b"5\r\n{}{}\r\n0\r\n\r\n", b"2\r\n{}\r\n\r\n0\r\n\r\n", b"5;a\nb\r\n{}{}{\r\n0\r\n\r\n",
                 b"5;\n\r\n{}{}{\r\n0\r\n\r\n", b"2\r\n{}\r\n0\n\n", b"2\r\n{}\r\n0\r\nx\r\n\r\n",
                 b"2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n", b"2\r\n{}\r\n0\r\n: x\r\n\r\n",
                 b"2\r\n{}\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n",
                 b"2\r\n{}\r\n0\r\na b: x\r\n\r\n", b"2\r\n{}\r\n0\r\na: \x00\r\n\r\n"):
        yield "broken chunks", head + data + SMUGGLED


def line_ends():
    lines = [b"GET /healthz HTTP/1.1", b"Host: x", b"Accept: */*", b"X-Y: z", b""]
    for end in (b"\n", b"\r", b"\r\r\n", b"\n\r", b"\n\n", b"\0\r\n", b"\x0b\r\n", b"\x0c\r\n"):
        for position in range(len(lines)):
            ends = [b"\r\n"] * len(lines)
            ends[position] = end
            request = b"".join(line + e for line, e in zip(lines, ends))
            yield "a strange line end", request + SMUGGLED
        yield "only strange line ends", end.join(lines) + end + SMUGGLED
    yield "two empty lines first", b"\r\n\r\n" + GET + b"\r\n" + SMUGGLED
    for space in (b" ", b"\t", b"  ", b" \t"):
        yield "a folded field", GET + b"X-Y: a\r\n" + space + b"b\r\n\r\n" + SMUGGLED
        yield "a folded Host", (b"GET /healthz HTTP/1.1\r\nHost:\r\n" + space + b"x\r\n\r\n" +
                                SMUGGLED)
        yield "a folded length", POST + b"Content-Length:\r\n" + space + b"2\r\n\r\n{}" + SMUGGLED
        yield "a folded encoding", (POST + b"Transfer-Encoding:\r\n" + space +
                                    b"chunked\r\n\r\n0\r\n\r\n" + SMUGGLED)
        yield "a fold in the encoding", (POST + b"Transfer-Encoding: chun\r\n" + space +
                                         b"ked\r\n\r\n0\r\n\r\n" + SMUGGLED)
        yield "a fold first", b"GET /healthz HTTP/1.1\r\n" + space + b"Host: x\r\n\r\n" + SMUGGLED
        yield "a fold last", GET + b"X-Y: z\r\n" + space + b"\r\n\r\n" + SMUGGLED


def characters():
    for c in CONTROLS:
        yield "control in the method", b"G" + c + b"ET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" + SMUGGLED
        yield "control in the path", b"GET /hea" + c + b"lthz HTTP/1.1\r\nHost: x\r\n\r\n" + SMUGGLED
        yield "control in the version", b"GET /healthz HTTP/1" + c + b".1\r\nHost: x\r\n\r\n" + SMUGGLED
        yield "control in a name", GET + b"X-" + c + b"Y: z\r\n\r\n" + SMUGGLED
        if c != b"\t":
            yield "control in a value", GET + b"X-Y: z" + c + b"z\r\n\r\n" + SMUGGLED
    for c in b'()<>@,;:\\"/[]?={} \x80\xff':
        yield "no letter of a name", GET + b"X" + bytes([c]) + b": y\r\n\r\n" + SMUGGLED \
            if c != ord(":") else GET + b":X: y\r\n\r\n" + SMUGGLED
        if c != ord("/"):
            yield "no letter of a method", (b"GE" + bytes([c]) + b"T /healthz HTTP/1.1\r\nHost: x"
                                            b"\r\n\r\n" + SMUGGLED)
    for name in (b"Host", b"Content-Length", b"Transfer-Encoding"):
        for space in (b" ", b"\t", b"  "):
            yield "a space before the colon", (POST + name + space + b": 5\r\n\r\n0\r\n\r\n" +
                                               SMUGGLED)


def request_lines():
    for line in (b"", b" ", b"GET", b"GET ", b"GET /healthz", b"GET /healthz ", b"GET  HTTP/1.1",
                 b"GET HTTP/1.1", b"/healthz HTTP/1.1", b" GET /healthz HTTP/1.1",
                 b"GET /healthz HTTP/1.1 ", b"GET  /healthz HTTP/1.1", b"GET /healthz  HTTP/1.1",
                 b"GET\t/healthz HTTP/1.1", b"GET /healthz\tHTTP/1.1", b"GET /hea lthz HTTP/1.1",
                 b"GET /healthz HTTP/1.1 x", b"GET /healthz http/1.1", b"GET /healthz HTTP/0.9",
                 b"GET /healthz HTTP/1.2", b"GET /healthz HTTP/2.0", b"GET /healthz HTTP/3",
                 b"GET /healthz HTTP/1", b"GET /healthz HTTP/1.", b"GET /healthz HTTP/.1",
                 b"GET /healthz HTTP/1.10", b"GET /healthz HTTP/11", b"GET /healthz HTTP/01.1",
                 b"GET /healthz HTTP/1.01", b"GET /healthz HTTP/-1.1", b"GET /healthz HTTP 1.1",
                 b"GET /healthz HTTPS/1.1", b"GET /healthz ICY/1.0", b"GET /healthz HTTP/1,1",
                 b"GET /healthz HTTP/a.b", b"\xef\xbb\xbfGET /healthz HTTP/1.1",
                 b"GET\x00 /healthz HTTP/1.1", b"PRI * HTTP/2.0", b"M" * 60 + b" /healthz HTTP/1.1",
                 b"CONNECT x:80 HTTP/1.1", b"GET " + b"/" * 9000 + b" HTTP/1.1",
                 b"GET /" + b"a" * 20000 + b" HTTP/1.1", b"G" * 20000 + b" / HTTP/1.1",
                 b"GET /?board=" + b"1+" * 5000 + b" HTTP/1.1", b"a" * 100000):
        yield "a strange request line", line + b"\r\nHost: x\r\n\r\n" + SMUGGLED
    yield "no Host", b"GET /healthz HTTP/1.1\r\n\r\n" + SMUGGLED
    yield "two Hosts", GET + b"Host: x\r\n\r\n" + SMUGGLED
    yield "two Hosts", GET + b"host: y\r\n\r\n" + SMUGGLED
    yield "an empty name", GET + b": x\r\n\r\n" + SMUGGLED
    yield "no colon", GET + b"X\r\n\r\n" + SMUGGLED
    yield "no colon", GET + b"X y\r\n\r\n" + SMUGGLED
    yield "a long value", GET + b"X: " + b"y" * 20000 + b"\r\n\r\n" + SMUGGLED
    yield "a long name", GET + b"X" * 20000 + b": y\r\n\r\n" + SMUGGLED
    yield "many fields", GET + b"X: y\r\n" * 5000 + b"\r\n" + SMUGGLED
    yield "a line without an end", GET + b"X: " + b"y" * 100000


def garbage():
    generator = random.Random(1)
    for length in (1, 2, 10, 100, 1000, 10000):
        for _ in range(10):
            yield "random bytes", generator.randbytes(length) + b"\r\n\r\n" + SMUGGLED
    yield "TLS", bytes.fromhex("16030100c8010000c40303") + generator.randbytes(190)
    yield "SSH", b"SSH-2.0-OpenSSH_9.2\r\n"
    yield "HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(27)
    yield "SOCKS", b"\x05\x01\x00"
    yield "zeros", bytes(20000)
    yield "line ends", b"\r\n" * 10000
    yield "memcached", b"stats\r\n"
    yield "redis", b"*1\r\n$4\r\nPING\r\n"
    sound = POST + b"Content-Length: 13\r\n\r\n{\"boards\":[]}"
    for length in range(1, len(sound), 7):
        yield "cut short", sound[:length]


def cases():
    found = [case for part in (lengths, encodings, chunks, line_ends, characters, request_lines,
                               garbage) for case in part()]
    # Some ways to break a line are one: the control characters CR and LF among the others.
    sound = {GET + b"\r\n" + SMUGGLED}
    return [case for case in found if case[1] not in sound]


class Malformed(ServeTest):
    def send(self, name, request):
        """What came of it: a status, or how the connection ended; or an error as text."""
        with self.server.connect() as connection:
            try:
                connection.sendall(request)
                if name == "cut short":
                    connection.shutdown(1)
            except OSError:  # before all was sent
                return "closed"
            data, end = read_all(connection, 20)
        statuses = re.findall(rb"^HTTP/1\.1 (\d+)", data, re.MULTILINE)
        if end is None:
            return f"{name}: the connection stays open: {request[:300]} {data[:100]}"
        if len(statuses) > 1:
            return f"{name}: {len(statuses)} answers: {request[:300]}"
        if statuses and not statuses[0].startswith(b"4"):
            return f"{name}: answered {statuses[0]}: {request[:300]}"
        if statuses and b"Connection: close" not in data and end != "closed":
            return f"{name}: a 4xx that leaves the connection open: {request[:300]}"
        return statuses[0].decode() if statuses else "closed"

    def test_all(self):
        log = self.directory / "log"
        self.server = self.serve(table_set("l1.tilebase"), "--request-time", 1, "--access-log", log)
        requests = cases()
        self.assertGreaterEqual(len(requests), 500)
        with concurrent.futures.ThreadPoolExecutor(32) as pool:
            results = list(pool.map(lambda case: self.send(*case), requests))
        wrong = [result for result in results if len(result) > 6]
        self.assertEqual(wrong, [])
        self.assertIn("moves", self.server.solve_many([FIFTEEN])[0])
        self.end(self.server)
        entries = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
        self.assertEqual([e for e in entries if "smuggled" in e["target"]], [])
        print(f"malformed requests refused: {len(requests) - len(wrong)}/{len(requests)},",
              dict(collections.Counter(results)))


if __name__ == "__main__":
    unittest.main()
