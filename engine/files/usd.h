// Text layers of Universal Scene Description (.usda).
// [USD] Pixar Animation Studios, OpenUSD: text file format, UsdGeom, UsdShade, UsdLux; openusd.org.
#pragma once
#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace undine::files {

// Identifier of a prim: ASCII letters, digits and _, not a digit first. Other bytes become _.
std::string usd_identifier(std::string_view name);
// Identifiers of siblings, one per name, all different: repeated ones get _1, _2 ... appended.
std::vector<std::string> usd_identifiers(std::span<const std::string> names);
std::string usd_quoted(std::string_view text);  // a string in double quotes, on one line

// Appends a value in the shortest form that reads back as the same number. Quaternions: real part first.
void usd_append(std::string& to, float value);
void usd_append(std::string& to, double value);
void usd_append(std::string& to, int value);
void usd_append(std::string& to, std::int64_t value);
void usd_append(std::string& to, const glm::vec2& value);
void usd_append(std::string& to, const glm::vec3& value);
void usd_append(std::string& to, const glm::dvec3& value);
void usd_append(std::string& to, const glm::quat& value);
template <class T>
void usd_append(std::string& to, std::span<const T> values) {
  to += '[';
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) to += ", ";
    usd_append(to, values[i]);
  }
  to += ']';
}
template <class T>
void usd_append(std::string& to, const std::vector<T>& values) {
  usd_append(to, std::span<const T>(values));
}

struct UsdStage {  // metadata of a layer: meters, y up
  std::string doc;
  double first = 0, last = 0;          // time codes
  double per_second = 24;              // time codes
  std::vector<std::string> sublayers;  // file names in the layer's folder, the strongest first
};

// Writes a layer from the top. Attributes are declared as in the text: "point3f[] points".
class UsdLayer {
 public:
  UsdLayer(const UsdStage& stage, std::string_view default_prim);

  // kind: "def Mesh", "over" ... metadata: lines.
  void begin(std::string_view kind, std::string_view name, const std::vector<std::string>& metadata = {});
  void end();
  void line(std::string_view text);

  template <class T>
  void set(std::string_view declaration, const T& value, std::string_view interpolation = {}) {
    open(declaration, " = ");
    usd_append(text_, value);
    close(interpolation);
  }
  // Without a value; `interpolation` of a primvar: "vertex", "constant".
  void declare(std::string_view declaration, std::string_view interpolation = {}) {
    open(declaration, "");
    close(interpolation);
  }
  // One value per time code.
  template <class T>
  void samples(std::string_view declaration, std::span<const double> times, std::span<const T> values) {
    open(declaration, ".timeSamples = {");
    text_ += '\n';
    for (std::size_t i = 0; i < times.size(); ++i) {
      indent(1);
      usd_append(text_, times[i]);
      text_ += ": ";
      usd_append(text_, values[i]);
      text_ += ",\n";
    }
    indent(0);
    text_ += "}\n";
  }

  std::string take() && { return std::move(text_); }  // the layer, after the last end()

 private:
  void indent(std::size_t more) { text_.append(4 * (depth_ + more), ' '); }
  void open(std::string_view declaration, std::string_view then);
  void close(std::string_view interpolation);
  std::string text_;
  std::size_t depth_ = 0;
};

}  // namespace undine::files
