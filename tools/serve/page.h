// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The files of the try-it page. They are part of the program (tools/cmake/EmbedPage.cmake makes
// the list), so that the service opens no file on a request and no path can lead outside.

#ifndef TILEBASE_TOOLS_SERVE_PAGE_H_
#define TILEBASE_TOOLS_SERVE_PAGE_H_

#include <string_view>

#include "absl/types/span.h"

namespace tilebase::serve {

struct PageFile {
  std::string_view path;  // "/app.js"; that of index.html is "/"
  std::string_view content_type;
  std::string_view bytes;
  std::string_view entity_tag;  // with its quotes
};

// In no order.
absl::Span<const PageFile> PageFiles();

// The OpenAPI document.
std::string_view OpenApiDocument();

}  // namespace tilebase::serve

#endif  // TILEBASE_TOOLS_SERVE_PAGE_H_
