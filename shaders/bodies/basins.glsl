// Basins of hulls: dry until water overtops their rim, from outside or from an adjacent flooded basin. Needs
// bodies/data.glsl.
shared uint basins_wet, basins_reached;

// Rows of the buffer of facets that describe the basins of a kind.
uvec3 basin_row(BodyKind kind, uint i) { return hull_facets.v[kind.first_facet + kind.facets + i]; }

bool is_dry_inside(BodyKind kind, uint facet, uint flooded) {
  for (uint k = 0u; k < kind.basins; ++k) {
    uvec3 row = basin_row(kind, k);
    if (facet < row.x) return false;
    if (facet < row.y) return (flooded & (1u << k)) == 0u;
  }
  return false;
}

// Basins that hold water, by the depths of the points; all threads of the group must pass here. A flooded basin is one
// until no water reaches any of its facets.
uint flooded_basins(BodyKind kind, BodyRecord record, uint flooded) {
  if (kind.basins == 0u) return 0u;
  if (gl_LocalInvocationIndex == 0u) {
    basins_wet = 1u | flooded << 1u;  // bit 0: outside
    basins_reached = 0u;
  }
  barrier();
  for (uint round = 0u; round < kind.basins; ++round) {
    for (uint i = gl_LocalInvocationIndex; i < kind.rims; i += gl_WorkGroupSize.x) {
      uvec3 rim = basin_row(kind, kind.basins + i);
      if (points.v[point_at(record, rim.x)].w <= 0.0 || points.v[point_at(record, rim.y)].w <= 0.0) continue;
      uint pair = 1u << (rim.z & 255u) | 1u << (rim.z >> 8u), wet = atomicOr(basins_wet, 0u) & pair;
      if (wet != 0u && wet != pair) atomicOr(basins_wet, pair);
    }
    barrier();
  }
  for (uint k = 0u; k < kind.basins; ++k) {
    uvec3 row = basin_row(kind, k);
    for (uint i = row.x + gl_LocalInvocationIndex; i < row.y; i += gl_WorkGroupSize.x)
      if (any_wet(corners_at(kind, record, i))) atomicOr(basins_reached, 2u << k);
  }
  barrier();
  return (basins_wet & basins_reached) >> 1u;
}
