#pragma once

namespace undine {

// How far from the origin anything of a scene may stand and how large it may be, m: beyond, a float has no centimetres
// left.
inline constexpr double farthest = 1e6;

}  // namespace undine
