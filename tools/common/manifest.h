// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A manifest identifies a table file: its plan, its length and SHA-256, and for each table its
// counts, its histogram and the hash of its content (docs/releases.md).

#ifndef TILEBASE_TOOLS_COMMON_MANIFEST_H_
#define TILEBASE_TOOLS_COMMON_MANIFEST_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tables/table_source.h"
#include "tools/common/json_value.h"

namespace tilebase {

// 64 hexadecimal digits, as `sha256sum` prints them.
std::string Sha256(absl::Span<const uint8_t> bytes);

// Makes the manifest of an open file. It trusts the headers: open with `check_content` if that
// matters. Reads the whole file once more. Errors: those of MappedFile::Open.
absl::StatusOr<Json> MakeManifest(const TableSource& source);

// Formats a manifest for the repository: a line for each field and each table, with a newline at
// the end.
std::string ManifestText(const Json& manifest);

struct NamedManifest {
  std::string name;  // the path, or "4x4-tiny in PATH"
  Json manifest;
};
// Reads the manifest to compare `found` with. In a file of several manifests, each by its name as
// in docs/manifests.json, finds the one with the same board and plan. Errors: as FileError;
// InvalidArgument if the file is no manifest of this version, or has none of that plan.
absl::StatusOr<NamedManifest> ReadManifest(const std::string& path, const Json& found);

struct Difference {
  std::string what;  // "table {1-5}|{}: content_hash"
  std::string expected;
  std::string found;
};
// Lists where two manifests differ, in the order of the first. For a table that is another one,
// lists only that.
std::vector<Difference> Differences(const Json& expected, const Json& found);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_MANIFEST_H_
