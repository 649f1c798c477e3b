// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Files that are part of the program; the assembler reads them.

#ifndef TILEBASE_TABLES_SYSTEM_EMBED_H_
#define TILEBASE_TABLES_SYSTEM_EMBED_H_

#ifdef _WIN32
#define TILEBASE_EMBED_BEGIN ".section .rdata,\"dr\"\n"
#define TILEBASE_EMBED_END ".text\n"
#else
#define TILEBASE_EMBED_BEGIN ".pushsection .rodata\n"
#define TILEBASE_EMBED_END ".popsection\n"
#endif

// Declares the bytes of a file, from `symbol` to `symbol`_end. Use it in a source file outside of
// namespaces; `path` is an absolute path as a literal, from the build.
#define TILEBASE_EMBED(symbol, path)                                      \
  asm(TILEBASE_EMBED_BEGIN #symbol ": .incbin \"" path "\"\n" #symbol     \
                                   "_end:\n" TILEBASE_EMBED_END);         \
  extern "C" {                                                            \
  extern const char symbol[] __attribute__((visibility("hidden")));       \
  extern const char symbol##_end[] __attribute__((visibility("hidden"))); \
  }

#endif  // TILEBASE_TABLES_SYSTEM_EMBED_H_
