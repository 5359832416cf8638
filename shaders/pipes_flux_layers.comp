// New flow in the pipes that a column owns, by cells of different depth.
#include "lib/pipes_pipe.glsl"
#include "lib/pipes_layers.glsl"
layout(binding = 5) uniform samplerBuffer bottom;
layout(binding = 6) restrict buffer Cells { vec4 v[]; } cells;  // all but the highest, one plane after the other

void main() {
  ivec2 c = ivec2(gl_GlobalInvocationID.xy);
  if (!inside(c)) return;
  int i = index_of(c);
  Column here = column(c);
  vec4 next = vec4(0), before = texelFetch(flux_now, i), part[layers];
  part[layers - 1] = before;
  for (int k = 0; k + 1 < layers; ++k) {
    part[k] = cells.v[k * nx * nz + i];
    part[layers - 1] -= part[k];
  }
  const ivec2 to[4] = ivec2[](ivec2(1, 0), ivec2(0, 1), ivec2(1, 1), ivec2(-1, 1));
  vec3 w = pipe_weights(c);
  for (int k = 0; k < 4; ++k) {
    float mine[layers];
    for (int l = 0; l < layers; ++l) mine[l] = 0.0;
    if (inside(c + to[k])) {
      Column there = column(c + to[k]);
      PipeState s = pipe_state(here, there);
      if (s.open) {
        float kept = before[k] >= 0.0 ? here.flow.x : there.flow.x;
        for (int l = 0; l < layers; ++l) mine[l] = kept * part[l][k];
        float weight = k == 0 ? w.x : k == 1 ? w.y : w.z;
        float slow = 0.5 * (texelFetch(bottom, i).x + texelFetch(bottom, index_of(c + to[k])).x);
        float asked = pipe_cells(mine, pipe_pull(here, there, s, weight), s.aperture, slow, params.p);
        next[k] = pipe_spill(here, there, s, asked, weight, vec2(to[k]) * params.p.cell);
        float left = abs(next[k]) < abs(asked) ? next[k] / asked : 1.0;
        for (int l = 0; l < layers; ++l) mine[l] *= left;
      }
    }
    for (int l = 0; l < layers; ++l) part[l][k] = mine[l];
  }
  flux_next.v[i] = next;
  for (int k = 0; k + 1 < layers; ++k) cells.v[k * nx * nz + i] = part[k];
}
