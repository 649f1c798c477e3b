// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tests/damage/made_set.h"

#include <stdlib.h>

#include <filesystem>

#include "generator/build.h"
#include "tables/image/image_writer.h"
#include "tables/plan.h"
#include "tables/store/store_reader.h"
#include "tests/tables/synthetic_set.h"

namespace tilebase {

MadeSet MakeSet(const std::string& board, const std::string& plan, Codec codec) {
  std::string folder = (std::filesystem::temp_directory_path() / "tilebase_damage_XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) abort();
  const std::string path = folder + "/set";
  BuildOptions options;
  options.codec = codec;
  options.creator = "test";
  if (!BuildTableSet(*ParsePlan(*ParseGeometry(board), plan), path, options).ok()) abort();
  MadeSet set;
  set.store = ReadWholeFile(path);
  const absl::Status status = WriteImage(**StoreReader::Open(path), {}, [&](Bytes bytes) {
    set.image.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return absl::OkStatus();
  });
  if (!status.ok()) abort();
  std::filesystem::remove_all(folder);
  return set;
}

}  // namespace tilebase
