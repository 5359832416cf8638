// Pictures that remember the ones before: each draws another place of its pixels, and a pixel is the mean of what was
// seen of its surface over the last pictures, as far as the picture itself allows it [Karis 2014; Yang et al. 2020].
// The same pass brings a picture that was drawn smaller to full size; one that remembers nothing is enlarged once it
// is finished, as all that is done to it goes by its pixels.
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
    v.value("temporal", temporal,
            {.help = "smooth edges over the pictures before, in windows and of render --temporal"});
    v.value("scale", scale,
            {.help = "share of each side of the picture at which the scene is drawn", .min = 0.5, .max = 1});
  }
};

// What the resolve pass makes of a picture, and of its own result a picture ago.
struct Resolved {
  graph::Image color;  // rgba16f: radiance; w: how many samples it is the mean of
  graph::Image trace;  // rgba16f: mean and mean square of luma, distance in metres, how much of the past was
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
  // What is drawn for `asked`: its size and where its samples lie. final: it goes through resolve().
  View begin(const View& asked, bool final);
  bool follows() const { return before_.has_value(); }  // there is a picture before this one to compare with
  bool keeps() const { return keeps_; }                 // this one will be such a picture
  const View& before() const { return *before_; }
  bool enlarges() const;  // the finished picture goes through enlarge(), and none through draw()
  // The picture of full size, and how many samples each of its pixels is the mean of in w; `lit` if it needs nothing.
  Lit draw(graph::Graph& g, const deferred::Camera& camera, const Lit& lit, graph::Image motion);
  void end();  // of the picture that began last

 private:
  void make_room(glm::uvec2 size);
  graph::State* state_;
  const TemporalSettings& settings_;
  View drawn_;
  glm::uvec2 size_{0};  // of the picture that is asked for
  bool final_ = false, keeps_ = false, alone_ = true;
  std::optional<View> before_;  // the one that was drawn last, if this one goes on from it
  std::uint32_t number_ = 0;    // of the picture since the last beginning
  bool remembers_ = false;      // history_ holds the picture before
  Resolved history_[2];         // the one that is read, the one that is written
};

}  // namespace undine::picture
