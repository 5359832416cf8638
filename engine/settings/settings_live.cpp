#include "engine/settings/settings_live.h"

#include <fmt/format.h>

#include <algorithm>

namespace undine::settings {

void StartWriter::flag(std::string_view name, bool& v, const Spec& s) {
  if (!s.live) Writer::flag(name, v, s);
}
void StartWriter::reals(std::string_view name, double* v, int n, const Spec& s) {
  if (!s.live) Writer::reals(name, v, n, s);
}
void StartWriter::integers(std::string_view name, std::int64_t* v, int n, const Spec& s) {
  if (!s.live) Writer::integers(name, v, n, s);
}
void StartWriter::text(std::string_view name, std::string& v, const Spec& s) {
  if (!s.live) Writer::text(name, v, s);
}
void StartWriter::file(std::string_view name, std::filesystem::path& v, const Spec& s) {
  if (!s.live) Writer::file(name, v, s);
}
void StartWriter::one_of(std::string_view name, int& index, NameSpan names, const Spec& s, bool is_tag) {
  if (!s.live) Writer::one_of(name, index, names, s, is_tag);
}

void StartWriter::number_or_word(std::string_view name, double& v, int& word, NameSpan words, const Spec& s) {
  if (!s.live || word > 0) return Writer::number_or_word(name, v, word, words, s);
  put(name, "number");
}

void StartWriter::numbers_or_series(std::string_view name, double* v, int n, Series* series, const Spec& s) {
  if (!s.live) return Writer::numbers_or_series(name, v, n, series, s);
  put(name, series->empty() ? "number" : "series");
}

void StartWriter::word_or_vector(std::string_view name, int& index, NameSpan words, double* v, int n, NameSpan keys,
                                 const Spec& s, Series* series) {
  if (!s.live) return Writer::word_or_vector(name, index, words, v, n, keys, s, series);
  if (index < static_cast<int>(words.size())) return Writer::one_of(name, index, words, s, false);
  const std::string key(keys[static_cast<std::size_t>(index) - words.size()]);
  put(name, series && !series->empty() ? key + " series" : key);
}

void StartWriter::file_or_word(std::string_view name, std::filesystem::path& v, int& word, NameSpan words,
                               const Spec& s) {
  if (!s.live) Writer::file_or_word(name, v, word, words, s);
}

bool StartWriter::begin_object(std::string_view name, const Spec& s) {
  return !s.live && Writer::begin_object(name, s);
}
void StartWriter::end_object() { Writer::end_object(); }
bool StartWriter::begin_list(std::string_view name, std::size_t& size, const Spec& s) {
  return !s.live && Writer::begin_list(name, size, s);
}
void StartWriter::begin_element(std::size_t index) { Writer::begin_element(index); }
void StartWriter::end_element() { Writer::end_element(); }
void StartWriter::end_list() { Writer::end_list(); }
void StartWriter::reject(std::string_view, const std::string&, const std::string&) {}

namespace {

void compare(const Writer::Ordered& a, const Writer::Ordered& b, const std::string& path,
             std::vector<std::string>& out) {
  const auto named = [&](const std::string& key) { return path.empty() ? key : path + "." + key; };
  if (a == b) return;
  if (a.is_object() && b.is_object()) {
    static const Writer::Ordered none;
    for (const auto& [key, value] : a.items()) compare(value, b.contains(key) ? b.at(key) : none, named(key), out);
    for (const auto& [key, value] : b.items())
      if (!a.contains(key)) compare(none, value, named(key), out);
  } else if (a.is_array() && b.is_array() && a.size() == b.size() && !a.empty() && a.front().is_object()) {
    for (std::size_t i = 0; i < a.size(); ++i) compare(a[i], b[i], named(std::to_string(i)), out);
  } else {
    out.push_back(path);
  }
}

}  // namespace

std::vector<std::string> differences(const Writer::Ordered& a, const Writer::Ordered& b) {
  std::vector<std::string> out;
  compare(a, b, "", out);
  return out;
}

void LiveValues::enter(std::string_view name, bool live) {
  frames_.push_back({frames_.back().path + "/" + std::string(name), frames_.back().live || live});
}
void LiveValues::leave() { frames_.pop_back(); }

template <class T>
void LiveValues::exchange(std::string_view name, T& v, const Spec& s) {
  if (!s.live && !frames_.back().live) return;
  const std::string path = frames_.back().path + "/" + std::string(name);
  if (!putting_) {
    values_[path] = v;
    return;
  }
  const auto found = values_.find(path);
  const T* now = found == values_.end() ? nullptr : std::get_if<T>(&found->second);
  if (!now || *now == v) return;
  v = *now;
  changed_ = true;
}

void LiveValues::flag(std::string_view name, bool& v, const Spec& s) { exchange(name, v, s); }

void LiveValues::reals(std::string_view name, double* v, int n, const Spec& s) {
  std::vector<double> all(v, v + n);
  exchange(name, all, s);
  if (all.size() == static_cast<std::size_t>(n)) std::ranges::copy(all, v);
}

void LiveValues::integers(std::string_view name, std::int64_t* v, int n, const Spec& s) {
  std::vector<std::int64_t> all(v, v + n);
  exchange(name, all, s);
  if (all.size() == static_cast<std::size_t>(n)) std::ranges::copy(all, v);
}

void LiveValues::text(std::string_view name, std::string& v, const Spec& s) { exchange(name, v, s); }

void LiveValues::file(std::string_view name, std::filesystem::path& v, const Spec& s) {
  std::string text = v.string();
  exchange(name, text, s);
  v = text;
}

void LiveValues::one_of(std::string_view name, int& index, NameSpan, const Spec& s, bool) {
  std::vector<std::int64_t> all{index};
  exchange(name, all, s);
  index = static_cast<int>(all.front());
}

// A live change cannot switch between word and number.
void LiveValues::number_or_word(std::string_view name, double& v, int& word, NameSpan, const Spec& s) {
  if (word == 0) reals(name, &v, 1, s);
}

void LiveValues::numbers_or_series(std::string_view name, double* v, int n, Series* series, const Spec& s) {
  if (series->empty()) return reals(name, v, n, s);
  for (int k = 0; k < n; ++k) {
    Series all = series[k];
    exchange(n == 1 ? std::string(name) : fmt::format("{}/{}", name, k), all, s);
    if (!all.empty()) series[k] = std::move(all);
  }
}

void LiveValues::word_or_vector(std::string_view name, int& index, NameSpan words, double* v, int n, NameSpan keys,
                                const Spec& s, Series* series) {
  if (index < static_cast<int>(words.size())) return;
  enter(name, s.live);
  const std::string_view key = keys[static_cast<std::size_t>(index) - words.size()];
  if (series)
    numbers_or_series(key, v, n, series, s);
  else
    reals(key, v, n, s);
  leave();
}

void LiveValues::file_or_word(std::string_view name, std::filesystem::path& v, int& word, NameSpan, const Spec& s) {
  if (word == 0) file(name, v, s);
}

bool LiveValues::begin_object(std::string_view name, const Spec& s) {
  enter(name, s.live);
  return true;
}
void LiveValues::end_object() { leave(); }

bool LiveValues::begin_list(std::string_view name, std::size_t& size, const Spec& s) {
  if (s.live || frames_.back().live) {
    std::vector<std::int64_t> length{static_cast<std::int64_t>(size)};
    exchange(std::string(name) + "/length", length, {.live = true});
    size = static_cast<std::size_t>(length.front());
  }
  enter(name, s.live);
  return true;
}
void LiveValues::begin_element(std::size_t index) { enter(std::to_string(index), false); }
void LiveValues::end_element() { leave(); }
void LiveValues::end_list() { leave(); }
void LiveValues::reject(std::string_view, const std::string&, const std::string&) {}

}  // namespace undine::settings
