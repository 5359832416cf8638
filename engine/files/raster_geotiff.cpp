// GeoTIFF by libtiff: elevation in one band of integers or floats, in strips or tiles, of any compression that libtiff
// has. Sources: TIFF 6.0; OGC GeoTIFF 1.1 (tags and keys); GDAL's tag of the missing value.
#include <fmt/format.h>
#include <tiffio.h>

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstring>
#include <map>
#include <memory>

#include "engine/core/error.h"
#include "engine/files/files.h"
#include "engine/files/raster_formats.h"

namespace undine::files {

namespace {

constexpr std::uint64_t most_file = std::uint64_t{1} << 31;
constexpr std::uint32_t pixel_scale = 33550, tie_points = 33922, transformation = 34264, geo_keys = 34735,
                        geo_doubles = 34736, geo_texts = 34737, gdal_no_data = 42113;

// Keys and codes of OGC GeoTIFF 1.1.
constexpr std::uint16_t key_model = 1024, key_raster = 1025, key_geographic = 2048, key_projected = 3072,
                        key_linear_unit = 3076, key_vertical_unit = 4099;
constexpr std::uint16_t model_geographic = 2, meter = 9001, foot = 9002, foot_us = 9003;

void know_tags(TIFF* tiff) {
  static char names[7][24] = {"ModelPixelScale", "ModelTiepoint",  "ModelTransformation", "GeoKeyDirectory",
                              "GeoDoubleParams", "GeoAsciiParams", "GDAL_NODATA"};
  static const TIFFFieldInfo tags[] = {
      {pixel_scale, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, names[0]},
      {tie_points, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, names[1]},
      {transformation, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, names[2]},
      {geo_keys, -1, -1, TIFF_SHORT, FIELD_CUSTOM, 1, 1, names[3]},
      {geo_doubles, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, names[4]},
      {geo_texts, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, names[5]},
      {gdal_no_data, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, names[6]},
  };
  TIFFMergeFieldInfo(tiff, tags, static_cast<std::uint32_t>(std::size(tags)));
}

// A file in memory, as libtiff reads and writes it; `problem` is its first error.
struct Memory {
  std::string bytes;
  std::size_t at = 0;
  static inline thread_local std::string problem;

  static Memory& of(thandle_t handle) { return *static_cast<Memory*>(handle); }
  static tmsize_t read(thandle_t handle, void* to, tmsize_t size) {
    Memory& m = of(handle);
    const std::size_t n = std::min(static_cast<std::size_t>(size), m.bytes.size() - std::min(m.at, m.bytes.size()));
    if (n > 0) std::memcpy(to, m.bytes.data() + m.at, n);
    m.at += n;
    return static_cast<tmsize_t>(n);
  }
  static tmsize_t write(thandle_t handle, void* from, tmsize_t size) {
    Memory& m = of(handle);
    const auto n = static_cast<std::size_t>(size);
    if (m.bytes.size() < m.at + n) m.bytes.resize(m.at + n);
    std::memcpy(m.bytes.data() + m.at, from, n);
    m.at += n;
    return size;
  }
  static toff_t seek(thandle_t handle, toff_t to, int from) {
    Memory& m = of(handle);
    m.at = static_cast<std::size_t>(from == SEEK_SET ? to : from == SEEK_CUR ? m.at + to : m.bytes.size() + to);
    return m.at;
  }
  static int close(thandle_t) { return 0; }
  static toff_t size(thandle_t handle) { return of(handle).bytes.size(); }
  static void note(const char*, const char* format, std::va_list arguments) {
    char text[256];
    std::vsnprintf(text, sizeof text, format, arguments);
    if (problem.empty()) problem = text;
  }
};

using Tiff = std::unique_ptr<TIFF, void (*)(TIFF*)>;

Tiff open(Memory& memory, const char* mode) {
  static const bool prepared = [] {
    TIFFSetWarningHandler(nullptr);
    TIFFSetErrorHandler(Memory::note);
    TIFFSetTagExtender(know_tags);
    return true;
  }();
  static_cast<void>(prepared);
  Memory::problem.clear();
  return {TIFFClientOpen("GeoTIFF", mode, &memory, Memory::read, Memory::write, Memory::seek, Memory::close,
                         Memory::size, nullptr, nullptr),
          TIFFClose};
}

class Reader {
 public:
  Reader(const std::filesystem::path& file, const RasterLimits& limits) : file_(file), limits_(limits) {}

