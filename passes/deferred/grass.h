// Grass on the terrain: instanced blades around the eye, denser and smaller near it, in a layer that is cached while
// the camera stands still.
#ifndef PASSES_DEFERRED_GRASS_H
#define PASSES_DEFERRED_GRASS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::deferred)

const int grass_rings = 6;
const int grass_cells = 64;   // along a side of a ring, each twice as wide as those of the ring within
const int grass_blades = 7;   // in a cell
const int grass_near = 1;     // rings whose blades are bent; others are single triangles
const int bent_vertices = 9;  // of a blade

struct GrassBlade {
  vec4 root;   // world x, y, z of the foot; w: height (m), 0: none stands here
  vec4 tip;    // xyz: from the foot to the tip, m; w: half width of the foot, m
  vec4 color;  // linear albedo of the tip; w: direction of the face, radians
};

struct GrassParams {
  vec4 rings[6];  // x and z of the corner of the first cell; z: width of a cell, m; w: half width of a pixel at 1 m
  vec4 holes[6];  // low and high x and z of what the ring within covers
  vec4 area;      // the terrain's mesh: low x and z, size along x and z, m
  ivec2 samples;  // its vertices along x and z
  int first_vertex;
  float height;  // of blades, m
  int level;     // power of two of the first ring's cells over the narrowest
};

SHARED_END

#ifdef __cplusplus
#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "engine/scene/render_settings.h"
#include "passes/deferred/camera.h"
#include "passes/deferred/gbuffer.h"

namespace undine::deferred {

struct GrassSettings {
  bool grass = true;
  void describe(settings::Visitor& v) {
    v.value("grass_blades", grass,
            {.help = "grass on the terrain as instanced blades; height: terrain.look.grass_height"});
  }
};

// Rings of cells around `eye`, most of them before it. forward: the direction of view; over: height of the eye over the
// ground, m.
GrassParams fit_grass(const glm::vec3& eye, const glm::vec3& forward, double over, double height);

// Draws the blades into `out` where nothing hides them. Does nothing without a terrain or with a grass_height of 0.
void draw_grass(graph::Graph& g, const Camera& camera, const Geometry& geometry, const Heightmap& terrain,
                const GBuffer& out);

}  // namespace undine::deferred
#endif
#endif
