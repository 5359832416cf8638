// Displacement of moving meshes: the share of each column inside them and, with `pushed`, the momentum exchanged with the
// water, for flat plates from their normal velocity. Integer quanta make the sums independent of their order.
#define TOUCH_FIELDS 9
#include "lib/bodies.glsl"
#include "lib/touch.glsl"
layout(local_size_x = 8, local_size_y = 8) in;
layout(constant_id = 0) const bool has_surface = false;
layout(constant_id = 1) const bool has_calm = false;
layout(constant_id = 2) const bool has_flow = false;
layout(constant_id = 3) const bool has_bed = false;
layout(constant_id = 4) const bool has_motion = false;
layout(binding = 0, scalar) uniform ParamsBlock { BodyImmerseParams p; } params;
layout(binding = 1, scalar) readonly buffer Now { BodyState v[]; } now;
layout(binding = 2, scalar) readonly buffer Kinds { BodyKind v[]; } kinds;
layout(binding = 3, scalar) readonly buffer Records { BodyRecord v[]; } records;
layout(binding = 4) restrict buffer Columns { int v[]; } columns;
layout(binding = 5) uniform sampler2D surface;  // its level is what columns are measured to; else the rest level is
layout(binding = 6) uniform sampler2D calm;
layout(binding = 7) uniform sampler2D flow;
layout(binding = 8) readonly buffer Bed { float v[]; } bed;
layout(binding = 10) restrict buffer Motion { ivec4 v[]; } motion;  // discharge, extra height, 1: something is there
layout(binding = 11, scalar) restrict buffer Loads { BodyPush v[]; } loads;

const int most_heights = 12, most_up = 16;

struct Column {
  float inside;  // meters of it
  float foot;    // share of it that is inside at the bed
  float extra;   // meters that something which stands on the bed and fills it reaches over the level
};

float away_from(BodyKind k, BodyState s, mat3 axes, vec3 x, out vec3 normal) {
  float away = proxy_distance(k, transpose(axes) * (x - s.position), normal);
  normal = axes * normal;
  return away;
}

// Share of a box of `width` along x and z and `height` that lies inside: exact for planes along the axes.
float inside_share(float away, vec3 n, vec2 width, float height) {
  float ramp = abs(n.x) * width.x + abs(n.z) * width.y + abs(n.y) * height;
  return clamp(0.5 - away / max(ramp, 1e-9), 0.0, 1.0);
}

Column column_in(BodyKind k, BodyState s, mat3 axes, vec2 middle, vec2 cell, float low, float high, float ground) {
  Column c = Column(0.0, 0.0, 0.0);
  high = max(high, low + 0.25 * min(cell.x, cell.y));  // over a dry bed too, something may stand
  int heights = clamp(int(ceil(2.0 * (high - low) / min(cell.x, cell.y))), 2, most_heights);
  float height = (high - low) / float(heights);
  vec3 n;
  for (int corner = 0; corner < 4; ++corner) {
    vec2 xz = middle + 0.5 * cell * (vec2(corner & 1, corner >> 1) - 0.5);
    for (int i = 0; i < heights; ++i) {
      vec3 x = vec3(xz.x, low + (float(i) + 0.5) * height, xz.y);
      float away = away_from(k, s, axes, x, n);
      float share = 0.25 * inside_share(away, n, 0.5 * cell, height);
      c.inside += share * height;
      if (i == 0) c.foot += share;
    }
  }
  if (low > ground + 1e-6) c.foot = 0.0;
  if (c.foot < 0.9) return c;
  float top = s.position.y + k.radius, up = max(top - high, 0.0) / float(most_up);
  for (int i = 0; i < most_up; ++i) {
    vec3 x = vec3(middle.x, high + (float(i) + 0.5) * up, middle.y);
    if (away_from(k, s, axes, x, n) > 0.0) break;
    c.extra += up;
  }
  c.extra *= smoothstep(0.9, 1.0, c.foot);
  return c;
}

