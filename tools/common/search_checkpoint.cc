// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/common/search_checkpoint.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tables/board_text.h"
#include "tables/error.h"
#include "tables/hash.h"

namespace tilebase {
namespace {

constexpr std::string_view kMark = "TBSEARCH";
// The search's revision in the upper half, the layout's in the lower.
constexpr uint32_t kVersion = OptimalSolver::kRevision << 16 | 3;
// A save is due after a second, and saves take at most a hundredth of the time.
constexpr double kInterval = 1;
constexpr double kGreatestShare = 0.01;

class Writer {
 public:
  template <typename T>
  void Number(T value) {
    uint8_t bytes[sizeof(T)];
    PutLittleEndian<T>(bytes, value);
    text_.append(reinterpret_cast<const char*>(bytes), sizeof bytes);
  }
  void Raw(std::string_view bytes) { text_ += bytes; }
  void Text(const std::string& text) {
    Number(static_cast<uint32_t>(text.size()));
    text_ += text;
  }
  std::string Take() {
    Number(Hash64(AsBytes(text_)));
    return std::move(text_);
  }

 private:
  std::string text_;
};

// Beyond the end it returns zeros, and remembers that it did.
class Reader {
 public:
  explicit Reader(Bytes bytes) : bytes_(bytes) {}
  template <typename T>
  T Number() {
    const std::string bytes = Raw(sizeof(T));
    return GetLittleEndian<T>(reinterpret_cast<const uint8_t*>(bytes.data()));
  }
  std::string Raw(size_t size) {
    std::string bytes(size, '\0');
    sound_ &= size <= bytes_.size();
    if (!sound_) return bytes;
    std::copy_n(bytes_.begin(), size, bytes.begin());
    bytes_.remove_prefix(size);
    return bytes;
  }
  // Returns the length of a list whose parts have at least `bytes_of_part` bytes.
  uint32_t Count(size_t bytes_of_part) {
    const uint32_t count = Number<uint32_t>();
    sound_ &= count <= bytes_.size() / bytes_of_part;
    return sound_ ? count : 0;
  }
  double Seconds() {
    const double seconds = std::bit_cast<double>(Number<uint64_t>());
    constexpr double kMost = 1e9;
    sound_ &= seconds >= 0 && seconds <= kMost;
    return seconds;
  }
  std::string Text() { return Raw(Count(1)); }
  bool sound() const { return sound_; }
  bool at_end() const { return bytes_.empty(); }

