// One clock step of every leaf of a kind: drift with water and wind, gravity along slopes, repulsion by other leaves
// and the edge, rotation by the shear of the current. CROSSES: with several waters; a leaf that leaves over a side
// falls to the next water. `falling` is its speed in m/s; 0: it floats.
#pragma variants CROSSES?
#include "agents/leaves.glsl"
layout(local_size_x = 32) in;
layout(binding = 0, scalar) uniform ParamsBlock { LeafParams p; } params;
layout(binding = 1, scalar) readonly buffer Now { LeafState v[]; } now;
layout(binding = 2, scalar) buffer After { LeafState v[]; } after;

#ifdef CROSSES
layout(binding = 3, scalar) restrict buffer Falling { float v[]; } falling;
layout(binding = 7, scalar) uniform WaysBlock { LeafWays p; } ways;

vec2 outside(vec2 xz, vec2 low, vec2 high) { return xz - clamp(xz, low, high); }

// The water beyond the side at which the leaf is held; its own number: none.
uint beyond(PondParams pond, Pond here, vec2 tried, float size, uint own) {
  vec2 o = tried - pond.origin.xz, held = 0.5 * pond.size - 0.35 * size;
  vec2 over = vec2(greaterThan(abs(o), held)) * sign(o);
  if (dot(here.flow, over) < leaf_passes) return own;
  uint to = own;
  float nearest = 1e30;
  for (int k = 0; k < ways.p.count; ++k) {
    float away = length(outside(tried, ways.p.v[k].low, ways.p.v[k].high));
    if (away >= nearest) continue;
    nearest = away;
    to = ways.p.v[k].water;
  }
  return to;
}

// On its way to the water of `pond`, until it is down.
void fall(PondParams pond, float gravity, inout LeafState s, inout float speed) {
  speed += gravity * pond.dt;
  s.position += pond.dt * vec3(s.velocity.x, -speed, s.velocity.y);
  vec2 held = 0.5 * pond.size - 0.35 * s.size;
  vec2 at = pond.origin.xz + clamp(s.position.xz - pond.origin.xz, -held, held);
  Pond below = pond_at(pond, at);
  float floor_y = below.coverage > 0.5 ? below.level : below.ground;
  if (s.position.y > floor_y) return;
  s.position = vec3(at.x, floor_y, at.y);
  if (below.coverage > 0.99) {
    speed = 0.0;
  } else {
    s.velocity = vec2(0.0);  // lies on what is dry until water comes
    speed = 1e-3;
  }
}
#endif

void main() {
  LeafParams p = params.p;
  uint id = gl_GlobalInvocationID.x;
  if (id >= p.count) return;
  uint self = p.first + id;
  LeafState s = now.v[self];
  float dt = p.pond.dt;
#ifdef CROSSES
  if (s.water != p.water) return;
  float speed = falling.v[self];
  if (speed > 0.0) {
    fall(p.pond, p.gravity, s, speed);
    falling.v[self] = speed;
    after.v[self] = s;
    return;
  }
#endif
  Pond here = pond_at(p.pond, s.position.xz);

  vec2 push = vec2(0.0);
  for (uint j = 0u; j < min(p.total, uint(now.v.length())); ++j) {
    if (j == self || now.v[j].water != s.water) continue;
    vec2 d = pond_between(p.pond, s.position.xz, now.v[j].position.xz);
    float reach = 0.42 * (s.size + now.v[j].size), far = length(d);
    if (far >= reach) continue;
    float share = now.v[j].size / (s.size + now.v[j].size);  // the larger one stays
    push += share * (reach - far) * (far > 1e-5 ? d / far : vec2(j < self ? 1.0 : -1.0, 0.0));
  }

  vec2 carried = here.flow + p.drift + p.wind;
  vec2 pull = -p.slides * p.gravity * here.slope - p.tether * pond_between(p.pond, s.position.xz, s.home) + 30.0 * push;
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
#ifdef CROSSES
  uint next = to == from + stride ? s.water : beyond(p.pond, here, from + stride, s.size, s.water);
  if (next != s.water || there.level < s.position.y - leaf_skid) {
    s.water = next;
    s.position.xz = next != p.water ? from + stride : to;
    s.velocity = stride / dt;
    falling.v[self] = 1e-3;
    after.v[self] = s;
    return;
  }
#endif
  s.velocity = pond_between(p.pond, to, from) / dt;
  s.tilt += (there.slope - s.tilt) * (1.0 - exp(-dt / 0.1));
  s.position = vec3(to.x, there.level, to.y);
  after.v[self] = s;
}
