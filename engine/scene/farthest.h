#pragma once  // public

namespace undine {

// Limit of distances from the origin and of sizes, m: beyond it, a float does not resolve centimeters.
inline constexpr double farthest = 1e6;

// Likewise of the camera's eye: farther away a ray's end on the near plane, 0.05 m ahead, is the eye's own float.
inline constexpr double farthest_eye = 1e5;

}  // namespace undine
