// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Where a command's answers go, a record for each board: standard output, or a file that the same
// command goes on with after any death.
//
// Such a file gets its name when it is complete. Until then it is FILE.JOB.partial, where JOB is a
// hash of all that the answers depend on, so another command leaves it alone. A death leaves whole
// records there and perhaps a piece of one, or zeros where the machine stopped: Open keeps the
// records before the first that is not whole.

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

// The options of commands that answer boards by the billion.
struct BulkArguments {
  std::string file;  // empty: standard output
  bool force = false;
  std::string part_text = "1/1";
  bool binary = false;

  absl::StatusOr<Part> part() const { return ParsePart(part_text); }
};
// `what` is "answers" or "boards". The options exclude each of `others`, that of binary output also
// each of `texts`.
void AddBulkOptions(Command* command, const std::string& what, BulkArguments* arguments,
                    const std::vector<Option*>& others, const std::vector<Option*>& texts);

class AnswerOutput {
 public:
  // To standard output.
  AnswerOutput();

  // To a file instead, after the records that an earlier run of the same command has left there;
  // `command` says which options were given, `table_set` is the file they read. Records are lines,
  // or of `form`. Ctrl-C asks from now on to stop between two boards (command.h). Errors: as
  // CheckOutput; Unavailable where another process is writing the same; Unimplemented on Windows.
  absl::Status Open(const BulkArguments& arguments, const Command& command,
                    const std::string& table_set, const std::optional<RecordForm>& form);

  // Records kept by Open.
  uint64_t answered() const { return answered_; }
  // Whether one of these says that a board has no answer.
  bool some_failed() const { return some_failed_; }

  // A record, or a piece of one.
  void Add(std::string_view text);
  // Whether to go on: the output can be written, and nobody has asked to stop.
  bool IsOpen() const;

  // After each board: what waits long is written, and the progress shown. `total`: as
  // BoardFeed::Total.
  void Progress(uint64_t done, uint64_t total);

  // Gives the file its name, if it was not asked to stop. Errors: those of writing; Cancelled.
  absl::Status Finish();

 private:
  absl::Status Keep(const std::optional<RecordForm>& form);
  void Write();

  std::string path_;  // empty: standard output
  std::string partial_;
  bool replace_ = false;
  std::optional<FileDescriptor> fd_;
  uint64_t written_ = 0;  // bytes
  std::string waiting_;   // to be written
  Clock::time_point next_write_ = {};
  uint64_t answered_ = 0;
  bool some_failed_ = false;
  absl::Status status_;
  std::unique_ptr<ProgressBar> bar_;
};

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_ANSWER_OUTPUT_H_
