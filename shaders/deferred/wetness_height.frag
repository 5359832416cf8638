// Height up to which a water particle wets its surroundings: its own height.
layout(location = 0) in vec2 corner;

void main() {
  if (dot(corner, corner) > 1.0) discard;
}
