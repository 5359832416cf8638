// Fields of a scene to .npy files: rows along z, columns along x.
#pragma once
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "engine/app/solver.h"

namespace undine {

// Rows of a published field without their padding, in the field's unit. stored: the whole buffer.
std::vector<float> field_values(const Field& field, const FieldView& view, std::span<const std::byte> stored);

class Dumper {
 public:
  // requests: "pool.height=h.npy". every: 0 for one dump at the end, else the step goes into the names (h_000120.npy).
  // Error(Exit::bad_input) for an unknown field lists those there are.
  Dumper(std::vector<Field> fields, const std::vector<std::string>& requests, std::uint64_t every);
  bool empty() const { return requests_.empty(); }
  void declare(graph::Graph& g, std::uint64_t step);  // the data arrive with the frame's end
  void write();                                       // files of all data that have arrived

 private:
  struct Request {
    Field field;
    std::filesystem::path file;
  };
  struct Arrived {
    std::filesystem::path file;
    std::string bytes;
  };
  std::vector<Request> requests_;
  std::uint64_t every_;
  std::vector<Arrived> arrived_;
};

}  // namespace undine
