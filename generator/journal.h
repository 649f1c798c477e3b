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
// table's record, which says which table it is: what records and blocks hold is up to the build
// (finished_tables.h, words/word_build.cc). A table is finished when its table frame is there and
// every block before it is whole. The hashes find whatever a crash cuts off or a disk damages;
// those tables are made again.
//
// One process at a time: the file is locked while it is open.

#ifndef TILEBASE_GENERATOR_JOURNAL_H_
#define TILEBASE_GENERATOR_JOURNAL_H_

#include <stdint.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "tables/system/file_io.h"

namespace tilebase {

class Journal {
 public:
  static constexpr uint32_t kMaxPayload = 1 << 20;  // a table record of 65536 depths is half of it

  // Opens the journal at `path`, or begins one. Errors: FailedPrecondition if it was begun with
  // another identity (the message gives both), is in use by another process, or is no journal;
  // those of FileError.
  static absl::StatusOr<std::unique_ptr<Journal>> Open(const std::string& path,
                                                       const std::string& identity);

  // How many tables were finished when the journal was opened, and whether damage was dropped.
  size_t resumed_tables() const { return resumed_tables_; }
  bool dropped_damage() const { return dropped_damage_; }

  // A random name part that stays the same as long as the journal exists, and that no other journal
  // has. It names the build's files, so a killed build finds its own files again.
  const std::string& token() const { return token_; }

  // The finished tables, numbered in the order in which they were appended.
  size_t tables() const { return tables_.size(); }
  const std::string& record(size_t table) const { return tables_[table].record; }
  size_t blocks(size_t table) const { return tables_[table].blocks.size(); }

  // Appends a table: its blocks of at most kMaxPayload bytes, then its record. Errors: those of
  // FileError; tables finished before stay.
  absl::Status AppendBlock(absl::Span<const uint8_t> stored);
  absl::Status EndTable(std::string record);

  // Reads a block of a finished table. Any number of threads may read. Errors: DataLoss if the
  // journal changed on disk since it was written.
  absl::Status ReadBlock(size_t table, size_t block, std::vector<uint8_t>* stored) const;

  // Deletes the file. Do not use the journal afterwards.
  void Remove();

 private:
  struct Frame {
    uint64_t offset = 0;  // of the payload
    uint32_t bytes = 0;
  };
  struct Table {
    std::string record;
    std::vector<Frame> blocks;
  };

  Journal(std::string path, FileDescriptor file) : path_(std::move(path)), file_(std::move(file)) {}
  absl::Status Load(const std::string& identity);
  bool NextFrame(uint64_t file_bytes, uint32_t* kind, Frame* frame, std::string* payload,
                 bool* sound);
  absl::Status AppendFrame(uint32_t kind, absl::Span<const uint8_t> payload);

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
