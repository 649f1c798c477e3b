// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tests/damage/damaged_sets.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "generator/build.h"
#include "runtime/lookup/walk.h"
#include "runtime/patterns/optimal_solver.h"
#include "tables/hash.h"
#include "tables/image/flat_image.h"
#include "tables/image/image.h"
#include "tables/plan.h"
#include "tables/store/store.h"
#include "tables/words/word_file.h"
#include "tests/runtime/asked.h"
#include "tests/tables/synthetic_set.h"

namespace tilebase {

MadeSet MakeSet(const std::string& board, const std::string& plan, Codec codec) {
  std::string folder = (std::filesystem::temp_directory_path() / "tilebase_damage_XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) abort();
  const std::string path = folder + "/set";
  BuildOptions options;
  options.codec = codec;
  options.creator = "test";
  if (!BuildTableSet(*ParsePlan(*ParseGeometry(board), plan), path, options).ok()) abort();
  MadeSet set;
  set.store = ReadWholeFile(path);
  const absl::Status status = WriteImage(**StoreReader::Open(path), {}, [&](Bytes bytes) {
    set.image.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return absl::OkStatus();
  });
  if (!status.ok()) abort();
  std::filesystem::remove_all(folder);
  return set;
}

namespace {

bool Fits(const TableSource& source, size_t table, uint64_t block, const std::string& stored) {
  return source.tables()[table].codec != Codec::kRaw ||
         stored.size() == source.layout(table).BlockBytes(block);
}

bool Fit(const TableSource& source, const StoredBlocks& blocks) {
  for (size_t table = 0; table < blocks.size(); ++table)
    for (uint64_t block = 0; block < blocks[table].size(); ++block)
      if (!Fits(source, table, block, blocks[table][block])) return false;
  return true;
}

absl::Status Write(const TableSource& source, const StoredBlocks& blocks, StoreWriter* writer) {
  absl::Status status;
  for (size_t table = 0; status.ok() && table < blocks.size(); ++table) {
    status = writer->BeginTable(source.tables()[table]);
    for (const std::string& block : blocks[table])
      if (status.ok()) status = writer->AppendBlock(AsBytes(block));
    if (status.ok()) status = writer->EndTable(source.tables()[table].content_hash);
  }
  return status.ok() ? writer->Finish(source.info()) : status;
}

}  // namespace

StoredBlocks BlocksOf(const TableSource& source) {
  StoredBlocks blocks(source.tables().size());
  for (size_t table = 0; table < blocks.size(); ++table)
    for (uint64_t block = 0; block < source.layout(table).blocks(); ++block) {
      const Bytes stored = source.StoredBlock(table, block);
      blocks[table].emplace_back(stored.begin(), stored.end());
    }
  return blocks;
}

std::string StoreOf(const TableSource& source, const StoredBlocks& blocks) {
  if (!Fit(source, blocks)) return "";
  std::string folder = (std::filesystem::temp_directory_path() / "tilebase_damage_XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) abort();
  const std::string path = folder + "/moved";
  if (!Write(source, blocks, StoreWriter::Create(path)->get()).ok()) abort();
  const std::string bytes = ReadWholeFile(path);
  std::filesystem::remove_all(folder);
  return bytes;
}

std::string ImageOf(const TableSource& source, const StoredBlocks& blocks) {
  namespace at = image_record;
  if (!Fit(source, blocks)) return "";
  std::vector<std::string> parts = {
      EncodeSetRecord(source.info(), static_cast<uint32_t>(blocks.size()))};
  for (size_t table = 0; table < blocks.size(); ++table) {
    TableInfo info = source.tables()[table];
    std::string index, planes[kPlanes];
    info.stored_bytes = 0;
    for (uint64_t block = 0; block < blocks[table].size(); ++block) {
      const std::string& stored = blocks[table][block];
      AppendIndexEntry(info.stored_bytes, Hash64(AsBytes(stored)), &index);
      info.stored_bytes += stored.size();
      planes[static_cast<int>(source.layout(table).PlaneOf(block))] += stored;
    }
    FinishIndexRecord(&index);
    parts.insert(parts.end(), {EncodeTableRecord(info), index, planes[0], planes[1]});
  }
  std::string image(at::RoundUp(at::DirectoryBytes(parts.size())), '\0');
  for (size_t part = 0; part < parts.size(); ++part) {
    uint8_t* const entry =
        reinterpret_cast<uint8_t*>(image.data()) + at::kFixedBytes + part * at::kPartBytes;
    PutLittleEndian<uint64_t>(entry, image.size());
    PutLittleEndian<uint64_t>(entry + 8, parts[part].size());
    image += parts[part];
    image.resize(at::RoundUp(image.size()));
  }
  uint8_t* const bytes = reinterpret_cast<uint8_t*>(image.data());
  std::copy_n(at::kMagic, sizeof at::kMagic, bytes + at::kMagicAt);
  PutLittleEndian<uint16_t>(bytes + at::kByteOrderAt, at::kByteOrderMark);
  PutLittleEndian<uint8_t>(bytes + at::kOffsetBytesAt, at::kOffsetBytes);
  PutLittleEndian<uint16_t>(bytes + at::kVersionAt, kFormatVersion);
  PutLittleEndian<uint64_t>(bytes + at::kImageBytesAt, image.size());
  PutLittleEndian<uint32_t>(bytes + at::kPartCountAt, static_cast<uint32_t>(parts.size()));
  const uint64_t hash_at = at::DirectoryBytes(parts.size()) - kRecordHashBytes;
  PutLittleEndian<uint64_t>(bytes + hash_at, Hash64({bytes, hash_at}));
  return image;
}

namespace {

constexpr int kBoards = 6;
constexpr uint64_t kLookedAt = 300;
constexpr uint64_t kNodes = 2000;
constexpr int kGreatestDepth = 65535;  // the greatest that a table record can hold

// Solvable boards, the first one solved.
std::vector<Board> BoardsOf(Geometry geometry) {
  std::mt19937 random(1);
  std::vector<Board> boards(kBoards, Board::Solved(geometry));
  for (size_t i = 1; i < boards.size(); ++i) {
    Board& board = boards[i];
    for (int cell = geometry.cells(); cell > 1;) {
      const uint32_t other = random() % static_cast<uint32_t>(cell--);
      std::swap(board.tile[cell], board.tile[other]);
    }
    board.blank =
        static_cast<uint8_t>(std::find(board.tile, board.tile + geometry.cells(), 0) - board.tile);
    // Swap two tiles, neither of which is the blank.
    if (!board.IsSolvable())
      std::swap(board.tile[board.blank == 0 ? 1 : 0], board.tile[board.blank <= 1 ? 2 : 1]);
  }
  return boards;
}

// Returns "" if the letters are legal from this board and end at the goal.
std::string CheckSolution(Board board, const std::string& letters, uint64_t most) {
  if (letters.size() > most)
    return absl::StrCat("a solution of ", letters.size(), " actions, at most ", most, " certified");
  for (const char letter : letters) {
    int a = 0;
    while (a < kActions && Letter(static_cast<Action>(a)) != letter) ++a;
    if (a == kActions || !board.CanApply(static_cast<Action>(a)))
      return absl::StrCat("a solution with an action that cannot be: ", letters);
    board.Apply(static_cast<Action>(a));
  }
  return board.IsSolved() ? "" : absl::StrCat("a solution that does not solve: ", letters);
}

std::string CheckProbe(const Board& board, uint32_t stages, const tilebase_probe_result& found) {
  bool in_range = found.stage <= stages && found.remaining >= -1 &&
                  found.remaining <= kGreatestDepth && (found.goal & found.fixed) == 0;
  for (const int32_t after : found.after)
    in_range = in_range && after >= -1 && after <= kGreatestDepth;
  for (int a = 0; a < kActions; ++a)
    if (Letter(static_cast<Action>(a)) == found.action)
      in_range = in_range && board.CanApply(static_cast<Action>(a));
  return in_range ? "" : "a probe out of range";
}

// The codes that a query to a set with any entries may return. A lack of memory must never be one.
bool IsAnswer(int code) { return code == TILEBASE_OK || code == TILEBASE_ERROR_DAMAGED; }

std::string Unexpected(const char* what, int code) {
  return absl::StrCat(what, " returned ", tilebase_error_text(code));
}

// Returns the first wrong answer.
std::string Ask(const tilebase_set* set, Use use) {
  tilebase_set_info info = {};
  if (tilebase_info(set, &info, sizeof info) != TILEBASE_OK) return "no information";
  const Geometry geometry = {static_cast<uint8_t>(info.width), static_cast<uint8_t>(info.height)};
  if (!geometry.IsValid()) return "a board that cannot be";
  const size_t cells = static_cast<size_t>(geometry.cells());
  const size_t capacity = size_t{info.certified_worst_case} + 1;
  const std::unique_ptr<char[]> actions(new char[capacity]);
  std::string wrong;
  for (const Board& board : BoardsOf(geometry)) {
    size_t count = 0;
    int code = tilebase_solve(set, board.tile, cells, actions.get(), capacity, &count);
    if (!IsAnswer(code)) return Unexpected("solve", code);
    if (code == TILEBASE_OK) wrong = CheckSolution(board, actions.get(), capacity - 1);
    if (!wrong.empty()) return wrong;
    if (code == TILEBASE_OK && count != strlen(actions.get())) return "a count that is not";
    const bool solved = code == TILEBASE_OK;

    tilebase_probe_result probe = {};
    code = tilebase_probe(set, board.tile, cells, &probe, sizeof probe);
    if (!IsAnswer(code)) return Unexpected("probe", code);
    if (code == TILEBASE_OK) wrong = CheckProbe(board, info.stages, probe);
    if (!wrong.empty()) return wrong;

    if (use == Use::kBriefly) continue;
    // The search reads more tables, and the same tables in another order. With wrong tables it may
    // fail, or succeed where the plain walk fails.
    const size_t most = solved ? count : capacity - 1;
    code = AskWithin(set, board.tile, kLookedAt, 0, actions.get(), capacity, &count);
    if (!IsAnswer(code) && (solved || code != TILEBASE_ERROR_BUFFER))
      return Unexpected("effort", code);
    if (code == TILEBASE_OK) wrong = CheckSolution(board, actions.get(), most);
    if (!wrong.empty()) return wrong;
  }
  if (use == Use::kBriefly) return "";
  std::vector<uint8_t> boards(2 * cells);
  tilebase_scramble_wish wish = {};
  wish.max_moves = info.certified_worst_case;
  wish.tries = 50;
  int code = tilebase_scramble(set, &wish, sizeof wish, boards.data(), cells, 2, nullptr, nullptr);
  if (!IsAnswer(code) && code != TILEBASE_ERROR_NOT_FOUND) return Unexpected("scramble", code);
  code = tilebase_verify(set, 1, nullptr, 0);
  return IsAnswer(code) ? "" : Unexpected("verify", code);
}

template <typename Open>
Outcome OpenAndUse(Use use, Open open) {
  Outcome outcome;
  char message[1024] = "";
  tilebase_set* set = nullptr;
  outcome.code = open(&set, message, sizeof message);
  outcome.message = message;
  if (outcome.code != TILEBASE_OK) {
    if (set != nullptr) outcome.wrong = "refused, with a set";
    if (outcome.message.empty()) outcome.wrong = "refused without a word";
    if (outcome.code == TILEBASE_ERROR_MEMORY) outcome.wrong = "refused for want of memory";
    return outcome;
  }
  outcome.wrong = Ask(set, use);
  tilebase_close(set);
  return outcome;
}

// A search whose bounds may have any value.
std::string UsePatterns(Bytes image) {
  auto source = ImageReader::FromBytes(image, "image");
  if (!source.ok()) return "";
  auto tables = PatternTables::Create(*std::move(source));
  if (!tables.ok()) return "";
  const auto solver = OptimalSolver::Create(**tables);
  OptimalLimits limits;
  limits.nodes = kNodes;
  for (const Board& board : BoardsOf((*tables)->geometry())) {
    const OptimalAnswer result = solver->Solve(board, limits);
    if (!result.found) continue;
    const std::string wrong = CheckSolution(board, result.letters, UINT64_MAX);
    if (!wrong.empty()) return wrong;
  }
  return "";
}

int CodeOf(FaultKind kind) {
  switch (kind) {
    case FaultKind::kNone:
      return TILEBASE_OK;
    case FaultKind::kForeign:
      return TILEBASE_ERROR_FORMAT;
    case FaultKind::kNewer:
      return TILEBASE_ERROR_VERSION;
    case FaultKind::kDamaged:
      break;
  }
  return TILEBASE_ERROR_DAMAGED;
}

// Returns whether the plan's text joins parts. Other bytes may look so, too.
bool HasSeveralParts(Bytes image) {
  constexpr uint8_t kBetween[] = {' ', '+', ' '};
  return std::search(image.begin(), image.end(), std::begin(kBetween), std::end(kBetween)) !=
         image.end();
}

// As tools/web/small.cc does.
std::string UseFlat(const FlatImage& image) {
  std::vector<PolicyTable> tables(image.tables());
  std::vector<PolicyStage> stages;
  for (int stage = 0; stage < image.stages(); ++stage) {
    const uint32_t first = image.FirstTable(stage);
    for (uint32_t i = first; i < first + image.TableCount(stage); ++i) {
      const FlatTable from = image.Table(i);
      tables[i] = {from.subproblem, Ranking(from.subproblem), from.policy, from.reachable,
                   from.max_depth};
    }
    stages.push_back({&tables[first], static_cast<int>(image.TableCount(stage))});
  }
  for (const Board& start : BoardsOf(image.geometry())) {
    Board board = start;
    std::string letters;
    const WalkResult result = Walk(stages.data(), image.stages(), board,
                                   [&](Action action) { letters.push_back(Letter(action)); });
    if (letters.size() > image.summed_worst_case()) return "a walk longer than the depths allow";
    if (result != WalkResult::kDone) continue;
    const std::string wrong = CheckSolution(start, letters, image.summed_worst_case());
    if (!wrong.empty()) return wrong;
  }
  return "";
}

}  // namespace

Outcome OpenAndUseFile(const std::string& path, unsigned flags, Use use) {
  return OpenAndUse(use, [&](tilebase_set** set, char* message, size_t size) {
    return tilebase_open(path.c_str(), flags, set, message, size);
  });
}

Outcome OpenAndUseImage(Bytes image, unsigned flags, Use use) {
  // A block of its own, so that a sanitizer sees every read outside it.
  const std::unique_ptr<uint8_t[]> exact(new uint8_t[image.size()]);
  std::copy(image.begin(), image.end(), exact.get());
  return OpenAndUse(use, [&](tilebase_set** set, char* message, size_t size) {
    return tilebase_open_image(exact.get(), image.size(), flags, set, message, size);
  });
}

Outcome OpenAndUseFlatImage(Bytes image) {
  const std::unique_ptr<uint8_t[]> exact(new uint8_t[image.size()]);
  std::copy(image.begin(), image.end(), exact.get());
  Outcome outcome;
  Fault fault;
  FlatImage flat;
  const bool opened = flat.Open({exact.get(), image.size()}, &fault);
  outcome.code = CodeOf(fault.kind);
  outcome.message = fault.message.text();
  if (opened != fault.ok() || opened != outcome.message.empty()) outcome.wrong = "a fault unlike";
  if (opened) outcome.wrong = UseFlat(flat);
  return outcome;
}

Outcome OpenAndUseImageEveryWay(Bytes image, Use use) {
  const Outcome flat = OpenAndUseFlatImage(image);
  if (!flat.wrong.empty()) return flat;
  const Outcome unchecked = OpenAndUseImage(image, 0, use);
  if (!unchecked.wrong.empty()) return unchecked;
  Outcome outcome = OpenAndUseImage(image, TILEBASE_CHECK_CONTENT, use);
  if (!outcome.wrong.empty()) return outcome;
  if (unchecked.refused() && !outcome.refused())
    outcome.wrong = absl::StrCat("refused only without a check: ", unchecked.message);
  // The flat reader has no zstd and needs stages of single moves, and says so. It reads no boards
  // that are no permutations. It checks only the hashes of the tables of a plan's other parts. So
  // it may accept what others refuse, or refuse it for another reason.
  const bool reads_less =
      (flat.code == TILEBASE_ERROR_VERSION &&
       (flat.message.find("--raw") != flat.message.npos || IsWordTable(image))) ||
      (outcome.refused() && HasSeveralParts(image));
  if (flat.code != outcome.code && !reads_less)
    outcome.wrong = absl::StrCat("two verdicts: ", outcome.message, "; flat: ", flat.message);
  if (use == Use::kThoroughly && outcome.wrong.empty() && !outcome.refused())
    outcome.wrong = UsePatterns(image);
  return outcome;
}

MemoryFile::MemoryFile() : fd_(memfd_create("tilebase_damage", MFD_CLOEXEC)) {
  if (fd_ < 0) abort();
  path_ = absl::StrCat("/proc/self/fd/", fd_);
}

MemoryFile::~MemoryFile() { close(fd_); }

void MemoryFile::Write(Bytes bytes) {
  Resize(bytes.size());
  if (!bytes.empty() &&
      pwrite(fd_, bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    abort();
}

void MemoryFile::WriteByte(uint64_t at, uint8_t value) {
  if (pwrite(fd_, &value, 1, static_cast<off_t>(at)) != 1) abort();
}

void MemoryFile::Resize(uint64_t size) {
  if (ftruncate(fd_, static_cast<off_t>(size)) != 0) abort();
}

}  // namespace tilebase
