#include "engine/app/hud/hud_moved.h"

#include "engine/app/hud/hud_widgets.h"

namespace undine::hud {

void MovedPanels::begin(float scale) {
  scale_ = scale;
  if (!dragged_.empty() && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) dragged_.clear();
}

void MovedPanels::place(const std::string& name, const glm::vec2& at, const glm::vec2& pivot) {
  if (dragged_ == name) return;  // Dear ImGui moves it
  const auto corner = corners_.find(name);
  if (corner == corners_.end()) return ImGui::SetNextWindowPos({at.x, at.y}, ImGuiCond_Always, {pivot.x, pivot.y});
  // Keep the panel inside a picture that has become smaller.
  const glm::vec2 size{ImGui::GetIO().DisplaySize.x, ImGui::GetIO().DisplaySize.y};
  const glm::vec2 most = glm::max(size - sizes_[name], glm::vec2(0));
  const glm::vec2 low = glm::clamp(glm::vec2(corner->second) * scale_, glm::vec2(0), most);
  ImGui::SetNextWindowPos({low.x, low.y});
}

Box MovedPanels::placed(const std::string& name) {
  const Box box = window_box();
  sizes_[name] = box.high - box.low;
  if (dragged_ == name) {
    if (box.low != began_) {
      corners_[name] = glm::dvec2(box.low / scale_);
      changed_ = true;
    }
    return box;
  }
  if (!ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows) || ImGui::IsAnyItemHovered()) return box;
  if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
    changed_ = corners_.erase(name) > 0 || changed_;
  } else if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    dragged_ = name;
    began_ = box.low;
  }
  return box;
}

}  // namespace undine::hud
