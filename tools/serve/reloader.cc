// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/serve/reloader.h"

#include <sys/stat.h>

#include <chrono>
#include <exception>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tables/plan.h"

namespace tilebase::serve {

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
    say_(absl::StrCat("loaded ", sets_[i]->path, ": ", ToString(sets_[i]->info().geometry),
                      ", plan ", sets_[i]->info().plan));
    ++metrics_.loads;
  }
}

void Reloader::Refuse(const absl::Status& why) {
  say_(absl::StrCat(std::string(why.message()), "; the tables loaded before go on"));
  ++metrics_.loads_refused;
}

}  // namespace tilebase::serve
