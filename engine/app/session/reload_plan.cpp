#include "engine/app/session/reload_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/settings/settings_live.h"

namespace undine::session {
namespace {

using Json = settings::Writer::Ordered;

template <class T>
Json start_of(const Scene& scene, T& part) {
  return settings::StartWriter(scene.file.parent_path(), scene.assets).write(part);
}

// Omits keys that affect only rendering.
template <class T>
Json list_of(const Scene& scene, std::vector<T>& list, bool (*wanted)(const T&)) {
  Json out = Json::array();
  for (T& part : list) {
    if (wanted && !wanted(part)) continue;
    out.push_back(start_of(scene, part));
    for (const char* shown : {"material", "variety"}) out.back().erase(shown);
  }
  return out;
}

// Place of the inner water of an exchange in the outer one, if the two lie over each other.
std::optional<Json> overlap_of(const Scene& s, const CouplingSettings& e) {
  const auto place = [&](const std::string& name) {
    const auto at = std::ranges::find(s.water, name, &WaterEntry::name);
    return at == s.water.end() ? std::nullopt : at->settings->place();
  };
  const auto from = place(e.from), to = place(e.to);
  if (e.current || !from || !to) return {};
  const glm::dvec3 off = from->origin - to->origin;
  const glm::dvec2 reach = 0.5 * (from->size + to->size);
  if (std::abs(off.x) >= reach.x || std::abs(off.z) >= reach.y) return {};
  return Json{{"name", e.name}, {"place", {off.x, off.z, from->size.x, from->size.y}}};
}

// Environment of all solvers. exchanging: couplings continue, which depend on gravity.
Json world_of(Scene& s, bool exchanging) {
  Json out{{"clock", start_of(s, s.clock)}};
  out["clock"].erase("steps_per_frame");
  if (exchanging) out["gravity"] = s.gravity;
  // Columns depend on their nested grids.
  for (const CouplingSettings& e : s.exchanges)
    if (const auto nested = overlap_of(s, e)) out["regions"].push_back(*nested);
  if (s.terrain_settings) {
    out["terrain"] = start_of(s, *s.terrain_settings);
    out["terrain"].erase("look");
    out["terrain"].erase("surroundings");
  }
  const auto solid = [](const MeshSettings& m) { return m.solid; };
  out["meshes"] = list_of<MeshSettings>(s, s.meshes, solid);
  return out;
}

// Entries of the shorter list that follow each other in the longer one: per entry of `next` its place in `now`. Empty:
// entries differ, or none was added or removed.
std::optional<std::vector<std::optional<std::size_t>>> entries_continued(const Json& now, const Json& next) {
  if (now.size() == next.size()) return {};
  const bool grows = next.size() > now.size();
  const Json &less = grows ? now : next, &more = grows ? next : now;
  std::vector<std::optional<std::size_t>> out(next.size());
  std::size_t at = 0;
  for (std::size_t i = 0; i < more.size() && at < less.size(); ++i)
    if (more[i] == less[at]) {
      out[grows ? i : at] = grows ? at : i;
      ++at;
    }
  if (at < less.size()) return {};
  return out;
}

}  // namespace

bool ReloadPlan::all() const { return picture && bodies && std::ranges::find(waters, false) == waters.end(); }

ReloadPlan plan_reload(Scene& now, Scene& next) {
  ReloadPlan out;
  out.waters.assign(std::min(now.water.size(), next.water.size()), false);
  if (now.file != next.file) return out;
  const bool exchanging = !now.exchanges.empty() && !next.exchanges.empty();
  const Json world = world_of(now, exchanging), next_world = world_of(next, exchanging);
  for (const std::string& path : settings::differences(world, next_world))
    out.restarts.push_back(path + " needs a restart of all waters");
  const Json before = list_of<MeshSettings>(now, now.meshes, nullptr),
             after = list_of<MeshSettings>(next, next.meshes, nullptr);
  for (std::size_t i = 0; i < out.waters.size(); ++i) {
    const std::string& name = next.water[i].name;
    const auto own = settings::differences(start_of(now, now.water[i]), start_of(next, next.water[i]));
    for (const std::string& path : own)
      out.restarts.push_back(fmt::format("{}.{} needs a restart of {}", now.water[i].name, path, name));
    const bool meets = next.water[i].settings->meets_meshes() && before != after;
    if (meets) out.restarts.push_back(fmt::format("meshes needs a restart of {}", name));
    out.waters[i] = own.empty() && !meets && world == next_world;
  }
  const bool waters = now.water.size() == next.water.size() && std::ranges::find(out.waters, false) == out.waters.end();
  const auto afloat = [](Scene& s) {
    return Json{{"bodies", list_of<BodySettings>(s, s.bodies, nullptr)},
                {"fish", list_of<FishSettings>(s, s.fish, nullptr)},
                {"leaves", list_of<LeafSettings>(s, s.leaves, nullptr)}};
  };
  const auto bodies = settings::differences(afloat(now), afloat(next));
  for (const std::string& path : bodies) out.restarts.push_back(path + " needs a restart of all bodies");
  out.bodies = waters && bodies.empty() && before == after;
  const Json now_afloat = afloat(now), next_afloat = afloat(next);
  const bool agents = now_afloat["fish"] == next_afloat["fish"] && now_afloat["leaves"] == next_afloat["leaves"];
  if (waters && before == after && agents && now.exchanges == next.exchanges)
    out.continued = entries_continued(now_afloat["bodies"], next_afloat["bodies"]);
  out.picture = out.bodies && start_of(now, now) == start_of(next, next);
  return out;
}

}  // namespace undine::session
