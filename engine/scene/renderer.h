// Interface of the renderer.
#pragma once  // public
#include <functional>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/graph/graph.h"
#include "engine/scene/field_show.h"
#include "engine/scene/ports.h"
#include "engine/scene/scene.h"

namespace undine {

struct View {  // one camera, one picture
  glm::dvec3 eye{}, target{}, up{0, 1, 0};
  double fov = 45;  // vertical, degrees
  glm::uvec2 size{960, 540};
  double time = 0;             // simulated seconds
  std::string show = "final";  // of view_names(), "radiance", a graph path, or a field's name, which `field` then is
  bool strict = true;          // a graph path that this frame does not have is an error, else the final picture
  bool keep = false;  // in its place what was seen of that path last: of windows, whose frames may have no steps
  FieldShow how;
  double aspect = 0;     // width over height of what is seen; 0: that of `size`
  glm::dvec2 offset{0};  // of samples from the middles of their pixels, in pixels: x to the right, y down
  double detail = 1;     // pixels' width over which detail is averaged: less where several pictures make one
  double turn = 0;       // share of a turn of what is drawn by chance, 0 to 1
  double scale = 1;      // share of each side at which the scene is drawn at most; render.scale may say less
  // One of `count` pictures whose mean radiance is the one that is asked for: drawn in turn, one to a frame. What the
  // last one returns is the whole; the others' pictures mean nothing.
  struct Sample {
    std::uint32_t index = 0, count = 1;
  } sample;
  bool follows = false;  // the picture before this one was drawn of the same world a little earlier: it may be used
  bool layers = false;   // Renderer::layers() are wanted beside the view "radiance"
  bool figures = false;  // Renderer::surface_figures() are of every picture, not of every eighth
  // Filled by Session::draw():
  // Finds a field by its water and the rest of its name: of the pool's "pool.velocity" it is "velocity".
  std::function<std::optional<ShownField>(std::size_t water, std::string_view name)> field_of;
  std::optional<ShownField> field;
  std::vector<ShownField> spheres;  // what particles are colored by, where they are drawn one by one
  FieldShow spheres_how;
};

struct PeekInfo {  // of the last picture whose view is a graph path
  std::string path;
  std::string what;                  // "gbuffer/normal: rg16_float, 480 x 270"
  std::optional<std::uint32_t> map;  // of engine/core/color_map.h; none: colors as they are stored
  std::uint32_t components = 1;
  std::string refused;  // why there is none of it; then `what` is empty
};

// Beside a picture's radiance, both rgba32f and of its size.
struct PictureLayers {
  graph::Image
      surface;         // x, y, z of the unit normal in the world; w: meters along the view axis, 1e10 where nothing is
  graph::Image whose;  // pixels to the right and down since the picture before; kind and index of what is seen
};

class Renderer {
 public:
  virtual ~Renderer() = default;
  virtual void start(graph::Graph& g) = 0;  // uploads of meshes and textures, sky; once
  // The scene's live values have changed: what was made of them is made anew. False: the renderer must be.
  virtual bool retune(graph::Graph&) { return true; }
  // Declares all passes that draw `surfaces` (but for those without cells), `bodies` and `particles` with the scene;
  // returns an rgba8 sRGB-encoded image of
  // view.size; of the view "radiance" rgba16f: linear, before exposure. A graph path names a node of all that is
  // declared before the picture is returned.
  virtual graph::Image draw(graph::Graph& g, const View& view, std::span<const SurfaceField> surfaces,
                            const BodySet& bodies = {}, std::span<const ParticleSet> particles = {}) = 0;
  // Figures of the last picture that measured a field (FieldShow::measure) and has arrived.
  virtual std::optional<FieldFigures> field_figures() const { return {}; }
  virtual PictureLayers layers() const { return {}; }  // of the last picture that was asked for them
  virtual const PeekInfo* peeked() const { return nullptr; }
  // Capacities of a water's particle surface, frames later: of the last picture that measured them (View::figures).
  virtual std::optional<SurfaceFigures> surface_figures(std::size_t) const { return {}; }
  // Copies the picture to the external image of a window, converting the format.
  virtual void blit(graph::Graph& g, graph::Image picture, graph::Image target) = 0;
};

}  // namespace undine
