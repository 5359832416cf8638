#pragma once

namespace undine {

// How far from the origin anything of a scene may stand and how large it may be, m: beyond, a float has no centimetres
// left.
inline constexpr double farthest = 1e6;

// Likewise of the camera's eye: farther away a ray's end on the near plane, 0.05 m ahead, is the eye's own float.
inline constexpr double farthest_eye = 1e5;

}  // namespace undine
