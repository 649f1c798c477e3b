// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Opens table sets and describes them; and the helpers of set.h.

#include "runtime/c_api/set.h"

#include <stddef.h>
#include <stdint.h>

#include <memory>
#include <utility>

#include "absl/types/span.h"
#include "runtime/any/window_tables.h"
#include "runtime/c_api/words.h"
#include "runtime/verify/verify.h"
#include "tables/image/image.h"
#include "tables/table_source.h"
#include "tables/words/word_file.h"

namespace tilebase::c_api {

int CodeOf(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kOk:
      return TILEBASE_OK;
    case absl::StatusCode::kFailedPrecondition:
      return TILEBASE_ERROR_FORMAT;
    case absl::StatusCode::kUnimplemented:
      return TILEBASE_ERROR_VERSION;
    case absl::StatusCode::kDataLoss:
      return TILEBASE_ERROR_DAMAGED;
    case absl::StatusCode::kResourceExhausted:
      return TILEBASE_ERROR_MEMORY;
    case absl::StatusCode::kDeadlineExceeded:
      return TILEBASE_ERROR_LIMIT;
    default:
      return TILEBASE_ERROR_FILE;
  }
}

void Tell(std::string_view text, char* message, size_t message_size) {
  if (message == nullptr || message_size == 0) return;
  const size_t length = std::min(text.size(), message_size - 1);
  memcpy(message, text.data(), length);
  message[length] = 0;
}

size_t Cells(const tilebase_set* set) {
  if (set->words != nullptr) return static_cast<size_t>(set->words->problem().cells());
  return static_cast<size_t>(set->answers->policies().info().geometry.cells());
}

constexpr size_t kMostBytes = PTRDIFF_MAX;
bool CanBe(size_t count, size_t element_bytes) {
  return element_bytes == 0 || count <= kMostBytes / element_bytes;
}

int Threads(unsigned threads) { return static_cast<int>(std::clamp(threads, 1u, 1024u)); }

SolveRequest Request(const uint8_t* board, char* actions, size_t capacity) {
  SolveRequest request;
  request.cells = board;
  request.letters = actions;
  request.capacity = capacity == 0 ? 0 : capacity - 1;
  return request;
}

int Finish(SolveRequest* solution, size_t capacity) {
  if (solution->code != TILEBASE_OK) return solution->code;
  if (capacity == 0) return TILEBASE_ERROR_BUFFER;
  solution->letters[solution->count] = 0;
  return TILEBASE_OK;
}

int ReadStart(const tilebase_set* set, const uint8_t* board, size_t board_size, Board* start) {
  const int code = set->answers->policies().ReadBoard(board, board_size, start);
  if (!set->to || (code != TILEBASE_OK && code != TILEBASE_ERROR_UNSOLVABLE)) return code;
  return start->IsSolvable() == set->goal.IsSolvable() ? TILEBASE_OK : TILEBASE_ERROR_UNSOLVABLE;
}

int ReadRenamed(const PolicySet& policies, const uint8_t* board, const uint8_t* goal,
                size_t board_size, std::optional<Destination>* destination, Board* start) {
  Board from, to;
  for (const auto& [bytes, read] : {std::pair(board, &from), std::pair(goal, &to)}) {
    const int code = policies.ReadBoard(bytes, board_size, read);
    if (code != TILEBASE_OK && code != TILEBASE_ERROR_UNSOLVABLE) return code;
  }
  *start = destination->emplace(to).Renamed(from);
  return TILEBASE_OK;
}

}  // namespace tilebase::c_api

