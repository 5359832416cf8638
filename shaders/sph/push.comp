// Velocities under the current pressures, for the next error evaluation.
#include "sph/pairs.glsl"
#include "sph/push_on.glsl"

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i < control.c.count) sph_push_on(i, velocity.v[i], control.c.state == sph_velocities_found);
}
