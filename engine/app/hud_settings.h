// Widgets for whatever settings describe, with unit, help and range. Only hud*.cpp include this header.
#pragma once
#include <string>
#include <vector>

#include "engine/app/settings.h"

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

  void file(std::string_view name, std::filesystem::path& v, const settings::Spec& s) override;
  void reject(std::string_view name, const std::string& problem, const std::string& allowed) override;

 protected:
  using Spec = settings::Spec;
  using NameSpan = settings::NameSpan;
  void flag(std::string_view name, bool& v, const Spec& s) override;
  void reals(std::string_view name, double* v, int n, const Spec& s) override;
  void integers(std::string_view name, std::int64_t* v, int n, const Spec& s) override;
  void text(std::string_view name, std::string& v, const Spec& s) override;
  void one_of(std::string_view name, int& index, NameSpan names, const Spec& s, bool is_tag) override;
  void number_or_word(std::string_view name, double& v, int& word, NameSpan words, const Spec& s) override;
  void file_or_word(std::string_view name, std::filesystem::path& v, int& word, NameSpan words, const Spec& s) override;
  bool begin_object(std::string_view name, const Spec& s) override;
  void end_object() override;
  bool begin_list(std::string_view name, std::size_t& size, const Spec& s) override;
  void begin_element(std::size_t index) override;
  void end_element() override;
  void end_list() override;

 private:
  bool row(std::string_view name, const Spec& s);  // label and tooltip; false inside of a closed element
  void real_widget(double* v, int n, const Spec& s);
  bool combo(int& index, NameSpan names, const char* first);

  bool changed_ = false;
  std::string problem_;
  std::vector<bool> open_elements_;
  int closed_ = 0;  // elements around that are closed
};

}  // namespace undine::hud
