// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A function that is called while the caller's one is there (see absl/strings/string_view.h).

#ifndef ABSL_FUNCTIONAL_FUNCTION_REF_H_
#define ABSL_FUNCTIONAL_FUNCTION_REF_H_

#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace absl {

template <typename Signature>
class FunctionRef;

template <typename Result, typename... Arguments>
class FunctionRef<Result(Arguments...)> {
 public:
  template <typename Function, typename = std::enable_if_t<
                                   !std::is_same_v<std::remove_cvref_t<Function>, FunctionRef> &&
                                   std::is_invocable_r_v<Result, Function&, Arguments...>>>
  // NOLINTNEXTLINE(google-explicit-constructor): as Abseil's
  FunctionRef(const Function& function)
      : object_(std::addressof(function)), call_([](const void* object, Arguments... arguments) {
          return static_cast<Result>(std::invoke(*static_cast<const Function*>(object),
                                                 std::forward<Arguments>(arguments)...));
        }) {}

  Result operator()(Arguments... arguments) const {
    return call_(object_, std::forward<Arguments>(arguments)...);
  }

 private:
  const void* object_;
  Result (*call_)(const void*, Arguments...);
};

}  // namespace absl

#endif  // ABSL_FUNCTIONAL_FUNCTION_REF_H_
