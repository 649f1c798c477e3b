// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "runtime/c_api/words.h"

#include <string.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "runtime/c_api/set.h"
#include "runtime/verify/word_verify.h"
#include "tables/error.h"
#include "tables/system/clock.h"

namespace tilebase::c_api {
namespace {

// An error of a board is the board's.
int CodeOfBoard(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kInvalidArgument:
      return TILEBASE_ERROR_BOARD;
    case absl::StatusCode::kNotFound:
      return TILEBASE_ERROR_UNSOLVABLE;
    case absl::StatusCode::kUnimplemented:
      return TILEBASE_ERROR_UNSUPPORTED;
    default:
      return CodeOf(status);
  }
}

// Does work(), which returns a status of a board.
template <typename Work>
int GuardedBoard(char* message, size_t message_size, Work work) {
  int code = TILEBASE_OK;
  const int guarded = Guarded(message, message_size, [&] {
    const absl::Status status = work();
    code = CodeOfBoard(status);
    if (!status.ok())
      Tell({status.message().data(), status.message().size()}, message, message_size);
    return absl::OkStatus();
  });
  return guarded != TILEBASE_OK ? guarded : code;
}

WordText ReadCells(const WordProblem& problem, const void* board, uint32_t cell_bytes) {
  WordText text;
  text.width = problem.width;
  text.height = problem.height;
  text.cell.resize(static_cast<size_t>(problem.cells()));
  for (size_t cell = 0; cell < text.cell.size(); ++cell) {
    if (cell_bytes == 4) {
      int32_t number;
      memcpy(&number, static_cast<const char*>(board) + 4 * cell, sizeof(number));
      text.cell[cell] = number;
    } else {
      const uint8_t byte = static_cast<const uint8_t*>(board)[cell];
      text.cell[cell] = byte > kMostByteNumber ? static_cast<int8_t>(byte) : byte;
    }
  }
  return text;
}

// Does work(board), which returns a status of the board.
template <typename Work>
int WithBoard(const tilebase_set* set, const uint8_t* board, size_t board_size, Work work) {
  if (board_size != Cells(set)) return TILEBASE_ERROR_BOARD_SIZE;
  return GuardedBoard(nullptr, 0, [&] { return work(ReadCells(set->words->problem(), board, 1)); });
}

// Writes them as ReadCells reads them. Returns false if a number does not fit.
bool WriteCells(const std::vector<int>& cells, uint32_t cell_bytes, void* board) {
  if (cell_bytes == 4) {
    std::copy(cells.begin(), cells.end(), static_cast<int32_t*>(board));
    return true;
  }
  if (*std::max_element(cells.begin(), cells.end()) > kMostByteNumber) return false;
  std::copy(cells.begin(), cells.end(), static_cast<uint8_t*>(board));
  return true;
}

bool HasLimit(uint64_t limit) { return limit != 0 && limit != TILEBASE_NO_LIMIT; }

// The question's letters or moves, slides and tiles. Returns its code.
int Give(const tilebase_question& question, const WordSolution& solution) {
  const std::string& actions = solution.actions;
  int code = TILEBASE_OK;
  if (question.receive != nullptr) {
    if (!actions.empty() && question.receive(question.context, actions.data(), actions.size()) != 0)
      return TILEBASE_ERROR_STOPPED;
  } else if (question.actions != nullptr) {
    if (actions.size() < question.capacity)
      memcpy(question.actions, actions.c_str(), actions.size() + 1);
    else
      code = TILEBASE_ERROR_BUFFER;
  }
  for (size_t i = 0; i < solution.slides.size(); ++i) {
    const WordSlide& slide = solution.slides[i];
    if (i < question.slide_capacity) question.slides[i] = {slide.move, slide.from, slide.to};
    if (i < question.tile_capacity) question.tiles[i] = static_cast<uint32_t>(slide.tile);
  }
  if ((question.slides != nullptr && question.slide_capacity < solution.slides.size()) ||
      (question.tiles != nullptr && question.tile_capacity < solution.slides.size()))
    code = TILEBASE_ERROR_BUFFER;
  return code;
}

uint32_t WhyOf(const tilebase_question& question, const WordSolution& solution) {
  if (solution.shortest()) return TILEBASE_WHY_SHORTEST;
  if (question.want == TILEBASE_EFFORT) return TILEBASE_WHY_LIMIT;
  return solution.in_stages ? TILEBASE_WHY_STAGES : TILEBASE_WHY_RULE;
}

}  // namespace

