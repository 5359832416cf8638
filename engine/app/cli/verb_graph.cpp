#include <iostream>

#include "engine/app/cli/verbs.h"
#include "engine/app/session/frames.h"

namespace undine::cli {

Exit verb_graph(const session::CommandLine& line) {
  session::Session session(load_scene(line.scene(), line.overrides()), line, {.picture = true});
  check_view(line.view, line.how, session.world().fields());
  graph::Plan plan = session::plan_frames(session, line.size, line.frame == "first");
  using graph::PlanFormat;
  PlanFormat format = line.format == "dot"    ? PlanFormat::dot
                      : line.format == "svg"  ? PlanFormat::svg
                      : line.format == "json" ? PlanFormat::json
                                              : PlanFormat::text;
  std::string text = graph::print(plan, session.graph(), format);
  std::cout << text;
  if (!text.empty() && text.back() != '\n') std::cout << '\n';
  return Exit::done;
}

}  // namespace undine::cli
