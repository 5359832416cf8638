// The flags of runs that are saved and go on: --checkpoint, --resume.
#pragma once
#include <filesystem>
#include <optional>

#include "engine/app/cli/flags.h"
#include "engine/app/session/checkpoint.h"
#include "engine/app/session/session.h"

namespace undine::cli {

struct Resuming {
  std::filesystem::path checkpoint, resume;  // empty: none
};
// kept: "step" or "frame", that --every counts; "": of windows, which save with a key.
void resuming_flags(Flags& flags, Resuming& asked, const std::string& kept);

// A session of a scene file that has begun, or that goes on from asked.resume, whose step is at most most_step.
struct Begun {
  std::unique_ptr<session::Session> session;
  std::uint64_t step = 0;
  std::optional<session::Checkpoint> from;  // until begin() has put it back
  void begin();
};
Begun make_session(const session::CommandLine& line, const Resuming& asked, const session::SessionParts& parts,
                   std::uint64_t most_step);

// Checkpoints of a run of `end` steps or frames, of which each `every`th or, with 0, the last is kept.
class Keeper {
 public:
  Keeper(session::Session& session, const Resuming& asked, std::uint64_t every, std::uint64_t end);
  bool due(std::uint64_t count) const;  // after so many steps or frames
  void declare();                       // of the world as the frame that is being declared leaves it
  void interrupted();                   // likewise, where the run ends early
  void finish() { checkpoints_.finish(); }

 private:
  session::Session& session_;
  std::filesystem::path file_;
  std::uint64_t every_, end_;
  session::Checkpoints checkpoints_;
};

}  // namespace undine::cli
