#include "engine/app/hud/hud_widgets.h"

#include <fmt/format.h>

#include <cfloat>
#include <cmath>
#include <filesystem>

namespace undine::hud {

void set_style(float scale) {
  ImGuiStyle& s = ImGui::GetStyle() = ImGuiStyle();
  s.WindowRounding = 7;
  s.FrameRounding = s.GrabRounding = s.PopupRounding = 4;
  s.ScrollbarSize = 10;
  s.ScrollbarRounding = 5;
  s.WindowBorderSize = s.PopupBorderSize = 1;
  s.WindowPadding = {10, 8};
  s.FramePadding = {6, 3};
  s.ItemSpacing = {7, 4};
  s.ItemInnerSpacing = {5, 4};
  s.CellPadding = {3, 1};
  s.IndentSpacing = 12;
  s.ScaleAllSizes(scale);
  auto set = [&s](ImGuiCol which, float r, float g, float b, float a) { s.Colors[which] = {r, g, b, a}; };
  set(ImGuiCol_Text, 0.90f, 0.93f, 0.95f, 1);
  set(ImGuiCol_WindowBg, 0.045f, 0.065f, 0.085f, 0.84f);
  set(ImGuiCol_PopupBg, 0.06f, 0.085f, 0.11f, 0.97f);
  set(ImGuiCol_Border, 0.55f, 0.72f, 0.82f, 0.16f);
  set(ImGuiCol_Separator, 0.55f, 0.72f, 0.82f, 0.16f);
  set(ImGuiCol_FrameBg, 0.55f, 0.72f, 0.82f, 0.11f);
  set(ImGuiCol_FrameBgHovered, 0.55f, 0.72f, 0.82f, 0.20f);
  set(ImGuiCol_FrameBgActive, 0.55f, 0.72f, 0.82f, 0.28f);
  set(ImGuiCol_Button, 0.34f, 0.70f, 0.83f, 0.22f);
  set(ImGuiCol_ButtonHovered, 0.34f, 0.70f, 0.83f, 0.42f);
  set(ImGuiCol_ButtonActive, 0.34f, 0.70f, 0.83f, 0.62f);
  set(ImGuiCol_Header, 0.34f, 0.70f, 0.83f, 0.16f);
  set(ImGuiCol_HeaderHovered, 0.34f, 0.70f, 0.83f, 0.30f);
  set(ImGuiCol_HeaderActive, 0.34f, 0.70f, 0.83f, 0.42f);
  set(ImGuiCol_SliderGrab, 0.34f, 0.74f, 0.88f, 0.80f);
  set(ImGuiCol_SliderGrabActive, 0.45f, 0.82f, 0.95f, 1);
  set(ImGuiCol_CheckMark, 0.45f, 0.82f, 0.95f, 1);
  set(ImGuiCol_ScrollbarBg, 0, 0, 0, 0);
}

Box window_box() {
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  return {{at.x, at.y}, {at.x + size.x, at.y + size.y}};
}

void next_size(float width, float height) {
  ImGui::SetNextWindowSize({width, 0});
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, std::max(height, 1.0f)});
}

void add_font(float pixels) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Flags |= ImFontAtlasFlags_NoMouseCursors;
  static constexpr ImWchar glyphs[] = {0x20, 0xff, 0x2070, 0x207f, 0};  // includes superscript digits for units
  for (const char* file :
       {"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/TTF/DejaVuSans.ttf",
        "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf", "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
        "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf"}) {
    std::error_code none;
    if (std::filesystem::is_regular_file(file, none) && atlas.AddFontFromFileTTF(file, pixels, nullptr, glyphs)) return;
  }
  ImFontConfig config;
  config.SizePixels = pixels;
  atlas.AddFontDefault(&config);
}

void warning_text(const std::string& s) {
  ImGui::PushStyleColor(ImGuiCol_Text, color::bad);
  ImGui::PushTextWrapPos(0);
  text(s);
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
}
void dim_text(const std::string& s) {
  ImGui::PushStyleColor(ImGuiCol_Text, color::dim);
  text(s);
  ImGui::PopStyleColor();
}

void text_right(const std::string& s) {
  const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(s.c_str()).x;
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(room, 0.0f));
  text(s);
}

void heading(const std::string& s, const std::string& right) {
  ImGui::PushStyleColor(ImGuiCol_Text, color::accent);
  text(s);
  ImGui::PopStyleColor();
  if (right.empty()) return;
  ImGui::SameLine();
  text_right(right);
}

void tooltip(const std::string& s) {
  if (!ImGui::IsItemHovered()) return;
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(ImGui::GetFontSize() * 24);
  text(s);
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

void plot(const Track& track, ImVec2 size, ImU32 line, ImU32 fill, bool from_zero) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::Dummy(size);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, color::groove, 3);
  float low = from_zero ? 0 : FLT_MAX, high = from_zero ? 0 : -FLT_MAX;
  for (std::size_t i = 0; i < track.size(); ++i) {
    if (!std::isfinite(track.at(i))) continue;
    low = std::min(low, track.at(i));
    high = std::max(high, track.at(i));
  }
  if (track.size() < 2 || !(high >= low)) return;
  // Draw a constant as a line in the middle instead of amplified noise.
  const float least = std::max(1e-5f * std::max(std::abs(low), std::abs(high)), 1e-30f);
  if (high - low < least) {
    low -= least;
    high += least;
  }
  auto point = [&](std::size_t i) {
    const float part = static_cast<float>(Track::length - track.size() + i) / static_cast<float>(Track::length - 1);
    const float value = std::isfinite(track.at(i)) ? track.at(i) : low;
    return ImVec2(at.x + part * size.x, at.y + size.y - 1 - (value - low) / (high - low) * (size.y - 4));
  };
  const ImDrawListFlags flags = list.Flags;
  list.Flags &= ~ImDrawListFlags_AntiAliasedFill;
  for (std::size_t i = 1; i < track.size(); ++i) {
    const ImVec2 a = point(i - 1), b = point(i);
    list.AddQuadFilled({a.x, at.y + size.y}, a, b, {b.x, at.y + size.y}, fill);
  }
  list.Flags = flags;
  for (std::size_t i = 0; i < track.size(); ++i) list.PathLineTo(point(i));
  list.PathStroke(line, ImDrawFlags_None, 1.2f);
}

void bar(double from, double to, float height) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, line = ImGui::GetTextLineHeight();
  ImGui::Dummy({width, line});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float top = at.y + (line - height) / 2;
  auto x = [&](double part) { return at.x + width * static_cast<float>(std::clamp(part, 0.0, 1.0)); };
  list.AddRectFilled({at.x, top}, {at.x + width, top + height}, color::groove, 2);
  list.AddRectFilled({x(from), top}, {std::max(x(to), x(from) + 1), top + height}, color::accent, 2);
}

std::string bytes_text(std::uint64_t bytes) {
  const auto b = static_cast<double>(bytes);
  return b < 1024 * 1024 ? fmt::format("{:.1f} KiB", b / 1024) : fmt::format("{:.1f} MiB", b / (1024 * 1024));
}

}  // namespace undine::hud
