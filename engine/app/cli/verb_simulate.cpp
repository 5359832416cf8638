#include <optional>

#include "engine/app/cli/progress.h"
#include "engine/app/cli/verbs.h"
#include "engine/app/session/dump.h"
#include "engine/app/session/session.h"
#include "engine/app/session/signals.h"
#include "engine/app/session/stats.h"
#include "engine/files/files.h"

namespace undine::cli {

// Steps that go to the device as one graph while nothing is read: hides the cost of a submission on small grids.
constexpr std::uint32_t batch = 16;

Exit verb_simulate(const session::CommandLine& line) {
  session::Session session(load_scene(line.scene(), line.overrides()), line, {.device = true});
  session::Dumper dumper(session::dump_sources(session.world()), line.dumps, line.every);
  if (!line.stats.empty()) files::prepare_file(line.stats);
  session::StatsLog stats(session);

  Progress progress("step", line.steps);
  session.start();
  auto dump = [&](std::uint64_t step) {
    bool due = line.every > 0 ? step > 0 && step % line.every == 0 : step == line.steps;
    if (due && !dumper.empty()) dumper.declare(session.graph(), step);
    return due && !dumper.empty();
  };
  bool submit = dump(0);
  std::uint32_t declared = 0;
  for (std::uint64_t step = 1; step <= line.steps && !session::interrupted(); ++step) {
    const bool captured = line.capture_frame == static_cast<std::int64_t>(step);
    if (captured) {  // a graph of its own
      session.run();
      declared = 0;
      session.capture();
      submit = true;
    }
    session.step(1);
    ++declared;
    if (!line.stats.empty() && step % std::max<std::uint64_t>(line.every, 1) == 0) stats.declare();
    submit = dump(step) || submit;
    if (!submit && declared < batch && step < line.steps) continue;
    session.run();
    dumper.write();
    progress.update(step);
    declared = 0;
    submit = false;
  }
  session.run();
  session.finish();
  dumper.write();
  progress.finish();
  if (!line.stats.empty()) files::write_file(line.stats, stats.json());
  return session.result();
}

}  // namespace undine::cli
