// Height up to which a particle of water wets its surroundings: its own.
layout(location = 0) in vec2 corner;

void main() {
  if (dot(corner, corner) > 1.0) discard;
}