  Raster read() {
    memory_.bytes = read_file(file_, most_file);
    tiff_ = open(memory_, "rm");
    if (!tiff_) refuse("is not a TIFF file: " + Memory::problem, "a GeoTIFF with heights");
    check_pixels();
    read_place();
    read_no_data();
    read_values();
    return std::move(out_);
  }

 private:
  [[noreturn]] void refuse(const std::string& problem, const std::string& allowed) const {
    throw Error(Exit::bad_input, file_.string(), problem, allowed);
  }
  template <class T>
  T tag(std::uint32_t name, T fallback) const {
    T value = fallback;
    TIFFGetFieldDefaulted(tiff_.get(), name, &value);
    return value;
  }
  template <class T>
  std::vector<T> tags(std::uint32_t name) const {
    std::uint16_t count = 0;
    const T* values = nullptr;
    if (TIFFGetField(tiff_.get(), name, &count, &values) == 0 || values == nullptr) return {};
    return {values, values + count};
  }

  void check_pixels() {
    const auto nx = tag<std::uint32_t>(TIFFTAG_IMAGEWIDTH, 0), nz = tag<std::uint32_t>(TIFFTAG_IMAGELENGTH, 0);
    limits_.check(file_, nx, nz);
    out_.nx = nx;
    out_.nz = nz;
    bits_ = tag<std::uint16_t>(TIFFTAG_BITSPERSAMPLE, 1);
    format_ = tag<std::uint16_t>(TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT);
    const auto bands = tag<std::uint16_t>(TIFFTAG_SAMPLESPERPIXEL, 1);
    if (bands != 1) refuse(fmt::format("has {} bands", bands), "one band of heights");
    if (tag<std::uint16_t>(TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK) == PHOTOMETRIC_PALETTE)
      refuse("is a picture of a palette", "one band of heights");
    const bool real = format_ == SAMPLEFORMAT_IEEEFP && (bits_ == 32 || bits_ == 64);
    const bool whole =
        (format_ == SAMPLEFORMAT_UINT || format_ == SAMPLEFORMAT_INT) && (bits_ == 8 || bits_ == 16 || bits_ == 32);
    if (!real && !whole)
      refuse(fmt::format("has {} bits of sample format {}", bits_, format_),
             "integers of 8, 16 or 32 bits, floats of 32 or 64");
    const auto compression = tag<std::uint16_t>(TIFFTAG_COMPRESSION, COMPRESSION_NONE);
    if (TIFFIsCODECConfigured(compression) == 0)
      refuse(fmt::format("is compressed by method {}, which libtiff lacks here", compression),
             "Deflate, LZW, PackBits or none");
  }

