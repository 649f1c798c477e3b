// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/common/manifest.h"

#include <sha2.h>

#include <algorithm>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "tables/format.h"
#include "tables/plan.h"
#include "tables/system/file_io.h"
#include "tools/common/json.h"

namespace tilebase {
namespace {

constexpr int kManifestVersion = 1;
constexpr size_t kShown = 80;  // most characters of a value in a message

std::string Shown(const Json& value) {
  std::string text = value.string() != nullptr ? *value.string() : value.Text();
  if (text.size() > kShown) text = absl::StrCat(text.substr(0, kShown), "...");
  return text;
}

bool IsManifest(const Json& object) {
  return object["manifest"] == kManifestVersion && object["tables"].is_list();
}

void CompareHistograms(const std::string& what, const Json::List& expected, const Json::List& found,
                       std::vector<Difference>* differences) {
  size_t depth = 0;
  while (depth < std::min(expected.size(), found.size()) && expected[depth] == found[depth])
    ++depth;
  const auto count = [&](const Json::List& histogram) {
    return depth < histogram.size() ? Shown(histogram[depth]) : std::string("nothing");
  };
  differences->push_back({absl::StrCat(what, " at depth ", depth), count(expected), count(found)});
}

// Compares the fields of both objects.
void CompareObjects(const std::string& prefix, const Json& expected, const Json& found,
                    std::vector<Difference>* differences) {
  for (const auto& [name, value] : expected.members()) {
    const Json other = found[name];
    if (value == other) continue;
    const std::string what = absl::StrCat(prefix, name);
    if (name == "histogram" && value.is_list() && other.is_list())
      CompareHistograms(what, value.list(), other.list(), differences);
    else
      differences->push_back({what, Shown(value), other.is_null() ? "nothing" : Shown(other)});
  }
  for (const auto& [name, value] : found.members())
    if (expected.Find(name) == nullptr)
      differences->push_back({absl::StrCat(prefix, name), "nothing", Shown(value)});
}

void CompareTables(const Json::List& expected, const Json::List& found,
                   std::vector<Difference>* differences) {
  if (expected.size() != found.size())
    differences->push_back(
        {"tables", std::to_string(expected.size()), std::to_string(found.size())});
  for (size_t i = 0; i < std::min(expected.size(), found.size()); ++i) {
    const Json name = found[i]["table"];
    if (expected[i]["table"] != name)
      differences->push_back(
          {absl::StrCat("table number ", i + 1), Shown(expected[i]["table"]), Shown(name)});
    else
      CompareObjects(absl::StrCat("table ", Shown(name), ": "), expected[i], found[i], differences);
  }
}

}  // namespace

// Returns 64 hexadecimal digits. The XXH3 hashes inside a table file find accidents. A manifest
// says *which* file one has, so its hash must also resist people who make another file with the
// same hash. And users must be able to check it with `sha256sum`.
std::string Sha256(absl::Span<const uint8_t> bytes) {
  SHA2_CTX context;
  SHA256Init(&context);
  SHA256Update(&context, bytes.data(), bytes.size());
  char digest[SHA256_DIGEST_LENGTH];
  SHA256Final(reinterpret_cast<uint8_t*>(digest), &context);
  return absl::BytesToHexString(absl::string_view(digest, sizeof digest));
}

absl::StatusOr<Json> MakeManifest(const TableSource& source) {
  auto file = MappedFile::Open(source.name());
  if (!file.ok()) return file.status();
  const SetInfo& info = source.info();
  Json manifest;
  manifest["manifest"] = kManifestVersion;
  manifest["format"] = info.format();
  manifest["creator"] = info.creator;
  manifest["board"] = ToString(info.geometry);
  manifest["plan"] = info.plan;
  manifest["certified_worst_case"] = info.certified_worst_case;
  manifest["tables"] = Json::EmptyList();
  for (const TableInfo& table : source.tables()) {
    Json entry;
    entry["table"] = ToString(table.subproblem);
    entry["metric"] = Name(table.metric);
    entry["entries"] = table.entries;
    entry["reachable"] = table.reachable;
    entry["content_hash"] = absl::StrCat(absl::Hex(table.content_hash, absl::kZeroPad16));
    entry["histogram"] = table.histogram;
    manifest["tables"].push_back(entry);
  }
  manifest["file_bytes"] = (*file)->bytes().size();
  manifest["file_sha256"] = Sha256((*file)->bytes());
  return manifest;
}

std::string ManifestText(const Json& manifest) {
  std::string text = "{";
  const char* separator = "\n";
  for (const auto& [name, value] : manifest.members()) {
    absl::StrAppend(&text, separator, "  ", Json(name).Text(), ": ");
    separator = ",\n";
    if (name != "tables") {
      text += value.Text();
      continue;
    }
    text += "[";
    for (size_t i = 0; i < value.list().size(); ++i)
      absl::StrAppend(&text, i == 0 ? "\n    " : ",\n    ", value.list()[i].Text());
    text += "\n  ]";
  }
  return text + "\n}\n";
}

absl::StatusOr<NamedManifest> ReadManifest(const std::string& path, const Json& found) {
  auto file = MappedFile::Open(path);
  if (!file.ok()) return file.status();
  const auto bytes = (*file)->bytes();
  const std::optional<Json> read =
      Json::Parse({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  const Json manifest = read.value_or(Json());
  if (IsManifest(manifest)) return NamedManifest{path, manifest};
  std::string names;
  for (const auto& [name, each] : manifest.members()) {
    if (!IsManifest(each)) continue;
    if (each["board"] == found["board"] && each["plan"] == found["plan"])
      return NamedManifest{absl::StrCat(name, " in ", path), each};
    absl::StrAppend(&names, names.empty() ? "" : ", ", name);
  }
  if (!names.empty())
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": expected a manifest of plan ", Shown(found["plan"]), " for the ",
                     Shown(found["board"]), " board, found those of ", names));
  return absl::InvalidArgumentError(absl::StrCat(
      path, ": expected a manifest, a JSON object with \"manifest\": ", kManifestVersion,
      " and a list of tables, found ",
      read.has_value() ? absl::StrCat("\"manifest\": ", Shown(manifest["manifest"])) : "no JSON",
      "; 'tilebase info FILE --manifest' makes one"));
}

std::vector<Difference> Differences(const Json& expected, const Json& found) {
  std::vector<Difference> differences;
  Json expected_fields = expected;
  Json found_fields = found;
  expected_fields.Erase("tables");
  found_fields.Erase("tables");
  CompareObjects("", expected_fields, found_fields, &differences);
  CompareTables(expected["tables"].list(), found["tables"].list(), &differences);
  return differences;
}

}  // namespace tilebase
