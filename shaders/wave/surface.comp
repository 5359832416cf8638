// Elevation, slopes by central differences, and coverage (0 on land) of the wave surface for rendering. [Popov 2003]
#pragma variants VARIED?
#include "wave/grid.glsl"
#include "lib/shape.glsl"
#ifdef VARIED
#include "wave/drag.glsl"
#endif
layout(binding = 0) uniform samplerBuffer u_now;
layout(binding = 1, rgba16f) writeonly uniform image2D surface;
layout(push_constant, scalar) uniform ParamsBlock { WaveSurfaceParams p; } params;

void main() {
  int x = int(gl_GlobalInvocationID.x) * across, x4 = x >> 2, lane = x & 3;
  int z0 = int(gl_GlobalInvocationID.y) * rows;
  if (x4 >= fours) return;
  int end = min(z0 + rows, nz);
  for (int z = z0; z < end; ++z) {
    int row = z * fours;
    vec4 here = texelFetch(u_now, row + x4);
    vec4 west = west_of(u_now, row, x4, here), east = east_of(u_now, row, x4, here);
    vec4 north = north_of(u_now, z, x4, here), south = south_of(u_now, z, x4, here);
    vec4 height = here, cover = vec4(1);
#ifdef VARIED
    // Beside an island the mirror stands in for it; its own cells carry on the water around them, so that filtering
    // does not pull the shore line to the rest level.
    vec4 mine = texelFetch(drag, row + x4);
    vec4 drag_w = west_of(drag, row, x4, mine), drag_e = east_of(drag, row, x4, mine);
    vec4 drag_n = north_of(drag, z, x4, mine), drag_s = south_of(drag, z, x4, mine);
    cover = vec4(greaterThan(mine, vec4(-1e29)));
    vec4 wet_w = vec4(greaterThan(drag_w, vec4(-1e29))), wet_e = vec4(greaterThan(drag_e, vec4(-1e29)));
    vec4 wet_n = vec4(greaterThan(drag_n, vec4(-1e29))), wet_s = vec4(greaterThan(drag_s, vec4(-1e29)));
    vec4 sides = max(wet_w + wet_e + wet_n + wet_s, vec4(1));
    vec4 around = (wet_w * west + wet_e * east + wet_n * north + wet_s * south) / sides;
    height = mix(around, here, cover);
    west = mix(height, west, wet_w);
    east = mix(height, east, wet_e);
    north = mix(height, north, wet_n);
    south = mix(height, south, wet_s);
#endif
    vec4 slope_x = (east - west) * (0.5 * params.p.inverse_cell.x);
    vec4 slope_z = (south - north) * (0.5 * params.p.inverse_cell.y);
    for (int i = lane; i < lane + across; ++i) {
      if (4 * x4 + i < nx) imageStore(surface, ivec2(4 * x4 + i, z), vec4(height[i], slope_x[i], slope_z[i], cover[i]));
    }
  }
}
