// Rays through the depth buffer of one camera. Reversed depth near/z is linear along a ray on the screen, so positions
// and depths are interpolated together without division.
#ifndef SHADERS_WATER_SSR_GLSL
#define SHADERS_WATER_SSR_GLSL
#include "passes/deferred/camera.h"

struct ScreenRay {
  vec3 from, to;      // uv and reversed depth
  bool valid;
  bool cut;           // at the screen's border, or at the share of the way there
};

// The piece of a ray that lies before the camera and on the screen, or on a share of the way to the screen's border.
ScreenRay screen_ray(Camera c, vec3 origin, vec3 direction, float distance, float share) {
  ScreenRay ray;
  ray.from = ray.to = vec3(0.0);
  ray.valid = false;
  ray.cut = false;
  float near = c.sun_direction.w;
  vec4 a = c.view_projection * vec4(origin, 1.0);
  vec4 change = c.view_projection * vec4(direction, 0.0);
  if (a.w <= near) return ray;
  if (a.w + change.w * distance < near * 1.01) distance = (near * 1.01 - a.w) / change.w;
  vec4 b = a + change * distance;
  ray.from = vec3(clip_to_uv(a.xy / a.w), a.z / a.w);
  ray.to = vec3(clip_to_uv(b.xy / b.w), b.z / b.w);
  vec2 delta = ray.to.xy - ray.from.xy;
  float t = 1.0 / share;
  for (int i = 0; i < 2; ++i) {
    if (delta[i] > 0.0) t = min(t, (1.0 - ray.from[i]) / delta[i]);
    if (delta[i] < 0.0) t = min(t, -ray.from[i] / delta[i]);
  }
  ray.to = mix(ray.from, ray.to, max(t * share, 0.0));
  ray.valid = t > 0.0;
  ray.cut = t * share < 1.0;
  return ray;
}

// Turns for a ray along which the camera looks, more or less: one for some pixels of its way.
int turns_for(Camera c, ScreenRay ray, int most) {
  const float least = 4.0, pixels = 8.0;
  return int(clamp(length((ray.to.xy - ray.from.xy) * c.viewport.xy) / pixels, least, float(most)));
}

// First place where the ray goes behind the scene. xyz: uv and scene depth there, w: 1 if found.
// Tolerance: how far (relative to depth) the ray may be behind what it hits.
// A ray that passes behind a thing between two steps looks like a hit until it is refined: then the search goes on behind
// it. Where the ray ends behind that thing, what is seen beside it has to serve. Steps and refinements share one loop,
// since drivers that run both sides of a branch pay for each fetch.
vec4 screen_march(sampler2D depth_map, Camera c, ScreenRay ray, int steps, float jitter, float tolerance) {
  const int refinements = 8, most_candidates = 3;
  if (!ray.valid) return vec4(0.0);
  float near = c.sun_direction.w;
  vec2 low = vec2(0.0, view_distance(near, ray.from.z)), high = low;  // shares of the ray, and distances there
  vec4 hit = vec4(0.0);
  float beside = -1.0;
  bool hidden = false;
  for (int i = 0, next = 0, left = 0; i <= steps + most_candidates * (refinements + 1) && next <= steps; ++i) {
    float t = left > 0 ? 0.5 * (low.x + high.x) : min((float(next) + jitter) / float(steps), 1.0);
    vec3 p = mix(ray.from, ray.to, t);
    float scene = textureLod(depth_map, p.xy, 0.0).r;
    vec2 here = vec2(t, view_distance(near, p.z));
    float there = view_distance(near, scene), behind = here.y - there;
    // A step may fall as far behind what it hits as it goes into depth.
    bool refines = left > 0, meets = scene > p.z && behind < abs(here.y - low.y) + tolerance * there;
    hidden = refines ? hidden : scene > p.z;
    beside = scene > p.z ? beside : max(beside, t);
    high = meets ? here : high;
    low = meets ? low : here;
    if (meets) hit = vec4(p.xy, scene, behind <= tolerance * there ? 1.0 : 0.0);
    if (!refines && !meets) next += 1;
    else left = refines ? left - 1 : refinements;
    if (left > 0 || !refines) continue;
    if (hit.w > 0.5) return hit;
    low = high;
  }
  if (beside < 0.0 || !hidden) return vec4(0.0);
  vec3 q = mix(ray.from, ray.to, beside);
  float scene = textureLod(depth_map, q.xy, 0.0).r;
  return vec4(q.xy, scene, scene > 0.0 ? 1.0 : 0.0);
}

// The lesser of two changes to either side of a texel: beyond an edge is another thing. What rises over both sides is a
// crest or a speck, whose neighbors are other things and tell nothing of its slope.
float lesser_change(float one, float other) { return one < 0.0 && other < 0.0 ? 0.0 : min(abs(one), abs(other)); }

// Change of the reversed depth of the visible surface over a texel. Ground seen at a grazing angle
// is meters deep in a texel.
float depth_per_texel(sampler2D depth_map, vec2 uv) {
  float here = textureLod(depth_map, uv, 0.0).r;
  float left = textureLodOffset(depth_map, uv, 0.0, ivec2(-1, 0)).r;
  float right = textureLodOffset(depth_map, uv, 0.0, ivec2(1, 0)).r;
  float up = textureLodOffset(depth_map, uv, 0.0, ivec2(0, -1)).r;
  float down = textureLodOffset(depth_map, uv, 0.0, ivec2(0, 1)).r;
  return lesser_change(left - here, right - here) + lesser_change(up - here, down - here);
}

