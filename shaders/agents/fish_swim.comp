// One clock step of every fish of a kind. Boids [Reynolds 1987]: steering is the sum of inertia, wander, cohesion,
// alignment, separation, wall avoidance and flight from disturbances.
#include "agents/fish.glsl"
layout(local_size_x = 32) in;
layout(binding = 0, scalar) uniform ParamsBlock { FishParams p; } params;
layout(binding = 1, scalar) readonly buffer Now { FishState v[]; } now;
layout(binding = 2, scalar) buffer After { FishState v[]; } after;

vec2 heading_of(float yaw) { return vec2(cos(yaw), sin(yaw)); }
vec2 unit_or_zero(vec2 v) {
  float l = length(v);
  return l > 1e-6 ? v / l : vec2(0.0);
}

// Perception of the others: the sum of its steering, and the fright that it takes over from those near.
vec2 company(FishParams p, FishState s, uint self, vec2 ahead, out float alarm, out float lift) {
  vec2 middle = vec2(0.0), heading = vec2(0.0), apart = vec2(0.0);
  float seen = 0.0;
  alarm = lift = 0.0;
  for (uint j = 0u; j < min(p.total, uint(now.v.length())); ++j) {
    if (j == self || now.v[j].water != s.water) continue;
    vec3 d = now.v[j].position - s.position;
    d.xz = pond_between(p.pond, now.v[j].position.xz, s.position.xz);
    float far = length(d);
    float space = max(p.kind.space, 0.5 * (s.size + now.v[j].size) * 0.8);
    if (far < space) {
      float push = 1.0 - far / space;
      apart -= push * unit_or_zero(d.xz);
      lift -= push * sign(d.y + (self < j ? 1e-6 : -1e-6));
    }
    if (now.v[j].kind != p.index || far > p.kind.sight) continue;
    if (far < 2.0 * space) alarm = max(alarm, 0.75 * now.v[j].fright);
    if (dot(unit_or_zero(d.xz), ahead) < -0.8) continue;  // behind it
    middle += d.xz;
    heading += heading_of(now.v[j].yaw);
    seen += 1.0;
  }
  vec2 wish = p.kind.separation * apart;
  if (seen > 0.0) {
    middle /= seen;
    float gather = min(length(middle) / max(p.kind.space, 1e-3), 1.0);
    wish += p.kind.cohesion * gather * unit_or_zero(middle) + p.kind.alignment * heading / seen;
  }
  return wish;
}

// Away from where it would not fit, felt at two distances in seven directions. ahead_blocked: 0 to 1.
vec2 off_walls(FishParams p, FishState s, float yaw, out float ahead_blocked) {
  float look = 1.2 * s.size + 0.8 * s.speed;
  vec2 wish = vec2(0.0);
  float left = 0.0, right = 0.0;
  ahead_blocked = 0.0;
  for (int k = -3; k <= 3; ++k) {
    vec2 d = heading_of(yaw + 0.6 * float(k));
    float blocked = 0.0;
    if (!fish_fits(pond_at(p.pond, pond_wrap(p.pond, s.position.xz + 0.45 * look * d)), s.size)) blocked = 1.0;
    else if (!fish_fits(pond_at(p.pond, pond_wrap(p.pond, s.position.xz + look * d)), s.size)) blocked = 0.45;
    wish -= blocked * d;
    if (k < 0) left += blocked;
    if (k > 0) right += blocked;
    if (abs(k) <= 1) ahead_blocked = max(ahead_blocked, blocked);
  }
  // Head on, a side has to be chosen.
  float side = left > right ? 1.0 : left < right ? -1.0 : (fract(s.depth * 977.0) < 0.5 ? 1.0 : -1.0);
  vec2 h = heading_of(yaw);
  return wish + 1.5 * ahead_blocked * side * vec2(-h.y, h.x);
}

