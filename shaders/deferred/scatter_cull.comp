// Culls instances on the terrain and lists the clusters of their levels of detail. One workgroup: each thread counts
// the clusters of its blocks, a scan gives them their places, and a second pass writes them. The list has one order.
#pragma variants SUBMERGED?
#include "passes/deferred/scatter_params.h"
#include "lib/noise.glsl"
layout(local_size_x = 128) in;

layout(binding = 0, scalar) uniform CullBlock { ScatterCullParams p; } cull;
layout(binding = 1, scalar) readonly buffer Kinds { ScatterKind v[]; } kinds;
layout(binding = 2, scalar) readonly buffer Instances { ScatterInstance v[]; } instances;
layout(binding = 4, scalar) readonly buffer Blocks { ScatterBlock v[]; } blocks;
layout(binding = 5, scalar) writeonly buffer Items { ScatterItem v[]; } items;
layout(binding = 6, scalar) writeonly buffer Arguments { uint v[]; } arguments;
layout(constant_id = 1) const bool casts_only = false;
layout(constant_id = 2) const int least_level = 0;

#ifdef SUBMERGED
#include "passes/deferred/gbuffer.h"
#include "passes/deferred/water_levels.h"
layout(binding = 3, scalar) uniform ClipBlock { ClipBoxes boxes; } clip;
layout(binding = 8, scalar) uniform LevelsBlock { WaterLevels w; } levels;
layout(binding = 9) uniform sampler2D level_map;
#include "lib/levels.glsl"

bool is_under_water(vec3 p) {
  for (int i = 0; i < clip.boxes.count; ++i) {
    if (any(lessThan(p.xz, clip.boxes.low[i].xz)) || any(greaterThan(p.xz, clip.boxes.high[i].xz))) continue;
    vec4 column = water_column(i, p.xz);
    if (is_level(i, column) && p.y < column.x + over_surface) return true;
  }
  return false;
}

// Looks at the foot and around it.
bool stands_in_water(vec3 foot, float radius) {
  bool wet = is_under_water(foot);
  for (int k = 0; k < 4; ++k) {
    float way = (k & 1) == 0 ? radius : -radius;
    wet = wet || is_under_water(foot + (k < 2 ? vec3(way, 0.0, 0.0) : vec3(0.0, 0.0, way)));
  }
  return wet;
}
#endif

shared uint sums[128];

bool is_inside(vec4 sphere) {
  bool inside = true;
  for (int k = 0; k < 5; ++k)
    inside = inside && dot(cull.p.planes[k].xyz, sphere.xyz) + cull.p.planes[k].w > -sphere.w;
  return inside;
}

struct Levels {
  int level[2];  // -1: none
  uint what[2];  // share and rise
};

