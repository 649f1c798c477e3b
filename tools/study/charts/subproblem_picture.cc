// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Draws V and the policy of a subproblem. A state is where the tiles and the blank are. The picture
// has a small board for each cell that the highest tile of G may be on, placed where that cell is;
// the other tiles of G are home. Each board has a field for each cell of the blank. The colour of
// the field is the value; the arrow points where the blank goes next (the tile that is there slides
// the other way).

#include <algorithm>
#include <cmath>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tables/plan.h"
#include "tables/ranking.h"
#include "tools/study/charts/charts.h"

namespace tilebase {
namespace {

constexpr double kField = 38, kGap = 16, kMargin = 14, kTop = 78, kLegend = 46;

// From dark blue for the states farthest from the goal to yellow at the goal, the same on light and
// dark pages. Each shade has an ink that stands out on it.
constexpr const char* kShade[] = {"#46327e", "#3f4788", "#365c8d", "#2e6e8e", "#277f8e", "#21908d",
                                  "#1fa187", "#2db27d", "#4ac16d", "#73d056", "#a0da39", "#fde725"};
constexpr int kShades = std::size(kShade);
const char* InkOn(int shade) { return shade >= 5 ? "#101418" : "#ffffff"; }

class Picture {
 public:
  Picture(const Subproblem& subproblem, const std::vector<double>& values, double gamma,
          const Solution& solution, PictureOf what)
      : subproblem_(subproblem),
        geometry_(subproblem.geometry),
        ranking_(subproblem),
        values_(values),
        gamma_(gamma),
        what_(what),
        entries_(ranking_.size()) {
    solution.GetEntries(0, entries_.size(), entries_.data());
    greatest_ = *std::max_element(values.begin(), values.end());
    least_ = greatest_;
    for (double value : values)
      if (value > 0) least_ = std::min(least_, value);
  }

  std::string Draw() const {
    const double board_width = geometry_.width * kField + kGap;
    const double board_height = geometry_.height * kField + kGap;
    const double width = std::max(geometry_.width * board_width - kGap + 2 * kMargin, 560.0);
    const double height = kTop + geometry_.height * board_height + kLegend;
    std::string style = ".fixed{fill:#afb8c1}.tile{fill:#818b98}.shut{fill:#d1d9e0}";
    for (int shade = 0; shade < kShades; ++shade)
      absl::StrAppend(&style, ".v", shade, "{fill:", kShade[shade], "}.i", shade,
                      "{fill:", InkOn(shade), "}.a", shade, "{stroke:", InkOn(shade),
                      ";stroke-width:2.2;fill:none}");
    std::string svg = SvgBegin(width, height, style + ".also{opacity:.4}",
                               ".fixed{fill:#3d444d}.tile{fill:#656c76}.shut{fill:#262c36}");
    absl::StrAppend(&svg, Title());
    const int moving = MovingTile();
    for (int cell = 0; cell < geometry_.cells(); ++cell) {
      const double x = kMargin + geometry_.Column(cell) * board_width;
      const double y = kTop + geometry_.Row(cell) * board_height;
      absl::StrAppend(&svg, DrawBoard(moving, cell, x, y));
    }
    return svg + DrawLegend(height - kLegend + 8) + SvgEnd();
  }

 private:
  int MovingTile() const { return Highest(subproblem_.tracked()) + 1; }

  std::string Title() const {
    const bool values = what_ == PictureOf::kValues;
    const std::string name = absl::StrCat(values ? "V of " : "Policy of ", ToString(subproblem_),
                                          absl::StrFormat(", gamma = %.10g", gamma_));
    std::string others;
    const CellMask home = subproblem_.tracked() & ~TileBit(MovingTile());
    if (home != 0) others = absl::StrCat(" (", TilesToString(home), " home)");
    return absl::StrCat(
        SvgText(kMargin, 24, "start", name, "ink", "font-size=\"16\" font-weight=\"600\""),
        SvgText(kMargin, 44, "start",
                absl::StrCat("One small board for each cell of tile ", MovingTile(), others,
                             "; on it, one field for each cell of the blank."),
                "faint"),
        SvgText(kMargin, 62, "start",
                values ? "Colour and number: V. Cross: cannot be solved."
                       : "Arrow: where the blank goes next; faint: as good. Dot: goal. Cross: "
                         "cannot be solved.",
                "faint"));
  }

