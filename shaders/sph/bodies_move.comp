// Predicts body motion within the clock step from the particles' impulses of a sub-step. The bodies' own step later
// starts again with the summed impulses.
#include "passes/sph/sph_params.h"
#include "passes/sph/sph_bodies.h"
#include "lib/bodies.glsl"
#include "sph/pushed.glsl"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 1, scalar) restrict buffer Bodies { SphBody v[]; } bodies;
layout(binding = 2, scalar) restrict buffer Hits { BodyPush v[]; } hits;
layout(binding = 3, scalar) restrict buffer Pushes { BodyPush v[]; } pushes;
layout(constant_id = 29) const bool has_responses = false;
layout(binding = 4, scalar) writeonly restrict buffer Responses { BodyPush v[]; } responses;
layout(constant_id = 31) const bool has_background = false;
layout(binding = 5, scalar) restrict buffer Background { SphBackground v[]; } background;
layout(push_constant, scalar) uniform ParamsBlock { SphBodiesParams p; } params;
#include "passes/solids/sph_kernels.h"
#include "sph/shells.glsl"
#include "sph/closure.glsl"

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= params.p.count) return;
  SphBody b = bodies.v[i];
  BodyPush hit = hits.v[i];
  float dt = control.c.dt;
  if (has_background && i < params.p.own && sph_closed(b)) {
    SphBackground w = background.v[i];
    close(hit, w, b, dt);
    background.v[i] = w;
  }
  sph_body_pushed(b, hit, dt, params.p.gravity);
  b.position += dt * b.velocity;
  b.rotation = normalize(quaternion_product(quaternion_of(dt * b.spin), b.rotation));
  bodies.v[i] = b;
  pushes.v[i].force += hit.force;
  pushes.v[i].turn += hit.turn;
  hits.v[i] = BodyPush(ivec3(0), ivec3(0));
  if (has_responses)
    for (uint k = 0u; k < 3u; ++k) responses.v[k * params.p.count + i] = BodyPush(ivec3(0), ivec3(0));
}
