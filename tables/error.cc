// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/error.h"

#include <errno.h>

#include <system_error>
#include <utility>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"

namespace tilebase {
namespace {

// An absl::Status keeps each part as a payload with its own name.
struct Part {
  const char* name;
  std::string ErrorParts::*text;
};
constexpr Part kParts[] = {{"tilebase/where", &ErrorParts::where},
                           {"tilebase/what", &ErrorParts::what},
                           {"tilebase/expected", &ErrorParts::expected},
                           {"tilebase/found", &ErrorParts::found},
                           {"tilebase/remedy", &ErrorParts::remedy}};

// Appends `text` behind `separator`, which is left out at the beginning of the message.
void Append(absl::string_view separator, absl::string_view text, std::string* message) {
  if (text.empty()) return;
  absl::StrAppend(message, message->empty() ? "" : separator, text);
}

std::string Message(const ErrorParts& parts) {
  std::string said = parts.what;
  if (!parts.expected.empty()) Append("; ", absl::StrCat("expected ", parts.expected), &said);
  if (!parts.found.empty()) Append(", ", absl::StrCat("found ", parts.found), &said);
  Append("; ", parts.remedy, &said);
  std::string message = parts.where;
  Append(": ", said, &message);
  return message;
}

}  // namespace

absl::Status MakeError(absl::StatusCode code, const ErrorParts& parts) {
  absl::Status error(code, Message(parts));
  for (const Part& part : kParts)
    if (const std::string& text = parts.*part.text; !text.empty())
      error.SetPayload(part.name, absl::Cord(text));
  return error;
}

absl::Status DamageError(absl::string_view where, absl::string_view expected,
                         absl::string_view found) {
  return MakeError(absl::StatusCode::kDataLoss, {.where = std::string(where),
                                                 .expected = std::string(expected),
                                                 .found = std::string(found)});
}

ErrorParts PartsOf(const absl::Status& error) {
  ErrorParts parts;
  bool any = false;
  for (const Part& part : kParts) {
    const auto text = error.GetPayload(part.name);
    if (!text.has_value()) continue;
    parts.*part.text = std::string(*text);
    any = true;
  }
  if (!any) parts.what = std::string(error.message());
  return parts;
}

absl::Status ErrorWithin(absl::string_view where, const absl::Status& error,
                         absl::string_view remedy) {
  if (error.ok()) return error;
  ErrorParts parts = PartsOf(error);
  std::string whole(where);
  Append(": ", parts.where, &whole);
  parts.where = std::move(whole);
  Append("; ", remedy, &parts.remedy);
  return MakeError(error.code(), parts);
}

absl::Status ErrorAs(absl::StatusCode code, const absl::Status& error) {
  return error.ok() ? error : MakeError(code, PartsOf(error));
}

std::string Quoted(absl::string_view text, size_t most) {
  std::string quoted = "'";
  for (const char c : text.substr(0, most)) quoted += c >= 32 && c < 127 ? c : '?';
  return quoted + (text.size() > most ? "...'" : "'");
}

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
