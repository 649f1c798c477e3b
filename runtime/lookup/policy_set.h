// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// An opened table set that answers boards. Opening does all the checking and decoding; a query is
// lookups only: no allocation, no lock, no system call, any number of threads.
//
// A lazy set decodes a table when it is first needed. The query that needs it locks, allocates and
// starts threads; once the tables that queries need are there, they are lookups only as well.
//
// Where the compressed tables do not all fit in the memory that is allowed, the smallest ones are
// kept whole, as above, and the others are read through a cache of their blocks
// (decoded_tables.h). Queries that need the others lock, and decode what is not in the cache.

#ifndef TILEBASE_RUNTIME_LOOKUP_POLICY_SET_H_
#define TILEBASE_RUNTIME_LOOKUP_POLICY_SET_H_

#include <stddef.h>
#include <stdint.h>

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "runtime/lookup/decoded_tables.h"
#include "runtime/lookup/move_table.h"
#include "runtime/lookup/quick_solver.h"
#include "runtime/lookup/walk.h"
#include "runtime/tilebase.h"
#include "tables/destination.h"
#include "tables/plan.h"
#include "tables/table_source.h"

namespace tilebase {

class PolicySet {
 public:
  // The tables are decoded into memory, except raw ones, which are used where the source has them.
  // Errors: FailedPrecondition where the plan has no staged part; those of TableSource::ReadTable;
  // and ResourceExhausted without enough memory, or where options.memory_bytes is less than
  // both what the tables need and the smallest cache. Shortcuts are left out first.
  static absl::StatusOr<std::unique_ptr<PolicySet>> Create(
      std::shared_ptr<const TableSource> source, const PolicySetOptions& options = {});

  const TableSource& source() const { return *decoded_->source(); }
  const std::shared_ptr<const TableSource>& shared_source() const { return decoded_->source(); }
  const SetInfo& info() const { return source().info(); }

  // Reads a board of one byte a cell. Returns TILEBASE_OK, _BOARD, _BOARD_SIZE or _UNSOLVABLE, and
  // stores the board with the first and the last.
  tilebase_code ReadBoard(const uint8_t* cells, size_t size, Board* board) const;

  // Solves boards of one byte a cell (of the set's size), by shortcuts and quick walks. Stores the
  // letters, their number and a code in each; see quick_solver.h.
  void SolveLetters(SolveRequest* board) const {
    solver_.Solve(board);
    RefuseLonger(board);
  }
  void SolveLetters(absl::Span<SolveRequest> boards) const {
    solver_.SolveBatch(boards);
    for (SolveRequest& board : boards) RefuseLonger(&board);
  }
  // The same for renamed boards, with the letters of a way to destination.end(): by the part of the
  // plan that ends there, or else by home. `stages`: room for StagesTo().size() entries.
  void SolveLettersTo(const Destination& destination, SolveRequest* board) const;
  void SolveLettersTo(const Destination& destination, absl::Span<SolveRequest> boards) const;

  // SolveLetters by another one of staged_parts(); 0 is that of SolveLetters. All requests
  // together: those for one board, which must follow one another, share what their parts begin
  // with.
  struct PartRequest : SolveRequest {
    size_t part = 0;
  };
  void SolveLettersByParts(absl::Span<PartRequest> requests) const;

  // Solves by Algorithm 2 with the plain walk, which is the reference for SolveLetters. Requires
  // that all tables are ready and kept whole, and a solvable board of the set's size. Writes at
  // most `capacity` actions to `actions`, converted by Convert(Action), and stores how many there
  // are in *count. Returns TILEBASE_OK; _BUFFER where *count > capacity; _DAMAGED where the tables
  // lead nowhere.
  template <typename T, typename Convert>
  tilebase_code Solve(Board board, T* actions, size_t capacity, size_t* count,
                      Convert convert) const {
    size_t written = 0;
    const auto put = [&](Action action) {
      if (written < capacity) actions[written] = convert(action);
      ++written;
    };
    const int count_of_stages = static_cast<int>(stages().size());
    const WalkResult result = is_mtm() ? WalkBySlides(stages().data(), count_of_stages, board, put)
                                       : Walk(stages().data(), count_of_stages, board, put);
    *count = written;
    if (result != WalkResult::kDone) return TILEBASE_ERROR_DAMAGED;
    return written <= capacity ? TILEBASE_OK : TILEBASE_ERROR_BUFFER;
  }

