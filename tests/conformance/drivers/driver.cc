// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Answers the questions of tests/conformance/README.md by tilebase.hpp, and those about compact
// forms by embedded.h. The suite has these answers.

#include <charconv>
#include <cstdio>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <tilebase.hpp>
#include <vector>

#include "runtime/embedded.h"

namespace {

using Bytes = std::vector<std::uint8_t>;

const char* NameOf(int code) {
  static const std::map<int, const char*> kNames = {
      {TILEBASE_ERROR_ARGUMENT, "argument"},     {TILEBASE_ERROR_BOARD, "board"},
      {TILEBASE_ERROR_UNSOLVABLE, "unsolvable"}, {TILEBASE_ERROR_BOARD_SIZE, "board_size"},
      {TILEBASE_ERROR_FORMAT, "format"},         {TILEBASE_ERROR_VERSION, "version"},
      {TILEBASE_ERROR_DAMAGED, "damaged"},       {TILEBASE_ERROR_NOT_FOUND, "not_found"}};
  const auto found = kNames.find(code);
  return found == kNames.end() ? "other" : found->second;
}

std::string Error(int code) { return std::string("error ") + NameOf(code); }

std::string Hex(std::uint64_t number) {
  char text[17] = "";
  std::snprintf(text, sizeof text, "%llx", static_cast<unsigned long long>(number));
  return text;
}

Bytes FromHex(const std::string& hex) {
  Bytes bytes(hex.size() / 2);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    std::from_chars(hex.data() + 2 * i, hex.data() + 2 * i + 2, bytes[i], 16);
  return bytes;
}

std::string Text(const std::uint8_t* board, std::size_t cells) {
  std::string text;
  for (std::size_t i = 0; i < cells; ++i) {
    if (i > 0) text += ' ';
    text += std::to_string(board[i]);
  }
  return text;
}

class Driver {
 public:
  std::string Answer(const std::string& line) {
    std::istringstream words(line);
    std::string question;
    words >> question;
    if (question == "open") {
      std::string hex;
      words >> hex;
      return Open(FromHex(hex));
    }
    if (!set_ && form_.empty()) return "closed";
    std::vector<std::uint64_t> numbers;
    for (std::uint64_t number; words >> number;) numbers.push_back(number);
    Bytes board;
    for (const std::uint64_t number : numbers)
      board.push_back(static_cast<std::uint8_t>(number < 255 ? number : 255));
    if (question == "random") {
      const Bytes random = tilebase::RandomBoard(width_, height_, numbers[0], numbers[1]);
      return Text(random.data(), random.size());
    }
    if (question == "scramble") return set_ ? Scramble(numbers) : "unsupported";
    if (set_) return question == "solve" ? Solve(board) : Hint(board);
    if (board.size() != std::size_t{width_} * height_) return Error(TILEBASE_ERROR_BOARD_SIZE);
    const int code = tilebase::CheckBoard(width_, height_, board);
    if (code != TILEBASE_OK) return Error(code);
    return question == "solve" ? SolveByForm(board) : HintByForm(board);
  }

 private:
  std::string Open(Bytes bytes) {
    set_.reset();
    form_.clear();
    bytes_ = std::move(bytes);
    if (bytes_.size() > 3 && bytes_[0] == 'T' && bytes_[1] == 'B' && bytes_[2] == 'C')
      return OpenForm();
    tilebase_set* set = nullptr;
    const int code =
        tilebase_open_image(bytes_.data(), bytes_.size(), TILEBASE_CHECK_CONTENT, &set, nullptr, 0);
    tilebase_close(set);
    if (code != TILEBASE_OK) return Error(code);
    set_ = tilebase::Set::OpenImage(bytes_.data(), bytes_.size());
    const tilebase_set_info info = set_->Info();
    return Opened(info.width, info.height, info.certified_worst_case);
  }

  std::string OpenForm() {
    namespace at = tilebase::compact_form;
    if (bytes_[3] > at::kMagic[3]) return Error(TILEBASE_ERROR_VERSION);
    if (!tilebase::IsSoundCompactForm(bytes_.data(), static_cast<std::uint32_t>(bytes_.size())))
      return Error(TILEBASE_ERROR_DAMAGED);
    form_ = bytes_;
    return Opened(form_[at::kWidthAt], form_[at::kHeightAt],
                  at::ReadU32(form_.data() + at::kWorstCaseAt));
  }

