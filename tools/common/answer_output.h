// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Writes a command's answers, a record for each board, to standard output or to a file. If the
// process dies, the same command continues the file.
//
// Such a file gets its name when it is complete. Until then it is FILE.JOB.partial, where JOB is a
// hash of everything that the answers depend on, so another command leaves it alone. A process that
// dies leaves whole records there, perhaps followed by a part of one, or by zeros if the machine
// stopped. Open keeps the records before the first that is not whole.

#ifndef TILEBASE_TOOLS_COMMON_ANSWER_OUTPUT_H_
#define TILEBASE_TOOLS_COMMON_ANSWER_OUTPUT_H_

#include <stdint.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "tables/system/clock.h"
#include "tables/system/file_io.h"
#include "tools/common/board_feed.h"
#include "tools/common/options.h"
#include "tools/common/quantity.h"

namespace tilebase {

// The options of commands that answer billions of boards.
struct BulkArguments {
  std::string file;  // empty: standard output
  bool force = false;
  std::string part_text = "1/1";
  bool binary = false;

  absl::StatusOr<Part> part() const { return ParsePart(part_text); }
};
// `what` is "answers" or "boards". The options exclude each of `others`; the option for binary
// output also excludes each of `texts`.
void AddBulkOptions(Command* command, const std::string& what, BulkArguments* arguments,
                    const std::vector<Option*>& others, const std::vector<Option*>& texts);

class AnswerOutput {
 public:
  // Writes to standard output.
  AnswerOutput();

  // Writes to a file instead, after the records that an earlier run of the same command has left
  // there. `command` has the given options, `table_set` is the file they read. Records are lines,
  // or of `form`. From now on, Ctrl-C asks to stop between two boards (command.h). Errors: as
  // CheckOutput; Unavailable if another process is writing the same file; Unimplemented on Windows.
  absl::Status Open(const BulkArguments& arguments, const Command& command,
                    const std::string& table_set, const std::optional<RecordForm>& form);

  // The number of records kept by Open.
  uint64_t answered() const { return answered_; }
  // Returns whether one of these says that a board has no answer.
  bool some_failed() const { return some_failed_; }

  // Adds a record, or a part of one.
  void Add(std::string_view text);
  // Returns whether to go on: the output can be written, and nobody has asked to stop.
  bool IsOpen() const;

  // Call after each board: writes what has waited long, and shows the progress. `total` is as in
  // BoardFeed::Total.
  void Progress(uint64_t done, uint64_t total);

  // Gives the file its name, unless it was asked to stop. Errors: those of writing; Cancelled.
  absl::Status Finish();

 private:
  absl::Status Keep(const std::optional<RecordForm>& form);
  void Write();

  std::string path_;  // empty: standard output
  std::string partial_;
  bool replace_ = false;
  std::optional<FileDescriptor> fd_;
  uint64_t written_ = 0;  // bytes
  std::string waiting_;   // text to be written
  Clock::time_point next_write_ = {};
  uint64_t answered_ = 0;
  bool some_failed_ = false;
  absl::Status status_;
  std::unique_ptr<ProgressBar> bar_;
};

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_ANSWER_OUTPUT_H_
