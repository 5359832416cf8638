// Outflow of a column over its open edges in a sub-step, from its initial flows and depths: exactly the amount by
// which settle.comp lowers it. Needs pipes/grid.glsl.
layout(binding = 2) uniform samplerBuffer flux;
layout(binding = 3) uniform samplerBuffer held;  // depth before the sub-step
layout(binding = 4) uniform samplerBuffer schedule;
layout(binding = 5, scalar) uniform PipesBlock { PipesParams p; } pipes;

vec4 flux_at(ivec2 c) {
  return c.x >= 0 && c.x < pitch && c.y >= 0 && c.y < nz ? texelFetch(flux, c.y * pitch + c.x) : vec4(0);
}

// Meters of the column that it spilt.
float spilt(ivec2 c, float depth, float dt) {
  float area = pipes.p.cell.x * pipes.p.cell.y, per_area = dt / area;
  vec4 own = flux_at(c), west = flux_at(c - ivec2(1, 0)), north = flux_at(c - ivec2(0, 1)),
       north_west = flux_at(c - ivec2(1, 1)), north_east = flux_at(c + ivec2(1, -1));
  vec4 out_straight = max(vec4(own.x, -west.x, own.y, -north.y), vec4(0));
  vec4 out_diagonal = max(vec4(own.z, -north_west.z, own.w, -north_east.w), vec4(0));
  precise float spill = flow_over_edges(c, depth, pipes.p);
  precise float leaving = (((out_straight.x + out_straight.y) + (out_straight.z + out_straight.w)) +
                           ((out_diagonal.x + out_diagonal.y) + (out_diagonal.z + out_diagonal.w))) + spill;
  precise float wanted = leaving * dt, has = depth * area * (1.0 - pipes_margin);
  precise float share = wanted > has ? has / wanted : 1.0;
  precise float amount = (spill * share) * per_area;
  return amount;
}
