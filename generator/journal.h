// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Keeps a build's finished tables until all are done: an append-only file next to the output. A
// killed build continues from it. The output is made from the journal alone, so it is the same
// whether the build was interrupted or not.
//
// The file is a sequence of frames: kind u32 | payload length u32 | XXH3-64 of kind, length and
// payload u64 | payload. First comes the identity frame (a text that says what is being built),
// then for each table its block frames in order and a table frame. A table frame's payload is the
// table record of docs/format.md. A table is finished when its table frame is there and every block
// before it is whole. The hashes find whatever a crash cuts off or a disk damages; those tables are
// made again.
//
// One process at a time: the file is locked while it is open.

#ifndef TILEBASE_GENERATOR_JOURNAL_H_
#define TILEBASE_GENERATOR_JOURNAL_H_

#include <stdint.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "tables/store/store.h"
#include "tables/system/file_io.h"
#include "tables/table_set.h"
#include "tables/table_source.h"

namespace tilebase {

class Journal {
 public:
  // Opens the journal at `path`, or begins one. Errors: FailedPrecondition if it was begun with
  // another identity (the message gives both), is in use by another process, or is no journal;
  // those of FileError.
  static absl::StatusOr<std::unique_ptr<Journal>> Open(const std::string& path, Geometry geometry,
                                                       const std::string& identity);

  // How many tables were finished when the journal was opened, and whether damage was dropped.
  size_t resumed_tables() const { return resumed_tables_; }
  bool dropped_damage() const { return dropped_damage_; }

  // A random name part that stays the same as long as the journal exists, and that no other journal
  // has. It names the build's files, so a killed build finds its own files again.
  const std::string& token() const { return token_; }

  // Returns the finished table of this subproblem, or null. Valid until the next EndTable.
  const TableInfo* Find(const Subproblem& subproblem, Metric metric) const;

  // Appends a table: its blocks in layout order (format.h), then EndTable with every field of
  // `table` set. Errors: those of FileError; tables finished before stay.
  absl::Status AppendBlock(absl::Span<const uint8_t> stored);
  absl::Status EndTable(TableInfo table);

  // Copies a finished table to the store and reports the bytes of every block to `done`. Requires
  // that Find returns the table. Errors: DataLoss if the journal changed on disk since it was
  // written; those of the writer.
  absl::Status CopyTable(const Subproblem& subproblem, Metric metric, StoreWriter* writer,
                         const std::function<void(uint64_t)>& done) const;

  // Decodes the first plane of a finished table. Requires that Find gives it, and out.size() ==
  // its layout's PlaneBytes(Plane::kPolicy). Errors: DataLoss as above.
  absl::Status ReadFirstPlane(const Subproblem& subproblem, Metric metric, int threads,
                              absl::Span<uint8_t> out) const;

  // Reads the copy back: checks that table `number` of the store holds the journal's bytes. Their
  // content was hashed when they were made. Errors: DataLoss.
  absl::Status CheckCopy(const Subproblem& subproblem, Metric metric, const TableSource& store,
                         size_t number, int threads,
                         const std::function<void(uint64_t)>& done) const;

  // Deletes the file. Do not use the journal afterwards.
  void Remove();

 private:
  struct Frame {
    uint64_t offset = 0;  // of the payload
    uint32_t bytes = 0;
  };
  struct Table {
    TableInfo info;
    std::vector<Frame> blocks;
  };

  Journal(std::string path, FileDescriptor file) : path_(std::move(path)), file_(std::move(file)) {}
  absl::Status Load(Geometry geometry, const std::string& identity);
  bool NextFrame(uint64_t file_bytes, uint32_t* kind, Frame* frame, std::string* payload,
                 bool* sound);
  absl::Status AppendFrame(uint32_t kind, absl::Span<const uint8_t> payload);
  // Reads a block's bytes as they were written.
  absl::Status ReadBlock(const Table& table, const Frame& block,
                         std::vector<uint8_t>* stored) const;
  const Table* FindTable(const Subproblem& subproblem, Metric metric) const;

  const std::string path_;
  const FileDescriptor file_;
  std::string token_;
  uint64_t end_ = 0;  // where the next frame goes
  size_t resumed_tables_ = 0;
  bool dropped_damage_ = false;
  std::vector<Table> tables_;
  std::vector<Frame> blocks_;  // of the table being appended
};

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_JOURNAL_H_
