// Births of diffuse particles along the waterline of hulls on a grid: where a hull advances into the water, at a bow
// or around a plunging body. A thread processes every spray_rim-th facet of a body.
#include "passes/spray/spray_params.h"
layout(binding = 0, scalar) uniform ParamsBlock { SprayParams p; } params;
layout(binding = 3) uniform sampler2D surface;
layout(binding = 4) uniform sampler2D flow;
#include "lib/bodies.glsl"
#include "spray/births.glsl"
#include "spray/grid.glsl"
layout(local_size_x = 64) in;
layout(constant_id = 1) const bool has_rise = false;
layout(binding = 5, scalar) readonly buffer RiseBlock { vec2 v[]; } rise;  // y: how fast the level rises
layout(binding = 6, scalar) readonly buffer Bodies { BodyState v[]; } bodies;
layout(binding = 7, scalar) readonly buffer Kinds { BodyKind v[]; } kinds;
layout(binding = 8, scalar) readonly buffer Records { BodyRecord v[]; } records;
layout(binding = 9, scalar) readonly buffer HullPoints { vec3 v[]; } hull_points;
layout(binding = 10, scalar) readonly buffer HullFacets { uvec3 v[]; } hull_facets;

// Cut of a facet by the level, given by heights over it: its two ends.
bool cut(mat3 corners, vec3 over, out vec3 ends[2]) {
  int found = 0;
  for (int i = 0; i < 3; ++i) {
    int j = (i + 1) % 3;
    if ((over[i] > 0.0) == (over[j] > 0.0)) continue;
    if (found < 2) ends[found] = mix(corners[i], corners[j], over[i] / (over[i] - over[j]));
    ++found;
  }
  return found == 2;
}

// Inside of a basin that holds no water.
bool is_dry_inside(BodyKind kind, uint facet, uint flooded) {
  for (uint k = 0u; k < kind.basins; ++k) {
    uvec3 row = hull_facets.v[kind.first_facet + kind.facets + k];
    if (facet >= row.x && facet < row.y) return (flooded & (1u << k)) == 0u;
  }
  return false;
}

// Velocity of the water's surface.
vec3 motion_of(Water w, vec2 xz) {
  if (!has_rise) return vec3(w.flow.x, dot(w.flow.xy, w.slope), w.flow.y);
  ivec2 c = wrapped(ivec2(floor(((xz - params.p.origin.xz) / params.p.size + 0.5) * vec2(params.p.cells))));
  return vec3(0.0, params.p.step > 1 ? rise.v[c.y * params.p.cells.x + c.x].y : 0.0, 0.0);
}

void main() {
  uint me = gl_GlobalInvocationID.x, index = me / spray_rim;
  if (index >= params.p.bodies) return;
  uint source = uint(params.p.cells.x * params.p.cells.y) + me;
  BodyState body = bodies.v[index];
  BodyKind kind = kinds.v[records.v[index].kind];
  mat3 axes = body_axes(body.rotation);
  SprayBirth birth = SprayBirth(body.position, 0.0, vec3(0.0), 0.0, spray_foam);
  float due = 0.0;
  for (uint f = me % spray_rim; f < kind.facets; f += spray_rim) {
    if (is_dry_inside(kind, f, body.flooded)) continue;
    uvec3 at = kind.first_vertex + hull_facets.v[kind.first_facet + f];
    mat3 corners = mat3(axes * hull_points.v[at.x], axes * hull_points.v[at.y], axes * hull_points.v[at.z]);
    vec3 over;
    bool on_water = true;
    for (int i = 0; i < 3; ++i) {
      vec2 xz = body.position.xz + corners[i].xz;
      if (!within(xz)) on_water = false;
      Water w = water_at(xz);
      over[i] = body.position.y + corners[i].y - w.level;
      if (!w.wet) on_water = false;
    }
    vec3 ends[2];
    if (!on_water || !cut(corners, over, ends)) continue;
    vec3 middle = 0.5 * (ends[0] + ends[1]), normal = cross(corners[1] - corners[0], corners[2] - corners[0]);
    vec2 xz = body.position.xz + middle.xz;
    within(xz);
    vec3 carried = motion_of(water_at(xz), xz);
    vec3 motion = body.velocity + cross(body.spin, middle) - carried;
    // Flat sides come upon no water when they sink, but what is under them drives it out along them.
    float speed = max(dot(motion, normal) / max(length(normal), 1e-12), -motion.y);
    float wide = distance(ends[0], ends[1]), here = (f < kind.whole ? 1.0 : 0.5) * spray_swept(wide, speed);
    if (here <= 0.0) continue;
    due += here;
    // One of the facets, by their shares.
    if (hash_unit(ivec3(int(source), int(f), params.p.seed + params.p.step)).y * due > here) continue;
    vec2 out_ = normal.xz / max(length(normal.xz), 1e-12);
    birth.radius = 0.5 * wide;
    birth.place = vec3(xz.x, body.position.y + middle.y, xz.y);
    birth.place.xz += birth.radius * out_;
    birth.velocity = carried + speed * vec3(0.6 * out_.x, 0.9, 0.6 * out_.y);
    birth.scatter = 0.35 * speed;
  }
  give(source, params.p.amount * due * params.p.dt / (params.p.radius * params.p.radius), birth);
}
