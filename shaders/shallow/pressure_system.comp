// Equation of the dynamic pressure of a sub-step (passes/shallow/dynamic_pressure.h): coefficients of the faces,
// weights and right sides of the cells. Breaking water, films, and water shallower than its bed steps stay
// hydrostatic.
#pragma variants TWO_LAYERS?
#include "shallow/dynamic.glsl"
layout(local_size_x = 64, local_size_y = 4) in;
#include "columns/packed.glsl"
layout(binding = 2) uniform samplerBuffer rise;  // at the beginning of the sub-step: vertical velocity, m/s; level_acceleration(), m/s^2
layout(binding = 3) readonly restrict buffer Schedule { uint v[]; } schedule;
layout(binding = 4) readonly restrict buffer Force { vec2 v[]; } force;  // that the sub-step applied, m^2/s^2
layout(binding = 5) readonly restrict buffer Guess { float v[]; } guess;  // of the pressure
layout(binding = 6) readonly restrict buffer Breaking { uint v[]; } breaking;
layout(binding = 7) writeonly restrict buffer OpenX { float v[]; } open_x;
layout(binding = 8) writeonly restrict buffer OpenZ { float v[]; } open_z;
layout(binding = 9) writeonly restrict buffer Weights { float v[]; } weights;
layout(binding = 10) writeonly restrict buffer Rhs { float v[]; } rhs;
layout(binding = 11) writeonly restrict buffer Breaks { uint v[]; } breaks;
layout(binding = 12) writeonly restrict buffer Depths { float v[]; } depths;
layout(binding = 17) writeonly restrict buffer Beyond { float v[]; } beyond;  // pressure in ghost columns at a sea; 0: none
layout(constant_id = 18) const bool has_feed = false;
layout(binding = 18) uniform samplerBuffer feed;  // w: still depth
#ifdef TWO_LAYERS  // of the second mode
layout(binding = 14) readonly restrict buffer GuessB { float v[]; } guess_b;
layout(binding = 15) writeonly restrict buffer WeightsB { float v[]; } weights_b;
layout(binding = 16) writeonly restrict buffer RhsB { float v[]; } rhs_b;
#endif
float dt;

vec2 discharge_at(int i, uvec4 t) { return discharge_of(t) - dt * force.v[i]; }

float rise_at(ivec2 c) { return texelFetch(rise, index_of(clamp(c, ivec2(0), ivec2(nx, nz) - 1))).x; }

// Change of w over the face between a and b, of four columns in a row, as far as the flow from a reaches.
float half_slope(float before, float a, float b) {
  float back = a - before, ahead = b - a, middle = 0.5 * (back + ahead), most = 2.0 * min(abs(back), abs(ahead));
  return back * ahead > 0.0 ? 0.5 * sign(back) * min(abs(middle), most) : 0.0;
}
// u dw/dx along an axis: second order, upwind, with limited slopes.
float carried(ivec2 c, int axis, float u) {
  ivec2 up = axis == 0 ? ivec2(1, 0) : ivec2(0, 1);
  if (u > 0.0) up = -up;  // towards where the flow comes from
  float here = rise_at(c), from = rise_at(c + up), size = params.p.cell[axis];
  float part = 1.0 - min(abs(u) * dt / size, 1.0);
  float change = (here - from) + part * (half_slope(from, here, rise_at(c - up)) - half_slope(rise_at(c + 2 * up), from, here));
  return abs(u) * change / size;
}

// Coefficient of the face between two depths, 1/m.
float between(float a, float b) { return 1.0 / max(0.5 * (a + b), pressure_least); }
float depth_at(ivec2 c) { return depth_of(texelFetch(water, index_of(c))); }

