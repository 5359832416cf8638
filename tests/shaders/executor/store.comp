layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, rgba32f) uniform writeonly image2D target;

void main() {
  ivec2 p = ivec2(gl_GlobalInvocationID.xy);
  if (all(lessThan(p, imageSize(target)))) imageStore(target, p, vec4(p, p.x * p.y, 1));
}
