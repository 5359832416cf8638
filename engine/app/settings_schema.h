// Describes settings as JSON Schema: help as description, unit as x-unit, current values as defaults, one alternative
// per value of a tag. It leaves lists of what it visits empty and tags at any value: give it settings made for it.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/app/settings.h"

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

  void file(std::string_view name, std::filesystem::path& v, const Spec& s) override;
  void reject(std::string_view, const std::string&, const std::string&) override {}

 protected:
  void flag(std::string_view name, bool& v, const Spec& s) override;
  void reals(std::string_view name, double* v, int n, const Spec& s) override;
  void singles(std::string_view name, double* v, int n, const Spec& s) override;
  void integers(std::string_view name, std::int64_t* v, int n, const Spec& s) override;
  void text(std::string_view name, std::string& v, const Spec& s) override;
  void one_of(std::string_view name, int& index, NameSpan names, const Spec& s, bool is_tag) override;
  void number_or_word(std::string_view name, double& v, int& word, NameSpan words, const Spec& s) override;
  void file_or_word(std::string_view name, std::filesystem::path& v, int& word, NameSpan words, const Spec& s) override;
  void word_or_vector(std::string_view name, int& index, NameSpan words, double* v, int n, NameSpan keys,
                      const Spec& s) override;
  bool begin_object(std::string_view name, const Spec& s) override;
  void end_object() override;
  bool begin_list(std::string_view name, std::size_t& size, const Spec& s) override;
  void begin_element(std::size_t) override { open_.push_back({}); }
  void end_element() override;
  void end_list() override { open_.pop_back(); }
  void may_be_file(std::string_view name) override;
  bool wants_example() const override { return true; }
  bool wants(std::string_view, bool) override { return true; }
  bool next_variant() override;

 private:
  struct Tag {
    int value = 0, count = 0, initial = 0;
  };
  struct Frame {       // an object, or a list whose element is the next frame
    std::string name;  // in the frame below
    Spec spec;
    Ordered properties = Ordered::object(), required = Ordered::array(), alternatives = Ordered::array();
    std::vector<Tag> tags;  // of the current pass over describe(), an odometer
    std::size_t tags_seen = 0;
  };
  void add(std::string_view name, Ordered schema, const Spec& s);
  Ordered object_schema(Frame& frame);
  Ordered close();

  std::vector<Frame> open_;
};

}  // namespace undine::settings
