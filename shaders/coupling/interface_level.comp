// State of the other grid at an interface, for the columns that end there. Computes the other grid's level and ground in
// the row of cells at the interface, and a correction that extrapolates the level from the first two rows to the
// interface. Values along the interface are interpolated between the two cells nearest to the column. If one of these
// cells is dry, only the wet one counts. A thread owns a column.
#include "lib/ledger.glsl"
#include "passes/coupling/coupling_params.h"
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer Heights { float v[]; } heights;
layout(binding = 1) writeonly restrict buffer Beyond { vec2 v[]; } beyond;  // over the columns' origin, m; ground and speed
layout(binding = 2, scalar) readonly buffer Deposits { LedgerDeposit v[]; } deposits;  // that came in last
layout(binding = 3, scalar) readonly buffer Pending { uvec2 v[]; } pending;         // to each cell; negative: by it
layout(constant_id = 0) const bool has_heads = false;
layout(binding = 4) readonly buffer Heads { vec2 v[]; } heads;  // x: of hulls
layout(constant_id = 1) const bool has_depths = false;
layout(binding = 5) readonly buffer Depths { float v[]; } depths;
layout(constant_id = 2) const bool has_flow = false;
layout(binding = 6) readonly buffer Flow { float v[]; } flow;
layout(push_constant, scalar) uniform ParamsBlock { InterfaceLevelParams p; } params;

float height_at(int along, int row) {
  return params.p.scale * heights.v[params.p.offset + row * params.p.inwards + along * params.p.stride];
}
float depth_at(int along, int row) {
  return has_depths ? depths.v[params.p.depths.x + row * params.p.depths.y + along * params.p.depths.z] : 1.0;
}
float level_at(int along, int row) {
  float head = 0.0;
  if (has_heads) head = heads.v[params.p.heads.x + row * params.p.heads.y + along * params.p.heads.z].x;
  return height_at(along, row) + params.p.scale * head;
}
float ground_at(int along, int row) { return height_at(along, row) - depth_at(along, row); }

// Level in the row at the line, averaged over the step, less the pending volume, which reduces the demand on a drained cell.
float first_at(int along) {
  return level_at(along, 0) - params.p.ahead * meters_of(deposits.v[along].volume, params.p.meters).x +
         meters_of(pending.v[along], params.p.meters).x;
}

void main() {
  int i = int(gl_GlobalInvocationID.x);
  if (i >= params.p.columns) return;
  float at = clamp(params.p.begin + (float(i) + 0.5) * params.p.ratio - 0.5, 0.0, float(params.p.cells - 1));
  int low = min(int(at), params.p.cells - 1), high = min(low + 1, params.p.cells - 1);
  float part = at - float(low);
  if (part == 0.0) high = low;
  bool wet_low = depth_at(low, 0) > interface_dry_depth, wet_high = depth_at(high, 0) > interface_dry_depth;
  float near = mix(first_at(low), first_at(high), wet_low == wet_high ? part : wet_low ? 0.0 : 1.0), far = near;
  float ground = mix(ground_at(low, 0), ground_at(high, 0), part);
  if (params.p.rows > 1 && wet_low && wet_high && min(depth_at(low, 1), depth_at(high, 1)) > interface_dry_depth)
    far = mix(level_at(low, 1), level_at(high, 1), part);
  // Level of the cell around the column, or mean of several.
  float along = interface_unknown_speed;
  if (has_flow) {
    int cell = clamp(int(params.p.begin + (float(i) + 0.5) * params.p.ratio), 0, params.p.cells - 1);
    along = flow.v[params.p.flow.x + cell * params.p.flow.y];
    if (params.p.ratio > 1.0)
      along = mix(flow.v[params.p.flow.x + low * params.p.flow.y], flow.v[params.p.flow.x + high * params.p.flow.y], part);
  }
  beyond.v[i] = vec2(near + params.p.bias, 0.5 * (near - far));
  float deep = wet_low || wet_high ? max(near - ground, 0.0) : 0.0;
  beyond.v[params.p.columns + 2 * i] = vec2(ground + params.p.bias, deep);
  beyond.v[params.p.columns + 2 * i + 1] = vec2(along, 0.0);
}
