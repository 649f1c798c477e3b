// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The service without a server: bytes of a connection in, bytes of the answers out.

#ifndef TILEBASE_TESTS_TOOLS_SERVE_ASKER_H_
#define TILEBASE_TESTS_TOOLS_SERVE_ASKER_H_

#include <stdint.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "generator/build.h"
#include "tables/plan.h"
#include "tools/serve/catalog.h"
#include "tools/serve/http_reader.h"
#include "tools/serve/service.h"

namespace tilebase::serve {

// A catalog of small tables for each of the sizes, such as "3x3".
inline std::shared_ptr<const Catalog> MakeCatalog(const std::vector<std::string>& sizes) {
  std::string folder = (std::filesystem::temp_directory_path() / "tilebase-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) abort();
  std::vector<std::shared_ptr<const LoadedSet>> sets;
  for (const std::string& size : sizes) {
    const Plan plan = *ParsePlan(*ParseGeometry(size), "ladder:1");
    const std::string path = folder + "/" + size;
    if (!BuildTableSet(plan, path, {}).ok()) abort();
    sets.push_back(*LoadSet(path, 1));
  }
  std::filesystem::remove_all(folder);
  return *Catalog::Create(std::move(sets));
}

class Asker {
 public:
  explicit Asker(std::shared_ptr<const Catalog> catalog, ServiceOptions options = {})
      : catalog_(std::move(catalog)),
        service_(std::move(options), Page(), {threads_, &server_}),
        reader_(&limits_, &budget_) {
    scratch_.date = HttpDate(0);
  }

  // The answers to all requests in `bytes`, which come in pieces, until one ends the connection.
  std::string Ask(const std::string& bytes, size_t piece = SIZE_MAX) {
    std::string answers;
    std::string input;
    reader_.Reset();
    for (size_t at = 0; at < bytes.size();) {
      const size_t count = std::min(piece, bytes.size() - at);
      input.append(bytes, at, count);
      at += count;
      while (!input.empty()) {
        size_t used = 0;
        const HttpReader::State state = reader_.Read(input, &used);
        input.erase(0, used);
        if (state == HttpReader::State::kMore) {
          if (used == 0) break;
          continue;
        }
        answer_.Clear();
        if (state == HttpReader::State::kError)
          service_.Refuse(reader_.error(), &scratch_, &answer_);
        else
          service_.Handle(catalog_, reader_.request(), &scratch_, &answer_);
        if (answer_.search != nullptr) {
          answer_.search->Run();
          service_.Finish(reader_.request(), &scratch_, &answer_);
        }
        while (answer_.rest != nullptr) service_.Continue(&scratch_, &answer_);
        answers += answer_.bytes;
        if (answer_.close) return answers;
        reader_.Reset();
      }
    }
    return answers;
  }
  // The last answer.
  const Answer& last() const { return answer_; }
  Scratch& scratch() { return scratch_; }

 private:
  std::shared_ptr<const Catalog> catalog_;
  Metrics metrics_;
  std::vector<const Metrics*> threads_ = {&metrics_};
  ServerMetrics server_;
  Service service_;
  HttpLimits limits_;
  BodyBudget budget_{uint64_t{64} << 20};
  HttpReader reader_;
  Scratch scratch_;
  Answer answer_;
};

}  // namespace tilebase::serve

#endif  // TILEBASE_TESTS_TOOLS_SERVE_ASKER_H_
