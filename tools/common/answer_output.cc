// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/common/answer_output.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "runtime/tilebase.h"
#include "tables/error.h"
#include "tables/hash.h"
#include "tables/records.h"
#include "tables/system/file_io.h"
#include "tools/common/command.h"

namespace tilebase {
namespace {

constexpr size_t kMostWaiting = size_t{64} << 10;

// Returns whether standard output is a file: then nobody watches the results.
bool PrintsToFile() { return !VersionOf(STDOUT_FILENO).empty(); }

}  // namespace

void AddBulkOptions(Command* command, const std::string& what, BulkArguments* arguments,
                    const std::vector<Option*>& others, const std::vector<Option*>& texts) {
  Option* const file =
      command
          ->AddOption("-o,--output", &arguments->file,
                      "Write the " + what +
                          " to this file: after any death the same command goes on with it")
          ->Values(AsText("the name of a file"))
          ->TypeName("FILE");
  Option* const force = command->AddFlag("--force", &arguments->force, "Replace FILE")->Needs(file);
  Option* const part =
      command
          ->AddOption("--part", &arguments->part_text,
                      "Only part K of N, which together give what one run without this gives")
          ->Values(AsPart())
          ->TypeName("K/N");
  Option* const binary = command->AddFlag("--binary", &arguments->binary,
                                          "A record of bytes for each: the cells, then the length");
  for (Option* const option : {file, force, part, binary})
    for (Option* const other : others) option->Excludes(other);
  for (Option* const text : texts) binary->Excludes(text);
}

namespace {

constexpr size_t kReadBytes = size_t{4} << 20;  // longer than any line

constexpr size_t kSampleBytes = size_t{64} << 10;

// Identifies a file, so that another file in its place, also one made by `cp -p`, or other content
// gives another text. Reads its beginning and its end. Empty if it is no regular file.
std::string IdentityOf(int fd) {
  std::string identity = VersionOf(fd);
  const absl::StatusOr<uint64_t> bytes = SizeOf(fd, "");
  if (identity.empty() || !bytes.ok()) return "";
  for (const uint64_t at : {uint64_t{0}, *bytes - std::min<uint64_t>(*bytes, kSampleBytes)}) {
    std::vector<uint8_t> sample(kSampleBytes);
    sample.resize(ReadSome(fd, "", absl::MakeSpan(sample), at).value_or(0));
    absl::StrAppend(&identity, " ", Hash64(sample));
  }
  return identity;
}

// Identifies the input that the answers depend on, if it is a file.
std::string InputFile() {
  const std::string identity = IdentityOf(STDIN_FILENO);
  return identity.empty() ? "" : absl::StrCat(identity, " ", lseek(STDIN_FILENO, 0, SEEK_CUR));
}

std::string TableFile(const std::string& path) {
  const absl::StatusOr<FileDescriptor> fd = OpenToRead(path);
  return fd.ok() ? IdentityOf(fd->get()) : "";
}

}  // namespace

absl::Status AnswerOutput::Open(const BulkArguments& arguments, const Command& command,
                                const std::string& table_set,
                                const std::optional<RecordForm>& form) {
  if (absl::Status status = CheckOutput(arguments.file, arguments.force); !status.ok())
    return status;
  const std::string job =
      absl::StrCat(command.name(), "\n", command.ValuesText(), tilebase_version(), "\n",
                   TableFile(table_set), "\n", InputFile());
  path_ = arguments.file;
  replace_ = arguments.force;
  partial_ = PartialName(path_, absl::StrFormat("%016x", Hash64(AsBytes(job))));
  absl::StatusOr<FileDescriptor> fd = OpenWorkFile(partial_, "");
  if (!fd.ok()) return fd.status();
  fd_.emplace(*std::move(fd));
  // Another process may have finished and renamed the file between our open and our lock.
  if (!TryLock(fd_->get()) || !Names(partial_, fd_->get()))
    return MakeError(absl::StatusCode::kUnavailable,
                     {.where = path_,
                      .what = "another process is writing it",
                      .remedy = "wait for its end, or choose another name"});
  CatchInterrupts();
  bar_ = std::make_unique<ProgressBar>("boards");
  if (absl::Status status = Keep(form); !status.ok()) return status;
  if (answered_ > 0)
    std::fprintf(stderr, "tilebase: %s: going on from %s\n", path_.c_str(),
                 Counted(answered_, "board").c_str());
  return SetSize(fd_->get(), partial_, written_);
}

// Counts the whole records at the beginning of the file, and their bytes.
absl::Status AnswerOutput::Keep(const std::optional<RecordForm>& form) {
  std::string buffer(kReadBytes, '\0');
  for (size_t held = 0;;) {
    uint8_t* const space = reinterpret_cast<uint8_t*>(buffer.data()) + held;
    const absl::StatusOr<size_t> got =
        ReadSome(fd_->get(), partial_, {space, buffer.size() - held}, written_ + held);
    if (!got.ok()) return got.status();
    if (*got == 0) return absl::OkStatus();
    std::string_view rest(buffer.data(), held + *got);
    while (!rest.empty()) {
      const size_t end = form ? form->bytes() : rest.find('\n') + 1;
      if (end == 0 || end > rest.size()) break;
      const std::string_view record = rest.substr(0, end);
      const bool torn = form ? record.substr(0, 2) == std::string_view("\0\0", 2)
                             : record.find('\0') != record.npos;
      if (torn) return absl::OkStatus();
      some_failed_ |= form ? !form->HasLength(record)
                           : record.starts_with("error: ") || record.starts_with("{\"error\"");
      ++answered_;
      written_ += end;
      rest.remove_prefix(end);
    }
    held = rest.size();
    if (held == buffer.size()) return absl::OkStatus();
    std::memmove(buffer.data(), rest.data(), held);
  }
}

void AnswerOutput::Write() {
  if (status_.ok()) status_ = WriteAt(fd_->get(), partial_, AsBytes(waiting_), written_);
  written_ += waiting_.size();
  waiting_.clear();
  next_write_ = Clock::now() + std::chrono::seconds(1);
}

absl::Status AnswerOutput::Finish() {
  bar_.reset();
  if (path_.empty()) return absl::OkStatus();
  Write();
  if (!status_.ok()) return status_;
  if (interrupted)
    return absl::CancelledError(
        absl::StrCat(path_, ": stopped; the same command goes on from here"));
  if (absl::Status status = Sync(fd_->get(), partial_); !status.ok()) return status;
  return Publish(partial_, path_, replace_);
}

void AnswerOutput::Add(std::string_view text) {
  if (path_.empty())
    std::fwrite(text.data(), 1, text.size(), stdout);
  else
    waiting_ += text;
}

AnswerOutput::AnswerOutput()
    : bar_(PrintsToFile() ? std::make_unique<ProgressBar>("boards") : nullptr) {}

bool AnswerOutput::IsOpen() const {
  return path_.empty() ? std::ferror(stdout) == 0 : status_.ok() && !interrupted;
}

void AnswerOutput::Progress(uint64_t done, uint64_t total) {
  if (path_.empty()) {
    if (bar_ != nullptr) bar_->Update(done, total == 0 ? 0 : std::max(total, done), "");
    return;
  }
  if (waiting_.size() >= kMostWaiting || Clock::now() >= next_write_) Write();
  bar_->Update(done - answered_, total == 0 ? 0 : std::max(total, done) - answered_, "");
}

}  // namespace tilebase
