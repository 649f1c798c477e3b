// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// An opened table set that answers boards. Opening does all the checking and decoding; a query is
// lookups only: no allocation, no lock, no system call, any number of threads.

#ifndef TILEBASE_RUNTIME_POLICY_SET_H_
#define TILEBASE_RUNTIME_POLICY_SET_H_

#include <stddef.h>
#include <stdint.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "runtime/tilebase.h"
#include "runtime/walk.h"
#include "tables/table_source.h"

namespace tilebase {

class PolicySet {
 public:
  // The tables are decoded into memory, except raw ones, which are used where the source has them.
  // Errors: those of TableSource::ReadTable, and ResourceExhausted where memory cannot be had.
  static absl::StatusOr<std::unique_ptr<PolicySet>> Create(
      std::shared_ptr<const TableSource> source, int threads);

  const TableSource& source() const { return *source_; }
  const SetInfo& info() const { return source_->info(); }

  // Reads a board of one byte a cell. Returns TILEBASE_OK, _BOARD, _BOARD_SIZE or _UNSOLVABLE.
  tilebase_code ReadBoard(const uint8_t* cells, size_t size, Board* board) const;

  // Solves by Algorithm 2. Requires a solvable board of the set's size. Writes at most `capacity`
  // actions to `actions`, converted by Convert(Action), and stores how many there are in *count.
  // Returns TILEBASE_OK; _BUFFER where *count > capacity; _DAMAGED where the tables lead nowhere.
  template <typename T, typename Convert>
  tilebase_code Solve(Board board, T* actions, size_t capacity, size_t* count,
                      Convert convert) const {
    size_t written = 0;
    const WalkResult result =
        Walk(stages_.data(), static_cast<int>(stages_.size()), board, [&](Action action) {
          if (written < capacity) actions[written] = convert(action);
          ++written;
        });
    *count = written;
    if (result != WalkResult::kDone) return TILEBASE_ERROR_DAMAGED;
    return written <= capacity ? TILEBASE_OK : TILEBASE_ERROR_BUFFER;
  }

  // Both as in tilebase.h. Require a solvable board of the set's size.
  tilebase_code Probe(const Board& board, tilebase_probe_result* result) const;
  tilebase_code ProbeSubproblem(const Board& board, CellMask goal, CellMask fixed,
                                tilebase_probe_result* result) const;

  // The tables, in the order of the source. Their planes live as long as this set.
  absl::Span<const PolicyTable> tables() const { return tables_; }
  absl::Span<const PolicyStage> stages() const { return stages_; }

 private:
  PolicySet() = default;
  tilebase_code ProbeTable(const Board& board, const PolicyTable& table, uint32_t stage,
                           tilebase_probe_result* result) const;

  std::shared_ptr<const TableSource> source_;
  std::vector<std::unique_ptr<uint8_t[]>> decoded_;
  std::vector<PolicyTable> tables_;
  std::vector<PolicyStage> stages_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_POLICY_SET_H_
