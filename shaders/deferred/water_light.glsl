// Indirect light on a surface in water: skylight through the surface above, and light of the ground that the surface
// reflects back down. Include after lib/levels.glsl and lib/sun.glsl; `camera` is declared.
//
// Radiances in water are divided by n²; this quantity changes at the boundary only by Fresnel's transmittance [Mobley
// 1994]. A diffuse surface of albedo ρ reflects ρ E / (π n²). An eye in water sees n² times that everywhere.
//
// At depth d, with extinction σ: the sky's irradiance is enters E exp(-σ slant d) [Gordon 1989]. Level ground of albedo ρ
// under it and the sun's gets E_0 = both and what comes back, E = E_0 + ρ r E = E_0 / (1 - ρ r): light that ground sends up
// evenly is mirrored by r(σ d) = 2 ∫ F(μ) exp(-2 σ d / μ) μ dμ, which is all of it beyond the critical angle, whose cosine
// is c: 2 c² E₃(2 σ d / c), and a little within it.
#ifndef SHADERS_DEFERRED_WATER_LIGHT_GLSL
#define SHADERS_DEFERRED_WATER_LIGHT_GLSL

// The exponential integral E₃, within 1 % of its value up to x = 5 and within 3 % beyond.
vec3 exponential_integral_3(vec3 x) { return exp(-x) / (x + 3.0 - 1.0 / (1.0 + 0.6 * x)); }

// r(σ d) per channel; path: σ d.
vec3 mirrored_back(LevelTile w, vec3 path) {
  float total = w.diffuse.w, critical = sqrt(max(total, 1e-6));
  return 2.0 * total * exponential_integral_3(2.0 * path / critical) + (w.diffuse.z - total) * exp(-2.4 * path);
}

// Irradiance of a plane with normal.y = up in an even light that fills Snell's window, over that of a level plane. Exact
// where the window lies before the plane, behind it and for upright planes in water.
float window_share(LevelTile w, float up) {
  float sine = 1.0 / w.optics.w, cosine = sqrt(max(w.diffuse.w, 0.0));
  return up >= sine ? up : sine * pow(clamp((up + cosine) / (sine + cosine), 0.0, 1.0), 1.75);
}

#ifdef SUN_ON_WATER
layout(binding = 14) uniform sampler2D sun_around_water;
#endif

// Share of the water's surface around an entry, as far as light goes that is mirrored back down, that the sun reaches.
// reaching: share of the sun's light that reaches the entry.
float sun_around(int water, LevelTile w, vec3 entry, float depth, float reaching) {
#ifdef SUN_ON_WATER
  float radius = 2.5 * depth / sun_disc_radius(sun_on_water, w.place.zw);  // of the least disc's
  float disc = log2(max(radius, 1.0)), first = clamp(floor(disc), 0.0, float(sun_discs - 2));
  vec2 at = sun_tile_at(water, entry);
  int tiles = waters * sun_discs, tile = int(first) * waters + water;
  float mean = mix(sun_tile_read(sun_around_water, tile, tiles, at), sun_tile_read(sun_around_water, tile + waters, tiles, at),
                   clamp(disc - first, 0.0, 1.0));
  return mix(reaching, mean * sun_through_clouds(entry), min(radius, 1.0));
#else
  const int taps = 8;
  vec2 low = w.place.xy, high = w.place.xy + 1.0 / w.place.zw;
  float lit = 0.0;
  for (int i = 0; i < taps; ++i) {
    float angle = 2.399963 * float(i), far = 2.5 * depth * sqrt((float(i) + 0.5) / float(taps));
    vec2 at = clamp(entry.xz + far * vec2(cos(angle), sin(angle)), low, high);
    lit += sun_middle(vec3(at.x, entry.y, at.y));
  }
  return lit / float(taps) * sun_through_clouds(entry);
#endif
}

// Light from the surroundings of a place in a water, lit by sun and sky. They are taken for as bright as the place
// itself is, so that a bed alone gets the series above.
struct Scattered {
  LevelTile water;
  vec3 down;   // irradiance of a level plane by the sky
  vec3 up;     // of a level plane that faces down, by the ground
  vec3 back;   // of a level plane by what of that the surface mirrors
};

// entry: where sunlight to the place enters; way: meters from there to it; bent_y: of the unit vector along it.
Scattered scattered_under(int water, float depth, vec3 entry, float way, vec3 albedo, float reaching) {
  Scattered s;
  s.water = levels.w.of[water];
  vec3 sigma = s.water.optics.rgb;
  s.down = sky_irradiance(camera.c.sky_sh, vec3(0.0, 1.0, 0.0)) * (s.water.diffuse.x * exp(-sigma * (s.water.diffuse.y * depth)));
  vec3 sun = camera.c.sun_radiance.rgb * exp(-sigma * way) *
             (s.water.sunlit * max(camera.c.sun_direction.y, 0.0) * sun_around(water, s.water, entry, depth, reaching));
  vec3 r = mirrored_back(s.water, sigma * depth);
  s.up = albedo * (s.down + sun) / (1.0 - albedo * r);
  s.back = r * s.up;
  return s;
}

// Its irradiance of a plane with normal.y = up.
vec3 scattered_on(Scattered s, float up) {
  return s.down * window_share(s.water, up) + s.up * (0.5 - 0.5 * up) +
         s.back * ((0.5 + 0.5 * up) * (1.0 + 0.7 * (1.0 - up)));
}

#endif
