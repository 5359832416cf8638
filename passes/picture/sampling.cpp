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

View::Sample series_sample(std::uint32_t number, std::uint32_t period) {
  constexpr std::uint32_t stride = 7;  // of a period without this factor
  return {static_cast<std::uint32_t>(std::uint64_t{number} * stride % period), period};
}

glm::dvec2 series_offset(std::uint32_t number, std::uint32_t period) {
  return number == 0 ? glm::dvec2(0) : sample_offset(series_sample(number, period));
}

double sample_turn(std::uint32_t index) {
  constexpr double golden = 0.6180339887498949;
  return std::fmod(index * golden, 1.0);
}

}  // namespace undine::picture
