# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
"""Bare Debian roots, in which a test finds nothing but what it installs. Needs root and mmdebstrap.

The first one of a release is made from this machine's apt sources, or from their first mirror if it is
another release, and kept; each test works in a copy.
"""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

RELEASE = "bookworm"
SOURCES = ("/etc/apt/sources.list.d/debian.sources", "/etc/apt/sources.list")
# Mounts end with the process that made them.
ENTER = ('mount --rbind /dev "$1/dev" && mount -t proc proc "$1/proc" && '
         'mount --bind "$2" "$1/var/cache/apt/archives" && root=$1 user=$3 && shift 3 && '
         'exec chroot --userspec="$user" "$root" "$@"')


def why_not():
    """What is missing for a bare root, or None."""
    if os.getuid() != 0:
        return "needs root"
    if not shutil.which("mmdebstrap"):
        return "needs mmdebstrap"
    probe = subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False)
    return None if probe.returncode == 0 else "may not mount"


def sources(release):
    """What mmdebstrap is told of where the release comes from."""
    paths = [path for path in SOURCES if pathlib.Path(path).exists()][:1]
    if release == RELEASE:
        return paths
    texts = [pathlib.Path(path).read_text(encoding="utf-8") for path in paths]
    mirrors = re.findall(r"^(?:URIs:|deb(?: +\[.*?\])?) +(\S+)", "".join(texts), re.MULTILINE)
    return [f"deb {[*mirrors, 'http://deb.debian.org/debian'][0]} {release} main"]


def made(cache, release):
    """The kept root, made where it is not there."""
    root = cache / release
    if not root.is_dir():
        unfinished = cache / "unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        settings = subprocess.run(["apt-config", "dump", "--no-empty"], check=True, text=True,
                                  stdout=subprocess.PIPE).stdout
        reach = re.findall(r"^Acquire::(?:http|https|Check).*\n", settings, re.MULTILINE)
        options = [f"--aptopt={line.strip()}" for line in reach]
        subprocess.run(["mmdebstrap", "--variant=minbase", "--quiet", *options, release, unfinished,
                        *sources(release)], check=True)
        shutil.copy("/etc/resolv.conf", unfinished / "etc/resolv.conf")
        (unfinished / "etc/apt/apt.conf.d/90acquire").write_text("".join(reach), encoding="utf-8")
        unfinished.rename(root)
    return root


class BareRoot:
    """A copy of the kept root, in a folder of its own until close()."""

    def __init__(self, cache, release=RELEASE):
        self.archives = cache / "archives" / release
        self.archives.mkdir(parents=True, exist_ok=True)
        self.folder = tempfile.mkdtemp(prefix="root-", dir=cache)
        self.path = pathlib.Path(self.folder) / "root"
        subprocess.run(["cp", "-a", "--reflink=auto", made(cache, release), self.path], check=True)

    def close(self):
        shutil.rmtree(self.folder)

    def command(self, *words, environment=None, folder="/", user="0:0"):
        """The command that runs `words` inside, with no environment but the one given."""
        return ["unshare", "--mount", "sh", "-c", ENTER, "-", self.path, self.archives, user,
                "env", "-i", "-C", folder,
                "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root",
                "LC_ALL=C.UTF-8", "DEBIAN_FRONTEND=noninteractive",
                *(f"{name}={value}" for name, value in (environment or {}).items()), *words]

    def run(self, *words, **where):
        """What the command prints, on both streams; it has to succeed."""
        result = subprocess.run([str(word) for word in self.command(*words, **where)], text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, check=False)
        if result.returncode != 0:
            raise AssertionError(f"{' '.join(map(str, words))}: exit code {result.returncode}\n"
                                 f"{result.stdout[-8000:]}")
        return result.stdout

    def shell(self, script, **where):
        return self.run("sh", "-e", "-c", script, **where)


class BareRootTest(unittest.TestCase):
    """A test with bare roots that are gone at its end."""

    cache = None  # set by the test's program

    def setUp(self):
        why = why_not()
        if why:
            self.skipTest(why)
        self.cache.mkdir(parents=True, exist_ok=True)

    def root(self, release=RELEASE):
        root = BareRoot(self.cache, release)
        self.addCleanup(root.close)
        return root
