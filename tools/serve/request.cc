// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/serve/request.h"

#include <algorithm>
#include <array>
#include <boost/json/basic_parser_impl.hpp>
#include <boost/system/error_code.hpp>
#include <iterator>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "tools/common/json.h"
#include "tools/common/quantity.h"

namespace tilebase::serve {
namespace {

constexpr double kLeastSeconds = 1e-6;  // of a limit

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
  Json object;
  object["type"] = "about:blank";
  object["title"] = ReasonPhrase(problem.status);
  object["status"] = problem.status;
  object["detail"] = absl::StrCat(problem.parameter, problem.parameter.empty() ? "" : ": ",
                                  "expected ", problem.expected, ", found ", problem.found);
  if (!problem.parameter.empty()) object["parameter"] = problem.parameter;
  object["expected"] = problem.expected;
  object["found"] = problem.found;
  if (problem.code != 0) object["code"] = problem.code;
  *json += object.Text();
}

namespace {

// Where RFC 3986 lets a character stand for itself.
enum Place : uint8_t { kAuthority = 1, kPath = 2, kQuery = 4 };

constexpr std::array<uint8_t, 256> kPlaces = [] {
  std::array<uint8_t, 256> places = {};
  const auto add = [&](std::string_view characters, int where) {
    for (const char c : characters) places[static_cast<unsigned char>(c)] |= where;
  };
  add("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@",
      kAuthority | kPath | kQuery);
  add("[]", kAuthority | kQuery);  // in a query browsers leave them as they are
  add("/", kPath | kQuery);
  add("?", kQuery);
  return places;
}();

// Whether `text` has only characters that may stand there, and "%XX".
bool IsAllowed(Place place, std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    if ((kPlaces[static_cast<unsigned char>(text[i])] & place) != 0) continue;
    if (text[i] != '%' || text.size() - i < 3 || !absl::ascii_isxdigit(text[i + 1]) ||
        !absl::ascii_isxdigit(text[i + 2]))
      return false;
    i += 2;
  }
  return true;
}

int HexDigit(char c) { return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10; }

// `text` is allowed in a query.
void Decode(std::string_view text, std::string* to) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      *to += static_cast<char>(HexDigit(text[i + 1]) * 16 + HexDigit(text[i + 2]));
      i += 2;
    } else {
      *to += text[i] == '+' ? ' ' : text[i];
    }
  }
}

