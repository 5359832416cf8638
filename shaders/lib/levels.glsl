// Finds the waters above a point (passes/deferred/water_levels.h). Include after declaring the block `levels` and the
// sampler `level_map`.
#ifndef SHADERS_LIB_LEVELS_GLSL
#define SHADERS_LIB_LEVELS_GLSL
#include "passes/deferred/optics.h"
#include "lib/film.glsl"

layout(constant_id = 10) const int waters = 0;
layout(constant_id = 14) const bool has_level_map = false;

// World y of a water's surface over a place, its slopes along x and z, and coverage. Beyond its grid: as at its border.
vec4 water_column(int i, vec2 xz) {
  LevelTile t = levels.w.of[i];
  vec2 at = clamp((xz - t.place.xy) * t.place.zw, t.inset, 1.0 - t.inset);
  vec4 s = has_level_map ? textureLod(level_map, t.tile.xy + at * t.tile.zw, 0.0) : vec4(0.0);
  return vec4(s.x + t.rest, s.yzw);
}

// Checks whether another water takes the water's place there.
bool in_hole(int i, vec2 xz) {
  vec4 hole = levels.w.of[i].hole;
  return all(greaterThan(xz, hole.xy)) && all(lessThan(xz, hole.zw));
}

// Checks whether the elevation there is a level of water: it is at shores and one column into higher ground, but not where
// the surface comes down to lower ground.
bool is_level(int i, vec4 column) { return column.w >= 0.75 * levels.w.of[i].dries; }

// Meters under a level that do not count as water: a film. Down a bank steeper than 45 degrees columns stand apart like steps,
// and what lies between them is as little in water as the steps are high, of which a slope over two columns tells half.
float film_over(LevelTile t, vec2 slope) {
  vec2 cell = 2.0 * t.inset / t.place.zw;
  return t.dries * (least_film + 2.0 * max(length(slope * cell) - max(cell.x, cell.y), 0.0));
}

// Distance of a place from a water's grid, in parts of its size; 0: within, or on a wall that stands at its border. facing:
// x and z of the surface's normal there, by which the inner face of a wall is told from its outer face, and from the floor
// around a thin one.
float water_beside(int i, vec2 xz, vec2 facing) {
  LevelTile t = levels.w.of[i];
  vec2 from_middle = (xz - t.place.xy) * t.place.zw - 0.5;
  bvec2 high = greaterThan(from_middle, vec2(0.0)), past = greaterThan(abs(from_middle), vec2(0.5));
  vec2 outward = mix(vec2(0.0), mix(vec2(-1.0), vec2(1.0), high), past);
  vec2 wall = clamp(-3.0 * dot(outward, facing), 0.0, 1.0) * mix(t.walls.xz, t.walls.yw, high);
  vec2 out_of = max(abs(from_middle) - (0.5 + wall * t.place.zw), 0.0);
  return max(max(out_of.x, out_of.y), in_hole(i, xz) ? 1.0 : 0.0);
}
float water_beside(int i, vec2 xz) {  // of a place that is not on a surface
  LevelTile t = levels.w.of[i];
  return water_beside(i, xz, -sign((xz - t.place.xy) * t.place.zw - 0.5));
}

// Index of the water that a point is in, the lowest one over it; -1: none. level: world y of its surface over the point.
// n: normal of the surface there, or zero. towards: where light in water comes from. Places that light reaches through closed
// sides count as in that water.
int water_over(vec3 p, vec3 n, vec3 towards, out float level) {
  int found = -1;
  level = 1e9;
  // Without a jump, so that the loop of a single water is none.
  for (int i = 0; i < waters; ++i) {
    LevelTile t = levels.w.of[i];
    vec2 crossing = p.xz + towards.xz * ((t.rest - p.y) / towards.y);
    bool through = t.sides > 0.5 && p.y <= t.rest && water_beside(i, crossing) <= 0.0;
    float beside = n == vec3(0.0) ? water_beside(i, p.xz) : water_beside(i, p.xz, n.xz);
    bool within = p.y >= t.bottom && (through || beside <= 0.0);
    vec4 column = water_column(i, p.xz);
    within = within && is_level(i, column) && p.y < column.x - film_over(t, column.yz) && column.x < level;
    level = within ? column.x : level;
    found = within ? i : found;
  }
  return found;
}

// Point where sunlight to a point in a water crosses its surface: along the bent ray through flat water, then once more with
// the surface's level and slope there, so that shadows waver with the waves. sun: towards it; bent: likewise in water.
vec3 water_entry(int i, vec3 p, float level, vec3 sun, vec3 bent, float index) {
  vec3 flat_entry = p + bent * ((level - p.y) / bent.y);
  vec4 there = water_column(i, flat_entry.xz);
  vec2 slope = there.yz / max(1.0, length(there.yz));
  vec3 ray = -snell_refract(-sun, normalize(vec3(-slope.x, 1.0, -slope.y)), 1.0 / index);
  if (ray.y < 0.3) return flat_entry;
  return p + ray * (max(there.x - p.y, 0.0) / ray.y);
}

#endif
