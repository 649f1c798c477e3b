// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/serve/request.h"

#include <algorithm>
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/src.hpp>
#include <boost/url/parse.hpp>
#include <boost/url/parse_query.hpp>
#include <boost/url/src.hpp>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tools/common/json.h"

namespace tilebase::serve {
namespace {

std::string Printable(std::string_view text) {
  constexpr size_t kMost = 40;
  std::string printable;
  for (const char c : text.substr(0, kMost)) printable += c >= 32 && c < 127 ? c : '?';
  return printable + (text.size() > kMost ? "..." : "");
}

}  // namespace

std::string Quoted(std::string_view text) { return absl::StrCat("'", Printable(text), "'"); }

Problem BadParameter(std::string_view name, std::string_view expected, std::string_view found) {
  return {400, Printable(name), std::string(expected), std::string(found)};
}

const char* ReasonPhrase(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 204:
      return "No Content";
    case 304:
      return "Not Modified";
    case 400:
      return "Bad Request";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 415:
      return "Unsupported Media Type";
    case 431:
      return "Request Header Fields Too Large";
    case 503:
      return "Service Unavailable";
    default:
      return "Internal Server Error";
  }
}

void AppendProblem(const Problem& problem, std::string* json) {
  nlohmann::ordered_json object;
  object["type"] = "about:blank";
  object["title"] = ReasonPhrase(problem.status);
  object["status"] = problem.status;
  object["detail"] = absl::StrCat(problem.parameter, problem.parameter.empty() ? "" : ": ",
                                  "expected ", problem.expected, ", found ", problem.found);
  if (!problem.parameter.empty()) object["parameter"] = problem.parameter;
  object["expected"] = problem.expected;
  object["found"] = problem.found;
  *json += JsonLine(object);
}

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

// Boost.JSON tells what it finds, piece by piece; no document is made of it.

namespace {

namespace json = boost::json;

// Follows the parser: in the object, in its list of boards, in a board that is a list.
class Handler {
 public:
  // The parser asks for these names. NOLINTBEGIN(readability-identifier-naming)
  static constexpr size_t max_object_size = 16;
  static constexpr size_t max_array_size = SIZE_MAX;
  static constexpr size_t max_key_size = 64;
  static constexpr size_t max_string_size = SIZE_MAX;
  // NOLINTEND(readability-identifier-naming)

  Handler(size_t max_boards, Batch* batch) : max_boards_(max_boards), batch_(batch) {}

  bool Failed() const { return problem_.has_value(); }
  Problem problem() const { return *problem_; }

  bool on_document_begin(json::error_code&) { return true; }
  bool on_document_end(json::error_code& error) {
    return has_boards_ || Refuse("boards", "a list of boards", "none", error);
  }
  bool on_object_begin(json::error_code& error) {
    if (depth_ != kOutside) return WrongValue("an object", error);
    depth_ = kInObject;
    return true;
  }
  bool on_object_end(size_t, json::error_code&) {
    --depth_;
    return true;
  }
  bool on_array_begin(json::error_code& error) {
    if (depth_ != kInBoards && !(depth_ == kInObject && key_ == "boards"))
      return WrongValue("a list", error);
    ++depth_;
    return true;
  }
  bool on_array_end(size_t numbers, json::error_code& error) {
    if (depth_ == kInBoard) {
      // The text of a single number could be read as a board in one word.
      if (numbers == 1) return WrongValue("a list of one number", error);
      if (!EndBoard(error)) return false;
    }
    --depth_;
    return true;
  }

  bool on_key_part(json::string_view part, size_t, json::error_code&) {
    if (std::exchange(new_key_, false)) key_.clear();
    key_.append(part.data(), part.size());
    return true;
  }
  bool on_key(json::string_view part, size_t size, json::error_code& error) {
    on_key_part(part, size, error);
    new_key_ = true;
    bool* const seen = key_ == "boards"   ? &has_boards_
                       : key_ == "size"   ? &has_size_
                       : key_ == "effort" ? &has_effort_
                       : key_ == "stages" ? &has_stages_
                       : key_ == "to"     ? &has_to_
                                          : nullptr;
    if (seen == nullptr)
      return Refuse(key_, "only boards, size, effort, stages, to", "a member of this name", error);
    if (std::exchange(*seen, true)) return Refuse(key_, "it once", "it twice", error);
    return true;
  }

