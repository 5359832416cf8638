// Building blocks of the HUD's panels. Only hud*.cpp include this header.
#pragma once
#include <imgui.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/app/hud/hud_data.h"
#include "engine/app/hud/hud_places.h"

namespace undine::hud {

namespace color {
constexpr ImU32 accent = IM_COL32(86, 190, 225, 255);
constexpr ImU32 accent_soft = IM_COL32(86, 190, 225, 70);
constexpr ImU32 warm = IM_COL32(240, 180, 90, 255);
constexpr ImU32 warm_soft = IM_COL32(240, 180, 90, 60);
constexpr ImU32 groove = IM_COL32(255, 255, 255, 16);
constexpr ImU32 dim = IM_COL32(160, 174, 186, 255);
constexpr ImU32 good = IM_COL32(130, 215, 120, 255);
constexpr ImU32 bad = IM_COL32(255, 120, 100, 255);
}  // namespace color

constexpr ImGuiWindowFlags fixed_window =
    ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove |
    ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;
constexpr ImGuiWindowFlags movable_window = fixed_window & ~ImGuiWindowFlags_NoMove;  // hud_moved.h
inline char picture_tag = 0;
inline const ImTextureID picture_texture = &picture_tag;  // null: the font
Box window_box();                                         // the current window
// Sets the next window's width; its height fits the content, up to `height`.
void next_size(float width, float height);

void set_style(float scale);
// Creates an atlas of one byte per texel from a system font or Dear ImGui's own.
void add_font(float pixels);

inline void text(const std::string& s) { ImGui::TextUnformatted(s.data(), s.data() + s.size()); }
void dim_text(const std::string& s);
void warning_text(const std::string& s);  // wrapped
void text_right(const std::string& s);    // right-aligned in the column or window
void heading(const std::string& s, const std::string& right = {});
void tooltip(const std::string& s);  // for the last item
// Plots values with a filled area; from_zero: the lower edge is zero, else the smallest value.
void plot(const Track& track, ImVec2 size, ImU32 line, ImU32 fill, bool from_zero);
// Part [from, to] of a bar as wide as the column.
void bar(double from, double to, float height);
std::string bytes_text(std::uint64_t bytes);  // "34.5 MiB"

}  // namespace undine::hud
