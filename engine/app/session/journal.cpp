#include "engine/app/session/journal.h"

namespace undine::session {

namespace {

using Json = nlohmann::ordered_json;

Json list(const glm::dvec3& v) { return {v.x, v.y, v.z}; }

glm::dvec3 vector(const Json& v) { return {v.at(0).get<double>(), v.at(1).get<double>(), v.at(2).get<double>()}; }

struct Write {
  Json& out;
  void operator()(const Touched& t) const {
    const Disturbance& d = t.push;
    out["touch"] = {{"water", t.water},     {"point", list(d.point)}, {"motion", list(d.motion)},
                    {"seconds", d.seconds}, {"radius", d.radius},     {"strength", d.strength},
                    {"pour", d.pour},       {"along", list(d.along)}};
  }
  void operator()(const Gripped& g) const {
    out["grip"] = nullptr;
    if (g.pull)
      out["grip"] = {
          {"origin", list(g.pull->origin)}, {"direction", list(g.pull->direction)}, {"began", g.pull->began}};
  }
  void operator()(const Changed& c) const { out["scene"] = c.scene; }
};

Touched read_touch(const Json& t) {
  Touched out{t.at("water").get<std::size_t>(), {}};
  out.push.point = vector(t.at("point"));
  out.push.motion = vector(t.at("motion"));
  out.push.seconds = t.at("seconds").get<double>();
  out.push.radius = t.at("radius").get<double>();
  out.push.strength = t.at("strength").get<double>();
  out.push.pour = t.at("pour").get<bool>();
  out.push.along = vector(t.at("along"));
  return out;
}

Gripped read_grip(const Json& g) {
  if (g.is_null()) return {};
  return {Pull{vector(g.at("origin")), vector(g.at("direction")), g.at("began").get<bool>()}};
}

}  // namespace

void Journal::grip(std::uint64_t step, const Gripped& what) {
  if (!what.pull && !holds_) return;
  holds_ = what.pull.has_value();
  entries_.push_back({step, what});
}

void Journal::change(std::uint64_t step, const std::string& before, const std::string& now) {
  if (began_.empty()) began_ = before;
  entries_.push_back({step, Changed{now}});
}

nlohmann::ordered_json Journal::json() const {
  Json entries = Json::array();
  for (const Entry& entry : entries_) {
    Json& one = entries.emplace_back(Json{{"step", entry.step}});
    std::visit(Write{one}, entry.what);
  }
  return {{"began", began_}, {"entries", std::move(entries)}};
}

Journal Journal::read(const nlohmann::ordered_json& json) {
  Journal out;
  out.began_ = json.at("began").get<std::string>();
  for (const Json& one : json.at("entries")) {
    const auto step = one.at("step").get<std::uint64_t>();
    if (one.contains("touch")) {
      out.touch(step, read_touch(one.at("touch")));
    } else if (one.contains("grip")) {
      const Gripped grip = read_grip(one.at("grip"));
      out.holds_ = grip.pull.has_value();
      out.entries_.push_back({step, grip});
    } else {
      out.entries_.push_back({step, Changed{one.at("scene").get<std::string>()}});
    }
  }
  return out;
}

}  // namespace undine::session
