// [OpenEXR] OpenEXR 3.1, Technical Introduction.
#include "engine/files/exr.h"

#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfIO.h>
#include <ImfInputFile.h>
#include <ImfMultiPartOutputFile.h>
#include <ImfOutputFile.h>
#include <ImfOutputPart.h>
#include <ImfPartType.h>
#include <ImfStandardAttributes.h>
#include <fmt/format.h>

#include <cstring>

#include "engine/core/error.h"
#include "engine/files/files.h"

namespace undine::files {
namespace {

constexpr std::size_t texel = 4 * sizeof(std::uint16_t);

class Memory : public Imf::OStream {  // the whole file is written later
 public:
  Memory() : OStream("memory") {}
  void write(const char* from, int count) override {
    const auto n = static_cast<std::size_t>(count);
    if (bytes.size() < at_ + n) bytes.resize(at_ + n);
    std::memcpy(bytes.data() + at_, from, n);
    at_ += n;
  }
  std::uint64_t tellp() override { return at_; }
  void seekp(std::uint64_t to) override { at_ = to; }

  std::string bytes;

 private:
  std::uint64_t at_ = 0;
};

struct Part {
  Imf::Header header;
  Imf::FrameBuffer frame;
};

Part color_part(glm::uvec2 size, std::span<const std::byte> rgba) {
  if (size.x == 0 || size.y == 0 || rgba.size() != texel * size.x * size.y)
    throw Error(Exit::failure, "EXR", fmt::format("{} bytes do not make {}x{} texels", rgba.size(), size.x, size.y));
  Part part{Imf::Header(static_cast<int>(size.x), static_cast<int>(size.y)), {}};
  part.header.compression() = Imf::ZIP_COMPRESSION;
  Imf::addChromaticities(part.header, Imf::Chromaticities());
  // Imf reads through a non-const pointer.
  char* base = const_cast<char*>(reinterpret_cast<const char*>(rgba.data()));
  for (const char* channel : {"R", "G", "B"}) {
    part.header.channels().insert(channel, Imf::Channel(Imf::HALF));
    part.frame.insert(channel, Imf::Slice(Imf::HALF, base, texel, texel * size.x));
    base += sizeof(std::uint16_t);
  }
  return part;
}

// Interleaved 32-bit channels in texels of four.
Part layer_part(const Imf::Header& like, const char* name, std::initializer_list<const char*> channels,
                Imf::PixelType type, const void* first, std::size_t width) {
  constexpr std::size_t wide = 4 * sizeof(float);
  Part part{like, {}};
  part.header.setName(name);
  part.header.channels() = {};
  char* base = const_cast<char*>(static_cast<const char*>(first));
  for (const char* channel : channels) {
    part.header.channels().insert(channel, Imf::Channel(type));
    part.frame.insert(channel, Imf::Slice(type, base, wide, wide * width));
    base += sizeof(float);
  }
  return part;
}

}  // namespace

std::string encode_exr(glm::uvec2 size, std::span<const std::byte> rgba) {
  const Part color = color_part(size, rgba);
  Memory out;
  try {
    Imf::OutputFile file(out, color.header, 0);
    file.setFrameBuffer(color.frame);
    file.writePixels(static_cast<int>(size.y));
  } catch (const std::exception& e) {
    throw Error(Exit::failure, "EXR", e.what());
  }
  return std::move(out.bytes);
}

std::string encode_exr(glm::uvec2 size, std::span<const std::byte> rgba, std::span<const std::byte> surface,
                       std::span<const std::byte> whose) {
  Part color = color_part(size, rgba);
  const std::size_t pixels = std::size_t{size.x} * size.y;
  if (surface.size() != pixels * 16 || whose.size() != pixels * 16)
    throw Error(Exit::failure, "EXR", "its layers are of another size than the picture");
  color.header.setName("color");
  color.header.setType(Imf::SCANLINEIMAGE);
  std::vector<std::uint32_t> ids(pixels * 4);
  for (std::size_t i = 0; i < pixels; ++i) {
    float pair[2];
    std::memcpy(pair, whose.data() + 16 * i + 8, sizeof pair);
    for (std::size_t k = 0; k < 2; ++k) ids[4 * i + k] = static_cast<std::uint32_t>(pair[k]);
  }
  const auto layer = [&](const char* name, std::initializer_list<const char*> channels, Imf::PixelType type,
                         const void* first) { return layer_part(color.header, name, channels, type, first, size.x); };
  const Part parts[] = {color, layer("depth", {"Z"}, Imf::FLOAT, surface.data() + 12),
                        layer("normal", {"X", "Y", "Z"}, Imf::FLOAT, surface.data()),
                        layer("motion", {"X", "Y"}, Imf::FLOAT, whose.data()),
                        layer("id", {"kind", "index"}, Imf::UINT, ids.data())};
  std::vector<Imf::Header> headers;
  for (const Part& part : parts) headers.push_back(part.header);
  Memory out;
  try {
    Imf::MultiPartOutputFile file(out, headers.data(), static_cast<int>(headers.size()), false, 0);
    for (int i = 0; i < static_cast<int>(headers.size()); ++i) {
      Imf::OutputPart part(file, i);
      part.setFrameBuffer(parts[i].frame);
      part.writePixels(static_cast<int>(size.y));
    }
  } catch (const std::exception& e) {
    throw Error(Exit::failure, "EXR", e.what());
  }
  return std::move(out.bytes);
}

void write_exr(const std::filesystem::path& file, glm::uvec2 size, std::span<const std::byte> rgba) {
  write_file(file, encode_exr(size, rgba));
}

std::vector<glm::vec3> read_exr(const std::filesystem::path& file, glm::uvec2& size) {
  constexpr std::int64_t most = 16384;
  const std::string name = file.string();
  read_file(file);  // reports files that cannot be read
  std::vector<glm::vec3> out;
  try {
    Imf::InputFile in(name.c_str(), 0);
    const auto window = in.header().dataWindow();
    const std::int64_t x = std::int64_t{window.max.x} - window.min.x + 1,
                       y = std::int64_t{window.max.y} - window.min.y + 1;
    if (x < 1 || y < 1 || x > most || y > most)
      throw Error(Exit::bad_input, name, fmt::format("has {} x {} pixels", x, y), "allowed: 1 to 16384 on each side");
    size = glm::uvec2(x, y);
    out.resize(std::size_t{size.x} * size.y);
    // Slices count from the origin of the data plane instead of the window.
    char* base = reinterpret_cast<char*>(out.data()) - static_cast<std::ptrdiff_t>(sizeof(glm::vec3)) *
                                                           (window.min.x + window.min.y * std::ptrdiff_t{size.x});
    Imf::FrameBuffer frame;
    for (const char* channel : {"R", "G", "B"}) {
      if (!in.header().channels().findChannel(channel))
        throw Error(Exit::bad_input, name, fmt::format("has no channel {}", channel), "give an EXR of R, G and B");
      frame.insert(channel, Imf::Slice(Imf::FLOAT, base, sizeof(glm::vec3), sizeof(glm::vec3) * size.x));
      base += sizeof(float);
    }
    in.setFrameBuffer(frame);
    in.readPixels(window.min.y, window.max.y);
  } catch (const Error&) {
    throw;
  } catch (const std::exception& e) {
    throw Error(Exit::bad_input, name, fmt::format("is not a readable EXR file: {}", e.what()));
  }
  return out;
}

}  // namespace undine::files
