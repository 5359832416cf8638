// Marks points of a pour's lattice with a particle nearby.
#include "sph/pour.glsl"
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer position;
layout(binding = 1, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 2, scalar) readonly buffer Found { vec4 v; } found;
layout(binding = 3, scalar) restrict buffer Taken { uint v[]; } taken;
layout(push_constant, scalar) uniform ParamsBlock { SphPourParams p; } params;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= control.c.count) return;
  vec3 x = texelFetch(position, int(i)).xyz, middle = found.v.xyz;
  float apart = sph_pour_apart * params.p.spacing;
  int reach = sph_pour_reach(params.p.radius, params.p.spacing);
  vec3 off = (x - sph_pour_place(ivec3(0), middle, params.p)) / params.p.spacing;
  ivec3 low = ivec3(ceil(off - sph_pour_apart)), high = ivec3(floor(off + sph_pour_apart));
  low = max(low, ivec3(-reach, 0, -reach));
  high = min(high, ivec3(reach, int(params.p.layers) - 1, reach));
  for (int y = low.y; y <= high.y; ++y)
    for (int z = low.z; z <= high.z; ++z)
      for (int k = low.x; k <= high.x; ++k) {
        vec3 d = sph_pour_place(ivec3(k, y, z), middle, params.p) - x;
        if (dot(d, d) < apart * apart) atomicOr(taken.v[sph_pour_index(ivec3(k, y, z))], 1u);
      }
}
