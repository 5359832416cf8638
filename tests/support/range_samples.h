// Scenes at the ends of every numeric range that the schema of scenes allows, one value at a time.
#pragma once
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace undine::test {

struct RangeSample {
  std::string pointer;  // of the value
  double value = 0;
  nlohmann::json scene;
};

struct RangeBase {
  nlohmann::json scene;            // holds what its keys need
  std::vector<std::string> heads;  // keys of the scene whose values are sampled with it
};

// Vectors are sampled by component, and with all components at once. Values that `base` does not hold are put into it
// with what the schema requires around them, lists with one element. Of alternatives that are told apart by constants,
// those of the base are taken where it holds the object, all others in turn. file: what stands for a file by its key;
// empty: the alternative is left out.
std::vector<RangeSample> range_samples(const nlohmann::json& schema, const RangeBase& base,
                                       const std::function<std::string(const std::string& key)>& file);

}  // namespace undine::test
