// Kind and index of a moving object at its visible pixels.
layout(binding = 2) uniform sampler2D depth;
layout(constant_id = 0) const int kind = 0;
layout(location = 2) in flat int instance;
layout(location = 0) out vec2 color;

void main() {
  float seen = texelFetch(depth, ivec2(gl_FragCoord.xy), 0).r;
  if (abs(gl_FragCoord.z - seen) > 1e-4 * seen) discard;
  color = vec2(kind, instance);
}
