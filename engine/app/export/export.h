// Everything a scene holds, to a folder: every field as NAME.npy, every water's surface as NAME.mesh.ply.
#pragma once
#include <cstddef>
#include <filesystem>
#include <memory>

#include "engine/app/session/session.h"

namespace undine::session {

class FieldExport {  // one that is under way; it may be dropped, the files are written all the same
 public:
  FieldExport(Session& session, const std::filesystem::path& folder);
  std::size_t files() const;
  bool done() const;  // all are written, or one could not be
  // The first thing that went wrong, "" if nothing did; also in the log. Holds when done().
  std::string problem() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

// Declares the read-backs in the session's graph. The files are written, each as a whole, by a thread of its own once
// the data have arrived, frames later; nothing waits in the frame. Error(Exit::failure) if the folder cannot be made.
FieldExport export_fields(Session& session, const std::filesystem::path& folder);

}  // namespace undine::session
