// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The paper, reproduced: what `tilebase report paper` computes before it writes anything, and the
// page made of it. Each section adds its text to the page, its numbers to the JSON and its
// comparisons to the summary.

#ifndef TILEBASE_TOOLS_STUDY_REPORT_PAPER_H_
#define TILEBASE_TOOLS_STUDY_REPORT_PAPER_H_

#include <stdint.h>

#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "runtime/lookup/policy_set.h"
#include "tools/common/json_value.h"
#include "tools/study/outcomes/expectation.h"
#include "tools/study/outcomes/ladder.h"

namespace tilebase {

using TableRow = std::vector<std::string>;

// A page of headings, paragraphs, tables and figures that is written once and shown in two forms:
// as text on a terminal and as Markdown (document.cc).
class Document {
 public:
  // Level 1 is the page's title.
  void AddHeading(int level, std::string text);
  // `text` is Markdown with no marks but `code`, *emphasis* and **bold**, which the terminal shows
  // without their marks.
  void AddParagraph(std::string text);
  // All rows are as long as the header. Columns whose header begins with '<' are flush left
  // (without that sign), the others flush right.
  void AddTable(TableRow header, std::vector<TableRow> rows);
  // Adds a figure of the given file, shown in Markdown only.
  void AddFigure(std::string file, std::string description);
  // Adds lines to show as they are: a command, a drawing.
  void AddLiteral(std::string lines);
  // Adds all of another page.
  void Append(const Document& other);

  std::string ToText() const;
  std::string ToMarkdown() const;

 private:
  enum class Kind { kHeading, kParagraph, kTable, kFigure, kLiteral };
  struct Block {
    Kind kind;
    int level = 0;
    std::string text;
    std::string file;
    std::vector<TableRow> rows;  // the header first
  };
  std::vector<Block> blocks_;
};

struct PaperOptions {
  uint64_t boards = 100000;
  uint64_t seed = 1;
  int largest = 7;  // ladders to look at: 1 .. largest
  int threads = 1;
  std::vector<std::string> files;  // table sets to use; empty: build them
};

// A ladder whose tables are looked at state by state.
struct LadderData {
  int size = 1;  // L
  std::unique_ptr<PolicySet> set;
  uint64_t states = 0;                  // of all tables
  double training_seconds = 0;          // retrograde search of all subproblems
  std::optional<double> build_seconds;  // until the table set was ready; none if it was given
  std::vector<StageOutcomes> stages;
  Expectation expected;          // as stored
  std::optional<Sample> sample;  // on the paper's board only
};

// A ladder of which only random boards are looked at: it has too many states to follow them all.
struct LargeLadderData {
  int size = 6;
  uint64_t states = 0;
  double training_seconds = 0;
  int certified_worst_case = 0;
  Sample sample;
  std::string skipped;  // why it was left out, or empty
};

// The result of Algorithm 1 as printed, on all subproblems of ladder:1.
struct ValueIterationData {
  double gamma = 0;
  int least_sweeps = 0, most_sweeps = 0;
  uint64_t states = 0;       // solvable and no goal
  uint64_t unequal = 0;      // whose value differs from another state's of the same depth
  uint64_t wrong = 0;        // whose arg max is not an optimal action
  uint64_t false_zeros = 0;  // solvable with V = 0, or unsolvable with another V
  double error = 0;          // greatest relative difference from the closed form
};

struct PaperData {
  PaperOptions options;
  std::vector<LadderData> ladders;  // L = 1 .. 5
  std::vector<LargeLadderData> large_ladders;
  std::vector<LadderData> other_boards;
  std::vector<ValueIterationData> value_iteration;
  std::vector<double> value_iteration_seconds;  // training by Algorithm 1 for L = 1, 2, ...
};

// Shows progress on standard error. Errors: those of OpenLadders, of building, of memory.
absl::StatusOr<PaperData> ComputePaper(const PaperOptions& options);

struct PaperPage {
  Document page;
  // "exact": the same on every machine, for every N and seed. "sampled": the same from the same N
  // and seed. "measured": times.
  Json exact, sampled, measured;
  std::map<std::string, std::string> figures;  // SVG by file name

  // Counts and maxima for the summary.
  int exact_equal = 0, exact_compared = 0;
  int deviations = 0;                    // how many sampled figures have an exact expectation
  double greatest_deviation = 0;         // of those, in standard errors
  double greatest_paper_difference = 0;  // of the means, relative, without class S1

  // Counts a comparison of an exact figure with the printed one. Returns the printed one for the
  // page, with a note if the two differ.
  std::string Compare(bool equal, std::string printed = "") {
    ++exact_compared;
    exact_equal += equal;
    return equal ? printed : printed + " (differs)";
  }
  // Counts a sampled figure.
  void NoteSample(double sampled, double expected, double standard_error);
};

// Formats a number with `decimals` decimals.
std::string Decimal(double value, int decimals);
// 12,345,678
std::string Grouped(uint64_t value);
// "0.31 ms", "2.4 s", "5.2 h": two or three significant digits.
std::string Duration(double seconds);
// Rounds as JSON keeps it: six decimals, so that the result does not depend on the compiler.
inline double Rounded(double value) { return std::round(value * 1e6) / 1e6; }

// Runs Algorithm 1 as printed on these subproblems, against their exact depths (algorithm1.cc).
// Calls `progress` with the subproblems done.
absl::StatusOr<ValueIterationData> CheckValueIteration(
    const std::vector<Subproblem>& subproblems, double gamma,
    const std::function<void(uint64_t)>& progress);

void AddTheorems(const PaperData& data, PaperPage* page);            // theorems.cc
void AddTables(const PaperData& data, PaperPage* page);              // tables.cc
absl::Status AddAlgorithm1(const PaperData& data, PaperPage* page);  // algorithm1.cc
void AddBeyond(const PaperData& data, PaperPage* page);              // tables.cc

// Makes the whole page, the summary first.
absl::StatusOr<PaperPage> MakePaperPage(const PaperData& data);
// All numbers of the page.
Json ToJson(const PaperData& data, const PaperPage& page);

}  // namespace tilebase

// The figures as printed in B. Bischoff, D. Nguyen-Tuong, H. Markert, A. Knoll: "Solving the
// 15-Puzzle Game Using Local Value-Iteration", SCAI 2013. The same as in
// tests/reference/local_value_iteration.json, which a test compares.
namespace tilebase::paper {

// Theorem 1: tau of tile i and |G| = j. For tiles not listed here tau_i^1 = 1.
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

// Theorem 1: the largest state space met for a tile. Only tiles that grow are printed.
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

#endif  // TILEBASE_TOOLS_STUDY_REPORT_PAPER_H_
