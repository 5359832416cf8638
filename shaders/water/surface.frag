// Smooth normal of the water per pixel. Target: octahedral normal, squared GGX alpha, code of surface and side with
// the foam coverage. BEYOND: the part beyond an overflow edge, seen from above, and its depth.
#pragma variants BEYOND? FLOW HULL_MASK?, HULL_MASK
#include "passes/deferred/camera.h"
#include "lib/film.glsl"
#include "lib/optics.glsl"
#include "lib/water.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(push_constant, scalar) uniform ParamsBlock { SurfaceParams p; } params;
layout(binding = 1) uniform sampler2D surface;
layout(binding = 2) uniform sampler2D scene_depth;
#ifdef FLOW
#include "water/flow_detail.glsl"
layout(constant_id = 0) const bool has_traces = false;
layout(constant_id = 1) const bool ends_at_border = false;  // what is seen past it is another node's
layout(binding = 5) uniform sampler2D flow;
layout(binding = 6) uniform sampler2D traces;
layout(binding = 7) uniform sampler2D flow_map_image;
#endif
#ifdef HULL_MASK
#include "water/hull_mask.glsl"
#endif

layout(location = 0) in vec3 world;
layout(location = 1) in vec2 uv;
layout(location = 2) in flat vec3 side_normal;
layout(location = 3) in float lowered;
layout(location = 0) out vec4 target;
#ifdef BEYOND
layout(location = 1) out float sheet;  // meters
#endif

#ifdef FLOW
// Checks whether an eye in the air sees past a border that the water falls over: the place hangs over it, or a ray
// through level water there comes out over its edge. The same in all nodes, for one of them draws the place.
bool is_past_border(FieldParams field, float depth, out vec2 outwards) {
  vec3 along = normalize(world - camera.c.eye.xyz);
  precise vec2 bent = along.xz / params.p.index;
  precise float down = sqrt(1.0 - dot(bent, bent));
  outwards = vec2(0.0);
  for (int side = 0; side < 4; ++side) {
    int axis = side >> 1;
    float towards = 2.0 * float(side & 1) - 1.0;
    precise float before = 0.5 * field.size[axis] - towards * (world[2 * axis] - field.origin[2 * axis]);
    bool over_edge = along.y < 0.0 && before * down < depth * (towards * bent[axis]);
    over_edge = over_edge && before < lip_columns * field.past[side];
    if (field.past[side] > 0.0 && (before < 0.0 || over_edge)) outwards[axis] = towards;
  }
  return outwards != vec2(0.0);
}

// Slope of what changes so across the pixel.
vec2 slope_of(vec2 change, vec3 world_x, vec3 world_y) {
  float area = world_x.x * world_y.z - world_x.z * world_y.x;
  if (abs(area) < 1e-9) return vec2(0.0);
  return vec2(change.x * world_y.z - change.y * world_x.z, change.y * world_x.x - change.x * world_y.x) / area;
}
// Relief of foam: the denser, the higher.
vec2 foam_slope(float foam, vec3 world_x, vec3 world_y) {
  vec2 slope = foam_relief * slope_of(vec2(dFdx(foam), dFdy(foam)), world_x, world_y);
  return slope / (1.0 + length(slope));
}
#endif

