// The waters over a place (passes/deferred/water_levels.h). Include after declaring the block `levels` and the sampler `level_map`.
#ifndef LIB_LEVELS_GLSL
#define LIB_LEVELS_GLSL
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

// Whether the elevation there is a level of water: it is where ground and water meet, and one column into the ground.
bool is_level(int i, vec4 column) { return column.w >= 0.1 * levels.w.of[i].dries; }

// Metres under a level that do not count as water: a film. Down a bank steeper than 45 degrees columns stand apart like steps,
// and what lies between them is as little in water as the steps are high, of which a slope over two columns tells half.
float film_over(LevelTile t, vec2 slope) {
  vec2 cell = 2.0 * t.inset / t.place.zw;
  return t.dries * (least_film + 2.0 * max(length(slope * cell) - max(cell.x, cell.y), 0.0));
}

// How far a place lies beside a water's grid, in parts of its size; 0: within, or on a wall that stands at its border.
float water_beside(int i, vec2 xz) {
  LevelTile t = levels.w.of[i];
  vec2 from_middle = (xz - t.place.xy) * t.place.zw - 0.5;
  vec2 wall = mix(t.walls.xz, t.walls.yw, greaterThan(from_middle, vec2(0.0)));
  vec2 out_of = max(abs(from_middle) - (0.5 + wall * t.place.zw), 0.0);
  return max(out_of.x, out_of.y);
}

// Which water a point is in, the lowest one over it; -1: none. level: world y of its surface over the point.
// towards: where light in water comes from. What has crossed closed sides counts as in that water.
int water_over(vec3 p, vec3 towards, out float level) {
  int found = -1;
  level = 1e9;
  // Without a jump, so that the loop of a single water is none.
  for (int i = 0; i < waters; ++i) {
    LevelTile t = levels.w.of[i];
    vec2 crossing = p.xz + towards.xz * ((t.rest - p.y) / towards.y);
    bool through = t.bottom >= -1e8 && p.y <= t.rest && water_beside(i, crossing) <= 0.0;
    bool within = p.y >= t.bottom && (through || water_beside(i, p.xz) <= 0.0);
    vec4 column = water_column(i, p.xz);
    within = within && is_level(i, column) && p.y < column.x - film_over(t, column.yz) && column.x < level;
    level = within ? column.x : level;
    found = within ? i : found;
  }
  return found;
}

// Where sunlight to a point in a water crosses its surface: along the bent ray through flat water, then once more with
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
