// A number that changes over time, in scenes [[seconds, value], ...]: linear between points, constant before the first
// and after the last.
#pragma once  // public
#include <algorithm>
#include <glm/glm.hpp>
#include <vector>

namespace undine::settings {

using Series = std::vector<glm::dvec2>;

// Value at a time. The series must have a point; times increase.
inline double series_at(const Series& s, double time) {
  if (time <= s.front().x) return s.front().y;
  for (std::size_t i = 1; i < s.size(); ++i)
    if (time < s[i].x) return glm::mix(s[i - 1].y, s[i].y, (time - s[i - 1].x) / (s[i].x - s[i - 1].x));
  return s.back().y;
}

// Integral from `from` to `to`, from <= to.
inline double series_integral(const Series& s, double from, double to) {
  double sum = 0, now = from;
  while (now < to) {
    const auto next = std::ranges::upper_bound(s, now, {}, &glm::dvec2::x);
    const double then = next == s.end() ? to : std::min(to, next->x);
    sum += 0.5 * (series_at(s, now) + series_at(s, then)) * (then - now);
    now = then;
  }
  return sum;
}

inline double series_mean(const Series& s, double from, double to) {
  return to > from ? series_integral(s, from, to) / (to - from) : series_at(s, from);
}

inline double series_most(const Series& s) {
  double most = 0;
  for (const glm::dvec2& point : s) most = std::max(most, point.y);
  return most;
}

}  // namespace undine::settings
