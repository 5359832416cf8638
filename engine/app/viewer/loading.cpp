#include "engine/app/viewer/loading.h"

#include <fmt/format.h>

#include "engine/core/log.h"

namespace undine::viewer {

std::string scene_title(const Scene& scene) { return scene.name.empty() ? scene.file.stem().string() : scene.name; }

void Loading::say(const std::string& what) {
  const std::string title = fmt::format("{} · {}", scene_title(session_.scene()), what);
  window_.title(title);
  window_.stay_alive();
  log::debug("title: {}", title);
  drawn_ = session::Trace::now();
  draw(what);
}

void Loading::draw(const std::string& what) {
  const graph::Extent extent = swapchain_.acquire();
  if (extent.x == 0 || extent.y == 0) return;
  graph::Graph g(session_.graph().state());
  const graph::Image picture = g.image("loading", {.extent = extent, .format = graph::Format::rgba8_unorm});
  g.clear("background", picture, {0.03f, 0.045f, 0.06f, 1});
  hud_.loading(g, picture, {extent.x, extent.y}, scene_title(session_.scene()), what);
  const graph::Image target = g.external("window", {.extent = extent, .format = swapchain_.format()}, 0);
  session_.renderer().blit(g, picture, target);
  g.present(target);
  session_.executor().run(g, &swapchain_);
}

void Loading::prepare() {
  constexpr double between = 0.1;  // seconds between updates
  session_.prepare([this](std::string_view what, std::size_t done, std::size_t total) {
    const double seconds = std::chrono::duration<double>(session::Trace::now() - drawn_).count();
    if (seconds > between || done == 1) say(fmt::format("{} {} of {}", what, done, total));
  });
  say("first steps");
}

}  // namespace undine::viewer
