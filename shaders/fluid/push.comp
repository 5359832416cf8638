// Drives the velocity inside a disc and adds dye there: emitters and the pointer. Obstacles between the center and a
// cell shield it.
#include "fluid/grid.glsl"
layout(binding = 0) restrict buffer U { float v[]; } u;
layout(binding = 1) restrict buffer W { float v[]; } w;
layout(binding = 2) restrict buffer Dye { vec4 v[]; } dye;
layout(binding = 3) uniform samplerBuffer solid;
#include "fluid/passage.glsl"
layout(push_constant, scalar) uniform ParamsBlock { FluidPushParams p; } params;

float weight(ivec2 base, vec2 half_cells) {
  vec2 at = vec2(base) + half_cells;
  vec2 r = (at - params.p.middle / params.p.cell) * params.p.cell;
  vec2 period = vec2(periodic_x, periodic_z) * vec2(nx, nz) * params.p.cell;
  r -= period * round(r / max(period, vec2(1e-20)));
  float k = fluid_push_profile(dot(r, r) / (params.p.radius * params.p.radius));
  if (!solids || k == 0.0) return k;
  // A middle inside of an obstacle sees everything.
  vec2 way = r / params.p.cell, middle = params.p.middle / params.p.cell;
  ivec2 from = ivec2(floor(middle));
  return !is_solid(from) && walked(from, middle - vec2(from), way).stopped ? 0.0 : k;
}
float pushed(float v, float target, float k) {
  return params.p.follow < 0.0 ? v + k * target : v + min(k * params.p.follow, 1.0) * (target - v);
}

void own(ivec2 t) {
  if (t.x >= params.p.count.x || t.y >= params.p.count.y) return;
  ivec2 f = t + params.p.first;
  if (periodic_x) f.x = wrapped(f.x, nx);
  if (periodic_z) f.y = wrapped(f.y, nz);
  if (f.x < 0 || f.y < 0 || f.x > nx || f.y > nz) return;
  if (f.y < nz) {
    float k = weight(f, vec2(0.0, 0.5));
    if (k > 0.0) {
      float v = pushed(u.v[face_x(f)], params.p.velocity.x, k);
      u.v[face_x(f)] = v;
      if (periodic_x && f.x == 0) u.v[face_x(ivec2(nx, f.y))] = v;
    }
  }
  if (f.x < nx) {
    float k = weight(f, vec2(0.5, 0.0));
    if (k > 0.0) {
      float v = pushed(w.v[face_z(f)], params.p.velocity.y, k);
      w.v[face_z(f)] = v;
      if (periodic_z && f.y == 0) w.v[face_z(ivec2(f.x, nz))] = v;
    }
  }
  if (f.x < nx && f.y < nz && !(solids && texelFetch(solid, index_of(f)).z <= 0.0)) {
    float k = weight(f, vec2(0.5));
    if (k > 0.0) dye.v[index_of(f)] += k * params.p.dye;
  }
}

#include "fluid/each_owned.glsl"
