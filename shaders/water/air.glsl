// Reflection and refraction at a water surface, for grids and meshes. Include after declaring `camera`, `lit`,
// `scene_depth`, `sky` and the constant `screen_reflections`.
#ifndef SHADERS_WATER_AIR_GLSL
#define SHADERS_WATER_AIR_GLSL
#include "lib/optics.glsl"
#include "lib/sky.glsl"
#include "water/ssr.glsl"
#include "water/volume.glsl"

// Differs from pixel to pixel, and from one picture to the next where several make one: where a ray's steps begin.
float ray_jitter(ivec2 pixel) {
  float own = 52.9829189 * fract(dot(vec2(pixel), vec2(0.06711056, 0.00583715)));
  return 0.5 + 0.5 * fract(own + camera.c.jitter.z);
}

// The scene in air along a ray: what a camera's picture knows of it, faded out over `border` of the picture, else the sky.
// light: premultiplied by its alpha, which is 0 where the picture shows something else or nothing. end_on: the camera looks
// along the ray, more or less.
vec3 light_along(sampler2D light, sampler2D depth, Camera c, vec3 from, vec3 direction, float reach, int most,
                 bool end_on, float jitter, float border) {
  vec3 beyond = sky_radiance(sky, direction);
  ScreenRay ray = screen_ray(c, from, direction, reach, 1.0);
  vec4 hit = screen_march(depth, c, ray, end_on ? turns_for(c, ray, most) : most, jitter, 0.06);
  if (hit.w < 0.5) return beyond;
  vec2 edge = min(hit.xy, 1.0 - hit.xy);
  vec4 seen = textureLod(light, hit.xy, 0.0);
  if (seen.a <= 0.0) return beyond;
  return mix(beyond, seen.rgb / seen.a, smoothstep(0.0, border, min(edge.x, edge.y)));
}
vec3 scene_in_air(vec3 from, vec3 direction, float reach, int steps, float jitter) {
  if (!screen_reflections) return sky_radiance(sky, direction);
  return light_along(lit, scene_depth, camera.c, from, direction, reach, steps, false, jitter, 0.08);
}

// Sun reflected by the facets around n.
vec3 sun_glint(vec3 n, vec3 view, float alpha2, float index) {
  vec3 sun = camera.c.sun_direction.xyz;
  float nl = dot(n, sun), nv = max(dot(n, view), 0.02);
  if (nl <= 0.0) return vec3(0.0);
  vec3 h = normalize(sun + view);
  // The disc's angular radius, as a wider lobe.
  float wide = min(alpha2 + 2.2e-5, 1.0);
  float lobe = ggx_density(clamp(dot(n, h), 0.0, 1.0), wide) * ggx_visibility(nv, nl, wide);
  float f = fresnel_dielectric(clamp(dot(view, h), 0.0, 1.0), 1.0 / index);
  return min(lobe * f * nl, 60.0) * camera.c.sun_radiance.rgb;
}

// A facet that faces away from the eye is bent back until it just faces it.
vec3 facing_normal(vec3 normal, vec3 along) {
  float facing = dot(normal, -along);
  return facing < 0.03 ? normalize(normal + (0.03 - facing) * -along) : normal;
}

// Origin of a surface's reflection to an eye in the air. Facets that would mirror the water itself mirror its
// surroundings: one bounce more ends there.
vec3 mirrored_ray(vec3 along, vec3 normal) {
  vec3 mirrored = reflect(along, normal);
  if (normal.y > 0.5) mirrored.y = abs(mirrored.y);
  return mirrored;
}
vec3 scene_mirrored(vec3 world, vec3 along, vec3 normal, float jitter) {
  vec3 mirrored = mirrored_ray(along, normal);
  return scene_in_air(world + mirrored * 0.01, mirrored, 30.0, 20, jitter);
}

// Light towards an eye in the air; below: what the refracted ray brings.
vec3 seen_from_air(vec3 below, vec3 above, float mirrored, vec3 along, vec3 normal, float alpha2, float index,
                   float sunlit) {
  return mix(below, above, mirrored) + sun_glint(normal, -along, alpha2, index) * sunlit;
}

