// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#ifndef TILEBASE_TESTS_FUZZ_REQUEST_FUZZER_H_
#define TILEBASE_TESTS_FUZZ_REQUEST_FUZZER_H_

#include <string>

namespace tilebase::serve {

// Gives the bytes of a connection to the service, whole and in pieces, and aborts where the answers
// differ or are no answers. What is refused may be refused for another reason in pieces: a line
// that is too long may also be broken further on.
void CheckRequest(const std::string& bytes);

}  // namespace tilebase::serve

#endif  // TILEBASE_TESTS_FUZZ_REQUEST_FUZZER_H_
