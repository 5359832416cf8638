#include "engine/scene/terrain.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "engine/core/error.h"
#include "engine/core/log.h"
#include "engine/files/files.h"
#include "engine/files/npy.h"
#include "engine/files/png.h"

namespace undine {
namespace {

constexpr std::uint64_t max_file = 1u << 30, max_side = 16384, max_samples = 1u << 26;
constexpr float max_height = 1e6f;  // meters

struct Spot {
  std::string where, file;
  Error refuse(const std::string& what, const std::string& remedy) const {
    return Error(Exit::bad_input, where, file + " " + what, remedy);
  }
};

void check_size(std::uint64_t nx, std::uint64_t nz, const Spot& place) {
  if (nx < 2 || nz < 2 || nx > max_side || nz > max_side || nx * nz > max_samples) {
    throw place.refuse(fmt::format("has {} x {} samples", nx, nz),
                       fmt::format("allowed: 2 to {} on each side, {} together", max_side, max_samples));
  }
}

std::uint32_t big_endian(std::span<const unsigned char> b) {
  return std::uint32_t{b[0]} << 24 | std::uint32_t{b[1]} << 16 | std::uint32_t{b[2]} << 8 | b[3];
}

std::uint32_t crc32(std::span<const unsigned char> data) {
  static const auto table = [] {
    std::array<std::uint32_t, 256> t{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      t[i] = i;
      for (int k = 0; k < 8; ++k) t[i] = t[i] & 1 ? 0xEDB88320u ^ (t[i] >> 1) : t[i] >> 1;
    }
    return t;
  }();
  std::uint32_t crc = 0xFFFFFFFFu;
  for (unsigned char byte : data) crc = table[(crc ^ byte) & 0xFF] ^ (crc >> 8);
  return ~crc;
}

// Checks that read_png16() lacks: damage that only checksums show, and pictures other than 16-bit heights.
void check_png(std::span<const unsigned char> bytes, const Spot& place) {
  static constexpr std::array<unsigned char, 8> magic{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
  if (bytes.size() < 8 || !std::equal(magic.begin(), magic.end(), bytes.begin())) {
    throw place.refuse("is not a PNG file", "allowed: greyscale 16-bit PNG, or .npy");
  }
  bool first = true, end = false;
  for (std::size_t at = 8; !end; first = false) {
    if (bytes.size() - at < 12) throw place.refuse("is cut off", "export it again");
    std::uint32_t length = big_endian(bytes.subspan(at));
    if (length > bytes.size() - at - 12) throw place.refuse("is cut off", "export it again");
    auto chunk = bytes.subspan(at + 4, length + 4);
    if (crc32(chunk) != big_endian(bytes.subspan(at + 8 + length))) {
      throw place.refuse("is damaged: a checksum does not match", "export it again");
    }
    std::string_view type(reinterpret_cast<const char*>(chunk.data()), 4);
    if (first) {
      if (type != "IHDR" || length != 13) throw place.refuse("is damaged: no header", "export it again");
      std::uint64_t nx = big_endian(chunk.subspan(4)), nz = big_endian(chunk.subspan(8));
      int depth = chunk[12], color = chunk[13];
      check_size(nx, nz, place);
      if (depth != 16 || color != 0) {
        throw place.refuse(
            fmt::format("has {} bits per channel, {}", depth, color == 0 ? "greyscale" : "not greyscale"),
            "allowed: greyscale 16-bit PNG, or .npy");
      }
    }
    end = type == "IEND";
    at += length + 12;
  }
}

// Values that stand for a missing height. `named`: by the file itself; `raster`: of a format that may have NaN for
// them.
class NoData {
 public:
  NoData(const TerrainSettings& settings, bool meters, bool raster = false, std::optional<float> named = {})
      : value_(static_cast<float>(settings.no_data)),
        from_(settings.no_data_from),
        meters_(meters),
        raster_(raster),
        named_(named) {}
  bool is(float v) const {
    using NoDataFrom = TerrainSettings::NoData;
    if (from_ == NoDataFrom::number) return v == value_;
    if (from_ == NoDataFrom::nan) return std::isnan(v);
    if (from_ == NoDataFrom::none || !meters_) return false;
    if (named_ ? v == *named_ : std::ranges::find(usual, v) != usual.end()) return true;
    return raster_ && std::isnan(v);
  }

 private:
  static constexpr std::array<float, 3> usual{-9999, -32768, std::numeric_limits<float>::lowest()};
  float value_;
  TerrainSettings::NoData from_;
  bool meters_, raster_;
  std::optional<float> named_;
};

// Raises samples without data over all others by the relief of the map, and by 10 m at least.
void raise_walls(Heightmap& map, const std::vector<bool>& missing) {
  float lowest = max_height, highest = -max_height;
  for (std::size_t i = 0; i < missing.size(); ++i)
    if (!missing[i]) lowest = std::min(lowest, map.height[i]), highest = std::max(highest, map.height[i]);
  for (std::size_t i = 0; i < missing.size(); ++i)
    if (missing[i]) map.height[i] = highest + std::max(10.0f, highest - lowest);
}

// Fills samples without data ring by ring, each with the mean of its neighbors along x and z that have a height.
void fill_holes(const TerrainSettings& settings, Heightmap& map, std::vector<bool> missing, const Spot& place) {
  const auto count = static_cast<std::size_t>(std::ranges::count(missing, true)), nx = std::size_t{map.nx};
  if (count == 0) return;
  const auto first = static_cast<std::size_t>(std::ranges::find(missing, true) - missing.begin());
  const std::string found = fmt::format("holds no data ({:g}) at {} of {} samples, the first at row {}, column {}",
                                        map.height[first], count, missing.size(), first / nx, first % nx);
  if (count == missing.size()) throw place.refuse(found, "a file with heights, or \"no_data\": \"none\"");
  if (settings.no_data_is == TerrainSettings::NoDataIs::wall) return raise_walls(map, missing);
  log::warning("{}: {} {}; filled in from those around (\"no_data\")", place.where, place.file, found);
  std::vector<std::size_t> ring;
  const auto around = [&](std::size_t i, auto&& see) {
    if (i % nx > 0) see(i - 1);
    if (i % nx + 1 < nx) see(i + 1);
    if (i >= nx) see(i - nx);
    if (i + nx < missing.size()) see(i + nx);
  };
  for (std::size_t i = 0; i < missing.size(); ++i)
    if (missing[i]) ring.push_back(i);
  while (!ring.empty()) {
    std::vector<std::size_t> filled, left;
    std::vector<float> heights;
    for (const std::size_t i : ring) {
      double sum = 0, known = 0;
      around(i, [&](std::size_t k) {
        if (!missing[k]) sum += static_cast<double>(map.height[k]), known += 1;
      });
      if (known == 0) {
        left.push_back(i);
      } else {
        filled.push_back(i);
        heights.push_back(static_cast<float>(sum / known));
      }
    }
    for (std::size_t k = 0; k < filled.size(); ++k) {
      map.height[filled[k]] = heights[k];
      missing[filled[k]] = false;
    }
    ring = std::move(left);
  }
}

void load_png(const TerrainSettings& settings, const Spot& place, Heightmap& map) {
  const std::string text = files::read_file(settings.heightmap, max_file);
  check_png({reinterpret_cast<const unsigned char*>(text.data()), text.size()}, place);
  const files::Bitmap16 picture = files::read_png16(settings.heightmap, 1);
  check_size(picture.size.x, picture.size.y, place);
  map.nx = picture.size.x;
  map.nz = picture.size.y;
  const double low = settings.height.x, range = settings.height.y - settings.height.x;
  map.height.reserve(picture.values.size());
  const NoData no_data(settings, false);
  std::vector<bool> missing;
  for (std::uint16_t v : picture.values) {
    map.height.push_back(static_cast<float>(low + range * v / 65535.0));
    missing.push_back(no_data.is(static_cast<float>(v)));
  }
  fill_holes(settings, map, std::move(missing), place);
}

// Heights in meters: finds those that are missing, and refuses others that are none.
void check_meters(const TerrainSettings& settings, const Spot& place, const NoData& no_data, Heightmap& map) {
  std::vector<bool> missing;
  for (float v : map.height) missing.push_back(no_data.is(v));
  fill_holes(settings, map, std::move(missing), place);
  for (std::size_t i = 0; i < map.height.size(); ++i) {
    if (!std::isfinite(map.height[i]) || std::abs(map.height[i]) > max_height) {
      throw place.refuse(fmt::format("holds {} at row {}, column {}", map.height[i], i / map.nx, i % map.nx),
                         fmt::format("allowed: meters from {} to {}; fill holes, or name their value by \"no_data\"",
                                     -max_height, max_height));
    }
  }
}

void load_npy(const TerrainSettings& settings, const Spot& place, Heightmap& map) {
  files::Array array = files::read_npy(settings.heightmap);
  if (array.shape.size() != 2) {
    throw place.refuse(fmt::format("has {} dimensions", array.shape.size()),
                       "allowed: 2, rows along z and columns along x");
  }
  check_size(array.shape[1], array.shape[0], place);
  map.nz = array.shape[0];
  map.nx = array.shape[1];
  map.height = std::move(array.values);
  check_meters(settings, place, NoData(settings, true), map);
}

// `given` where it is not 0.
glm::dvec2 size_or(const glm::dvec2& given, const glm::dvec2& other) {
  return {given.x > 0 ? given.x : other.x, given.y > 0 ? given.y : other.y};
}

// Rows from north, -z, to south.
void load_raster(const TerrainSettings& settings, const Spot& place, Heightmap& map) {
  files::Raster raster = load_ground(settings.heightmap);
  check_size(raster.nx, raster.nz, place);
  map.nz = raster.nz;
  map.nx = raster.nx;
  map.height = std::move(raster.values);
  const glm::dvec2 count(map.nx, map.nz);
  if (map.size.x == 0 || map.size.y == 0) {
    if (raster.cell == glm::dvec2(0))
      throw place.refuse("does not tell the size of its cells", "give \"size\", in meters");
    if (raster.geographic) {
      const glm::dvec2 meters = geographic_size(raster);
      throw place.refuse(
          fmt::format("has cells in degrees of longitude and latitude, {:g} x {:g}", raster.cell.x, raster.cell.y),
          fmt::format("give \"size\", here about [{:.0f}, {:.0f}] m, or reproject it", meters.x, meters.y));
    }
    map.size = size_or(map.size, raster.cell * count);
  }
  if (!raster.geographic && raster.cell != glm::dvec2(0))
    map.survey = Survey{.south_west = raster.corner, .size = raster.cell * count, .projection = raster.projection};
  check_meters(settings, place, NoData(settings, true, true, raster.no_data), map);
}

}  // namespace

files::Raster load_ground(const std::filesystem::path& file) { return files::read_raster(file, max_side, max_samples); }

glm::dvec2 geographic_size(const files::Raster& raster) {
  const glm::dvec2 degrees = raster.cell * glm::dvec2(raster.nx, raster.nz);
  constexpr double radius = 6378137, flattening = 1 / 298.257223563, e2 = flattening * (2 - flattening);
  const double phi = glm::radians(raster.corner.y + 0.5 * degrees.y),
               w = std::sqrt(1 - e2 * std::pow(std::sin(phi), 2));
  return glm::radians(degrees) * radius * glm::dvec2(std::cos(phi) / w, (1 - e2) / (w * w * w));
}

Heightmap load_heightmap(const TerrainSettings& settings, const std::string& where) {
  Spot place{where, settings.heightmap.string()};
  Heightmap map;
  map.size = settings.size;
  map.origin = settings.origin;
  try {
    if (files::is_raster(settings.heightmap)) {
      load_raster(settings, place, map);
    } else if (settings.heightmap.extension() == ".npy") {
      load_npy(settings, place, map);
    } else {
      load_png(settings, place, map);
    }
  } catch (const Error& error) {
    if (error.where() == where) throw;
    throw Error(Exit::bad_input, where, fmt::format("{}: {}", error.where(), error.problem()), error.remedy());
  }
  map.size = size_or(map.size, {10, 10});
  map.goes_on = settings.beyond == TerrainSettings::Beyond::border;
  using Samples = TerrainSettings::Samples;
  const bool raster = files::is_raster(settings.heightmap);
  if (settings.samples == Samples::cells || (settings.samples == Samples::file && raster)) {
    map.margin = 0.5 * map.size / glm::dvec2(map.nx, map.nz);
    map.size -= 2.0 * map.margin;
  }
  return map;
}

}  // namespace undine
