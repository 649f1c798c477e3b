// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Solves 1,000 random boards on a Cortex-M and prints the solutions as `tilebase solve` does,
// through the debugger's channel (semihosting); then the bytes of stack that solving took. Then
// plays some boards by hints and prints the stack that a hint took. There is no C library, and no
// startup code but the code here.

#include <stddef.h>
#include <stdint.h>

#include "tables/random_board.h"

extern "C" {

extern uint32_t stack_bottom[];  // linker script
extern uint32_t stack_top[];

int SolveBoard(unsigned char* board, unsigned char* actions);
int HintBoard(const unsigned char* board);
[[noreturn]] void Start();

// Compilers call these on their own.
void* memcpy(void* to, const void* from, size_t size) {
  for (size_t i = 0; i < size; ++i)
    static_cast<volatile uint8_t*>(to)[i] = static_cast<const uint8_t*>(from)[i];
  return to;
}
void* memset(void* to, int value, size_t size) {
  for (size_t i = 0; i < size; ++i)
    static_cast<volatile uint8_t*>(to)[i] = static_cast<uint8_t>(value);
  return to;
}
}

namespace {

constexpr int kBoards = 1000;
constexpr int kHintBoards = 10;
constexpr int kMostHints = 512;
constexpr uint64_t kSeed = 1;
constexpr uint32_t kWriteText = 0x04;  // SYS_WRITE0
constexpr uint32_t kExit = 0x18;       // SYS_EXIT
constexpr uint32_t kExitDone = 0x20026;
constexpr uint32_t kExitFailed = 0x20023;
constexpr uint32_t kPaint = 0x5AFEC0DE;

void Call(uint32_t operation, uintptr_t argument) {
  register uint32_t r0 asm("r0") = operation;
  register uintptr_t r1 asm("r1") = argument;
  asm volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}

void Print(const char* text) { Call(kWriteText, reinterpret_cast<uintptr_t>(text)); }

void PrintNumber(uint32_t number) {
  char digits[11];
  char* at = digits + sizeof digits;
  *--at = 0;
  do {
    *--at = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  Print(at);
}

[[noreturn]] void Exit(uint32_t reason) {
  Call(kExit, reason);
  while (true) {
  }
}

// Measures the stack of a call, by painting the free stack before it.
template <typename Call>
[[gnu::noinline]] uint32_t StackOf(Call call) {
  volatile uint32_t* top;
  asm volatile("mov %0, sp" : "=r"(top));
  for (volatile uint32_t* word = stack_bottom; word < top; ++word) *word = kPaint;
  call();
  volatile uint32_t* word = stack_bottom;
  while (word < top && *word == kPaint) ++word;
  return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(top) -
                               reinterpret_cast<uintptr_t>(word));
}

void Expect(bool is_true, const char* otherwise) {
  if (is_true) return;
  Print(otherwise);
  Exit(kExitFailed);
}

void PrintStack(const char* name, uint32_t stack) {
  Print(name);
  Print(" ");
  PrintNumber(stack);
  Print("\n");
}

void SolveBoards(tilebase::RandomBoards* boards) {
  static unsigned char actions[512];
  static char text[513];
  uint32_t stack = 0;
  for (int i = 0; i < kBoards; ++i) {
    tilebase::Board board = boards->Next();
    int count = 0;
    const uint32_t used = StackOf([&] { count = SolveBoard(board.tile, actions); });
    if (used > stack) stack = used;
    for (int cell = 0; cell < 16; ++cell)
      Expect(count >= 0 && board.tile[cell] == (cell + 1) % 16, "a board was not solved\n");
    for (int j = 0; j < count; ++j)
      text[j] = tilebase::Letter(static_cast<tilebase::Action>(actions[j]));
    text[count] = 0;
    PrintNumber(static_cast<uint32_t>(count));
    Print(" ");
    Print(text);
    Print("\n");
  }
  PrintStack("stack", stack);
}

void PlayByHints(tilebase::RandomBoards* boards) {
  uint32_t stack = 0;
  for (int i = 0; i < kHintBoards; ++i) {
    tilebase::Board board = boards->Next();
    for (int hints = 0; !board.IsSolved(); ++hints) {
      int action = 0;
      const uint32_t used = StackOf([&] { action = HintBoard(board.tile); });
      if (used > stack) stack = used;
      Expect(action < tilebase::kActions && hints < kMostHints, "hints do not lead home\n");
      board.Apply(static_cast<tilebase::Action>(action));
    }
    Expect(HintBoard(board.tile) == 4, "a solved board has a hint\n");
  }
  PrintStack("stack of a hint", stack);
}

}  // namespace

void Start() {
  tilebase::RandomBoards boards({4, 4}, kSeed);
  SolveBoards(&boards);
  PlayByHints(&boards);
  Exit(kExitDone);
}

// The processor finds this at address 0: the stack and the first instruction.
struct Vectors {
  uint32_t* stack;
  void (*reset)();
};
extern "C" [[gnu::section(".vectors"), gnu::used]] const Vectors kVectors = {stack_top, Start};