  std::string Opened(std::uint32_t width, std::uint32_t height, std::uint32_t worst_case) {
    width_ = width;
    height_ = height;
    return std::to_string(width) + "x" + std::to_string(height) + " " + std::to_string(worst_case);
  }

  static std::string Solved(const std::string& actions) {
    return std::to_string(actions.size()) + (actions.empty() ? "" : " ") + actions;
  }

  std::string Solve(const Bytes& board) const {
    const tilebase::Solution solution = set_->Solve(board);
    return solution.code == TILEBASE_OK ? Solved(solution.actions) : Error(solution.code);
  }

  std::string Hint(const Bytes& board) const {
    tilebase::Probe hint;
    hint.code =
        tilebase_hint(set_->get(), board.data(), board.size(), &hint.result, sizeof hint.result);
    if (hint.code != TILEBASE_OK) return Error(hint.code);
    const tilebase_probe_result& result = hint.result;
    return std::string(1, result.action == 0 ? '-' : result.action) + " " +
           std::to_string(result.stage) + " " + Hex(result.goal) + " " + Hex(result.fixed) + " " +
           std::to_string(result.remaining);
  }

  std::string Scramble(const std::vector<std::uint64_t>& numbers) const {
    tilebase_scramble_wish wish = {};
    wish.min_moves = static_cast<std::uint32_t>(numbers[0]);
    wish.max_moves = static_cast<std::uint32_t>(numbers[1]);
    wish.seed = numbers[2];
    const std::size_t cells = std::size_t{width_} * height_;
    Bytes boards(cells * numbers[3]);
    const int code = tilebase_scramble(set_->get(), &wish, sizeof wish, boards.data(), cells,
                                       numbers[3], nullptr, nullptr);
    if (code != TILEBASE_OK) return Error(code);
    std::string text;
    for (std::size_t i = 0; i < boards.size(); i += cells)
      text += (i == 0 ? "" : " / ") + Text(&boards[i], cells);
    return text;
  }

  std::string SolveByForm(Bytes board) const {
    tilebase::EmbeddedWalk walk(form_.data());
    std::string actions;
    std::uint8_t action = 0;
    while ((action = walk.Next(board.data())) < tilebase::EmbeddedWalk::kSolved)
      actions += "LRUD"[action];
    return action == tilebase::EmbeddedWalk::kSolved ? Solved(actions)
                                                     : Error(TILEBASE_ERROR_DAMAGED);
  }

  std::uint64_t ReadSet(const std::uint8_t* set) const {
    std::uint64_t tiles = 0;
    for (std::uint32_t i = 0; i < (width_ * height_ + 7) / 8; ++i)
      tiles |= static_cast<std::uint64_t>(set[i]) << 8 * i;
    return tiles;
  }

  std::string HintByForm(Bytes board) const {
    const int stages = form_[tilebase::compact_form::kStageCountAt];
    const std::uint8_t action = tilebase::EmbeddedWalk::Hint(form_.data(), board.data());
    if (action == tilebase::EmbeddedWalk::kSolved)
      return "- " + std::to_string(stages) + " 0 " +
             Hex((std::uint64_t{1} << (width_ * height_ - 1)) - 1) + " 0";
    if (action > tilebase::EmbeddedWalk::kSolved) return Error(TILEBASE_ERROR_DAMAGED);
    auto walk = tilebase::EmbeddedWalk::From(form_.data(), board.data());
    const std::string stage = std::to_string(stages - walk.stages_left()) + " " +
                              Hex(ReadSet(walk.stage_goal())) + " " +
                              Hex(ReadSet(walk.stage_fixed()));
    int remaining = 0;
    do {
      walk.Next(board.data());
      ++remaining;
    } while (!walk.IsStageDone(board.data()));
    return std::string(1, "LRUD"[action]) + " " + stage + " " + std::to_string(remaining);
  }

  Bytes bytes_;
  std::optional<tilebase::Set> set_;
  Bytes form_;  // empty: an image is open, or nothing
  std::uint32_t width_ = 0;
  std::uint32_t height_ = 0;
};

}  // namespace

int main() {
  Driver driver;
  for (std::string line; std::getline(std::cin, line);)
    std::cout << driver.Answer(line) << std::endl;
  return 0;
}