// Reversed depth between the texels: a texel's edge is a step of many pixels where ground is seen at a grazing angle.
float smooth_depth(sampler2D depth_map, vec2 uv) {
  vec2 at = uv * vec2(textureSize(depth_map, 0)) - 0.5, f = fract(at);
  vec4 d = textureGather(depth_map, (floor(at) + 1.0) / vec2(textureSize(depth_map, 0)));  // 01, 11, 10, 00
  return mix(mix(d.w, d.z, f.x), mix(d.x, d.y, f.x), f.y);
}

struct ScreenReceiver {
  vec2 uv;            // where the picture shows it, or something near it
  float depth;        // of the scene there
  float at;           // share of the ray that lies before the receiver; 1 if it meets none
  bool found;         // the ray met something
  float sure;         // 1: it is shown; falls to 0 as the ray comes near to what the picture does not show
  bool hidden;        // the ray ends in what the picture does not show
};

// The same for rays that go on behind a surface, at any distance behind what they meet. With `masked`, the picture
// shows what is behind the surface only where `surface_depth` is over 0. Rays that come near the screen's border, or
// with `squeeze` near the first hidden place, are shortened, at first a little, at last by half: the picture is
// squeezed softly where a stop would smear its last pixels.
ScreenReceiver screen_pierce(sampler2D depth_map, sampler2D surface_depth, Camera c, bool masked, bool squeeze,
                             ScreenRay ray, int steps) {
  if (!ray.valid) return ScreenReceiver(ray.from.xy, 0.0, 1.0, false, 0.0, true);
  float met = -1.0, hidden = -1.0, before = 0.0;
  for (int i = 0; i < steps; ++i) {
    float t = (float(i) + 0.999) / float(steps);
    vec3 p = mix(ray.from, ray.to, t);
    float scene = textureLod(depth_map, p.xy, 0.0).r;
    if (masked && textureLod(surface_depth, p.xy, 0.0).r <= 0.0) {
      hidden = t;
      break;
    }
    if (scene > p.z && met < 0.0) met = t;
    if (met < 0.0) before = t;
    else if (!masked) break;
  }
  float step_size = 1.0 / float(steps);
  float seen = max(hidden - step_size, 0.0);
  float high = max(met, 0.0), low = before;
  for (int j = 0; j < 5; ++j) {
    float middle = 0.5 * (low + high);
    vec3 q = mix(ray.from, ray.to, middle);
    if (smooth_depth(depth_map, q.xy) > q.z) high = middle;
    else low = middle;
    if (!masked) continue;
    float edge = 0.5 * (seen + hidden);
    if (textureLod(surface_depth, mix(ray.from.xy, ray.to.xy, edge), 0.0).r <= 0.0) hidden = edge;
    else seen = edge;
  }
  bool found = met >= 0.0;
  float at = found ? high : 1.0, shown = at, sure = 1.0;
  if (hidden >= 0.0) {
    shown = min(at, seen);
    sure = 1.0 - smoothstep(0.45, 0.98, at / max(seen, 1e-3));
  }
  if (ray.cut && hidden < 0.0 || squeeze && hidden >= 0.0) {
    float border = hidden >= 0.0 ? seen : 1.0, exact = (hidden >= 0.0 ? 0.3 : 0.45) * border;
    float over = 0.55 * border - exact;
    shown = min(shown, exact + over * (1.0 - exp(-max(shown - exact, 0.0) / (over + 1e-5))));
  }
  bool blocked = false;
  if (found) {
    // Something far before the ray hides what the ray meets: what is seen beside that thing has to serve; in open water,
    // little by little, what is seen straight on from the surface.
    vec3 p = mix(ray.from, ray.to, at);
    float near = c.sun_direction.w, here = view_distance(near, p.z);
    vec4 around = textureGather(depth_map, p.xy);
    float front = max(max(around.x, around.y), max(around.z, around.w));
    float gap = here - view_distance(near, front - depth_per_texel(depth_map, p.xy));
    float over = gap / (0.06 * (abs(here - view_distance(near, ray.from.z)) + 0.1));
    if (squeeze) sure = min(sure, 1.0 - smoothstep(2.0, 9.0, over));
    else blocked = over > 1.0;
    if (blocked && textureLod(depth_map, mix(ray.from.xy, ray.to.xy, 0.8 * at), 0.0).r > 0.0) shown = 0.8 * at;
  }
  vec2 uv = mix(ray.from.xy, ray.to.xy, shown);
  float scene = textureLod(depth_map, uv, 0.0).r;
  // A shortened ray may end before there is anything: what is nearest to the border on its way has to serve.
  for (int i = 1; i <= 4 && !found && scene <= 0.0; ++i) {
    vec2 further = mix(ray.from.xy, ray.to.xy, mix(0.995, shown, 0.25 * float(i - 1)));
    float there = textureLod(depth_map, further, 0.0).r;
    if (there > 0.0) {
      uv = further;
      scene = there;
    }
  }
  return ScreenReceiver(uv, scene, at, found && !blocked && scene > 0.0, sure,
                        ray.cut || hidden >= 0.0 || blocked);
}

#endif
