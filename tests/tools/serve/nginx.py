# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""A real nginx in front of a service: what the tests and the bench of it share."""

import os
import shutil
import socket
import subprocess

NGINX = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")


def free_address():
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()


class Nginx:
    """nginx on a free port of loopback, with `site` (upstreams and a server that listens on 80)."""

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
