// Checkpoint: the state of a run between two clock steps. A resumed run gives the same bytes as an uninterrupted one.
// The file is a zip archive (engine/files/archive.h) of
//   checkpoint.json    version, scene file, seed, step, device, checksums of the files that the scene names, content of
//                      `state`, external actions (Journal)
//   scene.json         the scene's text as it is
//   state/NNN.npy      a persistent buffer or image of the solvers, bodies, passive agents or couplings, as in memory;
//                      lists without a meaningful order are sorted (graph::State::Keeps), so that equal runs give equal
//                      files
//   thumbnail.png      of runs with a window alone
// State that solvers keep on the CPU is not in the file: it follows from the external actions
// (engine/app/session/journal.h).
#pragma once
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/app/session/journal.h"
#include "engine/files/archive.h"
#include "engine/graph/graph.h"
#include "engine/scene/couplings.h"
#include "engine/scene/scene.h"

namespace undine::session {

class Session;

struct Checkpoint {
  struct Part {  // a resource and its content
    std::string owner, name, member;
    bool image = false;
    graph::BufferDesc buffer;
    graph::ImageDesc texture;
    graph::State::Keeps keeps = graph::State::Keeps::all;
    std::string bytes;  // content of the member: .npy
  };
  std::filesystem::path file;
  std::uint64_t step = 0;
  std::string device, scene;
  std::string files;  // JSON: files_of() the scene
  Journal journal;
  ReloadFigures reloads;
  std::vector<Transferred> before;  // of each water
  std::vector<Part> parts;
};

// Error(Exit::bad_input): truncated, altered, not a checkpoint, or written by another version. Reads `file` if it
// exists, else the run's newest file with a step in its name, up to `most_step`.
Checkpoint read_checkpoint(const std::filesystem::path& file, std::uint64_t most_step = ~std::uint64_t{0});
// Error(Exit::bad_input) with pointer and values of the first difference, unless `scene` differs only in rendering:
// camera, sun, sky, render, looks and materials, clock.steps_per_frame. Of a run that has changed its scene, `scene`
// may be the initial one.
void check_scene(const Checkpoint& from, Scene& scene);
// Returns the scene for constructing a Session that resumes: `scene`, or the initial one if a window has changed it.
Scene first_scene(const Checkpoint& from, Scene scene);
// NAME_000120.ending
std::filesystem::path checkpoint_name(const std::filesystem::path& file, std::uint64_t step);

// Uploads the content of the parts, in separate frames. Error(Exit::bad_input) if the session's resources differ.
void put_back(const Checkpoint& from, Session& session);

class Checkpoints {  // checkpoints of one run
 public:
  explicit Checkpoints(Session& session) : session_(session) {}
  ~Checkpoints();
  Checkpoints(const Checkpoints&) = delete;
  Checkpoints& operator=(const Checkpoints&) = delete;
  // Declares read-backs of the world at the end of the declared frame, and of a picture of `size` (rgba8) if given.
  // After their arrival, frames later, a background thread writes the file, syncs it and renames it into place. The
  // frame does not block, unless two files are still being written: then this waits for the first. Throws errors of
  // earlier files. written: called by that thread when the file is complete.
  void declare(const std::filesystem::path& file, graph::Image picture = {}, glm::uvec2 size = {},
               std::function<void()> written = {});
  void finish();  // call after Session::finish(); completes all files and throws their errors

 private:
  struct Saving;
  Session& session_;
  std::deque<std::shared_ptr<Saving>> saving_;
};

}  // namespace undine::session
