// Declares a setting in one line, which serves the scene file, --set, the schema, the slider and the error message.
//
//   struct WaveSettings {
//     glm::uvec2 cells{128, 128};
//     double damping = 0.1;
//     Edge edge = Edge::wall;
//     std::vector<Drop> initial;
//     void describe(settings::Visitor& v) {
//       v.value("cells", cells, {.help = "grid cells along x and z", .min = 1, .max = 16384});
//       v.value("damping", damping, {.help = "decay rate of the waves", .unit = "1/s", .min = 0, .max = 100});
//       v.choice("edge", edge, {"wall", "fixed", "periodic", "absorb"}, {.help = "boundary condition at this side"});
//       v.list("initial", initial, {.help = "initial shapes of the water at rest"});   // elements have describe() too
//     }
//   };
//
// A tagged union is a struct whose describe() first calls v.tag("shape", shape, {...}) and then describes the members
// of the tag's current value. Unknown keys, wrong types, values out of range, NaN and duplicate keys are errors.
// describe() may run several times (once per value of a tag, for the schema), so it must not have side effects.
#pragma once  // public
#include <array>
#include <cstdint>
#include <filesystem>
#include <glm/glm.hpp>
#include <initializer_list>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/settings/series.h"

namespace undine::settings {

struct Spec {
  std::string_view help = "";
  std::string_view unit = "";
  double min = -1e30, max = 1e30;
  bool above_min = false;  // excludes min itself
  bool required = false;
  bool log_scale = false;  // for sliders
  // A change takes effect without a restart. For objects and lists: includes all elements and the list's length.
  bool live = false;
  std::string_view restarts = "";  // objects, lists: restart that a change of a non-live value in it causes
};
using Names = std::initializer_list<std::string_view>;
using NameSpan = std::span<const std::string_view>;

double shortest_single(float v);  // the double with the fewest digits that rounds to the same float

class Visitor {
 public:
  virtual ~Visitor() = default;

  // Numbers and vectors of them. Vectors are JSON arrays of their exact length; min/max hold per component.
  void value(std::string_view name, bool& v, const Spec& s) { flag(name, v, s); }
  void value(std::string_view name, double& v, const Spec& s) { reals(name, &v, 1, s); }
  void value(std::string_view name, float& v, const Spec& s) { convert(name, &v, 1, s); }
  void value(std::string_view name, glm::vec2& v, const Spec& s) { convert(name, &v.x, 2, s); }
  void value(std::string_view name, glm::vec3& v, const Spec& s) { convert(name, &v.x, 3, s); }
  void value(std::string_view name, glm::dvec2& v, const Spec& s) { reals(name, &v.x, 2, s); }
  void value(std::string_view name, glm::dvec3& v, const Spec& s) { reals(name, &v.x, 3, s); }
  void value(std::string_view name, std::int64_t& v, const Spec& s) { integers(name, &v, 1, s); }
  void value(std::string_view name, std::uint32_t& v, const Spec& s) { whole(name, &v, 1, s); }
  void value(std::string_view name, glm::uvec2& v, const Spec& s) { whole(name, &v.x, 2, s); }
  void value(std::string_view name, glm::uvec3& v, const Spec& s) { whole(name, &v.x, 3, s); }
  void value(std::string_view name, std::string& v, const Spec& s) { text(name, v, s); }

