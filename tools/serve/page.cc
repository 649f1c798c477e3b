// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/serve/page.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tables/hash.h"
#include "tables/records.h"

// TILEBASE_SERVE_FOLDER is this folder, from the build. The assembler reads the files.
asm(".pushsection .rodata\n"
    "tilebase_small_page: .incbin \"" TILEBASE_SERVE_FOLDER
    "/small_page.html\"\n"
    "tilebase_small_page_end:\n"
    "tilebase_openapi: .incbin \"" TILEBASE_SERVE_FOLDER
    "/openapi.json\"\n"
    "tilebase_openapi_end:\n"
    ".popsection\n");
extern "C" {
extern const char tilebase_small_page[] __attribute__((visibility("hidden")));
extern const char tilebase_small_page_end[] __attribute__((visibility("hidden")));
extern const char tilebase_openapi[] __attribute__((visibility("hidden")));
extern const char tilebase_openapi_end[] __attribute__((visibility("hidden")));
}

namespace tilebase::serve {
namespace {

namespace fs = std::filesystem;

std::string_view ContentType(const fs::path& name) {
  static constexpr std::string_view kTypes[][2] = {
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".txt", "text/plain; charset=utf-8"},
      {".json", "application/json"},
      {".wasm", "application/wasm"},
      {".svg", "image/svg+xml"},
      {".png", "image/png"},
      {".ico", "image/x-icon"},
  };
  for (const auto& [extension, type] : kTypes)
    if (name.extension() == extension) return type;
  return "application/octet-stream";
}

PageFile MakeFile(std::string path, std::string_view content_type, std::string bytes) {
  PageFile file{std::move(path), content_type, std::move(bytes), ""};
  file.entity_tag =
      absl::StrCat("\"", absl::Hex(Hash64(AsBytes(file.bytes)), absl::kZeroPad16), "\"");
  return file;
}

}  // namespace

Page::Page() {
  files_.push_back(MakeFile("/", ContentType("index.html"),
                            std::string(static_cast<const char*>(tilebase_small_page),
                                        static_cast<const char*>(tilebase_small_page_end))));
}

absl::StatusOr<Page> Page::FromFolder(const std::string& folder) {
  Page page;
  page.files_.clear();
  std::error_code error;
  for (fs::recursive_directory_iterator next(folder, error), end; !error && next != end;
       next.increment(error)) {
    if (!next->is_regular_file(error)) continue;
    std::ifstream stream(next->path(), std::ios::binary);
    std::string bytes((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    if (!stream)
      return absl::UnavailableError(absl::StrCat(next->path().string(), ": cannot read"));
    const std::string path =
        absl::StrCat("/", next->path().lexically_relative(folder).generic_string());
    page.files_.push_back(
        MakeFile(path == "/index.html" ? "/" : path, ContentType(next->path()), std::move(bytes)));
  }
  if (error)
    return absl::UnavailableError(absl::StrCat(folder, ": cannot read: ", error.message()));
  if (page.Find("/") == nullptr)
    return absl::UnavailableError(
        absl::StrCat(folder, ": expected the files of a page, found no index.html"));
  return page;
}

std::string Page::FindFolder() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return "";
  for (const char* const folder : {"../share/tilebase/page", "../tilebase-page"}) {
    const fs::path found = (program.parent_path() / folder).lexically_normal();
    if (fs::is_regular_file(found / "index.html", error)) return found.string();
  }
  return "";
}

const PageFile* Page::Find(std::string_view path) const {
  for (const PageFile& file : files_)
    if (file.path == path) return &file;
  return nullptr;
}

std::string_view OpenApiDocument() {
  const char* const begin = tilebase_openapi;
  const char* const end = tilebase_openapi_end;
  return {begin, static_cast<size_t>(end - begin)};
}

}  // namespace tilebase::serve
