// Light of a triangle of photons: the area it came through over the area it lands on, both seen along the beam, of the
// photons' share.
layout(location = 0) in vec2 origin;
layout(location = 1) in float share;
layout(location = 0) out float light;

void main() {
  vec2 dx = dFdx(origin), dy = dFdy(origin);
  light = min(abs(dx.x * dy.y - dx.y * dy.x), 256.0) * share;
}