namespace {

using tilebase::Board;
using tilebase::c_api::Deliver;
using tilebase::c_api::Guarded;
using tilebase::c_api::Receive;
using tilebase::c_api::Tell;
using tilebase::c_api::Threads;

// Opens a set. Calls source(OpenOptions) to open the file or the image, or open_words() for a table
// of boards that are no permutations.
template <typename Source, typename IsWords, typename OpenWordFile>
int Open(bool is_named, const tilebase_open_options* options, size_t options_size,
         tilebase_set** set, char* message, size_t message_size, Source source, IsWords is_words,
         OpenWordFile open_words) {
  if (set == nullptr) return TILEBASE_ERROR_ARGUMENT;
  *set = nullptr;
  tilebase_open_options given = {};
  if (!is_named || options == nullptr || !Receive(options, options_size, &given) ||
      (given.flags & ~(TILEBASE_CHECK_CONTENT | TILEBASE_LAZY)) != 0) {
    Tell(tilebase_error_text(TILEBASE_ERROR_ARGUMENT), message, message_size);
    return TILEBASE_ERROR_ARGUMENT;
  }
  bool has_stages = true;
  const int code = Guarded(message, message_size, [&]() -> absl::Status {
    tilebase::OpenOptions reading;
    reading.check_content = (given.flags & TILEBASE_CHECK_CONTENT) != 0;
    reading.threads = Threads(given.threads);
    if (given.memory_bytes != 0) reading.most_copied = 0;  // a copy would count, too
    if (is_words()) {
      auto words = tilebase::c_api::OpenWords(
          open_words(), reading.threads, given.memory_bytes == 0 ? UINT64_MAX : given.memory_bytes);
      if (!words.ok()) return words.status();
      auto made = std::make_unique<tilebase_set>();
      made->words = *std::move(words);
      *set = made.release();
      return absl::OkStatus();
    }
    auto opened = source(reading);
    if (!opened.ok()) return opened.status();
    tilebase::PolicySetOptions keeping;
    keeping.threads = Threads(given.threads);
    keeping.lazy = (given.flags & TILEBASE_LAZY) != 0;
    if (given.memory_bytes != 0) keeping.memory_bytes = given.memory_bytes;
    if (given.shortcut_bytes != 0)
      keeping.shortcut_bytes =
          given.shortcut_bytes == TILEBASE_NO_SHORTCUTS ? 0 : given.shortcut_bytes;
    has_stages = (*opened)->plan().staged() != nullptr;
    auto answers = tilebase::AnsweringSet::Create(*std::move(opened), keeping);
    if (!answers.ok()) return answers.status();
    auto made = std::make_unique<tilebase_set>();
    made->answers = *std::move(answers);
    made->optimal = std::make_shared<tilebase_optimal>();
    made->goal = Board::Solved(made->answers->info().geometry);
    made->memory_bytes = keeping.memory_bytes;
    *set = made.release();
    return absl::OkStatus();
  });
  return code == TILEBASE_ERROR_FORMAT && !has_stages ? TILEBASE_ERROR_NO_STAGES : code;
}

}  // namespace

