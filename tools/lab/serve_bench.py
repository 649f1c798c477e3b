#!/usr/bin/env python3
# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""tilebase serve beside a bare Boost.Beast handler, or one replica beside two, measured with wrk.

serve_bench.py [--replicas] BUILD [--rounds N] [--seconds S] [--tables FILE]

Both servers have one thread on processor 0, wrk one on processor 1, with 64 connections that are
kept. They take turns; the median of the rounds counts, and the median of the rounds' ratios. The
bare handler's answers are as long as the service's. Batches of 10,000 boards are timed by the
processor time of the service.

With --replicas: one replica and two behind nginx, by the project's nginx.conf. Each has one thread. wrk
asks for batches of 100 random boards with effort 2,000, so that nginx and wrk, which share the machine,
do little beside the replicas. Then what a request of one board costs nginx and a replica, and the
memory of one.
"""

import argparse
import http.client
import json
import os
import pathlib
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BOARD = "15,10,_,13/11,4,1,12/3,7,9,8/2,14,6,5"
UNITS = {"us": 1, "ms": 1000, "s": 1000000}
# The size of the batches for replicas.
BATCH = 100
EFFORT = 2000


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def start(cpu, *command):
    process = subprocess.Popen(["taskset", "-c", str(cpu), *map(str, command)],
                               stderr=subprocess.DEVNULL)
    return process


def wait_for(port):
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            time.sleep(0.05)
    raise SystemExit(f"nothing listens on port {port}")


def wrk(seconds, connections, *options, on=()):
    """What wrk prints, the number of requests and of requests a second."""
    text = subprocess.run([*on, "wrk", "-t1", f"-c{connections}", f"-d{seconds}", *options],
                          check=True, text=True, stdout=subprocess.PIPE).stdout
    if "Non-2xx" in text or "Socket errors" in text:
        raise SystemExit(text)
    return (text, int(re.search(r"(\d+) requests in", text)[1]),
            float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1]))


def single(port, pid, seconds):
    """(requests a second, p50, p99 and the server's processor time a request in microseconds)."""
    before = cpu_seconds(pid)
    text, requests, rate = wrk(seconds, 64, "--latency",
                               f"http://127.0.0.1:{port}/v1/solve?board={BOARD}",
                               on=("taskset", "-c", "1"))

    def percentile(which):
        number, unit = re.search(rf"{which}%\s+([\d.]+)(us|ms|s)", text).groups()
        return float(number) * UNITS[unit]
    return rate, percentile(50), percentile(99), (cpu_seconds(pid) - before) * 1e6 / requests


def cpu_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def random_boards(count):
    generator = random.Random(1)
    for _ in range(count):
        board = [*range(1, 16), 0]
        generator.shuffle(board)
        inversions = sum(a > b for i, a in enumerate(board) for b in board[i + 1:] if a and b)
        if (inversions + 3 - board.index(0) // 4) % 2:
            first, second = [cell for cell, tile in enumerate(board) if tile][:2]
            board[first], board[second] = board[second], board[first]
        yield " ".join(map(str, board))


def batches(port, pid, count):
    """Boards a second of processor time, and of wall-clock time."""
    body = json.dumps({"boards": list(random_boards(10000))})
    client = http.client.HTTPConnection("127.0.0.1", port)
    cpu, wall = cpu_seconds(pid), time.monotonic()
    for _ in range(count):
        client.request("POST", "/v1/solve", body, {"Content-Type": "application/json"})
        if client.getresponse().read().count(b'{"moves"') != 10000:
            raise SystemExit("a batch was not solved")
    return (count * 10000 / (cpu_seconds(pid) - cpu), count * 10000 / (time.monotonic() - wall))


def beside_beast(arguments, tilebase, tables):
    ports = free_port(), free_port()
    service = start(0, tilebase, "serve", tables, "--listen", f"127.0.0.1:{ports[0]}",
                    "--threads", 1)
    wait_for(ports[0])
    client = http.client.HTTPConnection("127.0.0.1", ports[0])
    client.request("GET", f"/v1/solve?board={BOARD}")
    response = client.getresponse()
    size = len(response.read()) + 17 + 2 + sum(  # status line, empty line
        len(name) + len(value) + 4 for name, value in response.getheaders())
    client.close()
    bare = start(0, arguments.build / "lab" / "bare_beast", "127.0.0.1", ports[1], size)
    wait_for(ports[1])
    try:
        results = [[single(port, process.pid, arguments.seconds)
                    for port, process in zip(ports, (service, bare))]
                   for _ in range(arguments.rounds)]
        by_cpu, by_wall = batches(ports[0], service.pid, 50)
    finally:
        service.terminate()
        bare.terminate()
        service.wait()
        bare.wait()
    print(f"GET /v1/solve, {size} bytes an answer, 64 connections, {arguments.rounds} rounds of "
          f"{arguments.seconds} s each, load {os.getloadavg()[0]:.1f}")
    print(f"{'':14}{'requests/s':>12}{'p50 us':>10}{'p99 us':>10}{'cpu us':>10}")
    for i, name in enumerate(("tilebase serve", "bare Beast")):
        rate, p50, p99, cpu = (statistics.median(r[i][j] for r in results) for j in range(4))
        print(f"{name:14}{rate:12.0f}{p50:10.0f}{p99:10.0f}{cpu:10.2f}")
    ratios = [statistics.median(r[0][j] / r[1][j] for r in results) for j in range(4)]
    print(f"{'ratio':14}{ratios[0]:12.2f}" + "".join(f"{r:10.2f}" for r in ratios[1:]))
    print(f"batches of 10000 boards: {by_cpu:.0f} boards a second of processor time, "
          f"{by_wall:.0f} of wall-clock time")


def batches_through(nginx, pids, seconds, script):
    """Boards a second, by the clock and by the replicas' processor time."""
    before = sum(map(cpu_seconds, pids))
    _, count, rate = wrk(seconds, 16, "-s", script, "http://%s:%d/v1/solve" % nginx.address)
    return rate * BATCH, count * BATCH / (sum(map(cpu_seconds, pids)) - before)


def single_through(nginx, pids, seconds):
    """Microseconds of processor time a request of one board: nginx's, the replicas'."""
    workers = subprocess.run(["pgrep", "-P", str(nginx.process.pid)], check=True, text=True,
                             stdout=subprocess.PIPE).stdout.split()
    before = [sum(map(cpu_seconds, each)) for each in (workers, pids)]
    _, count, _ = wrk(seconds, 16, "http://%s:%d/v1/solve?board=%s" % (*nginx.address, BOARD))
    return [(sum(map(cpu_seconds, each)) - some) * 1e6 / count
            for each, some in zip((workers, pids), before)]


def beside_another(arguments, tilebase, tables, directory):
    os.environ["TILEBASE"] = str(tilebase)
    sys.path[:0] = [str(ROOT / "tests/tools"), str(ROOT / "tests/tools/serve")]
    from server import Nginx  # pylint: disable=import-outside-toplevel
    site = (ROOT / "tools/serve/nginx.conf").read_text(encoding="utf-8")
    running = []
    directory.chmod(0o755)  # nginx may run as another user
    body = json.dumps({"boards": list(random_boards(BATCH)), "effort": EFFORT})
    script = directory / "batches.lua"
    script.write_text(f"wrk.method = 'POST'\nwrk.body = [[{body}]]\n"
                      "wrk.headers['Content-Type'] = 'application/json'\n", encoding="ascii")
    try:
        proxies = []
        for count in (1, 2):
            pids, replicas, text = [], [], site
            for port in [free_port() for _ in range(count)]:
                running.append(subprocess.Popen(
                    [tilebase, "serve", tables, "--threads", "1", "--listen", f"127.0.0.1:{port}"],
                    stderr=subprocess.DEVNULL))
                wait_for(port)
                pids.append(running[-1].pid)
                replicas.append(f"  server 127.0.0.1:{port};\n")
            text = re.sub(r"(  server 127.*\n)+", "".join(replicas), text)
            folder = directory / str(count)
            folder.mkdir()
            nginx = Nginx(folder, text, http="access_log off;")
            running.append(nginx.process)
            wait_for(nginx.address[1])
            proxies.append((nginx, pids, arguments.seconds))
        results = [[batches_through(*proxy, script) for proxy in proxies]
                   for _ in range(arguments.rounds)]
        of_nginx, of_replicas = single_through(*proxies[1])
        status = pathlib.Path(f"/proc/{proxies[0][1][0]}/status").read_text(encoding="ascii")
    finally:
        for process in reversed(running):
            process.terminate()
            process.wait()
    print(f"batches of {BATCH} boards with effort {EFFORT} through nginx, {arguments.rounds} rounds of "
          f"{arguments.seconds} s each, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    print(f"{'':14}{'boards/s':>12}{'boards/s of processor time':>30}")
    for i, name in enumerate(("one replica", "two replicas")):
        print(f"{name:14}{statistics.median(r[i][0] for r in results):12.0f}"
              f"{statistics.median(r[i][1] for r in results):30.0f}")
    print("ratio         " + "".join(
        f"{statistics.median(r[1][j] / r[0][j] for r in results):{width}.2f}"
        for j, width in ((0, 12), (1, 30))))
    print(f"GET of one board: {of_nginx:.0f} us of processor time in nginx, {of_replicas:.0f} in a "
          "replica")
    print(f"memory of a replica with {tables.name}: "
          + re.search(r"VmRSS:\s+(\d+ kB)", status)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--replicas", action="store_true")
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--seconds", type=int)
    parser.add_argument("--tables", type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.rounds = arguments.rounds or (5 if arguments.replicas else 7)
    arguments.seconds = arguments.seconds or (4 if arguments.replicas else 5)
    tilebase = arguments.build / "bin" / "tilebase"
    with tempfile.TemporaryDirectory() as directory:
        directory = pathlib.Path(directory)
        tables = arguments.tables
        if tables is None:
            tables = directory / "l5.tilebase"
            subprocess.run([tilebase, "build", "-o", tables, "--plan", "ladder:5"], check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if arguments.replicas:
            beside_another(arguments, tilebase, tables, directory)
        else:
            beside_beast(arguments, tilebase, tables)


if __name__ == "__main__":
    main()
