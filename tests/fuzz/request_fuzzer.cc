// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The service: from the bytes of a connection to those of the answers, without sockets.

#include <string>

#include "tests/fuzz/fuzzer.h"
#include "tests/tools/serve/asker.h"

namespace tilebase::serve {

namespace {

// An answer's time changes digits, and its length the lengths, in hexadecimal, too.
std::string WithoutDigits(std::string answer) {
  std::erase_if(answer, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
  return answer;
}

}  // namespace

void CheckRequest(const std::string& bytes) {
  static Asker* const asker = new Asker(MakeCatalog({"2x2", "3x3", "2x3", "3x2"}));
  const auto require = [](bool holds, const char* what) {
    if (!holds) RequireNothing(what);
  };
  const std::string whole = asker->Ask(bytes);
  const bool refused = !whole.empty() && asker->last().status >= 400 && asker->last().close;
  require(whole.empty() || whole.starts_with("HTTP/1.1 "), "expected an answer");
  require(whole.empty() || asker->last().status != 500, "expected no internal error");
  const size_t piece = 1 + bytes.size() % 97;
  const std::string cut = asker->Ask(bytes, piece);
  if (WithoutDigits(whole) == WithoutDigits(cut)) return;
  const bool cut_refused = asker->last().status >= 400 && asker->last().close;
  require(refused && cut_refused, "expected the same answer however the bytes are cut");
}

}  // namespace tilebase::serve

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tilebase::serve::CheckRequest(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
