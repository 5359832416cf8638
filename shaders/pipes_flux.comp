// New flow in the four pipes that a column owns: pressure difference from the levels, friction, spills.
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

float pipe(Column a, Column b, float before, float weight, vec2 along) {
  float sill = max(a.bed, b.bed), head = max(a.level, b.level) - sill;
  if (head <= pipes_film) return 0.0;
  float aperture = min(pipes_aperture(a.depth, b.depth, head), params.p.deepest);
  float kept = before * (before >= 0.0 ? a.flow.x : b.flow.x);
  float next = kept - params.p.dt * params.p.gravity * weight * aperture * (b.level - a.level);
  float drag = params.p.friction;
  if (params.p.manning > 0.0)
    drag += params.p.manning * 0.5 * (length(a.flow.yz) + length(b.flow.yz)) / pow(aperture, 7.0 / 3.0);
  next /= 1.0 + params.p.dt * drag;

  bool out_of_a = next >= 0.0;
  float over = (out_of_a ? a.level : b.level) - sill;
  if (over <= pipes_film) return 0.0;
  if (!pipes_falls(abs(a.bed - b.bed), over, (out_of_a ? b.level : a.level) - sill)) return next;
  // A crest limits the discharge across it; a pipe carries its part along its own direction. A column that spills to all
  // sides has no direction.
  float most = pipes_discharge(params.p.weir, params.p.gravity, over), little = 0.01 * most * most;
  vec2 q = out_of_a ? a.flow.yz : b.flow.yz;
  float part = dot(q, along);
  most *= weight * length(along) * sqrt(clamp((part * part / dot(along, along) + little) / (dot(q, q) + little), 0.5, 1.0));
  return clamp(next, -most, most);
}

void main() {
  ivec2 c = ivec2(gl_GlobalInvocationID.xy);
  if (!inside(c)) return;
  Column here = column(c);
  vec4 before = texelFetch(flux_now, index_of(c)), next = vec4(0);
  vec2 d = params.p.cell;
  vec3 w = params.p.weight;
  // Beyond the border lies its mirror image, whose diagonals run beside the straight pipes along the border.
  float weight_x = w.x + w.z * (float(c.y == 0) + float(c.y == nz - 1));
  float weight_z = w.y + w.z * (float(c.x == 0) + float(c.x == nx - 1));
  if (c.x + 1 < nx) next.x = pipe(here, column(c + ivec2(1, 0)), before.x, weight_x, vec2(d.x, 0));
  if (c.y + 1 < nz) {
    next.y = pipe(here, column(c + ivec2(0, 1)), before.y, weight_z, vec2(0, d.y));
    if (c.x + 1 < nx) next.z = pipe(here, column(c + ivec2(1, 1)), before.z, w.z, d);
    if (c.x > 0) next.w = pipe(here, column(c + ivec2(-1, 1)), before.w, w.z, vec2(-d.x, d.y));
  }
  flux_next.v[index_of(c)] = next;
}
