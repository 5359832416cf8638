// Surfaces and particles of the waters as USD: a layer per exported step, which value clips of the root layer join.
#pragma once
#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/files/ply.h"
#include "engine/files/usd.h"

namespace undine::session {

enum class UsdKind { surface, particles, spray };  // prims below that of a water

struct UsdWater {
  std::string name, prim;  // in the scene; identifier below /scene/water
};
using UsdKinds = std::set<std::pair<std::size_t, UsdKind>>;  // index of the water

struct UsdPoints {  // values per particle
  std::vector<glm::vec3> points, velocities;
  std::vector<float> widths;      // diameters, m
  std::vector<std::int64_t> ids;  // constant over a particle's life
  // White water only. Ages and lives in s; kinds: 0 spray, 1 foam, 2 bubble, 3 mist.
  std::vector<float> age, life;
  std::vector<int> kind;
};
// From rows x, y, z, vx, vy, vz. identities: vec4 per particle; w is that of shaders/sph/identity.glsl.
UsdPoints usd_particles(std::span<const float> rows, std::span<const float> identities, double spacing);
// From rows of NAME.spray; radius: of spray, foam and bubbles, m. The id joins the bits of the particle's random number
// and of its life.
UsdPoints usd_spray(std::span<const float> rows, double radius);

void write_usd_surface(files::UsdLayer& layer, double time, const files::PlyMesh& mesh);
void write_usd_points(files::UsdLayer& layer, double time, const UsdPoints& points);

struct UsdPart {
  std::size_t water = 0;
  UsdKind kind = UsdKind::surface;
  std::function<void(files::UsdLayer&, double time)> write;
};
// The layer of one time code; stage.first. Parts of a water are consecutive.
std::string usd_frame(const files::UsdStage& stage, std::span<const UsdWater> waters, std::span<const UsdPart> parts);
// Declares the attributes of the clips.
std::string usd_manifest(const files::UsdStage& stage, std::span<const UsdWater> waters, const UsdKinds& kinds);
// Writes /scene/water of the root layer: prims whose attributes come from `clips`, files by time code.
void write_usd_water(files::UsdLayer& layer, std::span<const UsdWater> waters, const UsdKinds& kinds,
                     const std::string& manifest, std::span<const std::pair<double, std::string>> clips);

// Attributes of a mesh without time samples, in the layer's current prim.
void write_usd_mesh(files::UsdLayer& layer, std::span<const glm::vec3> points, std::span<const glm::uvec3> triangles);

}  // namespace undine::session
