// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/study/charts/charts.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tools/common/quantity.h"

namespace tilebase {
namespace {

// The place of a chart's axes in the picture.
struct Frame {
  double width, height, left, right, top, bottom;
};
constexpr Frame kFrame = {640, 400, 76, 616, 64, 340};
// Leaves room for names on the right.
constexpr Frame kWideFrame = {720, 440, 66, 560, 44, 380};

// The number of series with style classes: sN strokes, mN fills.
constexpr int kMostSeries = 4;

std::string LightSeries(int series) {
  static constexpr const char* kColour[kMostSeries] = {"#0969da", "#bc4c00", "#1a7f37", "#8250df"};
  std::string style;
  for (int i = 0; i < series; ++i)
    absl::StrAppendFormat(&style, ".s%d{stroke:%s;fill:none;stroke-width:2}.m%d{fill:%s}", i,
                          kColour[i], i, kColour[i]);
  return style;
}
std::string DarkSeries(int series) {
  static constexpr const char* kColour[kMostSeries] = {"#4493f8", "#f0883e", "#3fb950", "#ab7df8"};
  std::string style;
  for (int i = 0; i < series; ++i)
    absl::StrAppendFormat(&style, ".s%d{stroke:%s}.m%d{fill:%s}", i, kColour[i], i, kColour[i]);
  return style;
}

std::string Title(const Frame& frame, const std::string& title) {
  return SvgText(frame.left, 22, "start", title, "ink", "font-size=\"15\" font-weight=\"600\"");
}

// Draws the labels of the axes, `below` the chart and `left` from the picture's left edge.
std::string AxisLabels(const Frame& frame, const std::string& x_label, double below,
                       const std::string& y_label, double left) {
  return SvgText((frame.left + frame.right) / 2, frame.bottom + below, "middle", x_label) +
         SvgText(0, 0, "middle", y_label, "ink",
                 absl::StrCat("transform=\"translate(", Coordinate(left), " ",
                              Coordinate((frame.top + frame.bottom) / 2), ") rotate(-90)\""));
}

// The vertical axis of a line chart: maps values to coordinates, and places the marks.
class LineAxis {
 public:
  explicit LineAxis(const LineChart& chart) : logarithmic_(chart.logarithmic) {
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
    return kFrame.bottom - (position - low_) / (high_ - low_) * (kFrame.bottom - kFrame.top);
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
  std::string svg =
      SvgBegin(kFrame.width, kFrame.height,
               LightSeries(kMostSeries) + ".dash{stroke-dasharray:5 4}", DarkSeries(kMostSeries));
  const LineAxis axis(chart);
  size_t points = 1;
  for (const ChartSeries& series : chart.series) points = std::max(points, series.values.size());
  const auto x = [points](size_t i) {
    return kFrame.left + (static_cast<double>(i) + 0.5) / static_cast<double>(points) *
                             (kFrame.right - kFrame.left);
  };
  absl::StrAppend(&svg, Title(kFrame, chart.title));
  for (double mark : axis.Marks()) {
    const double y = axis.Y(mark);
    absl::StrAppend(&svg, SvgLine(kFrame.left, y, kFrame.right, y, "grid"),
                    SvgText(kFrame.left - 8, y + 4.5, "end", axis.Label(mark), "faint"));
  }
  absl::StrAppend(&svg, SvgLine(kFrame.left, kFrame.bottom, kFrame.right, kFrame.bottom, "line"));
  for (size_t i = 0; i < points; ++i)
    absl::StrAppend(&svg,
                    SvgText(x(i), kFrame.bottom + 20, "middle",
                            chart.names.empty() ? absl::StrCat(i + 1) : chart.names[i], "faint"));
  absl::StrAppend(&svg, AxisLabels(kFrame, chart.x_label, 44, chart.y_label, 20));
  double legend = kFrame.left;
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

namespace {

// Maps values to coordinates. Requires `low` < `high`.
struct Axis {
  double low, high, from, to;
  double At(double value) const { return from + (value - low) / (high - low) * (to - from); }
};

// Returns 1, 2 or 5 times a power of ten, so that there are four to ten steps.
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
  // The axis covers whole octaves, and whole steps with one to spare if there is a single value.
  const Axis x = {std::floor(std::log2(least_bytes / 1000)),
                  std::floor(std::log2(most_bytes / 1000)) + 1, kFrame.left, kFrame.right};
  const double step = StepFor(std::max(most - least, 1.0));
  const Axis y = {std::floor(least / step) * step, (std::floor(most / step) + 1) * step,
                  kFrame.bottom, kFrame.top};

  std::string svg = SvgBegin(kFrame.width, kFrame.height, LightSeries(2), DarkSeries(2));
  absl::StrAppend(&svg, Title(kFrame, scatter.title));
  for (int i = 0; y.low + i * step <= y.high + step * 1e-9; ++i) {
    const double mark = y.low + i * step;
    absl::StrAppend(
        &svg, SvgLine(kFrame.left, y.At(mark), kFrame.right, y.At(mark), "grid"),
        SvgText(kFrame.left - 8, y.At(mark) + 4.5, "end", absl::StrFormat("%.10g", mark), "faint"));
  }
  const double every = std::ceil((x.high - x.low) / 8);
  for (double octave = x.low; octave <= x.high; octave += every) {
    absl::StrAppend(
        &svg, SvgLine(x.At(octave), kFrame.bottom, x.At(octave), kFrame.bottom + 5, "line"),
        SvgText(x.At(octave), kFrame.bottom + 21, "middle",
                ShortBytes(static_cast<uint64_t>(std::pow(2.0, octave) * 1000)), "faint"));
  }
  absl::StrAppend(&svg, SvgLine(kFrame.left, kFrame.bottom, kFrame.right, kFrame.bottom, "line"),
                  AxisLabels(kFrame, scatter.x_label, 46, scatter.y_label, 20));
  double legend = kFrame.left;
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

namespace {

std::string TimeText(double microseconds) {
  if (microseconds < 1000) return absl::StrFormat("%.10g us", microseconds);
  if (microseconds < 1e6) return absl::StrFormat("%.10g ms", microseconds / 1000);
  return absl::StrFormat("%.10g s", microseconds / 1e6);
}

}  // namespace

std::string ToSvg(const QualityChart& chart) {
  double soonest = HUGE_VAL, latest = 0, least = HUGE_VAL, most = 0;
  const auto see = [&](double microseconds, double moves) {
    if (microseconds > 0) {
      soonest = std::min(soonest, microseconds);
      latest = std::max(latest, microseconds);
    }
    least = std::min(least, moves);
    most = std::max(most, moves);
  };
  for (const QualityLine& line : chart.lines)
    for (const QualityPoint& point : line.points) see(point.microseconds, point.moves);
  for (const QualityMark& mark : chart.marks) see(mark.microseconds, mark.moves);
  const double left = std::floor(std::log10(soonest)), right = std::ceil(std::log10(latest));
  const double step = most - least > 40 ? 20 : 5;
  const double low = std::floor(least / step) * step, high = std::ceil(most / step) * step;
  const auto x = [&](double microseconds) {
    return kWideFrame.left + (std::log10(microseconds) - left) / (right - left) *
                                 (kWideFrame.right - kWideFrame.left);
  };
  const auto y = [&](double moves) {
    return kWideFrame.bottom - (moves - low) / (high - low) * (kWideFrame.bottom - kWideFrame.top);
  };

  std::string svg = SvgBegin(kWideFrame.width, kWideFrame.height, LightSeries(kMostSeries),
                             DarkSeries(kMostSeries));
  absl::StrAppend(&svg, Title(kWideFrame, chart.title));
  for (double moves = low; moves <= high; moves += step)
    absl::StrAppend(&svg, SvgLine(kWideFrame.left, y(moves), kWideFrame.right, y(moves), "grid"),
                    SvgText(kWideFrame.left - 8, y(moves) + 4.5, "end",
                            absl::StrFormat("%.10g", moves), "faint"));
  for (double power = left; power <= right; ++power) {
    const double at = std::pow(10.0, power);
    absl::StrAppend(&svg, SvgLine(x(at), kWideFrame.bottom, x(at), kWideFrame.bottom + 5, "line"),
                    SvgText(x(at), kWideFrame.bottom + 21, "middle", TimeText(at), "faint"));
  }
  absl::StrAppend(
      &svg,
      SvgLine(kWideFrame.left, kWideFrame.bottom, kWideFrame.right, kWideFrame.bottom, "line"),
      AxisLabels(kWideFrame, "time a board, one core", 46, "mean moves", 18));
  for (const QualityMark& mark : chart.marks) {
    if (mark.microseconds == 0) {
      absl::StrAppend(
          &svg, SvgLine(kWideFrame.left, y(mark.moves), kWideFrame.right, y(mark.moves), "line"),
          SvgText(kWideFrame.left + 8, y(mark.moves) - 6, "start", mark.name, "ink"));
      continue;
    }
    absl::StrAppendFormat(&svg,
                          "<circle cx=\"%s\" cy=\"%s\" r=\"5\" class=\"line\" "
                          "stroke-width=\"2\"/>\n",
                          Coordinate(x(mark.microseconds)), Coordinate(y(mark.moves)));
    absl::StrAppend(&svg, SvgText(x(mark.microseconds), y(mark.moves) - 11, "middle", mark.name));
  }
  // Names stand beside the ends of the lines, one below the other if the ends are close.
  std::vector<size_t> order(chart.lines.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return chart.lines[a].points.back().moves > chart.lines[b].points.back().moves;
  });
  double name_y = 0;
  for (const size_t i : order) {
    const QualityLine& line = chart.lines[i];
    std::string way;
    for (const QualityPoint& point : line.points)
      absl::StrAppend(&way, way.empty() ? "" : " ", Coordinate(x(point.microseconds)), ",",
                      Coordinate(y(point.moves)));
    absl::StrAppendFormat(&svg, "<polyline points=\"%s\" class=\"s%d\"/>\n", way,
                          static_cast<int>(i % 4));
    for (const QualityPoint& point : line.points)
      absl::StrAppendFormat(&svg,
                            "<circle cx=\"%s\" cy=\"%s\" r=\"3.5\" class=\"m%d\"><title>%s: %.2f "
                            "moves in %.3g us</title></circle>\n",
                            Coordinate(x(point.microseconds)), Coordinate(y(point.moves)),
                            static_cast<int>(i % 4), XmlText(line.name), point.moves,
                            point.microseconds);
    const QualityPoint& end = line.points.back();
    name_y = std::max(name_y + 17, y(end.moves) - 6);
    absl::StrAppendFormat(&svg,
                          "<text x=\"%s\" y=\"%s\" class=\"m%d\" font-weight=\"600\">%s</text>\n",
                          Coordinate(kWideFrame.right + 8), Coordinate(name_y),
                          static_cast<int>(i % 4), XmlText(line.name));
  }
  return svg + SvgEnd();
}

}  // namespace tilebase