  void read_place() {
    std::map<std::uint16_t, std::uint16_t> keys;  // those with a value of their own
    const std::vector<std::uint16_t> directory = tags<std::uint16_t>(geo_keys);
    for (std::size_t i = 4; i + 3 < directory.size(); i += 4)
      if (directory[i + 1] == 0) keys[directory[i]] = directory[i + 3];
    out_.geographic = keys.contains(key_model) && keys[key_model] == model_geographic;
    const std::uint16_t code = out_.geographic ? keys[key_geographic] : keys[key_projected];
    if (code != 0 && code != 32767) out_.projection = fmt::format("EPSG:{}", code);
    const std::vector<double> matrix = tags<double>(transformation), scale = tags<double>(pixel_scale),
                              ties = tags<double>(tie_points);
    if (matrix.size() == 16) {
      if (matrix[1] != 0 || matrix[4] != 0) refuse("is rotated", "rows from west to east: reproject it");
      out_.cell = {matrix[0], -matrix[5]};
      out_.corner = {matrix[3], matrix[7] + matrix[5] * out_.nz};
    } else if (scale.size() >= 2) {
      out_.cell = {scale[0], scale[1]};
      if (ties.size() >= 6)
        out_.corner = {ties[3] - ties[0] * scale[0], ties[4] + ties[1] * scale[1] - scale[1] * out_.nz};
    } else if (ties.size() > 6) {
      refuse("is placed by tie points without a scale",
             "a pixel scale (tag 33550): reproject it, for example with gdalwarp");
    }
    if (out_.cell != glm::dvec2(0) && !(out_.cell.x > 0 && out_.cell.y > 0))
      refuse(fmt::format("has cells of {:g} x {:g}: rows do not run from north to south", out_.cell.x, out_.cell.y),
             "rows from north to south");
    if (keys.contains(key_raster) && keys[key_raster] == 2) out_.corner += glm::dvec2(-0.5, 0.5) * out_.cell;
    if (!out_.geographic && keys.contains(key_linear_unit)) {
      const double unit = unit_of(keys[key_linear_unit], "horizontal");
      out_.cell *= unit;
      out_.corner *= unit;
      if (unit != 1) out_.projection.clear();  // its coordinates are feet
    }
    if (keys.contains(key_vertical_unit)) height_unit_ = unit_of(keys[key_vertical_unit], "vertical");
  }

  double unit_of(std::uint16_t code, const char* what) const {
    if (code == meter) return 1;
    if (code == foot) return 0.3048;
    if (code == foot_us) return 1200.0 / 3937;
    refuse(fmt::format("has the {} unit {}", what, code), "meters (9001) or feet (9002, 9003)");
  }

  void read_no_data() {
    const char* text = nullptr;
    if (TIFFGetField(tiff_.get(), gdal_no_data, &text) == 0 || text == nullptr) return;
    char* end = nullptr;
    const double value = std::strtod(text, &end);
    if (end != text) out_.no_data = static_cast<float>(value);
  }

  float value(const unsigned char* at) const {
    const auto as = [&]<class T>(T v) {
      std::memcpy(&v, at, sizeof v);
      return static_cast<float>(v);
    };
    if (format_ == SAMPLEFORMAT_IEEEFP) return bits_ == 32 ? as(0.0f) : as(0.0);
    const bool has_sign = format_ == SAMPLEFORMAT_INT;
    if (bits_ == 8) return has_sign ? as(std::int8_t{}) : as(std::uint8_t{});
    if (bits_ == 16) return has_sign ? as(std::int16_t{}) : as(std::uint16_t{});
    return has_sign ? as(std::int32_t{}) : as(std::uint32_t{});
  }

  // A strip or tile with its first cell at x, z; `width`: cells in a row of it.
  void take(const std::vector<unsigned char>& block, std::uint32_t x, std::uint32_t z, std::uint32_t width,
            std::uint32_t height) {
    const std::size_t bytes = bits_ / 8;
    for (std::uint32_t j = 0; j < height && z + j < out_.nz; ++j)
      for (std::uint32_t i = 0; i < width && x + i < out_.nx; ++i) {
        const float v = value(&block[(std::size_t{j} * width + i) * bytes]);
        const bool missing = out_.no_data && v == *out_.no_data;
        out_.values[std::size_t{z + j} * out_.nx + x + i] = missing ? v : static_cast<float>(v * height_unit_);
      }
  }

