// Acceleration of a column's flow by the hulls' head in the coming step, per meter of head, as in the solver's faces
// or pipes. bodies/splat.comp reads it; the force on a hull is a separate sum over its facets.
#include "columns/each.glsl"
layout(binding = 0) uniform usamplerBuffer water;
layout(binding = 1) uniform samplerBuffer bed;
layout(binding = 2) uniform samplerBuffer hull_head;
layout(binding = 3, rg32f) writeonly restrict uniform image2D reaction;
layout(push_constant, scalar) uniform ParamsBlock { ReactParams p; } params;

struct Under {
  float bed, depth, head, shut;
};
Under under_at(ivec2 c) {
  vec2 hull = texelFetch(hull_head, index_of(c)).xy;
  return Under(plane_at(bed, c), depth_of(texelFetch(water, index_of(c))), hull.x, hull.y);
}

float square(float x) { return x * x; }

// `corner`: lower ground of the columns beside a diagonal pipe (pipes/pipe.glsl).
// By how much less the water between two columns is driven from a to b because hulls shut part of it, m^2.
float kept_back(Under a, Under b, float corner, bool pipe) {
  float of_a = a.depth + a.head, of_b = b.depth + b.head, level_a = a.bed + of_a, level_b = b.bed + of_b;
  float face_bed = max(max(a.bed, b.bed), corner);
  if (pipe) {
    float open = 1.0 - max(min(abs(a.shut), 1.0), min(abs(b.shut), 1.0));
    float whole = pipes_aperture(of_a, of_b, max(max(level_a, level_b) - face_bed, 0.0));
    return (1.0 - (open < pipes_shut ? 0.0 : open)) * whole * (level_a - level_b);
  }
  float crest = max(a.bed + a.head, b.bed + b.head);  // as the reconstruction at a face has it
  return 0.5 * (square(max(level_a - face_bed, 0.0)) - square(max(level_b - face_bed, 0.0)) -
                square(max(level_a - crest, 0.0)) + square(max(level_b - crest, 0.0)));
}

vec2 acceleration(ivec2 c) {
  Under here = under_at(c);
  if (here.head <= 0.0 || here.shut <= 0.0) return vec2(0.0);
  bool pipes = params.p.weight.x > 0.0;
  vec2 cell = params.p.cell, sum = vec2(0.0);
  vec3 w = params.p.weight;
  for (int k = 0; k < 9; ++k) {
    ivec2 to = ivec2(k % 3, k / 3) - 1;
    bool across = to.x != 0 && to.y != 0;
    if (to == ivec2(0) || (across && !pipes) || !inside(c + to)) continue;
    Under there = under_at(c + to);
    float corner = -column_wall;
    if (across) corner = min(plane_at(bed, c + ivec2(to.x, 0)), plane_at(bed, c + ivec2(0, to.y)));
    // A shared face takes the value of the end whose hull closes more.
    float mine = pipes ? here.shut - abs(there.shut) : here.bed + here.head - there.bed - there.head;
    if (mine < 0.0) continue;
    float weight = pipes ? (across ? w.z : to.x != 0 ? w.x : w.y) : to.x != 0 ? cell.y / cell.x : cell.x / cell.y;
    if (pipes && !across)  // pipes_weights (pipes/grid.glsl)
      weight += w.z * (to.x != 0 ? float(c.y == 0) + float(c.y == nz - 1) : float(c.x == 0) + float(c.x == nx - 1));
    sum -= (mine > 0.0 ? 1.0 : 0.5) * weight * kept_back(here, there, corner, pipes) * vec2(to) * cell;
  }
  return params.p.gravity / (cell.x * cell.y * here.head) * sum;
}

void main() {
  ivec2 c = ivec2(gl_GlobalInvocationID.xy);
  if (inside(c)) imageStore(reaction, c, vec4(acceleration(c), 0.0, 0.0));
}
