// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Answers for a warehouse as it stands: with as many blanks and wanted loads as its table has, by
// the table; with more blanks, by warehouse_search.h; with more loads, one load after another.

#ifndef TILEBASE_RUNTIME_WORDS_WAREHOUSE_H_
#define TILEBASE_RUNTIME_WORDS_WAREHOUSE_H_

#include <stdint.h>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runtime/words/warehouse_search.h"
#include "runtime/words/warehouse_values.h"
#include "runtime/words/word_set.h"

namespace tilebase {

enum class Deliver {
  kAny,    // stay if the table has as many loads as the board, leave otherwise
  kStay,   // delivered loads stay: at the end each stands on a goal cell
  kLeave,  // a load on a goal cell leaves after the step, and its cell is a blank
};

struct WarehouseAnswer {
  YardPlan plan;
  uint64_t bound = 0;  // no plan has fewer steps
};

// Immutable; all functions are safe from many threads.
class Warehouse {
 public:
  // `set` must outlive the object. Errors: InvalidArgument if it is of no warehouse.
  static absl::StatusOr<Warehouse> Create(const WordSet* set);

  // `word`: blanks, wanted loads (1) and others (2), as ReadMoreWord reads them. Errors:
  // InvalidArgument; NotFound if the table's blanks cannot bring the loads to goals; DataLoss.
  absl::StatusOr<WarehouseAnswer> Solve(const Word& word, Deliver deliver,
                                        const WarehouseEffort& effort) const;

 private:
  // A warehouse on the way, and the steps up to there.
  struct Stage {
    Yard yard;
    YardPlan plan;
    uint64_t left = 0;  // steps of the loads still there, each alone
  };

  explicit Warehouse(const WordSet* set) : values_(set) {}
  // What is left when each load on a goal cell has gone. Returns whether one has.
  bool Leave(Yard* yard) const;
  absl::StatusOr<YardPlan> DeliverAll(const Yard& yard, const WarehouseEffort& effort) const;
  absl::Status DeliverOne(int load, const WarehouseEffort& effort, Stage* stage) const;
  absl::StatusOr<YardPlan> Find(const Yard& yard, const WarehouseEffort& effort) const {
    return WarehouseSearch(&values_).Find(yard, effort);
  }

  YardValues values_;
};

}  // namespace tilebase

#endif  // TILEBASE_RUNTIME_WORDS_WAREHOUSE_H_
