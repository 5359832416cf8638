// Writes settings as JSON Schema: help and unit as description, unit also as x-unit, current values as defaults, one
// alternative per value of a tag. Leaves visited lists empty and tags at any value, so pass a temporary object.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/settings/settings.h"

namespace undine::settings {

class Schema : public Visitor {
 public:
  using Ordered = nlohmann::ordered_json;
  Schema() { open_.push_back({}); }
  template <class T>
  Ordered schema_of(T& settings) {
    do {
      settings.describe(*this);
    } while (next_variant());
    return close();
  }

 protected:
  SETTINGS_VISITOR_OVERRIDES;
  void word_or_vector(std::string_view name, int& index, NameSpan words, double* v, int n, NameSpan keys, const Spec& s,
                      Series* series) override;
  void numbers_or_series(std::string_view name, double* v, int n, Series* series, const Spec& s) override;
  void may_be_file(std::string_view name) override;
  void texts(std::string_view name, const Spec& s) override;
  void may_be_name(std::string_view name, std::string_view among) override;
  void end_map() override;
  std::vector<std::string> keys_here(std::vector<std::string>) override { return {"*"}; }
  bool prints() const override { return true; }
  bool wants_example() const override { return true; }
  bool wants(std::string_view, bool) override { return true; }
  bool next_variant() override;

 private:
  struct Tag {
    int value = 0, count = 0, initial = 0;
  };
  struct Frame {       // an object, or a list whose element is the next frame
    std::string name;  // key in the enclosing frame
    Spec spec;
    Ordered properties = Ordered::object(), required = Ordered::array(), alternatives = Ordered::array();
    std::vector<Tag> tags;  // odometer over tag values, for the passes of describe()
    std::size_t tags_seen = 0;
  };
  void add(std::string_view name, Ordered schema, const Spec& s, bool leaf = true);
  std::string description(const Spec& s, bool leaf) const;
  Ordered object_schema(Frame& frame);
  Ordered close();

  std::vector<Frame> open_;
};

}  // namespace undine::settings
