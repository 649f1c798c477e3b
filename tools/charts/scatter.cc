// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/charts/scatter.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tools/charts/svg.h"
#include "tools/common/progress_bar.h"

namespace tilebase {
namespace {

constexpr double kWidth = 640, kHeight = 400;
constexpr double kLeft = 76, kRight = 616, kTop = 64, kBottom = 340;

// From values to coordinates. `low` < `high`.
struct Axis {
  double low, high, from, to;
  double At(double value) const { return from + (value - low) / (high - low) * (to - from); }
};

// 1, 2 or 5 times a power of ten, so that there are four to ten steps.
double StepFor(double range) {
  const double power = std::pow(10.0, std::floor(std::log10(range)));
  for (double step : {0.1, 0.2, 0.5})
    if (range / (step * power) <= 10) return step * power;
  return power;
}

}  // namespace

std::string ToSvg(const Scatter& scatter) {
  double least_bytes = HUGE_VAL, most_bytes = 0, least = HUGE_VAL, most = -HUGE_VAL;
  for (const ScatterSeries& series : scatter.series)
    for (const ScatterPoint& point : series.points) {
      least_bytes = std::min(least_bytes, point.bytes);
      most_bytes = std::max(most_bytes, point.bytes);
      least = std::min(least, point.value);
      most = std::max(most, point.value);
    }
  // Whole octaves, and whole steps with one to spare where there is a single value.
  const Axis x = {std::floor(std::log2(least_bytes / 1000)),
                  std::floor(std::log2(most_bytes / 1000)) + 1, kLeft, kRight};
  const double step = StepFor(std::max(most - least, 1.0));
  const Axis y = {std::floor(least / step) * step, (std::floor(most / step) + 1) * step, kBottom,
                  kTop};

  std::string svg =
      SvgBegin(kWidth, kHeight,
               ".s0{stroke:#0969da;fill:none;stroke-width:2}.m0{fill:#0969da}"
               ".s1{stroke:#bc4c00;fill:none;stroke-width:2}.m1{fill:#bc4c00}",
               ".s0{stroke:#4493f8}.m0{fill:#4493f8}.s1{stroke:#f0883e}.m1{fill:#f0883e}");
  absl::StrAppend(&svg, SvgText(kLeft, 22, "start", scatter.title, "ink",
                                "font-size=\"15\" font-weight=\"600\""));
  for (int i = 0; y.low + i * step <= y.high + step * 1e-9; ++i) {
    const double mark = y.low + i * step;
    absl::StrAppend(
        &svg, SvgLine(kLeft, y.At(mark), kRight, y.At(mark), "grid"),
        SvgText(kLeft - 8, y.At(mark) + 4.5, "end", absl::StrFormat("%.10g", mark), "faint"));
  }
  const double every = std::ceil((x.high - x.low) / 8);
  for (double octave = x.low; octave <= x.high; octave += every) {
    absl::StrAppend(
        &svg, SvgLine(x.At(octave), kBottom, x.At(octave), kBottom + 5, "line"),
        SvgText(x.At(octave), kBottom + 21, "middle",
                ShortBytes(static_cast<uint64_t>(std::pow(2.0, octave) * 1000)), "faint"));
  }
  absl::StrAppend(&svg, SvgLine(kLeft, kBottom, kRight, kBottom, "line"),
                  SvgText((kLeft + kRight) / 2, kBottom + 46, "middle", scatter.x_label, "ink"),
                  SvgText(0, 0, "middle", scatter.y_label, "ink",
                          absl::StrCat("transform=\"translate(20 ",
                                       Coordinate((kTop + kBottom) / 2), ") rotate(-90)\"")));
  double legend = kLeft;
  for (size_t s = 0; s < scatter.series.size(); ++s) {
    const ScatterSeries& series = scatter.series[s];
    const auto mark = [&](double cx, double cy, const std::string& name) {
      return absl::StrFormat(
          "<circle cx=\"%s\" cy=\"%s\" r=\"%s\" class=\"%s\"><title>%s</title></circle>\n",
          Coordinate(cx), Coordinate(cy), series.hollow ? "4" : "4.5",
          absl::StrCat(series.hollow ? "s" : "m", s), XmlText(name));
    };
    for (const ScatterPoint& point : series.points)
      absl::StrAppend(
          &svg, mark(x.At(std::log2(point.bytes / 1000)), y.At(point.value),
                     absl::StrFormat("%s: %s, %.2f", point.name,
                                     ShortBytes(static_cast<uint64_t>(point.bytes)), point.value)));
    absl::StrAppend(&svg, mark(legend + 6, 42, series.name),
                    SvgText(legend + 18, 46.5, "start", series.name, "ink"));
    legend += 44 + 7.0 * static_cast<double>(series.name.size());
  }
  return svg + SvgEnd();
}

}  // namespace tilebase
