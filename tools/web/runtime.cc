// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The runtime as a WebAssembly module. It exports tilebase.h. This file connects it to JavaScript
// (tilebase.js): letters go out, and a thrown exception ends the instance.
//
// Exceptions: the compiler drops what would catch one. The runtime throws only if it lacks memory,
// so there is nothing to catch: `fail`, which is JavaScript's, does not return.

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <new>

#include "runtime/tilebase.h"

#define TILEBASE_WASM_IMPORT(name) \
  extern "C" __attribute__((import_module("tilebase"), import_name(name)))
#define TILEBASE_WASM_EXPORT(name) extern "C" __attribute__((export_name(name)))

TILEBASE_WASM_IMPORT("fail") __attribute__((noreturn)) void Fail();
TILEBASE_WASM_IMPORT("receive") int Receive(const char* letters, size_t count);

namespace {

int ReceiveLetters(void*, const char* letters, size_t count) { return Receive(letters, count); }

}  // namespace

// A tilebase_receive that hands the letters to JavaScript.
TILEBASE_WASM_EXPORT("receiver") tilebase_receive Receiver() { return ReceiveLetters; }

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): the C++ library's names
extern "C" {
void* __cxa_allocate_exception(size_t) noexcept { Fail(); }
void __cxa_throw(void*, void*, void (*)(void*)) { Fail(); }
void __cxa_rethrow() { Fail(); }
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

void* operator new(size_t size) {
  void* const memory = malloc(size == 0 ? 1 : size);
  if (memory == nullptr) Fail();
  return memory;
}
void* operator new[](size_t size) { return operator new(size); }
