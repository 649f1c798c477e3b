/* Copyright (c) 2026 The tilebase authors
 * SPDX-License-Identifier: MIT
 *
 * Four questions to one table set: by lookup, with effort, shortest, and to another goal.
 * A fifth goes to a set of boards with equal tiles.
 * four_questions.{cc,py,sh} ask the same and print the same lines.
 *
 *   tilebase build -o four.tilebase --board 3x3 --plan "1-3/rest + pattern:1-4/rest"
 *   tilebase build -o picture.tilebase --symbols 112/233/44_ --store raw
 *   cc -std=c99 four_questions.c $(pkg-config --cflags --libs tilebase) -o four_questions
 *   ./four_questions four.tilebase picture.tilebase
 */
#include <stdio.h>
#include <string.h>
#include <tilebase.h>

/* Asks and prints a line. Returns the code. */
static int ask(const tilebase_set* set, const char* name, tilebase_question question) {
  char actions[512];
  char known[64] = "the fewest";
  char detour[32] = "";
  tilebase_answer answer;
  int code;

  question.actions = actions;
  question.capacity = sizeof actions;
  code = tilebase_ask(set, &question, sizeof question, &answer, sizeof answer);
  if (code != TILEBASE_OK) {
    printf("%s: error: %s\n", name, tilebase_error_text(code));
    return code;
  }
  if (!answer.shortest) sprintf(known, "at least %lu", (unsigned long)answer.bound);
  if (answer.detour != 0) sprintf(detour, ", detour %u", (unsigned)answer.detour);
  printf("%s: %lu moves, %s%s: %s\n", name, (unsigned long)answer.moves, known, detour, actions);
  return code;
}

int main(int argc, char** argv) {
  const uint8_t board[9] = {8, 6, 7, 2, 5, 4, 3, 0, 1};
  const uint8_t other[9] = {8, 6, 3, 2, 5, 4, 7, 0, 1};
  uint8_t snail[9];
  char why[300];
  tilebase_set *set = NULL, *pictures = NULL;
  tilebase_question lookup = {0}, effort = {0}, shortest = {0}, to_snail = {0}, picture = {0};
  int failed = 0;

  if (argc != 3 || tilebase_open(argv[1], 0, &set, why, sizeof why) != TILEBASE_OK ||
      tilebase_open(argv[2], 0, &pictures, why, sizeof why) != TILEBASE_OK) {
    fprintf(stderr, "%s\n", argc != 3 ? "usage: four_questions TABLES PICTURES" : why);
    tilebase_close(set);
    return 2;
  }
  tilebase_parse_goal("snail", strlen("snail"), 3, 3, 1, snail, sizeof snail, why, sizeof why);

  lookup.board = board;
  failed |= ask(set, "lookup", lookup);

  effort.board = board;
  effort.want = TILEBASE_EFFORT;
  effort.boards = 1000;
  failed |= ask(set, "effort", effort);

  shortest.board = board;
  shortest.want = TILEBASE_SHORTEST;
  failed |= ask(set, "shortest", shortest);

  to_snail.board = other;
  to_snail.to = snail;
  failed |= ask(set, "snail", to_snail);

  picture.text = "42_/132/341";
  failed |= ask(pictures, "picture", picture);

  tilebase_close(pictures);
  tilebase_close(set);
  return failed != TILEBASE_OK;
}
