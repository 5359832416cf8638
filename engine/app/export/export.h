// Exports all data of a scene to a folder: fields as NAME.npy, water surfaces as NAME.mesh.ply.
#pragma once
#include <cstddef>
#include <filesystem>
#include <memory>

#include "engine/app/session/session.h"

namespace undine::session {

class FieldExport {  // an export in progress; destroying this does not cancel it
 public:
  FieldExport(Session& session, const std::filesystem::path& folder);
  std::size_t files() const;
  bool done() const;  // all files are written, or one failed
  // First error, "" if successful; also logged. Valid if done().
  std::string problem() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

// Declares read-backs in the session's graph. A background thread writes each file atomically when the data have
// arrived, frames later; the frame does not block. Error(Exit::failure) if the folder cannot be created.
FieldExport export_fields(Session& session, const std::filesystem::path& folder);

}  // namespace undine::session
