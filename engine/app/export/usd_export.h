// Exports a run as USD: a layer of the waters per step, and at the end the root layer with those of motion and scenery.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/app/export/scene_gltf.h"
#include "engine/app/export/usd_water.h"
#include "engine/app/session/session.h"

namespace undine::session {

class UsdExport {
 public:
  // stride: clock steps between exported ones, a time code each.
  UsdExport(Session& session, std::filesystem::path folder, std::uint64_t stride);

  // Parts of one step's layer, which arrive one after the other.
  class Frame {
   public:
    void expect() { ++expected_; }  // for each part, while the step is declared
    // Returns the content of the layer with the last part.
    std::optional<std::function<std::string()>> arrive(UsdPart part);
    const std::filesystem::path& file() const { return file_; }

   private:
    friend class UsdExport;
    std::shared_ptr<const std::vector<UsdWater>> waters_;
    std::filesystem::path file_;
    files::UsdStage stage_;
    std::size_t expected_ = 0;
    std::vector<UsdPart> parts_;
  };
  std::shared_ptr<Frame> begin(std::uint64_t step);
  void declares(std::size_t water, UsdKind kind) { kinds_.emplace(water, kind); }

  // Writes the layers over all steps: scene_FIRST_LAST.usda and those that it names.
  void finish(std::span<const std::uint64_t> steps, std::span<const SceneMoment> moments,
              std::span<const BodyMesh> meshes) const;

 private:
  double code(std::uint64_t step) const { return static_cast<double>(step / stride_); }
  files::UsdStage stage(std::uint64_t first, std::uint64_t last) const;
  Session& session_;
  std::filesystem::path folder_;
  std::uint64_t stride_;
  std::shared_ptr<const std::vector<UsdWater>> waters_;
  UsdKinds kinds_;
};

}  // namespace undine::session
