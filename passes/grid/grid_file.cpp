#include "passes/grid/grid_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string_view>

#include "engine/core/error.h"
#include "engine/files/npy.h"
#include "engine/files/png.h"

namespace undine::grid {

namespace {

constexpr std::uint32_t most = 16384;

GridFile read_array(const std::filesystem::path& file, const std::string& where) {
  const std::string name = file.filename().string();
  files::Array array;
  try {
    array = files::read_npy(file);
  } catch (const Error& e) {
    throw Error(Exit::bad_input, where, fmt::format("{}: {}", name, e.problem()), e.remedy());
  }
  if (array.shape.size() != 2 || array.shape[0] > most || array.shape[1] > most || array.values.empty())
    throw Error(Exit::bad_input, where, fmt::format("{} does not hold rows along z of columns along x", name),
                fmt::format("a 2D array, 1 to {} a side", most));
  GridFile grid{.nx = array.shape[1], .nz = array.shape[0], .value = std::move(array.values)};
  for (std::size_t i = 0; i < grid.value.size(); ++i) {
    if (!std::isfinite(grid.value[i]))
      throw Error(Exit::bad_input, where,
                  fmt::format("{} holds {} at row {}, column {}", name, grid.value[i], i / grid.nx, i % grid.nx),
                  "finite numbers");
  }
  return grid;
}

GridFile read_picture(const std::filesystem::path& file, const std::string& where) {
  const std::string name = file.filename().string();
  files::Bitmap16 picture;
  try {
    picture = files::read_png16(file, 1);
  } catch (const Error& e) {
    throw Error(Exit::bad_input, where, fmt::format("{}: {}", name, e.problem()), "a PNG, or a .npy array");
  }
  if (picture.size.x > most || picture.size.y > most)
    throw Error(Exit::bad_input, where, fmt::format("{} has {} x {} pixels", name, picture.size.x, picture.size.y),
                fmt::format("at most {} a side", most));
  GridFile grid{.nx = picture.size.x, .nz = picture.size.y, .image = true};
  grid.value.reserve(picture.values.size());
  for (std::uint16_t v : picture.values) grid.value.push_back(static_cast<float>(v) / 65535.0f);
  return grid;
}

}  // namespace

float GridFile::nearest(double u, double v) const {
  auto index = [](double t, std::uint32_t n) {
    return static_cast<std::size_t>(std::clamp(std::floor(t * n), 0.0, n - 1.0));
  };
  return value[index(v, nz) * nx + index(u, nx)];
}

GridFile read_grid(const std::filesystem::path& file, const std::string& where) {
  char magic[6] = {};
  std::ifstream(file, std::ios::binary).read(magic, sizeof magic);
  return std::string_view(magic, sizeof magic) == "\x93NUMPY" ? read_array(file, where) : read_picture(file, where);
}

}  // namespace undine::grid
