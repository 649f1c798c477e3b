// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The files of the try-it page. They are read once, at the start: no request opens a file, and no
// path can lead outside the folder.

#ifndef TILEBASE_TOOLS_SERVE_PAGE_H_
#define TILEBASE_TOOLS_SERVE_PAGE_H_

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
  // A small page that is part of the program.
  Page();
  // All files of a folder and of those below it. Errors: NotFound and others where it cannot be
  // read or has no index.html.
  static absl::StatusOr<Page> FromFolder(const std::string& folder);
  // The folder that belongs to the running program: where the build makes it, or where it is
  // installed. Empty where there is none.
  static std::string FindFolder();

  // Null where there is no such file.
  const PageFile* Find(std::string_view path) const;

 private:
  std::vector<PageFile> files_;
};

// The OpenAPI document, which is part of the program.
std::string_view OpenApiDocument();

}  // namespace tilebase::serve

#endif  // TILEBASE_TOOLS_SERVE_PAGE_H_
