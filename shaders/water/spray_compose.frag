// Composes spray over the picture: mean light with the opacity of the summed optical depth.
layout(binding = 0) uniform sampler2D points;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

void main() {
  vec4 sum = texelFetch(points, ivec2(gl_FragCoord.xy), 0);
  float cover = 1.0 - exp(-sum.a);
  color = sum.a > 0.0 ? vec4(sum.rgb / sum.a * cover, cover) : vec4(0.0);
}
