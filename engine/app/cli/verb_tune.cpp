// `undine tune`: measures tilings of kernels on this device and stores those that beat the default.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>

#include "engine/app/cli/tune_runs.h"
#include "engine/app/cli/verbs.h"
#include "engine/app/session/shapes.h"
#include "engine/app/session/signals.h"
#include "engine/core/log.h"
#include "engine/files/files.h"
#include "engine/scene/parts.h"

namespace undine::cli {
namespace {

namespace fs = std::filesystem;

struct TuneLine : session::CommandLine {
  std::string filter;  // selects families by name
  bool quick = false;
};

// Scenes that together contain all kernel families.
std::vector<fs::path> shipped_scenes() {
  const fs::path folder = shader::Library::default_root().parent_path() / "scenes";
  std::vector<fs::path> out;
  for (const char* name : {"pool.json", "dam.json", "ink.json", "dam_break.json"}) {
    std::error_code ignored;
    if (fs::exists(folder / name, ignored)) out.push_back(folder / name);
  }
  return out;
}

// For each family, the scene with the most lanes.
std::map<const graph::ShapeFamily*, fs::path> places(const std::vector<fs::path>& scenes, const TuneLine& line) {
  std::map<const graph::ShapeFamily*, fs::path> out;
  std::map<const graph::ShapeFamily*, std::uint64_t> most;
  for (const fs::path& file : scenes) {
    session::Session session(load_scene(file, line.overrides(), line.assets), line, {});
    session.start();
    declare_step(session);
    for (const graph::Shapes::Ran& r : session.graph().state().shapes().ran()) {
      if (r.family->name.find(line.filter) == std::string_view::npos || most[r.family] >= r.lanes) continue;
      most[r.family] = r.lanes;
      out[r.family] = file;
    }
  }
  return out;
}

void print_heading() {
  std::cout << fmt::format("{:<18} {:<20} {:<20} {:>10} {:<20} {:>10} {:>7}\n", "kernels", "measured in", "default",
                           "GPU ms", "best", "GPU ms", "saved");
}

void print(const graph::ShapeFamily& family, const fs::path& scene, const TuneResult& r) {
  const std::string best = r.better ? r.best.text() : "the default";
  std::cout << fmt::format("{:<18} {:<20} {:<20} {:>10.4f} {:<20} {:>10.4f} {:>6.1f}%\n", family.name,
                           scene.filename().string(), r.usual.text(), r.usual_ms, best, r.best_ms, 100 * r.saved)
            << std::flush;
}

// Preserves entries of other devices, drivers and families. Replaces a damaged file.
std::vector<session::TunedShape> kept(const fs::path& file) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return {};
  try {
    return session::read_tuned(file);
  } catch (const Error& e) {
    log::info("tuned shapes are begun anew: {}", e.what());
    return {};
  }
}

Exit tune(const TuneLine& line) {
  if (!line.shapes.empty())
    throw Error(Exit::bad_input, "--shapes " + line.shapes,
                "fixes the tilings of kernels, of which `undine tune` measures all", "no --shapes");
  const std::vector<fs::path> scenes = line.scenes.empty() ? shipped_scenes() : line.scenes;
  const fs::path file = line.no_cache ? fs::path() : session::tuned_file();
  if (!line.no_cache && file.empty())
    throw Error(Exit::failure, "the cache", "no cache folder is known",
                "set HOME or XDG_CACHE_HOME, or --no-cache to measure alone");
  for (const fs::path& scene : scenes) load_scene(scene, line.overrides(), line.assets);
  if (!file.empty()) files::prepare_file(file);
  const auto where = places(scenes, line);
  if (where.empty()) {
    std::string names;
    for (const graph::ShapeFamily* f : parts().shapes) names += (names.empty() ? "" : ", ") + std::string(f->name);
    throw Error(Exit::bad_input, "tune", "these scenes run no kernel with selectable tilings",
                "such kernels: " + names);
  }
  std::vector<session::TunedShape> tuned = kept(file);
  Exit result = Exit::done;
  print_heading();
  for (const fs::path& scene : scenes) {
    std::unique_ptr<Tuning> tuning;
    for (const graph::ShapeFamily* family : parts().shapes) {
      const auto at = where.find(family);
      if (at == where.end() || at->second != scene || session::interrupted()) continue;
      if (!tuning) tuning = std::make_unique<Tuning>(scene, line);
      const TuneResult r = tuning->measure(*family, line.quick);
      if (session::interrupted()) break;
      print(*family, scene, r);
      const gpu::DeviceInfo& device = tuning->session().device().info();
      std::erase_if(tuned, [&](const session::TunedShape& t) {
        return t.family == family->name && t.device == device.name && t.driver == device.driver;
      });
      if (r.better)
        tuned.push_back({std::string(family->name), device.name, device.driver,
                         session::shader_key(*family, tuning->session().shaders()), r.best, r.saved});
    }
    if (!tuning) continue;
    if (const Exit found = tuning->session().result(); found != Exit::done) result = found;
    if (!file.empty()) session::write_tuned(file, tuned);
  }
  if (!file.empty()) std::cout << "kept in " << file.string() << "\n";
  return result;
}

}  // namespace

Call verb_tune(Flags& flags) {
  auto line = std::make_shared<TuneLine>();
  flags.add("scenes", line->scenes, "scene files (JSON) [some of those that come with Undine]",
            {.as = "SCENE.json..."});
  flags.add("--kernels", line->filter, "only kernels whose name contains TEXT", {.as = "TEXT"});
  flags.add("--quick", line->quick, "fewer repetitions");
  device_flags(flags, *line);
  return call(line, tune);
}

}  // namespace undine::cli
