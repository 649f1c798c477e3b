// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// From the figures to the page. Each section adds its text to the page, its numbers to the JSON and
// its comparisons to the summary.

#ifndef TILEBASE_TOOLS_REPORT_PAPER_PAGE_H_
#define TILEBASE_TOOLS_REPORT_PAPER_PAGE_H_

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "absl/status/status.h"
#include "tools/report/document.h"
#include "tools/report/paper_data.h"

namespace tilebase {

struct PaperPage {
  Document page;
  // "exact": the same on every machine, for every N and seed. "sampled": the same from the same N
  // and seed. "measured": times.
  nlohmann::ordered_json exact, sampled, measured;
  std::map<std::string, std::string> figures;  // SVG by file name

  // For the summary.
  int exact_equal = 0, exact_compared = 0;
  int deviations = 0;                    // sampled figures that have an exact expectation
  double greatest_deviation = 0;         // of them, in standard errors
  double greatest_paper_difference = 0;  // of the means, relative, but for class S1

  // Counts a comparison of an exact figure with the printed one; returns the printed one for the
  // page, with a note if the two differ.
  std::string Compare(bool equal, std::string printed = "") {
    ++exact_compared;
    exact_equal += equal;
    return equal ? printed : printed + " (differs)";
  }
  // Counts a sampled figure.
  void NoteSample(double sampled, double expected, double standard_error);
};

// A number with so many decimals.
std::string Decimal(double value, int decimals);
// 12,345,678
std::string Grouped(uint64_t value);
// "0.31 ms", "2.4 s", "5.2 h": two or three significant digits.
std::string Duration(double seconds);
// As JSON keeps it: six decimals, so that it does not depend on the compiler.
inline double Rounded(double value) { return std::round(value * 1e6) / 1e6; }

void AddTheorems(const PaperData& data, PaperPage* page);            // theorems.cc
void AddTables(const PaperData& data, PaperPage* page);              // tables.cc
absl::Status AddAlgorithm1(const PaperData& data, PaperPage* page);  // algorithm1_section.cc
void AddBeyond(const PaperData& data, PaperPage* page);              // beyond.cc

// All of it, the summary first.
absl::StatusOr<PaperPage> MakePaperPage(const PaperData& data);
// All numbers of the page.
nlohmann::ordered_json ToJson(const PaperData& data, const PaperPage& page);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_REPORT_PAPER_PAGE_H_