// Cuts off and returns what stands before `separator`, which goes too; all where there is none.
std::string_view CutBefore(char separator, std::string_view* text) {
  const size_t end = std::min(text->find(separator), text->size());
  const std::string_view part = text->substr(0, end);
  text->remove_prefix(std::min(end + 1, text->size()));
  return part;
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

std::optional<Target> SplitTarget(std::string_view text) {
  if (text == "*") return Target{text, {}};
  if (!text.starts_with('/')) {
    const std::string_view scheme = CutBefore(':', &text);
    if ((scheme != "http" && scheme != "https") || !text.starts_with("//")) return std::nullopt;
    text.remove_prefix(2);
    const size_t end = std::min(text.find_first_of("/?"), text.size());
    if (end == 0 || !IsAllowed(kAuthority, text.substr(0, end))) return std::nullopt;
    text.remove_prefix(end);
  }
  const std::string_view path = CutBefore('?', &text);
  if (!IsAllowed(kPath, path) || !IsAllowed(kQuery, text)) return std::nullopt;
  return Target{path, text};
}

std::optional<Problem> Parameters::Read(std::string_view query,
                                        std::initializer_list<std::string_view> known) {
  count_ = 0;
  if (!IsAllowed(kQuery, query))
    return BadParameter("query", "names and values, with %XX for other characters", "another");
  while (!query.empty()) {
    std::string_view value = CutBefore('&', &query);
    if (value.empty()) continue;
    const std::string_view name = CutBefore('=', &value);
    const auto* const found = std::find(known.begin(), known.end(), name);
    if (found == known.end())
      return BadParameter(name, NameList(known), "a parameter of this name");
    std::string* const decoded = Add(*found);
    if (decoded == nullptr) return BadParameter(name, "it once", "it twice");
    Decode(value, decoded);
  }
  return std::nullopt;
}

std::string* Parameters::Add(std::string_view name) {
  if (Find(name) != nullptr) return nullptr;
  if (count_ == parameters_.size()) parameters_.emplace_back();
  Parameter& parameter = parameters_[count_++];
  parameter.name = name;
  parameter.value.clear();
  return &parameter.value;
}

const std::string* Parameters::Find(std::string_view name) const {
  for (size_t i = 0; i < count_; ++i)
    if (parameters_[i].name == name) return &parameters_[i].value;
  return nullptr;
}

// Boost.JSON tells what it finds, piece by piece; no document is made of it.

namespace {

namespace json = boost::json;
using boost::system::error_code;

// The members of a body besides its boards.
constexpr std::string_view kMembers[] = {"size", "to",     "effort",   "optimal", "nodes",
                                         "time", "stages", "notation", "deliver", "set"};

// Follows the parser: in the object, in its list of boards, in a board that is a list, in a row.
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

  bool on_document_begin(error_code&) { return true; }
  bool on_document_end(error_code& error) {
    return has_boards_ || Refuse("boards", "a list of boards", "none", error);
  }
  bool on_object_begin(error_code& error) {
    if (depth_ != kOutside) return WrongValue("an object", error);
    depth_ = kInObject;
    return true;
  }
  bool on_object_end(size_t, error_code&) {
    --depth_;
    return true;
  }
  bool on_array_begin(error_code& error) {
    if (depth_ == kInBoards) {
      has_cells_ = has_rows_ = false;
    } else if (depth_ == kInBoard) {
      if (has_cells_) return WrongValue("numbers and lists", error);
      if (std::exchange(has_rows_, true)) batch_->texts.push_back('/');
    } else if (depth_ != kInObject || key_ != "boards") {
      return WrongValue("a list", error);
    }
    ++depth_;
    return true;
  }
  bool on_array_end(size_t size, error_code& error) {
    // The text of a single number could be read as a board in one word.
    if (size == 1 && (depth_ == kInRow || (depth_ == kInBoard && has_cells_)))
      return WrongValue("a list of one number", error);
    if (depth_ == kInBoard && !EndBoard(error)) return false;
    --depth_;
    return true;
  }

  bool on_key_part(json::string_view part, size_t, error_code&) {
    if (std::exchange(new_key_, false)) key_.clear();
    key_.append(part.data(), part.size());
    return true;
  }
  bool on_key(json::string_view part, size_t size, error_code& error) {
    on_key_part(part, size, error);
    new_key_ = true;
    if (key_ == "boards") {
      value_ = nullptr;
      return !std::exchange(has_boards_, true) || Refuse(key_, "it once", "it twice", error);
    }
    const auto* const member = std::find(std::begin(kMembers), std::end(kMembers), key_);
    if (member == std::end(kMembers))
      return Refuse(key_, "only boards, size, to, effort, optimal, nodes, time, stages, notation",
                    "a member of this name", error);
    value_ = batch_->parameters.Add(*member);
    return value_ != nullptr || Refuse(key_, "it once", "it twice", error);
  }

  bool on_string_part(json::string_view part, size_t, error_code& error) {
    if (depth_ >= kInBoards) {
      batch_->texts.append(part.data(), part.size());
      return true;
    }
    if (depth_ == kInObject && value_ != nullptr && value_->size() + part.size() > kMostMemberBytes)
      return Refuse(key_, absl::StrCat("at most ", kMostMemberBytes, " bytes"), "more", error);
    return EndMember({part.data(), part.size()}, "a string", error);
  }
  bool on_string(json::string_view part, size_t size, error_code& error) {
    if (!on_string_part(part, size, error)) return false;
    return depth_ < kInBoards ||
           (depth_ == kInBoards ? EndBoard(error) : EndCell("a string", error));
  }

  bool on_number_part(json::string_view, error_code&) { return true; }
  bool on_int64(int64_t value, json::string_view, error_code& error) {
    if (depth_ >= kInBoard) {
      absl::StrAppend(&batch_->texts, value);
      return EndCell("a number", error);
    }
    return EndMember(absl::StrCat(value), "a number", error);
  }
  bool on_uint64(uint64_t, json::string_view, error_code& error) {
    return WrongValue("a number that is too large", error);
  }
  bool on_double(double, json::string_view, error_code& error) {
    return WrongValue("a number with a fraction or too large", error);
  }
  bool on_bool(bool value, error_code& error) {
    return EndMember(value ? "true" : "false", "true or false", error);
  }
  bool on_null(error_code& error) {
    if (depth_ < kInBoard) return WrongValue("null", error);
    batch_->texts.append("null");
    return EndCell("null", error);
  }
  bool on_comment_part(json::string_view, error_code&) { return true; }
  bool on_comment(json::string_view, error_code&) { return true; }

 private:
  enum Depth { kOutside, kInObject, kInBoards, kInBoard, kInRow };

  bool EndMember(std::string_view value, std::string_view found, error_code& error) {
    if (depth_ != kInObject || value_ == nullptr) return WrongValue(found, error);
    value_->append(value);
    return true;
  }
  bool EndCell(std::string_view found, error_code& error) {
    if (depth_ == kInBoard && has_rows_) return WrongValue(found, error);
    has_cells_ |= depth_ == kInBoard;
    batch_->texts.push_back(',');
    return true;
  }
  bool EndBoard(error_code& error) {
    if (batch_->count() == max_boards_)
      return Refuse("boards", absl::StrCat("at most ", max_boards_), "more", error, 413);
    batch_->ends.push_back(static_cast<uint32_t>(batch_->texts.size()));
    return true;
  }
  bool Refuse(std::string_view parameter, std::string_view expected, std::string_view found,
              error_code& error, int status = 400) {
    problem_ = BadParameter(parameter, expected, found);
    problem_->status = status;
    error = json::error::exception;
    return false;
  }
  bool WrongValue(std::string_view found, error_code& error) {
    if (depth_ == kOutside) return Refuse("body", "a JSON object", found, error);
    if (depth_ >= kInBoard)
      return Refuse(BoardName(), "a list of whole numbers, one for each cell, or a list of rows",
                    found, error);
    if (depth_ == kInBoards)
      return Refuse(BoardName(), "a string or a list of numbers", found, error);
    return Refuse(key_,
                  key_ == "boards" ? "a list of boards" : "a string, a whole number, true or false",
                  found, error);
  }
  std::string BoardName() const { return absl::StrCat("boards[", batch_->count(), "]"); }

  size_t max_boards_;
  Batch* batch_;
  int depth_ = kOutside;
  std::string key_;
  bool new_key_ = true;
  bool has_cells_ = false;  // the board under way
  bool has_rows_ = false;
  bool has_boards_ = false;
  std::string* value_ = nullptr;  // of the member under way; null: boards
  std::optional<Problem> problem_;
};

}  // namespace

