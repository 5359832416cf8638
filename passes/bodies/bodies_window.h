// Width of the smoothed level that moves a body (shaders/bodies/level.glsl): cubic B-splines about its center.
#pragma once
#include <glm/glm.hpp>

namespace undine::bodies {

struct Hull;

// Largest waterplane of a hull, along its axes.
struct Shadow {
  double area = 0;    // m²
  double moment = 0;  // largest second moment about the middle, m⁴
  double length = 0;  // longest extent, m
  double width() const { return area / length; }
};
Shadow largest_shadow(const Hull& hull);

// Distance of the knots along x and z, m: at least 0.758 sqrt(area), where open water gives back 0.4 of a rise of the
// body's level to that level, and so far that slopes and narrow waters give back no more than half, 0.85 beside a wall
// and 0.9 to `bodies` of the kind side by side: from 1 on level and volume have no balance, and energy comes from
// nothing. Where a body covers more of the water than that, all of it rises, as it would: at most the water's size.
glm::dvec2 level_knots(const Shadow& shadow, glm::dvec2 size, double bodies);

// Shares of what a body gives its level and slope that come back, `at` its distance from the nearer walls. Along an
// axis it is no longer than the water.
struct Returned {
  double level = 0, slope = 0;
};
Returned returned(const Shadow& shadow, glm::dvec2 size, glm::dvec2 knots, glm::dvec2 at);

}  // namespace undine::bodies
