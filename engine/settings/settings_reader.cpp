#include "engine/settings/settings_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/core/error.h"

namespace undine::settings {
namespace {

bool holds(std::string_view part, std::string_view pointer) {
  return pointer.starts_with(part) && (pointer.size() == part.size() || pointer[part.size()] == '/');
}
std::vector<std::string> words_of(NameSpan names) { return {names.begin(), names.end()}; }
std::string suggestion(const std::string& near) {
  return near.empty() ? near : fmt::format("did you mean \"{}\"? ", near);
}

}  // namespace

const Source::Part* Source::part_of(std::string_view pointer) const {
  auto part = std::find_if(parts.rbegin(), parts.rend(), [&](const Part& p) { return holds(p.pointer, pointer); });
  return part == parts.rend() ? nullptr : &*part;
}

std::string Source::where(std::string_view pointer) const {
  const Part* part = part_of(pointer);
  std::string place(pointer);
  if (part && part->origin) place.replace(0, part->pointer.size(), part->origin->pointer);
  const std::string& from = part ? part->name : name;
  return place.empty() ? from : fmt::format("{}: {}", from, place);
}

std::filesystem::path Source::file(std::string_view pointer, const std::string& text) const {
  std::vector<std::filesystem::path> folders;
  const Part* part = part_of(pointer);
  if (part && part->origin && part->origin->folder != folder) folders.push_back(part->origin->folder);
  folders.push_back(folder);
  if (!assets.empty()) folders.push_back(assets);
  return resolve_file(folders, text, where(pointer));
}

Reader::Reader(const Json& root, const Source& source) : source_(source) { enter(root, ""); }

void Reader::fail(const std::string& pointer, const std::string& what, const std::string& remedy) const {
  throw Error(Exit::bad_input, source_.where(pointer), what, remedy);
}

void Reader::note(const Error& e) {
  problems_.add(e);
  if (problems_.full()) throw Enough{};
}

bool Reader::refused(const std::string& pointer) const {
  const std::string where = source_.where(pointer);
  return std::ranges::any_of(problems_.all(),
                             [&](const Error& e) { return holds(e.where(), where) || holds(where, e.where()); });
}

// Skip checks across values if one of them was refused and has its default.
void Reader::reject(std::string_view name, const std::string& problem, const std::string& allowed) {
  const Frame& frame = frames_.back();
  const std::string pointer = fmt::format("{}/{}", frame.pointer, name);
  const bool part = frames_.size() > 1;  // checks of the whole scene name their value themselves
  if (frame.skip || (part && frame.failed) || refused(pointer)) return;
  note({Exit::bad_input, source_.where(pointer), problem, allowed.empty() ? "" : "allowed: " + allowed});
}

const Json* Reader::find(std::string_view name, const Spec& s) {
  Frame& frame = frames_.back();
  frame.known.emplace_back(name);
  auto at = frame.json->find(frame.known.back());
  if (at != frame.json->end()) return &*at;
  if (s.required) {
    fail(frame.pointer, fmt::format("\"{}\" is missing", name), s.help.empty() ? "" : std::string(s.help));
  }
  return nullptr;
}

void Reader::enter(const Json& object, const std::string& pointer) {
  if (!object.is_object()) fail(pointer, shown(object) + " is not an object", "allowed: {...}");
  frames_.push_back({&object, pointer, {}, {}});
}

void Reader::leave() {
  const Frame frame = std::move(frames_.back());
  frames_.pop_back();
  if (frame.skip) return;
  for (const auto& [key, value] : frame.json->items()) {
    if (std::find(frame.known.begin(), frame.known.end(), key) != frame.known.end()) continue;
    const std::string pointer = pointer_of(frame.pointer, key);
    if (key == help_key) {
      if (!value.is_string())
        note({Exit::bad_input, source_.where(pointer), shown(value) + " is not a text", "allowed: text in quotes"});
      continue;
    }
    std::string near = nearest(key, frame.known);
    note({Exit::bad_input, source_.where(pointer),
          frame.tag.empty() ? "unknown key" : "unknown key beside " + frame.tag,
          suggestion(near) + "allowed: " + joined(frame.known)});
  }
}

double Reader::real(const Json& json, const std::string& pointer, const Spec& s) {
  if (!json.is_number()) fail(pointer, shown(json) + " is not a number", "allowed: " + number_range(s, false));
  double v = json.get<double>();
  bool low = s.above_min ? !(v > s.min) : !(v >= s.min);
  if (low || !(v <= s.max)) {
    bool unbounded = low ? s.min <= -1e30 : s.max >= 1e30;
    fail(pointer, fmt::format("{} is too {}", shown(json), low ? "small" : "large"),
         "allowed: " + (unbounded ? "number from -1e+30 to 1e+30" : number_range(s, false)));
  }
  return v;
}

std::int64_t Reader::integer(const Json& json, const std::string& pointer, const Spec& s) {
  constexpr double limit = 9223372036854775808.0;
  constexpr double exact = 9007199254740992.0;  // larger doubles do not represent every whole number of the file
  std::string allowed = "allowed: " + number_range(s, true);
  if (!json.is_number()) fail(pointer, shown(json) + " is not a whole number", allowed);
  std::int64_t v = 0;
  bool low = false, high = false;
  if (json.is_number_unsigned()) {
    auto wide = json.get<std::uint64_t>();
    high = wide > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (!high) v = static_cast<std::int64_t>(wide);
  } else if (json.is_number_integer()) {
    v = json.get<std::int64_t>();
  } else {
    double wide = json.get<double>();
    if (std::trunc(wide) != wide) fail(pointer, shown(json) + " is not a whole number", allowed);
    low = wide < -exact;
    high = wide > exact;
    if (!low && !high) v = static_cast<std::int64_t>(wide);
  }
  if (!low && !high) {
    if (s.min > -limit)
      low = v < static_cast<std::int64_t>(s.min) || (s.above_min && v == static_cast<std::int64_t>(s.min));
    if (s.max < limit) high = v > static_cast<std::int64_t>(s.max);
  }
  if (low || high) fail(pointer, fmt::format("{} is too {}", shown(json), low ? "small" : "large"), allowed);
  return v;
}

template <class T, class Check>
void Reader::numbers(std::string_view name, T* v, int n, const Spec& s, bool whole, Check check) {
  attempt([&] {
    const Json* json = find(name, s);
    if (!json) return;
    if (n == 1) {
      *v = (this->*check)(*json, here(name), s);
      return;
    }
    if (!json->is_array() || json->size() != static_cast<std::size_t>(n)) {
      fail(here(name), shown(*json) + fmt::format(" is not a list of {} numbers", n),
           fmt::format("allowed: list of {}, each a {}", n, number_range(s, whole)));
    }
    for (int i = 0; i < n; ++i)
      attempt(
          [&] { v[i] = (this->*check)((*json)[static_cast<std::size_t>(i)], fmt::format("{}/{}", here(name), i), s); });
  });
}

void Reader::reals(std::string_view name, double* v, int n, const Spec& s) {
  numbers(name, v, n, s, false, &Reader::real);
}

void Reader::integers(std::string_view name, std::int64_t* v, int n, const Spec& s) {
  numbers(name, v, n, s, true, &Reader::integer);
}

void Reader::flag(std::string_view name, bool& v, const Spec& s) {
  attempt([&] {
    const Json* json = find(name, s);
    if (!json) return;
    if (!json->is_boolean()) fail(here(name), shown(*json) + " is neither true nor false", "allowed: true, false");
    v = json->get<bool>();
  });
}

void Reader::text(std::string_view name, std::string& v, const Spec& s) {
  attempt([&] {
    const Json* json = find(name, s);
    if (!json) return;
    if (!json->is_string()) fail(here(name), shown(*json) + " is not a text", "allowed: text in quotes");
    v = json->get<std::string>();
  });
}

int Reader::word(const Json& json, const std::string& pointer, NameSpan names, const std::string& besides) {
  std::vector<std::string> words = words_of(names);
  if (json.is_string()) {
    auto at = std::find(words.begin(), words.end(), json.get_ref<const std::string&>());
    if (at != words.end()) return static_cast<int>(at - words.begin());
  }
  std::string near = json.is_string() ? nearest(json.get_ref<const std::string&>(), words) : "";
  fail(pointer, shown(json) + " is not known here",
       suggestion(near) + "allowed: " + besides + (words.empty() ? "none" : joined(words)));
}

void Reader::one_of(std::string_view name, int& index, NameSpan names, const Spec& s, bool is_tag) {
  bool read = false;
  attempt([&] {
    if (const Json* json = find(name, s)) index = word(*json, here(name), names, "");
    read = true;
  });
  Frame& frame = frames_.back();
  if (!is_tag) return;
  if (!read) frame.skip = true;
  if (read && index >= 0) frame.tag = fmt::format("\"{}\": \"{}\"", name, names[static_cast<std::size_t>(index)]);
}

void Reader::number_or_word(std::string_view name, double& v, int& index, NameSpan words, const Spec& s) {
  attempt([&] {
    const Json* json = find(name, s);
    if (!json) return;
    if (json->is_number()) {
      v = real(*json, here(name), s);
      index = 0;
    } else {
      index = 1 + word(*json, here(name), words, number_range(s, false) + ", or ");
    }
  });
}

void Reader::numbers_or_series(std::string_view name, double* v, int n, Series* series, const Spec& s) {
  attempt([&] {
    const Json* json = find(name, s);
    if (!json) return;
    if (n == 1 ? !json->is_array() : !json->is_array() || json->empty() || !json->front().is_array()) {
      if (n > 1 && (!json->is_array() || json->size() != static_cast<std::size_t>(n)))
        fail(here(name), shown(*json) + fmt::format(" is neither {} numbers nor a series", n),
             fmt::format("allowed: {} numbers, each a {}, or [[seconds, value, value], ...], times rising", n,
                         number_range(s, false)));
      reals(name, v, n, s);
      for (int k = 0; k < n; ++k) series[k].clear();
      return;
    }
    const std::string allowed =
        fmt::format("allowed: [[seconds, {}], ...], 1 to {} points, times rising, each value a {}",
                    n == 1 ? "value" : "value, value", max_elements, number_range(s, false));
    if (json->empty() || json->size() > max_elements)
      fail(here(name),
           shown(*json) +
               fmt::format(" is a series of {} points, {}", json->size(), json->empty() ? "too few" : "too many"),
           allowed);
    Spec value = s;  // ranges above 0 may begin or end with 0
    value.above_min = false;
    std::vector<Series> read(static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < json->size(); ++i) {
      const Json& point = (*json)[i];
      const std::string pointer = fmt::format("{}/{}", here(name), i);
      if (!point.is_array() || point.size() != static_cast<std::size_t>(n) + 1)
        fail(pointer, shown(point) + (n == 1 ? " is not a pair" : fmt::format(" has not {} numbers", n + 1)), allowed);
      const double time = real(point[0], pointer + "/0", {.min = 0, .max = 1e9});
      if (i > 0 && !(time > read[0].back().x))
        fail(pointer + "/0", shown(point[0]) + " is not over the time before", allowed);
      for (int k = 0; k < n; ++k)
        read[static_cast<std::size_t>(k)].emplace_back(
            time, real(point[static_cast<std::size_t>(k) + 1], fmt::format("{}/{}", pointer, k + 1), value));
    }
    std::ranges::move(read, series);
  });
}

void Reader::word_or_vector(std::string_view name, int& index, NameSpan words, double* v, int n, NameSpan keys,
                            const Spec& s, Series* series) {
  attempt([&] {
    const Json* json = find(name, s);
    if (!json) return;
    if (!json->is_object()) {
      index = word(*json, here(name), words, fmt::format("an object with one of {}, or ", joined(words_of(keys))));
      return;
    }
    const std::size_t size = json->size() - json->count(help_key);
    if (size != 1)
      fail(here(name), shown(*json) + fmt::format(" has {} keys", size), "allowed: one of " + joined(words_of(keys)));
    const auto key = json->begin().key() == help_key ? std::next(json->begin()) : json->begin();
    index = static_cast<int>(words.size()) + word(key.key(), here(name), keys, "");
    enter(*json, here(name));
    const std::string_view chosen = keys[static_cast<std::size_t>(index) - words.size()];
    if (series)
      numbers_or_series(chosen, v, n, series, s);
    else
      reals(chosen, v, n, s);
    leave();
  });
}

void Reader::file(std::string_view name, std::filesystem::path& v, const Spec& s) {
  attempt([&] {
    const Json* json = find(name, s);
    if (!json) return;
    if (!json->is_string()) fail(here(name), shown(*json) + " is not a file name", "allowed: text in quotes");
    v = source_.file(here(name), json->get_ref<const std::string&>());
  });
}

void Reader::file_or_word(std::string_view name, std::filesystem::path& v, int& index, NameSpan words, const Spec& s) {
  attempt([&] {
    const Json* json = find(name, s);
    if (!json) return;
    if (!json->is_string()) {
      fail(here(name), shown(*json) + " is not a file name", "allowed: a file, or " + joined(words_of(words)));
    }
    const auto& value = json->get_ref<const std::string&>();
    auto at = std::find(words.begin(), words.end(), value);
    index = at == words.end() ? 0 : 1 + static_cast<int>(at - words.begin());
    if (index == 0) v = source_.file(here(name), value);
  });
}

void Reader::texts(std::string_view name, const Spec&) { frames_.back().known.emplace_back(name); }

const Json& Reader::named(const Json& text, const std::string& pointer, std::string_view among,
                          std::string& place) const {
  const auto& word = text.get_ref<const std::string&>();
  const Json& root = *frames_.front().json;
  const auto map = root.find(std::string(among));
  std::vector<std::string> names;
  if (map != root.end() && map->is_object())
    for (const auto& [key, value] : map->items())
      if (key != help_key) names.push_back(key);
  if (std::ranges::find(names, word) == names.end())
    fail(pointer, fmt::format("{} is none of the scene's {}", shown(text), among),
         names.empty() ? fmt::format("the scene has no \"{}\"", among)
                       : suggestion(nearest(word, names)) + "allowed: " + joined(names));
  place = pointer_of(pointer_of("", among), word);
  return (*map)[word];
}

bool Reader::begin_named(std::string_view name, std::string_view among, const Spec& s) {
  bool entered = false;
  attempt([&] {
    const Json* json = find(name, s);
    if (!json) return;
    std::string place = here(name);
    if (json->is_string())
      json = &named(*json, here(name), among, place);
    else if (!json->is_object())
      fail(place, shown(*json) + " is not an object", fmt::format("allowed: {{...}}, or a name of \"{}\"", among));
    enter(*json, place);
    entered = true;
  });
  return entered;
}

bool Reader::takes_name(std::string_view name) {
  const Frame& frame = frames_.back();
  if (frame.skip) return false;
  const auto at = frame.json->find(std::string(name));
  return at != frame.json->end() && at->is_string();
}

void Reader::named_color(std::string_view name, glm::dvec3& v, std::string_view among, const Spec& s) {
  attempt([&] {
    const Json* json = find(name, s);
    std::string place;
    const Json& object = named(*json, here(name), among, place);
    if (!object.is_object() || !object.contains("color"))
      fail(here(name), shown(*json) + " has no color", fmt::format("allowed: a name of \"{}\" with one", among));
    const std::size_t depth = frames_.size();
    enter(object, place);
    reals("color", &v.x, 3, s);
    // its other keys belong to the map
    frames_.erase(frames_.begin() + static_cast<std::ptrdiff_t>(depth), frames_.end());
  });
}

std::vector<std::string> Reader::keys_here(std::vector<std::string>) {
  std::vector<std::string> out;
  if (frames_.back().skip) return out;
  for (const auto& [key, value] : frames_.back().json->items())
    if (key != help_key) out.push_back(key);
  return out;
}

bool Reader::begin_object(std::string_view name, const Spec& s) {
  bool entered = false;
  attempt([&] {
    const Json* json = find(name, s);
    if (json) enter(*json, here(name));
    entered = json != nullptr;
  });
  return entered;
}

void Reader::end_object() { leave(); }

bool Reader::wants(std::string_view name, bool) {
  Frame& frame = frames_.back();
  frame.known.emplace_back(name);
  return !frame.skip && frame.json->contains(frame.known.back());
}

bool Reader::takes_file(std::string_view name, bool now) {
  if (frames_.back().skip) return now;
  const auto at = frames_.back().json->find(std::string(name));
  return at == frames_.back().json->end() ? now : at->is_string();
}

bool Reader::begin_list(std::string_view name, std::size_t& size, const Spec& s) {
  bool entered = false;
  attempt([&] {
    const Json* json = find(name, s);
    if (!json) return;
    if (!json->is_array()) fail(here(name), shown(*json) + " is not a list", "allowed: [{...}, ...]");
    if (json->size() > max_elements) {
      fail(here(name), shown(*json) + " is too long", fmt::format("allowed: up to {} elements", max_elements));
    }
    size = json->size();
    frames_.push_back({json, here(name), {}, {}});
    entered = true;
  });
  return entered;
}

void Reader::begin_element(std::size_t index) {
  const Json& element = (*frames_.back().json)[index];
  const std::string pointer = fmt::format("{}/{}", frames_.back().pointer, index);
  const std::size_t depth = frames_.size();
  attempt([&] { enter(element, pointer); });
  if (frames_.size() == depth) frames_.push_back({&element, pointer, {}, {}, false, true});
}

void Reader::end_element() { leave(); }

void Reader::end_list() { frames_.pop_back(); }

}  // namespace undine::settings
