// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The solver as a WebAssembly module: one instance is one table set. small.js is its only
// caller; it makes an instance for each set it opens, and the two talk through `exchange`.
//
//   memory:  stack | data: ladder:1 for the 4x4 board, `exchange` | the image | the actions
//
// There is no heap. An image is copied once, behind the module's own data, checked there, and read
// in place; the actions of a solution follow it. The caller grows the memory as far as each needs.
// Boards are checked by the caller, but nothing here trusts a table: see FlatImage and
// IsSoundCompactForm.

#include <stddef.h>
#include <stdint.h>

#include "runtime/embedded.h"
#include "runtime/lookup/image_walk.h"
#include "runtime/lookup/walk.h"
#include "runtime/tilebase.h"  // the codes
#include "tables/board.h"
#include "tables/image/fault.h"
#include "tables/image/flat_image.h"

#define TILEBASE_WASM_EXPORT(name) extern "C" __attribute__((export_name(name)))

extern "C" const unsigned char tilebase_tables[];
extern "C" const unsigned long tilebase_tables_size;
extern "C" unsigned char __heap_base;  // the linker's: the end of the module's own data

namespace {

using tilebase::Action;
using tilebase::Board;
using tilebase::CellMask;
using tilebase::EmbeddedWalk;
using tilebase::FlatTable;
using tilebase::Geometry;
using tilebase::PolicyTable;

constexpr int kMaxStages = tilebase::kMaxCells;  // a stage has a tile at least

// A subproblem on the way to the goal. Sets of tiles: bit t-1 is tile t.
struct Leg {
  uint64_t goal;
  uint64_t fixed;
  uint32_t moves;
  uint32_t zero;
};

// The data that the module and small.js exchange. small.js knows these offsets.
struct Exchange {
  uint8_t board[tilebase::kMaxCells];  // 0: in; the tile on each cell, 0 for the blank
  uint32_t width;                      // 64: of the open set, as all up to 100
  uint32_t height;                     // 68
  uint32_t stages;                     // 72
  uint32_t worst_case;                 // 76
  uint32_t plan;                       // 80: address and length; none in a compact form
  uint32_t plan_size;                  // 84
  uint32_t actions;                    // 88: address; room for worst_case bytes
  uint32_t message;                    // 92: address and length, after an error of open
  uint32_t message_size;               // 96
  uint32_t legs;                       // 100: of the last solution
  uint64_t goal;                       // 104: of a probe; in and out
  uint64_t fixed;                      // 112
  int32_t stage;                       // 120
  int32_t remaining;                   // 124: -1: cannot be reached
  int32_t after[tilebase::kActions];   // 128: kNoAction, kUnknown, or what remains
  int32_t action;                      // 144: kNoAction at the goal
  int32_t zero;                        // 148
  Leg leg[kMaxStages];                 // 152
};
static_assert(offsetof(Exchange, leg) == 152 && sizeof(Leg) == 24);

constexpr int32_t kNoAction = -1;
constexpr int32_t kUnknown = -2;  // not in a compact form

Exchange exchange;
tilebase::Fault fault;
tilebase::FlatImage image;
const uint8_t* form = nullptr;  // the open compact form; null: `image` is open
uint8_t* actions = nullptr;     // of the last solution, as letters

uint32_t Address(const void* pointer) {
  return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(pointer));
}

uint8_t* ImageBegin() { return &__heap_base + (-reinterpret_cast<uintptr_t>(&__heap_base) & 15u); }

void SetGeometry(Geometry geometry, int stages, uint32_t worst_case, uint8_t* end) {
  exchange.width = geometry.width;
  exchange.height = geometry.height;
  exchange.stages = static_cast<uint32_t>(stages);
  exchange.worst_case = worst_case;
  actions = end;
  exchange.actions = Address(end);
}

// Stores why not.
int Refuse() {
  exchange.message = Address(fault.message.text());
  exchange.message_size = fault.message.size();
  switch (fault.kind) {
    case tilebase::FaultKind::kForeign:
      return TILEBASE_ERROR_FORMAT;
    case tilebase::FaultKind::kNewer:
      return TILEBASE_ERROR_VERSION;
    default:
      return TILEBASE_ERROR_DAMAGED;
  }
}

int UseForm(const uint8_t* bytes, uint8_t* end) {
  namespace at = tilebase::compact_form;
  form = bytes;
  SetGeometry({form[at::kWidthAt], form[at::kHeightAt]}, form[at::kStageCountAt],
              tilebase::GetLittleEndian<uint32_t>(form + at::kWorstCaseAt), end);
  return TILEBASE_OK;
}