  bool on_string_part(json::string_view part, size_t, json::error_code& error) {
    if (depth_ == kInBoards) {
      batch_->texts.append(part.data(), part.size());
      return true;
    }
    if (depth_ == kInObject && (key_ == "size" || key_ == "to")) {
      std::optional<std::string>& text = key_ == "size" ? batch_->size : batch_->options.to;
      if (!text.has_value()) text.emplace();
      text->append(part.data(), part.size());
      return true;
    }
    return WrongValue("a string", error);
  }
  bool on_string(json::string_view part, size_t size, json::error_code& error) {
    if (!on_string_part(part, size, error)) return false;
    return depth_ != kInBoards || EndBoard(error);
  }

  bool on_number_part(json::string_view, json::error_code&) { return true; }
  bool on_int64(int64_t value, json::string_view, json::error_code& error) {
    if (depth_ == kInBoard) {
      absl::StrAppend(&batch_->texts, value, ",");
      return true;
    }
    if (depth_ != kInObject || key_ != "effort") return WrongValue("a number", error);
    batch_->options.effort = value;
    return true;
  }
  bool on_uint64(uint64_t, json::string_view, json::error_code& error) {
    return WrongValue("a number that is too large", error);
  }
  bool on_double(double, json::string_view, json::error_code& error) {
    return WrongValue("a number with a fraction or too large", error);
  }
  bool on_bool(bool value, json::error_code& error) {
    if (depth_ != kInObject || key_ != "stages") return WrongValue("true or false", error);
    batch_->options.stages = value;
    return true;
  }
  bool on_null(json::error_code& error) { return WrongValue("null", error); }
  bool on_comment_part(json::string_view, json::error_code&) { return true; }
  bool on_comment(json::string_view, json::error_code&) { return true; }

 private:
  enum Depth { kOutside, kInObject, kInBoards, kInBoard };

  bool EndBoard(json::error_code& error) {
    if (batch_->count() == max_boards_)
      return Refuse("boards", absl::StrCat("at most ", max_boards_), "more", error, 413);
    batch_->ends.push_back(static_cast<uint32_t>(batch_->texts.size()));
    return true;
  }
  bool Refuse(std::string_view parameter, std::string_view expected, std::string_view found,
              json::error_code& error, int status = 400) {
    problem_ = BadParameter(parameter, expected, found);
    problem_->status = status;
    error = json::error::exception;
    return false;
  }
  bool WrongValue(std::string_view found, json::error_code& error) {
    if (depth_ == kOutside) return Refuse("body", "a JSON object", found, error);
    if (depth_ == kInBoard)
      return Refuse(BoardName(), "a list of whole numbers, one for each cell", found, error);
    if (depth_ == kInBoards)
      return Refuse(BoardName(), "a string or a list of numbers", found, error);
    return Refuse(key_,
                  key_ == "boards"   ? "a list of boards"
                  : key_ == "size"   ? "a string such as \"4x4\""
                  : key_ == "stages" ? "true or false"
                  : key_ == "to"     ? "a board as a string"
                                     : "an integer",
                  found, error);
  }
  std::string BoardName() const { return absl::StrCat("boards[", batch_->count(), "]"); }

  size_t max_boards_;
  Batch* batch_;
  int depth_ = kOutside;
  std::string key_;
  bool new_key_ = true;
  bool has_boards_ = false;
  bool has_size_ = false;
  bool has_effort_ = false;
  bool has_stages_ = false;
  bool has_to_ = false;
  std::optional<Problem> problem_;
};

}  // namespace

std::optional<Problem> ReadBatch(std::string_view body, size_t max_boards, Batch* batch) {
  *batch = Batch();
  if (body.size() > UINT32_MAX) return Problem{413, "body", "less than 4 GiB", "more"};
  batch->texts.reserve(body.size());
  json::basic_parser<Handler> parser(json::parse_options(), max_boards, batch);
  json::error_code error;
  const size_t used = parser.write_some(false, body.data(), body.size(), error);
  if (parser.handler().Failed()) return parser.handler().problem();
  if (error || !parser.done() || used != body.size())
    return BadParameter("body", "JSON: {\"boards\": [\"..\", ..]}",
                        absl::StrCat(error ? error.message() : "more after it", " at byte ", used));
  return std::nullopt;
}

}  // namespace tilebase::serve
