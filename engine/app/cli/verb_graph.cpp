#include <iostream>

#include "engine/app/cli/verbs.h"
#include "engine/app/session/frames.h"
#include "engine/graph/print/folding.h"

namespace undine::cli {

namespace {

struct GraphLine : session::CommandLine {
  std::string format = "text", frame = "steady";
  bool full = false;
};

Exit print_graph(const GraphLine& line) {
  session::Session session(load_scene(line.scene(), line.overrides(), line.assets), line, {.picture = true});
  check_view(line.view, line.how, session.world().fields());
  graph::Plan plan = session::plan_frames(session, line.size, line.frame == "first");
  using graph::PlanFormat;
  PlanFormat format = line.format == "dot"    ? PlanFormat::dot
                      : line.format == "svg"  ? PlanFormat::svg
                      : line.format == "json" ? PlanFormat::json
                                              : PlanFormat::text;
  std::string text =
      line.full ? graph::print(plan, session.graph(), format) : graph::print_folded(plan, session.graph(), format);
  std::cout << text;
  if (!text.empty() && text.back() != '\n') std::cout << '\n';
  return Exit::done;
}

}  // namespace

Call verb_graph(Flags& flags) {
  auto line = std::make_shared<GraphLine>();
  scene_file(flags, *line);
  view_flags(flags, *line);
  flags.add("--format", line->format, "output format [text]", {.words = {"text", "dot", "svg", "json"}});
  flags.add("--full", line->full,
            "list every node, hazard and resource in text and json; otherwise repeated nodes are folded");
  flags.add("--frame", line->frame, "frame to print [steady]", {.words = {"first", "steady"}});
  picture_size(flags, *line);
  scene_flags(flags, *line);
  shader_flags(flags, *line);
  queue_flag(flags, *line);
  return call(line, print_graph);
}

}  // namespace undine::cli
