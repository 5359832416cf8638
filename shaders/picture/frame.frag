layout(constant_id = 0) const bool target_encodes = false;
layout(binding = 0) uniform sampler2D picture;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

// sRGB targets encode on write, so this shader writes linear light.
void main() {
  vec3 c = textureLod(picture, uv, 0.0).rgb;
  if (target_encodes) c = mix(pow((c + 0.055) / 1.055, vec3(2.4)), c / 12.92, lessThanEqual(c, vec3(0.04045)));
  color = vec4(c, 1.0);
}
