// Temporal accumulation and upscaling: each picture has another subpixel offset, and a pixel averages the samples of
// its surface in the last pictures, clipped to the current neighborhood [Karis 2014; Yang et al. 2020]. The same pass
// upscales pictures of reduced size. Without temporal accumulation, a picture is enlarged after all other passes.
#pragma once
#include <optional>

#include "engine/graph/graph.h"
#include "engine/scene/render_settings.h"
#include "engine/scene/renderer.h"
#include "passes/deferred/camera.h"
#include "passes/deferred/motion.h"
#include "passes/water/water_motion.h"

namespace undine::picture {

// Pictures drawn smaller than half of each side: without the pictures before, planar reflections and light that water
// throws up, and with coarser maps.
inline bool is_draft(const View& view) { return view.scale < 0.5; }

struct TemporalSettings {
  bool temporal = true;
  double scale = 1;
  void describe(settings::Visitor& v) {
    v.value("temporal", temporal, {.help = "temporal anti-aliasing in windows and in render --temporal"});
    v.value("scale", scale,
            {.help = "render scale: share of each side at which the scene is rendered before upscaling",
             .min = 0.5,
             .max = 1});
  }
};

// Outputs of the resolve pass, which are also its history one picture later.
struct Resolved {
  graph::Image color;  // rgba16f: radiance; w: how many samples it is the mean of
  graph::Image trace;  // rgba16f: mean and mean square of luma, distance in meters, how much of the past was
                       // refused, 1 for all of it, and 2 more where a thing moves by itself
};
// One picture with what is remembered: of `history` none, nothing is. `motion` as deferred::Motion::draw() makes it.
// `out` has the picture's full size, `lit` and `motion` that of camera.viewport. still: no time has passed since that
// picture, so what differs is where the samples lie.
void resolve(graph::Graph& g, const deferred::Camera& camera, const View& drawn, const Lit& lit, graph::Image motion,
             const Resolved& history, const Resolved& out, glm::uvec2 size, bool still = false);

// A finished rgba8 picture of `drawn` pixels at another size.
graph::Image enlarge(graph::Graph& g, graph::Image picture, glm::uvec2 drawn, glm::uvec2 size);

class Temporal {
 public:
  Temporal(graph::State& state, const Scene& scene);  // keeps the scene's address
  struct Picture {
    View drawn;                  // its size, and where its samples lie
    glm::uvec2 size{0};          // of the picture that is asked for
    std::optional<View> before;  // the picture to compare with; none: this one is the first
    bool final = false;          // it goes through draw()
    bool alone = true;           // not one of several samples
    bool keeps = false;          // the next picture compares with this one
    bool enlarges() const { return final && !keeps && alone && drawn.size != size; }  // by enlarge(), without draw()
  };
  Picture begin(const View& asked, bool final);
  // The picture of full size, and how many samples each of its pixels is the mean of in w; `lit` if it needs nothing.
  Lit draw(graph::Graph& g, const Picture& picture, const deferred::Camera& camera, const Lit& lit,
           graph::Image motion);
  void end(const Picture& picture);

 private:
  void make_room(glm::uvec2 size);
  graph::State* state_;
  const TemporalSettings& settings_;
  std::optional<View> before_;  // the picture that ended last, if the next one may go on from it
  std::uint32_t number_ = 0;    // of the picture since the last beginning
  bool remembers_ = false;      // history_ holds the picture before
  Resolved history_[2];         // read, written
};

}  // namespace undine::picture
