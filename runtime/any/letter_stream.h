// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The letters of a solution on their way to whoever wants them, a few thousand at a time: the
// solution of a large board does not fit a buffer.

#ifndef TILEBASE_RUNTIME_ANY_LETTER_STREAM_H_
#define TILEBASE_RUNTIME_ANY_LETTER_STREAM_H_

#include <stddef.h>
#include <stdint.h>

#include <string_view>

#include "absl/functional/function_ref.h"

namespace tilebase {

// Takes the next letters. Returns false to end the solving.
using LetterReceiver = absl::FunctionRef<bool(std::string_view letters)>;

class LetterStream {
 public:
  explicit LetterStream(LetterReceiver receiver) : receiver_(receiver) {}

  void Put(char letter) {
    buffer_[filled_++] = letter;
    if (filled_ == sizeof buffer_) Flush();
  }
  void Flush() {
    if (filled_ != 0 && open_) open_ = receiver_({buffer_, filled_});
    count_ += filled_;
    filled_ = 0;
  }
  // False once the receiver wants no more. What is put from then on is only counted.
  bool open() const { return open_; }
  uint64_t count() const { return count_ + filled_; }

 private:
  LetterReceiver receiver_;
  bool open_ = true;
  uint64_t count_ = 0;
  size_t filled_ = 0;
  char buffer_[4096];
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_ANY_LETTER_STREAM_H_
