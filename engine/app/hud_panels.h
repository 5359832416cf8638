// The panels of the HUD that show figures. Only hud*.cpp include this header.
#pragma once
#include <span>

#include "engine/app/hud.h"
#include "engine/app/hud_widgets.h"

namespace undine::hud {

void figures_panel(Session& session, const HudData& data, float scale);
void water_panel(const HudData& data, float scale);
void help_panel(float scale);
// What is still being made, in the middle of an empty picture.
void loading_panel(const std::string& scene, const std::string& what);
void failure_panel(const std::string& text, float scale);  // what went wrong with the last change of a file
void reload_mark(const ReloadStatus& status);              // fresh, unchanged or failed, in one line of widgets

}  // namespace undine::hud
