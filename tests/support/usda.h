// Strict parser of USD text layers, after the grammar of OpenUSD's text file format: the part that layers of meshes,
// points, transforms, cameras, lights and materials use. Every value is checked against its declared type.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace undine::test {

struct UsdaValue {
  enum class Form { number, string, asset, path, tuple, list, dictionary, none } form = Form::none;
  double number = 0;
  bool whole = false;            // a number without fraction and exponent
  std::string text;              // of a string, asset or path; of a number as it is written
  std::vector<UsdaValue> items;  // of a tuple or list
  std::map<std::string, std::pair<std::string, UsdaValue>> entries;  // of a dictionary: type and value

  // Components of numbers, tuples of numbers, and lists of them, in order, rounded as USD stores floats.
  std::vector<float> floats() const;
  std::vector<std::int64_t> integers() const;
};

struct UsdaProperty {
  std::string type;  // "point3f[]", "rel"
  bool uniform = false;
  std::vector<UsdaValue> value;         // one, if there is a value
  std::map<double, UsdaValue> samples;  // by time code
  std::vector<std::string> targets;     // of a relationship, or of a connection
  std::map<std::string, UsdaValue> metadata;
};

struct UsdaPrim {
  std::string specifier, type, name;  // "def", "over", "class"
  std::map<std::string, UsdaValue> metadata;
  std::map<std::string, UsdaProperty> properties;
  std::vector<UsdaPrim> children;
};

struct UsdaLayer {
  std::map<std::string, UsdaValue> metadata;
  std::vector<UsdaPrim> prims;
};

// Throws std::runtime_error with line and problem.
UsdaLayer parse_usda(std::string_view text);

// A root layer with its sublayers, internal references and value clips.
class UsdaStage {
 public:
  explicit UsdaStage(const std::filesystem::path& root);
  struct Prim {
    std::string specifier, type;
    std::map<std::string, UsdaValue> metadata;
    std::map<std::string, UsdaProperty> properties;
  };
  const std::map<std::string, Prim>& prims() const { return prims_; }  // by path: "/scene/water"
  const Prim& prim(const std::string& path) const;
  const std::map<std::string, UsdaValue>& metadata() const { return root_.metadata; }
  // Value of an attribute at a time code: time samples, then the default, then clips. Throws if there is none.
  const UsdaValue& value(const std::string& path, const std::string& attribute, double time) const;
  bool has_value(const std::string& path, const std::string& attribute, double time) const;
  std::vector<double> times() const;  // time codes of the clips
  // Checks types of schemas, counts, indices, extents, relationships, connections and material bindings at all time
  // codes of the clips. Returns the problems.
  std::vector<std::string> problems() const;

 private:
  struct Clips {
    std::string prim;
    std::vector<std::pair<double, std::shared_ptr<std::map<std::string, Prim>>>> by_time;
    std::map<std::string, Prim> manifest;
  };
  const UsdaValue* find(const std::string& path, const std::string& attribute, double time) const;
  void read_clips(const std::string& path, const UsdaValue& clips);
  void refer();
  void check_counts(const std::string& path, double time, std::vector<std::string>& out) const;
  void check_targets(const std::string& path, std::vector<std::string>& out) const;
  std::filesystem::path folder_;
  UsdaLayer root_;
  std::map<std::string, Prim> prims_;
  std::vector<Clips> clips_;
};

}  // namespace undine::test
