// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Errors as values (see absl/strings/string_view.h). Copies share what they hold.

#ifndef ABSL_STATUS_STATUS_H_
#define ABSL_STATUS_STATUS_H_

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/cord.h"
#include "absl/strings/string_view.h"

namespace absl {

enum class StatusCode : int {
  kOk = 0,
  kCancelled = 1,
  kUnknown = 2,
  kInvalidArgument = 3,
  kDeadlineExceeded = 4,
  kNotFound = 5,
  kAlreadyExists = 6,
  kPermissionDenied = 7,
  kResourceExhausted = 8,
  kFailedPrecondition = 9,
  kAborted = 10,
  kOutOfRange = 11,
  kUnimplemented = 12,
  kInternal = 13,
  kUnavailable = 14,
  kDataLoss = 15,
  kUnauthenticated = 16,
};

class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(StatusCode code, string_view message) {
    if (code != StatusCode::kOk)
      error_ = std::make_shared<Error>(Error{code, std::string(message), {}});
  }

  bool ok() const { return error_ == nullptr; }
  StatusCode code() const { return ok() ? StatusCode::kOk : error_->code; }
  string_view message() const { return ok() ? string_view() : string_view(error_->message); }
  void IgnoreError() const {}

  std::optional<Cord> GetPayload(string_view name) const {
    if (!ok())
      for (const auto& [of, payload] : error_->payloads)
        if (of == name) return payload;
    return std::nullopt;
  }
  // Replaces a payload of that name. Does nothing if the status is OK.
  void SetPayload(string_view name, Cord payload) {
    if (ok()) return;
    if (error_.use_count() > 1) error_ = std::make_shared<Error>(*error_);
    for (auto& [of, old] : error_->payloads) {
      if (of != name) continue;
      old = std::move(payload);
      return;
    }
    error_->payloads.emplace_back(name, std::move(payload));
  }

 private:
  struct Error {
    StatusCode code;
    std::string message;
    std::vector<std::pair<std::string, Cord>> payloads;
  };
  std::shared_ptr<Error> error_;  // null: OK
};

inline Status OkStatus() { return {}; }

#define ABSL_STATUS_KIND(name)                                                        \
  inline Status name##Error(string_view text) { return {StatusCode::k##name, text}; } \
  inline bool Is##name(const Status& status) { return status.code() == StatusCode::k##name; }
ABSL_STATUS_KIND(Cancelled)
ABSL_STATUS_KIND(DataLoss)
ABSL_STATUS_KIND(DeadlineExceeded)
ABSL_STATUS_KIND(FailedPrecondition)
ABSL_STATUS_KIND(Internal)
ABSL_STATUS_KIND(InvalidArgument)
ABSL_STATUS_KIND(NotFound)
ABSL_STATUS_KIND(ResourceExhausted)
ABSL_STATUS_KIND(Unimplemented)
#undef ABSL_STATUS_KIND

}  // namespace absl

#endif  // ABSL_STATUS_STATUS_H_
