// Applies the reaction of a body's modeled forces (added mass, drag) to the surrounding particles, which conserves
// momentum.
#include "passes/bodies/bodies_params.h"
#include "passes/sph/sph_params.h"
#include "passes/sph/sph_bodies.h"
#include "sph/shells.glsl"
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer position;
layout(binding = 1, scalar) restrict buffer Velocities { vec4 v[]; } velocity;
layout(binding = 2, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 3, scalar) readonly buffer Bodies { SphBody v[]; } bodies;
layout(binding = 4, scalar) readonly buffer Background { SphBackground v[]; } background;
layout(push_constant, scalar) uniform ParamsBlock { SphBodiesParams p; } params;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= control.c.count) return;
  vec3 x = texelFetch(position, int(i)).xyz, more = vec3(0.0);
  for (uint k = 0u; k < params.p.own; ++k) {
    SphBody b = bodies.v[k];
    if (sph_closed(b) && background.v[k].lead != vec3(0.0) &&
        sph_shell(b, x, background.v[k].center, background.v[k].rotation) < b.wide)
      more += background.v[k].lead;
  }
  if (more != vec3(0.0)) velocity.v[i].xyz += more;
}
