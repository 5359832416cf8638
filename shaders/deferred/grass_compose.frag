// Composes the layer of grass into the G-buffer by depth.
layout(binding = 0) uniform sampler2D grass_albedo;
layout(binding = 1) uniform sampler2D grass_normal;
layout(binding = 2) uniform sampler2D grass_depth;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 albedo;
layout(location = 1) out vec4 normal;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  float depth = texelFetch(grass_depth, pixel, 0).r;
  albedo = texelFetch(grass_albedo, pixel, 0);
  normal = texelFetch(grass_normal, pixel, 0);
  gl_FragDepth = depth;
}
