// Widgets for described settings, with unit, help and range. Only hud*.cpp include this header.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "engine/settings/settings.h"

namespace undine::hud {

class SettingsEditor : public settings::Visitor {
 public:
  // all_live: treats every edited value as live.
  template <class T>
  void edit(T& settings, bool all_live) {
    around_ = {all_live};
    settings.describe(*this);
  }
  // Displays `value` for a number of this name that is 0.
  void inherit(std::string_view name, double value) { inherited_[std::string(name)] = value; }
  // True if any edit() so far changed a live value; waits(): one that needs a restart.
  bool live() const { return live_; }
  bool waits() const { return waits_; }
  const std::string& problem() const { return problem_; }  // of all edit() so far; empty: valid

 protected:
  SETTINGS_VISITOR_OVERRIDES;

 private:
  using Spec = settings::Spec;
  using NameSpan = settings::NameSpan;
  bool row(std::string_view name, const Spec& s);  // label and tooltip; false inside a collapsed element
  void real_widget(std::string_view name, double* v, int n, const Spec& s);
  bool combo(int& index, NameSpan names, const char* first);

  void edited(bool now);  // in the current row
  std::string explain(std::string_view name, const Spec& s) const;

  bool live_ = false, waits_ = false, at_once_ = false;
  std::vector<bool> around_{false};  // per open object or list: true if all its values are live
  std::string problem_;
  std::map<std::string, double, std::less<>> inherited_;
  std::vector<bool> open_elements_;
  int closed_ = 0;  // collapsed elements around the current one
};

}  // namespace undine::hud
