// Elevations of the surface as rows of floats, for fields and gauges.
layout(local_size_x = 64) in;
layout(binding = 0) uniform sampler2D surface;
layout(binding = 1, scalar) writeonly buffer Heights { float at[]; } heights;

void main() {
  ivec2 cell = ivec2(gl_GlobalInvocationID.xy), cells = textureSize(surface, 0);
  if (any(greaterThanEqual(cell, cells))) return;
  heights.at[cell.y * cells.x + cell.x] = texelFetch(surface, cell, 0).x;
}
