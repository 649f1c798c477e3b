// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The C++ face of tilebase.h: a handle that closes itself, and results as values.
//
//   std::string why;
//   std::optional<tilebase::Set> set = tilebase::Set::Open("l1.tilebase", &why);
//   tilebase::Solution solution = set->Solve(board);      // board: one byte a cell, 0 = blank
//   if (solution.code == TILEBASE_OK) use(solution.actions);   // "LURD..."
//
// No exceptions of its own; std::string may throw std::bad_alloc. Thread safety as in tilebase.h.

#ifndef TILEBASE_HPP_
#define TILEBASE_HPP_

#include <tilebase.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tilebase {

struct [[nodiscard]] Solution {
  int code = TILEBASE_ERROR_ARGUMENT;
  std::string actions;
};

struct [[nodiscard]] Probe {
  int code = TILEBASE_ERROR_ARGUMENT;
  tilebase_probe_result result = {};
};

class Set {
 public:
  // Nothing, and the reason in *why (may be null), where the file cannot be used.
  [[nodiscard]] static std::optional<Set> Open(const std::string& path, std::string* why = nullptr,
                                               unsigned flags = 0) {
    char message[512] = "";
    tilebase_set* handle = nullptr;
    const int code = tilebase_open(path.c_str(), flags, &handle, message, sizeof(message));
    return Opened(code, handle, message, why);
  }
  // A flat image in memory, which has to stay as long as the set.
  [[nodiscard]] static std::optional<Set> OpenImage(const void* image, std::size_t size,
                                                    std::string* why = nullptr,
                                                    unsigned flags = 0) {
    char message[512] = "";
    tilebase_set* handle = nullptr;
    const int code = tilebase_open_image(image, size, flags, &handle, message, sizeof(message));
    return Opened(code, handle, message, why);
  }

  tilebase_set_info Info() const {
    tilebase_set_info info = {};
    tilebase_info(handle_.get(), &info, sizeof(info));
    return info;
  }

  Solution Solve(const std::vector<std::uint8_t>& board) const {
    Solution solution;
    solution.actions.resize(Info().certified_worst_case + 1);
    std::size_t count = 0;
    solution.code = tilebase_solve(handle_.get(), board.data(), board.size(),
                                   solution.actions.data(), solution.actions.size(), &count);
    solution.actions.resize(solution.code == TILEBASE_OK ? count : 0);
    return solution;
  }

  Probe Look(const std::vector<std::uint8_t>& board) const {
    Probe probe;
    probe.code = tilebase_probe(handle_.get(), board.data(), board.size(), &probe.result,
                                sizeof(probe.result));
    return probe;
  }
  // The same in the subproblem (goal, fixed).
  Probe Look(const std::vector<std::uint8_t>& board, std::uint64_t goal,
             std::uint64_t fixed) const {
    Probe probe;
    probe.code = tilebase_probe_subproblem(handle_.get(), board.data(), board.size(), goal, fixed,
                                           &probe.result, sizeof(probe.result));
    return probe;
  }

  const tilebase_set* get() const { return handle_.get(); }

 private:
  struct Close {
    void operator()(tilebase_set* set) const { tilebase_close(set); }
  };
  explicit Set(tilebase_set* handle) : handle_(handle) {}
  static std::optional<Set> Opened(int code, tilebase_set* handle, const char* message,
                                   std::string* why) {
    if (code == TILEBASE_OK) return Set(handle);
    if (why != nullptr) *why = message;
    return std::nullopt;
  }

  std::unique_ptr<tilebase_set, Close> handle_;
};

}  // namespace tilebase

#endif  // TILEBASE_HPP_
