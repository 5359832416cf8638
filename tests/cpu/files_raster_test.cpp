// Elevation rasters: what is read, to the value, and what is refused with its reason.
#include <fmt/format.h>
#include <tiffio.h>

#include <cmath>
#include <cstring>
#include <glm/glm.hpp>
#include <limits>
#include <map>
#include <vector>

#include "engine/files/raster.h"
#include "tests/cpu/files_folder.h"

namespace undine::test {
namespace {

class Rasters : public Files {
 protected:
  static constexpr std::uint32_t nx = 21, nz = 37;

  files::Raster read(const std::filesystem::path& file) const { return files::read_raster(file, 4096, 1u << 20); }
  files::Raster ascii(const std::string& text) const { return read(put("a.asc", text)); }
  void expect_refused(const std::filesystem::path& file, std::string_view part) const {
    expect_error(Exit::bad_input, part, [&] { read(file); });
  }
  static double height(std::size_t i) { return static_cast<double>(i % 117); }

  // One strip without compression, little-endian, of 16-bit integers unless `entries` say otherwise; geographic tags
  // are not known to libtiff's writer. Values of a tag: doubles (type 12), shorts (3) or text (2).
  struct Tag {
    int type;
    std::vector<double> values;
    std::string text = {};
  };
  std::filesystem::path geotiff(const std::map<int, Tag>& geographic, const std::string& name = "g.tif") const {
    std::map<int, Tag> tags{{256, {3, {nx}}}, {257, {3, {nz}}}, {258, {3, {16}}},
                            {259, {3, {1}}},  {262, {3, {1}}},  {277, {3, {1}}},
                            {278, {3, {nz}}}, {273, {4, {8}}},  {279, {4, {2.0 * nx * nz}}}};
    for (const auto& [tag, value] : geographic) tags[tag] = value;
    std::string bytes = "II*", extra, directory;
    const auto add = [](std::string& to, auto v) { to.append(reinterpret_cast<const char*>(&v), sizeof v); };
    bytes.push_back('\0');
    add(bytes, std::uint32_t{8 + 2 * nx * nz});
    for (std::size_t i = 0; i < nx * nz; ++i) add(bytes, static_cast<std::uint16_t>(height(i)));
    const std::size_t after = bytes.size() + 2 + 12 * tags.size() + 4;
    add(directory, static_cast<std::uint16_t>(tags.size()));
    for (const auto& [tag, value] : tags) {
      std::string content = value.text.empty() ? "" : value.text + '\0';
      for (const double v : value.values)
        value.type == 12  ? add(content, v)
        : value.type == 4 ? add(content, static_cast<std::uint32_t>(v))
                          : add(content, static_cast<std::uint16_t>(v));
      const std::size_t count = value.text.empty() ? value.values.size() : content.size();
      add(directory, static_cast<std::uint16_t>(tag));
      add(directory, static_cast<std::uint16_t>(value.type));
      add(directory, static_cast<std::uint32_t>(count));
      if (content.size() > 4) {
        add(directory, static_cast<std::uint32_t>(after + extra.size()));
        extra += content;
      } else {
        content.resize(4);
        directory += content;
      }
    }
    add(directory, std::uint32_t{0});
    return put(name, bytes + directory + extra);
  }
  static Tag scale(double x, double y) { return {12, {x, y, 0}}; }
  static Tag tie(double x, double y) { return {12, {0, 0, 0, x, y, 0}}; }
  static Tag keys(std::vector<std::pair<int, int>> pairs) {
    Tag out{3, {1, 1, 0, double(pairs.size())}};
    for (const auto& [key, value] : pairs) out.values.insert(out.values.end(), {double(key), 0, 1, double(value)});
    return out;
  }

