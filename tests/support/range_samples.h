// Scenes at the ends of every numeric range of the scene schema, one value at a time.
#pragma once
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace undine::test {

struct RangeSample {
  std::string pointer;  // JSON pointer of the value
  double value = 0;
  nlohmann::json scene;
};

struct RangeBase {
  nlohmann::json scene;            // contains the required context of its keys
  std::vector<std::string> heads;  // keys of the scene with values to sample
};

// Vectors are sampled by component, and with all components at once. Values missing in `base` are added with the
// context that the schema requires, lists with one element. Alternatives that differ by constants: the base's
// alternative if the base has the object, otherwise each one. file: path of a sample file by key; empty to skip the
// alternative.
std::vector<RangeSample> range_samples(const nlohmann::json& schema, const RangeBase& base,
                                       const std::function<std::string(const std::string& key)>& file);

}  // namespace undine::test
