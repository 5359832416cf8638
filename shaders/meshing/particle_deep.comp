// Finds bins deep inside the fluid (they and all neighbors are full) and far outside (all are empty), which the
// surface cannot intersect. Also marks the blocks that particles of deep bins reach.
#include "meshing/particle_bins.glsl"
layout(local_size_x = 64) in;
layout(binding = 0) uniform usamplerBuffer starts;
layout(binding = 1, scalar) writeonly buffer DeepBlock { uint v[]; } deep;
layout(binding = 2, scalar) coherent buffer MarksBlock { uint v[]; } marks;
#include "meshing/particle_marks.glsl"

void main() {
  uint index = gl_GlobalInvocationID.x;
  uvec3 n = uvec3(params.p.bins);
  if (index >= n.x * n.y * n.z) return;
  ivec3 bin = ivec3(index % n.x, (index / n.x) % n.y, index / (n.x * n.y));
  ivec3 low = max(bin - 1, ivec3(0)), high = min(bin + 1, params.p.bins - 1);  // beyond are walls
  bool all_full = true, all_empty = true;
  for (int z = low.z; z <= high.z; ++z)
    for (int y = low.y; y <= high.y; ++y) {
      int row = int(bin_index(ivec3(0, y, z)));
      uint before = texelFetch(starts, row + low.x).x;
      for (int x = low.x; x <= high.x; ++x) {
        uint end = texelFetch(starts, row + x + 1).x;
        all_full = all_full && float(end - before) >= params.p.full;
        all_empty = all_empty && end == before;
        before = end;
      }
    }
  vec3 size = 1.0 / params.p.bins_per_meter, corner = params.p.low + vec3(bin) * size;
  if (all_full) mark(corner, corner + size);
  deep.v[index] = all_full ? bin_deep : all_empty ? bin_empty : bin_mixed;
}
