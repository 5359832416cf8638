// One pipe between two columns: driving force and limits. Used by all kernels that update flow. Branch-free, because
// SIMD lanes would execute all branches anyway.
#include "passes/columns/columns_params.h"
#include "passes/pipes/pipes_params.h"

struct PipeEnd {
  float bed, depth, level;
  float share;                  // of what was asked for in the sub-step before, that the column gave
  float speed;                  // |q|, the discharge of that sub-step, m^2/s
  float square;                 // |q|^2
  float water, shut;            // depth without the head of hulls; share of the column that they shut
  float x, z, rising, falling;  // parts of q along x, z, (+x +z), (-x +z)
};
// Constants of all pipes in a sub-step.
struct PipeStep {
  float dt;
  float push;     // dt g
  float still;    // 1 + dt friction
  float rough;    // dt g n^2 / 2
  float crest;    // weir^2 g
  float deepest;
  vec4 wind;      // dt times stress along the pipes, times their length
  vec3 mixed;     // share of the flow around it that a pipe takes on: along x, along z, across
  vec2 across;    // direction of the pipes to (+x +z)
};
struct PipeState {
  float face_bed, aperture, open;  // share that no hull shuts
};

// Crest that a diagonal pipe passes at its corner: the lower of the two columns that share the corner with its ends.
// If both are higher than the water, the columns touch at a point and nothing passes.
const float pipe_straight = -column_wall;  // of pipes along x and z, which have no corner
float pipe_side(PipeEnd e) {
#ifdef HULLS
  if (1.0 - e.shut < pipes_shut) return column_wall;
#endif
  return e.bed;
}
float pipe_corner(PipeEnd a, PipeEnd b) { return min(pipe_side(a), pipe_side(b)); }

// `schedule`: dt and the depth over which a pipe would be unstable.
PipeStep pipe_step(PipesParams p, vec2 schedule) {
  float dt = schedule.x;
  return PipeStep(dt, dt * p.gravity, 1.0 + dt * p.friction, 0.5 * dt * p.manning, p.weir * p.weir * p.gravity, schedule.y,
                  dt * vec4(p.wind.x * p.cell.x, p.wind.y * p.cell.y, dot(p.wind, p.cell), dot(p.wind, vec2(-1, 1) * p.cell)),
                  min(4.0 * dt * p.mixing / vec3(p.cell * p.cell, 0.5 * dot(p.cell, p.cell)), vec3(pipes_most_mixed)),
                  normalize(p.cell));
}

PipeEnd pipe_end(float bed, uvec4 water, PipeStep s) {
  PipeEnd e;
  vec2 q = discharge_of(water);
  e.bed = bed;
  e.depth = depth_of(water);
  e.level = (bed + e.depth) + rest_of(water);
  e.water = e.depth;
  e.shut = 0.0;
  e.share = share_of(water);
  e.square = fma(q.x, q.x, q.y * q.y);
  e.speed = sqrt(e.square);
  e.x = q.x;
  e.z = q.y;
  e.rising = fma(q.y, s.across.y, q.x * s.across.x);
  e.falling = fma(q.y, s.across.y, -q.x * s.across.x);
  return e;
}

// The same under a hull: `hull_head` is its head and the share that it shuts.
PipeEnd pipe_under(PipeEnd e, vec2 hull_head) {
  e.depth += hull_head.x;
  e.level += hull_head.x;
  e.shut = min(abs(hull_head.y), 1.0);
  return e;
}

PipeState pipe_state(PipeEnd a, PipeEnd b, float corner, PipeStep s) {
  float face_bed = max(max(a.bed, b.bed), corner), head = max(a.level, b.level) - face_bed;
  PipeState state = PipeState(face_bed, min(pipes_aperture(a.depth, b.depth, head), s.deepest), 1.0);
#ifdef HULLS
  state.open = 1.0 - max(a.shut, b.shut);
  state.aperture *= max(state.open, pipes_shut);
#endif
  return state;
}

