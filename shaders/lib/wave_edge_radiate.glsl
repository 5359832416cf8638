// The absorbing edge's new values: the gathered share and the new values of the two cells further in.
#include "lib/wave_edge.glsl"
layout(binding = 0) readonly restrict buffer Memory { float v[]; } memory;
layout(binding = 1) restrict buffer UNext { float v[]; } u_next;

void main() {
  EdgeCell e = edge_cell();
  if (!e.live) return;
  vec3 m = first_operator(e);
  float b1 = u_next.v[index_of(e.at + e.inward)];
  float value = memory.v[e.memory];
  if (e.order == 1) {
    value -= m.y * b1;
  } else {
    vec3 n = second_operator(e);
    value -= (m.y + n.y) * b1 + m.y * n.y * u_next.v[index_of(e.at + 2 * e.inward)];
  }
  u_next.v[index_of(e.at)] = value;
}
