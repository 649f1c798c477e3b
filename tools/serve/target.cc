// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/serve/target.h"

#include <algorithm>
#include <boost/url/parse.hpp>
#include <boost/url/parse_query.hpp>
#include <boost/url/src.hpp>

namespace tilebase::serve {
namespace {

namespace urls = boost::urls;

std::string_view UrlView(urls::string_view text) { return {text.data(), text.size()}; }

std::string NameList(std::initializer_list<std::string_view> names) {
  std::string list;
  for (const std::string_view name : names) {
    if (!list.empty()) list += ", ";
    list += name;
  }
  return list.empty() ? "no parameters" : "only " + list;
}

}  // namespace

std::optional<Target> SplitTarget(std::string_view text) {
  if (text == "*") return Target{text, {}};
  const urls::string_view given(text.data(), text.size());
  const auto url =
      text.starts_with('/') ? urls::parse_origin_form(given) : urls::parse_absolute_uri(given);
  if (!url) return std::nullopt;
  return Target{UrlView(url->encoded_path()), UrlView(url->encoded_query())};
}

std::optional<Problem> Parameters::Read(std::string_view query,
                                        std::initializer_list<std::string_view> known) {
  count_ = 0;
  const auto parts = urls::parse_query(urls::string_view(query.data(), query.size()));
  if (!parts)
    return BadParameter("query", "names and values, with %XX for other characters", "another");
  urls::encoding_opts as_forms_write;
  as_forms_write.space_as_plus = true;
  for (const urls::param_pct_view part : *parts) {
    const std::string_view name = UrlView(part.key);
    if (name.empty() && !part.has_value) continue;
    const auto* const found = std::find(known.begin(), known.end(), name);
    if (found == known.end())
      return BadParameter(name, NameList(known), "a parameter of this name");
    if (Find(name) != nullptr) return BadParameter(name, "it once", "it twice");
    if (count_ == parameters_.size()) parameters_.emplace_back();
    Parameter& parameter = parameters_[count_++];
    parameter.name = *found;
    part.value.decode(as_forms_write, urls::string_token::assign_to(parameter.value));
  }
  return std::nullopt;
}

const std::string* Parameters::Find(std::string_view name) const {
  for (size_t i = 0; i < count_; ++i)
    if (parameters_[i].name == name) return &parameters_[i].value;
  return nullptr;
}

}  // namespace tilebase::serve
