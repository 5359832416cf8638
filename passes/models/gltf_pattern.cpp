#include "passes/models/gltf_pattern.h"

#include <tiny_gltf.h>

#include <algorithm>

#include "engine/core/error.h"
#include "engine/settings/settings_json.h"
#include "engine/settings/settings_reader.h"
#include "passes/models/gltf_gaps.h"
#include "passes/models/gltf_json.h"

namespace undine::solids {
namespace {

struct Extras {
  MaterialSettings material;
  void describe(settings::Visitor& v) { material.describe_pattern(v); }
};

}  // namespace

std::optional<MaterialSettings> gltf_pattern(const tinygltf::Material& m, const std::string& where) {
  if (m.extras_json_string.find("undine") == std::string::npos) return {};
  const settings::Json extras = settings::parse_json(m.extras_json_string, where);
  if (!extras.is_object() || !extras.contains("undine")) return {};
  settings::Json own = extras["undine"];
  // Some programs store custom properties as text only.
  if (own.is_string()) own = settings::parse_json(own.get<std::string>(), where);
  if (!own.is_object())
    throw Error(Exit::bad_input, where, "is not an object", "a JSON object, or a string that contains one as JSON");
  Extras out;
  const settings::Source source{.name = where, .folder = {}, .parts = {}};
  settings::Reader(own, source).read(out);
  if (out.material.pattern == MaterialSettings::Pattern::plain) return {};
  const bool shines = std::ranges::any_of(m.emissiveFactor, [](double x) { return x > 0; });
  if (m.pbrMetallicRoughness.baseColorTexture.index >= 0 || m.normalTexture.index >= 0 || shines ||
      gltf_transmission(m).share > 0 || m.alphaMode != "OPAQUE")
    throw Error(Exit::bad_input, where, "a pattern excludes textures, emission, transmission and opacity",
                "an opaque material with a color and a roughness");
  return out.material;
}

}  // namespace undine::solids
