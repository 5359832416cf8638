// What moves in a scene, to a folder of files that other programs read: surfaces as triangles with their velocity,
// particles and white water as points (PLY), bodies and the camera as an animated glTF.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/app/export/dump.h"
#include "engine/app/export/scene_gltf.h"
#include "engine/app/session/session.h"

namespace undine::session {

class SceneExport {
 public:
  struct Level {  // a surface, and after which step it was so
    std::uint64_t step = 0;
    std::shared_ptr<std::vector<std::byte>> texels;
    std::function<std::vector<float>()> heights;  // none: the solver has no such field
  };
  // vdb: points as OpenVDB too. Error(Exit::failure) if the folder cannot be made, Exit::bad_input if the program knows
  // no OpenVDB. Empty: nothing is done.
  SceneExport(Session& session, const std::filesystem::path& folder, bool vdb = false);
  bool wanted() const { return !folder_.empty(); }
  // After a step whose next one is declared: how surfaces rise is told by both.
  void before();
  void declare();  // the state after this step; the data arrive frames later
  void write();    // files of all that has arrived: NAME.mesh_000120.ply, NAME.particles_000120.ply ...
  void finish();   // scene_FIRST_LAST.glb, by the steps that were declared

 private:
  void declare_grid(std::size_t water, const SurfaceField& surface);
  void declare_particles(std::size_t water, const ParticleSet& set);
  void declare_points(const Field& field, std::vector<std::string_view> properties);
  std::filesystem::path file(const std::string& name, std::uint64_t step, const char* ending = "ply") const;
  // To be called when `values` have arrived, which are rows of the properties.
  std::function<void()> arrive_points(const std::string& name, std::vector<std::string_view> properties,
                                      const std::function<std::vector<float>()>& values) const;

  Session& session_;
  std::filesystem::path folder_;
  bool vdb_;
  struct Arrived {
    std::filesystem::path file;
    FileBytes bytes;
  };
  Level level(std::size_t water, const SurfaceField& surface);
  std::vector<std::optional<Level>> before_;  // of every water
  std::shared_ptr<std::vector<Arrived>> arrived_ = std::make_shared<std::vector<Arrived>>();
  std::vector<std::uint64_t> steps_;
  std::shared_ptr<std::vector<SceneMoment>> moments_ = std::make_shared<std::vector<SceneMoment>>();
};

}  // namespace undine::session
