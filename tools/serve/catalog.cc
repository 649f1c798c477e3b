// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/serve/catalog.h"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <utility>

#include "absl/strings/str_cat.h"
#include "runtime/c_api/words.h"
#include "tables/codec/codec.h"
#include "tables/error.h"
#include "tables/format.h"
#include "tables/plan.h"
#include "tables/system/file_io.h"
#include "tables/table_source.h"
#include "tables/words/word_file.h"
#include "tools/common/json.h"
#include "tools/common/table_file.h"
#include "tools/common/word_json.h"

namespace tilebase::serve {
namespace {

std::string HexOf(uint64_t hash) { return absl::StrCat(absl::Hex(hash, absl::kZeroPad16)); }

std::string Describe(const LoadedSet& set) {
  const TableSource& source = set.policies().source();
  const SetInfo& info = source.info();
  Json object;
  object["board"] = ToString(info.geometry);
  object["plan"] = info.plan;
  // Not where it lies: that is nobody's business but the server's.
  object["file"] = set.name();
  object["format"] = info.format();
  object["creator"] = info.creator;
  object["certified_worst_case"] = info.certified_worst_case;
  object["probes_lead_home"] = !source.HasGrownStage();
  object["shortest"] = set.optimal() != nullptr;
  object["any_size"] = set.any.has_value();
  object["file_bytes"] = source.file_bytes();
  object["memory_bytes"] = set.memory_bytes;
  object["stages"] = Json::EmptyList();
  for (const StageInfo& stage : info.stages)
    object["stages"].push_back({{"first_table", stage.first_table}, {"tables", stage.table_count}});
  object["tables"] = Json::EmptyList();
  for (const TableInfo& table : source.tables()) {
    Json entry;
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
  return object.Text();
}

}  // namespace

absl::StatusOr<std::shared_ptr<const LoadedSet>> LoadSet(const std::string& path, int threads,
                                                         uint64_t table_memory_bytes) {
  const absl::StatusOr<FileDescriptor> copy = CopyToMemory(path);
  if (!copy.ok()) return WithNextStep(path, copy.status());
  if (IsWordFile(PathOf(*copy))) {
    auto words =
        c_api::OpenWords(WordTables::Open(PathOf(*copy), path), threads, table_memory_bytes);
    if (!words.ok()) return words.status();
    auto set = std::make_shared<LoadedSet>();
    set->path = path;
    set->opened.words = *std::move(words);
    const WordSet& opened = set->opened.words->set();
    set->memory_bytes = opened.memory_bytes() + opened.file_bytes();
    Json description = WordInfoJson(opened.problem(), opened.files(), opened.file_bytes());
    description["file"] = set->name();
    description["memory_bytes"] = set->memory_bytes;
    set->description = description.Text();
    return std::shared_ptr<const LoadedSet>(std::move(set));
  }
  // The mapping of the copy stays when it is closed.
  const bool limited = table_memory_bytes != UINT64_MAX;
  auto source =
      OpenSource(PathOf(*copy),
                 {.check_content = !limited, .threads = threads, .most_copied = 0, .name = path});
  absl::Status status = source.status();
  if (status.ok() && limited) status = (*source)->CheckReadInPlace(threads);
  auto set = std::make_shared<LoadedSet>();
  if (status.ok()) {
    PolicySetOptions options;
    options.threads = threads;
    options.memory_bytes = set->opened.memory_bytes = table_memory_bytes;
    auto answers = AnsweringSet::Create(*std::move(source), options);
    status = answers.status();
    if (status.ok()) set->opened.answers = *std::move(answers);
    set->opened.optimal = std::make_shared<tilebase_optimal>();
  }
  // Within a limit, lookups go without what is too large.
  const auto unless_too_large = [&](const absl::Status& prepared) {
    return limited && absl::IsResourceExhausted(prepared) ? absl::OkStatus() : prepared;
  };
  if (status.ok()) status = unless_too_large(set->opened.answers->PrepareEffort(threads));
  if (status.ok() && OptimalSearch::IsFor(set->plan())) {
    auto optimal = OptimalSearch::Create(
        set->policies().shared_source(), &set->policies(), threads,
        table_memory_bytes - std::min(table_memory_bytes, set->opened.answers->memory_bytes()));
    status = unless_too_large(optimal.status());
    if (optimal.ok()) set->opened.optimal->owned = *std::move(optimal);
    set->opened.optimal->ready = set->opened.optimal->owned.get();
  }
  if (!status.ok()) return status;
  if (auto any = AnySolver::Create(set->policies()); any.ok()) set->any = *std::move(any);
  set->opened.goal = Board::Solved(set->info().geometry);
  set->path = path;
  set->memory_bytes = set->opened.answers->memory_bytes() + set->policies().source().file_bytes() +
                      (set->optimal() != nullptr ? set->optimal()->table_bytes() : 0);
  set->description = Describe(*set);
  return std::shared_ptr<const LoadedSet>(std::move(set));
}

absl::StatusOr<std::shared_ptr<const Catalog>> Catalog::Create(
    const std::vector<std::shared_ptr<const LoadedSet>>& sets) {
  auto catalog = std::shared_ptr<Catalog>(new Catalog());
  int with_cells[kMaxCells + 1] = {};
  catalog->description_ = "{\"sets\":[";
  std::string words;
  for (const auto& set : sets) {
    if (!set->is_words()) continue;
    for (const auto& other : catalog->words_)
      if (other->name() == set->name())
        return absl::InvalidArgumentError(
            absl::StrCat(set->path, " and ", other->path,
                         " have one name, by which requests choose; rename one"));
    absl::StrAppend(&words, words.empty() ? "" : ",", set->description);
    catalog->memory_bytes_ += set->memory_bytes;
    catalog->words_.push_back(set);
  }
  bool is_first = true;
  for (const auto& set : sets) {
    if (set->is_words()) continue;
    const Geometry geometry = set->info().geometry;
    absl::StrAppend(&catalog->description_, is_first ? "" : ",", set->description);
    is_first = false;
    catalog->memory_bytes_ += set->memory_bytes;
    if (set->any && catalog->any_ == nullptr) {
      catalog->any_ = set;
      const auto has_its_size = [&](const auto& other) {
        return other != set && !other->is_words() && other->info().geometry == geometry;
      };
      if (std::any_of(sets.begin(), sets.end(), has_its_size)) continue;
    }
    if (const LoadedSet* const other = catalog->Find(geometry))
      return absl::InvalidArgumentError(absl::StrCat(set->path, " and ", other->path,
                                                     " are both for the ", ToString(geometry),
                                                     " board; give one table set a board size"));
    const size_t cells = static_cast<size_t>(geometry.cells());
    catalog->by_cells_[cells] = ++with_cells[cells] == 1 ? set.get() : nullptr;
    absl::StrAppend(&catalog->sizes_, catalog->sizes_.empty() ? "" : ", ", ToString(geometry));
    catalog->sets_.push_back(set);
  }
  catalog->description_ += ']';
  if (!words.empty()) absl::StrAppend(&catalog->description_, ",\"words\":[", words, "]");
  catalog->description_ += "}\n";
  return std::shared_ptr<const Catalog>(std::move(catalog));
}

const LoadedSet* Catalog::Find(Geometry geometry) const {
  for (const auto& set : sets_)
    if (set->info().geometry == geometry) return set.get();
  return nullptr;
}

Reloader::Reloader(Options options, ServerMetrics* metrics, Publish publish, Say say)
    : options_(std::move(options)),
      metrics_(*metrics),
      publish_(std::move(publish)),
      say_(std::move(say)) {}

Reloader::~Reloader() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
  }
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
}

