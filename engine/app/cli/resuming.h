// Flags of runs that write or resume checkpoints: --checkpoint, --resume.
#pragma once
#include <filesystem>
#include <optional>

#include "engine/app/cli/flags.h"
#include "engine/app/session/checkpoint.h"
#include "engine/app/session/session.h"

namespace undine::cli {

struct Resuming {
  std::filesystem::path checkpoint, resume;  // empty: not given
};
// kept: unit of --every, "step" or "frame"; "" for windows, which save with a key.
void resuming_flags(Flags& flags, Resuming& asked, const std::string& kept);

// A session that starts from a scene file or resumes asked.resume, whose step is at most most_step.
struct Begun {
  std::unique_ptr<session::Session> session;
  std::uint64_t step = 0;
  std::optional<session::Checkpoint> from;  // checkpoint to restore, until begin() has done so
  void begin();
};
Begun make_session(const session::CommandLine& line, const Resuming& asked, const session::SessionParts& parts,
                   std::uint64_t most_step);

// Writes checkpoints of a run of `end` steps or frames: every `every`th or, with 0, the last one.
class CheckpointWriter {
 public:
  CheckpointWriter(session::Session& session, const Resuming& asked, std::uint64_t every, std::uint64_t end);
  bool due(std::uint64_t count) const;  // count: finished steps or frames
  void declare();                       // checkpoints the world at the end of the declared frame
  void interrupted();                   // likewise, if the run ends early
  void finish() { checkpoints_.finish(); }

 private:
  session::Session& session_;
  std::filesystem::path file_;
  std::uint64_t every_, end_;
  session::Checkpoints checkpoints_;
};

}  // namespace undine::cli
