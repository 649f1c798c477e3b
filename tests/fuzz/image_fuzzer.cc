// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The openers of images. The bytes are tried unchanged, and with every hash made right: without
// that, the fuzzer would never reach anything behind the first hash.

#include <string>

#include "tests/damage/damaged_sets.h"
#include "tests/fuzz/fuzzer.h"
#include "tests/tables/store/reseal.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tilebase;
  RequireNothing(OpenAndUseImageEveryWay({data, size}, Use::kBriefly).wrong);
  std::string resealed(reinterpret_cast<const char*>(data), size);
  RehashImage(&resealed);
  RequireNothing(OpenAndUseImageEveryWay(AsBytes(resealed), Use::kBriefly).wrong);
  return 0;
}
