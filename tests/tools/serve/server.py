# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""A service that a test has started, clients of it, and a proxy before it: what the scripts of this folder
share."""

import atexit
import functools
import http.client
import json
import os
import pathlib
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import puzzle  # noqa: F401  (for the scripts of this folder)

TILEBASE = os.environ["TILEBASE"]
NGINX = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
# Nothing here takes longer, sanitizers included: what does, hangs.
TIMEOUT = 100
FIFTEEN = "15 10 _ 13 / 11 4 1 12 / 3 7 9 8 / 2 14 6 5"


def without_time(answer):
    """For json.loads: how long an answer took is never the same."""
    answer.pop("microseconds", None)
    return answer


class Server:
    """`tilebase serve` on a free port of loopback."""

    def __init__(self, *arguments, **options):
        self.said = []
        self._connections = []
        self.process = subprocess.Popen(
            [TILEBASE, "serve", *(() if "--listen" in arguments else ("--listen", "127.0.0.1:0")),
             *map(str, arguments)],
            stderr=subprocess.PIPE, text=True, **options)
        self.address = None
        self._listening = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        if not self._listening.wait(TIMEOUT) or self.address is None:
            self.process.kill()
            raise AssertionError(f"the server does not listen: {self.said}")

    def _read(self):
        with self.process.stderr as errors:
            for line in errors:
                self.said.append(line.rstrip("\n"))
                match = re.match(r"tilebase: listening on (.*):(\d+)$", self.said[-1])
                if match:
                    self.address = (match[1].strip("[]"), int(match[2]))
                    self._listening.set()
        self._listening.set()

    @property
    def pid(self):
        return self.process.pid

    def signal(self, number):
        self.process.send_signal(number)

    def stop(self):
        """Ends it as a service manager does. Returns its exit code."""
        if self.process.poll() is None:
            self.signal(signal.SIGTERM)
        code = self.process.wait(TIMEOUT)
        self._reader.join(TIMEOUT)
        for connection in self._connections:
            connection.close()
        return code

    def connect(self):
        """A socket, closed with the server at the latest."""
        self._connections.append(socket.create_connection(self.address, TIMEOUT))
        return self._connections[-1]

    def open(self):
        return http.client.HTTPConnection(*self.address, timeout=TIMEOUT)

    def request(self, method, target, body=None, headers=None, connection=None):
        """The answer as (status, headers, body)."""
        client = connection or self.open()
        client.request(method, target, body, headers or {})
        response = client.getresponse()
        answer = response.status, response.headers, response.read()
        if connection is None:
            client.close()
        return answer

    def get(self, target, **options):
        return self.request("GET", target, **options)

    def solve_many(self, boards, connection=None, **members):
        status, _, body = self.request(
            "POST", "/v1/solve", json.dumps({"boards": boards, **members}),
            {"Content-Type": "application/json"}, connection)
        assert status == 200, (status, body)
        return json.loads(body, object_hook=without_time)["answers"]

    def metric(self, name):
        """The sum of a counter over its labels."""
        return sum(value for (counter, _), value in self.metrics().items() if counter == name)

    def metrics(self):
        """{(name, labels as written): value}; every line must be of Prometheus' text format."""
        status, headers, body = self.get("/metrics")
        assert status == 200 and headers["Content-Type"].startswith("text/plain; version=0.0.4")
        return parse_metrics(body.decode())

    def resident_kb(self):
        text = pathlib.Path(f"/proc/{self.pid}/status").read_text(encoding="ascii")
        return int(re.search(r"VmRSS:\s+(\d+) kB", text)[1])


def parse_metrics(text):
    values = {}
    kinds = {}
    label = r'[a-z_]+="(?:[^"\\\n]|\\.)*"'
    for line in text.splitlines():
        if line.startswith("# HELP "):
            continue
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert name not in kinds and kind in ("counter", "gauge", "histogram"), line
            kinds[name] = kind
            continue
        match = re.fullmatch(r"([a-z_]+)(?:\{(" + label + "(?:," + label + r")*)\})? (\S+)", line)
        assert match, line
        name, labels, value = match.groups()
        family = re.sub(r"_(bucket|sum|count)$", "", name)
        assert name in kinds or kinds.get(family) == "histogram", line
        assert (name, labels) not in values, line
        values[name, labels] = float(value)
    return values


def read_response(connection):
    """One response from a socket as bytes (head, body), or None where the peer has closed."""
    data = b""
    while b"\r\n\r\n" not in data:
        more = connection.recv(65536)
        if not more:
            return None if not data else (data, b"")
        data += more
    head, body = data.split(b"\r\n\r\n", 1)
    length = int(re.search(rb"\r\nContent-Length: (\d+)", head)[1])
    while len(body) < length:
        more = connection.recv(65536)
        if not more:
            break
        body += more
    return head, body


def read_all(connection, timeout):
    """What the peer sends until it closes; None as the second where it does not within the time."""
    data = b""
    end = time.monotonic() + timeout
    while True:
        left = end - time.monotonic()
        if left <= 0 or not select.select([connection], [], [], left)[0]:
            return data, None
        try:
            more = connection.recv(65536)
        except ConnectionError:
            return data, "reset"
        if not more:
            return data, "closed"
        data += more


@functools.lru_cache(None)
def table_set(name, *arguments):
    """The path of a table set that is made once for all tests of a script, which leave it alone: of
    ladder:1 where no other plan is given, and boards are permutations."""
    plan = [] if {"--plan", "--symbols", "--wanted"} & set(arguments) else ["--plan", "ladder:1"]
    subprocess.run([TILEBASE, "build", "-o", SHARED / name, *plan, *arguments], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=TIMEOUT)
    return SHARED / name


SHARED = pathlib.Path(tempfile.mkdtemp(prefix="tilebase-"))
atexit.register(shutil.rmtree, SHARED, ignore_errors=True)


class ServeTest(unittest.TestCase):
    """A test with a directory of its own, and servers that end with it."""

    maxDiff = None

    def setUp(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="tilebase-"))
        self.addCleanup(shutil.rmtree, self.directory, ignore_errors=True)

    def serve(self, *arguments, **options):
        server = Server(*arguments, **options)
        self.addCleanup(self.end, server)
        return server

    def end(self, server):
        code = server.stop()
        self.assertEqual(code, 0, server.said)

    def wait_until(self, condition, what, seconds=TIMEOUT):
        end = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), end, f"{what} did not happen")
            time.sleep(0.02)


def free_address():
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()


class Nginx:
    """A real nginx in front of a service, on a free port of loopback, with `site` (upstreams and a
    server that listens on 80)."""

    def __init__(self, directory, site, *, server="", http=""):
        self.address = free_address()
        site = site.replace("listen 80;", "listen %s:%d; %s" % (*self.address, server))
        config = directory / "nginx.conf"
        config.write_text(
            f"daemon off; pid {directory}/pid; error_log {directory}/errors;\n"
            "worker_processes 1; events { worker_connections 500; }\n"
            f"http {{ {http}\n"
            f"client_body_temp_path {directory}; proxy_temp_path {directory};\n"
            f"fastcgi_temp_path {directory}; uwsgi_temp_path {directory};\n"
            f"scgi_temp_path {directory};\n{site}}}\n", encoding="utf-8")
        self.process = subprocess.Popen([NGINX, "-p", directory, "-e", directory / "errors",
                                         "-c", config], stderr=subprocess.DEVNULL)

    def stop(self):
        self.process.terminate()
        self.process.wait(100)
