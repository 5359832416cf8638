#include "engine/app/session/frames.h"

namespace undine::session {

static graph::Plan plan_frame(Session& session, glm::uvec2 size) {
  session.step(session.scene().clock.steps_per_frame);
  graph::Image picture = session.draw(session.view(size));
  session.graph().readback("picture", picture, [](std::span<const std::byte>) {});
  return session.plan();
}

graph::Plan plan_frames(Session& session, glm::uvec2 size, bool first) {
  session.start();
  graph::Plan plan = plan_frame(session, size);
  if (first) return plan;
  // Rings of time levels reach a steady state only after one cycle.
  constexpr int longest = 8;
  for (int i = 0; i < longest; ++i) {
    std::uint64_t before = plan.topology;
    session.next_frame(plan);
    plan = plan_frame(session, size);
    if (plan.topology == before) break;
  }
  return plan;
}

void plan_everything(Session& session) {
  glm::uvec2 size{960, 540};
  session.next_frame(plan_frames(session, size, false));
  session.step(1);
  graph::Graph& g = session.graph();
  for (Field& field : session.world().fields())
    g.readback("dump", field.publish(g).buffer, [](std::span<const std::byte>) {});
  for (World::Water& water : session.world().water()) water.solver->stats(g, [](const Stats&) {});
  graph::Image picture = session.draw(session.view(size));
  graph::Image window = g.external("window", {.extent = {size.x, size.y}, .format = graph::Format::bgra8_unorm}, 0);
  session.renderer().blit(g, picture, window);
  g.present(window);
  session.next_frame(session.plan());
  for (int i = 0; i < 2; ++i) {  // the second frame depends on the first
    View view = session.view(size);
    view.show = "final";
    view.field.reset();
    view.follows = true;
    g.readback("picture", session.draw(view), [](std::span<const std::byte>) {});
    session.next_frame(session.plan());
  }
  for (const Field& field : session.world().fields()) {
    if (!cannot_show(field).empty()) continue;
    for (const bool surface : {true, false}) {
      View view = session.view(size);
      view.show = field.name;
      view.how.surface = surface;
      view.how.measure = true;
      g.readback("picture", session.draw(view), [](std::span<const std::byte>) {});
      session.next_frame(session.plan());
    }
  }
}

}  // namespace undine::session