Levels levels_of(uint index, ScatterInstance i, ScatterKind kind) {
  Levels none;
  none.level[0] = none.level[1] = -1;
  none.what[0] = none.what[1] = 0u;
  vec3 up = vec3(i.lean.x, sqrt(max(0.0, 1.0 - dot(i.lean, i.lean))), i.lean.y);
  vec4 sphere = vec4(i.foot + i.size * kind.middle * up, i.size * kind.radius);
  if (!is_inside(sphere) || sphere.y + sphere.w < cull.p.least || (casts_only && kind.casts == 0.0)) return none;
  float away = distance(cull.p.eye.xyz, sphere.xyz);
  float pixels = kind.height * i.size * (cull.p.eye.w / max(away, 1e-3) + cull.p.pixels);
  float rise = smoothstep(scatter_least_pixels, 2.0 * scatter_least_pixels, pixels);
  if (!casts_only) rise *= 1.0 - smoothstep(0.85, 1.0, away / (kind.distance * cull.p.detail));
  // Fewer and larger ones stand for many small ones [Cook et al. 2007].
  float drawn = clamp(pixels * cull.p.detail / scatter_thin_pixels, cull.p.thinnest, 1.0);
  rise *= clamp(11.0 * drawn - 10.0 * hash_unit(ivec2(int(index), 17), 3).x, 0.0, 1.0) * inversesqrt(drawn);
  if (rise <= 0.0) return none;
#ifdef SUBMERGED
  if (!stands_in_water(i.foot, 0.6 * sphere.w)) return none;
#endif
  int last = kind.count.z > 0u ? 2 : kind.count.y > 0u ? 1 : 0;
  float large = pixels * cull.p.detail / max(kind.reduce_below, 1e-3);
  int level = large > scatter_fade ? 0 : 1;
  if (level > 0) large /= scatter_far_share;
  if (level > 0 && large <= scatter_fade) level = 2;
  if (level == 2) large = 1.0;
  // Coarser triangles have all appeared before finer ones begin to disappear.
  float middle = 0.5 * (1.0 + scatter_fade), band = 0.5 * (1.0 - scatter_fade);
  float own = clamp((large - scatter_fade) / band, 0.0, 1.0), next = clamp((1.0 - large) / band, 0.0, 1.0);
  if (level < least_level) level = least_level, own = 1.0, next = 0.0;
  if (level >= last) level = last, own = 1.0, next = 0.0;
  uint height = uint(round(min(scatter_rise_steps * rise, 255.0))) << 24;
  none.level[0] = level;
  none.what[0] = height | uint(round(255.0 * own)) << 16;
  if (next > 0.0) {
    none.level[1] = level + 1;
    none.what[1] = height | uint(round(255.0 * next)) << 16;
  }
  return none;
}

uint clusters_of(Levels l, ScatterKind kind) {
  uint sum = 0u;
  for (int k = 0; k < 2; ++k)
    if (l.level[k] >= 0) sum += kind.count[l.level[k]];
  return sum;
}

uint count_blocks(uint thread) {
  uint sum = 0u;
  for (uint b = thread; b < cull.p.blocks; b += uint(scatter_threads)) {
    ScatterBlock block = blocks.v[b];
    if (!is_inside(block.sphere)) continue;
    for (uint i = block.first; i < block.first + block.count; ++i) {
      ScatterInstance instance = instances.v[i];
      ScatterKind kind = kinds.v[instance.look & 0xffu];
      sum += clusters_of(levels_of(i, instance, kind), kind);
    }
  }
  return sum;
}

void write_blocks(uint thread, uint at) {
  for (uint b = thread; b < cull.p.blocks; b += uint(scatter_threads)) {
    ScatterBlock block = blocks.v[b];
    if (!is_inside(block.sphere)) continue;
    for (uint i = block.first; i < block.first + block.count; ++i) {
      ScatterInstance instance = instances.v[i];
      ScatterKind kind = kinds.v[instance.look & 0xffu];
      Levels l = levels_of(i, instance, kind);
      for (int k = 0; k < 2; ++k) {
        if (l.level[k] < 0) continue;
        for (uint c = 0u; c < kind.count[l.level[k]]; ++c, ++at)
          if (at < cull.p.capacity) items.v[at] = ScatterItem(i, (kind.first[l.level[k]] + c) | l.what[k]);
      }
    }
  }
}

void main() {
  uint thread = gl_LocalInvocationIndex;
  uint own = count_blocks(thread);
  sums[thread] = own;
  barrier();
  for (uint step = 1u; step < uint(scatter_threads); step *= 2u) {
    uint before = thread >= step ? sums[thread - step] : 0u;
    barrier();
    sums[thread] += before;
    barrier();
  }
  write_blocks(thread, sums[thread] - own);
  if (thread == 0u) {
    arguments.v[0] = uint(3 * scatter_triangles);
    arguments.v[1] = min(sums[scatter_threads - 1], cull.p.capacity);
    arguments.v[2] = 0u;
    arguments.v[3] = 0u;
  }
}
