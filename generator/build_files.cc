// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "generator/build_files.h"

#include "absl/strings/str_cat.h"
#include "tables/system/file_io.h"

namespace tilebase {
namespace {

// A journal of less work than this is not kept after an error.
constexpr double kWorthKeepingSeconds = 10;

}  // namespace

absl::StatusOr<std::unique_ptr<BuildFiles>> BuildFiles::Open(
    const std::string& output, const std::string& identity, double checkpoint_seconds,
    const std::function<void(const std::string&)>& note) {
  auto files = std::unique_ptr<BuildFiles>(new BuildFiles(output, checkpoint_seconds));
  const std::string path = output + ".journal";
  auto opened = Journal::Open(path, identity);
  if (!opened.ok()) return opened.status();
  files->journal_ = *std::move(opened);  // first, so the destructor can remove it
  const Journal& journal = *files->journal_;
  files->partial_ = PartialName(output, journal.token());
  files->checkpoints_ = absl::StrCat(output, ".", journal.token(), ".level");
  RemoveFile(files->partial_);  // of a build that was killed
  const size_t tables = journal.resumed_tables();
  const bool searching = OpenToRead(files->checkpoints_).ok();
  files->resumed_ = tables > 0 || searching;
  if (!note) return files;
  if (files->resumed_)
    note(absl::StrCat("going on from ", path, ": ", tables,
                      tables == 1 ? " table is" : " tables are", " finished",
                      searching ? ", one is begun" : ""));
  if (journal.dropped_damage())
    note(absl::StrCat(path, " is damaged in part; that part is made again"));
  return files;
}

BuildFiles::~BuildFiles() {
  if (journal_ == nullptr) return;
  RemoveFile(partial_);
  if (!published_ && IsWorthKeeping()) return;
  if (checkpoint_.has_value()) checkpoint_->Remove();
  if (!checkpoints_.empty()) Checkpoint::RemoveAll(checkpoints_);
  journal_->Remove();
}

Checkpoint* BuildFiles::CheckpointOf(const std::string& search) {
  return &checkpoint_.emplace(checkpoints_, search, checkpoint_seconds_);
}

bool BuildFiles::IsWorthKeeping() const {
  return SecondsSince(start_) >= kWorthKeepingSeconds || resumed_;
}

absl::Status BuildFiles::End(const absl::Status& status) {
  published_ = status.ok();
  if (published_ || !IsWorthKeeping()) return status;
  return absl::Status(status.code(),
                      absl::StrCat(status.message(), "; what is finished is kept in ", output_,
                                   ".journal, and the same command goes on from it"));
}

}  // namespace tilebase
