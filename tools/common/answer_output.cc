// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/common/answer_output.h"

#ifndef _WIN32
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#include <algorithm>
#include <cerrno>
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
bool PrintsToFile() {
#ifdef _WIN32
  return false;
#else
  struct stat status;
  return fstat(STDOUT_FILENO, &status) == 0 && S_ISREG(status.st_mode);
#endif
}

}  // namespace

void AddBulkOptions(Command* command, const std::string& what, BulkArguments* arguments,
                    const std::vector<Option*>& others, const std::vector<Option*>& texts) {
  Option* const file =
      command
          ->AddOption("-o,--output", &arguments->file,
                      "Write the " + what +
                          " to this file: after any death the same command goes on with it")
          ->Values(AsFileName())
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

#ifdef _WIN32

absl::Status AnswerOutput::Open(const BulkArguments&, const Command&, const std::string&,
                                const std::optional<RecordForm>&) {
  return absl::UnimplementedError("-o: not on Windows; redirect standard output instead");
}
absl::Status AnswerOutput::Finish() { return status_; }
void AnswerOutput::Write() {}

#else

namespace {

constexpr size_t kReadBytes = size_t{4} << 20;  // longer than any line

constexpr size_t kSampleBytes = size_t{64} << 10;

// Identifies a file, so that another file in its place, also one made by `cp -p`, or other content
// gives another text. Reads its beginning and its end. Empty if it is no regular file.
std::string IdentityOf(int fd) {
  struct stat status;
  if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) return "";
  std::string identity =
      absl::StrCat(status.st_size, " ", status.st_ino, " ", status.st_mtim.tv_sec, ".",
                   status.st_mtim.tv_nsec, " ", status.st_ctim.tv_sec, ".", status.st_ctim.tv_nsec);
  for (const off_t at : {off_t{0}, std::max<off_t>(status.st_size - off_t{kSampleBytes}, 0)}) {
    std::string sample(kSampleBytes, '\0');
    sample.resize(
        static_cast<size_t>(std::max<ssize_t>(pread(fd, sample.data(), sample.size(), at), 0)));
    absl::StrAppend(&identity, " ", Hash64(AsBytes(sample)));
  }
  return identity;
}

// Identifies the input that the answers depend on, if it is a file.
std::string InputFile() {
  const std::string identity = IdentityOf(STDIN_FILENO);
  return identity.empty() ? "" : absl::StrCat(identity, " ", lseek(STDIN_FILENO, 0, SEEK_CUR));
}

std::string TableFile(const std::string& path) {
  const FileDescriptor fd(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  return IdentityOf(fd.get());
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
  const bool locked = flock(fd_->get(), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
  // Another process may have finished and renamed the file between our open and our lock.
  struct stat own, there;
  if (!locked || fstat(fd_->get(), &own) != 0 || stat(partial_.c_str(), &there) != 0 ||
      own.st_ino != there.st_ino)
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
    const ssize_t got = pread(fd_->get(), buffer.data() + held, buffer.size() - held,
                              static_cast<off_t>(written_ + held));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return FileError(partial_, "read", errno);
    if (got == 0) return absl::OkStatus();
    std::string_view rest(buffer.data(), held + static_cast<size_t>(got));
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

#endif

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
