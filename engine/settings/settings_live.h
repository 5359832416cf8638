// Values that take effect under way (Spec::live), apart from all others: what a change needs a restart for, and the
// copy of live values from settings that were read to settings that run.
#pragma once
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "engine/settings/settings_writer.h"

namespace undine::settings {

// Settings as JSON without what is live. Of a live value that may be a number or something else only which of them it
// is. Two of them are equal if what runs on the one may go on with the other.
class StartWriter : public Writer {
 public:
  using Writer::Writer;

 protected:
  SETTINGS_VISITOR_OVERRIDES;
  void numbers_or_series(std::string_view name, double* v, int n, Series* series, const Spec& s) override;
  void word_or_vector(std::string_view name, int& index, NameSpan words, double* v, int n, NameSpan keys, const Spec& s,
                      Series* series) override;
};

// Where two of the same kind differ: "edges.-x", "sources.0.region"; a list of another length by its own name.
std::vector<std::string> differences(const Writer::Ordered& a, const Writer::Ordered& b);

class LiveValues : public Visitor {
 public:
  template <class T>
  void take(T& from) {
    putting_ = changed_ = false;
    values_.clear();
    from.describe(*this);
  }
  // Sets what `to` has too; says whether anything was another value.
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
