// Marks blocks that hold water or can receive it from a source or over an edge. A workgroup owns a block.
#pragma variants FED?
#include "shallow/water.glsl"
#include "shallow/blocks.glsl"
layout(binding = 0) uniform usamplerBuffer water;
layout(binding = 1) writeonly restrict buffer Wet { uint v[]; } wet;
#ifdef FED
layout(binding = 2) uniform samplerBuffer feed;
#endif

shared uint all;

bool lets_in(int edge) { return edge == column_edge_level || edge == column_edge_sea || edge == column_edge_discharge; }

void main() {
  if (gl_LocalInvocationIndex == 0u) all = 0u;
  barrier();
  int block = workgroup();
  ivec2 at = first_of_thread(block), end = min(at + ivec2(across, rows), ivec2(nx, nz));
  uint mine = 0u;
  for (int z = at.y; z < end.y; ++z)
    for (int x = at.x; x < end.x; ++x) {
      int i = index_of(ivec2(x, z));
      uvec4 t = texelFetch(water, i);
      if (depth_of(t) != 0.0 || rest_of(t) != 0.0) mine |= shallow_block_holds;
      if ((x == 0 && lets_in(edge_west)) || (x == nx - 1 && lets_in(edge_east)) || (z == 0 && lets_in(edge_north)) ||
          (z == nz - 1 && lets_in(edge_south)))
        mine |= shallow_block_fed;
#ifdef FED
      vec4 f = texelFetch(feed, i);
      if (f.x != 0.0 || f.y >= 0.0) mine |= shallow_block_fed;
#endif
    }
  if (mine != 0u) atomicOr(all, mine);
  barrier();
  if (gl_LocalInvocationIndex == 0u && at.x < nx && at.y < nz) wet.v[block] = all;
}
