// Neighbor lists of items sorted by cells: strips of 32 consecutive items with one bit per possible neighbor. Lists
// are words, four in a texel.
#ifndef SHADERS_LIB_STRIPS_GLSL
#define SHADERS_LIB_STRIPS_GLSL

// Three strips of first place and bits, walked at once, so that threads that have few neighbors in one wait less for those
// beside them.
struct Strips {
  uvec2 a, b, c;
};
bool strips_left(Strips s) { return (s.a.y | s.b.y | s.c.y) != 0u; }
// Takes the first place out; -1 where none is left.
int strips_next(inout Strips s) {
  bool in_a = s.a.y != 0u, in_b = s.b.y != 0u;
  uvec2 strip = in_a ? s.a : in_b ? s.b : s.c;
  uint rest = strip.y & (strip.y - 1u);
  s.c.y = in_a || in_b ? s.c.y : rest;
  s.b.y = in_a ? s.b.y : in_b ? rest : 0u;
  s.a.y = in_a ? rest : 0u;
  return strip.y != 0u ? int(strip.x) + findLSB(strip.y) : -1;
}

// A place, in units of at least the reach, in one word: from the lowest bits x and y in 11 bits, z in 10, of a period of four
// units each.
uint packed_place(vec3 at) {
  uvec3 parts = uvec3(ivec3(floor(clamp(at, -1048576.0, 1048576.0) * vec3(512.0, 512.0, 256.0))));
  return (parts.x & 0x7ffu) | (parts.y & 0x7ffu) << 11u | parts.z << 22u;
}
// Square of how far apart two places in words are at most, in 2^30ths of a unit, if they are nearer than `reach` to each other. A
// place is off by a part along each axis, by what lower bits borrow, half as much, and by rounding.
float packed_reach2(vec3 at, float reach) {
  vec3 off = abs(at) / 4194304.0 + 1.5 / vec3(512.0, 512.0, 256.0);
  float far = 1073741824.0 * (reach + length(off));
  return far * far;
}
// The strip at `begin`, whose first place is the texel's: of those before `end`, which may be near `own`. reach2: that of
// packed_reach2().
uvec2 strip_near(usamplerBuffer words, uint own, float reach2, int begin, int end) {
  int first = begin & ~3, at = first, stop = min(end, first + 32);
  uint bits = 0u;
  while (at < stop) {
    uvec4 d = texelFetch(words, at >> 2) - own;
    vec4 x = vec4(ivec4(d << 21u)), y = vec4(ivec4(d << 10u)), z = vec4(ivec4(d));
    uvec4 near = uvec4(lessThan(x * x + y * y + z * z, vec4(reach2)));
    bits |= (near.x | near.y << 1u | near.z << 2u | near.w << 3u) << uint(at - first);
    at += 4;
    if (at >= stop) break;  // no turn for nothing (sph/lists.glsl)
  }
  bits &= ~0u << uint(begin - first);
  if (end - first < 32) bits &= (1u << uint(max(end - first, 0))) - 1u;
  return uvec2(uint(first), bits);
}
#endif
