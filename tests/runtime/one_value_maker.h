// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Makes tables of one metric whose entries are all the same, for tests that need no others.

#ifndef TILEBASE_TESTS_RUNTIME_ONE_VALUE_MAKER_H_
#define TILEBASE_TESTS_RUNTIME_ONE_VALUE_MAKER_H_

#include <algorithm>
#include <functional>
#include <string>

#include "generator/build.h"
#include "generator/encode.h"
#include "tables/format.h"

namespace tilebase {

class OneValueMaker : public TableMaker {
 public:
  // greatest: the last value of the histogram, which has all entries.
  OneValueMaker(Metric metric, SolvedEntry entry, size_t greatest)
      : metric_(metric), entry_(entry), greatest_(greatest) {}

  bool Takes(const Subproblem&, Metric metric) const override { return metric == metric_; }
  uint64_t MemoryNeeded(const Subproblem&) const override { return 1; }
  Solver::NeedsOnDisk OnDisk(const Subproblem&, int) const override { return {}; }
  absl::StatusOr<TableInfo> Make(
      TableJob job, const std::string&, double,
      const std::function<absl::Status(absl::Span<const uint8_t> stored)>& emit,
      DiskUse*) override {
    const uint64_t entries = EntryCount(job.subproblem, metric_);
    return EncodeTable(job.subproblem, metric_, OneValue(metric_, entries, entry_, greatest_), {},
                       emit);
  }

 private:
  struct OneValue : Solution {
    OneValue(Metric metric, uint64_t entries, SolvedEntry its_entry, size_t greatest)
        : entry(its_entry) {
      histogram_.resize(greatest + 1);
      histogram_.back() = entries;
      if (metric == Metric::kValue) fit_.resize(table_record::kFitBands);
    }
    void GetEntries(uint64_t begin, uint64_t end, SolvedEntry* out) const override {
      std::fill_n(out, end - begin, entry);
    }
    const SolvedEntry entry;
  };

  const Metric metric_;
  const SolvedEntry entry_;
  const size_t greatest_;
};

}  // namespace tilebase

#endif  // TILEBASE_TESTS_RUNTIME_ONE_VALUE_MAKER_H_
