// Next level of the patches: means of 2 x 2 texels.
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) uniform sampler2DArray finer;
layout(binding = 1, rgba32f) writeonly uniform image2DArray coarser;

void main() {
  ivec3 texel = ivec3(gl_GlobalInvocationID);
  if (any(greaterThanEqual(texel, imageSize(coarser)))) return;
  ivec3 from = ivec3(2 * texel.xy, texel.z);
  vec4 sum = texelFetch(finer, from, 0) + texelFetch(finer, from + ivec3(1, 0, 0), 0) +
             texelFetch(finer, from + ivec3(0, 1, 0), 0) + texelFetch(finer, from + ivec3(1, 1, 0), 0);
  imageStore(coarser, texel, 0.25 * sum);
}
