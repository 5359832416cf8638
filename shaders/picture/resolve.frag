// Temporal resolve of a full-size pixel: blends the samples of this picture with the history of its surface, clipped
// by variance in YCoCg [Salvi 2016] of compressed radiance [Karis 2014].
#include "passes/picture/temporal_params.h"
#include "passes/deferred/motion_params.h"

layout(push_constant, scalar) uniform ParamsBlock { ResolveParams p; } params;
layout(binding = 0) uniform sampler2D lit;
layout(binding = 1) uniform sampler2D depth;
layout(binding = 2) uniform sampler2D motion;
layout(binding = 3) uniform sampler2D history;
layout(binding = 4) uniform sampler2D trace;
layout(constant_id = 0) const bool has_motion = false;
layout(constant_id = 1) const bool has_history = false;
layout(constant_id = 2) const bool has_trace = false;
const bool remembers = has_motion && has_history && has_trace;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;
layout(location = 1) out vec4 traced;

// Exposed light in [0, 1), luma and two differences of colors.
vec3 compress(vec3 c) {
  c = max(c, vec3(0.0)) * params.p.exposure;
  c /= 1.0 + max(c.r, max(c.g, c.b));
  return vec3(dot(c, vec3(0.25, 0.5, 0.25)), 0.5 * (c.r - c.b), dot(c, vec3(-0.25, 0.5, -0.25)));
}
vec3 expand(vec3 y) {
  vec3 c = max(vec3(y.x + y.y - y.z, y.x + y.z, y.x - y.y - y.z), vec3(0.0));
  return c / (max(1.0 - max(c.r, max(c.g, c.b)), 1e-3) * params.p.exposure);
}

// Catmull-Rom of the 4 x 4 texels around by bilinear fetches; its corners, which weigh next to nothing, are left out.
vec4 history_at(vec2 at) {
  vec2 pixel = at * params.p.size - 0.5;
  vec2 f = fract(pixel);
  if (all(lessThan(abs(pixel - round(pixel)), vec2(2e-3)))) return texelFetch(history, ivec2(round(pixel)), 0);
  vec2 base = floor(pixel) + 0.5;
  vec2 w0 = f * (-0.5 + f * (1.0 - 0.5 * f));
  vec2 w1 = 1.0 + f * f * (-2.5 + 1.5 * f);
  vec2 w3 = f * f * (-0.5 + 0.5 * f);
  vec2 w12 = 1.0 - w0 - w3;
  vec2 at0 = (base - 1.0) / params.p.size, at3 = (base + 2.0) / params.p.size;
  vec2 at12 = (base + 1.0 - w1 / w12) / params.p.size;
  vec4 middle = textureLod(history, at12, 0.0);
  vec4 sum = middle * (w12.x * w12.y) + textureLod(history, vec2(at12.x, at0.y), 0.0) * (w12.x * w0.y) +
             textureLod(history, vec2(at0.x, at12.y), 0.0) * (w0.x * w12.y) +
             textureLod(history, vec2(at3.x, at12.y), 0.0) * (w3.x * w12.y) +
             textureLod(history, vec2(at12.x, at3.y), 0.0) * (w12.x * w3.y);
  float total = w12.x * w12.y + w12.x * w0.y + w0.x * w12.y + w3.x * w12.y + w12.x * w3.y;
  return vec4(max(sum.rgb / total, vec3(0.0)), middle.a);
}

