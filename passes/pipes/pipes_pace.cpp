#include "passes/pipes/pipes_pace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/core/error.h"

namespace undine::pipes {

glm::dvec3 pipes_weights(glm::dvec2 cell) {
  const double r = cell.x / cell.y;
  const double diagonal = std::min((r + 1 / r) / 12, std::min(r, 1 / r) / 3);
  return {1 / r - 2 * diagonal, r - 2 * diagonal, diagonal};
}

double pipes_stiffness(const glm::dvec3& w) {
  return std::max({4 * (w.x + w.y), 4 * w.x + 8 * w.z, 4 * w.y + 8 * w.z});
}

double pipes_lag(std::uint32_t layers) {
  const double n = layers;
  double lag = 0;
  for (std::uint32_t k = 1; k < layers; ++k) lag += 6 / (0.41 * n) * (1 - k / n) * (1 - k / n);
  return lag;
}

double pipes_omega(const PipesSettings& s, double gravity, double depth) {
  const glm::dvec2 cell = s.cell();
  return std::sqrt(gravity * depth * pipes_stiffness(pipes_weights(cell)) / (cell.x * cell.y));
}

int pipes_sub_steps(const PipesSettings& s, double gravity, double deepest, double dt, const std::string& where) {
  const glm::dvec2 cell = s.cell();
  const double steps = std::ceil(pipes_omega(s, gravity, deepest) * dt / 1.6);
  if (!(steps <= most_sub_steps))
    throw Error(
        Exit::bad_input, where,
        fmt::format("a step of {:g} s over columns of {:g} x {:g} m with up to {:g} m of water: {:g} sub-steps, "
                    "at most {}",
                    dt, cell.x, cell.y, deepest, steps, most_sub_steps),
        "a shorter clock.step, larger columns or shallower water");
  return std::max(1, static_cast<int>(steps));
}

}  // namespace undine::pipes
