#include "passes/deferred/camera.h"
#include "passes/deferred/ids.h"
#include "passes/picture/layers.h"
#include "lib/optics.glsl"
#include "lib/water.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, scalar) uniform WatersBlock { LayerWaters w; } waters;
layout(binding = 2) uniform sampler2D scene_normal;
layout(binding = 3) uniform sampler2D scene_depth;
layout(binding = 4) uniform sampler2D ids;
layout(binding = 5) uniform sampler2D motion;
layout(binding = 6) uniform sampler2D grid_normal;
layout(binding = 7) uniform sampler2D grid_depth;
layout(binding = 8) uniform sampler2D mesh_normal;
layout(binding = 9) uniform sampler2D mesh_depth;
layout(constant_id = 0) const bool has_grid_normal = false;
layout(constant_id = 1) const bool has_grid_depth = false;
layout(constant_id = 2) const bool has_mesh_normal = false;
layout(constant_id = 3) const bool has_mesh_depth = false;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 surface;  // world normal; meters along the view axis
layout(location = 1) out vec4 whose;    // pixels since the picture before; kind, index

const float nowhere = 1e10;  // meters: no surface

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  float depth = texelFetch(scene_depth, pixel, 0).r;
  vec3 normal = texelFetch(scene_normal, pixel, 0).xyz;
  vec2 id = texelFetch(ids, pixel, 0).xy;
  if (has_grid_normal && has_grid_depth) {
    float d = texelFetch(grid_depth, pixel, 0).r;
    vec4 water = texelFetch(grid_normal, pixel, 0);
    if (d > 0.0 && d >= depth && abs(water.w) > 0.5) {
      depth = d;
      normal = octahedral_decode(water.xy);
      id = vec2(id_water, waters.w.grids[min(water_index(water.w), uint(most_layer_grids - 1))]);
    }
  }
  if (has_mesh_normal && has_mesh_depth) {
    float d = texelFetch(mesh_depth, pixel, 0).r;
    vec4 water = texelFetch(mesh_normal, pixel, 0);
    if (d > 0.0 && d >= depth && abs(water.w) > 0.5) {
      depth = d;
      normal = octahedral_decode(water.xy);
      id = vec2(id_water, waters.w.meshes[min(water_index(water.w), uint(most_layer_meshes - 1))]);
    }
  }
  bool there = depth > 0.0;
  surface = there ? vec4(normalize(normal), view_distance(camera.c.sun_direction.w, depth)) : vec4(vec3(0.0), nowhere);
  vec2 way = texelFetch(motion, pixel, 0).xy;
  if (way == vec2(4.0)) way = vec2(0.0);  // it was not before the lens
  whose = vec4(way * camera.c.viewport.xy, there ? id : vec2(id_nothing, 0.0));
}
