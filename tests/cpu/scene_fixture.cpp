#include "tests/cpu/scene_fixture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "engine/core/error.h"

namespace undine::test {
namespace {

struct RippleSettings : SolverSettings {
  enum class Edge { wall, fixed } edge = Edge::wall;
  enum class Speed { constant, depth } speed_of = Speed::constant;
  enum class Islands { mask, terrain } islands_of = Islands::mask;
  struct Shape {
    enum class Kind { gaussian, npy } kind = Kind::gaussian;
    glm::dvec2 at{0, 0};
    double height = 0.1;
    std::filesystem::path file;
    void describe(settings::Visitor& v) {
      v.tag("shape", kind, {"gaussian", "npy"}, {.help = "form of the water"});
      if (kind == Kind::gaussian) {
        v.value("at", at, {.help = "middle", .unit = "m", .min = -100, .max = 100});
        v.value("height", height, {.help = "crest", .unit = "m", .min = -10, .max = 10});
      } else {
        v.file("file", file, {.help = "heights", .required = true});
      }
    }
  };
  glm::uvec2 cells{64, 64};
  glm::vec2 size{2, 2};
  double damping = 0.1, speed = 2;
  bool normals = true;
  std::int64_t limit = 0;
  std::filesystem::path islands;
  std::vector<Shape> initial{{}, {}};

  void describe(settings::Visitor& v) override {
    v.value("cells", cells, {.help = "grid cells along x and z", .min = 1, .max = 16384});
    v.value("size", size, {.help = "extent along x and z", .unit = "m", .min = 0, .max = 1e6, .above_min = true});
    v.value("damping", damping, {.help = "decay rate of the waves", .unit = "1/s", .min = 0, .max = 100});
    v.value_or("speed", speed, speed_of, {"depth"},
               {.help = "of waves", .unit = "m/s", .min = 0, .max = 1000, .above_min = true});
    v.value("normals", normals, {.help = "smooth normals"});
    v.value("limit", limit, {.help = "any whole number"});
    v.choice("edge", edge, {"wall", "fixed"}, {.help = "what waves meet at the border"});
    v.file_or("islands", islands, islands_of, {"terrain"}, {.help = "where no water is"});
    v.list("initial", initial, {.help = "shapes of the water at rest time"});
  }
  std::unique_ptr<Solver> create(graph::State&, const SceneContext&) const override {
    throw Error(Exit::failure, "solver ripple", "has settings only");
  }
};

void big_endian(std::string& out, std::uint32_t v) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(v >> shift & 0xFF);
}

void chunk(std::string& out, const std::string& type, const std::string& data) {
  std::string body = type + data;
  std::uint32_t crc = 0xFFFFFFFFu;
  for (char c : body) {
    crc ^= static_cast<unsigned char>(c);
    for (int k = 0; k < 8; ++k) crc = crc & 1 ? 0xEDB88320u ^ (crc >> 1) : crc >> 1;
  }
  big_endian(out, static_cast<std::uint32_t>(data.size()));
  out += body;
  big_endian(out, ~crc);
}

std::string stored_deflate(const std::string& data) {
  std::string out("\x78\x01", 2);
  std::uint32_t a = 1, b = 0;
  for (char c : data) {
    a = (a + static_cast<unsigned char>(c)) % 65521;
    b = (b + a) % 65521;
  }
  for (std::size_t at = 0; at < data.size(); at += 65535) {
    std::size_t n = std::min<std::size_t>(65535, data.size() - at);
    out += at + n == data.size() ? '\1' : '\0';
    for (std::size_t v : {n, ~n}) {
      out += static_cast<char>(v & 0xFF);
      out += static_cast<char>(v >> 8 & 0xFF);
    }
    out += data.substr(at, n);
  }
  big_endian(out, b << 16 | a);
  return out;
}

}  // namespace

SceneTest::SceneTest() : registered_(solver_types()) {
  solver_types().clear();
  add_solver({"ripple", "settings without a solver", [] { return std::make_unique<RippleSettings>(); }});
  add_solver({"calm", "settings without a solver", [] { return std::make_unique<RippleSettings>(); }});
}

SceneTest::~SceneTest() { solver_types() = registered_; }

Scene SceneTest::parse(std::string_view text, const std::vector<settings::Override>& overrides) const {
  return parse_scene(text, folder.path() / "s.json", overrides);
}

std::string SceneTest::message(std::string_view text, const std::vector<settings::Override>& overrides) const {
  try {
    parse(text, overrides);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Exit::bad_input) << error.what();
    std::string out = error.what(), part = folder.path().string();
    for (auto at = out.find(part); at != std::string::npos; at = out.find(part)) {
      bool inside = at + part.size() < out.size() && out[at + part.size()] == '/';
      out.replace(at, part.size() + (inside ? 1 : 0), inside ? "" : "FOLDER");
    }
    return out;
  }
  return "";
}

std::string scene_with(std::string_view members) {
  return fmt::format("{{\"version\": 1{}{}}}", members.empty() ? "" : ", ", members);
}

std::string water_with(std::string_view members) {
  return scene_with(fmt::format("\"water\": [{{\"name\": \"pool\", \"solver\": \"ripple\"{}{}}}]",
                                members.empty() ? "" : ", ", members));
}

std::string png_bytes(const Png& png) {
  std::string out("\x89PNG\r\n\x1A\n", 8), header, rows;
  big_endian(header, png.width);
  big_endian(header, png.height);
  header += static_cast<char>(png.depth);
  header += static_cast<char>(png.color);
  header += std::string(3, '\0');
  chunk(out, "IHDR", header);
  std::uint32_t channels = png.color == 2 ? 3 : png.color == 6 ? 4 : 1;
  for (std::uint32_t y = 0; png.honest && y < png.height; ++y) {
    rows += '\0';
    for (std::uint32_t x = 0; x < png.width * channels; ++x) {
      std::size_t i = std::size_t{y} * png.width * channels + x;
      std::uint16_t v = i < png.samples.size() ? png.samples[i] : std::uint16_t{0};
      if (png.depth == 16) rows += static_cast<char>(v >> 8);
      rows += static_cast<char>(v & 0xFF);
    }
  }
  chunk(out, "IDAT", stored_deflate(rows));
  chunk(out, "IEND", "");
  return out;
}

std::string npy_bytes(const std::string& dtype, const std::string& shape, const std::vector<double>& values) {
  std::string header = "{'descr': '" + dtype + "', 'fortran_order': False, 'shape': " + shape + ", }";
  header += std::string(64 - (10 + header.size() + 1) % 64, ' ') + "\n";
  std::string out("\x93NUMPY\x01\x00", 8);
  out += static_cast<char>(header.size() & 0xFF);
  out += static_cast<char>(header.size() >> 8);
  out += header;
  for (double v : values) {
    auto single = static_cast<float>(v);
    char raw[8];
    std::size_t size = dtype.back() == '8' ? 8 : 4;
    std::memcpy(raw, size == 8 ? static_cast<const void*>(&v) : &single, size);
    if (dtype[0] == '>') std::reverse(raw, raw + size);
    out.append(raw, size);
  }
  return out;
}

std::vector<std::filesystem::path> shipped_scenes() {
  std::vector<std::filesystem::path> out;
  for (const auto& entry : std::filesystem::directory_iterator(UNDINE_SOURCE_DIR "/scenes")) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".json") && name != "scene.schema.json") out.push_back(entry.path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace undine::test