extern "C" {

const char* tilebase_version(void) { return TILEBASE_VERSION; }

const char* tilebase_error_text(int code) {
  switch (code) {
    case TILEBASE_OK:
      return "no error";
    case TILEBASE_ERROR_ARGUMENT:
      return "a null pointer, or a size that cannot be";
    case TILEBASE_ERROR_BOARD:
      return "not a board: each of 0 to cells-1 must occur once";
    case TILEBASE_ERROR_UNSOLVABLE:
      return "this board cannot be solved: the parities of its arrangement and of the blank's "
             "distance from the last cell disagree; swap any two tiles to get one that can";
    case TILEBASE_ERROR_BOARD_SIZE:
      return "a board of another size than the table set's";
    case TILEBASE_ERROR_BUFFER:
      return "the output buffer is too short";
    case TILEBASE_ERROR_SUBPROBLEM:
      return "the table set has no table for this subproblem";
    case TILEBASE_ERROR_FIXED:
      return "a tile that is to stay is not home on this board";
    case TILEBASE_ERROR_FILE:
      return "the table file is missing or cannot be read";
    case TILEBASE_ERROR_FORMAT:
      return "the file is not a table set";
    case TILEBASE_ERROR_VERSION:
      return "the table set is of a newer version of the format or for another kind of machine";
    case TILEBASE_ERROR_DAMAGED:
      return "the table set is damaged; build or download it again";
    case TILEBASE_ERROR_MEMORY:
      return "not enough memory";
    case TILEBASE_ERROR_NOT_FOUND:
      return "no board of the wanted difficulty exists, or none was met within the tries";
    case TILEBASE_ERROR_NO_STAGES:
      return "a table set of patterns alone: it has no stages to solve by";
    case TILEBASE_ERROR_STOPPED:
      return "the function that receives the solution wanted no more";
    case TILEBASE_ERROR_UNSUPPORTED:
      return "a set of boards that are no permutations does not answer this";
    case TILEBASE_ERROR_LIMIT:
      return "the limits ended the search before the answer was known";
    default:
      return "unknown error";
  }
}

int tilebase_open(const char* path, unsigned flags, tilebase_set** set, char* message,
                  size_t message_size) {
  tilebase_open_options options = {};
  options.flags = flags;
  return tilebase_open_with(path, &options, sizeof(options), set, message, message_size);
}

int tilebase_open_with(const char* path, const tilebase_open_options* options, size_t options_size,
                       tilebase_set** set, char* message, size_t message_size) {
  return Open(
      path != nullptr, options, options_size, set, message, message_size,
      [&](const tilebase::OpenOptions& reading) { return tilebase::OpenSource(path, reading); },
      [&] { return tilebase::IsWordFile(path); }, [&] { return tilebase::WordTables::Open(path); });
}

int tilebase_open_image(const void* image, size_t image_size, unsigned flags, tilebase_set** set,
                        char* message, size_t message_size) {
  tilebase_open_options options = {};
  options.flags = flags;
  const absl::Span<const uint8_t> bytes(static_cast<const uint8_t*>(image),
                                        image == nullptr ? 0 : image_size);
  return Open(
      image != nullptr, &options, sizeof(options), set, message, message_size,
      [&](const tilebase::OpenOptions& reading)
          -> absl::StatusOr<std::shared_ptr<const tilebase::TableSource>> {
        return tilebase::ImageReader::FromBytes(bytes, "image in memory", reading);
      },
      [&] { return tilebase::IsWordTable(bytes); },
      [&] { return tilebase::WordTables::FromBytes(bytes, "image in memory"); });
}

int tilebase_prepare(const tilebase_set* set, char* message, size_t message_size) {
  if (set == nullptr) return TILEBASE_ERROR_ARGUMENT;
  if (set->words != nullptr) return TILEBASE_OK;
  return Guarded(message, message_size, [&] { return set->answers->policies().PrepareAll(); });
}

int tilebase_verify(const tilebase_set* set, unsigned threads, char* message, size_t message_size) {
  if (set == nullptr) return TILEBASE_ERROR_ARGUMENT;
  if (set->words != nullptr)
    return tilebase::c_api::VerifyWords(set, Threads(threads), message, message_size);
  return Guarded(message, message_size, [&]() -> absl::Status {
    const tilebase::PolicySet& policies = set->answers->policies();
    tilebase::VerifyOptions options;
    options.threads = Threads(threads);
    absl::Status status = policies.source().CheckContent(options.threads);
    for (size_t i = 0; status.ok() && i < policies.tables().size(); ++i) {
      if (!policies.IsWhole(i)) {
        status = tilebase::VerifyStoredTable(policies.source(), i, options);
        continue;
      }
      status = policies.Prepare(i);
      const tilebase::PolicyTable& table = policies.tables()[i];
      if (status.ok())
        status = tilebase::VerifyTable(policies.source().tables()[i],
                                       table.is_mtm ? table.slides : table.policy, table.reachable,
                                       options);
    }
    return status;
  });
}

int tilebase_open_to(const tilebase_set* set, const uint8_t* to, size_t to_size,
                     tilebase_set** set_to) {
  if (set == nullptr || to == nullptr || set_to == nullptr) return TILEBASE_ERROR_ARGUMENT;
  *set_to = nullptr;
  if (set->words != nullptr) return TILEBASE_ERROR_UNSUPPORTED;
  Board goal;
  const int code = set->answers->policies().ReadBoard(to, to_size, &goal);
  if (code != TILEBASE_OK && code != TILEBASE_ERROR_UNSOLVABLE) return code;
  return Guarded(nullptr, 0, [&] {
    auto made = std::make_unique<tilebase_set>(*set);
    made->to.emplace(goal);
    made->goal = goal;
    *set_to = made.release();
    return absl::OkStatus();
  });
}

void tilebase_close(tilebase_set* set) { delete set; }

int tilebase_info(const tilebase_set* set, tilebase_set_info* info, size_t info_size) {
  if (set == nullptr || info == nullptr) return TILEBASE_ERROR_ARGUMENT;
  if (set->words != nullptr) return Deliver(tilebase::c_api::WordsInfo(set), info, info_size);
  const tilebase::PolicySet& policies = set->answers->policies();
  const tilebase::SetInfo& from = policies.info();
  tilebase_set_info result = {};
  result.width = from.geometry.width;
  result.height = from.geometry.height;
  result.stages = static_cast<uint32_t>(policies.stages().size());
  result.tables = static_cast<uint32_t>(policies.tables().size());
  result.certified_worst_case =
      set->to ? static_cast<uint32_t>(policies.MostLettersTo(*set->to)) : from.certified_worst_case;
  result.file_bytes = policies.source().file_bytes();
  result.memory_bytes = set->answers->memory_bytes();
  result.blanks = 1;
  result.metric = policies.is_mtm() ? TILEBASE_MTM : TILEBASE_STM;
  result.probes_lead_home = policies.source().HasGrownStage() ? 0 : 1;
  const int code = Guarded(nullptr, 0, [&] {
    result.any_size = tilebase::WindowTables::AreIn(policies) ? 1 : 0;
    return absl::OkStatus();
  });
  if (code != TILEBASE_OK) return code;
  return Deliver(result, info, info_size);
}

}  // extern "C"
