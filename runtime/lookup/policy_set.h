// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// An opened table set that solves boards. Opening does all the checking and decoding; a query is
// lookups only: no allocation, no lock, no system call, any number of threads.
//
// A lazy set decodes a table when it is first needed. The query that needs it locks, allocates and
// starts threads; once the tables are decoded, queries are lookups only as well.
//
// If the compressed tables exceed the memory limit, the smallest ones are kept whole, as above, and
// the others are read through a cache of their blocks (decoded_tables.h). Queries that need the
// others lock, and decode blocks that are not in the cache.

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
  // The tables are decoded into memory; raw tables are used in place. Errors: FailedPrecondition if
  // the plan has no staged part; those of TableSource::ReadTable; ResourceExhausted without enough
  // memory, or if options.memory_bytes is less than both what the tables need and the smallest
  // cache. If memory is short, shortcuts are left out first.
  static absl::StatusOr<std::unique_ptr<PolicySet>> Create(
      std::shared_ptr<const TableSource> source, const PolicySetOptions& options = {});

  const TableSource& source() const { return *decoded_->source(); }
  const std::shared_ptr<const TableSource>& shared_source() const { return decoded_->source(); }
  const SetInfo& info() const { return source().info(); }

  // Reads a board of one byte a cell. Returns TILEBASE_OK, _BOARD, _BOARD_SIZE or _UNSOLVABLE;
  // stores the board with TILEBASE_OK and _UNSOLVABLE.
  tilebase_code ReadBoard(const uint8_t* cells, size_t size, Board* board) const;

  // Solves boards of one byte a cell (of the set's size), by shortcuts and quick walks. Stores the
  // letters, their number and a code in each request; see quick_solver.h.
  void SolveLetters(SolveRequest* board) const {
    solver_.Solve(board);
    RefuseLonger(board);
  }
  void SolveLetters(absl::Span<SolveRequest> boards) const {
    solver_.SolveBatch(boards);
    for (SolveRequest& board : boards) RefuseLonger(&board);
  }
  // Like SolveLetters, for renamed boards: the letters lead to destination.end(), by the part of
  // the plan that ends there, or else by way of home. `stages` needs room for StagesTo().size()
  // entries.
  void SolveLettersTo(const Destination& destination, SolveRequest* board) const;
  void SolveLettersTo(const Destination& destination, absl::Span<SolveRequest> boards) const;

  // Like SolveLetters, by another of staged_parts(); part 0 is that of SolveLetters. Pass all
  // requests together: requests for one board must follow one another, and share what their parts
  // have in common.
  struct PartRequest : SolveRequest {
    size_t part = 0;
  };
  void SolveLettersByParts(absl::Span<PartRequest> requests) const;

  // Solves by Algorithm 2 with the plain walk, the reference for SolveLetters. Requires that all
  // tables are ready and kept whole, and a solvable board of the set's size. Writes at most
  // `capacity` actions to `actions`, converted by Convert(Action), and stores their number in
  // *count. Returns TILEBASE_OK; _BUFFER if *count > capacity; _DAMAGED if the tables do not lead
  // to the goal.
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

  // Reads the slide that a table of tables(), which is ready, gives for a state with the blank
  // there: a slide of one tile, or in the metric mtm of several. The slide has no tiles if the
  // entry is damaged, or says that the goal cannot be reached. Returns TILEBASE_OK or BlockCache's
  // codes.
  tilebase_code ReadStep(const PolicyTable& table, uint64_t rank, int blank, Slide* step) const;

  // As in tilebase.h. Both require a solvable board of the set's size.
  tilebase_code Probe(const Board& board, tilebase_probe_result* result) const;
  tilebase_code ProbeSubproblem(const Board& board, CellMask goal, CellMask fixed,
                                tilebase_probe_result* result) const;
  // As tilebase_hint; *hint holds the last hint, or zeros.
  tilebase_code Hint(const Board& board, tilebase_probe_result* hint) const;

  // Returns whether this set solves in the metric mtm: its solutions have few runs of equal
  // actions.
  bool is_mtm() const { return stages().front().tables[0].is_mtm; }

  // Decodes a table of a lazy set unless it is decoded, or all tables. Errors as for Create; a
  // damaged table stays damaged.
  absl::Status Prepare(size_t table) const { return decoded_->Prepare(table); }
  absl::Status PrepareAll() const { return decoded_->PrepareAll(); }
  bool IsWhole(size_t table) const { return decoded_->IsWhole(table); }
  uint64_t memory_bytes() const { return decoded_->memory_bytes(); }

  // The tables, in the order of the source. Their planes live as long as this set; in a lazy set
  // they are there after Prepare. Tables that are not kept whole have no planes, and neither have
  // pattern tables (pattern_tables.h).
  absl::Span<const PolicyTable> tables() const { return decoded_->tables(); }
  absl::Span<const MoveTable> quick_tables() const { return decoded_->move_tables(); }
  // The stages of the plan's first staged part, by which this set solves.
  absl::Span<const PolicyStage> stages() const { return staged_parts_.front(); }
  // The stages of each staged part that ends at home, in order.
  absl::Span<const absl::Span<const PolicyStage>> staged_parts() const { return staged_parts_; }
  // StagesTo returns the stages of SolveLettersTo; MostLettersTo the most letters of a solution by
  // them or by way of home.
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
  // A staged part that ends at home. Its first stage may use another stage's tables, by a symmetry
  // (Plan::TablesOf).
  struct HomePart {
    Symmetry symmetry;
    size_t first_stage, end_stage;  // range in by_parts_
    StageInfo first;

    bool SharesFirst(const HomePart& other) const {
      return symmetry == other.symmetry && first.first_table == other.first.first_table &&
             first.table_count == other.first.table_count;
    }
  };
  // A staged part that ends away from home.
  struct OtherEnd {
    int blank;
    absl::Span<const PolicyStage> stages;
    QuickSolver solver;
    uint32_t worst_case;  // letters
  };
  // Returns null if SolveLettersTo goes by way of home.
  const OtherEnd* EndingAt(const Destination& destination) const;
  QuickSolver SolverOf(std::vector<StageInfo> stages) const;
  QuickSolver SolverOf(const PlanPart& part) const;
  void SolveSomeByParts(absl::Span<PartRequest> requests) const;
  tilebase_code Depth(size_t table, uint64_t rank, const Board& board, int32_t* depth) const;
  tilebase_code ProbeTable(const Board& board, size_t table, uint32_t stage,
                           tilebase_probe_result* result) const;

  std::unique_ptr<const DecodedTables> decoded_;
  std::vector<PolicyStage> stages_;  // of all parts, including patterns
  std::vector<absl::Span<const PolicyStage>> staged_parts_;
  bool is_lazy_ = false;
  QuickSolver solver_;
  QuickSolver by_parts_;  // the stages of all home_parts_
  std::vector<HomePart> home_parts_;
  std::vector<OtherEnd> other_ends_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_LOOKUP_POLICY_SET_H_
