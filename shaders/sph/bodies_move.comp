// Bodies go on within the clock step by what the particles of a sub-step have done to them, as well as this can be known
// before the bodies' own step, which begins anew from the sum.
#include "passes/sph/sph_params.h"
#include "passes/sph/sph_bodies.h"
#include "lib/bodies.glsl"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 1, scalar) restrict buffer Bodies { SphBody v[]; } bodies;
layout(binding = 2, scalar) restrict buffer Hits { BodyPush v[]; } hits;
layout(binding = 3, scalar) restrict buffer Pushes { BodyPush v[]; } pushes;
layout(push_constant, scalar) uniform ParamsBlock { SphBodiesParams p; } params;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= params.p.count) return;
  SphBody b = bodies.v[i];
  BodyPush hit = hits.v[i];
  float dt = control.c.dt;
  mat3 axes = body_axes(b.rotation);
  if ((b.shape & body_driven) == 0) {
    b.velocity += body_push_quantum * vec3(hit.force);
    b.velocity.y -= dt * params.p.gravity * (1.0 - b.lifted);
  }
  b.spin += axes * (b.inverse_inertia * (transpose(axes) * (body_push_quantum * b.mass * b.radius * vec3(hit.turn))));
  b.position += dt * b.velocity;
  b.rotation = normalize(quaternion_product(quaternion_of(dt * b.spin), b.rotation));
  bodies.v[i] = b;
  pushes.v[i].force += hit.force;
  pushes.v[i].turn += hit.turn;
  hits.v[i] = BodyPush(ivec3(0), ivec3(0));
}
