// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/common/json_value.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <type_traits>

namespace tilebase {
namespace {

using Document = nlohmann::ordered_json;

constexpr int kDeepest = 64;

Document ToDocument(const Json& value);

template <class T>
Document DocumentOf(const T& value) {
  if constexpr (std::is_same_v<T, std::monostate>) {
    return nullptr;
  } else if constexpr (std::is_same_v<T, Json::List>) {
    Document list = Document::array();
    for (const Json& each : value) list.push_back(ToDocument(each));
    return list;
  } else if constexpr (std::is_same_v<T, Json::Object>) {
    Document object = Document::object();
    for (const auto& [name, each] : value) object[name] = ToDocument(each);
    return object;
  } else {
    return value;
  }
}

Document ToDocument(const Json& value) {
  return std::visit([](const auto& held) { return DocumentOf(held); }, value.value());
}

Json FromDocument(const Document& document) {
  switch (document.type()) {
    case Document::value_t::boolean:
      return document.get<bool>();
    case Document::value_t::number_integer:
      return document.get<int64_t>();
    case Document::value_t::number_unsigned:
      return document.get<uint64_t>();
    case Document::value_t::number_float:
      return document.get<double>();
    case Document::value_t::string:
      return document.get<std::string>();
    case Document::value_t::array: {
      Json list = Json::EmptyList();
      for (const Document& each : document) list.push_back(FromDocument(each));
      return list;
    }
    case Document::value_t::object: {
      Json object = Json::EmptyObject();
      for (const auto& [name, each] : document.items()) object[name] = FromDocument(each);
      return object;
    }
    default:
      return nullptr;
  }
}

template <class Members>
auto MemberOf(Members& members, std::string_view name) {
  return std::find_if(members.begin(), members.end(),
                      [&](const auto& member) { return member.first == name; });
}

}  // namespace

Json::Json(std::initializer_list<Json> values) {
  const auto is_member = [](const Json& value) {
    return value.list().size() == 2 && value.list().front().string() != nullptr;
  };
  if (!std::all_of(values.begin(), values.end(), is_member)) {
    value_ = List(values);
    return;
  }
  Object object;
  object.reserve(values.size());
  for (const Json& value : values)
    object.emplace_back(*value.list().front().string(), value.list().back());
  value_ = std::move(object);
}

Json Json::EmptyObject() {
  Json object;
  object.value_ = Object();
  return object;
}

std::optional<Json> Json::Parse(std::string_view text) {
  bool too_deep = false;
  const auto look_at_depth = [&](int depth, Document::parse_event_t, Document&) {
    too_deep |= depth > kDeepest;
    return !too_deep;
  };
  const Document document = Document::parse(text.begin(), text.end(), look_at_depth, false);
  if (too_deep || document.is_discarded()) return std::nullopt;
  return FromDocument(document);
}

std::string Json::Text(int indent) const {
  return ToDocument(*this).dump(indent, ' ', false, Document::error_handler_t::replace);
}

const Json::List& Json::list() const {
  static const List none;
  const List* const list = std::get_if<List>(&value_);
  return list != nullptr ? *list : none;
}

const Json::Object& Json::members() const {
  static const Object none;
  const Object* const object = std::get_if<Object>(&value_);
  return object != nullptr ? *object : none;
}

const Json* Json::Find(std::string_view name) const {
  const auto found = MemberOf(members(), name);
  return found == members().end() ? nullptr : &found->second;
}

const Json& Json::operator[](std::string_view name) const {
  static const Json null;
  const Json* const found = Find(name);
  return found != nullptr ? *found : null;
}

Json& Json::operator[](std::string_view name) {
  if (is_null()) value_ = Object();
  Object& object = std::get<Object>(value_);
  const auto found = MemberOf(object, name);
  if (found != object.end()) return found->second;
  return object.emplace_back(name, Json()).second;
}

void Json::Erase(std::string_view name) {
  Object* const object = std::get_if<Object>(&value_);
  if (object == nullptr) return;
  const auto found = MemberOf(*object, name);
  if (found != object->end()) object->erase(found);
}

void Json::push_back(Json value) {
  if (is_null()) value_ = List();
  std::get<List>(value_).push_back(std::move(value));
}

}  // namespace tilebase
