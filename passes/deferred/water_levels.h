// Extents, levels and optical properties of the scene's waters, for underwater light.
#ifndef PASSES_DEFERRED_WATER_LEVELS_H
#define PASSES_DEFERRED_WATER_LEVELS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::deferred)

// One water: its surface as a tile of the map of levels, and its optics.
struct LevelTile {
  vec4 place;    // its grid: low corner x, z; 1 / size along x, z, meters
  vec4 tile;     // of the map: low corner and size in texture coordinates
  vec2 inset;    // half a texel of the tile over its size: lookups stay that far inside
  float rest;    // world y that elevations count from
  float bottom;  // world y under which nothing is in the water: the bottom of its closed sides, or its floor; else -1e9
  float dries;   // 1: columns without coverage hold the ground's height; 0: the level goes on through what stands there
  float sunlit;  // part of the sun's light that a level surface lets in
  vec4 optics;   // extinction, 1/m per channel; w: index of refraction
  vec4 walls;    // meters past its -x, +x, -z and +z border in which what stands there is in it too
  vec4 diffuse;  // DiffuseOptics: enters, slant, mirrored, total
  vec4 hole;     // low and high corner x, z of another water that lies in it; empty: none
  float sides;   // 1: light also comes through closed sides
};

const int most_levels = 16;
struct WaterLevels {
  LevelTile of[16];
};

struct LevelTileParams {
  vec4 clip;  // low and high corner of the tile in the map's clip space
};

const int level_block = 8;  // texels along a side of what a thread looks at
struct LevelSpanParams {
  ivec2 corner, size;  // of a water's tile, texels
  int water;
};

SHARED_END

#ifdef __cplusplus
#include <span>
#include <vector>

#include "engine/graph/graph.h"

namespace undine {
struct Scene;
struct SurfaceField;
}  // namespace undine

namespace undine::deferred {

// Part of the world in which a water is looked for: its grid. Of a sea around another water, its neighborhood.
struct WaterArea {
  glm::dvec2 middle{0}, size{0};  // x and z, meters
};
WaterArea area_of(const SurfaceField& water);
bool lies_around(const SurfaceField& water);  // checks whether it is a sea around another water

struct LevelMap {
  // Tiles of what SurfaceField::surface holds. One water is its own map. None: there is no water.
  graph::Image image;
  WaterLevels tiles{};
  int count = 0;  // waters over the table's end are left out
  // Two words a water, as deferred/level_span.comp leaves them: how high and how low its elevations are. Of waters that
  // dry out: nothing. None: all waters do.
  graph::Buffer span;
};
bool some_dry(const LevelMap& levels);  // how high such waters stand is not known
// World y of the floor of the basin that holds each water of the scene, within the basin's thickness; -1e9: none does.
// Things below it are not in the water.
std::vector<float> floors_of_waters(const Scene& scene);
// floors: of floors_of_waters(), or empty.
LevelMap draw_levels(graph::Graph& g, const Scene& scene, std::span<const SurfaceField> waters,
                     std::span<const float> floors = {});

// Binds the inputs of shaders/lib/levels.glsl.
template <class Node>
Node& read_levels(Node& node, const LevelMap& levels) {
  return node.uniform("levels", levels.tiles)
      .constant("waters", levels.count)
      .optional("level_map", levels.image, graph::Sampler::linear_clamp);
}

}  // namespace undine::deferred
#endif
#endif
