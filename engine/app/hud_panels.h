// The panels of the HUD that show figures. Only hud*.cpp include this header.
#pragma once
#include <span>

#include "engine/app/hud.h"
#include "engine/app/hud_widgets.h"

namespace undine::hud {

void figures_panel(Session& session, const HudData& data, float scale);
void water_panel(const HudData& data, float scale);
void help_panel(float scale);

}  // namespace undine::hud
