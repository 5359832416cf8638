// Sum of the elevation and slopes of a sea and of a wave water on it, with the coverage of the wave water.
layout(local_size_x = 64) in;
layout(binding = 0) uniform sampler2D waves;
layout(binding = 1) uniform sampler2D sea;
layout(binding = 2, rgba32f) writeonly uniform image2D both;

void main() {
  ivec2 cell = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(cell, imageSize(both)))) return;
  vec4 own = texelFetch(waves, cell, 0);
  imageStore(both, cell, vec4(own.xyz + texelFetch(sea, cell, 0).xyz, own.w));
}
