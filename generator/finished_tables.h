// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The finished tables of a plan, in the journal (journal.h). A table's record is the table record
// of docs/format.md, its blocks are those of the store, in layout order (format.h).

#ifndef TILEBASE_GENERATOR_FINISHED_TABLES_H_
#define TILEBASE_GENERATOR_FINISHED_TABLES_H_

#include <stdint.h>

#include <functional>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "generator/journal.h"
#include "tables/store/store.h"
#include "tables/table_set.h"
#include "tables/table_source.h"

namespace tilebase {

class FinishedTables {
 public:
  // The journal must outlive this object.
  FinishedTables(Journal* journal, Geometry geometry);

  // Returns the finished table of this subproblem, or null. Valid until the next End.
  const TableInfo* Find(const Subproblem& subproblem, Metric metric) const;

  // Ends a table whose blocks were appended to the journal. Requires every field of `table`.
  // Errors: those of FileError.
  absl::Status End(const TableInfo& table);

  // Copies a finished table to the store and reports the bytes of every block to `done`. Requires
  // that Find returns the table. Errors: those of Journal::ReadBlock and of the writer.
  absl::Status Copy(const Subproblem& subproblem, Metric metric, StoreWriter* writer,
                    const std::function<void(uint64_t)>& done) const;

  // Decodes the first plane of a finished table. Requires that Find gives it, and out.size() ==
  // its layout's PlaneBytes(Plane::kPolicy). Errors: as above.
  absl::Status ReadFirstPlane(const Subproblem& subproblem, Metric metric, int threads,
                              absl::Span<uint8_t> out) const;

  // Reads the copy back: checks that table `number` of the store holds the journal's bytes. Their
  // content was hashed when they were made. Errors: DataLoss.
  absl::Status CheckCopy(const Subproblem& subproblem, Metric metric, const TableSource& store,
                         size_t number, int threads,
                         const std::function<void(uint64_t)>& done) const;

 private:
  struct Table {
    TableInfo info;
    size_t number;  // in the journal
  };
  const Table* FindTable(const Subproblem& subproblem, Metric metric) const;

  Journal& journal_;
  std::vector<Table> tables_;
};

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_FINISHED_TABLES_H_
