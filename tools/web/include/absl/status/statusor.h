// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A value or the error instead of it (see absl/strings/string_view.h).

#ifndef ABSL_STATUS_STATUSOR_H_
#define ABSL_STATUS_STATUSOR_H_

#include <cstdlib>
#include <optional>
#include <type_traits>
#include <utility>

#include "absl/status/status.h"

namespace absl {

template <typename T>
class [[nodiscard]] StatusOr {
 public:
  using value_type = T;

  StatusOr() : status_(StatusCode::kUnknown, "") {}
  // NOLINTBEGIN(google-explicit-constructor): as Abseil's
  StatusOr(const Status& status) : status_(status) {}
  StatusOr(Status&& status) : status_(std::move(status)) {}
  template <typename U = T,
            typename = std::enable_if_t<!std::is_same_v<std::remove_cvref_t<U>, StatusOr> &&
                                        !std::is_same_v<std::remove_cvref_t<U>, Status> &&
                                        std::is_convertible_v<U&&, T>>>
  StatusOr(U&& value) : value_(std::forward<U>(value)) {}
  template <typename U,
            typename = std::enable_if_t<!std::is_same_v<T, U> && std::is_constructible_v<T, U&&>>>
  StatusOr(StatusOr<U>&& other) : status_(other.status()) {
    if (other.ok()) value_.emplace(*std::move(other));
  }
  // NOLINTEND(google-explicit-constructor)

  bool ok() const { return value_.has_value(); }
  const Status& status() const& { return status_; }
  Status status() && { return std::move(status_); }

  T& value() & { return Checked(*this); }
  const T& value() const& { return Checked(*this); }
  T&& value() && { return std::move(Checked(*this)); }
  T& operator*() & { return *value_; }
  const T& operator*() const& { return *value_; }
  T&& operator*() && { return *std::move(value_); }
  T* operator->() { return &*value_; }
  const T* operator->() const { return &*value_; }

  template <typename... Arguments>
  T& emplace(Arguments&&... arguments) {
    status_ = Status();
    return value_.emplace(std::forward<Arguments>(arguments)...);
  }

 private:
  template <typename Self>
  static auto& Checked(Self& self) {
    if (!self.ok()) std::abort();
    return *self.value_;
  }

  Status status_;  // OK if there is a value
  std::optional<T> value_;
};

}  // namespace absl

#endif  // ABSL_STATUS_STATUSOR_H_
