// Transfers spray, foam and bubbles into another water: copies a particle there and ends the original. A copy below the
// surface of a receiving grid becomes foam or bubbles. If the other water has no diffuse particles, the particle ends.
#include "passes/spray/spray_params.h"
layout(local_size_x = 64) in;
layout(push_constant, scalar) uniform ParamsBlock { SprayWay p; } params;
layout(constant_id = 1) const uint capacity = 0u;
layout(constant_id = 2) const bool has_surface = false;
layout(constant_id = 3) const bool has_gone = false;
layout(binding = 0, scalar) readonly buffer ControlBlock { SprayControl c; } control;
layout(binding = 1, scalar) restrict buffer MovedBlock { SprayParticle v[]; } moved;
layout(binding = 2, scalar) restrict buffer CountsBlock { uint v[]; } counts;
layout(binding = 3, scalar) writeonly restrict buffer GoneBlock { SprayParticle v[]; } gone;
layout(binding = 4, scalar) restrict buffer CrossedBlock { SprayCrossed v; } crossed;
layout(binding = 5) uniform sampler2D surface;

// Under the surface of the grid at a place, and where there is water.
bool is_submerged(vec3 x) {
  vec2 at = (x.xz - params.p.origin.xz) / params.p.size + 0.5;
  if (!has_surface || any(lessThan(at, vec2(0.0))) || any(greaterThanEqual(at, vec2(1.0)))) return false;
  vec4 here = texelFetch(surface, ivec2(at * vec2(params.p.cells)), 0);
  return here.w > 0.5 && x.y < params.p.origin.y + here.x;
}

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= capacity) return;
  SprayParticle q;
  bool goes = false;
  if (i < control.c.alive) {
    q = moved.v[i];
    bool left = q.kind < 0.0;
    if (left) q.kind = -1.0 - q.kind;
    goes = q.life > 0.0 && all(greaterThanEqual(q.position, params.p.low)) && all(lessThanEqual(q.position, params.p.high)) &&
           (params.p.is_submerged != 0 ? !left && is_submerged(q.position) : left);
  }
  if (!goes) {
    if (has_gone) gone.v[i].life = 0.0;
    return;
  }
  if (params.p.is_submerged != 0 && q.kind == spray_mist) {  // ends in water
    if (has_gone) gone.v[i].life = 0.0;
    moved.v[i].life = 0.0;
    counts.v[i] = 0u;
    return;
  }
  if (params.p.is_submerged != 0) {
    q.kind = q.velocity.y < -spray_plunge ? spray_bubble : spray_foam;
    if (q.kind == spray_bubble) q.velocity *= 0.4;
  }
  if (has_gone) gone.v[i] = q;
  moved.v[i].life = 0.0;
  counts.v[i] = 0u;
  if (has_gone) atomicAdd(crossed.v.left, 1u);
}
