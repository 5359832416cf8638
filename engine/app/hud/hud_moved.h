// Panels that the user drags: their places in units of text scale. Only hud*.cpp include this header.
#pragma once
#include <glm/glm.hpp>
#include <map>
#include <string>
#include <utility>

#include "engine/app/hud/hud_places.h"

namespace undine::hud {

class MovedPanels {
 public:
  void begin(float scale);  // a layout
  // Places the next window: where the user has dragged it, else at `at`.
  void place(const std::string& name, const glm::vec2& at, const glm::vec2& pivot = {});
  // The window that has begun. A drag of its background moves it, a double click puts it back.
  Box placed(const std::string& name);
  bool moved(const std::string& name) const { return corners_.contains(name); }
  bool take_changed() { return dragged_.empty() && std::exchange(changed_, false); }  // since the last call

  const std::map<std::string, glm::dvec2>& corners() const { return corners_; }
  void set_corners(std::map<std::string, glm::dvec2> corners) { corners_ = std::move(corners); }

 private:
  std::map<std::string, glm::dvec2> corners_;
  std::map<std::string, glm::vec2> sizes_;  // pixels, of the last layout
  std::string dragged_;
  glm::vec2 began_{};  // the dragged window's corner
  float scale_ = 1;
  bool changed_ = false;
};

}  // namespace undine::hud
