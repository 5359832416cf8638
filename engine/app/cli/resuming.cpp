#include "engine/app/cli/resuming.h"

#include <fmt/format.h>

#include "engine/core/error.h"
#include "engine/files/files.h"

namespace undine::cli {

void resuming_flags(Flags& flags, Resuming& asked, const std::string& kept) {
  if (!kept.empty())
    flags.add(
        "--checkpoint", asked.checkpoint,
        fmt::format("save a checkpoint after every Nth {} of --every, with the clock step in the file name; without "
                    "--every at the end of the run. An interrupted run saves one too",
                    kept),
        {.as = "FILE.zip"});
  flags.add("--resume", asked.resume,
            "resume from a checkpoint of the same scene; a file name without the step selects the latest one that the "
            "run can start from",
            {.as = "FILE.zip"});
}

Begun make_session(const session::CommandLine& line, const Resuming& asked, const session::SessionParts& parts,
                   std::uint64_t most_step) {
  Begun out;
  Scene scene = load_scene(line.scene(), line.overrides(), line.assets);
  if (!asked.checkpoint.empty()) files::prepare_file(asked.checkpoint);
  if (!asked.resume.empty()) {
    out.from = session::read_checkpoint(asked.resume, most_step);
    out.step = out.from->step;
    session::check_scene(*out.from, scene);
    if (out.step > most_step)
      throw Error(Exit::bad_input, out.from->file.string(), fmt::format("was saved at step {}", out.step),
                  fmt::format("a checkpoint of step {} or earlier", most_step));
    scene = session::first_scene(*out.from, std::move(scene));
  }
  out.session = std::make_unique<session::Session>(std::move(scene), line, parts);
  return out;
}

void Begun::begin() {
  session->start();
  if (from) session->resume(*from);
  from.reset();
}

CheckpointWriter::CheckpointWriter(session::Session& session, const Resuming& asked, std::uint64_t every,
                                   std::uint64_t end)
    : session_(session), file_(asked.checkpoint), every_(every), end_(end), checkpoints_(session) {}

bool CheckpointWriter::due(std::uint64_t count) const {
  if (file_.empty()) return false;
  return every_ > 0 ? count % every_ == 0 : count == end_;
}

void CheckpointWriter::declare() {
  checkpoints_.declare(every_ > 0 ? session::checkpoint_name(file_, session_.world().steps()) : file_);
}

void CheckpointWriter::interrupted() {
  if (!file_.empty()) checkpoints_.declare(session::checkpoint_name(file_, session_.world().steps()));
}

}  // namespace undine::cli