int OpenForm(uint8_t* bytes, uint32_t size) {
  namespace at = tilebase::compact_form;
  if (bytes[3] > at::kMagic[3])
    fault.Set(tilebase::FaultKind::kNewer) << "compact form: version " << uint64_t{bytes[3]}
                                           << ", expected at most " << uint64_t{at::kMagic[3]};
  else if (!tilebase::IsSoundCompactForm(bytes, size) || bytes[at::kStageCountAt] >= kMaxStages)
    fault.Damaged() << "compact form: its lengths or its CRC-32 are not right";
  return fault.ok() ? UseForm(bytes, bytes + size) : Refuse();
}

// A store is for machines with LMDB. Its first page has LMDB's mark, its end the seal's.
bool IsStore(const uint8_t* bytes, uint32_t size) {
  static constexpr uint8_t kLmdb[4] = {0xde, 0xc0, 0xef, 0xbe};
  if (size < 64) return false;
  for (unsigned i = 0; i < sizeof kLmdb; ++i)
    if (bytes[16 + i] != kLmdb[i]) return false;
  return true;
}

Board ReadBoard() {
  Board board;
  board.geometry = {static_cast<uint8_t>(exchange.width), static_cast<uint8_t>(exchange.height)};
  for (int cell = 0; cell < board.geometry.cells(); ++cell) {
    board.tile[cell] = exchange.board[cell];
    if (board.tile[cell] == 0) board.blank = static_cast<uint8_t>(cell);
  }
  return board;
}

// Counts actions, and writes them while there is room.
struct Writer {
  uint8_t* letters = nullptr;
  int count = 0;

  void Put(Action action) {
    if (letters != nullptr && static_cast<uint32_t>(count) < exchange.worst_case)
      letters[count] = static_cast<uint8_t>(tilebase::Letter(action));
    ++count;
  }
};

// Returns the result of `solve`. A walk that is longer than the worst case means forged tables.
int CountOf(bool done, const Writer& out) {
  return done && static_cast<uint32_t>(out.count) <= exchange.worst_case ? out.count
                                                                         : -TILEBASE_ERROR_DAMAGED;
}

// Brings the tiles of the table's G home. Returns false if the table leads nowhere.
bool WalkTable(const PolicyTable& table, uint64_t rank, Board* board, Writer* out) {
  return WalkToGoal(table, rank, *board, [&](Action action) { out->Put(action); }) ==
         tilebase::WalkResult::kDone;
}

CellMask ReadSet(const uint8_t* set) {
  CellMask mask = 0;
  for (uint32_t cell = 0; cell < exchange.width * exchange.height; cell += 8)
    mask |= static_cast<CellMask>(set[cell / 8]) << cell;
  return mask;
}

// Makes the actions of the walk's next stage. Returns false if the form leads nowhere, or the board
// is solved. A detour may move tiles of R; these and higher ones then belong to G, as in a grown
// table.
bool WalkStage(EmbeddedWalk* walk, Board* board, Leg* leg, Writer* out) {
  int first = -1;
  do {
    const int blank = board->blank;
    const uint8_t action = walk->Next(board->tile);
    if (action >= tilebase::kActions) return false;
    board->blank = static_cast<uint8_t>(blank + board->geometry.BlankStep(Action{action}));
    if (first++ < 0) *leg = {ReadSet(walk->stage_goal()), ReadSet(walk->stage_fixed()), 0, 0};
    const CellMask moved = tilebase::TileBit(board->tile[blank]);
    if ((leg->fixed & moved) != 0) {
      const CellMask joins = leg->fixed & ~(moved - 1);
      leg->goal |= joins;
      leg->fixed &= ~joins;
    }
    ++leg->moves;
    out->Put(Action{action});
  } while (!walk->IsStageDone(board->tile));
  return true;
}

// Walks by the table; adds the solution's next leg.
bool WalkLeg(const PolicyTable& table, uint64_t rank, Board* board, Writer* out) {
  const int before = out->count;
  if (!WalkTable(table, rank, board, out)) return false;
  exchange.leg[exchange.legs++] = {table.subproblem.goal, table.subproblem.fixed,
                                   static_cast<uint32_t>(out->count - before), 0};
  return true;
}