// Acceleration of the flow from a to b by the difference of levels.
float pipe_pull(PipeEnd a, PipeEnd b, PipeState state, float weight, PipeStep s) {
  return s.push * weight * state.aperture * (a.level - b.level);
}

// Acceleration by the wind, less in thin water. `wind`: of PipeStep, along this pipe.
float pipe_wind(PipeState state, float weight, float wind) { return weight * wind * clamp(state.aperture / pipes_thin, 0.0, 1.0); }

// Horizontal eddy viscosity: nu times the second difference of the flow, where the discharges of the ends stand for
// the flow around the pipe; of a pipe across, x and z differ by half its length squared. `kept`: the flow without it.
float pipe_mix(float kept, float width, float part_a, float part_b, float mixed) {
  return mixed * (0.5 * width * (part_a + part_b) - kept);
}

// a^(-7/3) for a > 0: the seventh power of a first guess of the inverse cube root, its exponent divided by three, times
// the series of (1 - r)^(-7/3) for what is left, |r| < 0.103. Relative error under 1e-6.
float pipe_roughness(float a) {
  float y = intBitsToFloat(1419900000 - int(0.33333333 * float(floatBitsToInt(a)))), y3 = y * y * y;
  float r = fma(-a, y3, 1.0), s = fma(r, 11.595184, 9.7382);
  s = fma(r, fma(r, fma(r, fma(r, fma(r, s, 7.4897119), 5.6159768), 3.8888889), 2.3333333), 1.0);
  return y3 * y3 * y * s;
}

// The flow asked / drag, or what a crest lets pass; `width` = weight times length in meters, `part_a` and `part_b` the
// parts of the ends' discharges along the pipe.
float pipe_spill(PipeEnd a, PipeEnd b, PipeState state, float asked, float drag, float width, float part_a, float part_b,
                 PipeStep s) {
  bool forward = asked >= 0.0;
  float over = (forward ? a.level : b.level) - state.face_bed, below = (forward ? b.level : a.level) - state.face_bed;
  // A crest limits the discharge across it; a pipe carries its part along its own direction. A column that spills to all
  // sides has no direction. The square of the cosine is (part^2 + little) / (square + little), from 1/2 to 1.
  float part = forward ? part_a : part_b, crest = s.crest * over * over * over, little = 0.01 * crest;
  float whole = (forward ? a.square : b.square) + little, along = fma(part, part, little);
  along = along < 0.5 * whole ? 0.5 * whole : along < whole ? along : whole;
  float once = 1.0 / (drag * whole);  // one division for two
  float most = width * sqrt(crest * along * (drag * once)), size = abs(asked) * (whole * once);
  size = size > most && pipes_falls(state.face_bed - min(a.bed, b.bed), over, below) ? most : size;
  return over > pipes_film ? (forward ? size : -size) : 0.0;
}

// Flow in m^3/s from a to b over `corner` (pipe_corner, or pipe_straight); `before` as it was asked for in the sub-step before.
float pipe_flow(PipeEnd a, PipeEnd b, float corner, float before, float weight, float width, float part_a, float part_b, float wind,
                float mixed, PipeStep s, bool rough, bool windy, bool mixing) {
  PipeState state = pipe_state(a, b, corner, s);
  float kept = before * (before >= 0.0 ? a.share : b.share), asked = kept + pipe_pull(a, b, state, weight, s);
  if (mixing) asked += pipe_mix(kept, width, part_a, part_b, mixed);
  if (windy) asked += pipe_wind(state, weight, wind);
  float drag = rough ? fma(s.rough * (a.speed + b.speed), pipe_roughness(state.aperture), s.still) : s.still;
#ifdef HULLS
  drag += s.dt * 0.5 * (hull_drag_of(a.shut) + hull_drag_of(b.shut));
  if (state.open < pipes_shut) return 0.0;
#endif
  return pipe_spill(a, b, state, asked, drag, width, part_a, part_b, s);
}
