// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Errors as values that carry their parts. The message is made of the parts, in one place; a
// program that needs one of them (the service answers `expected` and `found`) takes it from the
// error and never from the message. A message may therefore be reworded at any time.

#ifndef TILEBASE_TABLES_ERROR_H_
#define TILEBASE_TABLES_ERROR_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace tilebase {

// Any of them may be empty. None ends in punctuation.
struct ErrorParts {
  std::string where = {};  // the thing, and the place in it, from the outside in: "a.tiles: seal"
  std::string what = {};   // what is wrong with it: "tile 3 occurs twice, again in place 5"
  std::string expected = {};  // "9 numbers, 0 to 8"
  std::string found = {};     // instead of that: "8 numbers"
  std::string remedy = {};    // what to do: "the file is damaged: fetch or build it again"
};

// "WHERE: WHAT; expected EXPECTED, found FOUND; REMEDY". Throws std::bad_alloc where there is no
// memory for it, as every function here does.
absl::Status MakeError(absl::StatusCode code, const ErrorParts& parts);

// The most common one (DataLoss): bytes of a file that are not what they have to be.
absl::Status DamageError(absl::string_view where, absl::string_view expected,
                         absl::string_view found = {});

// The parts of an error that MakeError made; of any other, `what` is its whole message.
ErrorParts PartsOf(const absl::Status& error);

// The same error, seen from outside: `where` comes before the place it names, and `remedy` (may be
// empty) after what it says to do. OK stays OK.
absl::Status ErrorWithin(absl::string_view where, const absl::Status& error,
                         absl::string_view remedy = {});

// The same error with another code. OK stays OK.
absl::Status ErrorAs(absl::StatusCode code, const absl::Status& error);

// What somebody typed, for a message: in quotes, cut off after `most` characters, with '?' for what
// is not printable ASCII.
std::string Quoted(absl::string_view text, size_t most = 40);

// "FILE: cannot ACTION: REASON", and where the reason tells what to do, that; with the code that
// fits errno: NotFound, PermissionDenied, AlreadyExists, ResourceExhausted (disk, quota, file size
// limit, memory, descriptors), otherwise Unknown.
absl::Status FileError(std::string_view path, std::string_view action, int error_number);

}  // namespace tilebase

#endif  // TILEBASE_TABLES_ERROR_H_
