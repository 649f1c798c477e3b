// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/serve/target.h"

#include "absl/strings/str_cat.h"

namespace tilebase::serve {
namespace {

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string NameList(std::initializer_list<std::string_view> names) {
  std::string list;
  for (const std::string_view name : names) {
    if (!list.empty()) list += ", ";
    list += name;
  }
  return list.empty() ? "no parameters" : "only " + list;
}

}  // namespace

Target SplitTarget(std::string_view text) {
  if (!text.empty() && text[0] != '/') {
    const size_t scheme = text.find("://");
    if (scheme != text.npos && text.find_first_of("/?") == scheme + 1) {
      const size_t path = text.find_first_of("/?", scheme + 3);
      text.remove_prefix(path == text.npos ? text.size() : path);
    }
  }
  text = text.substr(0, text.find('#'));
  const size_t question = text.find('?');
  Target target;
  target.path = text.substr(0, question);
  if (question != text.npos) target.query = text.substr(question + 1);
  return target;
}

bool DecodeParameter(std::string_view encoded, std::string* text) {
  text->clear();
  for (size_t i = 0; i < encoded.size(); ++i) {
    char c = encoded[i];
    if (c == '+') {
      c = ' ';
    } else if (c == '%') {
      if (i + 2 >= encoded.size()) return false;
      const int high = HexDigit(encoded[i + 1]);
      const int low = HexDigit(encoded[i + 2]);
      if (high < 0 || low < 0) return false;
      c = static_cast<char>(high * 16 + low);
      i += 2;
    }
    text->push_back(c);
  }
  return true;
}

std::optional<Problem> Parameters::Read(std::string_view query,
                                        std::initializer_list<std::string_view> known) {
  count_ = 0;
  while (!query.empty()) {
    const size_t end = query.find('&');
    const std::string_view part = query.substr(0, end);
    query = end == query.npos ? std::string_view() : query.substr(end + 1);
    if (part.empty()) continue;
    const size_t equals = part.find('=');
    const std::string_view name = part.substr(0, equals);
    const std::string_view* found = nullptr;
    for (const std::string_view& candidate : known)
      if (candidate == name) found = &candidate;
    if (found == nullptr) return BadParameter(name, NameList(known), "a parameter of this name");
    if (Find(name) != nullptr) return BadParameter(name, "it once", "it twice");
    if (count_ == parameters_.size()) parameters_.emplace_back();
    Parameter& parameter = parameters_[count_];
    parameter.name = name;
    if (!DecodeParameter(equals == part.npos ? std::string_view() : part.substr(equals + 1),
                         &parameter.value))
      return BadParameter(name, "two hexadecimal digits after each '%'", "something else");
    ++count_;
  }
  return std::nullopt;
}

const std::string* Parameters::Find(std::string_view name) const {
  for (size_t i = 0; i < count_; ++i)
    if (parameters_[i].name == name) return &parameters_[i].value;
  return nullptr;
}

}  // namespace tilebase::serve
