// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/report/paper_page.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "runtime/tilebase.h"

namespace tilebase {
namespace {

void AddSummary(const PaperData& data, const PaperPage& body, Document* page) {
  page->AddHeading(1, "The paper, reproduced");
  page->AddParagraph(
      "Every theorem, table and figure of B. Bischoff, D. Nguyen-Tuong, H. Markert, A. Knoll: "
      "*Solving the 15-Puzzle Game Using Local Value-Iteration* (SCAI 2013), beside what tilebase "
      "computes. paper.json has more figures. To make both:");
  page->AddLiteral(absl::StrCat("tilebase report paper -o docs --boards ", data.options.boards,
                                " --seed ", data.options.seed, "\n"));
  page->AddParagraph(absl::StrCat(
      "**Exact figures:** ", body.exact_equal, " of ", body.exact_compared,
      " comparisons agree. (Theorem 1 has one erratum.) **Sampled figures:** ", body.deviations,
      " have an exact expectation; the farthest is ", Decimal(body.greatest_deviation, 2),
      " standard errors off. **Averages:** the exact ones differ from the paper's samples by at "
      "most ",
      Decimal(body.greatest_paper_difference * 100, 2),
      " %, except for class S1, of which the paper saw 42 boards."));
}

}  // namespace

void PaperPage::NoteSample(double sampled, double expected, double standard_error) {
  if (standard_error == 0) return;
  ++deviations;
  greatest_deviation = std::max(greatest_deviation, std::abs(sampled - expected) / standard_error);
}

std::string Decimal(double value, int decimals) { return absl::StrFormat("%.*f", decimals, value); }

std::string Grouped(uint64_t value) {
  std::string text = absl::StrCat(value);
  for (size_t i = text.size(); i > 3;) text.insert(i -= 3, 1, ',');
  return text;
}

std::string Duration(double seconds) {
  if (seconds < 1e-6) return absl::StrFormat("%.3g ns", seconds * 1e9);
  if (seconds < 1e-3) return absl::StrFormat("%.3g us", seconds * 1e6);
  if (seconds < 1) return absl::StrFormat("%.3g ms", seconds * 1e3);
  if (seconds < 60) return absl::StrFormat("%.3g s", seconds);
  if (seconds < 3600) return absl::StrFormat("%.3g min", seconds / 60);
  return absl::StrFormat("%.3g h", seconds / 3600);
}

absl::StatusOr<PaperPage> MakePaperPage(const PaperData& data) {
  PaperPage page;
  AddTheorems(data, &page);
  AddTables(data, &page);
  if (absl::Status status = AddAlgorithm1(data, &page); !status.ok()) return status;
  AddBeyond(data, &page);
  Document whole;
  AddSummary(data, page, &whole);
  whole.Append(page.page);
  page.page = std::move(whole);
  return page;
}

nlohmann::ordered_json ToJson(const PaperData& data, const PaperPage& page) {
  return {{"version", tilebase_version()},
          {"boards", data.options.boards},
          {"seed", data.options.seed},
          {"exact", page.exact},
          {"sampled", page.sampled},
          {"measured", page.measured},
          {"summary",
           {{"exact_compared", page.exact_compared},
            {"exact_equal", page.exact_equal},
            {"sampled_compared", page.deviations},
            {"greatest_standard_errors_off", Rounded(page.greatest_deviation)},
            {"greatest_difference_from_paper_averages", Rounded(page.greatest_paper_difference)}}}};
}

}  // namespace tilebase