// Solves as hints do, each leg to its end.
bool GoOnByImage(Board* board, Writer* out) {
  while (!board->IsSolved()) {
    PolicyTable table;
    ChooseHintTable(image, *board, &table);
    if (exchange.legs == kMaxStages || !WalkLeg(table, table.ranking.Rank(*board), board, out))
      return false;
  }
  return true;
}

bool SolveByImage(Board* board, Writer* out) {
  for (int stage = 0; stage < image.stages(); ++stage) {
    if (IsStageDone(image, stage, *board)) continue;
    PolicyTable table;
    uint64_t rank = 0;
    if (!ChooseTable(image, stage, *board, &table, &rank) || !WalkLeg(table, rank, board, out))
      return false;
  }
  return true;
}

bool SolveByForm(EmbeddedWalk walk, Board* board, Writer* out) {
  while (!board->IsSolved())
    if (exchange.legs == kMaxStages ||
        !WalkStage(&walk, board, &exchange.leg[exchange.legs++], out))
      return false;
  return true;
}

// Returns the actions to the goal of one table (an image's table, or a compact form's stage without
// its detours), or -1.
struct Judge {
  const PolicyTable* table;
  int stage;

  int Depth(Board board) const {
    Writer out;
    if (table != nullptr) {
      const uint64_t rank = table->ranking.Rank(board);
      return table->IsReachable(rank) && WalkTable(*table, rank, &board, &out) ? out.count : -1;
    }
    EmbeddedWalk walk(form, static_cast<uint8_t>(stage));
    for (; !walk.IsStageDone(board.tile); ++out.count)
      if (walk.Next(board.tile) >= tilebase::kActions) return -1;
    return out.count;
  }
};

// Stores the judge's answers for the board and for the boards after each action that moves no tile
// of R, and `action` if the board is not at the goal.
void StoreProbe(const Board& board, uint64_t goal, uint64_t fixed, const Judge& judge,
                int32_t action) {
  exchange.goal = goal;
  exchange.fixed = fixed;
  exchange.stage = judge.stage;
  exchange.remaining = judge.Depth(board);
  exchange.action = exchange.remaining > 0 ? action : kNoAction;
  for (int a = 0; a < tilebase::kActions; ++a) {
    const Action next_action = static_cast<Action>(a);
    exchange.after[a] = kNoAction;
    if (!board.CanApply(next_action)) continue;
    const int from = board.blank + board.geometry.BlankStep(next_action);
    if ((fixed & tilebase::CellBit(from)) != 0) continue;
    Board next = board;
    next.Apply(next_action);
    exchange.after[a] = judge.Depth(next);
  }
}

int StoreSolved(const Board& board) {
  exchange.goal = 0;
  exchange.fixed = board.geometry.all_tiles();
  exchange.stage = static_cast<int32_t>(exchange.stages);
  exchange.remaining = 0;
  exchange.action = kNoAction;
  for (int32_t& after : exchange.after) after = kNoAction;
  return TILEBASE_OK;
}

int ProbeTable(const Board& board, const PolicyTable& table, int stage) {
  StoreProbe(board, table.subproblem.goal, table.subproblem.fixed, {&table, stage},
             static_cast<int32_t>(tilebase::GetAction(table.policy, table.ranking.Rank(board))));
  return TILEBASE_OK;
}

int ProbeForm(const Board& board) {
  if (board.IsSolved()) return StoreSolved(board);
  EmbeddedWalk first(form);
  Board next = board;
  const uint8_t action = first.Next(next.tile);
  EmbeddedWalk walk(form);
  Board end = board;
  Leg leg = {};
  Writer out;
  if (!WalkStage(&walk, &end, &leg, &out)) return TILEBASE_ERROR_DAMAGED;
  StoreProbe(board, leg.goal, leg.fixed,
             {nullptr, static_cast<int>(exchange.stages) - first.stages_left()}, action);
  if (!first.has_detoured()) return TILEBASE_OK;
  // Nothing is known about a detour but its actions.
  for (int32_t& after : exchange.after)
    if (after != kNoAction) after = kUnknown;
  exchange.remaining = static_cast<int32_t>(leg.moves);
  exchange.action = action;
  exchange.after[action] = exchange.remaining - 1;
  return TILEBASE_OK;
}

