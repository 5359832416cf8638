#include "tests/support/range_samples.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace undine::test {
namespace {

using Json = nlohmann::json;
using Pointer = Json::json_pointer;

class Walk {
 public:
  Walk(const Json& root, const RangeBase& base, const std::function<std::string(const std::string&)>& file)
      : root_(root), base_(base), file_(file) {}

  std::vector<RangeSample> all() {
    for (const std::string& head : base_.heads)
      visit(root_.at("properties").at(head), Pointer("/" + head), base_.scene);
    return std::move(out_);
  }

 private:
  // Resolves a reference, and merges the members beside it.
  Json whole(const Json& s) const {
    if (!s.contains("$ref")) return s;
    Json out = whole(root_.at(Pointer(s.at("$ref").get<std::string>().substr(1))));
    for (const auto& [key, value] : s.items())
      if (key != "$ref") out[key] = value;
    return out;
  }

  static double low(const Json& s) {
    if (!s.contains("exclusiveMinimum")) return s.at("minimum").get<double>();
    const double bound = s.at("exclusiveMinimum").get<double>();
    return bound + (s.at("type") == "integer" ? 1 : 1e-9 * std::max(1.0, std::abs(bound)));
  }

  // Minimal instance of a schema; empty if it requires a file that does not exist.
  std::optional<Json> instance(const Json& given, const std::string& key) const {
    const Json s = whole(given);
    if (s.contains("const")) return s["const"];
    if (s.contains("default")) return s["default"];
    if (s.contains("enum")) return s["enum"].front();
    if (s.contains("oneOf")) {
      for (const Json& one : s["oneOf"])
        if (auto made = instance(one, key)) return made;
      return {};
    }
    const std::string type = s.value("type", "object");
    if (type == "boolean") return false;
    if (type == "integer" || type == "number") return std::clamp(1.0, low(s), s.at("maximum").get<double>());
    if (type == "string") {
      const std::string text = s.value("x-file", false) ? file_(key) : "some";
      return text.empty() ? std::nullopt : std::optional<Json>(text);
    }
    Json out = type == "array" ? Json::array() : Json::object();
    if (type == "array") {
      for (std::size_t i = 0; i < std::max<std::size_t>(1, s.value("minItems", 0)); ++i) {
        const bool fixed = s.contains("prefixItems");
        if (fixed && i >= s["prefixItems"].size()) break;
        auto made = instance(fixed ? s["prefixItems"][i] : s["items"], key);
        if (!made) return {};
        out.push_back(std::move(*made));
      }
      return out;
    }
    const Json required = s.value("required", Json::array());
    for (const Json& name : required) {
      auto made = instance(s["properties"][name.get<std::string>()], name);
      if (!made) return {};
      out[name.get<std::string>()] = std::move(*made);
    }
    return out;
  }

  void visit(const Json& given, const Pointer& at, Json scene) {
    const Json s = whole(given);
    if (s.contains("oneOf")) return alternatives(s, at, scene);
    const std::string type = s.value("type", "object");
    if (type == "integer" || type == "number") return number(s, at, scene);
    if (type != "array" && type != "object") return;
    if (!scene.contains(at)) {
      const auto made = instance(s, at.back());
      if (!made) return;
      scene[at] = *made;
    }
    if (type == "array") return list(s, at, scene);
    const Json properties = s.value("properties", Json::object()), more = s.value("additionalProperties", Json(false));
    for (const auto& [key, property] : properties.items()) visit(property, at / key, scene);
    if (more.is_object()) visit(more, at / "some", scene);
  }

  void number(const Json& s, const Pointer& at, Json& scene) {
    for (const double value : {low(s), s.at("maximum").get<double>()}) {
      scene[at] = s.at("type") == "integer" ? Json(static_cast<std::int64_t>(value)) : Json(value);
      out_.push_back({at.to_string(), value, scene});
    }
  }

  void list(const Json& s, const Pointer& at, const Json& scene) {
    if (s.contains("prefixItems")) {
      for (std::size_t i = 0; i < s["prefixItems"].size(); ++i) visit(s["prefixItems"][i], at / i, scene);
      return;
    }
    if (!s.contains("items")) return;
    const Json items = whole(s["items"]);
    const bool vector = items.value("type", "") == "number" || items.value("type", "") == "integer";
    Json longer = scene;
    if (longer[at].empty()) {
      const auto made = instance(items, at.back());
      if (!made) return;
      longer[at].push_back(*made);
    }
    for (std::size_t i = 0; i < (vector ? longer[at].size() : 1); ++i) visit(items, at / i, longer);
    if (vector && longer[at].size() > 1) vector_ends(items, at, longer);
  }

  void vector_ends(const Json& items, const Pointer& at, Json& scene) {
    for (const double value : {low(items), items.at("maximum").get<double>()}) {
      for (Json& one : scene[at])
        one = items.at("type") == "integer" ? Json(static_cast<std::int64_t>(value)) : Json(value);
      out_.push_back({at.to_string(), value, scene});
    }
  }

  static bool tagged(const Json& s) {
    return std::ranges::any_of(s.value("properties", Json::object()),
                               [](const Json& p) { return p.contains("const"); });
  }
  // Returns true if the constants of this alternative match the object.
  static bool fits(const Json& s, const Json& value) {
    const Json required = s.value("required", Json::array());
    for (const auto& [key, property] : s["properties"].items()) {
      if (!property.contains("const")) continue;
      const bool absent = std::ranges::find(required, Json(key)) == required.end();
      if (value.contains(key) ? value[key] != property["const"] : !absent) return false;
    }
    return true;
  }

  void alternatives(const Json& s, const Pointer& at, const Json& scene) {
    for (const Json& one : s["oneOf"]) {
      const Json alternative = whole(one);
      Json changed = scene;
      const bool held = scene.contains(at) && base_.scene.contains(at);
      if (tagged(alternative) && held) {
        if (!fits(alternative, scene[at])) continue;
      } else if (alternative.value("type", "object") != "number" && alternative.value("type", "object") != "integer") {
        const auto made = instance(alternative, at.back());
        if (!made) continue;
        changed[at] = *made;
      }
      visit(alternative, at, changed);
    }
  }

  const Json& root_;
  const RangeBase& base_;
  const std::function<std::string(const std::string&)>& file_;
  std::vector<RangeSample> out_;
};

}  // namespace

std::vector<RangeSample> range_samples(const Json& schema, const RangeBase& base,
                                       const std::function<std::string(const std::string& key)>& file) {
  return Walk(schema, base, file).all();
}

}  // namespace undine::test
