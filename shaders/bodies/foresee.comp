// Extrapolates the displacement of bodies over a clock step from its change in the last one: the initial guess for
// bodies whose waters interact.
#include "lib/bodies.glsl"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) readonly buffer Floats { BodyFloat v[]; } floats;
layout(binding = 1, scalar) restrict writeonly buffer Foreseen { BodyFloat v[]; } foreseen;
layout(binding = 2, scalar) readonly buffer Now { BodyState v[]; } now;
layout(push_constant, scalar) uniform ParamsBlock { BodyForeseeParams p; } params;

void main() {
  if (gl_GlobalInvocationID.x >= params.p.count) return;
  uint index = params.p.first + gl_GlobalInvocationID.x;
  BodyFloat f = floats.v[index], next = f;
  next.volume = max(2.0 * f.volume - f.volume_before, 0.0);
  next.moment = next.volume > 0.0 ? 2.0 * f.moment - f.moment_before : vec3(0.0);
  next.volume_before = f.volume;
  next.moment_before = f.moment;
  next.rate = 0.0;
  next.place = now.v[index].position.xz;
  foreseen.v[index] = next;
}
