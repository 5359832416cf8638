// Exclusive sums within tiles of 1024 numbers, and the tiles' totals.
layout(local_size_x = 64) in;
layout(binding = 0, std430) buffer NumbersBlock { uvec4 v[]; } numbers;
layout(binding = 1, std430) writeonly buffer TotalsBlock { uint v[]; } totals;

shared uint sums[2][64];

void main() {
  uint lane = gl_LocalInvocationID.x;
  uint first = gl_GlobalInvocationID.x * 4u;
  uvec4 own[4];
  uint sum = 0u;
  for (int i = 0; i < 4; ++i) {
    own[i] = numbers.v[first + uint(i)];
    sum += own[i].x + own[i].y + own[i].z + own[i].w;
  }
  sums[0][lane] = sum;
  barrier();
  uint side = 0u;
  for (uint reach = 1u; reach < 64u; reach *= 2u) {
    sums[1u - side][lane] = sums[side][lane] + (lane >= reach ? sums[side][lane - reach] : 0u);
    side = 1u - side;
    barrier();
  }
  uint before = sums[side][lane] - sum;
  for (int i = 0; i < 4; ++i) {
    uvec4 v = own[i];
    uint two = v.x + v.y, three = two + v.z;
    numbers.v[first + uint(i)] = before + uvec4(0u, v.x, two, three);
    before += three + v.w;
  }
  if (lane == 63u) totals.v[gl_WorkGroupID.x] = before;
}
