// Shows one property of the visible water, grid or mesh.
#include "lib/optics.glsl"
#include "passes/deferred/camera.h"
#include "passes/water/inspect.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
#include "lib/sun.glsl"
layout(binding = 1) uniform sampler2D scene_depth;
layout(binding = 3) uniform sampler2D grid_normal;
layout(binding = 4) uniform sampler2D grid_depth;
layout(binding = 5) uniform sampler2D mesh_normal;
layout(binding = 6) uniform sampler2D mesh_depth;
layout(binding = 7) uniform sampler2D mesh_thickness;
layout(constant_id = 0) const bool has_grid_normal = false;
layout(constant_id = 1) const bool has_grid_depth = false;
layout(constant_id = 2) const bool has_mesh_normal = false;
layout(constant_id = 3) const bool has_mesh_depth = false;
layout(constant_id = 4) const bool has_mesh_thickness = false;
layout(constant_id = 5) const int what = 0;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  float scene = texelFetch(scene_depth, pixel, 0).r;
  vec4 water = vec4(0.0);
  float depth = scene;
  bool mesh = false;
  if (has_grid_normal && has_grid_depth) {
    float d = texelFetch(grid_depth, pixel, 0).r;
    if (d > 0.0 && d >= depth) {
      depth = d;
      water = texelFetch(grid_normal, pixel, 0);
    }
  }
  if (has_mesh_normal && has_mesh_depth) {
    float d = texelFetch(mesh_depth, pixel, 0).r;
    if (d > 0.0 && d >= depth) {
      depth = d;
      water = texelFetch(mesh_normal, pixel, 0);
      mesh = true;
    }
  }
  bool wet = abs(water.w) > 0.5;
  vec3 normal = octahedral_decode(water.xy);
  vec3 world = world_at(camera.c.inverse_view_projection, uv, max(depth, 1e-9));
  vec3 shown = vec3(0.0);
  if (what == inspect_shadow) {
    vec3 facing = wet ? normal : normalize(camera.c.eye.xyz - world);
    if (depth > 0.0) shown = vec3(sun_reaching(world, facing));
  } else if (!wet) {
    shown = vec3(0.0);
  } else if (what == inspect_normals) {
    shown = 0.5 + 0.5 * normal;
  } else if (what == inspect_roughness) {
    shown = vec3(sqrt(sqrt(max(water.z, 0.0))));
  } else {
    float thick = scene > 0.0 ? distance(world_at(camera.c.inverse_view_projection, uv, scene), world) : 1e3;
    if (mesh && has_mesh_thickness) thick = texelFetch(mesh_thickness, pixel, 0).r;
    shown = vec3(1.0 - exp(-max(thick, 0.0)));
  }
  color = vec4(shown, 1.0);
}
