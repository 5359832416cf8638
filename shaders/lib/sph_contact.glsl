// A particle that has moved: walls of the domain and the ground throw it back.

// Response `k`: a place at depth `d` under a surface of normal n moves by k d n, a velocity into it by k times that
// part. 1 stops it, 2 is elastic.
void sph_meet_walls(inout vec3 x, inout vec3 v, SphParams p) {
  vec3 under = max(p.grid.low - x, vec3(0.0)), over = max(x - p.high, vec3(0.0));
  bvec3 low = greaterThan(under, vec3(0.0)), high = greaterThan(over, vec3(0.0));
  x += p.restitution * (under - over);
  v -= p.restitution * (mix(vec3(0.0), min(v, vec3(0.0)), low) + mix(vec3(0.0), max(v, vec3(0.0)), high));
  x = clamp(x, p.grid.low, p.high);
}
