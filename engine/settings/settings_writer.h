// Writes settings as JSON in the order of describe(); Reader restores the same values.
#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "engine/settings/settings.h"

namespace undine::settings {

class Writer : public Visitor {
 public:
  using Ordered = nlohmann::ordered_json;
  // File paths are relative to `folder`, those of the library `assets` relative to it.
  explicit Writer(std::filesystem::path folder, std::filesystem::path assets = {})
      : folder_(std::move(folder)), assets_(std::move(assets)) {
    open_.push_back(Ordered::object());
  }
  template <class T>
  Ordered write(T& settings) {
    settings.describe(*this);
    return std::move(open_.front());
  }

 protected:
  SETTINGS_VISITOR_OVERRIDES;
  void numbers_or_series(std::string_view name, double* v, int n, Series* series, const Spec& s) override;
  bool prints() const override { return true; }

  void put(std::string_view name, Ordered value) { open_.back()[std::string(name)] = std::move(value); }

 private:
  std::filesystem::path folder_, assets_;
  std::vector<Ordered> open_;
  std::vector<std::string> names_;
};

}  // namespace undine::settings
