# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""How a server is told what to do: flags, environment, file, service manager."""

import json
import os
import re
import signal
import socket
import subprocess
import unittest
from pathlib import Path

from server import TILEBASE, TIMEOUT, ServeTest, table_set

FOLDER = Path(__file__).resolve().parents[3] / "tools" / "serve"
DONE, FAILED, USAGE, FILE = 0, 1, 2, 3


class Settings(ServeTest):
    def expect(self, code, says, *arguments, **environment):
        result = subprocess.run([TILEBASE, "serve", *map(str, arguments)], check=False, text=True,
                                stderr=subprocess.PIPE, timeout=TIMEOUT,
                                env={**os.environ, **environment})
        self.assertEqual(result.returncode, code, result.stderr)
        self.assertTrue(result.stderr.startswith("tilebase: "), result.stderr)
        for text in [says] if isinstance(says, str) else says:
            self.assertIn(text, result.stderr)

    def test_wrong_usage(self):
        tables = table_set("l1.tilebase")
        self.expect(USAGE, "no table set given")
        for flag, value, says in (
                ("--listen", "8080", "localhost:8080"), ("--listen", ":8080", "':8080'"),
                ("--listen", "localhost:http", "'localhost:http'"),
                ("--listen", "127.0.0.1:99999", "--listen"), ("--listen", "::1:80", "[::1]:8080"),
                ("--threads", "0", "--threads"), ("--idle-time", "-1", "--idle-time"),
                ("--max-connections", "x", "--max-connections"),
                ("--max-head-bytes", "300", "--max-target-bytes"),
                ("--body-memory-bytes", "1000", "at least --max-body-bytes"),
                ("--cors", "a\r\nX: y", "--cors"), ("--config", "/none", "/none")):
            self.expect(USAGE, says, tables, flag, value)
        self.expect(USAGE, "are both for the 4x4 board", tables,
                    table_set("l2.tilebase", "--plan", "ladder:2"))

    def test_what_cannot_be_had(self):
        tables = table_set("l1.tilebase")
        self.expect(FILE, ["/none", "No such file"], "/none", tables)
        self.expect(FILE, ["not a tilebase file", __file__], __file__)
        self.expect(FILE, ["found a directory"], self.directory)
        with socket.create_server(("127.0.0.1", 0)) as taken:
            address = f"127.0.0.1:{taken.getsockname()[1]}"
            self.expect(FAILED, [address, "in use", "--listen"], tables, "--listen", address)
        self.expect(FAILED, ["/none", "No such file"], tables, "--page", "/none")
        self.expect(FAILED, ["found no index.html"], tables, "--page", self.directory)
        self.expect(FAILED, ["/none/log", "No such file"], tables, "--listen", "127.0.0.1:0",
                    "--access-log", "/none/log")

    def test_flags_before_environment_before_file(self):
        config = self.directory / "serve.conf"
        nine = table_set("3x3.tilebase", "--board", "3x3", "--plan", "rest")
        config.write_text(f"# for a test\nfiles = ['{table_set('l1.tilebase')}', '{nine}']\n"
                          "cors = 'https://file.example'\nmax-boards = 3\nmax-body-bytes = 2000\n",
                          encoding="utf-8")
        server = self.serve("--config", config, "--max-boards", "1",
                            env={**os.environ, "TILEBASE_MAX_BOARDS": "2",
                                 "TILEBASE_CORS": "https://environment.example"})
        self.assertEqual(len(json.loads(server.get("/v1/tables")[2])["sets"]), 2)
        status, fields, body = server.request("POST", "/v1/solve", '{"boards":["1","2"]}',
                                              {"Content-Type": "application/json"})
        self.assertEqual((status, json.loads(body)["expected"]), (413, "at most 1"))
        self.assertEqual(fields["Access-Control-Allow-Origin"], "https://environment.example")
        self.assertEqual(server.request("POST", "/v1/solve", " " * 2001)[0], 413)
        other = self.serve(env={**os.environ, "TILEBASE_CONFIG": str(config),
                                "TILEBASE_FILES": f"{nine}"})
        self.assertEqual(json.loads(other.get("/v1/tables")[2])["sets"][0]["board"], "3x3")

    def test_a_file_with_mistakes(self):
        config = self.directory / "serve.conf"
        for text, says in (("port = 80", "'port'"), ("threads = 0", "threads"),
                           ("idle-time = 'x'", "idle-time"), ("[serve]\nthreads = 1", "'serve"),
                           ("config = 'x'", "'config'")):
            config.write_text(text + "\n", encoding="utf-8")
            self.expect(USAGE, [str(config), says], table_set("l1.tilebase"), "--config", config)

    def test_only_loopback_unless_told(self):
        text = subprocess.run([TILEBASE, "serve", "--help"], check=True, text=True,
                              stdout=subprocess.PIPE).stdout
        self.assertRegex(text, r"--listen ADDR:PORT=127\.0\.0\.1:8080")

    def test_a_name_to_listen_on(self):
        server = self.serve(table_set("l1.tilebase"), "--listen", "localhost:0")
        self.assertIn(server.address[0], ("127.0.0.1", "::1"))
        self.assertEqual(server.get("/healthz")[2], b"ok\n")
        self.expect(FAILED, ["no.such.name.invalid:80", "--listen"], table_set("l1.tilebase"),
                    "--listen", "no.such.name.invalid:80")

    def test_the_access_log(self):
        log = self.directory / "log"
        server = self.serve(table_set("l1.tilebase"), "--access-log", log, "--threads", 1)
        server.get("/v1/solve?board=%22%0a%FF", headers={"X-Forwarded-For": "192.0.2.7"})
        server.solve_many(["1 2", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0"])
        self.wait_until(lambda: log.read_text().count("\n") == 2, "two lines")
        first, second = map(json.loads, log.read_text().splitlines())
        self.assertEqual(first["target"], "/v1/solve?board=%22%0a%FF")
        self.assertEqual((first["status"], first["forwarded_for"], first["peer"]),
                         (400, "192.0.2.7", "127.0.0.1"))
        self.assertEqual((second["method"], second["status"], second["boards"]), ("POST", 200, 2))
        self.assertRegex(first["time"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
        self.assertGreater(second["bytes"], 0)
        os.rename(log, self.directory / "old")
        server.signal(signal.SIGHUP)
        self.wait_until(log.exists, "a new log")
        server.get("/healthz")
        self.wait_until(lambda: log.read_text().count("\n") == 1, "a line")

    def test_a_socket_of_the_service_manager(self):
        with socket.create_server(("127.0.0.1", 0)) as listener, \
                socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            port = listener.getsockname()[1]
            manager.bind(str(self.directory / "notify"))
            manager.settimeout(TIMEOUT)
            # What the manager does between fork and exec.
            script = ("import os, sys; os.dup2(int(sys.argv[1]), 3); "
                      "os.environ.update(LISTEN_FDS='1', LISTEN_PID=str(os.getpid())); "
                      "os.execv(sys.argv[2], sys.argv[2:])")
            processes = []
            for _ in range(2):
                process = subprocess.Popen(
                    ["python3", "-c", script, str(listener.fileno()), TILEBASE, "serve",
                     table_set("l1.tilebase")], pass_fds=[listener.fileno(), 3],
                    stderr=subprocess.PIPE, text=True,
                    env={**os.environ, "NOTIFY_SOCKET": str(self.directory / "notify")})
                processes.append(process)
                self.assertEqual(manager.recv(100), b"READY=1")
                with socket.create_connection(("127.0.0.1", port), TIMEOUT) as client:
                    client.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
                    self.assertIn(b"200 OK", client.recv(65536))
                # The next client waits for the next server.
                process.send_signal(signal.SIGTERM)
                self.assertEqual(manager.recv(100), b"STOPPING=1")
                self.assertEqual(process.wait(TIMEOUT), 0)
                process.stderr.close()


class Packaging(ServeTest):
    def flags(self):
        text = subprocess.run([TILEBASE, "serve", "--help"], check=True, text=True,
                              stdout=subprocess.PIPE).stdout
        return set(re.findall(r"^ +(?:-\w,)?(--[a-z-]+)", text, re.MULTILINE)) - {"--help"}

    def test_every_flag_is_in_the_example(self):
        flags = self.flags()
        self.assertGreater(len(flags), 15)
        example = (FOLDER / "serve.conf").read_text(encoding="utf-8")
        named = set(re.findall(r"^#?([a-z-]+) = ", example, re.MULTILINE)) - {"files"}
        self.assertEqual({"--" + name for name in named}, flags - {"--config"})

    def test_the_example_is_what_is_without_it(self):
        text = (FOLDER / "serve.conf").read_text(encoding="utf-8")
        defaults = subprocess.run([TILEBASE, "serve", "--help"], check=True, text=True,
                                  stdout=subprocess.PIPE).stdout
        for name, value in re.findall(r"^#([a-z-]+) = ([0-9.]+)$", text, re.MULTILINE):
            if name != "threads":
                shown = re.search(rf"--{name} \w+=([0-9.]+)", defaults)
                self.assertIsNotNone(shown, name)
                self.assertEqual(float(shown[1]), float(value), name)

    def test_the_unit(self):
        if subprocess.run(["sh", "-c", "command -v systemd-analyze"], check=False,
                          stdout=subprocess.DEVNULL).returncode != 0:
            self.skipTest("needs systemd-analyze")
        units = ("tilebase-serve.service", "tilebase-serve.socket", "tilebase-serve@.service")
        for name in units:
            text = (FOLDER / name).read_text(encoding="utf-8")
            # Where the command is not installed, another stands in for it.
            text = text.replace("/usr/bin/tilebase serve", TILEBASE + " serve")
            (self.directory / name).write_text(text, encoding="utf-8")
        result = subprocess.run(
            ["systemd-analyze", "verify", "--man=no", *(self.directory / name for name in units)],
            check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        about = [line for line in result.stdout.splitlines() if "tilebase-serve" in line]
        self.assertEqual(about, [])
        for name in units[::2]:
            result = subprocess.run(
                ["systemd-analyze", "security", "--offline=true", "--threshold=20",
                 self.directory / name],
                check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            self.assertEqual(result.returncode, 0, result.stdout[-2000:])

    def test_a_replica_has_all_but_the_network_of_the_one_service(self):
        one, replica = ((FOLDER / f"tilebase-serve{at}.service").read_text(encoding="utf-8")
                        for at in ("", "@"))
        apart = set(one.splitlines()) ^ set(replica.splitlines())
        self.assertEqual({line.partition("=")[0] for line in apart if not line.startswith("#")},
                         {"Description", "Requires", "After", "ExecStart", "PrivateNetwork",
                          "IPAddressDeny", "IPAddressAllow", "RestrictAddressFamilies"})


if __name__ == "__main__":
    unittest.main()
