// The share of the two older times in the absorbing edge, kept before the step overwrites the oldest.
#include "lib/wave_edge.glsl"
layout(binding = 0) uniform samplerBuffer u_now;
layout(binding = 1) uniform samplerBuffer u_prev;
layout(binding = 2) writeonly restrict buffer Memory { float v[]; } memory;

float at(samplerBuffer field, ivec2 cell) { return texelFetch(field, cell.y * columns + cell.x / 4)[cell.x & 3]; }

void main() {
  EdgeCell e = edge_cell();
  if (!e.live) return;
  ivec2 b1 = e.at + e.inward, b2 = e.at + 2 * e.inward;
  vec3 m = first_operator(e);
  if (e.order == 1) {
    memory.v[e.memory] = -(m.x * at(u_now, e.at) + m.z * at(u_now, b1));
    return;
  }
  vec3 n = second_operator(e);
  float now = (m.x + n.x) * at(u_now, e.at) + (m.z + n.z + m.x * n.y + m.y * n.x) * at(u_now, b1) +
              (m.y * n.z + m.z * n.y) * at(u_now, b2);
  float old = m.x * n.x * at(u_prev, e.at) + (m.x * n.z + m.z * n.x) * at(u_prev, b1) + m.z * n.z * at(u_prev, b2);
  memory.v[e.memory] = -(now + old);
}
