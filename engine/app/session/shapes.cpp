#include "engine/app/session/shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/core/inputs.h"
#include "engine/core/log.h"
#include "engine/files/files.h"
#include "engine/scene/parts.h"
#include "engine/settings/settings_json.h"

namespace undine::session {
namespace {

namespace fs = std::filesystem;
constexpr std::uint64_t most_bytes = 1u << 20;

[[noreturn]] void no_shapes(const fs::path& file, const std::string& what) {
  throw Error(Exit::bad_input, file.string(), what,
              "a file of tilings, as `undine tune` writes it (docs/performance.md)");
}

std::uint32_t number(const fs::path& file, const settings::Json& entry, const char* key) {
  const auto at = entry.find(key);
  if (at == entry.end() || !at->is_number_unsigned() || at->get<std::uint64_t>() > 4096)
    no_shapes(file, fmt::format("an entry has no whole number \"{}\"", key));
  return at->get<std::uint32_t>();
}

std::string text(const fs::path& file, const settings::Json& entry, const char* key, bool required) {
  const auto at = entry.find(key);
  if (at == entry.end() && !required) return {};
  if (at == entry.end() || !at->is_string()) no_shapes(file, fmt::format("an entry has no text \"{}\"", key));
  return at->get<std::string>();
}

const graph::ShapeFamily* family_of(const std::string& name) {
  const auto& all = parts().shapes;
  const auto at = std::ranges::find(all, name, &graph::ShapeFamily::name);
  return at == all.end() ? nullptr : *at;
}

// Tilings of a user's file: every entry must apply.
void choose_given(graph::State& state, const fs::path& file) {
  for (const TunedShape& t : read_tuned(file)) {
    const graph::ShapeFamily* family = family_of(t.family);
    if (!family) {
      std::string names;
      for (const graph::ShapeFamily* f : parts().shapes) names += (names.empty() ? "" : ", ") + std::string(f->name);
      throw Error(Exit::bad_input, file.string(), "no kernels are called " + t.family, "there are: " + names);
    }
    if (!family->allows(t.shape))
      throw Error(
          Exit::bad_input, file.string(), fmt::format("{} cannot be {}", t.family, t.shape.text()),
          fmt::format("like {}; at most {} threads a workgroup", family->software.text(), graph::most_shape_threads));
    state.shapes().choose(*family, t.shape, "given");
  }
}

void choose_tuned(graph::State& state, shader::Library& shaders, const gpu::DeviceInfo& device) {
  const fs::path file = tuned_file();
  std::error_code ignored;
  if (file.empty() || !fs::exists(file, ignored)) return;
  try {
    std::size_t taken = 0, stale = 0;
    const std::vector<TunedShape> all = read_tuned(file);
    for (const TunedShape& t : all) {
      if (t.device != device.name || t.driver != device.driver) continue;
      const graph::ShapeFamily* family = family_of(t.family);
      const bool fits = family && family->allows(t.shape) && t.shaders == shader_key(*family, shaders);
      if (fits) state.shapes().choose(*family, t.shape, "tuned");
      ++(fits ? taken : stale);
    }
    if (stale > 0) log::info("{} tuned shapes are of other shaders: ignored, see `undine tune`", stale);
    if (taken + stale == 0 && !all.empty())
      log::info("the tuned shapes in {} are of other devices or drivers: ignored", file.string());
  } catch (const Error& e) {
    log::info("tuned shapes are ignored: {}", e.what());
  }
}

}  // namespace

fs::path tuned_file() {
  const fs::path cache = shader::Library::default_cache();
  return cache.empty() ? cache : cache / "shapes.json";
}

std::vector<TunedShape> read_tuned(const fs::path& file) {
  const settings::Json all = settings::parse_json(files::read_file(file, most_bytes), file.string());
  const auto version = all.is_object() ? all.find("undine_shapes") : all.end();
  if (!all.is_object() || version == all.end() || *version != 1 || !all.contains("tuned") || !all["tuned"].is_array())
    no_shapes(file, "is not a file of tilings");
  std::vector<TunedShape> out;
  for (const settings::Json& entry : all["tuned"]) {
    if (!entry.is_object()) no_shapes(file, "an entry is not an object");
    TunedShape t{.family = text(file, entry, "family", true),
                 .device = text(file, entry, "device", false),
                 .driver = text(file, entry, "driver", false),
                 .shaders = text(file, entry, "shaders", false)};
    t.shape = {number(file, entry, "across"), number(file, entry, "rows"), number(file, entry, "group_x"),
               number(file, entry, "group_y")};
    if (const auto saved = entry.find("saved"); saved != entry.end() && saved->is_number())
      t.saved = saved->get<double>();
    out.push_back(std::move(t));
  }
  return out;
}

void write_tuned(const fs::path& file, const std::vector<TunedShape>& tuned) {
  using Ordered = nlohmann::ordered_json;
  Ordered all{{"undine_shapes", 1}, {"tuned", Ordered::array()}};
  for (const TunedShape& t : tuned)
    all["tuned"].push_back({{"family", t.family},
                            {"device", t.device},
                            {"driver", t.driver},
                            {"shaders", t.shaders},
                            {"across", t.shape.across},
                            {"rows", t.shape.rows},
                            {"group_x", t.shape.group_x},
                            {"group_y", t.shape.group_y},
                            {"saved", t.saved}});
  files::write_file(file, all.dump(1) + "\n");
}

std::string shader_key(const graph::ShapeFamily& family, shader::Library& shaders) {
  Hash hash;
  for (const std::string_view name : family.shaders)
    for (const fs::path& file : shaders.module(name).files) hash.text(files::read_file(file));
  return fmt::format("{:016x}", hash.value());
}

graph::Shapes::Kind shapes_of(const gpu::DeviceInfo& device) {
  using Kind = graph::Shapes::Kind;
  return device.type == "software" && device.driver.starts_with("llvmpipe") ? Kind::software : Kind::hardware;
}

void choose_shapes(graph::State& state, shader::Library& shaders, const CommandLine& line,
                   const gpu::DeviceInfo* device) {
  using Kind = graph::Shapes::Kind;
  std::string wanted = line.shapes;
  if (const char* other = std::getenv("UNDINE_SHAPES"); wanted.empty() && other) wanted = other;
  const bool named = wanted == "software" || wanted == "hardware";
  const Kind kind =
      named ? (wanted == "software" ? Kind::software : Kind::hardware) : (device ? shapes_of(*device) : Kind::software);
  state.shapes().set_kind(kind);
  state.shapes().set_pixel_kernels(line.pixels.empty() ? kind == Kind::hardware : line.pixels == "compute");
  shaders.set_unroll(kind == Kind::software);
  if (named) return;
  std::error_code ignored;
  if (!wanted.empty() && !fs::exists(wanted, ignored))
    throw Error(Exit::bad_input, "--shapes " + wanted, "no such file", "software, hardware or a file of shapes");
  if (!wanted.empty()) {
    note_input(wanted);
    choose_given(state, wanted);
  } else if (device && !line.no_cache) {
    choose_tuned(state, shaders, *device);
  }
}

}  // namespace undine::session
