/* Copyright (c) 2026 The tilebase authors
 * SPDX-License-Identifier: MIT
 *
 * A controller of a warehouse. Each line of standard input is the floor as it stands: '1' the load
 * that is wanted, '.' other loads, '_' empty cells, rows by '/'. It prints the time steps; the loads
 * of a step move at once.
 *
 *   tilebase build -o store.tilebase --board 5x5 --wanted 1 --blanks 3 --goal-cells 0 --metric steps
 *   cc -std=c99 controller.c $(pkg-config --cflags --libs tilebase) -o controller
 *   echo ...../_..../_..../..1../...._ | ./controller store.tilebase
 */
#include <stdio.h>
#include <string.h>
#include <tilebase.h>

enum { MOST_SLIDES = 4096 };

int main(int argc, char** argv) {
  static tilebase_slide slides[MOST_SLIDES];
  char floor[2000], message[300];
  tilebase_set* set = NULL;
  tilebase_answer answer;
  int failed = 0;

  if (argc != 2 ||
      tilebase_open(argv[1], TILEBASE_CHECK_CONTENT, &set, message, sizeof message) != 0) {
    fprintf(stderr, "%s\n", argc != 2 ? "usage: controller TABLE" : message);
    return 2;
  }
  while (fgets(floor, sizeof floor, stdin) != NULL) {
    tilebase_question question = {0};
    floor[strcspn(floor, "\n")] = '\0';
    question.text = floor;
    question.slides = slides;
    question.slide_capacity = MOST_SLIDES;
    question.message = message;
    question.message_size = sizeof message;
    if (tilebase_ask(set, &question, sizeof question, &answer, sizeof answer) != TILEBASE_OK) {
      printf("error: %s\n", message);
      failed = 1;
      continue;
    }
    printf("%lu steps%s\n", (unsigned long)answer.moves, answer.shortest ? ", the fewest" : "");
    for (size_t i = 0; i < answer.slides; ++i)
      printf("step %u: load on %u to %u\n", slides[i].move + 1, slides[i].from, slides[i].to);
  }
  tilebase_close(set);
  return failed;
}
