// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The pictures of the report: SVG without scripts or fonts of its own, transparent, with colours
// for light and for dark pages. There are charts of lines, of points over bytes, and of moves
// against time; other pictures are made of the parts further down.

#ifndef TILEBASE_TOOLS_STUDY_CHARTS_CHARTS_H_
#define TILEBASE_TOOLS_STUDY_CHARTS_CHARTS_H_

#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "generator/solver.h"
#include "tables/subproblem.h"

namespace tilebase {

struct ChartSeries {
  std::string name;
  std::vector<double> values;  // at 1, 2, 3, ...; positive on a logarithmic axis
  bool hollow = false;         // larger, open marks and a dashed line
};

// Lines over 1, 2, 3, ..., or over names side by side.
struct LineChart {
  std::string title;
  std::string x_label;
  std::string y_label;
  bool logarithmic = false;
  std::vector<ChartSeries> series;  // at most four
  std::vector<std::string> names;   // in place of the numbers; as many as values, or none
};

std::string ToSvg(const LineChart& chart);

struct ScatterPoint {
  double bytes = 0;  // positive
  double value = 0;
  std::string name;  // shown when the pointer is on the point
};

struct ScatterSeries {
  std::string name;
  std::vector<ScatterPoint> points;
  bool hollow = false;  // open marks
};

// Points over bytes, on a logarithmic axis.
struct Scatter {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<ScatterSeries> series;  // at most two, each with at least one point
};

std::string ToSvg(const Scatter& scatter);

struct QualityPoint {
  double microseconds = 0;  // positive
  double moves = 0;
};

struct QualityLine {
  std::string name;
  std::vector<QualityPoint> points;  // at least one, by time
};

// A result of others, or a bound: a point if it has a time, otherwise a line across.
struct QualityMark {
  std::string name;
  double microseconds = 0;  // 0: no time
  double moves = 0;
};

// Mean moves against time: a line for each table set, a point for each effort.
struct QualityChart {
  std::string title;
  std::vector<QualityLine> lines;  // at least one, at most four
  std::vector<QualityMark> marks;
};

std::string ToSvg(const QualityChart& chart);

// The subject of a picture: V or the policy of a subproblem (subproblem_picture.cc explains it).
enum class PictureOf { kValues, kPolicy };

// values[rank] = V; `gamma` is the one V was computed with. If several actions are optimal, the
// lowest-numbered is drawn solid, and the others faint.
std::string DrawSubproblem(const Subproblem& subproblem, const std::vector<double>& values,
                           double gamma, const Solution& solution, PictureOf what);

// ------------------------------------------------------------------------- parts of a picture

// Escapes text for XML.
inline std::string XmlText(const std::string& text) {
  std::string escaped;
  for (char c : text)
    escaped += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  return escaped;
}

// Formats a coordinate, with at most one decimal.
inline std::string Coordinate(double value) {
  std::string text = absl::StrFormat("%.1f", value);
  if (text.size() > 2 && text.substr(text.size() - 2) == ".0") text.resize(text.size() - 2);
  return text == "-0" ? "0" : text;
}

// Opens a picture. `style` may use the classes below and add its own.
//   .ink    text           .faint  text of lesser weight
//   .line   frames, axes   .grid   lines in the background
inline std::string SvgBegin(double width, double height, const std::string& style,
                            const std::string& dark_style) {
  return absl::StrFormat(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %s %s\" width=\"%s\" height=\"%s\" "
      "font-family=\"system-ui, 'Segoe UI', Helvetica, Arial, sans-serif\" font-size=\"13\">\n"
      "<style>\n"
      ".ink{fill:#1f2328}.faint{fill:#59636e}.line{stroke:#59636e;fill:none}"
      ".grid{stroke:#d1d9e0;fill:none}\n%s\n"
      "@media (prefers-color-scheme:dark){.ink{fill:#f0f6fc}.faint{fill:#9198a1}"
      ".line{stroke:#9198a1}.grid{stroke:#3d444d}\n%s}\n"
      "</style>\n",
      Coordinate(width), Coordinate(height), Coordinate(width), Coordinate(height), style,
      dark_style);
}

inline std::string SvgEnd() { return "</svg>\n"; }

// `anchor` is start, middle or end; `attributes` go into the element.
inline std::string SvgText(double x, double y, const std::string& anchor, const std::string& text,
                           const std::string& style_class = "ink",
                           const std::string& attributes = "") {
  return absl::StrFormat("<text x=\"%s\" y=\"%s\" text-anchor=\"%s\" class=\"%s\"%s>%s</text>\n",
                         Coordinate(x), Coordinate(y), anchor, style_class,
                         attributes.empty() ? "" : " " + attributes, XmlText(text));
}

inline std::string SvgLine(double x1, double y1, double x2, double y2,
                           const std::string& style_class) {
  return absl::StrFormat("<line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\" class=\"%s\"/>\n",
                         Coordinate(x1), Coordinate(y1), Coordinate(x2), Coordinate(y2),
                         style_class);
}

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_STUDY_CHARTS_CHARTS_H_
