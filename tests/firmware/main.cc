// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Solves 1,000 random boards on a Cortex-M and prints the solutions as `tilebase solve` does,
// through the debugger's channel (semihosting); then the bytes of stack that solving took. There is
// no C library behind this, and no startup code but what is here.

#include <stddef.h>
#include <stdint.h>

#include "tables/random_board.h"

extern "C" {

extern uint32_t stack_bottom[];  // linker script
extern uint32_t stack_top[];

int SolveBoard(unsigned char* board, unsigned char* actions);
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

// Stack that SolveBoard uses, found by painting all that is free before the call.
[[gnu::noinline]] uint32_t StackOfSolving(unsigned char* board, unsigned char* actions,
                                          int* count) {
  volatile uint32_t* top;
  asm volatile("mov %0, sp" : "=r"(top));
  for (volatile uint32_t* word = stack_bottom; word < top; ++word) *word = kPaint;
  *count = SolveBoard(board, actions);
  volatile uint32_t* word = stack_bottom;
  while (word < top && *word == kPaint) ++word;
  return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(top) -
                               reinterpret_cast<uintptr_t>(word));
}

}  // namespace

void Start() {
  tilebase::RandomBoards boards({4, 4}, kSeed);
  static unsigned char actions[512];
  static char text[513];
  uint32_t stack = 0;
  for (int i = 0; i < kBoards; ++i) {
    tilebase::Board board = boards.Next();
    int count = 0;
    const uint32_t used = StackOfSolving(board.tile, actions, &count);
    if (used > stack) stack = used;
    for (int cell = 0; cell < 16; ++cell)
      if (count < 0 || board.tile[cell] != (cell + 1) % 16) {
        Print("a board was not solved\n");
        Exit(kExitFailed);
      }
    for (int j = 0; j < count; ++j)
      text[j] = tilebase::Letter(static_cast<tilebase::Action>(actions[j]));
    text[count] = 0;
    PrintNumber(static_cast<uint32_t>(count));
    Print(" ");
    Print(text);
    Print("\n");
  }
  Print("stack ");
  PrintNumber(stack);
  Print("\n");
  Exit(kExitDone);
}

// What the processor finds at address 0: the stack and where to begin.
struct Vectors {
  uint32_t* stack;
  void (*reset)();
};
extern "C" [[gnu::section(".vectors"), gnu::used]] const Vectors kVectors = {stack_top, Start};
