// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include <errno.h>

#include <system_error>

#include "absl/strings/str_cat.h"
#include "tables/error.h"
#include "tables/system/file_io.h"

namespace tilebase {
namespace {

absl::StatusCode CodeOf(int error_number) {
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:
      return absl::StatusCode::kNotFound;
    case EACCES:
    case EPERM:
    case EROFS:
      return absl::StatusCode::kPermissionDenied;
    case EEXIST:
      return absl::StatusCode::kAlreadyExists;
    case ENOSPC:
#ifdef EDQUOT
    case EDQUOT:
#endif
    case EFBIG:
    case ENOMEM:
    case EMFILE:
    case ENFILE:
      return absl::StatusCode::kResourceExhausted;
    default:
      return absl::StatusCode::kUnknown;
  }
}

const char* Remedy(int error_number) {
  switch (error_number) {
    case ENOSPC:
#ifdef EDQUOT
    case EDQUOT:
#endif
    case EFBIG:
      return "make room or write elsewhere";
    case ENOMEM:
      return "close other programs or allow more memory";
    case EMFILE:
    case ENFILE:
      return "close files or allow more of them";
    case EIO:
      return "check the disk";
    default:
      return "";
  }
}

}  // namespace

absl::Status FileError(std::string_view path, std::string_view action, int error_number) {
  return MakeError(CodeOf(error_number),
                   {.where = std::string(path),
                    .what = absl::StrCat("cannot ", absl::string_view(action.data(), action.size()),
                                         ": ", std::generic_category().message(error_number)),
                    .remedy = Remedy(error_number)});
}

}  // namespace tilebase
