#include "engine/settings/settings_schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/settings/settings_json.h"

namespace undine::settings {
namespace {

using Ordered = Schema::Ordered;

Ordered number(double v, bool whole) {
  if (whole || (std::trunc(v) == v && std::abs(v) < 9007199254740992.0)) return static_cast<std::int64_t>(v);
  return v;
}

Ordered number_schema(const Spec& s, bool whole) {
  Ordered out{{"type", whole ? "integer" : "number"}};
  double limit = whole ? 9007199254740991.0 : 1e30;
  out[s.above_min ? "exclusiveMinimum" : "minimum"] = number(std::max(s.min, -limit), whole);
  out["maximum"] = number(std::min(s.max, limit), whole);
  return out;
}

template <class T>
Ordered numbers_schema(const T* v, int n, const Spec& s, bool whole) {
  Ordered one = number_schema(s, whole);
  if (n == 1) {
    one["default"] = number(static_cast<double>(*v), whole);
    return one;
  }
  Ordered values = Ordered::array();
  for (int i = 0; i < n; ++i) values.push_back(number(static_cast<double>(v[i]), whole));
  return {{"type", "array"}, {"items", one}, {"minItems", n}, {"maxItems", n}, {"default", values}};
}

// A number, or a series of pairs of seconds and numbers.
Ordered series_schema(const Ordered& one, int n, const Spec& s) {
  Spec point = s;
  point.above_min = false;
  Ordered members = Ordered::array({number_schema({.min = 0, .max = 1e9}, false)});
  for (int k = 0; k < n; ++k) members.push_back(number_schema(point, false));
  const Ordered row{{"type", "array"}, {"prefixItems", members}, {"minItems", n + 1}, {"maxItems", n + 1}};
  return {{"oneOf", Ordered::array({one, {{"type", "array"}, {"items", row}, {"minItems", 1}}})}};
}

Ordered words_schema(NameSpan names) {
  Ordered words = Ordered::array();
  for (std::string_view name : names) words.push_back(name);
  return {{"type", "string"}, {"enum", words}};
}

// Adds the key that every object may hold.
void add_help(Ordered& properties) {
  const std::string key(help_key);
  if (!properties.contains(key)) properties[key] = {{"description", "a remark for readers"}, {"type", "string"}};
}

}  // namespace

// Adds the effect of a change during a run, if known.
std::string Schema::description(const Spec& s, bool leaf) const {
  std::string out(s.help);
  if (!out.empty() && !s.unit.empty()) out += fmt::format(" ({})", s.unit);
  if (s.live) return out + (out.empty() ? "takes effect at once" : "; takes effect at once");
  if (!leaf || std::ranges::any_of(open_, [](const Frame& f) { return f.spec.live; })) return out;
  for (auto frame = open_.rbegin(); frame != open_.rend(); ++frame)
    if (!frame->spec.restarts.empty())
      return fmt::format("{}{}a change restarts {}", out, out.empty() ? "" : "; ", frame->spec.restarts);
  return out;
}

void Schema::add(std::string_view name, Ordered schema, const Spec& s, bool leaf) {
  Frame& frame = open_.back();
  Ordered out = Ordered::object();
  if (const std::string text = description(s, leaf); !text.empty()) out["description"] = text;
  if (!s.unit.empty()) out["x-unit"] = s.unit;
  if (s.required) schema.erase("default");
  out.update(schema);
  frame.properties[std::string(name)] = out;
  if (s.required) frame.required.push_back(name);
}

void Schema::flag(std::string_view name, bool& v, const Spec& s) {
  add(name, {{"type", "boolean"}, {"default", v}}, s);
}

void Schema::reals(std::string_view name, double* v, int n, const Spec& s) {
  add(name, numbers_schema(v, n, s, false), s);
}

void Schema::integers(std::string_view name, std::int64_t* v, int n, const Spec& s) {
  add(name, numbers_schema(v, n, s, true), s);
}

void Schema::text(std::string_view name, std::string& v, const Spec& s) {
  Ordered out{{"type", "string"}};
  if (!v.empty()) out["default"] = v;
  add(name, out, s);
}

void Schema::file(std::string_view name, std::filesystem::path&, const Spec& s) {
  add(name, {{"type", "string"}, {"minLength", 1}, {"x-file", true}}, s);
}

void Schema::one_of(std::string_view name, int& index, NameSpan names, const Spec& s, bool is_tag) {
  Frame& frame = open_.back();
  if (!is_tag) {
    Ordered out = words_schema(names);
    if (index >= 0) out["default"] = names[static_cast<std::size_t>(index)];
    add(name, out, s);
    return;
  }
  if (frame.tags_seen == frame.tags.size()) frame.tags.push_back({0, static_cast<int>(names.size()), index});
  const Tag& tag = frame.tags[frame.tags_seen++];
  Spec spec = s;
  spec.required = s.required || tag.value != tag.initial;  // only the default may be omitted
  index = names.empty() ? -1 : tag.value;
  add(name, names.empty() ? words_schema(names) : Ordered{{"const", names[static_cast<std::size_t>(index)]}}, spec);
}

void Schema::number_or_word(std::string_view name, double& v, int& word, NameSpan words, const Spec& s) {
  Ordered out{{"oneOf", {number_schema(s, false), words_schema(words)}}};
  out["default"] = word == 0 ? number(v, false) : Ordered(words[static_cast<std::size_t>(word - 1)]);
  add(name, out, s);
}

void Schema::file_or_word(std::string_view name, std::filesystem::path&, int& word, NameSpan words, const Spec& s) {
  Ordered out{{"type", "string"}, {"minLength", 1}, {"x-file", true}, {"examples", Ordered::array()}};
  for (std::string_view w : words) out["examples"].push_back(w);
  if (word > 0) out["default"] = words[static_cast<std::size_t>(word - 1)];
  add(name, out, s);
}

void Schema::numbers_or_series(std::string_view name, double* v, int n, Series* series, const Spec& s) {
  Ordered one = n == 1 ? number_schema(s, false) : numbers_schema(v, n, s, false);
  one.erase("default");
  Ordered out = series_schema(one, n, s);
  if (series->empty()) out["default"] = number(*v, false);
  add(name, out, s);
}

void Schema::word_or_vector(std::string_view name, int& index, NameSpan words, double* v, int n, NameSpan keys,
                            const Spec& s, Series* series) {
  Ordered forms = Ordered::array({words_schema(words)});
  for (std::string_view key : keys) {
    Ordered vector = numbers_schema(v, n, s, false);
    vector.erase("default");
    if (series) vector = series_schema(n == 1 ? number_schema(s, false) : vector, n, s);
    vector["description"] = s.unit.empty() ? std::string(key) : fmt::format("{}, in {}", key, s.unit);
    Ordered members = Ordered::object();
    members[std::string(key)] = vector;
    add_help(members);
    forms.push_back({{"type", "object"},
                     {"properties", members},
                     {"required", Ordered::array({key})},
                     {"additionalProperties", false}});
  }
  Ordered out{{"oneOf", forms}};
  if (index < static_cast<int>(words.size())) out["default"] = words[static_cast<std::size_t>(index)];
  add(name, out, s);
}

bool Schema::next_variant() {
  Frame& frame = open_.back();
  frame.alternatives.push_back(object_schema(frame));
  frame.properties = Ordered::object();
  frame.required = Ordered::array();
  frame.tags.resize(frame.tags_seen);
  frame.tags_seen = 0;
  while (!frame.tags.empty() && ++frame.tags.back().value >= frame.tags.back().count) frame.tags.pop_back();
  return !frame.tags.empty();
}

Ordered Schema::object_schema(Frame& frame) {
  Ordered out{{"type", "object"}, {"properties", frame.properties}};
  add_help(out["properties"]);
  if (!frame.required.empty()) out["required"] = frame.required;
  out["additionalProperties"] = false;
  return out;
}

Ordered Schema::close() {
  Ordered alternatives = std::move(open_.back().alternatives);
  return alternatives.size() == 1 ? alternatives[0] : Ordered{{"oneOf", alternatives}};
}

bool Schema::begin_object(std::string_view name, const Spec& s) {
  open_.push_back({});
  open_.back().name = name;
  open_.back().spec = s;
  return true;
}

void Schema::end_object() {
  Ordered out = close();
  std::string name = std::move(open_.back().name);
  Spec spec = open_.back().spec;
  open_.pop_back();
  add(name, out, spec, false);
}

bool Schema::begin_list(std::string_view name, std::size_t& size, const Spec& s) {
  size = 0;
  return begin_object(name, s);
}

void Schema::begin_element(std::size_t) { open_.push_back({}); }

void Schema::end_element() {
  Ordered element = close();
  open_.pop_back();
  const Frame& list = open_.back();
  Frame& owner = open_[open_.size() - 2];
  Spec spec = list.spec;
  Ordered out = Ordered::object();
  if (const std::string text = description(spec, false); !text.empty()) out["description"] = text;
  out["type"] = "array";
  out["items"] = element;
  owner.properties[list.name] = out;
  if (spec.required) owner.required.push_back(list.name);
}

void Schema::end_list() { open_.pop_back(); }

void Schema::reject(std::string_view, const std::string&, const std::string&) {}

void Schema::texts(std::string_view name, const Spec& s) {
  const Ordered one{{"type", "string"}, {"minLength", 1}, {"x-file", true}};
  add(name, {{"oneOf", Ordered::array({one, {{"type", "array"}, {"items", one}}})}}, s);
}

void Schema::may_be_name(std::string_view name, std::string_view among) {
  Ordered& property = open_.back().properties[std::string(name)];
  Ordered value = std::move(property), out = Ordered::object();
  for (const char* said : {"description", "default"}) {
    if (value.contains(said)) out[said] = value[said];
    value.erase(said);
  }
  const Ordered word{{"description", fmt::format("a name of \"{}\"", among)}, {"type", "string"}, {"minLength", 1}};
  out["oneOf"] = Ordered::array({value, word});
  property = out;
}

void Schema::end_map() {
  Frame map = std::move(open_.back());
  open_.pop_back();
  Ordered help = Ordered::object();
  add_help(help);
  add(map.name, {{"type", "object"}, {"properties", help}, {"additionalProperties", map.properties["*"]}}, map.spec);
}

void Schema::may_be_file(std::string_view name) {
  Ordered& property = open_.back().properties[std::string(name)];
  Ordered array = std::move(property), out = Ordered::object();
  if (array.contains("description")) out["description"] = array["description"];
  array.erase("description");
  out["oneOf"] = Ordered::array({array, {{"type", "string"}, {"minLength", 1}, {"x-file", true}}});
  property = out;
}

}  // namespace undine::settings
