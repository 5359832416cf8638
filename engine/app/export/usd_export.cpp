#include "engine/app/export/usd_export.h"

#include <fmt/format.h>

#include <cmath>

#include "engine/app/export/usd_scene.h"
#include "engine/files/files.h"
#include "engine/scene/parts.h"

namespace undine::session {
namespace {

std::string frame_name(std::uint64_t step) { return fmt::format("water_{:06}.usda", step); }

SurfaceLook water_look() { return {.color = glm::vec3(0.02f, 0.09f, 0.1f), .roughness = 0, .opacity = 0.4f}; }
SurfaceLook white_water_look() { return {.color = glm::vec3(0.9f), .roughness = 1}; }

}  // namespace

UsdExport::UsdExport(Session& session, std::filesystem::path folder, std::uint64_t stride)
    : session_(session), folder_(std::move(folder)), stride_(std::max<std::uint64_t>(stride, 1)) {
  std::vector<std::string> names;
  for (const World::Water& water : session_.world().water()) names.push_back(water.name);
  const std::vector<std::string> prims = files::usd_identifiers(names);
  auto waters = std::make_shared<std::vector<UsdWater>>();
  for (std::size_t i = 0; i < names.size(); ++i) waters->push_back({names[i], prims[i]});
  waters_ = std::move(waters);
}

files::UsdStage UsdExport::stage(std::uint64_t first, std::uint64_t last) const {
  const double exact = 1 / (session_.scene().clock.step * static_cast<double>(stride_)), whole = std::round(exact);
  return {.doc = fmt::format("undine {}: {}", UNDINE_VERSION, session_.scene().name),
          .first = code(first),
          .last = code(last),
          .per_second = std::abs(exact / whole - 1) < 1e-6 ? whole : exact,
          .sublayers = {}};
}

std::shared_ptr<UsdExport::Frame> UsdExport::begin(std::uint64_t step) {
  auto frame = std::make_shared<Frame>();
  frame->waters_ = waters_;
  frame->file_ = folder_ / frame_name(step);
  frame->stage_ = stage(step, step);
  return frame;
}

std::optional<std::function<std::string()>> UsdExport::Frame::arrive(UsdPart part) {
  parts_.push_back(std::move(part));
  if (parts_.size() < expected_) return std::nullopt;
  return [waters = waters_, stage = stage_, parts = std::move(parts_)] { return usd_frame(stage, *waters, parts); };
}

void UsdExport::finish(std::span<const std::uint64_t> steps, std::span<const SceneMoment> moments,
                       std::span<const BodyMesh> meshes) const {
  const std::string span = fmt::format("{:06}_{:06}.usda", steps.front(), steps.back());
  const auto name = [&](const char* layer) { return fmt::format("{}_{}", layer, span); };
  const auto write = [&](const char* layer, const std::string& text) {
    files::write_file(folder_ / name(layer), text);
  };
  const Scene& scene = session_.scene();
  files::UsdStage whole = stage(steps.front(), steps.back());
  const glm::dvec2 size(session_.line().size);
  UsdMotion motion{.times = {}, .moments = moments, .meshes = meshes, .aspect = size.x / size.y};
  std::vector<std::pair<double, std::string>> clips;
  for (const std::uint64_t step : steps) {
    motion.times.push_back(code(step));
    if (!kinds_.empty()) clips.emplace_back(code(step), frame_name(step));
  }
  write("motion", usd_motion(whole, scene, motion));
  write("scenery", usd_scenery(whole, scene, parts().scenery(scene)));
  write("manifest", usd_manifest(whole, *waters_, kinds_));
  whole.sublayers = {name("motion"), name("scenery")};
  files::UsdLayer root(whole, "scene");
  root.begin("def Xform", "scene", {"kind = \"assembly\""});
  root.begin("def Scope", "materials");
  write_usd_material(root, "water", water_look(), 1.333f);
  write_usd_material(root, "white_water", white_water_look());
  root.end();
  write_usd_water(root, *waters_, kinds_, name("manifest"), clips);
  root.end();
  write("scene", std::move(root).take());
}

}  // namespace undine::session
