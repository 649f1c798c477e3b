// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Errors as values that keep their parts. One function makes the message of the parts; a program
// that needs one of them (the service answers `expected` and `found`) takes it from the error and
// never from the message. So a message may be reworded at any time.

#ifndef TILEBASE_TABLES_ERROR_H_
#define TILEBASE_TABLES_ERROR_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace tilebase {

// Any part may be empty. None ends in punctuation.
struct ErrorParts {
  std::string where = {};  // the thing, and the place in it, from the outside in: "a.tiles: seal"
  std::string what = {};   // what is wrong with it: "tile 3 occurs twice, again in place 5"
  std::string expected = {};  // "9 numbers, 0 to 8"
  std::string found = {};     // what was there instead: "8 numbers"
  std::string remedy = {};    // what to do: "the file is damaged: fetch or build it again"
};

// Makes "WHERE: WHAT; expected EXPECTED, found FOUND; REMEDY". Like every function here, throws
// std::bad_alloc if there is no memory for the message.
absl::Status MakeError(absl::StatusCode code, const ErrorParts& parts);

// Makes the most common error (DataLoss): bytes of a file are wrong.
absl::Status DamageError(absl::string_view where, absl::string_view expected,
                         absl::string_view found = {});

// Returns the parts of an error that MakeError made. For any other error, `what` is the whole
// message.
ErrorParts PartsOf(const absl::Status& error);

// Adds context to an error: `where` comes before the place it names, and `remedy` (may be empty)
// after its remedy. OK stays OK.
absl::Status ErrorWithin(absl::string_view where, const absl::Status& error,
                         absl::string_view remedy = {});

// The same error with another code. OK stays OK.
absl::Status ErrorAs(absl::StatusCode code, const absl::Status& error);

// Formats user input for a message: in quotes, cut off after `most` characters, with '?' for each
// character that is not printable ASCII.
std::string Quoted(absl::string_view text, size_t most = 40);

// Makes "FILE: cannot ACTION: REASON", and a remedy if the reason suggests one. The code fits
// errno: NotFound, PermissionDenied, AlreadyExists, ResourceExhausted (disk, quota, file size
// limit, memory, descriptors), otherwise Unknown.
absl::Status FileError(std::string_view path, std::string_view action, int error_number);

}  // namespace tilebase

#endif  // TILEBASE_TABLES_ERROR_H_
