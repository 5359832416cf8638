// Data passed between stages. Solvers produce surfaces; the water pass draws any surface; solvers do not know the
// renderer. World space: meters, right-handed, y up.
#pragma once  // public
#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/graph/resource.h"

namespace undine {

// Heights on the CPU: rows along z, columns along x; samples at grid points that span the whole size.
// The rectangle of a map in the coordinates of its projection, meters; north is at -z.
struct Survey {
  glm::dvec2 south_west{0}, size{0};
  std::string projection;  // "EPSG:32756"; empty: unknown
};

struct Heightmap {
  std::uint32_t nx = 0, nz = 0;
  glm::dvec2 size{0};         // meters along x and z
  glm::dvec3 origin{0};       // middle of the map; origin.y is added to heights
  std::vector<float> height;  // nz * nx, meters
  glm::dvec2 margin{0};       // meters beyond the outermost samples for which these stand as well
  bool goes_on = true;        // beyond that with the height at its border; else water may not reach beyond
  std::optional<Survey> survey;
};

// White water: diffuse particles (SprayParticle of passes/spray/spray_params.h), in an order that changes.
struct SpraySet {
  graph::Buffer particles;  // room for `capacity` of them
  graph::Buffer control;    // SprayControl: their number at offset 0, the arguments of a draw of six vertices for each
  std::uint32_t capacity = 0;  // 0: none
  double radius = 0;           // meters: of a clump of foam
};

// Waves to the horizon: the sum of periodic patches of different lengths, each in its own wavenumber band. The water
// that is at world x and z in `q` at rest lies at texture coordinates (q - moved) / length[c] of patch c. `buffer`
// holds vec4s, layer after layer. In a layer, level 0 comes first, in rows of `texels`: coefficients of cubic
// B-splines; then levels 1 to 4, each with half the texels per side of the one before, box-filtered. Of patch c, layer
// 3c: horizontal displacement x, elevation, horizontal displacement z (meters), dDx/dz; layer 3c + 1: dh/dx, dh/dz,
// dDx/dx, dDz/dz; layer 3c + 2 of the first ones: how far the displacement folds the surface, or did before: 1 less the
// Jacobian, decaying. Waves under a meter do not break: folds count in means over a third of it.
struct SpectralWaves {
  static constexpr std::size_t most_patches = 4, most_levels = 5;
  graph::Buffer buffer;
  std::uint32_t patches = 0, texels = 0;      // 0: none; texels per side of level 0
  std::uint32_t memory = 0;                   // so many of the first patches have folds in layer 3c + 2
  std::array<double, most_patches> length{};  // meters
  // Variance of the slope that level l lacks, per patch; after the last level: all of it.
  std::array<std::array<double, most_levels + 1>, most_patches> lost{};
  std::array<std::array<double, most_levels + 1>, most_patches> lost_folds{};  // the same of layer 3c + 2
  glm::dvec2 moved{0};     // meters along x and z by which a current has moved the patches
  double breaks = 0;       // sum of the folds over which whitecaps cover the sea; 0: it has none
  double height = 0;       // significant, meters
  glm::dvec4 hole{0};      // world x and z, low and high, of another water that lies in it; empty: none
  std::size_t around = 0;  // that water, of the scene's
};

// Water as a height grid. `surface` is an rgba16f/rgba32f image of cells.x * cells.y texels, texel centers at cell
// centers: x = elevation over origin.y in meters, yz = slope dh/dx and dh/dz, w = coverage (0 dry or island, 1 water).
struct SurfaceField {
  graph::Image surface;
  graph::Image flow;    // optional rgba16f: horizontal velocity in m/s, depth of the water in meters, 0
  graph::Image traces;  // optional rg16f, with `flow`: share covered by foam; wetness of the ground, 1 under water
  graph::Image dye;     // optional rgba16f: color and opacity of what the uppermost layer carries
  graph::Image calm;    // optional: x and w of `surface` without its waves, at which bodies measure what they displace
  // Optional, two floats per texel in rows: meters of water that have fallen in, and at what speed, m/s; whoever reads
  // it clears it.
  graph::Buffer touched;
  graph::Image ground;  // optional r32f, the same texels: world y of what bodies stand on, where it is not the terrain
  glm::uvec2 cells{0};
  glm::dvec2 size{0};    // meters along x and z
  glm::dvec3 origin{0};  // middle of the grid at rest level
  bool periodic_x = false, periodic_z = false;
  bool level = false;      // at rest its surface is at origin.y everywhere
  bool dries = false;      // elevation is the ground's where no water is near; else the water's level goes on there
  double depth = 0;        // meters below the rest level to which closed sides reach; 0: no sides
  glm::dvec4 past{0};      // meters by which it is drawn past its -x, +x, -z and +z border, where it falls over it
  glm::dvec4 sediment{0};  // albedo of what the water carries along; w: its extinction, 1/m
  std::size_t water = 0;   // of the scene's
  SpraySet spray;
  glm::dvec2 drift{0};  // m/s by which waves carry on what floats, beside `flow`; where it is none, by their slopes
  SpectralWaves waves;  // patches: it goes on to the horizon, and is drawn from them instead of from `surface`
  // Optional, of waves that a sea carries: `surface` without the sea's share. The sea draws them with its own.
  graph::Image carried;
};

// Water as triangles made on the GPU: 32-bit indices, vertices as {vec4 position, vec4 normal}, drawn indirectly.
struct SurfaceMesh {
  graph::Buffer vertices, indices, arguments;
  // Droplets beside it, if there are any: {vec4 place and radius, vec4 direction and stretch} in meters, and the
  // arguments of a draw of six vertices for each.
  graph::Buffer drops, drop_draw;
  double drop_radius = 0;  // of the largest
  graph::Buffer figures;   // of a surface of particles: SurfaceFigures
  std::size_t water = 0;   // of the scene's
};

// Capacities and demand of a particle surface: where the demand exceeds the capacity, the surface has holes.
struct SurfaceFigures {
  std::uint32_t blocks = 0, blocks_wanted = 0, vertices = 0, vertices_wanted = 0, triangles = 0, triangles_wanted = 0,
                droplets = 0;
  bool whole() const { return blocks_wanted <= blocks && vertices_wanted <= vertices && triangles_wanted <= triangles; }
};

// Shape of the surface around particles.
struct ParticleSkin {
  double cell = 0.7;    // meters between samples of the field, over the particles' spacing
  double iso = 0.35;    // part of the space that is fluid where the surface is
  double smooth = 0.9;  // 0: kernels at their particles; 1: in the middle of the particles around
  bool round = false;   // the plain density field: round kernels at their particles
};

// Water as particles, in any order: the first `count` elements of the buffers, which have room for `capacity`.
struct ParticleSet {
  graph::Buffer position;  // vec4 (texel rgba32_float): x, y, z in meters; w stays with the particle
  graph::Buffer velocity;  // vec4: x, y, z in m/s, w free
  graph::Buffer count;     // uint at offset 0
  std::uint32_t capacity = 0;
  double spacing = 0;          // meters between particles of water at rest
  glm::dvec3 low{0}, high{0};  // walls that hold them, meters
  ParticleSkin skin;
  std::size_t water = 0;  // of the scene's
  SpraySet spray;
};

// Bodies and passive agents on the GPU, in the scene's order: `count` rigid bodies of body_state_floats floats
// (passes/bodies/bodies_params.h); fish and leaves as FishState and LeafState (passes/agents/fish_params.h,
// passes/agents/leaves_params.h).
struct BodySet {
  graph::Buffer states;
  std::uint32_t count = 0;
  graph::Buffer fish, leaves;  // none: the scene has none
};

// Deferred targets of the opaque scene, all of the picture's size.
struct GBuffer {
  graph::Image albedo;  // rgba8: color, w = occlusion from the material
  graph::Image normal;  // rgba16f: world normal, w = roughness
  graph::Image depth;   // d32f, reversed: 1 near, 0 far (infinite)
};

struct Lit {
  graph::Image color;  // rgba16f: radiance, linear, scene-referred
  graph::Image depth;
};

}  // namespace undine
