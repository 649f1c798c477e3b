// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// An array of somebody else's (see absl/strings/string_view.h).

#ifndef ABSL_TYPES_SPAN_H_
#define ABSL_TYPES_SPAN_H_

#include <stddef.h>

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <type_traits>
#include <utility>

namespace absl {

template <typename T>
class Span {
 public:
  using element_type = T;
  using value_type = std::remove_cv_t<T>;
  using pointer = T*;
  using reference = T&;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  using iterator = T*;
  using const_iterator = const T*;
  static constexpr size_t npos = ~size_t{0};

  constexpr Span() = default;
  constexpr Span(T* data, size_t size) : data_(data), size_(size) {}
  // NOLINTBEGIN(google-explicit-constructor): as Abseil's
  template <size_t kSize>
  constexpr Span(T (&array)[kSize]) : Span(array, kSize) {}
  template <typename Container,
            typename = std::enable_if_t<
                !std::is_same_v<std::remove_cvref_t<Container>, Span> &&
                std::is_convertible_v<
                    std::remove_pointer_t<decltype(std::data(std::declval<Container&>()))> (*)[],
                    T (*)[]>>,
            typename = decltype(std::size(std::declval<Container&>()))>
  constexpr Span(Container&& container) : Span(std::data(container), std::size(container)) {}
  template <typename U = T, typename = std::enable_if_t<std::is_const_v<U>>>
  constexpr Span(std::initializer_list<value_type> list) : Span(list.begin(), list.size()) {}
  // NOLINTEND(google-explicit-constructor)

  constexpr T* data() const { return data_; }
  constexpr size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr T& operator[](size_t i) const { return data_[i]; }
  constexpr T& front() const { return data_[0]; }
  constexpr T& back() const { return data_[size_ - 1]; }
  constexpr T* begin() const { return data_; }
  constexpr T* end() const { return data_ + size_; }
  constexpr auto rbegin() const { return std::reverse_iterator<T*>(end()); }
  constexpr auto rend() const { return std::reverse_iterator<T*>(begin()); }
  constexpr Span subspan(size_t begin, size_t length = npos) const {
    return {data_ + begin, std::min(length, size_ - begin)};
  }
  constexpr Span first(size_t length) const { return {data_, length}; }
  constexpr Span last(size_t length) const { return {data_ + size_ - length, length}; }
  constexpr void remove_prefix(size_t length) { *this = subspan(length); }
  constexpr void remove_suffix(size_t length) { size_ -= length; }

 private:
  T* data_ = nullptr;
  size_t size_ = 0;
};

template <typename T>
bool operator==(Span<T> a, Span<T> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

template <typename Container>
constexpr auto MakeSpan(Container& container) {
  return Span<std::remove_pointer_t<decltype(std::data(container))>>(container);
}
template <typename T>
constexpr Span<T> MakeSpan(T* data, size_t size) {
  return {data, size};
}
template <typename Container>
constexpr auto MakeConstSpan(const Container& container) {
  return MakeSpan(container);
}
template <typename T>
constexpr Span<const T> MakeConstSpan(T* data, size_t size) {
  return {data, size};
}

}  // namespace absl

#endif  // ABSL_TYPES_SPAN_H_
