// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tables/goal_reader.h"

namespace tilebase {
namespace {

constexpr struct {
  const char* text;
  GoalName name;
} kNamedGoals[] = {
    {"blank-last", GoalName::kBlankLast}, {"blank-first", GoalName::kBlankFirst},
    {"snail", GoalName::kSnail},          {"spiral", GoalName::kSnail},
    {"columns", GoalName::kColumns},      {"blank-center", GoalName::kBlankCenter},
};

constexpr size_t kMostOfName = 24;  // characters of a wrong name that a message repeats

bool IsSpaceAround(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Returns whether the text can only be meant as a name: letters and hyphens, with two letters and a
// hyphen or more letters than a board of that shape has cells in a row.
bool LooksLikeName(const char* text, size_t size, BoardShape shape) {
  size_t letters = 0, hyphens = 0;
  for (size_t i = 0; i < size; ++i) {
    const char c = text[i];
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!is_letter && c != '-') return false;
    ++(is_letter ? letters : hyphens);
  }
  return letters > 1 && (hyphens != 0 || size != shape.cells());
}

// Calls put(cell) for every cell, from the top left corner clockwise inwards.
template <typename Put>
void WalkSpiral(BoardShape shape, Put put) {
  uint32_t top = 0, left = 0, bottom = shape.height,
           right = shape.width;  // the last two are past it
  const auto at = [&](uint32_t row, uint32_t column) { put(row * shape.width + column); };
  while (top < bottom && left < right) {
    for (uint32_t column = left; column < right; ++column) at(top, column);
    for (uint32_t row = top + 1; row < bottom; ++row) at(row, right - 1);
    if (bottom - top > 1)
      for (uint32_t column = right - 1; column-- > left;) at(bottom - 1, column);
    if (right - left > 1)
      for (uint32_t row = bottom - 1; --row > top;) at(row, left);
    ++top, ++left, --bottom, --right;
  }
}

}  // namespace

GoalName NamedGoal(const char* text, size_t size) {
  while (size != 0 && IsSpaceAround(*text)) ++text, --size;
  while (size != 0 && IsSpaceAround(text[size - 1])) --size;
  for (const auto& goal : kNamedGoals) {
    size_t same = 0;
    while (same < size && goal.text[same] == text[same]) ++same;
    if (same == size && goal.text[same] == 0) return goal.name;
  }
  return GoalName::kNone;
}

bool MakeGoal(GoalName name, BoardShape shape, uint32_t* cells) {
  const uint32_t count = shape.cells();
  uint32_t next = 1;
  switch (name) {
    case GoalName::kNone:
      return false;
    case GoalName::kBlankLast:
      for (uint32_t cell = 0; cell < count; ++cell) cells[cell] = (cell + 1) % count;
      return true;
    case GoalName::kBlankFirst:
      for (uint32_t cell = 0; cell < count; ++cell) cells[cell] = cell;
      return true;
    case GoalName::kSnail:
      WalkSpiral(shape, [&](uint32_t cell) { cells[cell] = next++ % count; });
      return true;
    case GoalName::kColumns:
      for (uint32_t column = 0; column < shape.width; ++column)
        for (uint32_t row = 0; row < shape.height; ++row)
          cells[row * shape.width + column] = next++ % count;
      return true;
    case GoalName::kBlankCenter:
      if (shape.width % 2 == 0 || shape.height % 2 == 0) return false;
      for (uint32_t cell = 0; cell < count; ++cell) cells[cell] = cell == count / 2 ? 0 : next++;
      return true;
  }
  return false;
}

bool ReadGoal(const char* text, size_t size, BoardReading* reading, uint32_t* cells,
              size_t capacity) {
  const GoalName name = NamedGoal(text, size);
  if (name == GoalName::kNone) {
    if (ReadBoard(text, size, reading, cells, capacity)) return true;
    if (!LooksLikeName(text, size, reading->shape)) return false;
    reading->what = {};
    reading->expected = {};
    reading->what << '\'';
    for (size_t i = 0; i < size && i < kMostOfName; ++i) reading->what << text[i];
    reading->what << (size > kMostOfName ? "...' is no goal's name" : "' is no goal's name");
    reading->expected << "a board, or " << kGoalNames;
    return false;
  }
  if (capacity < reading->shape.cells()) {
    reading->what << "a goal of " << uint64_t{reading->shape.cells()} << " cells";
    reading->expected << "at most " << uint64_t{capacity} << " cells";
    return false;
  }
  if (MakeGoal(name, reading->shape, cells)) return true;
  reading->what << "blank-center on a board without a middle cell, "
                << uint64_t{reading->shape.width} << 'x' << uint64_t{reading->shape.height};
  reading->expected << "two odd sides";
  return false;
}

}  // namespace tilebase
