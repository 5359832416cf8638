#include "engine/files/usd.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <map>

namespace undine::files {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

template <class T>
void append_number(std::string& to, T value) {
  if constexpr (std::is_floating_point_v<T>)
    if (std::isnan(value)) {  // a sign is not allowed
      to += "nan";
      return;
    }
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  to.append(digits.data(), end);
}

template <class V>
void append_tuple(std::string& to, const V& value) {
  to += '(';
  for (int i = 0; i < V::length(); ++i) {
    if (i > 0) to += ", ";
    append_number(to, value[i]);
  }
  to += ')';
}

}  // namespace

std::string usd_identifier(std::string_view name) {
  std::string out;
  for (const char c : name) out += is_letter(c) || is_digit(c) ? c : '_';
  if (out.empty() || is_digit(out[0])) out.insert(0, 1, '_');
  return out;
}

std::vector<std::string> usd_identifiers(std::span<const std::string> names) {
  std::vector<std::string> out;
  std::map<std::string, int> used;  // with the last number that was appended
  for (const std::string& name : names) {
    const std::string plain = usd_identifier(name);
    std::string unique = plain;
    while (!used.try_emplace(unique, 0).second) unique = fmt::format("{}_{}", plain, ++used[plain]);
    out.push_back(std::move(unique));
  }
  return out;
}

std::string usd_quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (code < 0x20 || code == 0x7f) {
      out += fmt::format("\\{:03o}", code);
    } else {
      out += c;
    }
  }
  return out + '"';
}

void usd_append(std::string& to, float value) { append_number(to, value); }
void usd_append(std::string& to, double value) { append_number(to, value); }
void usd_append(std::string& to, int value) { append_number(to, value); }
void usd_append(std::string& to, std::int64_t value) { append_number(to, value); }
void usd_append(std::string& to, const glm::vec2& value) { append_tuple(to, value); }
void usd_append(std::string& to, const glm::vec3& value) { append_tuple(to, value); }
void usd_append(std::string& to, const glm::dvec3& value) { append_tuple(to, value); }
void usd_append(std::string& to, const glm::quat& value) {
  append_tuple(to, glm::vec4(value.w, value.x, value.y, value.z));
}

UsdLayer::UsdLayer(const UsdStage& stage, std::string_view default_prim) {
  text_ = fmt::format("#usda 1.0\n(\n    defaultPrim = {}\n    doc = {}\n", usd_quoted(default_prim),
                      usd_quoted(stage.doc));
  const auto number = [&](const char* key, double value) {
    text_ += fmt::format("    {} = ", key);
    usd_append(text_, value);
    text_ += '\n';
  };
  number("endTimeCode", stage.last);
  number("framesPerSecond", stage.per_second);
  number("metersPerUnit", 1);
  number("startTimeCode", stage.first);
  if (!stage.sublayers.empty()) {
    text_ += "    subLayers = [\n";
    for (std::size_t i = 0; i < stage.sublayers.size(); ++i)
      text_ += fmt::format("        @./{}@{}\n", stage.sublayers[i], i + 1 < stage.sublayers.size() ? "," : "");
    text_ += "    ]\n";
  }
  number("timeCodesPerSecond", stage.per_second);
  text_ += "    upAxis = \"Y\"\n)\n";
}

void UsdLayer::begin(std::string_view kind, std::string_view name, const std::vector<std::string>& metadata) {
  text_ += '\n';
  indent(0);
  text_ += fmt::format("{} \"{}\"", kind, name);
  if (!metadata.empty()) {
    text_ += " (\n";
    for (const std::string& one : metadata) {
      indent(1);
      text_ += one;
      text_ += '\n';
    }
    indent(0);
    text_ += ')';
  }
  text_ += '\n';
  indent(0);
  text_ += "{\n";
  ++depth_;
}

void UsdLayer::end() {
  --depth_;
  indent(0);
  text_ += "}\n";
}

void UsdLayer::line(std::string_view text) {
  indent(0);
  text_ += text;
  text_ += '\n';
}

void UsdLayer::open(std::string_view declaration, std::string_view then) {
  indent(0);
  text_ += declaration;
  text_ += then;
}

void UsdLayer::close(std::string_view interpolation) {
  if (!interpolation.empty()) {
    text_ += " (\n";
    indent(1);
    text_ += fmt::format("interpolation = \"{}\"\n", interpolation);
    indent(0);
    text_ += ')';
  }
  text_ += '\n';
}

}  // namespace undine::files