  struct Kind {
    int bits, format, compression, predictor, tile;
  };
  template <class T>
  std::filesystem::path written(const Kind& k, int bands = 1) const {
    const auto file = folder / "k.tif";
    TIFF* t = TIFFOpen(file.c_str(), "w");
    TIFFSetField(t, TIFFTAG_IMAGEWIDTH, nx);
    TIFFSetField(t, TIFFTAG_IMAGELENGTH, nz);
    TIFFSetField(t, TIFFTAG_BITSPERSAMPLE, k.bits);
    TIFFSetField(t, TIFFTAG_SAMPLEFORMAT, k.format);
    TIFFSetField(t, TIFFTAG_SAMPLESPERPIXEL, bands);
    TIFFSetField(t, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    TIFFSetField(t, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(t, TIFFTAG_COMPRESSION, k.compression);
    if (k.predictor > 1) TIFFSetField(t, TIFFTAG_PREDICTOR, k.predictor);
    const std::uint32_t wide = k.tile ? std::uint32_t(k.tile) : nx, high = k.tile ? std::uint32_t(k.tile) : 8;
    if (k.tile) {
      TIFFSetField(t, TIFFTAG_TILEWIDTH, wide);
      TIFFSetField(t, TIFFTAG_TILELENGTH, high);
    } else {
      TIFFSetField(t, TIFFTAG_ROWSPERSTRIP, high);
    }
    std::uint32_t index = 0;
    for (std::uint32_t z = 0; z < nz; z += high)
      for (std::uint32_t x = 0; x < nx; x += wide) {
        const std::uint32_t end = k.tile ? high : std::min(high, nz - z);
        std::vector<T> block(std::size_t{wide} * end * std::size_t(bands), T{});
        for (std::uint32_t j = 0; j < end && z + j < nz; ++j)
          for (std::uint32_t i = 0; i < wide && x + i < nx; ++i)
            block[(j * wide + i) * std::size_t(bands)] = static_cast<T>(height((z + j) * nx + x + i));
        const auto size = static_cast<tmsize_t>(block.size() * sizeof(T));
        if (k.tile)
          TIFFWriteEncodedTile(t, index++, block.data(), size);
        else
          TIFFWriteEncodedStrip(t, index++, block.data(), size);
      }
    TIFFClose(t);
    return file;
  }
  template <class T>
  void expect_read(int format) const {
    for (const int compression : {COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_PACKBITS})
      for (const int tile : {0, 16, 64}) {
        const bool predicts = compression == COMPRESSION_LZW || compression == COMPRESSION_ADOBE_DEFLATE;
        const int predictor = !predicts ? 1 : format == SAMPLEFORMAT_IEEEFP ? 3 : 2;
        const files::Raster r = read(written<T>({8 * int(sizeof(T)), format, compression, predictor, tile}));
        SCOPED_TRACE(fmt::format("{} bytes, format {}, compression {}, tile {}", sizeof(T), format, compression, tile));
        ASSERT_EQ(glm::uvec2(r.nx, r.nz), glm::uvec2(nx, nz));
        for (std::size_t i = 0; i < r.values.size(); ++i) ASSERT_EQ(r.values[i], float(height(i))) << i;
        EXPECT_EQ(r.cell, glm::dvec2(0)) << "a TIFF without a place";
      }
  }
};

TEST_F(Rasters, TypesCompressionsStripsAndTiles) {
  expect_read<std::uint8_t>(SAMPLEFORMAT_UINT);
  expect_read<std::int8_t>(SAMPLEFORMAT_INT);
  expect_read<std::uint16_t>(SAMPLEFORMAT_UINT);
  expect_read<std::int16_t>(SAMPLEFORMAT_INT);
  expect_read<std::int32_t>(SAMPLEFORMAT_INT);
  expect_read<std::uint32_t>(SAMPLEFORMAT_UINT);
  expect_read<float>(SAMPLEFORMAT_IEEEFP);
  expect_read<double>(SAMPLEFORMAT_IEEEFP);
}

TEST_F(Rasters, PlacesOfGeoTiffs) {
  files::Raster r =
      read(geotiff({{33550, scale(2, 3)}, {33922, tie(500, 900)}, {34735, keys({{1024, 1}, {3072, 32756}})}}));
  EXPECT_EQ(r.cell, glm::dvec2(2, 3));
  EXPECT_EQ(r.corner, glm::dvec2(500, 900 - 3.0 * nz));
  EXPECT_EQ(r.projection, "EPSG:32756");
  EXPECT_FALSE(r.geographic);
  EXPECT_FALSE(r.no_data);
  // The tie point is the middle of a cell.
  r = read(geotiff({{33550, scale(2, 3)}, {33922, tie(500, 900)}, {34735, keys({{1025, 2}})}}));
  EXPECT_EQ(r.corner, glm::dvec2(499, 901.5 - 3.0 * nz));
  r = read(geotiff({{34264, {12, {2, 0, 0, 500, 0, -3, 0, 900, 0, 0, 0, 0, 0, 0, 0, 1}}}}));
  EXPECT_EQ(r.cell, glm::dvec2(2, 3));
  EXPECT_EQ(r.corner, glm::dvec2(500, 900 - 3.0 * nz));
  r = read(geotiff({{33550, scale(0.1, 0.1)}, {33922, tie(7, 50)}, {34735, keys({{1024, 2}, {2048, 4326}})}}));
  EXPECT_TRUE(r.geographic);
  EXPECT_EQ(r.projection, "EPSG:4326");
}

TEST_F(Rasters, FeetBecomeMeters) {
  const files::Raster r = read(geotiff({{33550, scale(10, 10)},
                                        {33922, tie(0, 0)},
                                        {34735, keys({{1024, 1}, {3072, 2263}, {3076, 9003}, {4099, 9002}})},
                                        {42113, {2, {}, "5"}}}));
  EXPECT_NEAR(r.cell.x, 12000.0 / 3937, 1e-12);
  EXPECT_EQ(r.projection, "") << "meters are no coordinates of a projection in feet";
  EXPECT_NEAR(r.values[7], 7 * 0.3048, 1e-6);
  EXPECT_EQ(r.values[5], 5) << "no data is no height";
  EXPECT_EQ(r.no_data, 5.0f);
}

TEST_F(Rasters, GeoTiffsThatAreRefused) {
  expect_refused(put("a.tif", "no TIFF"), "is not a TIFF");
  expect_refused(put("a.tif", ""), "is not a TIFF");
  expect_refused(geotiff({{34264, {12, {2, 1, 0, 500, 1, -3, 0, 900, 0, 0, 0, 0, 0, 0, 0, 1}}}}), "is rotated");
  expect_refused(geotiff({{33922, {12, {0, 0, 0, 1, 1, 0, 9, 9, 0, 5, 5, 0}}}}), "tie points without a scale");
  expect_refused(geotiff({{33550, scale(2, -3)}, {33922, tie(0, 0)}}), "cells of 2 x -3");
  expect_refused(geotiff({{34735, keys({{3076, 9014}})}}), "the horizontal unit 9014");
  expect_refused(geotiff({{34735, keys({{4099, 9014}})}}), "the vertical unit 9014");
  expect_refused(geotiff({{259, {3, {34712}}}}), "method 34712");
  expect_refused(geotiff({{258, {3, {4}}}}), "has 4 bits");
  expect_refused(geotiff({{339, {3, {6}}}}), "sample format 6");
  expect_refused(geotiff({{256, {4, {9000}}}}), "has 9000 x 37 cells");
  expect_refused(written<std::uint8_t>({8, SAMPLEFORMAT_UINT, COMPRESSION_NONE, 1, 0}, 3), "has 3 bands");
  const std::string whole = get(geotiff({}));
  for (const std::size_t n : {std::size_t{9}, whole.size() / 2, whole.size() - 30}) {
    SCOPED_TRACE(n);
    expect_error(Exit::bad_input, "is ", [&] { read(put("cut.tif", whole.substr(0, n))); });
  }
}

TEST_F(Rasters, AsciiGrids) {
  files::Raster r =
      ascii("ncols 3\nNROWS 2\nxllcorner 100\nyllcorner 200\ncellsize 10\nNODATA_value -1\n1 2 3\n-1 5e1 .5\n");
  EXPECT_EQ(r.values, (std::vector<float>{1, 2, 3, -1, 50, 0.5f}));
  EXPECT_EQ(r.cell, glm::dvec2(10));
  EXPECT_EQ(r.corner, glm::dvec2(100, 200));
  EXPECT_EQ(r.no_data, -1.0f);
  EXPECT_FALSE(r.geographic);
  r = ascii("ncols 2\r\nnrows 1\r\nxllcenter 5\r\nyllcenter 6\r\ndx 2\r\ndy 4\r\n7\t+8");
  EXPECT_EQ(r.corner, glm::dvec2(4, 4));
  EXPECT_EQ(r.cell, glm::dvec2(2, 4));
  EXPECT_EQ(r.values[1], 8);
  EXPECT_FALSE(r.no_data);
  EXPECT_TRUE(ascii("ncols 1\nnrows 1\nxllcorner -105.5\nyllcorner 40\ncellsize 0.0008\n1").geographic);
  EXPECT_TRUE(std::isnan(ascii("ncols 1\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1\nnan").values[0]));
}

TEST_F(Rasters, AsciiGridsThatAreRefused) {
  const std::string head = "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n";
  const auto refused = [&](const std::string& text, std::string_view part) {
    expect_error(Exit::bad_input, part, [&] { ascii(text); });
  };
  refused("", "no ncols");
  refused("nrows 2\n", "no ncols");
  refused("ncols 2\nnrows 2\ncellsize 1\n1 2 3 4", "no xllcorner");
  refused("ncols 2\nncols 2\n", "names ncols twice");
  refused("ncols two\n", "\"two\" in line 1");
  refused("ncols 2.5\nnrows 2\n", "has 2.5 x 2 cells");
  refused("ncols -2\nnrows 2\n", "has -2 x 2 cells");
  refused("ncols 99999\nnrows 2\n", "has 99999 x 2 cells");
  refused("ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 0\n", "cells of 0 x 0");
  refused("skew 3\n" + head, "\"skew\"");
  refused(head + "1 2 3", "ends before row 1, column 1");
  refused(head + "1 2\n3 x", "\"x\" in line 7 for row 1, column 1");
  refused(head + "1 2 3 4 5", "more than 2 x 2 values");
}

TEST_F(Rasters, WrittenOnesAreReadBack) {
  files::Raster r{.nx = 5, .nz = 130, .values = {}, .no_data = -9999.0f, .cell = {2.5, 2.5}, .corner = {300, -7}};
  r.projection = "EPSG:32756";
  for (std::size_t i = 0; i < 650; ++i) r.values.push_back(static_cast<float>(0.1 * double(i)));
  r.values[3] = std::numeric_limits<float>::quiet_NaN();
  for (const glm::dvec2 cell : {glm::dvec2(2.5), glm::dvec2(2.5, 4)})
    for (const std::string ending : {".tif", ".asc"}) {
      SCOPED_TRACE(ending);
      r.cell = cell;
      const files::Raster back = read(put("w" + ending, files::raster_bytes(r, ending)));
      ASSERT_EQ(back.values.size(), r.values.size());
      for (std::size_t i = 0; i < 650; ++i) EXPECT_EQ(back.values[i], i == 3 ? -9999 : r.values[i]);
      EXPECT_EQ(back.cell, cell);
      EXPECT_NEAR(glm::distance(back.corner, r.corner), 0, 1e-9);
      EXPECT_EQ(back.no_data, r.no_data);
      EXPECT_EQ(back.projection, ending == ".tif" ? "EPSG:32756" : "");
    }
}

}  // namespace
}  // namespace undine::test
