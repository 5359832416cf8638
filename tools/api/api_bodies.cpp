// Bodies of an open world: their numbers, adding and removing.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "engine/core/error.h"
#include "engine/settings/settings_json.h"
#include "tools/api/api_world.h"

namespace undine::api {
namespace {

using Json = settings::Json;

bool has_name(const Scene& scene, const std::string& name) {
  return std::ranges::find(scene.bodies, name, &BodySettings::name) != scene.bodies.end();
}

}  // namespace

std::uint32_t ApiWorld::body_count() const {
  std::uint32_t sum = 0;
  for (const BodySettings& b : session_->scene().bodies) sum += b.count;
  return sum;
}

Bodies& ApiWorld::bodies() {
  Bodies* bodies = session_->world().bodies();
  if (!bodies) throw Error(Exit::bad_input, "bodies", "the scene has no bodies");
  return *bodies;
}

void ApiWorld::number_bodies() {
  rows_.resize(body_count());
  std::iota(rows_.begin(), rows_.end(), 0u);
}

std::uint32_t ApiWorld::row_of(std::uint32_t body) {
  if (body < rows_.size() && rows_[body] != removed)  //
    return rows_[body];
  const std::string where = fmt::format("body {}", body);
  if (body < rows_.size())
    throw Error(Exit::bad_input, where, "was removed", "a body that the scene has or undine_body_add() returned");
  bodies();
  throw Error(Exit::bad_input, where, fmt::format("the scene has {} bodies", body_count()),
              rows_.empty() ? std::string() : fmt::format("a number up to {}", rows_.size() - 1));
}

// Values that were set are part of the text from here on.
void ApiWorld::take_text(std::string text) {
  text_ = std::move(text);
  line_.set.clear();
  line_.quality.clear();
  line_.seed.reset();
}

void ApiWorld::exchange_bodies(const std::string& text, std::vector<std::optional<std::size_t>> continued) {
  session_->run();
  session_->exchange_bodies(parse_scene(text, line_.scene()), std::move(continued));
  take_text(text);
  list_fields();
}

std::uint32_t ApiWorld::add_body(std::string_view text) {
  Json body = settings::parse_json(text, "undine_body_add");
  const Scene& scene = session_->scene();
  const auto number = static_cast<std::uint32_t>(rows_.size());
  if (!body.is_object())
    throw Error(Exit::bad_input, "undine_body_add", "the text is not an object",
                R"(an entry of "bodies", as in {"shape": "sphere", "radius": 0.2})");
  if (!body.contains("name") || body["name"] == "") {
    std::string name = fmt::format("body {}", number);
    while (has_name(scene, name)) name += "'";
    body["name"] = name;
  } else if (body["name"].is_string() && has_name(scene, body["name"].get<std::string>())) {
    throw Error(Exit::bad_input, "undine_body_add: /name",
                fmt::format("\"{}\" is the name of another body", shortened(body["name"].get<std::string>())),
                "a name of its own, or none");
  }
  Json root = Json::parse(save_scene(session_->live_scene()));
  root["bodies"].push_back(std::move(body));
  std::vector<std::optional<std::size_t>> continued(scene.bodies.size());
  std::iota(continued.begin(), continued.end(), std::size_t{0});
  continued.emplace_back();
  const std::uint32_t first = body_count();
  exchange_bodies(root.dump(), std::move(continued));
  for (std::uint32_t row = first; row < body_count(); ++row) rows_.push_back(row);
  return number;
}

void ApiWorld::remove_body(std::uint32_t body) {
  const std::uint32_t row = row_of(body);
  const std::vector<BodySettings>& all = session_->scene().bodies;
  std::uint32_t first = 0;
  std::size_t entry = 0;
  while (first + all[entry].count <= row) first += all[entry++].count;
  const std::uint32_t count = all[entry].count;
  for (const BodySettings& other : all)
    for (const BodyMooring& mooring : other.moorings)
      if (&other != &all[entry] && !mooring.body.empty() && mooring.body == all[entry].name)
        throw Error(Exit::bad_input, fmt::format("body {} (\"{}\")", body, all[entry].name),
                    fmt::format("a mooring of \"{}\" in the scene ends at it", other.name), "removing that body first");
  Json root = Json::parse(save_scene(session_->live_scene()));
  root["bodies"].erase(entry);
  std::vector<std::optional<std::size_t>> continued;
  for (std::size_t e = 0; e < all.size(); ++e)
    if (e != entry) continued.emplace_back(e);
  exchange_bodies(root.dump(), std::move(continued));
  for (std::uint32_t& r : rows_) {
    if (r == removed || r < first) continue;
    r = r < first + count ? removed : r - count;
  }
}

std::array<float, 6> ApiWorld::water_on(std::uint32_t body) {
  const std::uint32_t row = row_of(body);
  const std::vector<float> all = read(field("bodies.water"));
  std::array<float, 6> out;
  std::copy_n(all.begin() + std::ptrdiff_t{6} * row, 6, out.begin());
  return out;
}

}  // namespace undine::api
