// Cells of the grid that a catch gives to.
#include "passes/exchange/exchange_params.h"
layout(push_constant, scalar) uniform ParamsBlock { ExchangeCatchParams p; } params;

vec2 dip_cell(vec3 x) { return (x.xz - params.p.corner) / params.p.cell; }
bool may_gain(ivec2 c) { return all(greaterThanEqual(c, params.p.first)) && all(lessThan(c, params.p.first + params.p.count)); }