std::optional<Problem> ReadBatch(std::string_view body, size_t max_boards, Batch* batch) {
  *batch = Batch();
  if (body.size() > UINT32_MAX) return Problem{413, "body", "less than 4 GiB", "more"};
  batch->texts.reserve(body.size());
  json::basic_parser<Handler> parser(json::parse_options(), max_boards, batch);
  error_code error;
  const size_t used = parser.write_some(false, body.data(), body.size(), error);
  if (parser.handler().Failed()) return parser.handler().problem();
  if (error || !parser.done() || used != body.size())
    return BadParameter("body", "JSON: {\"boards\": [\"..\", ..]}",
                        absl::StrCat(error ? error.message() : "more after it", " at byte ", used));
  return std::nullopt;
}

std::optional<Problem> ReadNodes(const Parameters& parameters, uint64_t most, uint64_t* nodes) {
  *nodes = most;
  const std::string* const text = parameters.Find("nodes");
  if (text == nullptr) return std::nullopt;
  const auto count = ParseCount(*text, 1, most);
  if (!count.ok()) return BadParameter("nodes", absl::StrCat("1 to ", most), Quoted(*text));
  *nodes = *count;
  return std::nullopt;
}

std::optional<Problem> ReadTime(const Parameters& parameters, double most, double* seconds) {
  *seconds = most;
  const std::string* const text = parameters.Find("time");
  if (text == nullptr) return std::nullopt;
  const auto time = ParseTime(*text, kLeastSeconds, most);
  if (!time.ok())
    return BadParameter("time", absl::StrCat("a time such as 500ms, up to ", most, " s"),
                        Quoted(*text));
  *seconds = *time;
  return std::nullopt;
}

