# Copyright (c) 2026 The tilebase authors
# SPDX-License-Identifier: MIT
#
# Sourced by tools/run, tools/test and tools/fuzz: makes sure that what a build needs is installed.
#
# need <package>:<probe>...      want <package>:<probe>...
#   A probe is a command, or a header below /usr/include or /usr/local/include, also as a pattern.
#   Packages whose probe fails are installed with apt-get, as root or through sudo; where that
#   cannot be, the script ends and says what to install. `want` goes on without, and says what
#   that costs.

. "$(dirname "${BASH_SOURCE[0]}")/progress.sh"

# Where Debian's releases differ in names: 12 has Boost 1.74 as libboost-dev, and newer ones have
# clang's runtime and LLVM's tools without a version in their names.
if grep -qs '^VERSION_CODENAME=bookworm$' /etc/os-release; then
  BOOST=libboost1.81-dev CLANG_RUNTIME=libclang-rt-14-dev LLVM=llvm-14:llvm-cov-14
else
  BOOST=libboost-dev CLANG_RUNTIME=libclang-rt-dev LLVM=llvm:llvm-cov
fi

# Boost.URL came with 1.81, as did what the service needs of Boost.
BUILD_PACKAGES="g++:g++ cmake:cmake ninja-build:ninja libabsl-dev:absl/status/status.h
  liblmdb-dev:lmdb.h libzstd-dev:zstd.h libxxhash-dev:xxhash.h libcli11-dev:CLI/CLI.hpp
  nlohmann-json3-dev:nlohmann/json.hpp libmd-dev:sha2.h
  $BOOST:boost/url.hpp"
# What tools/test installs.
CORE_PACKAGES="$BUILD_PACKAGES libgtest-dev:gtest/gtest.h libgmock-dev:gmock/gmock.h python3:python3
  python3-jsonschema:../lib/python3/dist-packages/jsonschema/__init__.py
  python3-xxhash:../lib/python3/dist-packages/xxhash/__init__.py"
