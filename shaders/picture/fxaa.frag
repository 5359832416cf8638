// Morphological antialiasing along luma edges: finds the edge's direction and both ends, and shifts the sample across
// the edge by the ideal edge's coverage of the pixel.
#include "passes/picture/tonemap_params.h"

layout(push_constant, scalar) uniform ParamsBlock { FxaaParams p; } params;
layout(binding = 0) uniform sampler2D picture;     // alpha: luma
layout(binding = 1) uniform sampler2D counts;      // w: samples of the pixel
layout(constant_id = 0) const bool has_counts = false;
layout(constant_id = 1) const bool coarse = false;  // seven looks along an edge, at its pixels, in place of nine between them
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

const int strides = coarse ? 7 : 9;
const float stride[9] = float[](1.0, 1.0, 1.0, 1.0, 1.5, 2.0, 2.0, 4.0, 8.0);

float luma_at(vec2 at) { return textureLod(picture, at, 0.0).a; }

// Luma of the pixel at an offset from this one.
float luma_beside(int x, int y) {
  ivec2 at = ivec2(gl_FragCoord.xy) + ivec2(x, y);
  return texelFetch(picture, clamp(at, ivec2(0), textureSize(picture, 0) - 1), 0).a;
}

void main() {
  vec2 texel = params.p.texel;
  vec4 middle = texelFetch(picture, ivec2(gl_FragCoord.xy), 0);
  float m = middle.a;
  float n = luma_beside(0, -1), s = luma_beside(0, 1), w = luma_beside(-1, 0), e = luma_beside(1, 0);
  float high = max(m, max(max(n, s), max(w, e))), low = min(m, min(min(n, s), min(w, e)));
  float contrast = high - low;
  bool is_edge = contrast >= max(0.04, 0.125 * high);
  if (!is_edge) {
    color = vec4(middle.rgb, 1.0);
    return;
  }
  int walks = is_edge ? strides : 0;  // drivers of the CPU would go all the way for pixels that are done
  float nw = luma_beside(-1, -1), se = luma_beside(1, 1), ne = luma_beside(1, -1), sw = luma_beside(-1, 1);
  float vertical_change = 2.0 * abs(n + s - 2.0 * m) + abs(ne + se - 2.0 * e) + abs(nw + sw - 2.0 * w);
  float horizontal_change = 2.0 * abs(w + e - 2.0 * m) + abs(nw + ne - 2.0 * n) + abs(sw + se - 2.0 * s);
  bool horizontal = vertical_change >= horizontal_change;

  float before = horizontal ? n : w, after = horizontal ? s : e;
  float step_across = horizontal ? texel.y : texel.x;
  bool towards_before = abs(before - m) >= abs(after - m);
  float other = towards_before ? before : after;
  if (towards_before) step_across = -step_across;
  vec2 across = horizontal ? vec2(0.0, step_across) : vec2(step_across, 0.0);
  ivec2 along = horizontal ? ivec2(1, 0) : ivec2(0, 1), last = textureSize(picture, 0) - 1;
  float edge = 0.5 * (m + other);
  float threshold = 0.25 * abs(other - m);

  vec2 border = uv + 0.5 * across;
  // The pixels on both sides of the edge, and how many more of them there are.
  ivec2 here = ivec2(gl_FragCoord.xy), beyond = clamp(here + ivec2(sign(across)), ivec2(0), last);
  int place = horizontal ? here.x : here.y, room = (horizontal ? last.x : last.y) - place;
  float ends[2], changes[2];
  for (int side = 0; side < 2; ++side) {
    float direction = side == 0 ? -1.0 : 1.0;
    float walked = 0.0, walked_before = 0.0, change = 0.0;
    for (int i = 0; i < walks; ++i) {
      if (coarse) {  // 1, 2, 3, 5, 8, 13, 21
        float next = walked + max(walked_before, 1.0);
        walked_before = walked;
        walked = next;
        ivec2 to = along * (side == 0 ? -min(int(walked), place) : min(int(walked), room));
        change = 0.5 * (texelFetch(picture, here + to, 0).a + texelFetch(picture, beyond + to, 0).a) - edge;
      } else {
        walked += stride[i];
        change = luma_at(border + vec2(along) * texel * (direction * walked)) - edge;
      }
      if (abs(change) >= threshold) break;
    }
    ends[side] = walked;
    changes[side] = change;
  }
  int nearer = ends[0] < ends[1] ? 0 : 1;
  // Only the end where the edge turns towards this pixel's side takes part of the pixel away.
  bool crosses = (changes[nearer] < 0.0) != (m < edge);
  float shift = crosses ? 0.5 - ends[nearer] / (ends[0] + ends[1]) : 0.0;

  float around = (2.0 * (n + s + w + e) + nw + ne + sw + se) / 12.0;
  float dot_like = smoothstep(0.0, 1.0, clamp(abs(around - m) / contrast, 0.0, 1.0));
  shift = max(shift, 0.5 * dot_like * dot_like);
  // Pixels that are the mean of several samples have smooth edges already.
  if (has_counts) shift *= clamp((5.0 - texelFetch(counts, ivec2(gl_FragCoord.xy), 0).w) / 4.0, 0.0, 1.0);
  color = vec4(textureLod(picture, uv + across * shift, 0.0).rgb, 1.0);
}