  void read_values() {
    TIFF* tiff = tiff_.get();
    out_.values.resize(std::size_t{out_.nx} * out_.nz);
    const bool tiled = TIFFIsTiled(tiff) != 0;
    const auto width = tiled ? tag<std::uint32_t>(TIFFTAG_TILEWIDTH, 0) : out_.nx;
    const auto height = tiled ? tag<std::uint32_t>(TIFFTAG_TILELENGTH, 0)
                              : std::min(tag<std::uint32_t>(TIFFTAG_ROWSPERSTRIP, out_.nz), out_.nz);
    limits_.check(file_, width, height);
    std::vector<unsigned char> block(std::size_t{width} * height * (bits_ / 8u));
    const auto size = static_cast<tmsize_t>(block.size());
    if ((tiled ? TIFFTileSize(tiff) : TIFFStripSize(tiff)) > size)
      refuse("has damaged strips or tiles", "export it again");
    for (std::uint32_t z = 0; z < out_.nz; z += height)
      for (std::uint32_t x = 0; x < out_.nx; x += width) {
        const tmsize_t got = tiled ? TIFFReadEncodedTile(tiff, TIFFComputeTile(tiff, x, z, 0, 0), block.data(), size)
                                   : TIFFReadEncodedStrip(tiff, TIFFComputeStrip(tiff, z, 0), block.data(), size);
        const std::size_t wanted = std::size_t{width} * (tiled ? height : std::min(height, out_.nz - z)) * (bits_ / 8u);
        if (got < 0 || static_cast<std::size_t>(got) < wanted)
          refuse("is damaged: " + (Memory::problem.empty() ? "it is cut off" : Memory::problem), "export it again");
        take(block, x, z, width, height);
      }
  }

  const std::filesystem::path& file_;
  const RasterLimits& limits_;
  Memory memory_;
  Tiff tiff_{nullptr, TIFFClose};
  Raster out_;
  std::uint16_t bits_ = 0, format_ = 0;
  double height_unit_ = 1;
};

}  // namespace

Raster read_geotiff(const std::filesystem::path& file, const RasterLimits& limits) {
  return Reader(file, limits).read();
}

std::string geotiff_bytes(const Raster& r) {
  Memory memory;
  {
    const Tiff tiff = open(memory, "w");
    TIFF* t = tiff.get();
    constexpr std::uint32_t rows = 64;
    TIFFSetField(t, TIFFTAG_IMAGEWIDTH, r.nx);
    TIFFSetField(t, TIFFTAG_IMAGELENGTH, r.nz);
    TIFFSetField(t, TIFFTAG_BITSPERSAMPLE, 32);
    TIFFSetField(t, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_IEEEFP);
    TIFFSetField(t, TIFFTAG_SAMPLESPERPIXEL, 1);
    TIFFSetField(t, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    TIFFSetField(t, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(t, TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
    TIFFSetField(t, TIFFTAG_ROWSPERSTRIP, rows);
    const double scale[3] = {r.cell.x, r.cell.y, 0}, tie[6] = {0, 0, 0, r.corner.x, r.corner.y + r.cell.y * r.nz, 0};
    TIFFSetField(t, pixel_scale, 3, scale);
    TIFFSetField(t, tie_points, 6, tie);
    const auto code =
        static_cast<std::uint16_t>(r.projection.starts_with("EPSG:") ? std::atoi(r.projection.c_str() + 5) : 32767);
    const std::uint16_t keys[] = {1,
                                  1,
                                  1,
                                  3,
                                  key_model,
                                  0,
                                  1,
                                  static_cast<std::uint16_t>(r.geographic ? 2 : 1),
                                  key_raster,
                                  0,
                                  1,
                                  1,
                                  r.geographic ? key_geographic : key_projected,
                                  0,
                                  1,
                                  code};
    TIFFSetField(t, geo_keys, static_cast<int>(std::size(keys)), keys);
    const float missing = r.no_data.value_or(-9999);
    TIFFSetField(t, gdal_no_data, fmt::format("{}", missing).c_str());
    std::vector<float> strip;
    for (std::uint32_t z = 0; z < r.nz; z += rows) {
      const std::size_t end = std::size_t{std::min(z + rows, r.nz)} * r.nx;
      strip.assign(r.values.begin() + static_cast<std::ptrdiff_t>(std::size_t{z} * r.nx),
                   r.values.begin() + static_cast<std::ptrdiff_t>(end));
      for (float& v : strip)
        if (!std::isfinite(v)) v = missing;
      TIFFWriteEncodedStrip(t, z / rows, strip.data(), static_cast<tmsize_t>(4 * strip.size()));
    }
  }
  if (!Memory::problem.empty()) throw Error(Exit::failure, "GeoTIFF", Memory::problem);
  return std::move(memory.bytes);
}

}  // namespace undine::files
