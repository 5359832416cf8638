// Splats quads of photons into a map per water: for both triangles the ratio of beam cross sections at the surface
// and at the receiver. A thread per quad. Integer sums are independent of thread order. Compute is faster than a draw
// on software drivers, which set up triangles on one thread.
#include "passes/water/water_params.h"

layout(local_size_x = 32, local_size_y = 4) in;
layout(binding = 0) uniform samplerBuffer places;
layout(binding = 1, std430) buffer Sums { uint of[]; } sums;
layout(binding = 2, scalar) uniform ParamsBlock { PhotonGridsParams p; } params;

// From where the photons land to where flat water would send them, both in texels.
struct Photon {
  vec2 at, origin;
};

Photon photon_at(uint place) {
  vec4 p = texelFetch(places, int(place));
  return Photon((vec2(0.5, -0.5) * p.xy + 0.5) * float(params.p.texels), p.zw);
}

// Crossings of rows with the line between two photons. Its ends are in the same order for both triangles that have it, so
// that each texel's middle is in one of them.
struct Side {
  float low, high;     // along y
  float start, slope;  // x at low; per y
};

Side side_of(vec2 a, vec2 b) {
  bool turned = b.y < a.y;
  vec2 low = turned ? b : a, high = turned ? a : b;
  precise float slope = (high.x - low.x) / max(high.y - low.y, 1e-20);
  return Side(low.y, high.y, low.x, slope);
}

// Widens the part of a row that is between sides.
void cut(Side s, float y, inout float from, inout float to) {
  precise float x = s.start + (y - s.low) * s.slope;
  bool crossed = y >= s.low && y < s.high;
  from = crossed ? min(from, x) : from;
  to = crossed ? max(to, x) : to;
}

// The first whole number whose texel has its middle at x or after it.
int first_of(float x) { return clamp(int(ceil(clamp(x, -1.0, float(params.p.texels) + 1.0) - 0.5)), 0, params.p.texels); }

float cross_of(vec2 a, vec2 b) { return a.x * b.y - a.y * b.x; }

void add(Photon a, Photon b, Photon c, Side ab, Side bc, Side ca, int layer) {
  float landed = abs(cross_of(b.at - a.at, c.at - a.at)), came = abs(cross_of(b.origin - a.origin, c.origin - a.origin));
  float light = min(came / max(landed, 1e-12), 256.0);
  uint whole = uint(light / photon_quantum + 0.5);
  if (whole == 0u) return;
  int row = first_of(min(ab.low, min(bc.low, ca.low))), end = first_of(max(ab.high, max(bc.high, ca.high)));
  for (; row < end; ++row) {
    float y = float(row) + 0.5, from = 1e9, to = -1e9;
    cut(ab, y, from, to);
    cut(bc, y, from, to);
    cut(ca, y, from, to);
    int last = first_of(to);
    for (int x = first_of(from); x < last; ++x) atomicAdd(sums.of[(layer * params.p.texels + row) * params.p.texels + x], whole);
  }
}

void main() {
  uvec3 id = gl_GlobalInvocationID;
  PhotonGrid grid = params.p.of[id.z];
  if (any(greaterThanEqual(id.xy + 1u, grid.corners))) return;
  uint place = grid.first + id.y * grid.corners.x + id.x;
  Photon a = photon_at(place), b = photon_at(place + grid.corners.x), c = photon_at(place + 1u),
         d = photon_at(place + grid.corners.x + 1u);
  Side bc = side_of(b.at, c.at);
  int layer = int(id.z);
  add(a, b, c, side_of(a.at, b.at), bc, side_of(a.at, c.at), layer);
  add(d, b, c, side_of(b.at, d.at), bc, side_of(c.at, d.at), layer);
}
