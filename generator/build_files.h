// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The work files of a build, next to its output: OUTPUT.journal (journal.h) and, with the journal's
// random token in their names, OUTPUT.TOKEN.level for a search that takes long (checkpoint.h) and
// OUTPUT.TOKEN.partial, the output until it is complete. A build that was killed finds them again.
//
// Invariant: after a build that ended well nothing stays beside the output. After one that failed,
// only work worth keeping stays, and the error says so.

#ifndef TILEBASE_GENERATOR_BUILD_FILES_H_
#define TILEBASE_GENERATOR_BUILD_FILES_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "generator/checkpoint.h"
#include "generator/journal.h"
#include "tables/system/clock.h"

namespace tilebase {

class BuildFiles {
 public:
  // Begins or resumes the journal of a build with this identity. `note` gets a line if there is
  // something to say; it may be empty. Errors: those of Journal::Open.
  static absl::StatusOr<std::unique_ptr<BuildFiles>> Open(
      const std::string& output, const std::string& identity, double checkpoint_seconds,
      const std::function<void(const std::string&)>& note);
  // Works after exceptions, too.
  ~BuildFiles();
  BuildFiles(const BuildFiles&) = delete;
  BuildFiles& operator=(const BuildFiles&) = delete;

  Journal* journal() { return journal_.get(); }
  // The checkpoint of a search, until the next call. `search`: as in checkpoint.h.
  Checkpoint* CheckpointOf(const std::string& search);
  // The beginning of the paths of all processes' checkpoints.
  const std::string& checkpoints() const { return checkpoints_; }
  const std::string& partial() const { return partial_; }

  // Call this last, with how the build ended. Returns the same; an error says if work is kept.
  absl::Status End(const absl::Status& status);

 private:
  BuildFiles(const std::string& output, double checkpoint_seconds)
      : output_(output), checkpoint_seconds_(checkpoint_seconds) {}
  bool IsWorthKeeping() const;

  const std::string output_;
  const double checkpoint_seconds_;
  const Clock::time_point start_ = Clock::now();
  std::unique_ptr<Journal> journal_;
  std::string partial_;
  std::string checkpoints_;
  std::optional<Checkpoint> checkpoint_;
  bool resumed_ = false;  // from a finished table or the state of a search
  bool published_ = false;
};

}  // namespace tilebase

#endif  // TILEBASE_GENERATOR_BUILD_FILES_H_
