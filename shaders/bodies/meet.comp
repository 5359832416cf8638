// Solves for the immersion of bodies in waves that they displace: level and slope of the smoothed level around each
// body depend on the displaced volume, which raises the level with the same weights. With h the surface without the
// body, k the weights, G their products: (level, slope) = sum k h + G (volume, moment), by Newton's method.
#define BODIES_WATER
#define BODIES_SUMS 5
#include "bodies/data.glsl"
#include "bodies/hull.glsl"
#include "bodies/cut.glsl"
#include "bodies/border.glsl"
#include "bodies/basins.glsl"
#include "bodies/level.glsl"
#include "bodies/sums.glsl"
layout(binding = 11, scalar) readonly buffer Used { BodyFloat v[]; } used;  // as which bodies are in the surface
layout(binding = 12, scalar) restrict buffer Floats { BodyFloat v[]; } floats;
layout(binding = 13) readonly buffer Columns { int v[]; } columns;  // what the surface has not yet
layout(binding = 14) readonly buffer Before { int v[]; } columns_before;

struct Window {
  ivec2 n;
  bvec2 wraps;
  vec2 cell, middle, knots;
};

// Terms of one cell: 1, level and slopes; products of weights; curvatures.
struct Terms {
  vec4 v[5];
};

void add(inout Terms sum, Window w, ivec2 at, BodyFloat mine, bool counts) {
  ivec2 i = wrapped(at, w.n);
  vec4 s = texelFetch(surface, i, 0);
  if (s.w < 0.5) return;
  int index = i.y * w.n.x + i.x;
  float h = s.x + params.p.quantum * float(columns.v[index] - columns_before.v[index]);
  vec3 x = level_axis(i.x, w.n.x, w.wraps.x, w.middle.x, w.knots.x);
  vec3 z = level_axis(i.y, w.n.y, w.wraps.y, w.middle.y, w.knots.y);
  if (counts) {
    vec2 there = level_middle(mine.place, params.p.origin, w.cell, params.p.cells);
    vec3 k = level_weights(level_axis(i.x, w.n.x, w.wraps.x, there.x, w.knots.x),
                           level_axis(i.y, w.n.y, w.wraps.y, there.y, w.knots.y), mine, w.cell);
    h -= dot(k, vec3(mine.volume, mine.moment.xz)) / (w.cell.x * w.cell.y);
  }
  float level = x.x * z.x;
  vec2 slope = vec2(-x.y * z.x / w.cell.x, -x.x * z.y / w.cell.y);
  vec3 curve = vec3(x.z * z.x / (w.cell.x * w.cell.x), x.y * z.y / (w.cell.x * w.cell.y),
                    x.x * z.z / (w.cell.y * w.cell.y));
  sum.v[0] += vec4(level, slope, level * h);
  sum.v[1] += vec4(slope * h, level * level, 0.0);
  sum.v[2] += vec4(level * slope, slope * slope);
  sum.v[3] += vec4(curve, slope.x * slope.y);
  sum.v[4] += vec4(curve * h, 0.0);
}

// Sums four cells that mirror each other about the middle: a sum that is zero by symmetry is zero to the last bit.
void add_four(inout Terms sum, Window w, ivec2 a, ivec2 b, BodyFloat mine, bool counts) {
  Terms pair[2];
  for (int k = 0; k < 2; ++k) {
    for (int i = 0; i < 5; ++i) pair[k].v[i] = vec4(0.0);
    int z = k == 0 ? a.y : b.y;
    if (k == 1 && a.y == b.y) break;
    add(pair[k], w, ivec2(a.x, z), mine, counts);
    if (a.x != b.x) add(pair[k], w, ivec2(b.x, z), mine, counts);
  }
  for (int i = 0; i < 5; ++i) sum.v[i] += pair[0].v[i] + pair[1].v[i];
}

