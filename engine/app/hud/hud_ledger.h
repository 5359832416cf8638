// Diagram of solvers and their couplings with running figures. Only hud*.cpp include this header.
#pragma once
#include "engine/app/hud/hud_data.h"

namespace undine::hud {

void ledger_diagram(const HudData& data, float scale);  // draws nothing in scenes without couplings

}  // namespace undine::hud
