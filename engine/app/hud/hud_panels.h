// HUD panels that show figures. Only hud*.cpp include this header.
#pragma once
#include <span>

#include "engine/app/hud/hud.h"
#include "engine/app/hud/hud_moved.h"
#include "engine/app/hud/hud_widgets.h"

namespace undine::hud {

// Each stays inside `room` and returns its box.
Box figures_panel(session::Session& session, const HudData& data, const HudControls& controls, const Box& room,
                  float scale, MovedPanels& moved);  // statistics
Box few_figures(session::Session& session, const HudData& data, const HudControls& controls,
                const Box& room);  // for pictures without room for the others
Box help_panel(const Box& room, float scale);
Box failure_panel(const std::string& text, const Box& room, float scale);  // failure of the last file change
void reload_mark(const window::ReloadStatus& status);  // fresh, unchanged or failed, in one line of widgets
// Names the item that is loading, in the middle of an empty picture.
void loading_panel(const std::string& scene, const std::string& what);
void notes_panel(const std::vector<Note>& notes, float scale);  // drawn over all others
void quit_panel(HudControls& controls, HudPanels& panels, float scale);

}  // namespace undine::hud
