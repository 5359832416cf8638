#include "passes/wave_file.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <memory>
#include "engine/app/npy.h"
#include "engine/core/error.h"
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image.h>
#pragma GCC diagnostic pop

namespace undine {

namespace {

constexpr std::uint32_t most = 16384;

std::string contents(const std::filesystem::path& file, const std::string& where) {
  std::ifstream in(file, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (!in && bytes.empty()) throw Error(Exit::bad_input, where, fmt::format("cannot read {}", file.string()));
  return bytes;
}

GridFile read_array(const std::filesystem::path& file, const std::string& where) {
  const std::string name = file.filename().string();
  Array array;
  try {
    array = read_npy(file);
  } catch (const Error& e) {
    throw Error(Exit::bad_input, where, fmt::format("{}: {}", name, e.problem()), e.remedy());
  }
  if (array.shape.size() != 2 || array.shape[0] > most || array.shape[1] > most || array.values.empty())
    throw Error(Exit::bad_input, where, fmt::format("{} does not hold rows along z of columns along x", name),
                fmt::format("a 2D array, 1 to {} a side", most));
  GridFile grid{.nx = array.shape[1], .nz = array.shape[0], .value = std::move(array.values)};
  for (std::size_t i = 0; i < grid.value.size(); ++i) {
    if (!std::isfinite(grid.value[i]))
      throw Error(Exit::bad_input, where, fmt::format("{} holds {} at row {}, column {}", name, grid.value[i], i / grid.nx, i % grid.nx),
                  "finite numbers");
  }
  return grid;
}

GridFile read_png(std::string_view bytes, const std::string& where, const std::string& file) {
  auto data = reinterpret_cast<const stbi_uc*>(bytes.data());
  const int size = static_cast<int>(std::min<std::size_t>(bytes.size(), 0x7fffffff));
  int nx = 0, nz = 0, channels = 0;
  if (stbi_info_from_memory(data, size, &nx, &nz, &channels) == 0)
    throw Error(Exit::bad_input, where, fmt::format("{} is neither a PNG nor a .npy file", file));
  if (nx > static_cast<int>(most) || nz > static_cast<int>(most))
    throw Error(Exit::bad_input, where, fmt::format("{} has {} x {} pixels", file, nx, nz), fmt::format("at most {} a side", most));
  std::unique_ptr<stbi_us, void (*)(void*)> pixels(stbi_load_16_from_memory(data, size, &nx, &nz, &channels, 1), stbi_image_free);
  if (!pixels) throw Error(Exit::bad_input, where, fmt::format("{}: {}", file, stbi_failure_reason()));
  GridFile grid{.nx = static_cast<std::uint32_t>(nx), .nz = static_cast<std::uint32_t>(nz), .image = true};
  grid.value.resize(std::size_t{grid.nx} * grid.nz);
  for (std::size_t i = 0; i < grid.value.size(); ++i) grid.value[i] = static_cast<float>(pixels.get()[i]) / 65535.0f;
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
  const std::string bytes = contents(file, where);
  const std::string name = file.filename().string();
  if (bytes.starts_with("\x93NUMPY")) return read_array(file, where);
  return read_png(bytes, where, name);
}

}  // namespace undine
