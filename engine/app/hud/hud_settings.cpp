#include "engine/app/hud/hud_settings.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/app/hud/hud_widgets.h"

namespace undine::hud {
namespace {

constexpr double slider_range = 100;  // limit of slider ranges, because a slider is too coarse for wider ones
constexpr double bounded = 1e15;

std::string range_text(const settings::Spec& s) {
  const bool low = s.min > -bounded, high = s.max < bounded;
  const char* from = s.above_min ? "above " : "";
  if (low && high) return fmt::format("{}{:g} to {:g}", from, s.min, s.max);
  if (low) return fmt::format("{}{:g} or more", from, s.min);
  return high ? fmt::format("at most {:g}", s.max) : std::string();
}

std::string explanation(std::string_view name, const settings::Spec& s) {
  std::string out = fmt::format("{}: {}", name, s.help);
  if (!s.unit.empty()) out += fmt::format("\nunit: {}", s.unit);
  if (std::string range = range_text(s); !range.empty()) out += "\nallowed: " + range;
  return out;
}

// Returns a printf format for a value with its unit.
std::string format_of(const settings::Spec& s, const char* number) {
  std::string out = number;
  if (!s.unit.empty()) out += " ";
  for (char c : s.unit) out += c == '%' ? std::string("%%") : std::string(1, c);
  return out;
}

}  // namespace

void SettingsEditor::edited(bool now) {
  live_ = live_ || (now && at_once_);
  waits_ = waits_ || (now && !at_once_);
}

std::string SettingsEditor::explain(std::string_view name, const Spec& s) const {
  const bool live = s.live || around_.back();
  return explanation(name, s) + (live ? "" : "\n* a change restarts the water: it waits for \"Apply\"");
}

bool SettingsEditor::row(std::string_view name, const Spec& s) {
  if (closed_ > 0) return false;
  at_once_ = s.live || around_.back();
  ImGui::PushID(name.data(), name.data() + name.size());
  ImGui::AlignTextToFramePadding();
  dim_text(std::string(name) + (at_once_ ? "" : " *"));
  tooltip(explain(name, s));
  const float left = ImGui::GetFontSize() * 9.0f;
  ImGui::SameLine(std::max(left, ImGui::GetCursorPosX() + ImGui::GetStyle().IndentSpacing));
  ImGui::SetNextItemWidth(-1);
  return true;
}

void SettingsEditor::flag(std::string_view name, bool& v, const Spec& s) {
  if (!row(name, s)) return;
  edited(ImGui::Checkbox("##v", &v));
  tooltip(explain(name, s));
  ImGui::PopID();
}

void SettingsEditor::real_widget(std::string_view name, double* v, int n, const Spec& s) {
  double before[4] = {};
  std::copy_n(v, n, before);
  std::string format = format_of(s, "%.4g");
  if (const auto inherited = inherited_.find(name); inherited != inherited_.end() && n == 1 && *v == 0)
    format = format_of(s, fmt::format("{:.4g}", inherited->second).c_str()) + " (scene)";
  ImGuiSliderFlags flags = ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoRoundToFormat;
  if (s.log_scale) flags |= ImGuiSliderFlags_Logarithmic;
  bool moved = false;
  if (s.max - s.min <= slider_range) {
    moved = ImGui::SliderScalarN("##v", ImGuiDataType_Double, v, n, &s.min, &s.max, format.c_str(), flags);
  } else {
    const double size =
        std::abs(*std::max_element(v, v + n, [](double a, double b) { return std::abs(a) < std::abs(b); }));
    const auto speed = static_cast<float>(0.005 * std::max(size, 0.1));
    moved = ImGui::DragScalarN("##v", ImGuiDataType_Double, v, n, speed, &s.min, &s.max, format.c_str(), flags);
  }
  if (!moved) return;
  for (int i = 0; i < n; ++i)
    if (!std::isfinite(v[i]) || (s.above_min && v[i] <= s.min)) v[i] = before[i];
  edited(!std::equal(v, v + n, before));
}

void SettingsEditor::reals(std::string_view name, double* v, int n, const Spec& s) {
  if (!row(name, s)) return;
  if (n == 3 && name.starts_with("color")) {
    float rgb[3] = {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
    if (ImGui::ColorEdit3("##v", rgb, ImGuiColorEditFlags_Float | ImGuiColorEditFlags_HDR)) {
      for (int i = 0; i < 3; ++i) v[i] = std::clamp(static_cast<double>(rgb[i]), s.min, s.max);
      edited(true);
    }
  } else {
    real_widget(name, v, n, s);
  }
  tooltip(explain(name, s));
  ImGui::PopID();
}

void SettingsEditor::integers(std::string_view name, std::int64_t* v, int n, const Spec& s) {
  if (!row(name, s)) return;
  const auto low = static_cast<std::int64_t>(std::clamp(s.min, -9e15, 9e15));
  const auto high = static_cast<std::int64_t>(std::clamp(s.max, -9e15, 9e15));
  const std::string format = format_of(s, "%lld");
  const auto flags = ImGuiSliderFlags_AlwaysClamp;
  if (s.max - s.min <= slider_range)
    edited(ImGui::SliderScalarN("##v", ImGuiDataType_S64, v, n, &low, &high, format.c_str(), flags));
  else
    edited(ImGui::DragScalarN("##v", ImGuiDataType_S64, v, n, 0.5f, &low, &high, format.c_str(), flags));
  tooltip(explain(name, s));
  ImGui::PopID();
}

void SettingsEditor::text(std::string_view name, std::string& v, const Spec& s) {
  if (!row(name, s)) return;
  char buffer[512] = {};
  std::memcpy(buffer, v.data(), std::min(v.size(), sizeof buffer - 1));
  if (ImGui::InputText("##v", buffer, sizeof buffer)) {
    v = buffer;
    edited(true);
  }
  tooltip(explain(name, s));
  ImGui::PopID();
}

// `first`: an entry before the names, or null.
bool SettingsEditor::combo(int& index, NameSpan names, const char* first) {
  std::vector<std::string> all;
  if (first) all.emplace_back(first);
  for (std::string_view name : names) all.emplace_back(name);
  const bool known = index >= 0 && index < static_cast<int>(all.size());
  bool picked = false;
  if (!ImGui::BeginCombo("##v", known ? all[static_cast<std::size_t>(index)].c_str() : "")) return false;
  for (int i = 0; i < static_cast<int>(all.size()); ++i) {
    if (!ImGui::Selectable(all[static_cast<std::size_t>(i)].c_str(), i == index) || i == index) continue;
    index = i;
    picked = true;
  }
  ImGui::EndCombo();
  return picked;
}

void SettingsEditor::one_of(std::string_view name, int& index, NameSpan names, const Spec& s, bool) {
  if (!row(name, s)) return;
  edited(combo(index, names, nullptr));
  tooltip(explain(name, s));
  ImGui::PopID();
}

void SettingsEditor::number_or_word(std::string_view name, double& v, int& word, NameSpan words, const Spec& s) {
  if (!row(name, s)) return;
  at_once_ = around_.back();  // a change from word to number is not live
  edited(combo(word, words, "number"));
  tooltip(explain(name, s));
  ImGui::PopID();
  if (word == 0) reals(name, &v, 1, s);
}

void SettingsEditor::file(std::string_view name, std::filesystem::path& v, const Spec& s) {
  if (!row(name, s)) return;
  hud::text(v.empty() ? "none" : v.filename().string());
  tooltip(explanation(name, s) + "\nto change it, edit the scene file");
  ImGui::PopID();
}

void SettingsEditor::file_or_word(std::string_view name, std::filesystem::path& v, int& word, NameSpan words,
                                  const Spec& s) {
  if (word == 0) {
    file(name, v, s);
  } else if (row(name, s)) {
    hud::text(std::string(words[static_cast<std::size_t>(word - 1)]));
    ImGui::PopID();
  }
}

bool SettingsEditor::begin_object(std::string_view name, const Spec& s) {
  if (closed_ > 0) return false;
  const bool open = ImGui::TreeNodeEx(std::string(name).c_str(), ImGuiTreeNodeFlags_SpanAvailWidth);
  tooltip(explanation(name, s));
  if (open) around_.push_back(s.live || around_.back());
  return open;
}
void SettingsEditor::end_object() {
  ImGui::TreePop();
  around_.pop_back();
}

bool SettingsEditor::begin_list(std::string_view name, std::size_t& size, const Spec& s) {
  if (closed_ > 0 || size == 0) return false;
  const std::string label = fmt::format("{} ({})###{}", name, size, name);
  const bool open = ImGui::TreeNodeEx(label.c_str(), ImGuiTreeNodeFlags_SpanAvailWidth);
  tooltip(explanation(name, s));
  if (open) around_.push_back(s.live || around_.back());
  return open;
}

void SettingsEditor::begin_element(std::size_t index) {
  const std::string label = fmt::format("{}", index);
  const bool open = closed_ == 0 && ImGui::TreeNodeEx(label.c_str(), ImGuiTreeNodeFlags_SpanAvailWidth);
  open_elements_.push_back(open);
  if (!open) ++closed_;
}
void SettingsEditor::end_element() {
  if (open_elements_.back())
    ImGui::TreePop();
  else
    --closed_;
  open_elements_.pop_back();
}
void SettingsEditor::end_list() { end_object(); }

void SettingsEditor::reject(std::string_view name, const std::string& problem, const std::string& allowed) {
  if (problem_.empty()) problem_ = fmt::format("{}: {}; allowed: {}", name, problem, allowed);
}

}  // namespace undine::hud