  // An enum by its names, in the order of its values.
  template <class E>
  void choice(std::string_view name, E& v, Names names, const Spec& s) {
    int index = static_cast<int>(v);
    one_of(name, index, span(names), s, false);
    v = static_cast<E>(index);
  }
  // The same for the tag that selects the members that follow. Call it first.
  template <class E>
  void tag(std::string_view name, E& v, Names names, const Spec& s) {
    int index = static_cast<int>(v);
    one_of(name, index, span(names), s, true);
    v = static_cast<E>(index);
  }
  // A tag with names known only at run time; index -1: not set.
  void tag(std::string_view name, int& index, NameSpan names, const Spec& s) { one_of(name, index, names, s, true); }
  // A number or a word: "speed": 2 or "speed": "depth". `word` 0 stands for the number, 1 for words[0].
  template <class E>
  void value_or(std::string_view name, double& v, E& word, Names words, const Spec& s) {
    int index = static_cast<int>(word);
    number_or_word(name, v, index, span(words), s);
    word = static_cast<E>(index);
  }
  // A number or a series over time: "rate": 2 or "rate": [[0, 1], [60, 2]] of seconds and values, with increasing
  // times. A series that is read has a point; a number clears the series.
  void value_or_series(std::string_view name, double& v, Series& series, const Spec& s) {
    numbers_or_series(name, &v, 1, &series, s);
  }
  // A file that must exist, be regular, and lie inside the scene's folder; its path is relative to that folder. Reading
  // makes the path absolute. Empty: not given.
  virtual void file(std::string_view name, std::filesystem::path& v, const Spec& s) = 0;
  // A file or a word: "islands": "mask.png" or "islands": "terrain". `word` 0 stands for the file.
  template <class E>
  void file_or(std::string_view name, std::filesystem::path& v, E& word, Names words, const Spec& s) {
    int index = static_cast<int>(word);
    file_or_word(name, v, index, span(words), s);
    word = static_cast<E>(index);
  }

  // A word, or an object with one key that holds a vector: "edge": "outflow" or "edge": {"inflow": [1, 0]}. The values
  // of E index `words`, then `keys`.
  template <class E>
  void choice_or_vector(std::string_view name, E& v, Names words, glm::dvec2& vector, Names keys, const Spec& s) {
    int index = static_cast<int>(v);
    word_or_vector(name, index, span(words), &vector.x, 2, span(keys), s);
    v = static_cast<E>(index);
  }

  // The same, or a series of the vector's components over time: {"inflow": [[0, 1, 0], [60, 2, 0]]}, seconds first. All
  // have the same times.
  template <class E>
  void choice_or_vectors(std::string_view name, E& v, Names words, glm::dvec2& vector, std::array<Series, 2>& series,
                         Names keys, const Spec& s) {
    int index = static_cast<int>(v);
    word_or_vector(name, index, span(words), &vector.x, 2, span(keys), s, series.data());
    v = static_cast<E>(index);
  }

  // The same with one number: "edge": "wall" or "edge": {"discharge": 1.5}.
  template <class E>
  void choice_or_number(std::string_view name, E& v, Names words, double& number, Names keys, const Spec& s) {
    int index = static_cast<int>(v);
    word_or_vector(name, index, span(words), &number, 1, span(keys), s);
    v = static_cast<E>(index);
  }
  // The same with a number or a series: "edge": {"discharge": [[0, 1], [60, 2]]}.
  template <class E>
  void choice_or_series(std::string_view name, E& v, Names words, double& number, Series& series, Names keys,
                        const Spec& s) {
    int index = static_cast<int>(v);
    word_or_vector(name, index, span(words), &number, 1, span(keys), s, &series);
    v = static_cast<E>(index);
  }

