// Flow through the borders in a sub-step: exactly the amounts by which correct.comp changes the columns there. A
// thread owns a column at a border.
#include "shallow/water.glsl"
#include "columns/border.glsl"
#include "shallow/passed_depth.glsl"
layout(local_size_x = 64, local_size_y = 4) in;
layout(binding = 0) uniform samplerBuffer faces;  // at the edges, of both stages (edges.comp)
layout(binding = 1) uniform samplerBuffer stage_faces;
layout(binding = 2) uniform samplerBuffer schedule;

void main() {
  BorderColumn b = border_column();
  if (b.side < 0) return;
  bool high = (b.side & 1) == 1;
  vec2 per = texelFetch(schedule, 0).x / border.p.cell;
  int f = border_of(b.side, b.place);
  vec2 meters = passed_depth(texelFetch(faces, f).x, texelFetch(stage_faces, f).x, b.side < 2 ? per.x : per.y);
  pass(b, high ? meters : -meters);
}
