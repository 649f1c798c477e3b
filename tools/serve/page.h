// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The files of the page at /. That of tools/web/page is part of the program and asks the service
// for all its answers. Those of a folder are read once, at the start: no request opens a file, and
// no path can lead outside the folder.

#ifndef TILEBASE_TOOLS_SERVE_PAGE_H_
#define TILEBASE_TOOLS_SERVE_PAGE_H_

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace tilebase::serve {

struct PageFile {
  std::string path;  // "/page.js"; that of index.html is "/"
  std::string_view content_type;
  std::string bytes;
  std::string entity_tag;  // with its quotes
};

class Page {
 public:
  // The page that is part of the program.
  Page();
  // Reads all files of a folder and of the folders below it. Errors: NotFound and others if it
  // cannot be read or has no index.html.
  static absl::StatusOr<Page> FromFolder(const std::string& folder);
  // Returns null if there is no such file.
  const PageFile* Find(std::string_view path) const;

 private:
  // `name` is relative to the page, as in "page.js".
  void Add(const std::filesystem::path& name, std::string bytes);

  std::vector<PageFile> files_;
};

// The OpenAPI document, which is part of the program.
std::string_view OpenApiDocument();

}  // namespace tilebase::serve

#endif  // TILEBASE_TOOLS_SERVE_PAGE_H_
