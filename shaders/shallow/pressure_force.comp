// Force of the dynamic pressure on the columns, -h (grad(P) / 2 + P / h grad bed) / h: its change in the sub-step is
// added to the discharge. The initial guess of the next sub-step is the pressure with its change in this one once more.
#pragma variants TWO_LAYERS?
#include "shallow/water.glsl"
layout(local_size_x = 64, local_size_y = 4) in;
#include "columns/packed.glsl"
layout(binding = 0) uniform samplerBuffer bed;
layout(binding = 1) uniform samplerBuffer schedule;
layout(binding = 2) readonly restrict buffer Pressure { float v[]; } pressure;  // P: h times that at the ground, over density
layout(binding = 3) readonly restrict buffer Depths { float v[]; } depths;
layout(binding = 4) readonly restrict buffer Breaks { uint v[]; } breaks;
layout(binding = 5) writeonly restrict buffer Breaking { uint v[]; } breaking;
layout(binding = 6) restrict buffer Force { vec2 v[]; } force;  // m^2/s^2
layout(binding = 7) restrict buffer Water { uvec4 v[]; } water;
layout(binding = 8) restrict buffer Last { float v[]; } last;  // pressure of the sub-step before
layout(binding = 9) writeonly restrict buffer Guess { float v[]; } guess;
layout(binding = 13) readonly restrict buffer Beyond { float v[]; } beyond;  // in ghost columns at a sea; 0: none
#ifdef TWO_LAYERS  // of the second mode
layout(binding = 10) readonly restrict buffer PressureB { float v[]; } pressure_b;
layout(binding = 11) restrict buffer LastB { float v[]; } last_b;
layout(binding = 12) writeonly restrict buffer GuessB { float v[]; } guess_b;
#endif
layout(push_constant, scalar) uniform ParamsBlock { ShallowPressureParams p; } params;

float pressure_in(int k) {
#ifdef TWO_LAYERS
  return pressure.v[k] + pressure_b.v[k];
#else
  return pressure.v[k];
#endif
}

// Over the face between c and its neighbor, away from c, m/s^2.
float face_force(ivec2 c, ivec2 by, float h_c, float p_c, float size) {
  ivec2 n = c + by;
  if (!inside(n)) {
    float ghost = beyond.v[by.x != 0 ? border_of(by.x < 0 ? 0 : 1, c.y) : border_of(by.y < 0 ? 2 : 3, c.x)];
    return ghost != 0.0 ? -0.5 * (ghost - p_c) / (h_c * size) : 0.0;
  }
  float p_n = pressure_in(n.y * nx + n.x), h_n = depths.v[n.y * nx + n.x], h = max(0.5 * (h_c + h_n), pressure_least);
  float climb = h_n > pressure_least ? plane_at(bed, n) - plane_at(bed, c) : 0.0;
  return -(0.5 * (p_n - p_c) + 0.5 * (p_c + p_n) * climb / h) / (h * size);
}

// Correction to a gradient of fourth order between wet columns, m^2/s^2.
float gradient_rest(ivec2 c, ivec2 by, float size) {
  if (!inside(c - 2 * by) || !inside(c + 2 * by)) return 0.0;
  float rest = 0.0;
  for (int n = -2; n <= 2; ++n) {
    int k = (c.y + n * by.y) * nx + c.x + n * by.x;
    if (depths.v[k] <= pressure_least || breaks.v[index_of(c + n * by)] != 0u) return 0.0;
    if (n != 0) rest += (abs(n) == 2 ? 1.0 : 2.0) * (n == -1 || n == 2 ? 1.0 : -1.0) * pressure_in(k);
  }
  return rest / (24.0 * size);
}

void main() {
  ivec2 c = column_of_thread();
  if (!inside(c)) return;
  int i = index_of(c), k = c.y * nx + c.x;
  float h = depths.v[k], p = pressure_in(k);
  vec2 now = vec2(0), size = params.p.cell;
  if (h > pressure_least && p != 0.0)
    now = 0.5 * h * vec2(face_force(c, ivec2(1, 0), h, p, size.x) - face_force(c, ivec2(-1, 0), h, p, size.x),
                         face_force(c, ivec2(0, 1), h, p, size.y) - face_force(c, ivec2(0, -1), h, p, size.y)) +
          vec2(gradient_rest(c, ivec2(1, 0), size.x), gradient_rest(c, ivec2(0, 1), size.y));
  vec2 change = texelFetch(schedule, 0).x * (now - force.v[i]);
  uvec4 t = water.v[i];
  if (h > shallow_film && change != vec2(0)) water.v[i] = water_texel(vec2(h, rest_of(t)), discharge_of(t) + change);
  force.v[i] = now;
  breaking.v[i] = breaks.v[i];
  guess.v[k] = 2.0 * pressure.v[k] - last.v[k];
  last.v[k] = pressure.v[k];
#ifdef TWO_LAYERS
  guess_b.v[k] = 2.0 * pressure_b.v[k] - last_b.v[k];
  last_b.v[k] = pressure_b.v[k];
#endif
}
