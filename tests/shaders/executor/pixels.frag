// Values that differ by pixel and are exact in 16 bits. Leaves out a column in five.
#pragma variants DEEP?
layout(binding = 3) uniform sampler2D given;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
layout(location = 1) out float share;  // a second target

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  vec4 old = texelFetch(given, pixel, 0);
  color = vec4(gl_FragCoord.xy / 16.0, round(uv.x * 64.0) / 64.0, float(1 + pixel.x % 3) / 4.0) + old;
  share = float(pixel.y) / 255.0;
#ifdef DEEP
  gl_FragDepth = pixel.y < 8 ? 0.25 : 0.75;
#endif
  if (pixel.x % 5 == 0) discard;
}
