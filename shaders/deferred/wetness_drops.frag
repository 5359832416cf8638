// Adds the wetness around a water particle to the texels near it, twice: as value and as weight.
layout(location = 0) in vec2 corner;
layout(location = 0) out vec4 wetness;

void main() {
  const float one = 0.1;  // of many
  wetness = vec4(vec2(one * max(1.0 - dot(corner, corner), 0.0)), 0.0, 0.0);
}
