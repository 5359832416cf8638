// Finds the first body on a ray, by sphere tracing of its proxy. The nearest wins, then the lower index.
#include "lib/touch.glsl"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) readonly buffer Now { BodyState v[]; } now;
layout(binding = 1, scalar) readonly buffer Kinds { BodyKind v[]; } kinds;
layout(binding = 2, scalar) readonly buffer Records { BodyRecord v[]; } records;
layout(binding = 3) writeonly restrict buffer Held { vec4 v[]; } held;
layout(push_constant, scalar) uniform ParamsBlock { BodyPickParams p; } params;

shared vec4 nearest[64];    // point in the body's axes; w: body
shared float distances[64];

void main() {
  uint me = gl_LocalInvocationIndex;
  float best = 1e30;
  vec4 found = vec4(0.0, 0.0, 0.0, -1.0);
  for (uint i = me; i < params.p.bodies; i += 64u) {
    BodyState body = now.v[i];
    BodyKind kind = kinds.v[records.v[i].kind];
    if ((kind.proxy & body_driven) != 0) continue;
    mat3 axes = body_axes(body.rotation);
    vec3 from = transpose(axes) * (params.p.origin - body.position), along = transpose(axes) * params.p.direction;
    float closest = -dot(from, along);
    vec3 off = from + closest * along;
    if (closest < -kind.radius || dot(off, off) > kind.radius * kind.radius) continue;
    float t = max(closest - kind.radius, 0.0), last = closest + kind.radius;
    for (int k = 0; k < 48 && t < last && t < best; ++k) {
      vec3 normal;
      float gap = proxy_distance(kind, from + t * along, normal);
      if (gap < 1e-3) {
        best = t;
        found = vec4(from + t * along, float(i));
        break;
      }
      t += gap;
    }
  }
  nearest[me] = found;
  distances[me] = best;
  barrier();
  if (me != 0u) return;
  for (int k = 1; k < 64; ++k) {
    if (distances[k] < distances[0] || (distances[k] == distances[0] && nearest[k].w < nearest[0].w)) {
      distances[0] = distances[k];
      nearest[0] = nearest[k];
    }
  }
  held.v[0] = nearest[0];
  held.v[1] = vec4(distances[0], 0.0, 0.0, 0.0);
}
