// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// A line chart over 1, 2, 3, ..., or over names side by side, as SVG.

#ifndef TILEBASE_TOOLS_CHARTS_LINE_CHART_H_
#define TILEBASE_TOOLS_CHARTS_LINE_CHART_H_

#include <string>
#include <vector>

namespace tilebase {

struct ChartSeries {
  std::string name;
  std::vector<double> values;  // at 1, 2, 3, ...; positive on a logarithmic axis
  bool hollow = false;         // larger, open marks and a dashed line
};

struct LineChart {
  std::string title;
  std::string x_label;
  std::string y_label;
  bool logarithmic = false;
  std::vector<ChartSeries> series;  // at most four
  std::vector<std::string> names;   // instead of the numbers; as many as values, or none
};

std::string ToSvg(const LineChart& chart);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_CHARTS_LINE_CHART_H_
