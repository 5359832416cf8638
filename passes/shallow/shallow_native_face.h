// The formulas of shaders/shallow/face.glsl and water.glsl for eight faces or columns at once, without branches.
#pragma once
#include <cstring>
#include <vector>

#include "passes/native/simd.h"
#include "passes/shallow/shallow_params.h"

namespace undine::reference::native {

using Row = std::vector<float>;
const float film = shallow::shallow_film, margin = shallow::shallow_margin;

struct Laws {
  float gravity, share, manning, fastest;  // m/s^2, of a column through one side, g n^2, m/s
};
struct Cell {
  SimdFloat h, bed, w, u, v;
};
struct Side {
  SimdFloat h, w, u, v, own;
  SimdFloat wall;  // 1: stands beyond the face
};
struct Both {
  Side low, high;
};
struct Face {
  SimdFloat mass, low, high, along;
};
struct Pair {
  SimdFloat sum, rest;
};
struct Star {
  SimdFloat h, u, kept;
};

UNDINE_SIMD inline bool any(SimdInt mask) {
#if defined(__x86_64__)
  return _mm256_movemask_ps(reinterpret_cast<__m256>(mask)) != 0;
#else
  for (std::size_t i = 0; i < lanes; ++i)
    if (mask[i] != 0) return true;
  return false;
#endif
}

// Two-sum. `x` comes from memory, so that no product is fused into the sum.
UNDINE_SIMD inline void add(Pair& h, SimdFloat x) {
  const SimdFloat s = h.sum + x, v = s - h.sum;
  h.rest += (h.sum - (s - v)) + (x - v);
  h.sum = s;
}
UNDINE_SIMD inline Pair mean(Pair a, const Pair& b) {
  add(a, b.sum);
  return {0.5f * a.sum, 0.5f * (a.rest + b.rest)};
}

UNDINE_SIMD inline Cell cell(SimdFloat bed, SimdFloat h, SimdFloat rest, SimdFloat qx, SimdFloat qz) {
  const SimdFloat none = {};
  Pair level{bed, none};
  add(level, h);
  const auto wet = h > none + film;
  const SimdFloat x = h * (1 / shallow::shallow_slow), x2 = x * x;
  const SimdFloat slow = (1.414213562f / shallow::shallow_slow) * x / root(1.0f + x2 * x2);
  const SimdFloat per = wet ? (h >= none + shallow::shallow_slow ? 1.0f / h : slow) : none;
  return {wet ? h : none, bed, wet ? level.sum + (level.rest + rest) : bed, qx * per, qz * per};
}

UNDINE_SIMD inline SimdFloat slope(SimdFloat l, SimdFloat m, SimdFloat r, float theta) {
  const SimdFloat none = {}, a = m - l, b = r - m;
  const SimdFloat s = lower(0.5f * size_of(a + b), theta * lower(size_of(a), size_of(b)));
  return a * b <= none ? none : a > none ? s : -s;
}

UNDINE_SIMD inline SimdFloat smooth_slope(SimdFloat l, SimdFloat m, SimdFloat r) {
  const SimdFloat none = {}, a = m - l, b = r - m;
  const auto rises = a * b > none;
  const SimdFloat squares = rises ? a * a + b * b : none + 1.0f;
  return rises ? a * b * (a + b) / squares : none;
}

UNDINE_SIMD inline SimdInt wall_beside(const Cell& m, const Cell& other, const Cell& behind, float g) {
  const SimdFloat rise = other.bed - m.bed;
  return (rise > m.h + m.u * m.u * (0.5f / g)) & (rise > shallow::shallow_wall_slope * (m.bed - behind.bed));
}
UNDINE_SIMD inline Cell mirrored(SimdInt where, const Cell& c, const Cell& m) {
  return {where ? m.h : c.h, where ? m.bed : c.bed, where ? m.w : c.w, where ? -m.u : c.u, where ? m.v : c.v};
}

// Momentum that a wall takes, over g h^2 / 2.
UNDINE_SIMD inline SimdFloat wall_takes(SimdFloat h, SimdFloat u, float g) {
  const SimdFloat none = {}, c = root(g * upper(h, none)), fall = upper(0.5f * u, -c), rest = c + fall;
  const SimdFloat leaves = (0.5f / g) * fall * (2.0f * c + fall) * (rest * rest + c * c);
  return u > none ? h * u * (c + 1.5f * u) : leaves;
}

UNDINE_SIMD inline Both sides_of(const Cell& lower_side, const Cell& m, const Cell& higher_side, const Laws& laws) {
  const SimdFloat none = {};
  const SimdInt wall_l = wall_beside(m, lower_side, higher_side, laws.gravity),
                wall_r = wall_beside(m, higher_side, lower_side, laws.gravity);
  const SimdInt dry_l = lower_side.h <= none + film, dry_r = higher_side.h <= none + film;
  const Cell l = mirrored(wall_l & dry_l, lower_side, m), r = mirrored(wall_r & dry_r, higher_side, m);
  const auto wet = m.h > none + film, around = lower(l.h, r.h) > none + film;
  SimdFloat depth = slope(l.h, m.h, r.h, shallow::shallow_theta), level = slope(l.w, m.w, r.w, shallow::shallow_theta);
  const SimdFloat bed = slope(l.bed, m.bed, r.bed, 2), open = level - depth;
  const SimdFloat held = lower(upper(open, lower(bed, none)), upper(bed, none));
  const auto changed = held != open, flat = size_of(depth) < size_of(level);
  const SimdFloat most = 2.0f * m.h, cut = lower(upper(level - held, -most), most);
  const SimdFloat steep = size_of(cut) < most ? level : cut + held;
  level = changed ? (flat ? depth + held : steep) : level;
  depth = changed ? (flat ? depth : cut) : depth;
  const SimdFloat d = wet ? 0.5f * depth : none, e = wet ? 0.5f * level : none, h = upper(m.h, none + film);
  const SimdFloat du = wet & around ? 0.5f * smooth_slope(l.u, m.u, r.u) / h : none;
  const SimdFloat dv = wet & around ? 0.5f * smooth_slope(l.v, m.v, r.v) / h : none;
  const SimdFloat more = upper(m.h + d, none), less = upper(m.h - d, none);
  const SimdFloat stands_l = wet & wall_l & (dry_l | (m.u < none)) ? none + 1.0f : none;
  const SimdFloat stands_r = wet & wall_r & (dry_r | (m.u > none)) ? none + 1.0f : none;
  return {{less, m.w - e, m.u - more * du, m.v - more * dv, laws.gravity * (0.5f * d * d - m.h * e), stands_l},
          {more, m.w + e, m.u + less * du, m.v + less * dv, laws.gravity * (0.5f * d * d + m.h * e), stands_r}};
}

// [Abramowitz & Stegun 1964, 4.4.46].
UNDINE_SIMD inline SimdFloat arc_cosine(SimdFloat a) {
  const SimdFloat none = {}, x = size_of(a);
  SimdFloat p = none - 0.0012624911f;
  for (const float c :
       {0.0066700901f, -0.0170881256f, 0.0308918810f, -0.0501743046f, 0.0889789874f, -0.2145988016f, 1.5707963050f})
    p = p * x + c;
  p *= root(upper(1.0f - x, none));
  return a < none ? 3.14159265f - p : p;
}
// Sine between -pi / 2 and pi / 2.
UNDINE_SIMD inline SimdFloat sine(SimdFloat x) {
  const SimdFloat x2 = x * x;
  return x * (1.0f + x2 * (-1.0f / 6 + x2 * (1.0f / 120 + x2 * (-1.0f / 5040 + x2 * (1.0f / 362880 - x2 / 39916800)))));
}

UNDINE_SIMD inline Star star_of(SimdFloat h, SimdFloat u, SimdFloat hydrostatic, SimdFloat kept, SimdFloat rise,
                                SimdFloat wall, float g) {
  const SimdFloat none = {}, head = h + u * u * (0.5f / g) - rise;
  const auto against = (rise > none) & (u > none) & (h > none + film) & (head > none) & (wall <= none);
  const Star still{hydrostatic, u, kept};
  if (!any(against)) return still;
  const SimdFloat some = against ? head : none + 1.0f, q = h * u, x = 6.75f * q * q / (g * some * some * some);
  const auto calm = u * u < g * h, critical = x >= none + 2.0f;
  const SimdFloat third = arc_cosine(1.0f - lower(x, none + 2.0f)) * (1.0f / 3);
  const SimdFloat part = sine(calm ? 1.57079633f - third : third - 0.52359878f);  // cosines of the two roots
  const SimdFloat over = critical ? some * (2.0f / 3) : some * (1.0f / 3) * (1.0f + 2.0f * part);
  const SimdFloat safe = upper(over, none + 1e-12f), speed = critical ? root(g * over) : q / safe;
  SimdFloat t = (speed * speed / (g * safe) - shallow::shallow_climb_low) *
                (1 / (shallow::shallow_climb_high - shallow::shallow_climb_low));
  t = lower(upper(t, none), none + 1.0f);
  t = t * t * (3.0f - 2.0f * t);
  t = against & ~((over > h) & calm) ? t : none;
  const SimdFloat h1 = hydrostatic + t * (over - hydrostatic), u1 = u + t * (speed - u);
  const SimdFloat square = hydrostatic * hydrostatic,
                  pressure = 0.5f * g * (h1 * h1 - (square + t * (over * over - square)));
  const Star climbs{h1, u1, h1 * u1 * u1 + pressure + t * (h * u * u - over * speed * speed)};
  const auto yes = t > none;
  return {yes ? climbs.h : still.h, yes ? climbs.u : still.u, yes ? climbs.kept : still.kept};
}

UNDINE_SIMD inline Face face_between(const Side& a, const Side& b, const Laws& laws, float most) {
  const SimdFloat none = {};
  const float g = laws.gravity;
  const SimdFloat bed_a = a.w - a.h, bed_b = b.w - b.h, face_bed = upper(bed_a, bed_b),
                  step = lower(face_bed, lower(a.w, b.w));
  const SimdFloat ha = step >= bed_a ? upper(a.w - step, none) : a.h,
                  hb = step >= bed_b ? upper(b.w - step, none) : b.h;
  // Only the column on lower ground can run against the step.
  const auto rises = bed_b > bed_a;
  const SimdFloat kept_a = a.wall > none ? wall_takes(a.h, a.u, g) : ha * a.u * a.u,
                  kept_b = b.wall > none ? wall_takes(b.h, -b.u, g) : hb * b.u * b.u;
  const Star climbs = star_of(rises ? a.h : b.h, rises ? a.u : -b.u, rises ? ha : hb, rises ? kept_a : kept_b,
                              size_of(bed_b - bed_a), rises ? a.wall : b.wall, g);
  const Star sa{rises ? climbs.h : ha, rises ? climbs.u : a.u, rises ? climbs.kept : kept_a};
  const Star sb{rises ? hb : climbs.h, rises ? -b.u : climbs.u, rises ? kept_b : climbs.kept};
  const SimdFloat hl = sa.h, hr = sb.h, ul = sa.u, ur = -sb.u;
  const SimdFloat cl = root(g * upper(hl, none)), cr = root(g * upper(hr, none));
  const auto dry_l = hl <= none, dry_r = hr <= none;
  const SimdFloat us = 0.5f * (ul + ur) + cl - cr, cs = upper(0.5f * (cl + cr) + 0.25f * (ul - ur), none);
  const SimdFloat sl = dry_l ? ur - 2.0f * cr : dry_r ? ul - cl : lower(ul - cl, us - cs);
  const SimdFloat sr = dry_l ? ur + cr : dry_r ? ul + 2.0f * cl : upper(ur + cr, us + cs);
  const SimdFloat ml = hl * ul, mr = hr * ur, more = 0.5f * g * (hr - hl) * (hr + hl) + (mr * ur - ml * ul);
  const auto right = sl >= none, left = sr <= none, both_dry = dry_l & dry_r;
  const SimdFloat inverse = 1.0f / (right | left | both_dry ? none + 1.0f : sr - sl), cross = sl * sr * (mr - ml);
  SimdFloat f = right ? ml : left ? mr : (sr * ml - sl * mr + sl * sr * (hr - hl)) * inverse;
  SimdFloat low = right ? none : left ? more : (cross - sl * more) * inverse;
  SimdFloat high = right ? -more : left ? none : (cross - sr * more) * inverse;
  f = both_dry ? none : f;
  low = both_dry ? none : low;
  high = both_dry ? none : high;
  const SimdFloat mass = upper(lower(f, most * a.h), -most * b.h), speed = f > none ? a.u : b.u,
                  stays = (f - mass) * speed;
  return {mass, low + sa.kept + a.own - stays, high + sb.kept + b.own - stays, mass * (mass >= none ? a.v : b.v)};
}

// After the fluxes: no water is faster than it can be, and friction takes its part. `last`: the stage that stays.
UNDINE_SIMD inline void tame(Pair& h, SimdFloat& qx, SimdFloat& qz, float dt, bool last, const Laws& laws) {
  const SimdFloat none = {};
  if (last) {
    const SimdFloat total = h.sum + h.rest;
    h.rest -= total - h.sum;
    h.sum = total;
  } else {
    h.sum = upper(h.sum, none);
  }
  const auto wet = h.sum > none + film;
  const SimdFloat size = root(qx * qx + qz * qz), most = laws.fastest * h.sum;
  SimdFloat kept = none + 1.0f;
  kept = size > most ? most / size : kept;
  if (laws.manning > 0) {
    const SimdFloat power = roughness(upper(h.sum, none + film));
    kept *= 2.0f / (1.0f + root(1.0f + 4.0f * dt * laws.manning * size * kept * power));
  }
  kept = wet ? kept : none;
  qx *= kept;
  qz *= kept;
}

}  // namespace undine::reference::native