// Reflection of all waves in a pixel: their share of the light, and the normal that sends a ray where theirs go in
// the mean. Slopes towards the eye are normally distributed, with a quarter of squared alpha as their variance; each facet
// counts as it does where waves have pixels of their own. Gauss and Hermite's five places.
struct MeanMirror {
  float share;
  vec3 normal;
};
MeanMirror mean_mirror(vec3 along, vec3 normal, float alpha2, float index) {
  float facing = -dot(normal, along);
  MeanMirror flat_water = MeanMirror(fresnel_dielectric(facing, 1.0 / index), normal);
  vec3 aside = -along - normal * facing;
  float sine = length(aside);
  if (alpha2 < 2e-5 || sine < 1e-3) return flat_water;
  const float place[5] = float[](-2.8569700, -1.3556262, 0.0, 1.3556262, 2.8569700);
  const float weight[5] = float[](0.0112574, 0.2220759, 0.5333333, 0.2220759, 0.0112574);
  float spread = 0.5 * sqrt(alpha2), mirrored = 0.0;
  vec3 sum = vec3(0.0);
  for (int i = 0; i < 5; ++i) {
    vec3 facet = facing_normal(normalize(normal + aside * (spread * place[i] / sine)), along);
    float light = weight[i] * fresnel_dielectric(-dot(facet, along), 1.0 / index);
    vec3 ray = reflect(along, facet);
    float up = dot(ray, normal);
    if (up < 0.0) ray -= 2.0 * up * normal;
    mirrored += light;
    sum += light * ray;
  }
  return MeanMirror(mirrored, normalize(normalize(sum) - along));
}

// The same to an eye in the water, of which a few rays are followed: the image of a wave that is smaller than a pixel is
// one of many places. And where the light goes that is not mirrored; the zero vector where all is.
struct MeanWindow {
  float share[4];   // of the light, by the mirrored rays
  vec3 mirrored[4];
  vec3 through;
};
const int window_rays = 4;

// normal: towards the eye. A ray that is mirrored upwards would meet the surface again: it is thrown back. What a pixel's
// normals vary by is half of squared alpha along an axis: rays of neighbors overlap, as a filter of pixels does.
MeanWindow mean_window(vec3 along, vec3 normal, float alpha2, float index) {
  // Middles of four equal shares of a normal distribution, spread to its variance.
  const float place[4] = float[](-0.3775, 0.3775, -1.363, 1.363);
  MeanWindow w;
  float facing = -dot(normal, along);
  vec3 aside = -along - normal * facing;
  float sine = max(length(aside), 1e-3), spread = alpha2 < 2e-5 ? 0.0 : sqrt(0.5 * alpha2);
  w.through = vec3(0.0);
  for (int i = 0; i < window_rays; ++i) {
    vec3 facet = facing_normal(normalize(normal + aside * (spread * place[i] / sine)), along);
    float mirrored = fresnel_dielectric(-dot(facet, along), index);
    float part = spread > 0.0 ? 1.0 / float(window_rays) : i == 0 ? 1.0 : 0.0;
    w.share[i] = part * mirrored;
    w.mirrored[i] = reflect(along, facet);
    if (normal.y < -0.5) w.mirrored[i].y = -abs(w.mirrored[i].y);
    w.through += part * (1.0 - mirrored) * snell_refract(along, facet, index);
  }
  float length_through = length(w.through);
  if (length_through > 0.0) w.through /= length_through;
  return w;
}

// Radiance that an eye in the water sees through the surface along a bent ray; black at total reflection.
vec3 scene_outside(vec3 world, vec3 bent, float alpha2, float sunlit, float jitter) {
  if (dot(bent, bent) < 0.5) return vec3(0.0);
  return scene_in_air(world + bent * 0.01, bent, 60.0, 12, jitter) +
         sun_disc(bent, camera.c.sun_direction.xyz, camera.c.sun_radiance.rgb * sunlit, camera.c.cloud_sheet.w) / (1.0 + 2e3 * alpha2);
}

// Light after a path through water to an eye in it.
vec3 seen_in_water(Volume v, vec3 light, vec3 eye, vec3 along, float path) {
  return light * volume_transmit(v, path) + volume_scatter(v, eye, along, path);
}

#endif
