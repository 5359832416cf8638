#include "passes/picture/sampling.h"

#include <cmath>

namespace undine::picture {

double radical_inverse(std::uint32_t index, std::uint32_t base) {
  double value = 0, place = 1;
  for (; index > 0; index /= base) {
    place /= base;
    value += place * (index % base);
  }
  return value;
}

glm::dvec2 sample_offset(const View::Sample& sample) {
  const double count = sample.count;
  double mean = 0;
  for (std::uint32_t i = 0; i < sample.count; ++i) mean += radical_inverse(i, 2) / count;
  return {(sample.index + 0.5) / count - 0.5, radical_inverse(sample.index, 2) - mean};
}

glm::dvec2 series_offset(std::uint32_t number, std::uint32_t period) {
  const std::uint32_t place = number % period;
  if (place == 0) return glm::dvec2(0);
  return {radical_inverse(place, 2) - 0.5, radical_inverse(place, 3) - 0.5};
}

double series_turn(std::uint32_t number) {
  constexpr double golden = 0.6180339887498949;
  return std::fmod(number * golden, 1.0);
}

}  // namespace undine::picture