  // A nested object with describe(Visitor&).
  template <class T>
  void object(std::string_view name, T& v, const Spec& s) {
    if (begin_object(name, s)) {
      variants(v);
      end_object();
    }
  }
  // An object that may be absent.
  template <class T>
  void optional(std::string_view name, std::optional<T>& v, const Spec& s) {
    if (!wants(name, v.has_value())) return;
    if (!v) v.emplace();
    object(name, *v, s);
  }
  // A value that may be absent; `shown`: default in the schema.
  template <class T>
  void optional_value(std::string_view name, std::optional<T>& v, const T& shown, const Spec& s) {
    if (!wants(name, v.has_value())) return;
    if (!v) v = shown;
    value(name, *v, s);
  }
  // A list of objects with describe(Visitor&). Reading replaces the default list.
  template <class T>
  void list(std::string_view name, std::vector<T>& v, const Spec& s) {
    std::size_t size = v.size();
    if (!begin_list(name, size, s)) return;
    if (replaces_lists()) v.clear();
    v.resize(size);
    for (std::size_t i = 0; i < size; ++i) {
      begin_element(i);
      variants(v[i]);
      end_element();
    }
    if (wants_example()) {
      T example{};
      begin_element(size);
      variants(example);
      end_element();
    }
    end_list();
  }
  // A list of objects or a file: "obstacles": [{...}] or "obstacles": "mask.png". A file clears the list.
  template <class T>
  void list_or_file(std::string_view name, std::vector<T>& v, std::filesystem::path& file_name, const Spec& s) {
    if (takes_file(name, !file_name.empty())) {
      v.clear();
      file(name, file_name, s);
    } else {
      list(name, v, s);
      may_be_file(name);
    }
  }
  // The same, or a word that is not a file.
  template <class T>
  void list_or_file(std::string_view name, std::vector<T>& v, std::filesystem::path& file_name, std::string_view word,
                    bool& is_word, const Spec& s) {
    if (!takes_file(name, is_word || !file_name.empty())) return list_or_file(name, v, file_name, s);
    v.clear();
    int index = is_word ? 1 : 0;
    file_or_word(name, file_name, index, NameSpan(&word, 1), s);
    is_word = index == 1;
  }
  // An object or a name in the scene's map `among`: "material": {...} or "material": "slate".
  template <class T>
  void object_or_name(std::string_view name, T& v, std::string_view among, const Spec& s) {
    if (begin_named(name, among, s)) {
      variants(v);
      end_object();
    }
    may_be_name(name, among);
  }
  // A color or a name in the scene's map `among`, whose entry has a "color".
  void color_or_name(std::string_view name, glm::dvec3& v, std::string_view among, const Spec& s) {
    if (takes_name(name)) return named_color(name, v, among, s);
    reals(name, &v.x, 3, s);
    may_be_name(name, among);
  }
  // Objects by names: "materials": {"slate": {...}}.
  template <class T>
  void map(std::string_view name, std::map<std::string, T>& v, const Spec& s) {
    if (!begin_map(name, s)) return;
    std::vector<std::string> keys;
    for (const auto& [key, value] : v) keys.push_back(key);
    for (const std::string& key : keys_here(std::move(keys))) object(key, v[key], {});
    end_map();
  }
  // A text, or a list of texts. Only the reader's caller and the schema use them.
  virtual void texts(std::string_view, const Spec&) {}
  // Rejects a value for reasons beyond its own range; the reader adds file and JSON pointer. Other visitors ignore it.
  virtual void reject(std::string_view name, const std::string& problem, const std::string& allowed) = 0;

 protected:
  virtual void flag(std::string_view name, bool& v, const Spec& s) = 0;
  virtual void reals(std::string_view name, double* v, int n, const Spec& s) = 0;
  virtual void integers(std::string_view name, std::int64_t* v, int n, const Spec& s) = 0;
  virtual void text(std::string_view name, std::string& v, const Spec& s) = 0;
  virtual void one_of(std::string_view name, int& index, NameSpan names, const Spec& s, bool is_tag) = 0;
  virtual void number_or_word(std::string_view name, double& v, int& word, NameSpan, const Spec& s) {
    if (word == 0) reals(name, &v, 1, s);
  }
  virtual void numbers_or_series(std::string_view name, double* v, int n, Series* series, const Spec& s) {
    if (series->empty()) reals(name, v, n, s);
  }
  virtual void file_or_word(std::string_view name, std::filesystem::path& v, int& word, NameSpan, const Spec& s) {
    if (word == 0) file(name, v, s);
  }
  virtual void word_or_vector(std::string_view name, int& index, NameSpan words, double* v, int n, NameSpan keys,
                              const Spec& s, Series* series = nullptr) {
    if (index < static_cast<int>(words.size()))
      one_of(name, index, words, s, false);
    else if (begin_object(name, s)) {
      const std::string_view key = keys[static_cast<std::size_t>(index) - words.size()];
      if (series)
        numbers_or_series(key, v, n, series, s);
      else
        reals(key, v, n, s);
      end_object();
    }
  }
  virtual bool takes_file(std::string_view, bool now) { return now; }  // list_or_file: file instead of list
  virtual void may_be_file(std::string_view) {}
  virtual bool begin_named(std::string_view name, std::string_view, const Spec& s) { return begin_object(name, s); }
  virtual bool takes_name(std::string_view) { return false; }
  virtual void named_color(std::string_view, glm::dvec3&, std::string_view, const Spec&) {}
  virtual void may_be_name(std::string_view, std::string_view) {}
  virtual bool begin_map(std::string_view name, const Spec& s) { return begin_object(name, s); }
  virtual void end_map() { end_object(); }
  virtual std::vector<std::string> keys_here(std::vector<std::string> now) { return now; }  // keys of the open map
  virtual bool prints() const { return false; }  // prints floats with their fewest digits
  virtual bool begin_object(std::string_view name, const Spec& s) = 0;
  virtual void end_object() = 0;
  virtual bool begin_list(std::string_view name, std::size_t& size, const Spec& s) = 0;
  virtual void begin_element(std::size_t index) = 0;
  virtual void end_element() = 0;
  virtual void end_list() = 0;
  virtual bool wants_example() const { return false; }  // the schema describes one element of an empty list
  virtual bool replaces_lists() const { return false; }
  virtual bool wants(std::string_view, bool present) { return present; }  // visits an optional object
  virtual bool next_variant() { return false; }  // the schema describes an object once per value of its tags

