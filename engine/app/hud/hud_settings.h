// Widgets for whatever settings describe, with unit, help and range. Only hud*.cpp include this header.
#pragma once
#include <string>
#include <vector>

#include "engine/settings/settings.h"

namespace undine::hud {

class SettingsEditor : public settings::Visitor {
 public:
  template <class T>
  bool edit(T& settings) {  // whether something was changed
    changed_ = false;
    settings.describe(*this);
    return changed_;
  }
  const std::string& problem() const { return problem_; }  // of all edit() so far; empty: none

 protected:
  SETTINGS_VISITOR_OVERRIDES;

 private:
  using Spec = settings::Spec;
  using NameSpan = settings::NameSpan;
  bool row(std::string_view name, const Spec& s);  // label and tooltip; false inside of a closed element
  void real_widget(double* v, int n, const Spec& s);
  bool combo(int& index, NameSpan names, const char* first);

  bool changed_ = false;
  std::string problem_;
  std::vector<bool> open_elements_;
  int closed_ = 0;  // elements around that are closed
};

}  // namespace undine::hud