 private:
  Bytes bytes_;
  bool sound_ = true;
};

void WriteState(const OptimalState& state, Writer* writer) {
  writer->Number(static_cast<uint32_t>(state.limit));
  for (const uint8_t view : state.views.view) writer->Number(view);
  writer->Number(state.choices);
  writer->Number(state.nodes);
  writer->Number(state.last);
  writer->Number(state.earlier);
  writer->Number(std::bit_cast<uint64_t>(state.seconds));
  writer->Number(static_cast<uint32_t>(state.subtrees.size()));
  for (const OptimalState::Subtree& subtree : state.subtrees) {
    writer->Number(subtree.number);
    writer->Number(subtree.least);
    writer->Number(static_cast<uint8_t>(subtree.done));
    writer->Number(subtree.before);
    writer->Number(subtree.nodes);
  }
  writer->Number(static_cast<uint32_t>(state.places.size()));
  for (const OptimalState::Place& place : state.places) {
    writer->Number(place.subtree);
    writer->Number(place.least);
    writer->Number(place.nodes);
    writer->Text(place.letters);
  }
}

OptimalState ReadState(Reader* reader) {
  OptimalState state;
  state.limit = static_cast<int>(reader->Number<uint32_t>());
  for (uint8_t& view : state.views.view) view = reader->Number<uint8_t>();
  state.choices = reader->Number<uint8_t>();
  state.nodes = reader->Number<uint64_t>();
  state.last = reader->Number<uint64_t>();
  state.earlier = reader->Number<uint64_t>();
  state.seconds = reader->Seconds();
  constexpr size_t kSubtreeBytes = 4 + 2 + 1 + 8 + 8;
  state.subtrees.resize(reader->Count(kSubtreeBytes));
  for (OptimalState::Subtree& subtree : state.subtrees) {
    subtree.number = reader->Number<uint32_t>();
    subtree.least = reader->Number<uint16_t>();
    subtree.done = reader->Number<uint8_t>() != 0;
    subtree.before = reader->Number<uint64_t>();
    subtree.nodes = reader->Number<uint64_t>();
  }
  constexpr size_t kPlaceBytes = 4 + 2 + 8 + 4;
  state.places.resize(reader->Count(kPlaceBytes));
  for (OptimalState::Place& place : state.places) {
    place.subtree = reader->Number<uint32_t>();
    place.least = reader->Number<uint16_t>();
    place.nodes = reader->Number<uint64_t>();
    place.letters = reader->Text();
  }
  return state;
}

void WriteAnswer(const OptimalAnswer& answer, Writer* writer) {
  writer->Text(answer.letters);
  writer->Number(answer.nodes);
  writer->Number(std::bit_cast<uint64_t>(answer.seconds));
}

OptimalAnswer ReadAnswer(Reader* reader) {
  OptimalAnswer answer;
  answer.letters = reader->Text();
  answer.nodes = reader->Number<uint64_t>();
  answer.seconds = reader->Seconds();
  answer.found = answer.proven = true;
  answer.bound = static_cast<int>(answer.letters.size());
  return answer;
}

// Returns whether the actions lead from the board to the goal.
bool Leads(Board board, const std::string& letters, const Board& end) {
  for (const char letter : letters) {
    const std::optional<Action> action = ActionOf(letter);
    if (!action.has_value() || !board.CanApply(*action)) return false;
    board.Apply(*action);
  }
  return board == end;
}

constexpr char kAgain[] = "remove it to begin again, or give another checkpoint";

absl::Status NotOurs(const std::string& what, const std::string& remedy) {
  return MakeError(absl::StatusCode::kFailedPrecondition, {.what = what, .remedy = remedy});
}
absl::Status Damaged() {
  return MakeError(absl::StatusCode::kDataLoss, {.what = "is damaged", .remedy = kAgain});
}

}  // namespace

std::string EncodeCheckpoint(Geometry geometry, uint64_t tables,
                             const std::vector<CheckpointBoard>& boards) {
  Writer writer;
  writer.Raw(kMark);
  writer.Number(kVersion);
  writer.Number(static_cast<uint32_t>(geometry.cells()));
  writer.Number(tables);
  writer.Number(static_cast<uint32_t>(boards.size()));
  for (const CheckpointBoard& board : boards) {
    writer.Raw(board.cells);
    writer.Number(static_cast<uint8_t>(board.solved));
    board.solved ? WriteAnswer(board.answer, &writer) : WriteState(board.state, &writer);
  }
  return writer.Take();
}

absl::StatusOr<std::vector<CheckpointBoard>> DecodeCheckpoint(Geometry geometry, uint64_t tables,
                                                              Bytes bytes) {
  constexpr size_t kHashBytes = 8;
  if (bytes.size() < kMark.size() + kHashBytes ||
      !std::equal(kMark.begin(), kMark.end(), bytes.begin()))
    return NotOurs("is no checkpoint of a search", "give another file");
  const Bytes hashed = bytes.first(bytes.size() - kHashBytes);
  if (Hash64(hashed) != GetLittleEndian<uint64_t>(bytes.data() + hashed.size())) return Damaged();
  Reader reader(hashed.subspan(kMark.size()));
  if (reader.Number<uint32_t>() != kVersion)
    return NotOurs("is the checkpoint of another version of tilebase", kAgain);
  const size_t cells = static_cast<size_t>(geometry.cells());
  if (reader.Number<uint32_t>() != cells || reader.Number<uint64_t>() != tables)
    return NotOurs("is the checkpoint of a search with other pattern tables or another goal",
                   "give the table set and the goal of that search, or another checkpoint");
  std::vector<CheckpointBoard> boards(reader.Count(cells));
  for (CheckpointBoard& board : boards) {
    board.cells = reader.Raw(cells);
    board.solved = reader.Number<uint8_t>() != 0;
    if (board.solved)
      board.answer = ReadAnswer(&reader);
    else
      board.state = ReadState(&reader);
  }
  if (!reader.sound() || !reader.at_end()) return Damaged();
  return boards;
}

absl::StatusOr<std::unique_ptr<SearchCheckpoint>> SearchCheckpoint::Open(
    const std::string& path, const OptimalSearch& search, const Board& end) {
  auto file = KeptFile::Open(path);
  if (!file.ok()) return file.status();
  const absl::StatusOr<std::string> bytes = (*file)->Read();
  if (!bytes.ok()) return bytes.status();
  auto checkpoint =
      std::unique_ptr<SearchCheckpoint>(new SearchCheckpoint(path, *std::move(file), search, end));
  if (bytes->empty()) {
    checkpoint->Save();  // fail now, before there is anything to lose
    if (checkpoint->saved_.ok()) return checkpoint;
    checkpoint->file_->Remove();
    return checkpoint->saved_;
  }
  auto boards = DecodeCheckpoint(search.geometry(), checkpoint->hash(), AsBytes(*bytes));
  if (!boards.ok()) return ErrorWithin(path, boards.status());
  checkpoint->boards_ = *std::move(boards);
  checkpoint->SetDue(kInterval);
  return checkpoint;
}

uint64_t SearchCheckpoint::hash() const {
  const uint64_t hash = search_.patterns()->content_hash();
  return end_.IsSolved() ? hash : Hash64(AsBytes(absl::StrCat(hash, " to ", ToString(end_))));
}

absl::StatusOr<OptimalAnswer> SearchCheckpoint::Solve(const Destination& destination,
                                                      const Board& board,
                                                      const OptimalLimits& limits) {
  const auto mapped = [&](OptimalAnswer answer) {
    destination.Map(answer.letters.data(), answer.letters.size());
    return answer;
  };
  const size_t number = next_++;
  const std::string cells(board.tile, board.tile + board.geometry.cells());
  if (number == boards_.size()) boards_.push_back({cells, false, {}, {}});
  CheckpointBoard& kept = boards_[number];
  if (kept.cells != cells)
    return MakeError(absl::StatusCode::kFailedPrecondition,
                     {.where = path_,
                      .what = absl::StrCat("is the checkpoint of a search of other boards; board ",
                                           number + 1, " is another one there"),
                      .remedy = "give the boards of that search, or another checkpoint"});
  if (kept.solved && !Leads(board, kept.answer.letters, end_)) return ErrorWithin(path_, Damaged());
  if (kept.solved) return mapped(kept.answer);
  OptimalLimits watched = limits;
  watched.end = &end_;
  watched.keeps = true;
  const OptimalState from = kept.state;
  if (!from.subtrees.empty()) {
    if (!search_.patterns()->solver().Fits(board, from, &end_))
      return ErrorWithin(path_, Damaged());
    watched.state = &from;
  }
  watched.watch = [&](const OptimalState& state) {
    kept.state = state;
    SaveIfDue();
    if (limits.watch) limits.watch(state);
  };
  OptimalAnswer answer = search_.Solve(board, watched);
  if (answer.proven) {
    kept.solved = true;
    kept.answer = answer;
    kept.state = {};
    SaveIfDue();
  } else {
    Save();
  }
  return mapped(std::move(answer));
}

absl::StatusOr<bool> SearchCheckpoint::Finish(bool delivered) {
  const bool solved = std::all_of(boards_.begin(), boards_.end(),
                                  [](const CheckpointBoard& board) { return board.solved; });
  Save();  // also before a removal: it replaces what a killed save has left
  const bool done = solved && next_ >= boards_.size() && (delivered || boards_.empty());
  if (done) file_->Remove();
  if (!done && !saved_.ok()) return saved_;
  return !done;
}

void SearchCheckpoint::Save() {
  const Clock::time_point start = Clock::now();
  const std::string bytes = EncodeCheckpoint(search_.geometry(), hash(), boards_);
  saved_ = file_->Replace({kMark.data(), kMark.size()}, AsBytes(bytes));
  SetDue(std::max(kInterval, SecondsSince(start) / kGreatestShare));
}

void SearchCheckpoint::SetDue(double seconds) {
  due_ = Clock::now() +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

void SearchCheckpoint::SaveIfDue() {
  if (Clock::now() >= due_) Save();
}

}  // namespace tilebase
