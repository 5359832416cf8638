// Light of a triangle of photons: the ratio of beam cross sections at the surface and at the receiver, times the
// photons' share.
layout(location = 0) in vec2 origin;
layout(location = 1) in float share;
layout(location = 0) out float light;

void main() {
  vec2 dx = dFdx(origin), dy = dFdy(origin);
  light = min(abs(dx.x * dy.y - dx.y * dy.x), 256.0) * share;
}
