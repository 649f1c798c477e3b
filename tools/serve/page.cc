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
#include "tables/system/embed.h"

// The files of tools/web/page, but for those of the warehouse, which needs the runtime's module.
#define TILEBASE_PAGE_FILES(FILE)      \
  FILE(answers_js, "answers.js")       \
  FILE(board_js, "board.js")           \
  FILE(choices_js, "choices.js")       \
  FILE(controls_js, "controls.js")     \
  FILE(files_js, "files.js")           \
  FILE(game_js, "game.js")             \
  FILE(icon_svg, "icon.svg")           \
  FILE(index_html, "index.html")       \
  FILE(keep_js, "keep.js")             \
  FILE(manifest_json, "manifest.json") \
  FILE(page_css, "page.css")           \
  FILE(page_js, "page.js")             \
  FILE(peel_js, "peel.js")             \
  FILE(session_js, "session.js")       \
  FILE(sw_js, "sw.js")                 \
  FILE(view_js, "view.js")
// TILEBASE_TOOLS_FOLDER is tools/, from the build.
#define TILEBASE_EMBED_TOOL(name, file) \
  TILEBASE_EMBED(tilebase_##name, TILEBASE_TOOLS_FOLDER "/" file)
#define TILEBASE_EMBED_PAGE_FILE(name, file) TILEBASE_EMBED_TOOL(name, "web/page/" file)
TILEBASE_PAGE_FILES(TILEBASE_EMBED_PAGE_FILE)
TILEBASE_EMBED_TOOL(small_js, "web/small.js")
TILEBASE_EMBED_TOOL(web_md, "../docs/web.md")
TILEBASE_EMBED_TOOL(architecture_md, "../docs/architecture.md")
TILEBASE_EMBED_TOOL(openapi_json, "serve/openapi.json")
#undef TILEBASE_EMBED_PAGE_FILE
#undef TILEBASE_EMBED_TOOL

namespace tilebase::serve {
namespace {

namespace fs = std::filesystem;

std::string_view ContentType(const fs::path& name) {
  static constexpr std::string_view kTypes[][2] = {
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".txt", "text/plain; charset=utf-8"},
      {".md", "text/markdown; charset=utf-8"},
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

// The bytes between two labels of the assembler.
std::string_view Between(const char* begin, const char* end) {
  return {begin, static_cast<size_t>(end - begin)};
}

PageFile MakeFile(std::string path, std::string_view content_type, std::string bytes) {
  PageFile file{std::move(path), content_type, std::move(bytes), ""};
  file.entity_tag =
      absl::StrCat("\"", absl::Hex(Hash64(AsBytes(file.bytes)), absl::kZeroPad16), "\"");
  return file;
}

}  // namespace

Page::Page() {
#define TILEBASE_BETWEEN(name, file) {file, Between(tilebase_##name, tilebase_##name##_end)},
  const std::pair<const char*, std::string_view> files[] = {
      TILEBASE_PAGE_FILES(TILEBASE_BETWEEN)  //
      {"small.js", Between(tilebase_small_js, tilebase_small_js_end)},
      // What the page links to.
      {"docs/web.md", Between(tilebase_web_md, tilebase_web_md_end)},
      {"docs/architecture.md", Between(tilebase_architecture_md, tilebase_architecture_md_end)},
      {"source/page.js", Between(tilebase_page_js, tilebase_page_js_end)},
  };
#undef TILEBASE_BETWEEN
  for (const auto& [name, bytes] : files) Add(name, std::string(bytes));
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
    page.Add(next->path().lexically_relative(folder), std::move(bytes));
  }
  if (error)
    return absl::UnavailableError(absl::StrCat(folder, ": cannot read: ", error.message()));
  if (page.Find("/") == nullptr)
    return absl::UnavailableError(
        absl::StrCat(folder, ": expected the files of a page, found no index.html"));
  return page;
}

void Page::Add(const fs::path& name, std::string bytes) {
  const std::string path = name == "index.html" ? "/" : absl::StrCat("/", name.generic_string());
  files_.push_back(MakeFile(path, ContentType(name), std::move(bytes)));
}

const PageFile* Page::Find(std::string_view path) const {
  for (const PageFile& file : files_)
    if (file.path == path) return &file;
  return nullptr;
}

std::string_view OpenApiDocument() {
  return Between(tilebase_openapi_json, tilebase_openapi_json_end);
}

}  // namespace tilebase::serve
