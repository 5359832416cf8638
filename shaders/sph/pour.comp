// Places new particles on the free points of a pour's lattice while there is capacity; without layers only records
// that all particles have settled.
#include "sph/identity.glsl"
#include "sph/pour.glsl"
layout(local_size_x = 1) in;
layout(binding = 0, scalar) readonly buffer Found { vec4 v; } found;
layout(binding = 1, scalar) readonly buffer Taken { uint v[]; } taken;
layout(binding = 2, scalar) restrict buffer Control { SphControl c; } control;
layout(binding = 3, scalar) restrict buffer Positions { vec4 v[]; } position;
layout(binding = 4, scalar) restrict buffer Velocities { vec4 v[]; } velocity;
layout(push_constant, scalar) uniform ParamsBlock { SphPourParams p; } params;

void main() {
  uint before = control.c.count, count = before, identity = control.c.identities;
  int reach = sph_pour_reach(params.p.radius, max(params.p.spacing, 1e-20));
  float rim = params.p.radius * params.p.radius / max(params.p.spacing * params.p.spacing, 1e-20);
  for (int y = 0; y < int(params.p.layers); ++y)
    for (int z = -reach; z <= reach; ++z)
      for (int x = -reach; x <= reach; ++x) {
        if (float(x * x + z * z) > rim || taken.v[sph_pour_index(ivec3(x, y, z))] != 0u) continue;
        vec3 at = sph_pour_place(ivec3(x, y, z), found.v.xyz, params.p);
        vec3 margin = vec3(0.5 * params.p.spacing);
        if (any(lessThan(at, params.p.low + margin)) || any(greaterThan(at, params.p.high - margin))) continue;
        if (count >= params.p.capacity) {
          ++control.c.refused;
          continue;
        }
        position.v[count] = vec4(at, sph_identity(identity++));
        velocity.v[count] = vec4(0.0, -params.p.speed, 0.0, 1.0);
        ++count;
      }
  control.c.settled = before;
  control.c.count = count;
  control.c.identities = identity;
  control.c.emitted += count - before;
}
