// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/charts/line_chart.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tools/charts/svg.h"

namespace tilebase {
namespace {

constexpr double kWidth = 640, kHeight = 400;
constexpr double kLeft = 76, kRight = 616, kTop = 64, kBottom = 340;

// The vertical axis: values to coordinates, and where its marks are.
class Axis {
 public:
  explicit Axis(const LineChart& chart) : logarithmic_(chart.logarithmic) {
    double least = HUGE_VAL, most = 0;
    for (const ChartSeries& series : chart.series)
      for (double value : series.values) {
        least = std::min(least, value);
        most = std::max(most, value);
      }
    if (logarithmic_) {
      low_ = std::floor(std::log10(least));
      high_ = std::max(low_ + 1, std::ceil(std::log10(most)));
      // At most seven marks.
      step_ = std::ceil((high_ - low_) / 6);
    } else {
      step_ = std::pow(10.0, std::floor(std::log10(most)));
      while (most / step_ < 4) step_ /= 2;
      high_ = std::ceil(most / step_) * step_;
    }
  }

  double Y(double value) const {
    const double position = logarithmic_ ? std::log10(value) : value;
    return kBottom - (position - low_) / (high_ - low_) * (kBottom - kTop);
  }

  std::vector<double> Marks() const {
    std::vector<double> marks;
    for (int i = 0; low_ + i * step_ <= high_ + step_ * 1e-9; ++i) {
      const double position = low_ + i * step_;
      marks.push_back(logarithmic_ ? std::pow(10.0, position) : position);
    }
    return marks;
  }

  std::string Label(double mark) const {
    if (logarithmic_ && mark < 1e-3)
      return absl::StrFormat("1e%d", static_cast<int>(std::lround(std::log10(mark))));
    return absl::StrFormat("%.10g", mark);
  }

 private:
  bool logarithmic_;
  double low_ = 0, high_ = 1, step_ = 1;
};

}  // namespace

std::string ToSvg(const LineChart& chart) {
  std::string svg = SvgBegin(
      kWidth, kHeight,
      ".s0{stroke:#0969da;fill:none;stroke-width:2}.m0{fill:#0969da}"
      ".s1{stroke:#bc4c00;fill:none;stroke-width:2}.m1{fill:#bc4c00}"
      ".s2{stroke:#1a7f37;fill:none;stroke-width:2}.m2{fill:#1a7f37}"
      ".s3{stroke:#8250df;fill:none;stroke-width:2}.m3{fill:#8250df}.dash{stroke-dasharray:5 4}",
      ".s0{stroke:#4493f8}.m0{fill:#4493f8}.s1{stroke:#f0883e}.m1{fill:#f0883e}"
      ".s2{stroke:#3fb950}.m2{fill:#3fb950}.s3{stroke:#ab7df8}.m3{fill:#ab7df8}");
  const Axis axis(chart);
  size_t points = 1;
  for (const ChartSeries& series : chart.series) points = std::max(points, series.values.size());
  const auto x = [points](size_t i) {
    return kLeft + (static_cast<double>(i) + 0.5) / static_cast<double>(points) * (kRight - kLeft);
  };
  absl::StrAppend(&svg, SvgText(kLeft, 22, "start", chart.title, "ink",
                                "font-size=\"15\" font-weight=\"600\""));
  for (double mark : axis.Marks()) {
    const double y = axis.Y(mark);
    absl::StrAppend(&svg, SvgLine(kLeft, y, kRight, y, "grid"),
                    SvgText(kLeft - 8, y + 4.5, "end", axis.Label(mark), "faint"));
  }
  absl::StrAppend(&svg, SvgLine(kLeft, kBottom, kRight, kBottom, "line"));
  for (size_t i = 0; i < points; ++i)
    absl::StrAppend(&svg,
                    SvgText(x(i), kBottom + 20, "middle",
                            chart.names.empty() ? absl::StrCat(i + 1) : chart.names[i], "faint"));
  absl::StrAppend(&svg, SvgText((kLeft + kRight) / 2, kBottom + 44, "middle", chart.x_label, "ink"),
                  SvgText(0, 0, "middle", chart.y_label, "ink",
                          absl::StrCat("transform=\"translate(20 ",
                                       Coordinate((kTop + kBottom) / 2), ") rotate(-90)\"")));
  double legend = kLeft;
  for (size_t s = 0; s < chart.series.size(); ++s) {
    const ChartSeries& series = chart.series[s];
    const std::string stroke = absl::StrCat("s", s, series.hollow ? " dash" : "");
    const auto mark = [&](double cx, double cy) {
      return absl::StrFormat("<circle cx=\"%s\" cy=\"%s\" r=\"%s\" class=\"%s\"/>\n",
                             Coordinate(cx), Coordinate(cy), series.hollow ? "6" : "3.5",
                             absl::StrCat(series.hollow ? "s" : "m", s));
    };
    std::string line;
    for (size_t i = 0; i < series.values.size(); ++i)
      absl::StrAppend(&line, i == 0 ? "" : " ", Coordinate(x(i)), ",",
                      Coordinate(axis.Y(series.values[i])));
    absl::StrAppend(&svg, "<polyline points=\"", line, "\" class=\"", stroke, "\"/>\n");
    for (size_t i = 0; i < series.values.size(); ++i)
      absl::StrAppend(&svg, mark(x(i), axis.Y(series.values[i])));
    absl::StrAppend(&svg, SvgLine(legend, 42, legend + 28, 42, stroke), mark(legend + 14, 42),
                    SvgText(legend + 36, 46.5, "start", series.name, "ink"));
    legend += 60 + 7.0 * static_cast<double>(series.name.size());
  }
  return svg + SvgEnd();
}

}  // namespace tilebase