bool breaks_at(ivec2 c, Column m, Column west, Column east, Column north, Column south) {
  vec2 q = vec2(east.h * east.u.x - west.h * west.u.x, south.h * south.u.y - north.h * north.u.y);
  float rises = -0.5 * (q.x / params.p.cell.x + q.y / params.p.cell.y), wave = sqrt(params.p.gravity * m.h);
  if (rises > pressure_breaks * wave) return true;
  if (rises <= pressure_goes_on * wave) return false;
  uint any = breaking.v[index_of(c)];
  if (c.x > 0) any |= breaking.v[index_of(c - ivec2(1, 0))];
  if (c.x < nx - 1) any |= breaking.v[index_of(c + ivec2(1, 0))];
  if (c.y > 0) any |= breaking.v[index_of(c - ivec2(0, 1))];
  if (c.y < nz - 1) any |= breaking.v[index_of(c + ivec2(0, 1))];
  return any != 0u;
}

void equation(int mode, int i, float weight, float right) {
  if (mode == 0) weights.v[i] = weight, rhs.v[i] = right;
#ifdef TWO_LAYERS
  else weights_b.v[i] = weight, rhs_b.v[i] = right;
#endif
}

float guess_at(int mode, ivec2 c) {
  int i = c.y * nx + c.x;
#ifdef TWO_LAYERS
  if (mode == 1) return guess_b.v[i];
#endif
  return guess.v[i];
}

// Fourth difference of the guess, which the solver's second differences lack; 0 beside water without dynamic pressure.
float unresolved(int mode, ivec2 c, ivec2 by) {
  if (!inside(c - 2 * by) || !inside(c + 2 * by)) return 0.0;
  float p[5];
  for (int n = -2; n <= 2; ++n) {
    ivec2 at = c + n * by;
    if (depth_at(at) <= pressure_least || breaking.v[index_of(at)] != 0u) return 0.0;
    p[n + 2] = guess_at(mode, at);
  }
  return fourth(p[0], p[1], p[2], p[3], p[4]);
}

// Pressure of a mode in a wave of the frequency, for a meter of elevation: the same for waves that come and that leave.
float pressure_per_meter(int mode, float h, float still) {
  vec2 share = pressure_mode(params.p.layers, mode);
  float x = pressure_wavenumber(params.p.layers, params.p.waves_square * still / params.p.gravity);
  return -2.0 * share.x * params.p.gravity * h * x / (1.0 + share.y * x);
}

// Elevation over the still level in the ghost column beyond a side; 0: no waves come over it.
float ghost_elevation(ivec2 c, int axis, bool high, Column m, Column ghost, Column inner) {
  bool border = high ? c[axis] == (axis == 0 ? nx : nz) - 1 : c[axis] == 0;
  if (!has_feed || !border || !waves_over(axis, high) || inner.h <= pressure_least) return 0.0;
  return ghost.level - m.bed - texelFetch(feed, index_of(c)).w;
}

// Pressure of a mode in the ghost columns beyond -x, +x, -z, +z; 0: none.
vec4 ghost_pressures(int mode, ivec2 c, Column m, vec4 elevations) {
  return elevations == vec4(0.0) ? vec4(0.0) : pressure_per_meter(mode, m.h, texelFetch(feed, index_of(c)).w) * elevations;
}

// Faces of the column towards lower x and z, and at the border of the grid. `ghosts`: pressures beyond it.
void store_faces(ivec2 c, float h, float west, float north, vec4 ghosts) {
  float side = between(h, h);
  vec4 open = mix(vec4(0.0), vec4(side), notEqual(ghosts, vec4(0.0)));
  open_x.v[c.y * (nx + 1) + c.x] = c.x > 0 ? west : open.x;
  open_z.v[c.y * nx + c.x] = c.y > 0 ? north : open.z;
  if (c.x == nx - 1) open_x.v[c.y * (nx + 1) + nx] = open.y;
  if (c.y == nz - 1) open_z.v[nz * nx + c.x] = open.w;
  if (c.x == 0) beyond.v[border_of(0, c.y)] = ghosts.x;
  if (c.x == nx - 1) beyond.v[border_of(1, c.y)] = ghosts.y;
  if (c.y == 0) beyond.v[border_of(2, c.x)] = ghosts.z;
  if (c.y == nz - 1) beyond.v[border_of(3, c.x)] = ghosts.w;
}

