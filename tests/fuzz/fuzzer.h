// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Declarations for all fuzzers. A fuzzer is a file with LLVMFuzzerTestOneInput: libFuzzer calls it
// with new bytes again and again, replay.cc with those of the corpus, in every test run.

#ifndef TILEBASE_TESTS_FUZZ_FUZZER_H_
#define TILEBASE_TESTS_FUZZ_FUZZER_H_

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <string>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace tilebase {

// Ends the run if `wrong` names an error.
inline void RequireNothing(const std::string& wrong) {
  if (wrong.empty()) return;
  fprintf(stderr, "%s\n", wrong.c_str());
  abort();
}

}  // namespace tilebase

namespace tilebase::serve {

// For tests; request_fuzzer.cc defines it. Gives the bytes of a connection to the service, whole
// and in pieces, and aborts if the answers differ or are no answers. In pieces, the reason for a
// refusal may differ: a line that is too long may also have an error further on.
void CheckRequest(const std::string& bytes);

}  // namespace tilebase::serve

#endif  // TILEBASE_TESTS_FUZZ_FUZZER_H_