# What tools/test --ci installs, too, here and below. Without clang nothing is sanitized.
SANITIZE_PACKAGES="clang:clang++ clang-format:clang-format clang-tidy:clang-tidy
  $CLANG_RUNTIME:../lib/llvm-*/lib/clang/*/lib/linux"
# Without these nothing is compiled against an installed tilebase.
INSTALL_PACKAGES="pkg-config:pkg-config curl:curl"
# Without it the service is not tested behind a proxy.
PROXY_PACKAGES="nginx-light:../sbin/nginx"
# Without it builds on several processes are not tested.
MPI_PACKAGES="libopenmpi-dev:mpicc openmpi-bin:mpirun"
# Without it signatures are not tested.
RELEASE_PACKAGES="minisign:minisign"
# Without these no Debian packages are made, or not all of them is checked.
DEBIAN_PACKAGES="dpkg-dev:dpkg-shlibdeps file:file lintian:lintian"
# Without numpy the Python package is not tested, without the others its wheel is not.
PYTHON_PACKAGES="python3-numpy:../lib/python3/dist-packages/numpy/__init__.py
  python3-build:../lib/python3/dist-packages/build/__init__.py
  python3-setuptools:../lib/python3/dist-packages/setuptools/__init__.py
  python3-wheel:../lib/python3/dist-packages/wheel/__init__.py
  python3-venv:../share/doc/python3-venv"
# Without these the notebook of the tutorial is not run (tools/test --all).
NOTEBOOK_PACKAGES="python3-nbclient:../lib/python3/dist-packages/nbclient/__init__.py
  python3-ipykernel:../lib/python3/dist-packages/ipykernel/__init__.py
  python3-matplotlib:../lib/python3/dist-packages/matplotlib/__init__.py"
# Without it no reference is made from the headers (tools/test --all).
REFERENCE_PACKAGES="doxygen:doxygen"
# Without it nothing is tried in a bare Debian (tools/test --all).
BARE_PACKAGES="mmdebstrap:mmdebstrap"
# Without it coverage is not measured (tools/coverage, tools/fuzz --coverage).
COVERAGE_PACKAGES="$LLVM"
# Without these the firmware test is left out.
FIRMWARE_PACKAGES="gcc-arm-none-eabi:arm-none-eabi-g++ qemu-system-arm:qemu-system-arm
  libstdc++-arm-none-eabi-newlib:../lib/arm-none-eabi/include/stdlib.h"
# Without these the readers in Java, C#, Rust and Go are not tested, or not all of them.
LANGUAGE_PACKAGES="default-jdk-headless:javac mono-mcs:mcs mono-runtime:mono rustc:rustc golang-go:go"
# Without these the drop-in reader is not tried on Windows and arm64.
READER_PACKAGES="g++-mingw-w64-x86-64-win32:x86_64-w64-mingw32-g++ wine:wine
  g++-aarch64-linux-gnu:aarch64-linux-gnu-g++ qemu-user:qemu-aarch64"
# Without these nothing is built for Windows and arm64 (tools/cross, tools/test --all).
CROSS_PACKAGES="g++-mingw-w64-x86-64-posix:x86_64-w64-mingw32-g++-posix dpkg-dev:dpkg-source
  mmdebstrap:mmdebstrap"
# Without these the same bytes are not tried on a big-endian and on a 32-bit machine.
MACHINE_PACKAGES="qemu-user:qemu-s390x g++-s390x-linux-gnu:s390x-linux-gnu-g++
  g++-i686-linux-gnu:i686-linux-gnu-g++"
# Without lld and the C++ library there is no WebAssembly package and no page; without the others
# they are not tested.
WEB_PACKAGES="lld:wasm-ld wasi-libc:wasm32-wasi/stdlib.h
  libc++-dev-wasm32:../lib/llvm-*/include/wasm32-wasi/c++/v1/vector
  libclang-rt-dev-wasm32:../lib/llvm-*/lib/clang/*/lib/wasi
  nodejs:node npm:npm chromium:chromium firefox-esr:firefox-esr"

is_installed() {
  case $1 in
    */* | *.h) compgen -G "/usr/include/$1" >/dev/null || test -e "/usr/local/include/$1" ;;
    *) command -v "$1" >/dev/null ;;
  esac
}

# On a machine that has just started, its own updates may hold the lock of the packages.
install_now() {
  "${as_root[@]}" apt-get update &&
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
      apt-get -o DPkg::Lock::Timeout=600 install -y --no-install-recommends "$@"
}

need() {
  local item missing=()
  as_root=()
  for item in "$@"; do
    is_installed "${item#*:}" || missing+=("${item%%:*}")
  done
  test ${#missing[@]} -gt 0 || return 0
  if ! command -v apt-get >/dev/null; then
    echo "tilebase: these are missing (names as in Debian 12): ${missing[*]}" >&2
    exit 1
  fi
  if test "$(id -u)" -ne 0; then
    if ! command -v sudo >/dev/null; then
      echo "tilebase: please install what is missing, as root:" >&2
      echo "  apt-get install --no-install-recommends ${missing[*]}" >&2
      exit 1
    fi
    as_root=(sudo)
  fi
  echo "tilebase: installing ${missing[*]}" >&2
  local log
  log=$(mktemp)
  if ! with_progress "installing packages" "$log" install_now "${missing[@]}"; then
    cat "$log" >&2
    rm -f "$log"
    echo "tilebase: apt-get could not install ${missing[*]}" >&2
    exit 1
  fi
  rm -f "$log"
}

# not_installed <package>:<probe>...: the packages whose probe fails.
not_installed() {
  local item missing=()
  for item in "$@"; do
    is_installed "${item#*:}" || missing+=("${item%%:*}")
  done
  echo "${missing[*]}"
}

want() {
  (need "$@") || echo "tilebase: going on without; what needs these packages is left out" >&2
}