  // Draws the board with the moving tile on `at`; only its outline if the tile cannot be there.
  std::string DrawBoard(int moving, int at, double x, double y) const {
    const CellMask home = subproblem_.fixed | (subproblem_.tracked() & ~TileBit(moving));
    if (home & CellBit(at)) {
      return absl::StrFormat(
                 "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" rx=\"4\" class=\"grid\"/>\n",
                 Coordinate(x), Coordinate(y), Coordinate(geometry_.width * kField),
                 Coordinate(geometry_.height * kField)) +
             SvgText(x + geometry_.width * kField / 2, y + geometry_.height * kField / 2 + 5,
                     "middle", absl::StrCat("tile ", at + 1, " is here"), "faint");
    }
    std::string svg;
    State state;
    int slot = 0;
    for (CellMask rest = subproblem_.tracked(); rest != 0; rest &= rest - 1, ++slot)
      state.cell[slot] = static_cast<uint8_t>(Lowest(rest) + 1 == moving ? at : Lowest(rest));
    for (int cell = 0; cell < geometry_.cells(); ++cell) {
      const double left = x + geometry_.Column(cell) * kField;
      const double top = y + geometry_.Row(cell) * kField;
      if (cell == at || (home & CellBit(cell))) {
        const bool fixed = (subproblem_.fixed & CellBit(cell)) != 0;
        absl::StrAppend(&svg, Field(left, top, fixed ? "fixed" : "tile"),
                        SvgText(left + kField / 2, top + kField / 2 + 5.5, "middle",
                                absl::StrCat(cell == at ? moving : cell + 1), "ink",
                                "font-size=\"16\" font-weight=\"600\""));
        continue;
      }
      state.blank = static_cast<uint8_t>(cell);
      absl::StrAppend(&svg, DrawState(ranking_.Rank(state), left, top));
    }
    return svg;
  }

  static std::string Field(double left, double top, const std::string& style_class) {
    return absl::StrFormat(
        "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" rx=\"3\" class=\"%s\"/>\n",
        Coordinate(left + 1), Coordinate(top + 1), Coordinate(kField - 2), Coordinate(kField - 2),
        style_class);
  }

  // Each step of the colour is the same number of actions: V falls by gamma with each action.
  int ShadeOf(double value) const {
    if (least_ == greatest_) return kShades - 1;
    const double share = std::log(value / least_) / std::log(greatest_ / least_);
    return std::clamp(static_cast<int>(share * kShades), 0, kShades - 1);
  }

  std::string DrawState(uint64_t rank, double left, double top) const {
    const double x = left + kField / 2, y = top + kField / 2;
    if (entries_[rank] == kUnreachableEntry)
      return Field(left, top, "shut") +
             absl::StrFormat("<path d=\"M%s %sl9 9m0-9l-9 9\" class=\"line\"/>\n",
                             Coordinate(x - 4.5), Coordinate(y - 4.5));
    const int shade = ShadeOf(values_[rank]);
    const std::string field = Field(left, top, absl::StrCat("v", shade));
    if (what_ == PictureOf::kValues) {
      const double value = values_[rank];
      return field + SvgText(x, y + 4.5, "middle",
                             absl::StrFormat("%.*f", value >= 9.95 ? 0 : 1, value),
                             absl::StrCat("i", shade));
    }
    if (entries_[rank] == kGoalEntry)
      return field + absl::StrFormat("<circle cx=\"%s\" cy=\"%s\" r=\"4.5\" class=\"i%d\"/>\n",
                                     Coordinate(x), Coordinate(y), shade);
    std::string arrows;
    const int first = __builtin_ctz(entries_[rank]);
    const bool several = (entries_[rank] & (entries_[rank] - 1)) != 0;
    for (int a = kActions - 1; a >= 0; --a)
      if (entries_[rank] & ActionBit(static_cast<Action>(a)))
        absl::StrAppend(&arrows, Arrow(static_cast<Action>(a), x, y, shade, a == first, several));
    return field + arrows;
  }

  // Points in the direction of the blank, which is against that of the tile. If there are several
  // arrows, they start in the middle of the field.
  static std::string Arrow(Action action, double x, double y, int shade, bool first, bool several) {
    constexpr int kDegrees[kActions] = {0, 180, 90, 270};  // L: the blank goes right
    return absl::StrFormat(
        "<path transform=\"translate(%s %s) rotate(%d)\" d=\"%s\" class=\"a%d%s\"/>\n",
        Coordinate(x), Coordinate(y), kDegrees[static_cast<int>(action)],
        several ? "M0 0H14M9-4.5L14 0L9 4.5" : "M-8 0H9M3.5-5.5L9 0L3.5 5.5", shade,
        first ? "" : " also");
  }

  std::string DrawLegend(double y) const {
    const std::string least = absl::StrFormat("V = %.2g", least_);
    std::string svg = SvgText(kMargin, y + 14, "start", least, "faint");
    double x = kMargin + 12 + 7.0 * static_cast<double>(least.size());
    for (int shade = 0; shade < kShades; ++shade, x += 22)
      absl::StrAppend(&svg, absl::StrFormat("<rect x=\"%s\" y=\"%s\" width=\"22\" height=\"18\" "
                                            "class=\"v%d\"/>\n",
                                            Coordinate(x), Coordinate(y), shade));
    return svg + SvgText(x + 8, y + 14, "start",
                         absl::StrFormat("%.3g, at the goal; logarithmic", greatest_), "faint");
  }

  const Subproblem& subproblem_;
  const Geometry geometry_;
  const Ranking ranking_;
  const std::vector<double>& values_;
  const double gamma_;
  const PictureOf what_;
  double greatest_ = 1, least_ = 1;
  std::vector<OptimalActions> entries_;
};

}  // namespace

std::string DrawSubproblem(const Subproblem& subproblem, const std::vector<double>& values,
                           double gamma, const Solution& solution, PictureOf what) {
  return Picture(subproblem, values, gamma, solution, what).Draw();
}

}  // namespace tilebase
