// Rim of a falling sheet: a particle's weight in the surface, and how much it breaks up into fine drops at the
// sheet's edge.
#ifndef SHADERS_MESHING_PARTICLE_FRINGE_GLSL
#define SHADERS_MESHING_PARTICLE_FRINGE_GLSL
#include "lib/angle.glsl"

struct Fringe {
  float whole;  // share of the particle that is in the surface; the rest is a drop
  float share;  // 0: no fringe
  float angle;  // around its way (radians): where the sheet ends
};
const Fringe no_fringe = Fringe(1.0, 0.0, 0.0);
const uint fine_drops = 4u;  // of a particle with a fringe

uint fringe_drops(Fringe f) { return (f.whole < 1.0 ? 1u : 0u) + (f.share > 0.0 ? fine_drops : 0u); }

vec2 fringe_words(Fringe f) { return vec2(f.whole + 2.0 * ceil(255.0 * f.share), f.angle); }
Fringe fringe_of(vec2 words) {
  float share = floor(0.5 * words.x);
  return Fringe(words.x - 2.0 * share, share / 255.0, words.y);
}

// Two directions across `along`.
mat2x3 frame_around(vec3 along) {
  vec3 one = normalize(abs(along.y) < 0.9 ? vec3(along.z, 0.0, -along.x) : vec3(0.0, along.z, -along.y));
  return mat2x3(one, cross(along, one));
}
float angle_around(vec3 along, vec3 v) {
  vec2 at = v * frame_around(along);
  return angle_of(at.y, at.x);
}

#endif
