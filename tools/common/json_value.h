// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A JSON value, to build up and print. Only json_value.cc includes the library that reads and
// writes the text: its header costs a source seconds of compile time.

#ifndef TILEBASE_TOOLS_COMMON_JSON_VALUE_H_
#define TILEBASE_TOOLS_COMMON_JSON_VALUE_H_

#include <stddef.h>
#include <stdint.h>

#include <array>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace tilebase {

class Json {
 public:
  using List = std::vector<Json>;
  using Object = std::vector<std::pair<std::string, Json>>;  // in the order of insertion
  // Whole numbers that are not negative are uint64_t, so that equal ones compare equal.
  using Value =
      std::variant<std::monostate, bool, int64_t, uint64_t, double, std::string, List, Object>;

  Json() = default;  // null
  Json(std::nullptr_t) {}
  Json(bool value) : value_(value) {}
  Json(double value) : value_(value) {}
  Json(const char* text) : value_(std::string(text)) {}
  Json(std::string_view text) : value_(std::string(text)) {}
  Json(std::string text) : value_(std::move(text)) {}
  template <std::integral T>
  Json(T value) {
    if (std::is_signed_v<T> && value < 0)
      value_ = static_cast<int64_t>(value);
    else
      value_ = static_cast<uint64_t>(value);
  }
  template <class T>
  Json(const std::vector<T>& list) : value_(List(list.begin(), list.end())) {}
  template <class T, size_t size>
  Json(const std::array<T, size>& list) : value_(List(list.begin(), list.end())) {}
  // {{"moves", 12}, {"board", "1 2 3"}} is an object; any other list is a list.
  Json(std::initializer_list<Json> values);

  static Json EmptyList() { return Json(List()); }
  static Json EmptyObject();

  // Parses UTF-8 text. Returns nothing if the text is no JSON, or nests lists 64 deep.
  static std::optional<Json> Parse(std::string_view text);

  // Prints one line, or with `indent` spaces a level. Bytes that are not UTF-8, which a file's name
  // may have, become U+FFFD.
  std::string Text(int indent = -1) const;

  const Value& value() const { return value_; }
  bool is_null() const { return value_.index() == 0; }
  bool is_list() const { return std::holds_alternative<List>(value_); }
  bool is_object() const { return std::holds_alternative<Object>(value_); }
  const std::string* string() const { return std::get_if<std::string>(&value_); }
  // The elements of a list, and the members of an object; empty for another kind of value.
  const List& list() const;
  const Object& members() const;
  // Returns the member of this name; if there is none, nullptr, or the value null.
  const Json* Find(std::string_view name) const;
  const Json& operator[](std::string_view name) const;
  // Returns the member of this name, and makes it if it is missing. Requires an object or null,
  // which becomes one.
  Json& operator[](std::string_view name);
  void Erase(std::string_view name);

  // Requires a list or null, which becomes one.
  void push_back(Json value);

  friend bool operator==(const Json&, const Json&) = default;

 private:
  Value value_;
};

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_COMMON_JSON_VALUE_H_
