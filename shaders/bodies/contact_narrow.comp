// Narrow phase: contact manifold of every candidate pair of bodies, warm-started with the impulses of the last
// sub-step.
#include "bodies/predict.glsl"
layout(local_size_x_id = 7) in;
layout(binding = 10, scalar) readonly buffer Starts { uint v[]; } starts;
layout(binding = 11, scalar) readonly buffer List { uvec2 v[]; } list;
layout(binding = 12, scalar) readonly buffer StartsBefore { uint v[]; } starts_before;
layout(binding = 13, scalar) readonly buffer Before { ContactPair v[]; } before;
layout(binding = 14, scalar) writeonly restrict buffer Pairs { ContactPair v[]; } pairs;
layout(binding = 9, scalar) restrict buffer Lower { uvec2 v[]; } lower;
layout(push_constant, scalar) uniform ParamsBlock { ContactParams p; } params;

uint pair, kept = 0u, old;

void keep_slots(Path a, Path b, Pose at_a, Pose at_b, uint other) {
  float size = min(a.thickness, b.thickness);
  for (uint i = 0u; i < slot_count; ++i) {
    if (kept == contact_pair_points || !is_own(i, size)) continue;
    ContactPoint p = point_of(slots[i], slot_normal, a, b, at_a, at_b);
    float best = 0.0;
    for (uint j = 0u; old < params.p.capacity && j < before.v[old].count; ++j) {
      float like = likeness(p, before.v[old].points[j].normal, before.v[old].points[j].local_a,
                            before.v[old].points[j].local_b, size);
      if (like <= best) continue;
      best = like;
      p.pressed = before.v[old].points[j].pressed;
      p.rubbed = before.v[old].points[j].rubbed;
    }
    pairs.v[pair].points[kept++] = p;
  }
}

// Tells body b that pair k is its pair with a.
void link(uint a, uint b, uint k) {
  uint n = params.p.bodies, from = starts.v[n + b] - starts.v[n], to = starts.v[n + b + 1u] - starts.v[n];
  for (uint l = from; l < min(to, params.p.capacity); ++l)
    if (lower.v[l].x == a) lower.v[l].y = k;
}

// Place of the pair in the last sub-step.
uint place_before(uint a, uint b, uint k) {
  if (params.p.fresh == 0u) return k;
  for (uint l = starts_before.v[a]; l < min(starts_before.v[a + 1u], params.p.capacity); ++l)
    if (before.v[l].b == b) return l;
  return params.p.capacity;
}

void main() {
  pair = gl_GlobalInvocationID.x;
  if (pair >= min(starts.v[params.p.bodies], params.p.capacity)) return;
  uint a = list.v[pair].x, b = list.v[pair].y;
  link(a, b, pair);
  Path one = path_of(a, true), two = path_of(b, true);
  float reach = one.radius + two.radius + params.p.dt * length(two.velocity - one.velocity) + touch_margin(one.radius);
  vec3 apart = two.position - one.position;
  if (dot(apart, apart) <= reach * reach) {
    old = place_before(a, b, pair);
    find_touches(one, two, params.p.dt, b);
  }
  pairs.v[pair].a = a;
  pairs.v[pair].b = b;
  pairs.v[pair].count = kept;
  pairs.v[pair].friction = sqrt(kinds.v[one.kind].friction * kinds.v[two.kind].friction);
  pairs.v[pair].restitution = max(kinds.v[one.kind].restitution, kinds.v[two.kind].restitution);
}