void main() {
  vec2 ratio = params.p.size / params.p.drawn;  // pixels of the picture along one that was drawn
  ivec2 last = ivec2(params.p.drawn) - 1;
  bool same_size = params.p.size == params.p.drawn;
  // Place of this pixel's center among the samples, in drawn pixels.
  vec2 q = uv * params.p.drawn - params.p.offset;
  ivec2 middle = same_size ? ivec2(gl_FragCoord.xy) : clamp(ivec2(floor(q)), ivec2(0), last);
  vec3 mean = vec3(0.0), square = vec3(0.0), sharp = vec3(0.0), soft = vec3(0.0);
  float sharp_weight = 0.0, soft_weight = 0.0, weight = 0.0;
  vec4 way = vec4(0.0, 0.0, 1e9, 0.0);
  ivec2 nearest = middle;
  float reactive = 0.0, stirred = 0.0;
  for (int i = 0; i < 9; ++i) {
    ivec2 texel = clamp(middle + ivec2(i % 3, i / 3) - 1, ivec2(0), last);
    vec3 c = texelFetch(lit, texel, 0).rgb;
    vec3 y = compress(c);
    mean += y / 9.0;
    square += y * y / 9.0;
    if (remembers) {
      vec4 m = texelFetch(motion, texel, 0);
      if (i == 4) {
        stirred = abs(m.w) >= light_changes ? 1.0 : 0.0;
        reactive = abs(m.w) - light_changes * stirred;
      }
      if (m.z < way.z || i == 0) {
        way = m;
        nearest = texel;
      }
    }
    if (same_size) {
      if (i == 4) sharp = soft = c;
      continue;
    }
    vec2 off = vec2(texel) + 0.5 - q;
    float wide = exp(-2.0 * dot(off, off));
    off *= ratio;
    vec2 inside = clamp(3.0 - 5.0 * abs(off), 0.0, 1.0);  // of the pixel, whose border the samples share
    float narrow = inside.x * inside.y;
    soft += wide * c;
    soft_weight += wide;
    sharp += narrow * c;
    sharp_weight += narrow;
    weight = max(weight, narrow);
  }
  if (same_size) {
    weight = 1.0;
  } else {
    soft /= soft_weight;
    sharp = sharp_weight > 0.0 ? sharp / sharp_weight : soft;
  }
  vec3 sigma = sqrt(max(square - mean * mean, vec3(0.0)));
  float d = texelFetch(depth, nearest, 0).r;
  float distance = d > 0.0 ? min(params.p.near / d, 6e4) : 6e4;
  float luma = compress(same_size ? sharp : soft).x;
  // The very first picture has none of the samples that make up the mean; of a smaller one it is blurred.
  color = vec4(soft, same_size && remembers ? 1.0 : 0.25);
  float mark = remembers && way.w < 0.0 ? 2.0 : 0.0;  // of things that move by themselves
  traced = vec4(luma, luma * luma, distance, mark + 1.0);
  if (!remembers) return;

  vec2 from = uv - way.xy;
  if (any(lessThan(from, vec2(0.0))) || any(greaterThan(from, vec2(1.0)))) return;
  vec4 before = history_at(from);
  vec4 past = textureLod(trace, from, 0.0);
  float waver = sqrt(max(past.y - past.x * past.x, 0.0));
  // The history in front of this surface is invalid. An edge that the samples find now and then does not count: it has not moved,
  // and what was seen of it wavers.
  vec4 distances = textureGather(trace, from, 2);
  bool revealed = max(max(distances.x, distances.y), max(distances.z, distances.w)) < 0.97 * way.z - 0.01;
  bool moved = any(greaterThan(textureGather(trace, from, 3), vec4(1.5)));
  if (revealed && (moved || waver < 0.03)) return;

  // Pixels that were drawn larger say less about what lies between them.
  float reach = 1.0 + ratio.x;
  vec3 remembered = compress(before.rgb);
  vec3 off = remembered - mean;
  // While nothing can have changed, what this pixel's own samples have shown in turn may be remembered, too.
  vec3 excess = abs(off) / (reach * (sigma + 2.0 * waver * params.p.still) + 1e-3);
  float over = max(excess.x, max(excess.y, excess.z));
  float refused = over > 1.0 ? length(off) * (1.0 - 1.0 / over) : 0.0;
  float trust = 1.0 / (1.0 + 20.0 * refused);
  float count = min(before.a, mix(params.p.most - 1.0, 3.0, reactive)) * trust;
  // Weight of this pixel's own samples, which meet it in some pictures only. Where little is
  // remembered, or light changes, all pixels get the same blur of what is around them: the one that a sample has just
  // met would stand out of the others.
  float own = same_size ? 1.0 : trust * trust * (1.0 - max(reactive, stirred)) * min(0.5 * before.a, 1.0);
  float part = mix(1.0, weight, own), grip = mix(1.0, mix(0.1, 1.0, weight), own);
  vec3 kept = over > 1.0 ? mix(before.rgb, expand(mean + off / over), grip) : before.rgb;
  color = vec4((kept * count + mix(soft, sharp, own) * part) / (count + part), count + weight);
  float share = 1.0 / min(count + 1.0, 8.0);
  traced.xy = mix(past.xy, vec2(luma, luma * luma), share);
  traced.w = mark + clamp(refused, 0.0, 0.9);
}
