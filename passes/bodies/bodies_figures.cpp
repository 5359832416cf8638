#include "passes/bodies/bodies_figures.h"

#include <glm/gtc/quaternion.hpp>

namespace undine::bodies {

void add_figures(BodyStats& out, const BodyState& state, const BodyKind& kind, const BodyFloatFigures& floats,
                 const BodyAround& around) {
  const glm::dvec4 q(state.rotation);
  const glm::dmat3 axes = glm::mat3_cast(glm::dquat(q.w, q.x, q.y, q.z));
  const glm::dvec3 position = around.anchor + glm::dvec3(state.position);
  const glm::dvec3 v(state.velocity), spin = glm::transpose(axes) * glm::dvec3(state.spin);
  const double mass = kind.mass, turning = 0.5 * glm::dot(spin, glm::dmat3(kind.inertia) * spin);
  double volume = state.volume, pressed = state.pressed;
  if (kind.knots.x > 0) {
    const double weight = static_cast<double>(body_water_density) * around.gravity;
    const double up = position.y - around.level;
    volume = floats.volume;
    pressed = -weight * (volume * up + static_cast<double>(floats.moment.y));
    // Velocities are half a step behind positions: half of the next impulse is added.
    const double moved = mass + kind.added_mass * static_cast<double>(floats.volume_before);
    const glm::dvec3 push(-weight * volume * floats.slope.x, weight * volume - mass * around.gravity,
                          -weight * volume * floats.slope.y);
    const glm::dvec3 there = v + 0.5 * around.step / moved * push;
    const glm::dvec3 turn =
        weight * glm::cross(glm::dvec3(floats.slope.x, -1, floats.slope.y), glm::dvec3(floats.moment));
    if (!out.afloat) out.afloat = decltype(out.afloat)::value_type{};
    out.afloat->kinetic +=
        0.5 * moved * glm::dot(there, there) + turning + 0.5 * around.step * glm::dot(turn, glm::dvec3(state.spin));
    out.afloat->potential += mass * around.gravity * up;
    out.afloat->buoyant += pressed;
  }
  out.bodies.push_back({position, v, glm::dvec3(state.spin), q, volume});
  out.energy += 0.5 * mass * glm::dot(v, v) + turning + mass * around.gravity * position.y + pressed;
}

}  // namespace undine::bodies
