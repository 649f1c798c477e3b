// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Points over bytes, on a logarithmic axis, as SVG.

#ifndef TILEBASE_TOOLS_CHARTS_SCATTER_H_
#define TILEBASE_TOOLS_CHARTS_SCATTER_H_

#include <string>
#include <vector>

namespace tilebase {

struct ScatterPoint {
  double bytes = 0;  // positive
  double value = 0;
  std::string name;  // shown where the pointer rests on the point
};

struct ScatterSeries {
  std::string name;
  std::vector<ScatterPoint> points;
  bool hollow = false;  // open marks
};

struct Scatter {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<ScatterSeries> series;  // at most two, with a point at least
};

std::string ToSvg(const Scatter& scatter);

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_CHARTS_SCATTER_H_
