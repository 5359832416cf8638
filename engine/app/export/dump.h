// What a scene holds, to files: fields as .npy (rows along z, columns along x), surfaces of waters as .ply.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/app/session/world.h"
#include "engine/scene/solver.h"

namespace undine::session {

using FileBytes = std::function<std::string()>;  // makes a file's content; holds all it needs, for any thread

struct DumpSource {
  std::string name;                  // "pool.height", "pool.mesh"
  std::vector<std::uint32_t> shape;  // of a mesh {nz, nx, 6}; vertices on land are left out of the file
  std::string type, unit, help;      // type: "float32" or "mesh"
  std::string ending;                // ".npy" or ".ply"
  // Declares the read-back; `done` gets the file when the data have arrived, frames later.
  std::function<void(graph::Graph&, std::function<void(FileBytes)> done)> declare;
};
DumpSource dump_source(const Field& field);
std::vector<DumpSource> dump_sources(World& world);  // valid as long as the world

class Dumper {
 public:
  // requests: "pool.height=h.npy". every: 0 for one dump at the end, else the step goes into the names (h_000120.npy).
  // Error(Exit::bad_input) for an unknown field lists those there are.
  Dumper(std::vector<DumpSource> sources, const std::vector<std::string>& requests, std::uint64_t every);
  bool empty() const { return requests_.empty(); }
  void declare(graph::Graph& g, std::uint64_t step);  // the data arrive with the frame's end
  void write();                                       // files of all data that have arrived

 private:
  struct Request {
    DumpSource source;
    std::filesystem::path file;
  };
  struct Arrived {
    std::filesystem::path file;
    FileBytes bytes;
  };
  std::vector<Request> requests_;
  std::uint64_t every_;
  std::vector<Arrived> arrived_;
};

}  // namespace undine::session
