// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Exact shares. The counts here are small: products stay far below 2^63, and that is checked.

#ifndef TILEBASE_TOOLS_REPORT_FRACTION_H_
#define TILEBASE_TOOLS_REPORT_FRACTION_H_

#include <stdint.h>

#include <cstdlib>
#include <numeric>
#include <string>

namespace tilebase {

// Always in lowest terms, with a positive denominator.
class Fraction {
 public:
  constexpr Fraction() = default;
  // Requires denominator > 0.
  constexpr Fraction(int64_t numerator, int64_t denominator)
      : numerator_(numerator / std::gcd(numerator, denominator)),
        denominator_(denominator / std::gcd(numerator, denominator)) {}

  // Reads "3/4" or "1".
  static Fraction Parse(const std::string& text) {
    char* end = nullptr;
    const int64_t numerator = std::strtoll(text.c_str(), &end, 10);
    return {numerator, *end == '/' ? std::strtoll(end + 1, nullptr, 10) : 1};
  }

  constexpr double value() const {
    return static_cast<double>(numerator_) / static_cast<double>(denominator_);
  }
  std::string text() const {
    if (denominator_ == 1) return std::to_string(numerator_);
    return std::to_string(numerator_) + "/" + std::to_string(denominator_);
  }

  friend Fraction operator*(const Fraction& a, const Fraction& b) {
    return {Checked(a.numerator_, b.numerator_), Checked(a.denominator_, b.denominator_)};
  }
  friend Fraction operator+(const Fraction& a, const Fraction& b) {
    const int64_t common = std::gcd(a.denominator_, b.denominator_);
    return {Checked(a.numerator_, b.denominator_ / common) +
                Checked(b.numerator_, a.denominator_ / common),
            Checked(a.denominator_ / common, b.denominator_)};
  }
  friend constexpr bool operator==(const Fraction&, const Fraction&) = default;

 private:
  static int64_t Checked(int64_t a, int64_t b) {
    int64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product)) std::abort();
    return product;
  }

  int64_t numerator_ = 0;
  int64_t denominator_ = 1;
};

}  // namespace tilebase

#endif  // TILEBASE_TOOLS_REPORT_FRACTION_H_
