#include "engine/app/hud/hud_field.h"

#include <fmt/format.h>

#include <cmath>

#include "engine/app/hud/hud_widgets.h"
#include "engine/core/color_map.h"
#include "engine/scene/named_view.h"

namespace undine::hud {
namespace {

ImU32 packed(const vec3& c) { return ImGui::ColorConvertFloat4ToU32({c.x, c.y, c.z, 1}); }

void color_bar(std::uint32_t map, const glm::dvec2& ends, const std::string& unit, float scale) {
  constexpr int parts = 96, ticks = 4;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float wide = ImGui::GetContentRegionAvail().x, high = 13 * scale, line = ImGui::GetTextLineHeight();
  ImGui::Dummy({wide, high + line + 5 * scale});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float below = at.y + high;
  for (int i = 0; i < parts; ++i) {
    const auto x = [&](int k) { return at.x + wide * static_cast<float>(k) / parts; };
    const ImU32 left = packed(color_map(map, static_cast<float>(i) / parts)),
                right = packed(color_map(map, static_cast<float>(i + 1) / parts));
    list.AddRectFilledMultiColor({x(i), at.y}, {x(i + 1), below}, left, right, right, left);
  }
  for (int i = 0; i <= ticks; ++i) {
    const double part = static_cast<double>(i) / ticks;
    const float x = std::min(at.x + wide * static_cast<float>(part), at.x + wide - 1);
    list.AddLine({x, below}, {x, below + 3 * scale}, color::dim);
    if (i % 2 == 1) continue;
    std::string label = scale_text(glm::mix(ends.x, ends.y, part), ends.y - ends.x);
    if (i == ticks && !unit.empty()) label += " " + unit;
    const float width = ImGui::CalcTextSize(label.c_str()).x;
    const float from = std::clamp(x - width / 2, at.x, at.x + wide - width);
    list.AddText({from, below + 4 * scale}, ImGui::GetColorU32(ImGuiCol_Text), label.c_str());
  }
}

template <class Names>
bool choose(const char* id, std::string& value, const Names& names, float width) {
  const std::string before = value;
  ImGui::SetNextItemWidth(width);
  if (ImGui::BeginCombo(id, value.c_str())) {
    for (std::string_view name : names)
      if (ImGui::Selectable(std::string(name).c_str(), value == name)) value = name;
    ImGui::EndCombo();
  }
  return value != before;
}

}  // namespace

std::string scale_text(double value, double span) {
  if (!std::isfinite(value) || !(span > 0)) return "-";
  const double largest = std::max(std::abs(value), span);
  if (largest >= 1e5 || largest < 1e-3) return fmt::format("{:.2e}", value);
  const int digits = std::clamp(2 - static_cast<int>(std::floor(std::log10(span))), 0, 6);
  std::string text = fmt::format("{:.{}f}", value, digits);
  if (text.find_first_not_of("-0.") == std::string::npos && text[0] == '-') text.erase(0, 1);
  return text;
}

FieldPanel::FieldPanel(session::Session& session) : fields_(session.world().fields()) {}

const Field* FieldPanel::shown(const HudControls& controls) const {
  for (const Field& f : fields_)
    if (f.name == controls.show) return &f;
  return nullptr;
}

void FieldPanel::combo(const session::Session& session, HudControls& controls) {
  if (!ImGui::BeginCombo("##view", controls.show.c_str(), ImGuiComboFlags_HeightLargest)) return;
  for (std::string_view view : view_names())
    if (ImGui::Selectable(std::string(view).c_str(), controls.show == view)) controls.show = view;
  ImGui::Separator();
  for (const Field& field : fields_) {
    const std::string why = cannot_show(field);
    if (ImGui::Selectable(field.name.c_str(), controls.show == field.name,
                          why.empty() ? ImGuiSelectableFlags_None : ImGuiSelectableFlags_Disabled))
      controls.show = field.name;
    if (!why.empty() && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) ImGui::SetTooltip("%s", why.c_str());
    if (why.empty()) tooltip(field.help);
  }
  ImGui::Separator();
  if (ImGui::TreeNode("resources of the frame")) {
    resources(session, controls, ImGui::IsItemToggledOpen());
    ImGui::TreePop();
  }
  ImGui::EndCombo();
}

void FieldPanel::resources(const session::Session& session, HudControls& controls, bool opened) {
  const auto take = [&](std::string path) {
    controls.show = std::move(path);
    controls.how.component = FieldShow{}.component;
    controls.how.peek = {};
  };
  ImGui::SetNextItemWidth(ImGui::GetFontSize() * 20);
  if (opened) ImGui::SetKeyboardFocusHere();
  const bool entered = ImGui::InputTextWithHint("##path", "NODE.BINDING", typed_.data(), typed_.size(),
                                                ImGuiInputTextFlags_EnterReturnsTrue);
  tooltip("resource after a node of `undine graph` has run; Enter shows it, a part of a path lists matching nodes");
  const std::string_view typed(typed_.data());
  if (entered && is_graph_path(typed) && typed.find('.') != std::string_view::npos) {
    take(std::string(typed));
    ImGui::CloseCurrentPopup();
  }
  for (const graph::PeekNode& node : session.nodes()) {
    if (node.path.find(typed.substr(0, typed.find_first_of("#."))) == std::string::npos) continue;
    const std::string label = node.times == 1 ? node.path : fmt::format("{} x{}", node.path, node.times);
    if (!ImGui::TreeNode(node.path.c_str(), "%s", label.c_str())) continue;
    for (const std::string& binding : node.bindings) {
      std::string path = fmt::format("{}.{}", node.path, binding);
      if (ImGui::Selectable(binding.c_str(), controls.show == path)) take(std::move(path));
    }
    ImGui::TreePop();
  }
}

void FieldPanel::range(FieldShow& how, const FieldFigures& figures, float scale) {
  bool automatic = !how.range;
  if (ImGui::Checkbox("automatic", &automatic)) {
    how.range.reset();
    if (!automatic) how.range = figures.shown;
  }
  tooltip("the range follows the smallest and the largest value");
  if (!how.range) {
    ImGui::SameLine();
    const double span = figures.found.y - figures.found.x;
    text_right(span >= 0 ? fmt::format("{} to {}", scale_text(figures.found.x, std::max(span, 1e-12)),
                                       scale_text(figures.found.y, std::max(span, 1e-12)))
                         : "no finite value");
    tooltip("least and largest value in the field");
    return;
  }
  // The sliders cover the range of the data; larger values can be typed.
  double low = std::min(how.range->x, figures.found.x), high = std::max(how.range->y, figures.found.y);
  const double span = std::isfinite(high - low) && high > low ? high - low : 1;
  low = std::isfinite(low) ? low - 0.5 * span : how.range->x - span;
  high = std::isfinite(high) ? high + 0.5 * span : how.range->y + span;
  glm::dvec2 ends = *how.range;
  const float speed = static_cast<float>(span / 300);
  const std::string format = span < 1e-3 || span >= 1e5 ? "%.2e" : span < 1 ? "%.4f" : "%.2f";
  const float wide = 84 * scale;
  ImGui::SameLine();
  ImGui::SetNextItemWidth(wide);
  ImGui::DragScalar("##low", ImGuiDataType_Double, &ends.x, speed, &low, &high, format.c_str());
  tooltip("the value of the first color; drag, or double-click to type");
  ImGui::SameLine();
  ImGui::SetNextItemWidth(wide);
  ImGui::DragScalar("##high", ImGuiDataType_Double, &ends.y, speed, &low, &high, format.c_str());
  tooltip("the value of the last color; drag, or double-click to type");
  if (ends.x < ends.y && std::isfinite(ends.x) && std::isfinite(ends.y)) how.range = ends;
}

Box FieldPanel::draw(session::Session& session, HudControls& controls, const Box& room, float scale,
                     MovedPanels& moved) {
  if (!shows(controls)) return {};
  moved.place("field", {(room.low.x + room.high.x) / 2, room.high.y}, {0.5f, 1});
  next_size(field_width * scale, room.height());
  Box box;
  if (ImGui::Begin("field", nullptr, movable_window & ~ImGuiWindowFlags_NoNav)) {
    box = moved.placed("field");
    if (const Field* field = shown(controls))
      of_field(session, *field, controls.how, scale);
    else
      of_resource(session, controls.show, controls.how, scale);
  }
  ImGui::End();
  return box;
}

// Figures of another field may still be pending.
static FieldFigures figures_of(session::Session& session, const std::string& name) {
  const auto figures = session.renderer().field_figures();
  return figures && figures->field == name ? *figures : FieldFigures{};
}

void FieldPanel::of_field(session::Session& session, const Field& field, FieldShow& how, float scale) {
  heading(field.name, field.unit);
  tooltip(field.help);
  const FieldFigures mine = figures_of(session, field.name);
  const auto used = view_map(field, how);
  color_bar(used, how.range.value_or(mine.shown), field.unit, scale);
  std::string map(color_maps[used]);
  if (choose("##map", map, color_maps, 92 * scale)) how.map = map;
  tooltip("colors");
  ImGui::SameLine();
  if (components_of(field) > 1) {
    choose("##component", how.component, component_names(field), 92 * scale);
    tooltip("of each vector");
    ImGui::SameLine();
  }
  if (field.of_particles)
    ImGui::NewLine();
  else
    grid_boxes(how);
  range(how, mine, scale);
}

void FieldPanel::of_resource(session::Session& session, const std::string& path, FieldShow& how, float scale) {
  ImGui::TextWrapped("%s", path.c_str());
  const PeekInfo* info = session.renderer().peeked();
  if (!info || info->path != path) return;
  if (!info->refused.empty()) {
    ImGui::TextWrapped("%s", info->refused.c_str());
    return;
  }
  dim_text(info->what);
  const FieldFigures mine = figures_of(session, path);
  if (info->map) {
    color_bar(*info->map, how.range.value_or(mine.shown), "", scale);
    std::string map(color_maps[*info->map]);
    if (choose("##map", map, color_maps, 92 * scale)) how.map = map;
    tooltip("colors");
    if (info->components > 1) ImGui::SameLine();
  }
  if (info->components > 1) {
    const std::string usual = FieldShow{}.component;
    std::vector<std::string_view> names{"x", "y", "z", "w"};
    names.resize(info->components);
    names.push_back("length");
    if (info->components > 2) names.insert(names.begin(), "colors");
    std::string component = how.component == usual ? std::string(names[0]) : how.component;
    if (choose("##component", component, names, 92 * scale)) how.component = component == "colors" ? usual : component;
    tooltip("of each texel");
  }
  range(how, mine, scale);
}

void FieldPanel::grid_boxes(FieldShow& how) {
  bool flat = !how.surface;
  if (ImGui::Checkbox("map", &flat)) how.surface = !flat;
  tooltip("shows the field from above instead of on the water");
  ImGui::SameLine();
  bool single = !how.smooth;
  if (ImGui::Checkbox("cells", &single)) how.smooth = !single;
  tooltip("shows one color per cell, without interpolation");
}

}  // namespace undine::hud
