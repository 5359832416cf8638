// Flow through the borders in a sub-step: the very amounts by which the columns there have changed (settle). A thread
// owns a column at a border.
#include "shallow/water.glsl"
#include "columns/border.glsl"
layout(local_size_x = 64, local_size_y = 4) in;
layout(binding = 0) uniform samplerBuffer faces_x;
layout(binding = 1) uniform samplerBuffer faces_z;
layout(binding = 2) uniform samplerBuffer stage_x;  // faces of the stage
layout(binding = 3) uniform samplerBuffer stage_z;
layout(binding = 4) uniform samplerBuffer schedule;

void main() {
  BorderColumn b = border_column();
  if (b.side < 0) return;
  bool high = (b.side & 1) == 1;
  float dt = texelFetch(schedule, 0).x, sign_out = high ? 1.0 : -1.0;
  vec2 per = 0.5 * dt / border.p.cell;
  ivec2 f = high ? b.c + (b.side < 2 ? ivec2(1, 0) : ivec2(0, 1)) : b.c;
  vec2 both = b.side < 2 ? vec2(texelFetch(faces_x, face_of(f)).x, texelFetch(stage_x, face_of(f)).x)
                         : vec2(texelFetch(faces_z, face_of(f)).x, texelFetch(stage_z, face_of(f)).x);
  precise float metres = (both.x + both.y) * (b.side < 2 ? per.x : per.y);
  pass(b, sign_out * metres);
}
