// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/serve/any_answer.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "tables/error.h"

namespace tilebase::serve {
namespace {

Problem UnreadableTables(const absl::Status& status) {
  return {503, "", "sound tables", std::string(status.message())};
}

}  // namespace

std::optional<Problem> AnyAnswer::Start(const AnySolver& solver, BigSize size,
                                        std::string_view text, const SolveOptions& options,
                                        std::unique_ptr<AnyAnswer>* answer) {
  if (options.stages || options.to)
    return BadParameter(options.stages ? "stages" : "to",
                        "none for a board of a size that no table set has", "it");
  if (options.effort != 0 && size.cells() > kMostEffortCells)
    return BadParameter("effort",
                        absl::StrCat("0 for a board of more than ", kMostEffortCells, " cells"),
                        absl::StrCat(options.effort));
  auto board = BigBoard::Parse(size, text);
  absl::Status status = board.status();
  if (status.ok()) status = board->CheckSolvable();
  if (!status.ok()) {
    const ErrorParts parts = PartsOf(status);
    return BadParameter("board",
                        parts.expected.empty() ? "a board that can be solved" : parts.expected,
                        parts.what);
  }
  std::optional<std::string> shorter;
  if (options.effort != 0) {
    auto letters =
        solver.SolveWithEffort(*board, {.boards = static_cast<uint64_t>(options.effort)});
    if (!letters.ok()) return UnreadableTables(letters.status());
    shorter = *std::move(letters);
  }
  answer->reset(new AnyAnswer(solver, *std::move(board)));
  (*answer)->shorter_ = std::move(shorter);
  return std::nullopt;
}

bool AnyAnswer::Continue(std::string* json) {
  if (!std::exchange(begun_, true)) json->append("{\"actions\":\"");
  if (shorter_) {
    absl::StrAppend(json, *shorter_, "\",\"moves\":", shorter_->size(), "}");
    return true;
  }
  absl::Status status;
  while (status.ok() && !walk_.done() && letters_.size() < kPieceLetters)
    status = walk_.Next(&stream_);
  const bool last = walk_.done() || !status.ok();
  if (last) stream_.Flush();
  json->append(letters_);
  letters_.clear();
  if (!last) return false;
  if (status.ok()) {
    absl::StrAppend(json, "\",\"moves\":", stream_.count(), "}");
  } else {
    json->append("\",\"problem\":");
    AppendProblem(UnreadableTables(status), json);
    json->push_back('}');
  }
  return true;
}

}  // namespace tilebase::serve
