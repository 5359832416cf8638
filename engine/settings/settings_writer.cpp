#include "engine/settings/settings_writer.h"

namespace undine::settings {

using Ordered = Writer::Ordered;

template <class T>
static Ordered numbers(const T* v, int n) {
  if (n == 1) return *v;
  Ordered out = Ordered::array();
  for (int i = 0; i < n; ++i) out.push_back(v[i]);
  return out;
}

void Writer::flag(std::string_view name, bool& v, const Spec&) { put(name, v); }
void Writer::reals(std::string_view name, double* v, int n, const Spec&) { put(name, numbers(v, n)); }
void Writer::integers(std::string_view name, std::int64_t* v, int n, const Spec&) { put(name, numbers(v, n)); }

void Writer::text(std::string_view name, std::string& v, const Spec&) {
  if (!v.empty()) put(name, v);
}

void Writer::one_of(std::string_view name, int& index, NameSpan names, const Spec&, bool) {
  if (index >= 0) put(name, names[static_cast<std::size_t>(index)]);
}

void Writer::number_or_word(std::string_view name, double& v, int& word, NameSpan words, const Spec&) {
  put(name, word == 0 ? Ordered(v) : Ordered(words[static_cast<std::size_t>(word - 1)]));
}

void Writer::numbers_or_series(std::string_view name, double* v, int n, Series* series, const Spec& s) {
  if (series->empty()) return reals(name, v, n, s);
  Ordered points = Ordered::array();
  for (std::size_t i = 0; i < series->size(); ++i) {
    Ordered row = Ordered::array({(*series)[i].x});
    for (int k = 0; k < n; ++k) row.push_back(series[k][i].y);
    points.push_back(std::move(row));
  }
  put(name, std::move(points));
}

void Writer::file(std::string_view name, std::filesystem::path& v, const Spec&) {
  if (v.empty()) return;
  std::error_code error;
  std::filesystem::path relative = std::filesystem::relative(v, folder_.empty() ? "." : folder_, error);
  if (!assets_.empty() && !relative.empty() && *relative.begin() == "..")
    if (std::filesystem::path in = std::filesystem::relative(v, assets_, error); !in.empty() && *in.begin() != "..")
      relative = in;
  put(name, (error || relative.empty() ? v : relative).generic_string());
}

void Writer::file_or_word(std::string_view name, std::filesystem::path& v, int& word, NameSpan words, const Spec& s) {
  if (word == 0) {
    file(name, v, s);
  } else {
    put(name, words[static_cast<std::size_t>(word - 1)]);
  }
}

bool Writer::begin_object(std::string_view name, const Spec&) {
  names_.emplace_back(name);
  open_.push_back(Ordered::object());
  return true;
}

void Writer::end_object() {
  Ordered value = std::move(open_.back());
  open_.pop_back();
  put(names_.back(), std::move(value));
  names_.pop_back();
}

bool Writer::begin_list(std::string_view name, std::size_t&, const Spec&) {
  names_.emplace_back(name);
  open_.push_back(Ordered::array());
  return true;
}

void Writer::begin_element(std::size_t) { open_.push_back(Ordered::object()); }

void Writer::end_element() {
  Ordered value = std::move(open_.back());
  open_.pop_back();
  open_.back().push_back(std::move(value));
}

void Writer::end_list() { end_object(); }

void Writer::reject(std::string_view, const std::string&, const std::string&) {}

}  // namespace undine::settings