 private:
  static NameSpan span(Names names) { return {names.begin(), names.size()}; }
  template <class T>
  void variants(T& v) {
    do {
      v.describe(*this);
    } while (next_variant());
  }
  void convert(std::string_view name, float* v, int n, const Spec& s) {
    double wide[4] = {};
    for (int i = 0; i < n; ++i) wide[i] = prints() ? shortest_single(v[i]) : static_cast<double>(v[i]);
    reals(name, wide, n, s);
    for (int i = 0; i < n; ++i) v[i] = static_cast<float>(wide[i]);
  }
  void whole(std::string_view name, std::uint32_t* v, int n, const Spec& s) {
    std::int64_t wide[4] = {};
    for (int i = 0; i < n; ++i) wide[i] = v[i];
    Spec narrow = s;
    if (narrow.min < 0) narrow.min = 0;
    if (narrow.max > 4294967295.0) narrow.max = 4294967295.0;
    integers(name, wide, n, narrow);
    for (int i = 0; i < n; ++i) v[i] = static_cast<std::uint32_t>(wide[i]);
  }
};

// Declares the overrides of every visitor, in its protected part: all pure functions and the forms with words.
#define SETTINGS_VISITOR_OVERRIDES                                                                                    \
  void flag(std::string_view name, bool& v, const settings::Spec& s) override;                                        \
  void reals(std::string_view name, double* v, int n, const settings::Spec& s) override;                              \
  void integers(std::string_view name, std::int64_t* v, int n, const settings::Spec& s) override;                     \
  void text(std::string_view name, std::string& v, const settings::Spec& s) override;                                 \
  void file(std::string_view name, std::filesystem::path& v, const settings::Spec& s) override;                       \
  void one_of(std::string_view name, int& index, settings::NameSpan names, const settings::Spec& s, bool is_tag)      \
      override;                                                                                                       \
  void number_or_word(std::string_view name, double& v, int& word, settings::NameSpan words, const settings::Spec& s) \
      override;                                                                                                       \
  void file_or_word(std::string_view name, std::filesystem::path& v, int& word, settings::NameSpan words,             \
                    const settings::Spec& s) override;                                                                \
  bool begin_object(std::string_view name, const settings::Spec& s) override;                                         \
  void end_object() override;                                                                                         \
  bool begin_list(std::string_view name, std::size_t& size, const settings::Spec& s) override;                        \
  void begin_element(std::size_t index) override;                                                                     \
  void end_element() override;                                                                                        \
  void end_list() override;                                                                                           \
  void reject(std::string_view name, const std::string& problem, const std::string& allowed) override

}  // namespace undine::settings