// A stage's table, without detours.
int ProbeSubproblemForm(const Board& board) {
  for (int stage = 0; stage < static_cast<int>(exchange.stages); ++stage) {
    EmbeddedWalk walk(form, static_cast<uint8_t>(stage));
    if (ReadSet(walk.stage_goal()) != exchange.goal ||
        ReadSet(walk.stage_fixed()) != exchange.fixed)
      continue;
    if ((exchange.fixed & ~board.HomeTiles()) != 0) return TILEBASE_ERROR_FIXED;
    Board next = board;
    StoreProbe(board, exchange.goal, exchange.fixed, {nullptr, stage}, walk.Next(next.tile));
    return TILEBASE_OK;
  }
  return TILEBASE_ERROR_SUBPROBLEM;
}

}  // namespace

TILEBASE_WASM_EXPORT("exchange") uint32_t ExchangeAddress() { return Address(&exchange); }

// Returns the address for the bytes to open.
TILEBASE_WASM_EXPORT("image") uint32_t ImageAddress() { return Address(ImageBegin()); }

// Functions that return `int` return a tilebase_code unless they say otherwise. An instance opens
// one table set, once.
TILEBASE_WASM_EXPORT("open") int Open(uint32_t size) {
  uint8_t* const bytes = ImageBegin();
  if (size >= 4 && bytes[0] == 'T' && bytes[1] == 'B' && bytes[2] == 'C')
    return OpenForm(bytes, size);
  if (IsStore(bytes, size)) {
    fault.Set(tilebase::FaultKind::kForeign)
        << "this is a store; make an image of it: tilebase export FILE -o IMAGE --raw";
    return Refuse();
  }
  if (!image.Open({bytes, size}, &fault)) return Refuse();
  SetGeometry(image.geometry(), image.stages(), image.certified_worst_case(), bytes + size);
  exchange.plan = Address(image.plan().data);
  exchange.plan_size = static_cast<uint32_t>(image.plan().size);
  return TILEBASE_OK;
}

TILEBASE_WASM_EXPORT("open_built_in") int OpenBuiltIn() {
  return UseForm(tilebase_tables, ImageBegin());
}

// 0: the board can be solved. 1: it cannot: an even arrangement, the blank an odd number of steps
// from home; 2: the other way round.
TILEBASE_WASM_EXPORT("check") int Check() {
  const Board board = ReadBoard();
  if (board.IsSolvable()) return 0;
  return board.ArrangementIsOdd() ? 2 : 1;
}

// Writes the letters of the actions and the legs. Returns the number of actions, or minus a
// tilebase_code.
// Requires a board that `check` accepts, as do the probes, and memory up to the end of the actions.
TILEBASE_WASM_EXPORT("solve") int Solve() {
  Writer out = {actions, 0};
  Board board = ReadBoard();
  exchange.legs = 0;
  const bool done =
      form != nullptr ? SolveByForm(EmbeddedWalk(form), &board, &out) : SolveByImage(&board, &out);
  return CountOf(done, out);
}

// Likewise from the middle of a game: begins with the hint for the board.
TILEBASE_WASM_EXPORT("go_on") int GoOn() {
  Writer out = {actions, 0};
  Board board = ReadBoard();
  exchange.legs = 0;
  const bool done = form != nullptr
                        ? SolveByForm(EmbeddedWalk::From(form, board.tile), &board, &out)
                        : GoOnByImage(&board, &out);
  return CountOf(done, out);
}

// Probes the board in the first stage that is not done.
TILEBASE_WASM_EXPORT("probe") int Probe() {
  const Board board = ReadBoard();
  if (form != nullptr) return ProbeForm(board);
  for (int stage = 0; stage < image.stages(); ++stage) {
    if (IsStageDone(image, stage, board)) continue;
    PolicyTable table;
    uint64_t rank = 0;
    if (!ChooseTable(image, stage, board, &table, &rank)) return TILEBASE_ERROR_DAMAGED;
    return ProbeTable(board, table, stage);
  }
  return StoreSolved(board);
}

// Probes the board in the subproblem (goal, fixed).
TILEBASE_WASM_EXPORT("probe_subproblem") int ProbeSubproblem() {
  const Board board = ReadBoard();
  if (form != nullptr) return ProbeSubproblemForm(board);
  for (int stage = 0; stage < image.stages(); ++stage)
    for (uint32_t i = 0; i < image.TableCount(stage); ++i) {
      const PolicyTable table = tilebase::PreparedTable(image, image.FirstTable(stage) + i);
      if (table.subproblem.goal != exchange.goal || table.subproblem.fixed != exchange.fixed)
        continue;
      if (!table.subproblem.Admits(board)) return TILEBASE_ERROR_FIXED;
      return ProbeTable(board, table, stage);
    }
  return TILEBASE_ERROR_SUBPROBLEM;
}