absl::StatusOr<std::shared_ptr<const WordAnswers>> OpenWords(absl::StatusOr<WordTables> file,
                                                             int threads, uint64_t memory_bytes) {
  if (!file.ok()) return file.status();
  const uint64_t needed = file->memory_bytes();
  if (needed > memory_bytes)
    return MakeError(absl::StatusCode::kResourceExhausted,
                     {.where = file->tables[0]->name(),
                      .what = "more memory than memory_bytes",
                      .expected = std::to_string(needed) + " bytes at least"});
  absl::StatusOr<std::unique_ptr<WordSet>> set = WordSet::Create(*std::move(file), threads);
  if (!set.ok()) return set.status();
  return std::make_shared<const WordAnswers>(*std::move(set));
}

int ReadWordBoard(const tilebase_set* set, std::string_view text, uint32_t cell_bytes, void* board,
                  char* message, size_t message_size) {
  return GuardedBoard(message, message_size, [&]() -> absl::Status {
    const absl::StatusOr<WordText> read = set->words->Read({text.data(), text.size()});
    if (!read.ok()) return read.status();
    if (WriteCells(read->cell, cell_bytes, board)) return absl::OkStatus();
    return MakeError(absl::StatusCode::kInvalidArgument,
                     {.what = "a number over 252", .remedy = "take cells of 4 bytes"});
  });
}

int AskWords(const tilebase_set* set, const tilebase_question& question, tilebase_answer* answer) {
  const Clock::time_point start = Clock::now();
  const WordProblem& problem = set->words->problem();
  if (question.width != 0 && (question.width != static_cast<uint32_t>(problem.width) ||
                              question.height != static_cast<uint32_t>(problem.height)))
    return answer->code = TILEBASE_ERROR_BOARD_SIZE;
  if (question.to != nullptr) {
    Tell("`to`: the table has goals of its own", question.message, question.message_size);
    return answer->code = TILEBASE_ERROR_UNSUPPORTED;
  }
  int given = TILEBASE_OK;
  const int code = GuardedBoard(question.message, question.message_size, [&]() -> absl::Status {
    const absl::StatusOr<WordText> board =
        question.board != nullptr ? ReadCells(problem, question.board, question.cell_bytes)
                                  : set->words->Read(question.text);
    if (!board.ok()) return board.status();
    WordQuestion asked;
    asked.must_be_shortest = question.want == TILEBASE_SHORTEST;
    asked.deliver = static_cast<tilebase::Deliver>(question.deliver);
    if (question.want == TILEBASE_EFFORT) {
      asked.effort.boards = question.boards != 0 ? question.boards : UINT64_MAX;
      if (HasLimit(question.microseconds)) asked.effort.microseconds = question.microseconds;
      asked.effort.cancel = Flag(question.cancel);
    }
    const absl::StatusOr<WordSolution> solution = set->words->Ask(*board, asked);
    if (!solution.ok()) return solution.status();
    answer->moves = solution->moves;
    answer->runs = solution->runs;
    answer->bound = solution->bound;
    answer->looked_at = solution->looked_at;
    answer->slides = solution->slides.size();
    answer->goal_cost = solution->goal_cost;
    answer->shortest = solution->shortest() ? 1 : 0;
    answer->why = WhyOf(question, *solution);
    given = Give(question, *solution);
    return absl::OkStatus();
  });
  answer->microseconds = static_cast<uint64_t>(SecondsSince(start) * 1e6);
  return answer->code = code != TILEBASE_OK ? code : given;
}

tilebase_set_info WordsInfo(const tilebase_set* set) {
  const WordSet& words = set->words->set();
  const WordProblem& problem = words.problem();
  const std::vector<const WordFile*> files = words.files();
  tilebase_set_info info = {};
  info.width = static_cast<uint32_t>(problem.width);
  info.height = static_cast<uint32_t>(problem.height);
  info.stages = info.tables = static_cast<uint32_t>(files.size());
  for (const WordFile* const file : files)
    info.certified_worst_case += static_cast<uint32_t>(file->table().max_value());
  info.file_bytes = words.file_bytes();
  info.memory_bytes = words.memory_bytes();
  info.probes_lead_home = 1;
  info.metric = static_cast<uint32_t>(problem.metric);
  info.blanks = static_cast<uint32_t>(problem.blanks);
  info.kinds = static_cast<uint32_t>(problem.symbols.size());
  info.wanted = static_cast<uint32_t>(set->words->wanted());
  return info;
}

int VerifyWords(const tilebase_set* set, int threads, char* message, size_t message_size) {
  return Guarded(message, message_size, [&]() -> absl::Status {
    WordVerifyOptions options;
    options.threads = threads;
    for (const WordFile* const file : set->words->set().files()) {
      const WordTable& table = file->table();
      std::vector<uint8_t> planes(table.states * static_cast<uint64_t>(table.planes()));
      if (absl::Status status = file->Read(threads, planes.data()); !status.ok()) return status;
      if (absl::Status status = VerifyWordTable(table, planes.data(), options); !status.ok())
        return status;
    }
    return absl::OkStatus();
  });
}

