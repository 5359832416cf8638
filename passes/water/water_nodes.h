// Graph nodes shared by both kinds of water surfaces, height grids and meshes.
#pragma once
#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "passes/deferred/camera.h"
#include "passes/deferred/light.h"
#include "passes/deferred/water_look.h"
#include "passes/water/water_params.h"

namespace undine::water {

// sun_y: of the unit vector towards the sun. sediment: albedo and, as w, extinction of what the water carries, which
// takes its share of the extinction and scatters its own color.
WaterOptics water_optics(const deferred::WaterLook& look, float sun_y, const glm::dvec4& sediment = glm::dvec4(0));

// Targets of a water's nearest surface, normal and depth, and the color of the picture with the water in it.
struct WaterTargets {
  graph::Image normal, depth, color;
};
// Without the color.
WaterTargets water_targets(graph::Graph& g, const char* owner, const deferred::Camera& camera);
// The color, starting as a copy of lit.color.
void start_color(graph::Graph& g, const char* owner, const deferred::Camera& camera, const Lit& lit,
                 WaterTargets& targets);

// Reflection and refraction of the surfaces, for the views of those names: rgba16f radiance of the
// picture's size, black where no water is.
class SurfaceLight {
 public:
  // Nothing is kept of it if it is not wanted.
  SurfaceLight(graph::Graph& g, const deferred::Camera& camera, bool wanted);
  void write(graph::DrawNode& node);  // as its second and third image
  void publish(graph::Graph& g);      // after all that write

 private:
  bool wanted_;
  graph::Image reflection_, refraction_;
  graph::Load load_ = graph::Load::clear;
};

// Makes a full-screen `node` one over the water alone, or everywhere, that writes targets.color.
void cover_water(graph::DrawNode& node, const WaterTargets& targets, bool everywhere, graph::Blend blend);
// r8, of the picture's size: share of the sun's light that reaches the surfaces, of grids or of meshes; elsewhere
// anything.
graph::Image draw_sunlit(graph::Graph& g, const char* owner, const deferred::Camera& camera,
                         const deferred::Light& light, const WaterTargets& targets, bool mesh);
// As cover_water(), and it reads what every water is shaded with. sunlit: of draw_sunlit().
void shade_water(graph::DrawNode node, const deferred::Camera& camera, const deferred::Light& light, const Lit& lit,
                 const WaterTargets& targets, graph::Image sunlit, bool everywhere);

// The nearer of the scene's and the water's depth.
graph::Image join_depth(graph::Graph& g, const char* owner, const deferred::Camera& camera, const Lit& lit,
                        const WaterTargets& targets);

}  // namespace undine::water
