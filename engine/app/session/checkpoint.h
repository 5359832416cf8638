// A run as it stands between two clock steps, in a file that it goes on from with the same bytes as if it had never
// stopped: a zip archive (engine/files/archive.h) of
//   checkpoint.json    version, scene file, seed, step, device, checksums of the files that the scene names, what `state`
//                      holds, what came from outside (Journal)
//   scene.json         the scene's text as it is
//   state/NNN.npy      a persistent buffer or image of the waters, bodies, dwellers or exchanges, as it is in memory; lists
//                      whose order says nothing by their values (graph::State::Keeps), so that equal runs give equal files
//   thumbnail.png      of windows
// What solvers keep on the CPU is not in it (engine/app/session/journal.h).
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
  struct Part {  // a resource and what it held
    std::string owner, name, member;
    bool image = false;
    graph::BufferDesc buffer;
    graph::ImageDesc texture;
    graph::State::Keeps keeps = graph::State::Keeps::all;
    std::string bytes;  // of the member: .npy
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

// Error(Exit::bad_input): cut short, altered, none, or written by another version. `most_step`: of the files that a
// run has written under the name `file` with its steps in it, the last one up to there, unless there is `file` itself.
Checkpoint read_checkpoint(const std::filesystem::path& file, std::uint64_t most_step = ~std::uint64_t{0});
// Error(Exit::bad_input) with the pointer to what is another and both values, unless `scene` differs in its picture
// alone: camera, sun, sky, render, looks and materials, clock.steps_per_frame.
void check_scene(const Checkpoint& from, Scene& scene);
// `scene`, or, where a window has changed it under way, what it was at first: what a Session that resumes is made of.
Scene first_scene(const Checkpoint& from, Scene scene);
// NAME_000120.ending
std::filesystem::path checkpoint_name(const std::filesystem::path& file, std::uint64_t step);

// Uploads what the parts held, in frames of their own. Error(Exit::bad_input) if the session makes other resources.
void put_back(const Checkpoint& from, Session& session);

class Checkpoints {  // of one run
 public:
  explicit Checkpoints(Session& session) : session_(session) {}
  ~Checkpoints();
  Checkpoints(const Checkpoints&) = delete;
  Checkpoints& operator=(const Checkpoints&) = delete;
  // Declares the read-backs of the world as the frame that is being declared leaves it, and of a picture of `size`
  // (rgba8) if there is one. When they have arrived, frames later, a thread of its own writes the file: whole, synced
  // and renamed into place. Nothing waits in the frame; where two files are still being written, this waits for the
  // first. Throws what went wrong with an earlier one. written: called by that thread when the file is there.
  void declare(const std::filesystem::path& file, graph::Image picture = {}, glm::uvec2 size = {},
               std::function<void()> written = {});
  void finish();  // after Session::finish(): all are in their files. Throws what went wrong

 private:
  struct Saving;
  Session& session_;
  std::deque<std::shared_ptr<Saving>> saving_;
};

}  // namespace undine::session