int ProbeWords(const tilebase_set* set, const uint8_t* board, size_t board_size,
               tilebase_probe_result* result) {
  if (!set->words->has_letters()) return TILEBASE_ERROR_UNSUPPORTED;
  return WithBoard(set, board, board_size, [&](const WordText& text) {
    const absl::StatusOr<WordProbe> probe = set->words->Probe(text);
    if (!probe.ok()) return probe.status();
    *result = {};
    result->stage = probe->best.runs == 0 ? 1 : 0;
    result->remaining = static_cast<int32_t>(probe->value);
    std::fill_n(result->after, 4, -1);
    for (const WordNeighbour& next : probe->all) {
      if (next.move.tiles == 1)
        result->after[next.move.run[0].direction ^ 1] = static_cast<int32_t>(next.value);
    }
    if (probe->best.runs > 0) {
      result->action = set->words->ToText(probe->best)[0];
      result->tiles = static_cast<uint8_t>(std::min(probe->best.tiles, UINT8_MAX));
    }
    return absl::OkStatus();
  });
}

int ScrambleWords(const tilebase_set* set, const tilebase_scramble_wish& wish, uint8_t* boards,
                  size_t board_count, size_t* counts, unsigned* nature) {
  const WordAnswers& words = *set->words;
  if (wish.min_moves > wish.max_moves) return TILEBASE_ERROR_ARGUMENT;
  int code = TILEBASE_OK;
  const int guarded = Guarded(nullptr, 0, [&]() -> absl::Status {
    bool uniform = true;
    const absl::StatusOr<std::vector<Word>> found =
        words.RandomBoards(wish.min_moves, wish.max_moves, wish.seed, board_count, &uniform);
    if (!found.ok()) {
      code = TILEBASE_ERROR_NOT_FOUND;
      return absl::OkStatus();
    }
    for (size_t i = 0; i < board_count; ++i) {
      const std::vector<int> cells = CellsOf(words.problem(), (*found)[i]);
      if (!WriteCells(cells, 1, boards + i * cells.size())) {
        code = TILEBASE_ERROR_UNSUPPORTED;
        return absl::OkStatus();
      }
      if (counts != nullptr) counts[i] = *words.set().Value((*found)[i]);
    }
    if (nature != nullptr)
      *nature = (words.set().is_exact() ? TILEBASE_SCRAMBLE_OPTIMAL : 0u) |
                (uniform ? TILEBASE_SCRAMBLE_UNIFORM : 0u);
    return absl::OkStatus();
  });
  return guarded != TILEBASE_OK ? guarded : code;
}

int AnalyseWords(const tilebase_set* set, const uint8_t* board, size_t board_size,
                 tilebase_board_analysis* result) {
  if (!set->words->has_letters()) return TILEBASE_ERROR_UNSUPPORTED;
  return WithBoard(set, board, board_size, [&](const WordText& text) {
    if (absl::Status status = set->words->CheckExact(); !status.ok()) return status;
    const absl::StatusOr<WordProbe> probe = set->words->Probe(text);
    if (!probe.ok()) return probe.status();
    result->moves = result->bound = probe->value;
    for (const WordNeighbour& next : probe->all) {
      if (next.move.tiles > 7) continue;
      const int action = next.move.run[0].direction ^ 1;
      result->after[action][next.move.tiles - 1] = static_cast<int32_t>(next.value);
      result->after_bound[action][next.move.tiles - 1] = static_cast<int32_t>(next.value);
    }
    return absl::OkStatus();
  });
}

int AnalyseWordGame(const tilebase_set* set, const uint8_t* board, size_t board_size,
                    std::string_view letters, uint32_t* lengths, uint32_t* bounds, size_t* moves) {
  if (!set->words->has_letters()) return TILEBASE_ERROR_UNSUPPORTED;
  bool is_playable = true;
  const int code = WithBoard(set, board, board_size, [&](const WordText& text) -> absl::Status {
    if (absl::Status status = set->words->CheckExact(); !status.ok()) return status;
    // Errors of the board come first.
    if (const auto first = set->words->Probe(text); !first.ok()) return first.status();
    const auto values = set->words->ValuesOf(text, {letters.data(), letters.size()});
    if (absl::IsInvalidArgument(values.status())) {
      is_playable = false;
      return absl::OkStatus();
    }
    if (!values.ok()) return values.status();
    std::copy(values->begin(), values->end(), lengths);
    if (bounds != nullptr) std::copy(values->begin(), values->end(), bounds);
    if (moves != nullptr) *moves = values->size() - 1;
    return absl::OkStatus();
  });
  return is_playable ? code : TILEBASE_ERROR_ARGUMENT;
}

}  // namespace tilebase::c_api
