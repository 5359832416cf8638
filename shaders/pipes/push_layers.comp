// Updates the flow in the virtual pipes that a column stores, by the difference in level to its neighbors, which may be
// deeper or shallower.
#pragma variants HULLS?
#include "pipes/each.glsl"
#include "pipes/pipe.glsl"
#include "pipes/layers.glsl"
layout(binding = 0) uniform usamplerBuffer water;
layout(binding = 1) uniform samplerBuffer bed;
layout(binding = 2) uniform samplerBuffer flux_now;
layout(binding = 3) writeonly buffer Flux { vec4 v[]; } flux;
layout(binding = 4) writeonly restrict buffer Held { float v[]; } held;  // depth before the sub-step
layout(binding = 5) uniform samplerBuffer schedule;
layout(binding = 6) uniform samplerBuffer bottom;
layout(binding = 7) restrict buffer Cells { vec4 v[]; } cells;  // all but the highest, one plane after the other
layout(constant_id = 8) const bool windy = false;
layout(constant_id = 9) const bool mixing = false;
#ifdef HULLS
layout(binding = 8) uniform samplerBuffer hull_head;
#endif
layout(push_constant, scalar) uniform ParamsBlock { PipesParams p; } params;

PipeEnd column(ivec2 c, PipeStep s) {
  PipeEnd e = pipe_end(plane_at(bed, c), texelFetch(water, index_of(c)), s);
#ifdef HULLS
  e = pipe_under(e, texelFetch(hull_head, index_of(c)).xy);
#endif
  return e;
}

void main() {
  ivec2 c = ivec2(gl_GlobalInvocationID.xy);
  int i = index_of(c);
  if (c.y < nz && c.x >= nx && c.x < pitch) held.v[i] = 0.0;
  if (!inside(c)) return;
  vec2 now = texelFetch(schedule, 0).xy;
  PipeStep s = pipe_step(params.p, now);
  PipeEnd here = column(c, s);
  vec4 next = vec4(0), before = texelFetch(flux_now, i), part[layers];
  part[layers - 1] = before;
  for (int k = 0; k + 1 < layers; ++k) {
    part[k] = cells.v[k * pitch * nz + i];
    part[layers - 1] -= part[k];
  }
  const ivec2 to[4] = ivec2[](ivec2(1, 0), ivec2(0, 1), ivec2(1, 1), ivec2(-1, 1));
  vec3 w = pipes_weights(c, params.p.weight);
  vec4 weight = w.xyzz, mine_along = vec4(here.x, here.z, here.rising, here.falling);
  for (int k = 0; k < 4; ++k) {
    float mine[layers];
    for (int l = 0; l < layers; ++l) mine[l] = 0.0;
    if (inside(c + to[k])) {
      PipeEnd there = column(c + to[k], s);
      float corner = pipe_straight;
      if (k >= 2) corner = pipe_corner(column(c + ivec2(to[k].x, 0), s), column(c + ivec2(0, to[k].y), s));
      PipeState state = pipe_state(here, there, corner, s);
      if (max(here.level, there.level) - state.face_bed > pipes_film && state.open >= pipes_shut) {
        float kept = before[k] >= 0.0 ? here.share : there.share;
        for (int l = 0; l < layers; ++l) mine[l] = kept * part[l][k];
        if (windy) mine[layers - 1] += pipe_wind(state, weight[k], s.wind[k]);
        float width = weight[k] * length(vec2(to[k]) * params.p.cell), pull = pipe_pull(here, there, state, weight[k], s);
        float along = vec4(there.x, there.z, there.rising, there.falling)[k];
        if (mixing) pull += pipe_mix(kept * before[k], width, mine_along[k], along, s.mixed.xyzz[k]);
        float friction = params.p.friction + 0.5 * (hull_drag_of(here.shut) + hull_drag_of(there.shut));
        float slow = 0.5 * (plane_at(bottom, c) + plane_at(bottom, c + to[k]));
        float asked = pipe_cells(mine, pull, state.aperture, slow, friction, params.p, now.x);
        next[k] = pipe_spill(here, there, state, asked, 1.0, width, mine_along[k], along, s);
        float left = abs(next[k]) < abs(asked) ? next[k] / asked : 1.0;
        for (int l = 0; l < layers; ++l) mine[l] *= left;
      }
    }
    for (int l = 0; l < layers; ++l) part[l][k] = mine[l];
  }
  flux.v[i] = next;
  held.v[i] = here.water;
  for (int k = 0; k + 1 < layers; ++k) cells.v[k * pitch * nz + i] = part[k];
}