void main() {
  FishParams p = params.p;
  uint id = gl_GlobalInvocationID.x;
  if (id >= p.count) return;
  uint self = p.first + id;
  FishState s = now.v[self];
  float dt = p.pond.dt;
  Pond here = pond_at(p.pond, s.position.xz);
  vec2 ahead = heading_of(s.yaw);
  float alarm, lift, ahead_blocked;
  vec2 wish = ahead + company(p, s, self, ahead, alarm, lift);

  // Fright: what moves the surface above, what disturbed the water, the fright of others. A wave carries its energy
  // along -rate * slope, which leads away from where it comes from.
  float rate = (here.level - s.level) / dt - dot(here.slope, s.velocity.xz);
  float felt = smoothstep(p.kind.startle, 2.0 * p.kind.startle, abs(rate));
  vec2 away = felt * unit_or_zero(-rate * here.slope);
  for (int i = 0; i < most_scares; ++i) {
    vec4 scare = p.scares[i];
    vec3 d = s.position - scare.xyz;
    d.xz = pond_between(p.pond, s.position.xz, scare.xz);
    float near = min(scare.w, 1.0) * (1.0 - smoothstep(0.5 * p.kind.fear, p.kind.fear, length(d)));
    vec2 from = unit_or_zero(d.xz);
    away += near * (from == vec2(0.0) ? ahead : from);
    felt = max(felt, near);
  }
  s.away = unit_or_zero(s.away * exp(-dt / p.kind.calm) + 4.0 * away);
  s.fright = max(s.fright * exp(-dt / p.kind.calm), max(felt, alarm));
  if (s.fright < 1e-3) s.fright = 0.0;
  wish = mix(wish, unit_or_zero(wish) * 0.3, s.fright) + 2.5 * s.fright * s.away;

  float whim = 2.0 * value_noise(vec2(0.45 * p.time, 17.3 * float(id) + 0.5), p.seed) - 1.0;
  wish += p.kind.wander * (1.0 - s.fright) * heading_of(s.yaw + 2.4 * whim);
  wish += 4.0 * off_walls(p, s, s.yaw, ahead_blocked);

  float off = angle_of(ahead.x * wish.y - ahead.y * wish.x, dot(ahead, wish));
  float fastest = mix(1.5, 7.0, max(s.fright, 0.6 * ahead_blocked));
  float turn = clamp(3.0 * off, -fastest, fastest);
  s.yaw += turn * dt;
  s.yaw -= 6.2831853 * floor(s.yaw / 6.2831853);
  float ease = 1.0 - exp(-6.0 * dt);
  s.bend += (clamp(0.28 * turn, -1.1, 1.1) - s.bend) * ease;

  float pace = 0.35 + 1.3 * value_noise(vec2(0.3 * p.time, 31.7 * float(id) + 9.5), p.seed + 1);
  float wanted = mix(p.kind.speed * pace * (1.0 - 0.5 * ahead_blocked), p.kind.burst * (1.0 - 0.35 * ahead_blocked), s.fright);
  s.speed += (wanted - s.speed) * (1.0 - exp(-(wanted > s.speed ? 5.0 : 1.2) * dt));

  vec2 own = s.speed * heading_of(s.yaw);
  vec2 stride = (own + p.kind.carried * here.flow) * dt;
  vec2 from = s.position.xz;
  vec2 choices[3] = vec2[](stride, vec2(stride.x, 0.0), vec2(0.0, stride.y));
  Pond there = here;
  vec2 to = from;
  for (int i = 0; i < 3; ++i) {
    vec2 tried = pond_wrap(p.pond, from + choices[i]);
    Pond found = pond_at(p.pond, tried);
    if (!fish_fits(found, s.size)) continue;
    to = tried;
    there = found;
    break;
  }
  vec2 gone = pond_between(p.pond, to, from);
  if (dot(gone, gone) < 0.25 * dot(stride, stride)) s.speed *= exp(-4.0 * dt);

  float deep = s.depth * (1.0 + 0.8 * s.fright) + 0.15 * s.size * (whim + 0.6);
  float climb = clamp(1.2 * (there.level - deep - s.position.y) + 0.15 * lift, -0.45 * s.speed - 0.02, 0.45 * s.speed + 0.02);
  float y = fish_height(there, s.size, s.position.y + climb * dt);
  s.velocity = vec3(gone.x, y - s.position.y, gone.y) / dt;
  s.pitch += (angle_of(clamp(s.velocity.y, -0.4 * s.speed, 0.4 * s.speed), max(s.speed, 0.02)) - s.pitch) * ease;
  s.position = vec3(to.x, y, to.y);
  s.level = there.level;
  s.phase += 6.2831853 * (0.55 + 1.1 * s.speed / s.size) * dt;
  s.phase -= 6.2831853 * floor(s.phase / 6.2831853);
  after.v[self] = s;
}
