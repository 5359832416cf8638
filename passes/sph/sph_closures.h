// Sub-grid closures of submerged bodies: added mass, drag, and the shell of water whose mean velocity is the
// background flow.
#pragma once
#include <cstdint>
#include <functional>
#include <glm/glm.hpp>

#include "passes/bodies/bodies_fleet.h"

namespace undine::sph {

// Shapes that are symmetric about three planes through their middle; half_size and radius as in BodyKind.
enum class Symmetric : std::uint8_t { box, sphere, cylinder, capsule, ellipsoid };

// Added mass over the displaced mass for accelerations along each axis in unbounded potential flow: constant source
// panels on an octant and its mirror images [Hess & Smith 1967], `parts` squared of them on each of its faces.
glm::dvec3 added_mass(Symmetric shape, const glm::dvec3& half_size, int parts = 6);

struct Closure {
  double displaced = 0;  // m³
  glm::dvec3 added{0};   // over the displaced mass, along the axes of the body
  glm::dvec3 drag{0};    // coefficient times area along these, m²
  double wide = 0;       // of the shell around it, m
  double beside = 0;     // of the shell's inner part
  double room = 0;       // volume of the inner part, m³
};

// Closure of a floating body: none (displaced = 0) where it is larger than closures serve, or an open hull.
Closure closure_of(const bodies::BodyFleet& fleet, std::size_t entry, double spacing);

}  // namespace undine::sph
