// Finds the water that contains a visible point. Needs lib/levels.glsl and `camera`.
#ifndef SHADERS_DEFERRED_SEEN_WATER_GLSL
#define SHADERS_DEFERRED_SEEN_WATER_GLSL

// As water_over() of a surface with normal n. Seen from below, places up to two pixels above the water count as in it:
// between the rasterized edge of its surface and a wall they would shine as dry.
int seen_water(vec3 world, vec3 n, out float level) {
  float pixel = 2.0 * camera.c.viewport.w / abs(camera.c.projection[1][1]);  // height at unit distance
  float above = 2.0 * pixel * distance(camera.c.eye.xyz, world);
  vec3 place = world - vec3(0.0, clamp(world.y - camera.c.eye.y, 0.0, above), 0.0);
  return water_over(place, n, camera.c.bent_direction.xyz, level);
}

#endif
