// Positions of dragged panels, in units of text scale. Only hud*.cpp include this header.
#pragma once
#include <glm/glm.hpp>
#include <map>
#include <string>
#include <utility>

#include "engine/app/hud/hud_places.h"

namespace undine::hud {

class MovedPanels {
 public:
  void begin(float scale);  // begins a layout
  // Positions the next window: where the user has dragged it, else at `at`.
  void place(const std::string& name, const glm::vec2& at, const glm::vec2& pivot = {});
  // Handles the current window: a drag of its background moves it, a double click resets it.
  Box placed(const std::string& name);
  bool moved(const std::string& name) const { return corners_.contains(name); }
  bool take_changed() { return dragged_.empty() && std::exchange(changed_, false); }  // changed since the last call

  const std::map<std::string, glm::dvec2>& corners() const { return corners_; }
  void set_corners(std::map<std::string, glm::dvec2> corners) { corners_ = std::move(corners); }

 private:
  std::map<std::string, glm::dvec2> corners_;
  std::map<std::string, glm::vec2> sizes_;  // pixels, last layout
  std::string dragged_;
  glm::vec2 began_{};  // corner of the dragged window
  float scale_ = 1;
  bool changed_ = false;
};

}  // namespace undine::hud