Reloader::Identity Reloader::Look(const std::string& path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0) return {};
  // The time of the inode's change moves with every write and with every rename over the name.
  return {status.st_dev, status.st_ino, status.st_size, status.st_ctim};
}

absl::StatusOr<std::shared_ptr<const Catalog>> Reloader::LoadAll() {
  for (const std::string& file : options_.files) {
    tried_.push_back(Look(file));
    auto set = LoadSet(file, options_.threads, options_.table_memory_bytes);
    if (!set.ok()) return set.status();
    sets_.push_back(*std::move(set));
    ++metrics_.loads;
  }
  return Catalog::Create(sets_);
}

void Reloader::Start() {
  thread_ = std::thread([this] { Run(); });
}

void Reloader::ReloadAll() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    reload_all_ = true;
  }
  wake_.notify_one();
}

void Reloader::Run() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!stop_) {
    const auto woken = [this] { return stop_ || reload_all_; };
    if (options_.watch_time > 0)
      wake_.wait_for(lock, std::chrono::duration<double>(options_.watch_time), woken);
    else
      wake_.wait(lock, woken);
    if (stop_) return;
    const bool all = std::exchange(reload_all_, false);
    lock.unlock();
    try {
      Reload(all);
    } catch (const std::exception& error) {
      say_(absl::StrCat("cannot load table sets: ", error.what(), "; the old ones go on"));
    }
    lock.lock();
  }
}

void Reloader::Reload(bool all) {
  std::vector<std::shared_ptr<const LoadedSet>> sets = sets_;
  bool changed = false;
  for (size_t i = 0; i < sets.size(); ++i) {
    const Identity now = Look(options_.files[i]);
    if (!all && now == tried_[i]) continue;
    tried_[i] = now;
    auto set = LoadSet(options_.files[i], options_.threads, options_.table_memory_bytes);
    if (!set.ok()) {
      Refuse(set.status());
      continue;
    }
    sets[i] = *std::move(set);
    changed = true;
  }
  if (!changed) return;
  auto catalog = Catalog::Create(sets);
  if (!catalog.ok()) {
    Refuse(catalog.status());
    return;
  }
  // Whoever sees a load in the counter gets its answers.
  publish_(*std::move(catalog));
  sets.swap(sets_);
  for (size_t i = 0; i < sets.size(); ++i) {
    if (sets[i] == sets_[i]) continue;
    say_(absl::StrCat("loaded ", sets_[i]->path, ": ",
                      sets_[i]->is_words() ? ToString(sets_[i]->opened.words->problem())
                                           : absl::StrCat(ToString(sets_[i]->info().geometry),
                                                          ", plan ", sets_[i]->info().plan)));
    ++metrics_.loads;
  }
}

void Reloader::Refuse(const absl::Status& why) {
  say_(absl::StrCat(std::string(why.message()), "; the tables loaded before go on"));
  ++metrics_.loads_refused;
}

}  // namespace tilebase::serve
