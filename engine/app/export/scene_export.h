// Exports the moving parts of a scene for other programs: surfaces as triangles with velocities, particles and spray as
// points (PLY), bodies and the camera as an animated glTF; on request also as USD and OpenVDB.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/app/export/dump.h"
#include "engine/app/export/scene_gltf.h"
#include "engine/app/export/usd_export.h"
#include "engine/app/session/session.h"

namespace undine::session {

struct ExportFormats {  // beside PLY and glTF
  bool vdb = false, usd = false;
};

class SceneExport {
 public:
  struct Level {  // a surface and the step after which it was captured
    std::uint64_t step = 0;
    std::shared_ptr<std::vector<std::byte>> texels;
    std::function<std::vector<float>()> heights;  // empty: the solver has no such field
  };
  // stride: clock steps between exports. Error(Exit::failure) if the folder cannot be created, Exit::bad_input if a
  // format has no folder or the program was built without OpenVDB. Empty folder: exports nothing.
  SceneExport(Session& session, const std::filesystem::path& folder, ExportFormats formats = {},
              std::uint64_t stride = 1);
  bool wanted() const { return !folder_.empty(); }
  // Call after a step whose successor is also exported: the vertical velocity of surfaces needs both.
  void before();
  void declare();  // the state after this step; the data arrive frames later
  void write();    // writes all arrived data: NAME.mesh_000120.ply, NAME.particles_000120.ply ...
  void finish();   // scene_FIRST_LAST.glb and .usda, over all declared steps

 private:
  using Mesh = std::function<const files::PlyMesh&()>;
  struct Volume {  // of a water; the functions are called when all data of the step have arrived
    Mesh closed;
    double voxel = 0;                                      // m
    std::function<std::vector<glm::vec4>()> cover, drops;  // as in files::VdbVolumes; empty: none
    graph::Resource last;
  };
  Volume declare_grid(std::size_t water, const SurfaceField& surface);
  std::optional<Volume> declare_particles(std::size_t water, const ParticleSet& set);
  std::function<std::vector<glm::vec4>()> declare_spray(std::size_t water, const Field& field);  // its drops
  void declare_volume(std::size_t water, const Volume& volume);
  std::filesystem::path file(const std::string& name, std::uint64_t step, const char* ending = "ply") const;
  // Returns a function to call when the data of a water's mesh have arrived.
  std::function<void()> arrive_surface(std::size_t water, const Mesh& mesh);
  // Returns a function to call when a part of the current step's USD layer has arrived; it does nothing without USD.
  std::function<void()> arrive_usd(std::size_t water, UsdKind kind,
                                   std::function<void(files::UsdLayer&, double time)> write);
  // Returns a function to call when `values`, rows of the properties, have arrived.
  std::function<void()> arrive_points(const std::string& name, std::vector<std::string_view> properties,
                                      const std::function<std::vector<float>()>& values) const;

  Session& session_;
  std::filesystem::path folder_;
  ExportFormats formats_;
  std::unique_ptr<UsdExport> usd_;           // null: not wanted
  std::shared_ptr<UsdExport::Frame> frame_;  // of the step that is declared
  struct Arrived {
    std::filesystem::path file;
    FileBytes bytes;
  };
  Level level(std::size_t water, const SurfaceField& surface);
  std::vector<std::optional<Level>> before_;  // one per solver
  std::shared_ptr<std::vector<Arrived>> arrived_ = std::make_shared<std::vector<Arrived>>();
  std::vector<std::uint64_t> steps_;
  std::shared_ptr<std::vector<SceneMoment>> moments_ = std::make_shared<std::vector<SceneMoment>>();
};

}  // namespace undine::session
