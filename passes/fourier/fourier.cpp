#include "passes/fourier/fourier.h"

#include <cmath>
#include <numbers>

namespace undine::fourier {

std::vector<int> radices(std::uint32_t length) {
  switch (length) {
    case 64:
      return {8, 8};
    case 128:
      return {16, 8};
    case 256:
      return {16, 16};
    case 512:
      return {8, 8, 8};
    default:
      return {16, 8, 8};
  }
}

std::vector<glm::vec2> twiddles(std::uint32_t length) {
  std::vector<glm::vec2> out;
  for (std::uint32_t t = 0; t < length; ++t) {
    const double angle = 2 * std::numbers::pi * t / length;
    out.emplace_back(std::cos(angle), std::sin(angle));
  }
  return out;
}

void pass(graph::Graph& g, graph::Buffer from, graph::Buffer to, graph::Buffer twiddles, const Arrays& a, int radix,
          int done, Direction direction, bool turned) {
  const std::uint32_t butterflies = a.rows / static_cast<std::uint32_t>(radix);
  g.compute(turned ? "transform_turned" : "transform", "fourier/pass.comp")
      .variant("TURNED", turned)
      .constant("radix", radix)
      .constant("forward", direction == Direction::forward)
      .read("from", from)
      .read("twiddles", twiddles)
      .write("to", to)
      .params(PassParams{static_cast<int>(a.rows), static_cast<int>(a.columns), done, static_cast<int>(a.slabs_each),
                         a.reach})
      .over({a.columns / 2, turned ? butterflies / 2 : butterflies, a.slabs});
}

}  // namespace undine::fourier
