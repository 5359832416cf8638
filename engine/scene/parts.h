// Registry of a program's solvers and passes (tools/parts.cpp): the engine declares the factories that it needs, the
// passes implement them, and neither links the other.
#pragma once  // public
#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/scene/bench.h"
#include "engine/scene/bodies.h"
#include "engine/scene/couplings.h"
#include "engine/scene/field_scan.h"
#include "engine/scene/overlay.h"
#include "engine/scene/passive_agents.h"
#include "engine/scene/render_settings.h"
#include "engine/scene/renderer.h"
#include "engine/scene/scenery.h"
#include "engine/scene/solver.h"
#include "engine/scene/spray.h"
#include "engine/settings/override.h"

namespace undine {

struct ImportRequest {
  std::filesystem::path model;  // the level
  std::string model_name;       // as the scene is to name it
  std::string camera;           // by name; empty: the first
  double light_scale = 1;       // intensity of lights over the file's candela and lux
};
struct ImportedLevel {
  std::string scene;               // JSON text
  std::vector<std::string> notes;  // what of the level is not in it, by name
};

struct Quality {  // a named set of values for a scene's, as --set gives them
  std::string name;
  std::vector<settings::Override> values;
};

struct Parts {
  std::vector<SolverType> solvers;  // solver_types() has them afterwards
  std::vector<BenchCase> bench;
  std::vector<const graph::ShapeFamily*>
      shapes;                                 // of all kernels whose threads own more or less (engine/graph/shape.h)
  std::vector<RenderSettings::Make> render;   // what a scene may set of the picture
  std::vector<Quality> qualities;             // that pictures may have; of another name: the scene's own
  RenderSettings::Make water_look = nullptr;  // what it may set of the picture of one water: "water[i].look"
  // Loads meshes and textures on the CPU; needs no GPU.
  std::unique_ptr<Renderer> (*renderer)(graph::State& state, const Scene& scene) = nullptr;
  // Makes hulls and resources on the CPU; errors name the setting. No bodies in the scene: null. from: state that
  // bodies continue, and by which start() begins; null: all begin as the scene describes.
  std::unique_ptr<Bodies> (*bodies)(graph::State& state, const Scene& scene,
                                    std::shared_ptr<const BodySnapshot> from) = nullptr;
  // Couplings between the scene's waters, which are in its order. None in the scene: null.
  std::unique_ptr<Couplings> (*couplings)(graph::State& state, const Scene& scene,
                                          const std::vector<Solver*>& waters) = nullptr;
  // Fish and leaves; none in the scene: empty.
  std::vector<std::unique_ptr<PassiveAgents>> (*agents)(graph::State& state, const Scene& scene) = nullptr;
  // White water of the scene's water of that number; none asked for: null.
  std::unique_ptr<Spray> (*spray)(graph::State& state, const Scene& scene, std::size_t water) = nullptr;
  std::unique_ptr<FieldScan> (*field_scan)(graph::State& state) = nullptr;
  // atlas: one byte of coverage per texel, rows from the top; uploaded with the first draw().
  std::unique_ptr<Overlay> (*overlay)(graph::State& state, glm::uvec2 size, std::vector<std::byte> atlas) = nullptr;
  // A level of another program as a scene; its errors name file and node. Whether the scene is sound its reader says.
  ImportedLevel (*import_level)(const ImportRequest& request) = nullptr;
  // The surface of particles as triangles, for what draws no picture. The first five words of its arguments are those
  // of the draw: the number of indices comes first, that of vertices sixth.
  SurfaceMesh (*particle_mesh)(graph::Graph& g, const ParticleSet& particles) = nullptr;
  // The static meshes of the scene, for other programs; errors name the model's file.
  std::vector<SceneryMesh> (*scenery)(const Scene& scene) = nullptr;
};

// Once, before scenes are read: the parts of this program. Two solvers of one name: Error(Exit::failure).
void hand_in(Parts parts);
const Parts& parts();

}  // namespace undine
