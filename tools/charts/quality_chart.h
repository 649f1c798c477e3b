// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Mean moves against time: a line for each table set, a point for each effort.

#ifndef TILEBASE_TOOLS_CHARTS_QUALITY_CHART_H_
#define TILEBASE_TOOLS_CHARTS_QUALITY_CHART_H_

#include <string>
#include <vector>

namespace tilebase {

struct QualityPoint {
  double microseconds = 0;  // positive
  double moves = 0;
};

struct QualityLine {
  std::string name;
  std::vector<QualityPoint> points;  // at least one, by time
};

// A result of others, or a bound: a point where it has a time, else a line across.
struct QualityMark {
  std::string name;
  double microseconds = 0;  // 0: has none
  double moves = 0;
};

struct QualityChart {
  std::string title;
  std::vector<QualityLine> lines;  // at least one, at most four
  std::vector<QualityMark> marks;
};

std::string ToSvg(const QualityChart& chart);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_CHARTS_QUALITY_CHART_H_
