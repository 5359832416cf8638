// A scene file, read and checked. Every setting has a default; unknown keys are errors.
#pragma once  // public
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/scene/camera_path.h"
#include "engine/scene/ports.h"
#include "engine/scene/render_settings.h"
#include "engine/scene/scene_agents.h"
#include "engine/scene/scene_bodies.h"
#include "engine/scene/scene_exchanges.h"
#include "engine/scene/scene_lights.h"
#include "engine/scene/scene_material.h"
#include "engine/scene/scene_motion.h"
#include "engine/scene/scene_scatter.h"
#include "engine/scene/scene_spray.h"
#include "engine/scene/solver.h"
#include "engine/settings/override.h"
#include "engine/settings/settings.h"

namespace undine {

struct ClockSettings {      // "clock"
  double step = 1.0 / 120;  // seconds of simulated time per step
  std::int64_t seed = 1;
  std::uint32_t steps_per_frame = 1;  // how far the clock goes between two pictures
  void describe(settings::Visitor& v);
};
struct SunSettings {                       // "sun"
  glm::dvec3 direction{0.45, 0.75, 0.35};  // towards the sun; of length 1 in a Scene
  glm::dvec3 color{1.0, 0.95, 0.87};
  double intensity = 3.0;
  double diameter = 0.53;  // of its disc, degrees
  void describe(settings::Visitor& v);
};
struct SkySettings {  // "sky"
  enum class Model { preetham, atmosphere, image } model = Model::preetham;
  double turbidity = 2.5;
  double clouds = 0.5;         // share of the sky
  double cloud_height = 1200;  // meters over the scene
  glm::dvec2 wind{6, 2.5};     // m/s along x and z, at the clouds
  double intensity = 1.0;
  double visibility = 0;        // meters; 0: the air is clear at any distance
  std::filesystem::path image;  // equirectangular .hdr
  void describe(settings::Visitor& v);
};
struct GroundSettings {  // "terrain.look"; heights are of the world, albedos linear
  glm::dvec3 sand{0.52, 0.43, 0.30}, grass{0.105, 0.135, 0.05}, rock{0.34, 0.31, 0.28};
  double sand_up_to = 0.3, grass_up_to = 1e4;
  double rock_from = 36;  // degrees of slope
  double wet_up_to = 0.03, dry_over = 0.12;
  double scale = 1;
  double grass_height = 0.06;  // meters at scale 1
  void describe(settings::Visitor& v);
};
struct SurroundingsSettings {  // "terrain.surroundings"
  enum class Shape { cut, land, sea, none } shape = Shape::cut;
  std::shared_ptr<SolverSettings> sea;  // of shape sea; also of the last of the scene's waters
  double hills = 1;                     // factor on the height of the hills
  double seed = 0;
  enum class Bank { height, none } has_bank = Bank::none;
  double bank = 0;  // world y that the land begins over
  void describe(settings::Visitor& v);
};
struct TerrainSettings {  // "terrain"; the reader loads it into Scene::terrain
  enum class Samples { file, corners, cells };
  enum class Beyond { error, border };
  enum class NoData { number, detect, none, nan };
  enum class NoDataIs { ground, wall };
  std::filesystem::path heightmap;  // 16-bit PNG, .npy (nz, nx), GeoTIFF or .asc
  glm::dvec2 size{0, 0};            // 0, 0: the file's, or 10 x 10
  glm::dvec2 height{0, 1};          // meters for the lowest and the highest value of a PNG; .npy holds meters
  glm::dvec3 origin{0, 0, 0};
  Samples samples = Samples::file;
  Beyond beyond = Beyond::error;
  double no_data = 0;  // as the file holds it
  NoData no_data_from = NoData::detect;
  NoDataIs no_data_is = NoDataIs::ground;
  GroundSettings look;
  std::vector<ScatterSettings> scatter;
  std::vector<Clearing> clearings;
  SurroundingsSettings surroundings;
  void describe(settings::Visitor& v);
};
struct MeshSettings {  // one of "meshes"
  enum class Shape { gltf, box, sphere, plane, cylinder, basin } shape = Shape::gltf;
  std::filesystem::path gltf;    // .gltf or .glb
  std::string node;              // of the file: what hangs from it alone; empty: all of it
  double lights = 1;             // factor on the intensity of its lights
  glm::dvec3 size{1, 1, 1};      // box, plane (x, z), basin: inner size; sphere, cylinder: diameters
  double wall = 0.2, rim = 0.1;  // basin: thickness, and height over y = 0 of the mesh; the floor is at -size.y
  glm::dvec3 translate{0, 0, 0}, rotate{0, 0, 0};  // meters; degrees about x, then y, then z
  double scale = 1;
  bool solid = false;  // a wall for every water that reaches it
  std::optional<MeshMotion> motion;
  MaterialSettings material;  // gltf: used where the file has no material
  void describe(settings::Visitor& v);
};
struct WaterLookEntry {  // "water[i].look": what Parts::water_look makes
  std::unique_ptr<RenderSettings::Block> block;
  void describe(settings::Visitor& v);
};
struct WaterEntry {  // one of "water"
  std::string name, solver;
  SpraySettings spray;
  bool drawn = true;
  std::shared_ptr<SolverSettings> settings;
  std::optional<WaterLookEntry> look;
  void describe(settings::Visitor& v);
};

struct Scene {
  std::filesystem::path file, assets;  // assets: library of files that it was read with; empty: none
  std::string name, about;
  double gravity = 9.81;
  ClockSettings clock;
  CameraSettings camera;
  SunSettings sun;
  SkySettings sky;
  std::vector<LightSettings> lights;
  std::optional<TerrainSettings> terrain_settings;
  std::optional<Heightmap> terrain;
  std::map<std::string, MaterialSettings> materials;
  std::vector<MeshSettings> meshes;
  std::vector<WaterEntry> water;
  std::vector<CouplingSettings> exchanges;
  std::vector<BodySettings> bodies;
  std::vector<FishSettings> fish;
  std::vector<LeafSettings> leaves;
  RenderSettings render;   // "render"
  std::uint64_t hash = 0;  // of the bytes of its file and of those it includes, and of all --set values
  void describe(settings::Visitor& v);
};

// Errors are Error(Exit::bad_input): file, line:column for syntax, else file and JSON pointer, value, what is allowed.
// assets: a library folder, in which files are looked for that are not in the scene's; empty: none.
Scene load_scene(const std::filesystem::path& file, const std::vector<settings::Override>& overrides = {},
                 const std::filesystem::path& assets = {});
Scene parse_scene(std::string_view text, const std::filesystem::path& file,
                  const std::vector<settings::Override>& overrides = {}, const std::filesystem::path& assets = {});
std::string save_scene(Scene& scene);  // its settings as a scene file: load_scene() of it gives the same values
// Checks whether the water is the sea of "terrain.surroundings".
bool surrounds(const Scene& scene, const WaterEntry& water);
std::string save_camera(CameraSettings& camera);  // as a part that scenes include
std::string scene_schema();                       // JSON Schema (2020-12) of scene files, pretty-printed

}  // namespace undine
