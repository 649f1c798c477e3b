// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/serve/catalog.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "tables/codec/codec.h"
#include "tables/error.h"
#include "tables/format.h"
#include "tables/open_source.h"
#include "tables/plan.h"
#include "tables/system/file_io.h"
#include "tools/common/json.h"

namespace tilebase::serve {
namespace {

// Copies the file into `to`, as long as it has bytes: one that shrinks meanwhile gives fewer, and
// is found to be truncated when it is checked.
absl::Status CopyFile(const std::string& path, int to) {
  // O_NONBLOCK: opening a FIFO must not wait for a writer.
  const FileDescriptor from(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (from.get() < 0) return FileError(path, "open", errno);
  struct stat status;
  if (fstat(from.get(), &status) != 0) return FileError(path, "open", errno);
  if (!S_ISREG(status.st_mode))
    return absl::FailedPreconditionError(
        absl::StrCat(path, ": not a tilebase file: expected a regular file, found ",
                     S_ISDIR(status.st_mode) ? "a directory" : "a device or pipe",
                     "; give the name of a file made by 'tilebase build'"));
  std::vector<uint8_t> buffer(size_t{1} << 20);
  for (uint64_t at = 0;;) {
    const ssize_t count = read(from.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return FileError(path, "read", errno);
    if (count == 0) return absl::OkStatus();
    const absl::Span<const uint8_t> bytes(buffer.data(), static_cast<size_t>(count));
    if (absl::Status written = WriteAt(to, path, bytes, at); !written.ok()) return written;
    at += bytes.size();
  }
}

// An error about the copy, told of the file.
absl::Status About(const std::string& path, const std::string& copy, const absl::Status& error) {
  ErrorParts parts = PartsOf(error);
  absl::string_view where = parts.where;
  if (!absl::ConsumePrefix(&where, copy)) return ErrorWithin(path, error);
  parts.where = absl::StrCat(path, where);
  return MakeError(error.code(), parts);
}

std::string HexOf(uint64_t hash) { return absl::StrCat(absl::Hex(hash, absl::kZeroPad16)); }

std::string Describe(const LoadedSet& set) {
  const TableSource& source = set.policies().source();
  const SetInfo& info = source.info();
  nlohmann::ordered_json object;
  object["board"] = ToString(info.geometry);
  object["plan"] = info.plan;
  // Not where it lies: that is nobody's business but the server's.
  object["file"] = set.path.substr(set.path.rfind('/') + 1);
  object["format"] = kFormatVersion;
  object["creator"] = info.creator;
  object["certified_worst_case"] = info.certified_worst_case;
  object["probes_lead_home"] = !source.HasGrownStage();
  object["file_bytes"] = source.file_bytes();
  object["memory_bytes"] = set.memory_bytes;
  object["stages"] = nlohmann::ordered_json::array();
  for (const StageInfo& stage : info.stages)
    object["stages"].push_back({{"first_table", stage.first_table}, {"tables", stage.table_count}});
  object["tables"] = nlohmann::ordered_json::array();
  for (const TableInfo& table : source.tables()) {
    nlohmann::ordered_json entry;
    entry["goal"] = TileList(table.subproblem.goal);
    entry["fixed"] = TileList(table.subproblem.fixed);
    entry["metric"] = Name(table.metric);
    entry["entries"] = table.entries;
    entry["reachable"] = table.reachable;
    entry["max_depth"] = table.max_depth();
    entry["mean_depth"] = std::round(table.mean_depth() * 1e6) / 1e6;
    entry["codec"] = Name(table.codec);
    entry["stored_bytes"] = table.stored_bytes;
    entry["content_hash"] = HexOf(table.content_hash);
    object["tables"].push_back(entry);
  }
  return JsonLine(object);
}

}  // namespace

absl::StatusOr<std::shared_ptr<const LoadedSet>> LoadSet(const std::string& path, int threads) {
  const FileDescriptor memory(memfd_create("tilebase", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (memory.get() < 0) return FileError(path, "make memory for it", errno);
  if (absl::Status status = CopyFile(path, memory.get()); !status.ok()) return status;
  if (fcntl(memory.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL))
    return FileError(path, "seal its copy", errno);
  // A name for it, which the reader takes like any other. Its mapping stays when `memory` closes.
  const std::string name = absl::StrCat("/proc/self/fd/", memory.get());
  auto source = OpenSource(name, {.check_content = true, .threads = threads});
  absl::Status status = source.status();
  auto set = std::make_shared<LoadedSet>();
  if (status.ok()) {
    auto answers = AnsweringSet::Create(*std::move(source), {.threads = threads});
    status = answers.status();
    if (status.ok()) set->answers = *std::move(answers);
  }
  if (status.ok()) status = set->answers->PrepareEffort(threads);
  if (!status.ok()) return About(path, name, status);
  set->path = path;
  set->memory_bytes = set->answers->memory_bytes() + set->policies().source().file_bytes();
  set->description = Describe(*set);
  return std::shared_ptr<const LoadedSet>(std::move(set));
}

absl::StatusOr<std::shared_ptr<const Catalog>> Catalog::Create(
    const std::vector<std::shared_ptr<const LoadedSet>>& sets) {
  auto catalog = std::shared_ptr<Catalog>(new Catalog());
  int with_cells[kMaxCells + 1] = {};
  catalog->description_ = "{\"sets\":[";
  for (const auto& set : sets) {
    const Geometry geometry = set->info().geometry;
    if (const LoadedSet* const other = catalog->Find(geometry))
      return absl::InvalidArgumentError(absl::StrCat(set->path, " and ", other->path,
                                                     " are both for the ", ToString(geometry),
                                                     " board; give one table set a board size"));
    const size_t cells = static_cast<size_t>(geometry.cells());
    catalog->by_cells_[cells] = ++with_cells[cells] == 1 ? set.get() : nullptr;
    absl::StrAppend(&catalog->sizes_, catalog->sizes_.empty() ? "" : ", ", ToString(geometry));
    absl::StrAppend(&catalog->description_, catalog->sets_.empty() ? "" : ",", set->description);
    catalog->memory_bytes_ += set->memory_bytes;
    catalog->sets_.push_back(set);
  }
  catalog->description_ += "]}\n";
  return std::shared_ptr<const Catalog>(std::move(catalog));
}

const LoadedSet* Catalog::Find(Geometry geometry) const {
  for (const auto& set : sets_)
    if (set->info().geometry == geometry) return set.get();
  return nullptr;
}

}  // namespace tilebase::serve
