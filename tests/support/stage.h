// Scene before a camera that a test moves: its world, and images drawn one after the other.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/app/session/world.h"
#include "engine/gpu/executor.h"
#include "engine/scene/parts.h"
#include "engine/scene/renderer.h"

namespace undine::test {

using Pixels = std::vector<std::uint8_t>;  // red, green, blue; rows from the top

inline double psnr(const Pixels& a, const Pixels& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (double(a[i]) - b[i]) * (double(a[i]) - b[i]);
  return sum == 0 ? 99 : 10 * std::log10(255.0 * 255.0 * static_cast<double>(a.size()) / sum);
}

inline int difference(const Pixels& a, const Pixels& b, std::size_t pixel) {  // largest over the channels
  int most = 0;
  for (std::size_t c = 3 * pixel; c < 3 * pixel + 3; ++c) most = std::max(most, std::abs(int(a[c]) - int(b[c])));
  return most;
}

inline double share_over(const Pixels& a, const Pixels& b, int levels) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size() / 3; ++i) count += difference(a, b, i) > levels;
  return 3.0 * static_cast<double>(count) / static_cast<double>(a.size());
}

class Stage {
 public:
  Stage(graph::State& state, gpu::Executor& executor, const Scene& scene, glm::uvec2 size)
      : executor_(executor), owner_(state), graph_(state) {
    auto own = owner_.own();
    world_ = std::make_unique<session::World>(state, scene);
    renderer_ = parts().renderer(state, scene);
    view.eye = scene.camera.eye;
    view.target = scene.camera.target;
    view.fov = scene.camera.fov;
    view.size = size;
    world_->start(graph_);
    renderer_->start(graph_);
  }
  void step(std::uint32_t count) {
    auto own = owner_.own();
    for (std::uint32_t i = 0; i < count; ++i) {
      world_->step(graph_);
      executor_.run(graph_);
      graph_.reset();
    }
    view.time = world_->time();
  }
  // Image of the world as it is, or with surfaces and bodies that the test provides.
  Pixels picture() { return picture(world_->surfaces(graph_), world_->body_set()); }
  Pixels picture(const std::vector<SurfaceField>& surfaces, const BodySet& bodies) {
    auto own = owner_.own();
    const graph::Image image = renderer_->draw(graph_, view, surfaces, bodies, world_->particles(graph_));
    Pixels out;
    graph_.readback("picture", image, [&out](std::span<const std::byte> bytes) {
      out.reserve(bytes.size() / 4 * 3);
      for (std::size_t i = 0; i < bytes.size(); ++i)
        if (i % 4 != 3) out.push_back(std::to_integer<std::uint8_t>(bytes[i]));
    });
    executor_.run(graph_);
    executor_.finish();
    graph_.reset();
    ++pictures_;
    return out;
  }
  // Mean of `count` samples per pixel.
  Pixels mean_of(std::uint32_t count) {
    Pixels out;
    const View before = view;
    view.follows = false;
    for (std::uint32_t i = 0; i < count; ++i) {
      view.sample = {i, count};
      out = picture();
    }
    view = before;
    return out;
  }
  // Last of `count` consecutive images.
  Pixels after(int count) {
    view.follows = true;
    Pixels out;
    for (int i = 0; i < count; ++i) out = picture();
    return out;
  }
  graph::Graph& graph() { return graph_; }
  // Index of the image that the last of the consecutive images of one size wrote.
  int written() const { return pictures_ % 2; }

  View view;

 private:
  gpu::Executor& executor_;
  graph::State::Owner owner_;
  graph::Graph graph_;
  std::unique_ptr<session::World> world_;
  std::unique_ptr<Renderer> renderer_;
  int pictures_ = 0;
};

}  // namespace undine::test
