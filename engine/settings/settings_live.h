// Separates live values (Spec::live) from values that need a restart, and copies live values into running settings.
#pragma once
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "engine/settings/settings_writer.h"

namespace undine::settings {

// Writes settings as JSON without live values. For a live value with alternative forms, writes only the form. Equal
// results mean that a run may continue with the other settings.
class StartWriter : public Writer {
 public:
  using Writer::Writer;

 protected:
  SETTINGS_VISITOR_OVERRIDES;
  void numbers_or_series(std::string_view name, double* v, int n, Series* series, const Spec& s) override;
  void word_or_vector(std::string_view name, int& index, NameSpan words, double* v, int n, NameSpan keys, const Spec& s,
                      Series* series) override;
};

// Paths of the differences: "edges.-x", "sources.0.region"; the list's own path if lengths differ.
std::vector<std::string> differences(const Writer::Ordered& a, const Writer::Ordered& b);

class LiveValues : public Visitor {
 public:
  template <class T>
  void take(T& from) {
    putting_ = changed_ = false;
    values_.clear();
    from.describe(*this);
  }
  // Sets the values that `to` also has; returns true if any value changed.
  template <class T>
  bool put(T& to) {
    putting_ = true;
    changed_ = false;
    to.describe(*this);
    return changed_;
  }

 protected:
  SETTINGS_VISITOR_OVERRIDES;
  void numbers_or_series(std::string_view name, double* v, int n, Series* series, const Spec& s) override;
  void word_or_vector(std::string_view name, int& index, NameSpan words, double* v, int n, NameSpan keys, const Spec& s,
                      Series* series) override;

 private:
  using Value = std::variant<bool, std::vector<double>, std::vector<std::int64_t>, std::string, Series>;
  template <class T>
  void exchange(std::string_view name, T& v, const Spec& s);
  void enter(std::string_view name, bool live);
  void leave();

  struct Frame {
    std::string path;
    bool live;
  };
  std::vector<Frame> frames_{{"", false}};
  std::map<std::string, Value, std::less<>> values_;
  bool putting_ = false, changed_ = false;
};

}  // namespace undine::settings
