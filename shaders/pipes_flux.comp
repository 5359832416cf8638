// New flow in the four pipes that a column owns: pressure difference from the levels, friction, spills.
#include "lib/pipes_pipe.glsl"

float pipe(Column a, Column b, float before, float weight, vec2 along) {
  PipeState s = pipe_state(a, b);
  if (!s.open) return 0.0;
  float kept = before * (before >= 0.0 ? a.flow.x : b.flow.x);
  float next = kept + pipe_pull(a, b, s, weight);
  float drag = params.p.friction;
  if (params.p.manning > 0.0)
    drag += params.p.manning * 0.5 * (length(a.flow.yz) + length(b.flow.yz)) / pow(s.aperture, 7.0 / 3.0);
  return pipe_spill(a, b, s, next / (1.0 + params.p.dt * drag), weight, along);
}

void main() {
  ivec2 c = ivec2(gl_GlobalInvocationID.xy);
  if (!inside(c)) return;
  Column here = column(c);
  vec4 before = texelFetch(flux_now, index_of(c)), next = vec4(0);
  vec2 d = params.p.cell;
  vec3 w = pipe_weights(c);
  if (c.x + 1 < nx) next.x = pipe(here, column(c + ivec2(1, 0)), before.x, w.x, vec2(d.x, 0));
  if (c.y + 1 < nz) {
    next.y = pipe(here, column(c + ivec2(0, 1)), before.y, w.y, vec2(0, d.y));
    if (c.x + 1 < nx) next.z = pipe(here, column(c + ivec2(1, 1)), before.z, w.z, d);
    if (c.x > 0) next.w = pipe(here, column(c + ivec2(-1, 1)), before.w, w.z, vec2(-d.x, d.y));
  }
  flux_next.v[index_of(c)] = next;
}