void main() {
  FieldParams field = params.p.field;
  bool side = dot(side_normal, side_normal) > 0.5;
  float detail = camera.c.jitter.w;  // pixels' width over which what is finer is averaged
  vec2 dx = detail * dFdx(uv), dy = detail * dFdy(uv);
  vec3 world_x = dFdx(world), world_y = dFdy(world);
  vec2 cells = vec2(field.cells.xy);
  float cells_wide = max(length(dx * cells), length(dy * cells));
  FieldTaps taps = field_smooth_taps(field, uv);
  if (cells_wide > 1.0) {
    vec2 diagonal = 0.25 * (dx + dy), other = 0.25 * (dx - dy);
    taps.at = vec2[](uv + diagonal, uv - diagonal, uv + other, uv - other);
    taps.share = vec4(0.25);
  }
  vec4 here = field_taps_sample(surface, field, taps);
  vec3 normal = side_normal;
  float lost = 0.0, foam = 0.0;
  if (!side) {
#ifdef FLOW
    vec2 meters = detail * vec2(length(world_x.xz), length(world_y.xz));
    float footprint = sqrt(max(meters.x, meters.y) * max(min(meters.x, meters.y), 0.25 * max(meters.x, meters.y)));
    vec2 aside = 2.0 / cells;
    vec4 now = field_sample(flow, field, uv);
    vec2 velocity = 0.25 * (field_sample(flow, field, uv + aside).xy + field_sample(flow, field, uv - aside).xy +
                            field_sample(flow, field, uv + vec2(aside.x, -aside.y)).xy +
                            field_sample(flow, field, uv + vec2(-aside.x, aside.y)).xy);
    FlowLayers layers = flow_layers(world.xz, camera.c.eye.w, velocity);
    float density = has_traces ? field_sample(traces, field, uv).x : 0.0;
    float rms = params.p.ripple * flow_roughness(length(now.xy), now.z);
    FlowLook look = flow_look(flow_map_image, layers, world.xz, camera.c.eye.w, velocity, rms, density, footprint);
    float steep = length(here.yz);
    float wide = 0.5 * (length(world_x) + length(world_y));
    vec2 uphill = here.yz * (0.4 / max(steep, 1e-3));
    vec4 above = field_sample(surface, field, uv + uphill / field.size.xy);
    // Nothing has come down from dry banks.
    float drop = (above.x - here.x) * above.w;
    float falls = fall_white(flow_map_image, layers, world, velocity, here.yz, drop, wide);
    foam = 1.0 - (1.0 - look.foam) * (1.0 - falls);
    vec2 down = slope_of(-vec2(dFdx(lowered), dFdy(lowered)), world_x, world_y);
    vec3 ripple = vec3(look.slope + foam_slope(foam, world_x, world_y) + down, look.lost);
#else
    vec3 ripple = ripple_slope(world.xz, camera.c.eye.w, detail * world_x.xz, detail * world_y.xz,
                               normalize(world.xz - camera.c.eye.xz + 1e-6), params.p.ripple);
#endif
    vec2 slope = here.yz + ripple.xy;
    lost = ripple.z;
    normal = normalize(vec3(-slope.x, 1.0, -slope.y));
  }
  // Normals that vary inside the pixel widen the highlight [Tokuyoshi and Kaplanyan 2019].
  vec3 nx = detail * dFdx(normal), ny = detail * dFdy(normal);
  float alpha = params.p.roughness * params.p.roughness;
  float widened = alpha * alpha + 2.0 * lost + min(0.5 * (dot(nx, nx) + dot(ny, ny)), 0.09);
  // The triangle's plane tells the side that is seen; the smooth normal could not at grazing angles.
  vec3 plane = cross(world_x, world_y);
  plane *= sign(dot(plane, side ? side_normal : vec3(0.0, 1.0, 0.0)));
  bool air = dot(plane, camera.c.eye.xyz - world) >= 0.0;
#ifdef FLOW
  // A film that drains off a bank is wet ground: its edge is one of depth, not of columns.
  if (!side && field_smooth(flow, field, uv).z < least_film) discard;
  if (ends_at_border) {
    vec3 falls = field_sample(flow, field, uv).xyz;
    vec2 outwards;
    bool past = is_past_border(field, falls.z, outwards);
#ifdef BEYOND
    if (!past || !air) discard;
    sheet = max(falls.z / falls_faster(falls.z, dot(falls.xy, outwards), params.p.gravity), falls.z - lowered);
#else
    if (past) discard;
#endif
  }
#endif
  if (here.w < 0.5 || gl_FragCoord.z < texelFetch(scene_depth, ivec2(gl_FragCoord.xy), 0).r) discard;
#ifdef HULL_MASK
  if (in_hull()) discard;
#endif
  target = vec4(octahedral_encode(normal), min(widened, 1.0), (air ? 1.0 : -1.0) * water_code(params.p.code, foam));
}
