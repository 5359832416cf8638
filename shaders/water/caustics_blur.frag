// Blurs photon light slightly, because the sun is not a point source: the mean of four places, turned by right angles
// about the texel, at 0.75 and 0.25 texels along the axes, each read between its texels.
#include "passes/water/water_params.h"

layout(binding = 0) uniform usamplerBuffer sums;
layout(binding = 1, scalar) uniform ParamsBlock { PhotonGridsParams p; } params;

layout(location = 0) in flat int layer;
layout(location = 0) out float light;

uint sum_at(int x, int row) { return texelFetch(sums, row + x).r; }

void main() {
  int texels = params.p.texels;
  ivec2 at = ivec2(gl_FragCoord.xy) - ivec2(0, layer * texels);
  int x = at.x, left = max(x - 1, 0), right = min(x + 1, texels - 1);
  int row = (layer * texels + at.y) * texels, above = at.y > 0 ? row - texels : row,
      below = at.y < texels - 1 ? row + texels : row;
  const float far = 0.75, near = 0.25;  // of a place's offset along either axis
  uint middle = sum_at(x, row), sides = sum_at(left, row) + sum_at(right, row) + sum_at(x, above) + sum_at(x, below),
       corners = sum_at(left, above) + sum_at(right, above) + sum_at(left, below) + sum_at(right, below);
  light = photon_quantum * ((1.0 - far) * (1.0 - near) * float(middle) +
                            0.25 * (far * (1.0 - near) + (1.0 - far) * near) * float(sides) +
                            0.25 * far * near * float(corners));
}
