// How high a particle of water wets what is around it: as high as it is.
layout(location = 0) in vec2 corner;

void main() {
  if (dot(corner, corner) > 1.0) discard;
}
