// New particles behind those that are there: layers of every nozzle, one after the other.
#include "sph/identity.glsl"
#include "sph/nozzles.glsl"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 1, scalar) readonly buffer Points { vec2 v[]; } points;
layout(binding = 2, scalar) restrict buffer Positions { vec4 v[]; } position;
layout(binding = 3, scalar) restrict buffer Velocities { vec4 v[]; } velocity;

void main() {
  uint me = gl_GlobalInvocationID.x, added = control.c.count - control.c.settled, left = me;
  if (me >= added) return;
  for (uint k = 0u; k < nozzle_count; ++k) {
    uint size = nozzles.v[k].points, own = nozzles.v[k].fresh * size;
    if (left >= own) {
      left -= own;
      continue;
    }
    vec2 off = points.v[nozzles.v[k].first_point + left % size];
    float ahead = nozzles.v[k].ahead - float(left / size) * nozzles.v[k].layer;
    vec3 x = nozzles.v[k].place + off.x * nozzles.v[k].across + off.y * nozzles.v[k].aside;
    position.v[control.c.settled + me] =
        vec4(x + ahead * nozzles.v[k].along, sph_identity(control.c.identities - added + me));
    velocity.v[control.c.settled + me] = vec4(nozzles.v[k].along * sph_nozzle_speed(nozzles.v[k], ahead), 1.0);
    return;
  }
}