  // What one of tables(), which is ready, says to do in a state with the blank there: a slide of
  // one tile, or in the metric mtm of several; of none where the entry is damaged, or says that the
  // goal cannot be reached. Returns TILEBASE_OK or BlockCache's codes.
  tilebase_code ReadStep(const PolicyTable& table, uint64_t rank, int blank, Slide* step) const;

  // Both as in tilebase.h. Require a solvable board of the set's size.
  tilebase_code Probe(const Board& board, tilebase_probe_result* result) const;
  tilebase_code ProbeSubproblem(const Board& board, CellMask goal, CellMask fixed,
                                tilebase_probe_result* result) const;
  // The same as tilebase_hint; *hint holds the last hint, or zeros.
  tilebase_code Hint(const Board& board, tilebase_probe_result* hint) const;

  // Whether this set solves in the metric mtm: its solutions have few runs of equal actions.
  bool is_mtm() const { return stages().front().tables[0].is_mtm; }

  // Decodes a table of a lazy set that is not there yet, or all of them. Errors as for Create; a
  // table that is damaged stays so.
  absl::Status Prepare(size_t table) const { return decoded_->Prepare(table); }
  absl::Status PrepareAll() const { return decoded_->PrepareAll(); }
  bool IsWhole(size_t table) const { return decoded_->IsWhole(table); }
  uint64_t memory_bytes() const { return decoded_->memory_bytes(); }

  // The tables, in the order of the source. Their planes live as long as this set; in a lazy set
  // they are there after Prepare. Tables that are not kept whole have none, nor have pattern tables
  // (pattern_tables.h).
  absl::Span<const PolicyTable> tables() const { return decoded_->tables(); }
  absl::Span<const MoveTable> quick_tables() const { return decoded_->move_tables(); }
  // The stages that this set solves by: those of the plan's first staged part.
  absl::Span<const PolicyStage> stages() const { return staged_parts_.front(); }
  // The same of each staged part of the plan that ends at home, in order.
  absl::Span<const absl::Span<const PolicyStage>> staged_parts() const { return staged_parts_; }
  // Those that SolveLettersTo goes through, and the most letters of a way by them or by home.
  absl::Span<const PolicyStage> StagesTo(const Destination& destination) const;
  size_t MostLettersTo(const Destination& destination) const;

 private:
  PolicySet() = default;
  // A solution longer than the certified worst case means made-up tables.
  void RefuseLonger(SolveRequest* board) const {
    const bool has_count = board->code == TILEBASE_OK || board->code == TILEBASE_ERROR_BUFFER;
    if (has_count && board->count > info().certified_worst_case)
      board->code = TILEBASE_ERROR_DAMAGED;
  }
  size_t Number(const PolicyTable& table) const {
    return static_cast<size_t>(&table - tables().data());
  }
  // A staged part that ends at home. Its first stage may have another one's tables, of which the
  // symmetry makes its own (Plan::TablesOf).
  struct HomePart {
    Symmetry symmetry;
    size_t first_stage, end_stage;  // of by_parts_
    StageInfo first;

    bool SharesFirst(const HomePart& other) const {
      return symmetry == other.symmetry && first.first_table == other.first.first_table &&
             first.table_count == other.first.table_count;
    }
  };
  // A staged part that ends elsewhere than at home.
  struct OtherEnd {
    int blank;
    absl::Span<const PolicyStage> stages;
    QuickSolver solver;
    uint32_t worst_case;  // letters
  };
  // Null where SolveLettersTo goes by home.
  const OtherEnd* EndingAt(const Destination& destination) const;
  QuickSolver SolverOf(std::vector<StageInfo> stages) const;
  QuickSolver SolverOf(const PlanPart& part) const;
  void SolveSomeByParts(absl::Span<PartRequest> requests) const;
  tilebase_code Depth(size_t table, uint64_t rank, const Board& board, int32_t* depth) const;
  tilebase_code ProbeTable(const Board& board, size_t table, uint32_t stage,
                           tilebase_probe_result* result) const;

  std::unique_ptr<const DecodedTables> decoded_;
  std::vector<PolicyStage> stages_;  // of all parts, patterns too
  std::vector<absl::Span<const PolicyStage>> staged_parts_;
  bool is_lazy_ = false;
  QuickSolver solver_;
  QuickSolver by_parts_;  // the stages of all home_parts_
  std::vector<HomePart> home_parts_;
  std::vector<OtherEnd> other_ends_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_LOOKUP_POLICY_SET_H_
