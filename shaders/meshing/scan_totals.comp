// Exclusive sums of the tiles' totals. One workgroup.
layout(local_size_x = 256) in;
layout(binding = 0, std430) buffer TotalsBlock { uint v[]; } totals;
layout(push_constant, scalar) uniform ParamsBlock { uint tiles; } params;

shared uint sums[2][256];

void main() {
  uint lane = gl_LocalInvocationID.x;
  uint each = (params.tiles + 255u) / 256u;
  uint begin = min(lane * each, params.tiles), end = min(begin + each, params.tiles);
  uint sum = 0u;
  for (uint i = begin; i < end; ++i) sum += totals.v[i];
  sums[0][lane] = sum;
  barrier();
  uint side = 0u;
  for (uint reach = 1u; reach < 256u; reach *= 2u) {
    sums[1u - side][lane] = sums[side][lane] + (lane >= reach ? sums[side][lane - reach] : 0u);
    side = 1u - side;
    barrier();
  }
  uint before = sums[side][lane] - sum;
  for (uint i = begin; i < end; ++i) {
    uint own = totals.v[i];
    totals.v[i] = before;
    before += own;
  }
}
