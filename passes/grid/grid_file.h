// Reads values on a grid from a PNG (gray, 8 or 16 bit, as 0..1) or a .npy file (2D, float32 or float64,
// little-endian).
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace undine::grid {

struct GridFile {
  std::uint32_t nx = 0, nz = 0;
  std::vector<float> value;                 // nz * nx, first row first
  bool image = false;                       // from a PNG
  float nearest(double u, double v) const;  // u, v in [0, 1] across columns and rows
};

// Errors are Error(Exit::bad_input) at `where`: unreadable, not of these formats, not finite, more than 16384 a side.
GridFile read_grid(const std::filesystem::path& file, const std::string& where);

}  // namespace undine::grid