void main() {
  ivec2 c = column_of_thread();
  if (!inside(c)) return;
  int i = c.y * nx + c.x, at = shallow_schedule_header + shallow_schedule_stride * params.p.sub_step;
  bool taken = schedule.v[at + 6] > 0u;
  dt = uintBitsToFloat(schedule.v[0]);
  Column m = column_at(c), west, east, north, south;
  neighbors(c, m, 0, west, east);
  neighbors(c, m, 1, north, south);
  float step = max(max(abs(west.bed - m.bed), abs(east.bed - m.bed)), max(abs(north.bed - m.bed), abs(south.bed - m.bed)));
  bool dynamic = m.h > max(step, pressure_least), breaks_now = dynamic && breaks_at(c, m, west, east, north, south);
  breaks.v[index_of(c)] = breaks_now ? 1u : 0u;
  depths.v[i] = m.h;
  vec4 elevations = vec4(0.0), ghosts = vec4(0.0);
  if (taken && dynamic && !breaks_now)
    elevations = vec4(ghost_elevation(c, 0, false, m, west, east), ghost_elevation(c, 0, true, m, east, west),
                      ghost_elevation(c, 1, false, m, north, south), ghost_elevation(c, 1, true, m, south, north));
  for (int mode = 0; mode < params.p.layers; ++mode) ghosts += ghost_pressures(mode, c, m, elevations);
  store_faces(c, m.h, taken ? between(west.h, m.h) : 0.0, taken ? between(north.h, m.h) : 0.0, ghosts);
  if (!taken) {  // the guess solves this
    for (int mode = 0; mode < params.p.layers; ++mode) equation(mode, i, 1.0, guess_at(mode, c));
    return;
  }
  vec2 cell = params.p.cell, squares = cell * cell;
  if (!dynamic || breaks_now) {
    float faces = 2.0 * between(m.h, 0.0) * (1.0 / squares.x + 1.0 / squares.y);
    for (int mode = 0; mode < params.p.layers; ++mode) equation(mode, i, pressure_pinned * faces, 0.0);
    return;
  }
  float h2 = m.h * m.h;
  vec2 slope = 0.5 * vec2(east.bed - west.bed, south.bed - north.bed) / cell;
  vec4 h = max(0.5 * (vec4(west.h, east.h, north.h, south.h) + m.h), pressure_least);
  vec4 climb = (vec4(west.bed, east.bed, north.bed, south.bed) - m.bed) / (h * h);
  float curvature = (climb.x + climb.y) / squares.x + (climb.z + climb.w) / squares.y;
  float ground = dot(slope, slope) / h2 - 0.5 * m.h * curvature;
  vec2 then = texelFetch(rise, index_of(c)).xy;
  float before = then.x - dt * (carried(c, 0, m.u.x) + carried(c, 1, m.u.y));
  float lacks = vertical_velocity(c, m, west, east, north, south) - before;
  float by_level = 0.5 * dt * (then.y + level_acceleration(c, m, west, east, north, south));
  for (int mode = 0; mode < params.p.layers; ++mode) {
    vec2 share = pressure_mode(params.p.layers, mode);  // a, lambda
    float plain = 1.0 / (4.0 * share.y * h2);
    // The second mode is a correction that the level alone gives: a difference of velocity and level would lose it.
    float part = mode == 0 ? lacks + (1.0 - share.x / share.y) * by_level : -share.x / share.y * by_level;
    float right = 4.0 * part / (m.h * dt);
    if (params.p.layers > 1) right -= (unresolved(mode, c, ivec2(1, 0)) / squares.x + unresolved(mode, c, ivec2(0, 1)) / squares.y) / m.h;
    vec4 beyond_mode = ghost_pressures(mode, c, m, elevations);
    right += between(m.h, m.h) * dot(beyond_mode, 1.0 / squares.xxyy);
    equation(mode, i, 4.0 / m.h * (plain + max(ground, -0.5 * plain)), right);
  }
}
