// Pushes fluid inside of a disc and adds dye there: emitters and the pointer.
#include "fluid/grid.glsl"
layout(binding = 0) restrict buffer U { float v[]; } u;
layout(binding = 1) restrict buffer W { float v[]; } w;
layout(binding = 2) restrict buffer Dye { vec4 v[]; } dye;
layout(binding = 3) uniform samplerBuffer solid;
layout(push_constant, scalar) uniform ParamsBlock { FluidPushParams p; } params;

float weight(vec2 at) {
  vec2 r = (at - params.p.middle / params.p.cell) * params.p.cell;
  vec2 period = vec2(periodic_x, periodic_z) * vec2(nx, nz) * params.p.cell;
  r -= period * round(r / max(period, vec2(1e-20)));
  return fluid_push_profile(dot(r, r) / (params.p.radius * params.p.radius));
}
float pushed(float v, float target, float k) {
  return params.p.follow < 0.0 ? v + k * target : v + min(k * params.p.follow, 1.0) * (target - v);
}

void main() {
  ivec2 t = ivec2(gl_GlobalInvocationID.xy);
  if (t.x >= params.p.count.x || t.y >= params.p.count.y) return;
  ivec2 f = t + params.p.first;
  if (periodic_x) f.x = wrapped(f.x, nx);
  if (periodic_z) f.y = wrapped(f.y, nz);
  if (f.x < 0 || f.y < 0 || f.x > nx || f.y > nz) return;
  if (f.y < nz) {
    float k = weight(vec2(f) + vec2(0.0, 0.5));
    if (k > 0.0) {
      float v = pushed(u.v[face_x(f)], params.p.velocity.x, k);
      u.v[face_x(f)] = v;
      if (periodic_x && f.x == 0) u.v[face_x(ivec2(nx, f.y))] = v;
    }
  }
  if (f.x < nx) {
    float k = weight(vec2(f) + vec2(0.5, 0.0));
    if (k > 0.0) {
      float v = pushed(w.v[face_z(f)], params.p.velocity.y, k);
      w.v[face_z(f)] = v;
      if (periodic_z && f.y == 0) w.v[face_z(ivec2(f.x, nz))] = v;
    }
  }
  if (f.x < nx && f.y < nz && !(solids && texelFetch(solid, index_of(f)).z <= 0.0)) {
    float k = weight(vec2(f) + 0.5);
    if (k > 0.0) dye.v[index_of(f)] += k * params.p.dye;
  }
}