void main() {
  uint index = params.p.first + gl_WorkGroupID.x, me = gl_LocalInvocationIndex;
  BodyState body = now.v[index];
  BodyRecord record = records.v[index];
  BodyKind kind = kinds.v[record.kind];
  BodyFloat mine = used.v[index], next = mine;
  Window w;
  w.n = ivec2(params.p.cells);
  w.wraps = greaterThan(params.p.periodic, vec2(0.5));
  w.cell = params.p.size / vec2(params.p.cells);
  w.knots = kind.knots;
  w.middle = level_middle(body.position.xz, params.p.origin, w.cell, params.p.cells);
  next.place = body.position.xz;
  ivec2 wx = level_window(w.n.x, w.wraps.x, w.middle.x, w.knots.x);
  ivec2 wz = level_window(w.n.y, w.wraps.y, w.middle.y, w.knots.y);
  Terms sum;
  for (int i = 0; i < 5; ++i) sum.v[i] = vec4(0.0);
  ivec2 half_count = (ivec2(wx.y - wx.x, wz.y - wz.x) + 2) / 2;
  bool counts = params.p.known != 0 && mine.norm > 0.0;
  if (half_count.x > 0 && half_count.y > 0) {
    for (int k = int(me); k < half_count.x * half_count.y; k += int(gl_WorkGroupSize.x)) {
      ivec2 p = ivec2(k % half_count.x, k / half_count.x);
      add_four(sum, w, ivec2(wx.x, wz.x) + p, ivec2(wx.y, wz.y) - p, mine, counts);
    }
  }
  sum_all(sum.v);
  float area = w.cell.x * w.cell.y, norm = sums[0].x;
  next.norm = norm > 0.05 ? norm : 0.0;
  vec3 from = vec3(0.0);    // level and slope without the body
  mat3 gram = mat3(0.0);
  next.curve = vec3(0.0);
  if (next.norm > 0.0) {
    vec2 lean = sums[0].yz;
    float level = sums[0].w / norm, own = sums[1].z / (norm * norm);
    next.lean = lean;
    from = vec3(level, sums[1].xy - level * lean);
    vec2 mixed = sums[2].xy / norm;
    gram[0] = vec3(own, mixed - own * lean);
    gram[1] = vec3(gram[0].y, sums[2].z - 2.0 * lean.x * mixed.x + own * lean.x * lean.x, 0.0);
    gram[2] = vec3(gram[0].z, 0.0, sums[2].w - 2.0 * lean.y * mixed.y + own * lean.y * lean.y);
    gram[1].z = sums[3].w - lean.x * mixed.y - lean.y * mixed.x + own * lean.x * lean.y;
    gram[2].y = gram[1].z;
    gram *= params.p.known != 0 ? 1.0 / area : 0.0;
    next.curve = sums[4].xyz - level * sums[3].xyz;
  }
  mat3 axes = body_axes(body.rotation);
  vec3 plane = from;
  if (counts) plane = vec3(mine.level, mine.slope);
  float volume = 0.0;
  vec3 moment = vec3(0.0);
  Border border = border_around(body, kind);
  for (int turn = 0; turn < 4; ++turn) {
    if (!counts && params.p.known == 0 && turn > 0) break;
    place_points_in_plane(body, axes, kind, record, plane.x + params.p.origin.y, plane.yz, 0.0);
    Terms hull;
    for (int i = 0; i < 5; ++i) hull.v[i] = vec4(0.0);
    for (uint i = me; i < kind.facets; i += gl_WorkGroupSize.x) {
      if (is_dry_inside(kind, i, body.flooded)) continue;
      uvec3 at = 2u * (hull_facets.v[kind.first_facet + i] + record.first_point);
      vec4 a = points.v[at.x], b = points.v[at.y], c = points.v[at.z];
      Wetted wet = wetted_in(border, a, b, c);
      float size = -0.5 * facet_weight(kind, i) * cross(b.xyz - a.xyz, c.xyz - a.xyz).y;
      hull.v[0] += size * vec4(wet.moment.x, wet.moment.y + 0.5 * wet.square, wet.moment.z, wet.depth);
      hull.v[1].x += size * wet.share;
    }
    sum_all(hull.v);
    volume = max(sums[0].w, 0.0);
    moment = without_rounding(sums[0].xyz, volume * kind.radius);
    if (next.norm == 0.0) {
      volume = 0.0;
      moment = vec3(0.0);
    }
    vec3 pressed = vec3(volume, moment.xz);
    vec3 wanted = from + gram * pressed;
    float yields = min(gram[0].x * max(sums[1].x, 0.0), 0.97);
    if (turn < 3) plane = vec3(plane.x + (wanted.x - plane.x) / (1.0 - yields), wanted.yz);
  }
  if (me != 0u) return;
  next.volume_before = params.p.known == 0 ? volume : mine.volume;
  next.moment_before = params.p.known == 0 ? moment : mine.moment;
  if (params.p.known == 2) {
    next.volume_before = mine.volume_before;
    next.moment_before = mine.moment_before;
  }
  next.rate = mine.rate + (counts ? (plane.x - mine.level) * params.p.inverse_step : 0.0);
  if (params.p.known == 1) next.rate -= mine.rate;
  if (params.p.known == 0) next.rate = 0.0;
  next.level = plane.x;
  next.slope = plane.yz;
  next.volume = volume;
  next.moment = moment;
  floats.v[index] = next;
}
