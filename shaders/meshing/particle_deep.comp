// Bins so far inside the fluid that no surface passes: they and all around them are full.
#include "meshing/particle_bins.glsl"
layout(local_size_x = 64) in;
layout(binding = 0) uniform usamplerBuffer starts;
layout(binding = 1, scalar) writeonly buffer DeepBlock { uint v[]; } deep;

void main() {
  uint index = gl_GlobalInvocationID.x;
  uvec3 n = uvec3(params.p.bins);
  if (index >= n.x * n.y * n.z) return;
  ivec3 bin = ivec3(index % n.x, (index / n.x) % n.y, index / (n.x * n.y));
  bool all_full = true;
  for (int k = 0; k < 27 && all_full; ++k) {
    ivec3 near = bin + ivec3(k % 3, k / 3 % 3, k / 9) - 1;
    if (near != bin_within(near)) continue;  // behind a wall
    int at = int(bin_index(near));
    all_full = float(texelFetch(starts, at + 1).x - texelFetch(starts, at).x) >= params.p.full;
  }
  deep.v[index] = uint(all_full);
}