std::optional<Problem> ReadOptions(const Parameters& parameters, const SearchLimits& limits,
                                   SolveOptions* options) {
  *options = {};
  options->to = parameters.Find("to");
  bool optimal = false;
  for (const auto& [name, flag] :
       {std::pair("stages", &options->stages), std::pair("optimal", &optimal)})
    if (auto problem = ReadFlag(parameters, name, flag)) return problem;
  if (auto problem = ReadNotation(parameters, &options->notation)) return problem;
  if (const std::string* const deliver = parameters.Find("deliver")) {
    if (*deliver != "stay" && *deliver != "leave")
      return BadParameter("deliver", "stay or leave", Quoted(*deliver));
    options->deliver = *deliver == "stay" ? Deliver::kStay : Deliver::kLeave;
  }
  const std::string* const effort = parameters.Find("effort");
  if (optimal) {
    if (effort != nullptr) return BadParameter("effort", "it without optimal", "both");
    options->want = TILEBASE_SHORTEST;
    if (auto problem = ReadNodes(parameters, limits.nodes, &options->boards)) return problem;
    return ReadTime(parameters, limits.seconds, &options->seconds);
  }
  for (const char* const name : {"nodes", "time"})
    if (parameters.Find(name) != nullptr)
      return BadParameter(name, "it with optimal=true", "it alone");
  if (effort == nullptr) return std::nullopt;
  // A number counts boards; a time has a unit.
  const bool is_count =
      effort->empty() || !absl::ascii_isalpha(static_cast<unsigned char>(effort->back()));
  const auto boards = ParseCount(*effort, 0, kMostEffort);
  const auto time = ParseTime(*effort, kLeastSeconds, limits.seconds);
  if (is_count ? !boards.ok() : !time.ok())
    return BadParameter("effort",
                        absl::StrCat("boards to look at, 0 to ", kMostEffort,
                                     ", or a time such as 1ms, up to ", limits.seconds, " s"),
                        Quoted(*effort));
  options->boards = is_count ? *boards : kMostEffort;
  if (!is_count) options->seconds = *time;
  if (options->boards != 0) options->want = TILEBASE_EFFORT;
  return std::nullopt;
}

std::optional<Problem> ReadNotation(const Parameters& parameters, MoveNotation* notation) {
  const std::string* const text = parameters.Find("notation");
  if (text == nullptr) return std::nullopt;
  const std::optional<MoveNotation> named = NotationOf(*text);
  if (!named) return BadParameter("notation", "letters, runs, blank or tiles", Quoted(*text));
  *notation = *named;
  return std::nullopt;
}

std::optional<Problem> ReadFlag(const Parameters& parameters, std::string_view name, bool* flag) {
  const std::string* const text = parameters.Find(name);
  if (text == nullptr) return std::nullopt;
  if (*text != "true" && *text != "false")
    return BadParameter(name, "true or false", Quoted(*text));
  *flag = *text == "true";
  return std::nullopt;
}

}  // namespace tilebase::serve
