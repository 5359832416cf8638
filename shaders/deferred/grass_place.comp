// Places blades of grass in the cells of rings around the eye. Positions derive from the cell's world coordinates, so
// blades stay when the eye moves. The density follows the ground cover (deferred/ground_cover.glsl).
#include "passes/deferred/grass.h"
#include "passes/deferred/ground.h"
#include "lib/noise.glsl"
layout(local_size_x = 64) in;

layout(binding = 0, scalar) uniform GrassBlock { GrassParams p; } grass;
layout(binding = 1, scalar) uniform GroundBlock { GroundLook look; } ground;
layout(binding = 2, scalar) readonly buffer Vertices { float data[]; } vertices;
layout(binding = 3) uniform sampler3D noise;
layout(binding = 4, scalar) writeonly buffer Blades { GrassBlade v[]; } blades;
#include "deferred/ground_cover.glsl"

const float pi = 3.14159265;
const float fades = 0.14;  // share of a ring's width over which its blades shrink towards its border

vec3 vertex(ivec2 at, int first) {
  int i = 8 * (grass.p.first_vertex + at.y * grass.p.samples.x + at.x) + first;
  return vec3(vertices.data[i], vertices.data[i + 1], vertices.data[i + 2]);
}

// Distance from a border of a square, over its width; below 0 outside.
float inside(vec2 at, vec4 square) {
  vec2 d = min(at - square.xy, square.zw - at) / (square.zw - square.xy);
  return min(d.x, d.y);
}

void main() {
  const uint per_ring = uint(grass_cells * grass_cells * grass_blades);
  uint i = gl_GlobalInvocationID.x;
  if (i >= per_ring * uint(grass_rings)) return;
  int ring = int(i / per_ring), in_ring = int(i % per_ring), which = in_ring / (grass_cells * grass_cells);
  int cell = in_ring % (grass_cells * grass_cells);
  vec4 own = grass.p.rings[ring], hole = grass.p.holes[ring];
  ivec2 at = ivec2(round(own.xy / own.z)) + ivec2(cell % grass_cells, cell / grass_cells);
  int seed = 31 * (ring + grass.p.level) + 7 * which;
  vec3 random = hash_unit(at, seed), more = hash_unit(at, seed + 1);
  vec2 xz = (vec2(at) + random.xy) * own.z;
  // Blades of a ring shrink away towards its outer border and grow from that of the ring within.
  float side = own.z * float(grass_cells);
  float size = smoothstep(0.0, fades, inside(xz, vec4(own.xy, own.xy + side)));
  if (ring > 0) size *= 1.0 - smoothstep(0.0, fades, inside(xz, hole));
  vec2 place = (xz - grass.p.area.xy) / grass.p.area.zw;
  bool beyond = any(lessThan(place, vec2(0.0))) || any(greaterThan(place, vec2(1.0)));
  vec2 on = clamp(place, 0.0, 1.0) * vec2(grass.p.samples - 1);
  ivec2 low = min(ivec2(on), grass.p.samples - 2);
  vec2 f = on - vec2(low);
  vec3 foot = mix(mix(vertex(low, 0), vertex(low + ivec2(1, 0), 0), f.x),
                  mix(vertex(low + ivec2(0, 1), 0), vertex(low + 1, 0), f.x), f.y);
  vec3 n = normalize(mix(mix(vertex(low, 3), vertex(low + ivec2(1, 0), 3), f.x),
                         mix(vertex(low + ivec2(0, 1), 3), vertex(low + 1, 3), f.x), f.y));
  GroundLook look = ground.look;
  vec3 q = foot / look.wet.z;
  Grains g = grains_at(q, 0.02);
  Shares s = shares_at(g, look, foot.y, n);
  float grows = (1.0 - s.bare) * (1.0 - s.low);
  // Tufts: higher and denser in some places than in others.
  float tuft = smoothstep(0.25, 0.75, 0.6 * g.bulk.x + 0.4 * g.middle.x);
  float stands = !beyond && random.z < grows * grows * (0.45 + 0.55 * tuft) ? 1.0 : 0.0;
  float height = stands * size * grass.p.height * (0.45 + 0.8 * tuft) * (0.6 + 0.6 * more.x);
  float turn = 2.0 * pi * more.y, lean = 0.25 + 0.65 * more.z;
  vec3 up = normalize(n + vec3(0.0, 1.0, 0.0));
  vec3 tip = height * (up + lean * vec3(sin(turn), 0.0, cos(turn)));
  GrassBlade b;
  b.root = vec4(foot - 0.02 * height * n, height);
  // Wider in wider cells: as much ground is covered at every distance.
  b.tip = vec4(tip, (0.045 + 0.03 * more.x) * min(grass.p.height, 3.0 * own.z) * (ring < grass_near ? 1.0 : 1.6));
  vec3 color = grass_color(g, look.grass.rgb) * (0.65 + 1.0 * random.x);
  b.color = vec4(mix(color, color * vec3(1.6, 1.25, 0.7), 0.5 * more.z * more.z), 2.0 * pi * random.y);
  blades.v[i] = b;
}
