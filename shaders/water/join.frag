// Combined depth of scene and waters: the nearer of both.
layout(binding = 0) uniform sampler2D scene_depth;
layout(binding = 1) uniform sampler2D water_depth;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  gl_FragDepth = max(texelFetch(scene_depth, pixel, 0).r, texelFetch(water_depth, pixel, 0).r);
}
