// Semi-Lagrangian advection of the ripples by the current, bicubic in 16 cells. Cells that obstacles fill or separate
// take the value of the cell itself.
#include "fluid/grid.glsl"
#include "fluid/trace.glsl"
#include "fluid/cubic.glsl"
layout(binding = 3) uniform samplerBuffer from;
layout(binding = 4) writeonly restrict buffer To { vec2 v[]; } to;
layout(push_constant, scalar) uniform ParamsBlock { FluidParams p; } params;

void own(ivec2 c) {
  if (c.x >= nx || c.y >= nz) return;
  Place s = Place(c, vec2(0.5));
  vec2 o = trace(s, velocity_of(s, vec2(0), params.p), -params.p.dt, params.p).offset;
  ivec2 first = c + ivec2(floor(o)) - 1;
  vec4 wx = cubic_weights(fract(o.x)), wz = cubic_weights(fract(o.y));
  vec2 own = texelFetch(from, index_of(c)).xy, sum = vec2(0);
  ivec2 place = held_in(c + ivec2(floor(0.5 + o)));
  for (int j = 0; j < 4; ++j) {
    for (int i = 0; i < 4; ++i) {
      int at = index_of(cell_at(first + ivec2(i, j)));
      bool filled = solids && (texelFetch(solid, at).z <= 0.0 || !reaches(place, held_in(first + ivec2(i, j))));
      sum += wx[i] * wz[j] * (filled ? own : texelFetch(from, at).xy);
    }
  }
  to.v[index_of(c)] = sum;
}

#include "fluid/each_owned.glsl"
