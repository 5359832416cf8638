// One pipe between two columns: what drives it and what limits it.
#include "lib/pipes_grid.glsl"
layout(binding = 0) uniform samplerBuffer water;
layout(binding = 1) uniform samplerBuffer bed;
layout(binding = 2) uniform samplerBuffer flow;  // of the sub-step before: limiter, discharge per metre along x and z
layout(binding = 3) uniform samplerBuffer flux_now;
layout(binding = 4) writeonly restrict buffer FluxNext { vec4 v[]; } flux_next;
layout(push_constant, scalar) uniform ParamsBlock { PipesParams p; } params;

struct Column {
  float bed, depth, level;
  vec3 flow;
};
struct PipeState {
  float sill, aperture;
  bool open;
};

Column column(ivec2 c) {
  int i = index_of(c);
  Column a;
  vec2 h = texelFetch(water, i).xy;
  a.bed = texelFetch(bed, i).x;
  a.depth = h.x;
  a.level = (a.bed + h.x) + h.y;
  a.flow = texelFetch(flow, i).xyz;
  return a;
}

// Beyond the border lies its mirror image, whose diagonals run beside the straight pipes along the border.
vec3 pipe_weights(ivec2 c) {
  vec3 w = params.p.weight;
  return vec3(w.x + w.z * (float(c.y == 0) + float(c.y == nz - 1)), w.y + w.z * (float(c.x == 0) + float(c.x == nx - 1)), w.z);
}

PipeState pipe_state(Column a, Column b) {
  PipeState s;
  s.sill = max(a.bed, b.bed);
  float head = max(a.level, b.level) - s.sill;
  s.open = head > pipes_film;
  s.aperture = min(pipes_aperture(a.depth, b.depth, head), params.p.deepest);
  return s;
}

// What the difference of level adds to the flow from a to b.
float pipe_pull(Column a, Column b, PipeState s, float weight) {
  return -params.p.dt * params.p.gravity * weight * s.aperture * (b.level - a.level);
}

float pipe_spill(Column a, Column b, PipeState s, float next, float weight, vec2 along) {
  bool out_of_a = next >= 0.0;
  float over = (out_of_a ? a.level : b.level) - s.sill;
  if (over <= pipes_film) return 0.0;
  if (!pipes_falls(abs(a.bed - b.bed), over, (out_of_a ? b.level : a.level) - s.sill)) return next;
  // A crest limits the discharge across it; a pipe carries its part along its own direction. A column that spills to all
  // sides has no direction.
  float most = pipes_discharge(params.p.weir, params.p.gravity, over), little = 0.01 * most * most;
  vec2 q = out_of_a ? a.flow.yz : b.flow.yz;
  float part = dot(q, along);
  most *= weight * length(along) * sqrt(clamp((part * part / dot(along, along) + little) / (dot(q, q) + little), 0.5, 1.0));
  return clamp(next, -most, most);
}
