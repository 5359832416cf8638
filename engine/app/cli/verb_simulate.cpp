#include <optional>

#include "engine/app/cli/completion.h"
#include "engine/app/cli/progress.h"
#include "engine/app/cli/resuming.h"
#include "engine/app/cli/verbs.h"
#include "engine/app/export/dump.h"
#include "engine/app/export/scene_export.h"
#include "engine/app/session/session.h"
#include "engine/app/session/signals.h"
#include "engine/app/session/stats.h"
#include "engine/files/files.h"

namespace undine::cli {

namespace {

// Steps per graph if nothing is read back: hides the submission cost of small grids.
constexpr std::uint32_t batch = 16;

struct SimulateLine : session::CommandLine {
  std::uint64_t steps = 0, every = 0;
  std::vector<std::string> dumps;  // "pool.height=h.npy"
  std::filesystem::path stats, exported;
  bool audit = false;
  session::ExportFormats formats;
  Resuming resuming;
};

Exit simulate(const SimulateLine& line) {
  check_capture(line, line.steps + 1, "steps count from 1");
  Begun begun = make_session(
      line, line.resuming,
      {.device = true,
       .accounting = session::accounting_of(line.audit, !line.stats.empty(), !line.resuming.checkpoint.empty())},
      line.steps);
  session::Session& session = *begun.session;
  session::Dumper dumper(session::dump_sources(session.world()), line.dumps, line.every);
  session::SceneExport exporter(session, line.exported, line.formats, line.every);
  if (!line.stats.empty()) files::prepare_file(line.stats);
  session::StatsLog stats(session);
  CheckpointWriter checkpoints(session, line.resuming, line.every, line.steps);

  Progress progress("step", line.steps);
  begun.begin();
  const auto due = [&](std::uint64_t step) {
    return line.every > 0 ? step > 0 && step % line.every == 0 : step == line.steps;
  };
  auto dump = [&](std::uint64_t step) {
    if (exporter.wanted() && due(step)) exporter.declare();
    if (exporter.wanted() && due(step + 1)) exporter.before();
    if (due(step) && !dumper.empty()) dumper.declare(session.graph(), step);
    return due(step) && (exporter.wanted() || !dumper.empty());
  };
  bool submit = begun.step == line.steps && dump(line.steps);
  if (exporter.wanted() && begun.step < line.steps && due(begun.step + 1)) exporter.before();
  std::uint32_t declared = 0;
  for (std::uint64_t step = begun.step + 1; step <= line.steps && !session::interrupted(); ++step) {
    const bool captured = line.capture_frame == static_cast<std::int64_t>(step);
    if (captured) {  // captures a separate graph
      session.run();
      declared = 0;
      session.capture();
      submit = true;
    }
    session.step(1);
    ++declared;
    if ((line.audit || !line.stats.empty()) && step % std::max<std::uint64_t>(line.every, 1) == 0) stats.declare();
    submit = dump(step) || submit;
    if (checkpoints.due(step)) {
      checkpoints.declare();
      submit = true;
    }
    if (!submit && declared < batch && step < line.steps) continue;
    session.run();
    dumper.write();
    exporter.write();
    if (line.audit) stats.audit();
    progress.update(step);
    declared = 0;
    submit = false;
  }
  if (session::interrupted()) checkpoints.interrupted();
  session.run();
  session.finish();
  checkpoints.finish();
  if (line.audit) stats.audit();
  dumper.write();
  if (exporter.wanted()) exporter.finish();
  progress.finish();
  if (!line.stats.empty()) files::write_file(line.stats, stats.json());
  return session.result();
}

}  // namespace

Call verb_simulate(Flags& flags) {
  auto line = std::make_shared<SimulateLine>();
  scene_file(flags, *line);
  flags.count("--steps", line->steps, 0, "number of clock steps", true);
  flags.count("--every", line->every, 1, "dump, record and save every N steps; adds the step to file names");
  flags.add("--dump", line->dumps, "write a field or mesh (`undine fields` lists them); repeatable",
            {.as = "FIELD=FILE.npy|ply", .offer = offer_dumps});
  flags.add("--export", line->exported,
            "write surfaces, particles and spray as PLY with velocities, and bodies and camera as animated glTF, at "
            "the end or every N steps (docs/films.md)",
            {.as = "DIR"});
  flags.add("--usd", line->formats.usd,
            "with --export: also write waters, bodies, camera, scenery and sun as USD (.usda)");
  flags.add("--vdb", line->formats.vdb, "with --export: also write points and volumes as OpenVDB, if built with it");
  flags.add("--stats", line->stats, "write statistics of the steps", {.as = "FILE.json"});
  flags.add("--audit", line->audit, "fail if the relative mass error exceeds 1e-9");
  resuming_flags(flags, line->resuming, "step");
  run_flags(flags, *line);
  return call(line, simulate);
}

}  // namespace undine::cli