// The discharge that a column of `depth` over `ground` gains, and what the mover loses: a plate takes the speed across it
// of the water that comes upon it, F = rho A u².
vec2 push(uint m, BodyKind k, BodyState s, mat3 axes, vec2 middle, vec2 cell, float ground, float depth, vec2 u) {
  float height = depth / float(most_heights), width = sqrt(cell.x * cell.y);
  float low = s.position.y - k.radius - width, high = s.position.y + k.radius + width;
  float rates = 0.0;
  for (int pass = 0; pass < 2; ++pass) {
    float kept = 1.0 / (1.0 + params.p.dt * rates);
    vec2 gained = vec2(0.0);
    vec3 force = vec3(0.0), turn = vec3(0.0);
    rates = 0.0;
    for (int i = 0; i < most_heights; ++i) {
      vec3 x = vec3(middle.x, ground + (float(i) + 0.5) * height, middle.y), n;
      if (x.y < low || x.y > high) continue;
      float near = clamp(1.0 - away_from(k, s, axes, x, n) / width, 0.0, 1.0);
      if (near <= 0.0) continue;
      vec3 r = x - s.position;
      float across = dot(vec3(u.x, 0.0, u.y) - s.velocity - cross(s.spin, r), n);
      float rate = abs(across) * near / (width * float(most_heights));
      rates += rate;
      vec3 impulse = params.p.dt * kept * depth * rate * across * n;  // per area and density
      gained -= impulse.xz;
      force += impulse;
      turn += cross(r, impulse);
    }
    if (pass == 0) {
      if (rates <= 0.0) return vec2(0.0);
      continue;
    }
    float unit = body_water_density * cell.x * cell.y / (k.mass * body_push_quantum);
    ivec3 counts = ivec3(round(unit * force)), turns = ivec3(round(unit / k.radius * turn));
    for (int a = 0; a < 3; ++a) {
      if (counts[a] != 0) atomicAdd(loads.v[m].force[a], counts[a]);
      if (turns[a] != 0) atomicAdd(loads.v[m].turn[a], turns[a]);
    }
    return gained;
  }
  return vec2(0.0);
}

void main() {
  ivec2 c = ivec2(gl_GlobalInvocationID.xy), cells = ivec2(params.p.cells);
  if (any(greaterThanEqual(c, cells))) return;
  vec2 cell = params.p.size / vec2(cells);
  vec2 at = params.p.origin.xz - 0.5 * params.p.size + (vec2(c) + 0.5) * cell;
  float level = params.p.origin.y, ground = params.p.bed;
  if (has_surface) {
    level += texelFetch(surface, c, 0).x;
    if (has_calm) level = params.p.origin.y + texelFetch(calm, c, 0).x;
  }
  if (has_bed) ground += bed.v[c.y * int(params.p.pitch) + c.x];
  vec4 stream = has_flow ? texelFetch(flow, c, 0) : vec4(0.0);
  Column all = Column(0.0, 0.0, 0.0);
  vec2 gained = vec2(0.0);
  float met = 0.0;
  for (uint m = 0u; m < min(params.p.movers, uint(body_most_movers)); ++m) {
    BodyState s = now.v[params.p.first + m];
    BodyKind k = kinds.v[records.v[params.p.first + m].kind];
    if (k.vertices == 0u) continue;
    vec2 off = at - s.position.xz, period = params.p.size * params.p.periodic;
    off -= period * round(off / max(period, vec2(1e-20)));
    vec2 middle = s.position.xz + off;
    float reach = k.radius + length(cell);
    if (dot(off, off) > reach * reach) continue;
    mat3 axes = body_axes(s.rotation);
    Column one = column_in(k, s, axes, middle, cell, max(ground, s.position.y - k.radius - 1e-3),
                           min(max(level, ground), s.position.y + k.radius), ground);
    all.inside += one.inside;
    all.extra = max(all.extra, one.extra);
    if (one.inside + one.extra > 0.0) met = 1.0;
    if (has_motion && has_flow && params.p.dt > 0.0 && stream.z > 1e-3)
      gained += push(m, k, s, axes, middle, cell, ground, stream.z, stream.xy);
  }
  int i = c.y * cells.x + c.x;
  columns.v[i] += int(round(min(all.inside, max(level - ground, 0.0)) / params.p.quantum));
  if (has_motion)
    motion.v[i] = ivec4(motion.v[i].xy + ivec2(round(gained / params.p.push_quantum)),
                        int(round(all.extra / params.p.quantum)), int(met));
}
