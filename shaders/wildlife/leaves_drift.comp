// One clock step of every leaf of a kind: the water and the wind carry it, slopes pull it down, others and the edge
// hold it off, and it turns with the shear of the current.
#include "wildlife/leaves.glsl"
layout(local_size_x = 32) in;
layout(binding = 0, scalar) uniform ParamsBlock { LeafParams p; } params;
layout(binding = 1, scalar) readonly buffer Now { LeafState v[]; } now;
layout(binding = 2, scalar) buffer After { LeafState v[]; } after;

void main() {
  LeafParams p = params.p;
  uint id = gl_GlobalInvocationID.x;
  if (id >= p.count) return;
  uint self = p.first + id;
  LeafState s = now.v[self];
  float dt = p.pond.dt;
  Pond here = pond_at(p.pond, s.position.xz);

  vec2 push = vec2(0.0);
  for (uint j = 0u; j < p.total; ++j) {
    if (j == self || now.v[j].water != s.water) continue;
    vec2 d = pond_between(p.pond, s.position.xz, now.v[j].position.xz);
    float reach = 0.42 * (s.size + now.v[j].size), far = length(d);
    if (far >= reach) continue;
    float share = now.v[j].size / (s.size + now.v[j].size);  // the larger one stays
    push += share * (reach - far) * (far > 1e-5 ? d / far : vec2(j < self ? 1.0 : -1.0, 0.0));
  }

  vec2 carried = here.flow + p.wind;
  vec2 pull = -p.gravity * here.slope - p.tether * pond_between(p.pond, s.position.xz, s.home) + 30.0 * push;
  float share = exp(-dt / leaf_response);
  s.velocity = carried + pull * leaf_response + (s.velocity - carried - pull * leaf_response) * share;

  // Half the vorticity turns it, and so do small gusts; what it swims past is felt a leaf's length to either side.
  float r = max(s.size, length(p.pond.size / vec2(p.pond.cells)));
  float shear = 0.0;
  if (has_flow) {
    vec2 at = s.position.xz, x = vec2(r, 0.0), z = vec2(0.0, r);
    shear = (pond_at(p.pond, at + x).flow.y - pond_at(p.pond, at - x).flow.y - pond_at(p.pond, at + z).flow.x +
             pond_at(p.pond, at - z).flow.x) / (4.0 * r);
  }
  float gust = 0.25 * (2.0 * value_noise(vec2(0.2 * p.time, 13.7 * float(id) + 0.5), p.seed) - 1.0);
  float free = p.tether > 0.0 ? 0.2 : 1.0;
  s.spin += (free * (shear + gust) - s.spin) * (1.0 - exp(-dt / 0.8));
  s.yaw += s.spin * dt;
  s.yaw -= 6.2831853 * floor(s.yaw / 6.2831853);

  vec2 stride = s.velocity * dt, from = s.position.xz, to = from;
  vec2 choices[3] = vec2[](stride, vec2(stride.x, 0.0), vec2(0.0, stride.y));
  Pond there = here;
  for (int i = 0; i < 3; ++i) {
    vec2 tried = pond_wrap(p.pond, from + choices[i]);
    Pond found = pond_at(p.pond, tried);
    if (!leaf_fits(p.pond, found, tried, s.size)) continue;
    to = tried;
    there = found;
    break;
  }
  s.velocity = pond_between(p.pond, to, from) / dt;
  s.tilt += (there.slope - s.tilt) * (1.0 - exp(-dt / 0.1));
  s.position = vec3(to.x, there.level, to.y);
  after.v[self] = s;
}
