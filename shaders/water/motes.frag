// A soft point, hidden by nearer geometry.
layout(binding = 1) uniform sampler2D scene_depth;
layout(binding = 2) uniform sampler2D water_depth;
layout(location = 0) in vec2 corner;
layout(location = 1) in flat vec3 light;
layout(location = 2) in flat float depth;
layout(location = 0) out vec4 target;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  float before = max(texelFetch(scene_depth, pixel, 0).r, texelFetch(water_depth, pixel, 0).r);
  if (before > depth) discard;
  float inside = max(1.0 - dot(corner, corner), 0.0);
  target = vec4(light * (2.0 * inside), 0.0);
}
