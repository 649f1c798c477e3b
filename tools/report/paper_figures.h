// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The figures as printed in B. Bischoff, D. Nguyen-Tuong, H. Markert, A. Knoll: "Solving the
// 15-Puzzle Game Using Local Value-Iteration", SCAI 2013. The same as in
// tests/reference/local_value_iteration.json, which a test compares.

#ifndef TILEBASE_TOOLS_REPORT_PAPER_FIGURES_H_
#define TILEBASE_TOOLS_REPORT_PAPER_FIGURES_H_

#include <stdint.h>

#include <string_view>

namespace tilebase::paper {

// Theorem 1: tau of tile i and |G| = j. For the tiles not named here tau_i^1 = 1.
struct Tau {
  int tile;
  int goal_size;
  std::string_view share;
};
inline constexpr Tau kTaus[] = {
    {4, 1, "1/12"},       {4, 2, "11/12"},     {8, 1, "1/8"},      {8, 2, "7/8"},
    {10, 1, "2100/2520"}, {10, 2, "420/2520"}, {11, 1, "216/360"}, {11, 2, "72/360"},
    {11, 3, "72/360"},    {12, 1, "15/60"},    {12, 3, "30/60"},   {12, 4, "15/60"},
    {13, 1, "4/12"},      {13, 5, "8/12"},
};

// Theorem 1: the largest state space met for a tile. Only the tiles that grow are printed.
struct StateSpace {
  int tile;
  uint64_t states;
};
inline constexpr StateSpace kStateSpaces[] = {{4, 1092}, {8, 360},   {10, 168},
                                              {11, 840}, {12, 3360}, {13, 10080}};

// Theorems 2 and 3, by class S1 .. S5.
inline constexpr int kClasses = 5;
inline constexpr std::string_view kClassShare[kClasses] = {"1/2304", "763/11520", "11/60", "1/12",
                                                           "2/3"};
inline constexpr int kPhi[kClasses] = {142, 220, 248, 255, 288};

// Theorem 3: M(G, R) with G = first .. last and R = 1 .. first-1.
struct Maximum {
  int first;
  int last;
  int actions;
};
inline constexpr Maximum kMaxima[] = {
    {1, 1, 21},  {2, 2, 17},  {3, 3, 20},   {4, 4, 1},   {3, 4, 32},  {5, 5, 17},
    {6, 6, 13},  {7, 7, 18},  {8, 8, 1},    {7, 8, 29},  {9, 9, 15},  {10, 10, 9},
    {9, 10, 20}, {11, 11, 6}, {10, 11, 14}, {9, 11, 23}, {12, 12, 1}, {10, 12, 20},
    {9, 12, 27}, {13, 13, 1}, {9, 13, 34},  {14, 14, 1}, {15, 15, 1},
};

// Table 1: 100,000 boards with L = 1, by class and over all.
inline constexpr double kSharePercent[kClasses] = {0.042, 6.539, 18.362, 8.446, 66.611};
inline constexpr double kAverageByClass[kClasses] = {68.85, 100.68, 112.16, 122.92, 128.71};
inline constexpr int kMaximumByClass[kClasses] = {107, 156, 165, 174, 202};

// Table 2 and figure 2: L = 1 .. 5.
inline constexpr int kLadders = 5;
inline constexpr double kAverage[kLadders] = {123.35, 99.36, 93.69, 78.07, 73.82};
inline constexpr int kMaximum[kLadders] = {202, 150, 136, 115, 107};
inline constexpr double kTrainingMinutes[kLadders] = {2.58, 7.10, 57.87, 109.03, 312.33};

inline constexpr double kSolveSeconds = 0.25;

}  // namespace tilebase::paper

#endif  // TILEBASE_TOOLS_REPORT_PAPER_FIGURES_H_
