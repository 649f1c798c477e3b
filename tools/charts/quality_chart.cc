// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/charts/quality_chart.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tools/charts/svg.h"

namespace tilebase {
namespace {

constexpr double kWidth = 720, kHeight = 440;
constexpr double kLeft = 66, kRight = 560, kTop = 44, kBottom = 380;

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
    return kLeft + (std::log10(microseconds) - left) / (right - left) * (kRight - kLeft);
  };
  const auto y = [&](double moves) {
    return kBottom - (moves - low) / (high - low) * (kBottom - kTop);
  };

  static constexpr const char* kLight[] = {"#0969da", "#bc4c00", "#1a7f37", "#8250df"};
  static constexpr const char* kDark[] = {"#4493f8", "#f0883e", "#3fb950", "#ab7df8"};
  std::string light, dark;
  for (int i = 0; i < 4; ++i) {
    absl::StrAppendFormat(&light, ".s%d{stroke:%s;fill:none;stroke-width:2}.m%d{fill:%s}", i,
                          kLight[i], i, kLight[i]);
    absl::StrAppendFormat(&dark, ".s%d{stroke:%s}.m%d{fill:%s}", i, kDark[i], i, kDark[i]);
  }
  std::string svg = SvgBegin(kWidth, kHeight, light, dark);
  absl::StrAppend(&svg, SvgText(kLeft, 22, "start", chart.title, "ink",
                                "font-size=\"15\" font-weight=\"600\""));
  for (double moves = low; moves <= high; moves += step)
    absl::StrAppend(
        &svg, SvgLine(kLeft, y(moves), kRight, y(moves), "grid"),
        SvgText(kLeft - 8, y(moves) + 4.5, "end", absl::StrFormat("%.10g", moves), "faint"));
  for (double power = left; power <= right; ++power) {
    const double at = std::pow(10.0, power);
    absl::StrAppend(&svg, SvgLine(x(at), kBottom, x(at), kBottom + 5, "line"),
                    SvgText(x(at), kBottom + 21, "middle", TimeText(at), "faint"));
  }
  absl::StrAppend(&svg, SvgLine(kLeft, kBottom, kRight, kBottom, "line"),
                  SvgText((kLeft + kRight) / 2, kBottom + 46, "middle", "time a board, one core"),
                  SvgText(0, 0, "middle", "mean moves", "ink",
                          absl::StrCat("transform=\"translate(18 ",
                                       Coordinate((kTop + kBottom) / 2), ") rotate(-90)\"")));
  for (const QualityMark& mark : chart.marks) {
    if (mark.microseconds == 0) {
      absl::StrAppend(&svg, SvgLine(kLeft, y(mark.moves), kRight, y(mark.moves), "line"),
                      SvgText(kLeft + 8, y(mark.moves) - 6, "start", mark.name, "ink"));
      continue;
    }
    absl::StrAppendFormat(&svg,
                          "<circle cx=\"%s\" cy=\"%s\" r=\"5\" class=\"line\" "
                          "stroke-width=\"2\"/>\n",
                          Coordinate(x(mark.microseconds)), Coordinate(y(mark.moves)));
    absl::StrAppend(&svg, SvgText(x(mark.microseconds), y(mark.moves) - 11, "middle", mark.name));
  }
  // Names stand beside the ends of the lines, one under the other where these are close.
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
    absl::StrAppendFormat(
        &svg, "<text x=\"%s\" y=\"%s\" class=\"m%d\" font-weight=\"600\">%s</text>\n",
        Coordinate(kRight + 8), Coordinate(name_y), static_cast<int>(i % 4), XmlText(line.name));
  }
  return svg + SvgEnd();
}

}  // namespace tilebase
