// Writes the data of a scene to files: fields as .npy (rows along z, columns along x), those on a terrain also as
// GeoTIFF
// (.tif) or ESRI ASCII grid (.asc), water surfaces as .ply.
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

// Produces the content of a file of that ending; owns its data, so any thread may call it.
using FileBytes = std::function<std::string(const std::string& ending)>;

struct DumpSource {
  std::string name;                  // "pool.height", "pool.mesh"
  std::vector<std::uint32_t> shape;  // meshes: {nz, nx, 6}; the file omits vertices on land
  std::string type, unit, help;      // type: "float32" or "mesh"
  std::vector<std::string> endings;  // of files, the usual one first: ".npy", ".tif", ".tiff", ".asc"; ".ply"
  // Declares the read-back; `done` gets the file when the data have arrived, frames later.
  std::function<void(graph::Graph&, std::function<void(FileBytes)> done)> declare;
  std::function<void()> follow = {};  // Field::follow
};
DumpSource dump_source(const Field& field);
std::vector<DumpSource> dump_sources(World& world);  // valid during the world's lifetime

class Dumper {
 public:
  // requests: "pool.height=h.npy". every: 0 for one dump at the end; otherwise names contain the step (h_000120.npy).
  // Error(Exit::bad_input) for an unknown field lists the known ones.
  Dumper(std::vector<DumpSource> sources, const std::vector<std::string>& requests, std::uint64_t every);
  bool empty() const { return requests_.empty(); }
  void declare(graph::Graph& g, std::uint64_t step);  // the data arrive when the frame ends
  void write();                                       // writes all arrived data

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
