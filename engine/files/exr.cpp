// [OpenEXR] OpenEXR 3.1, Technical Introduction.
#include "engine/files/exr.h"

#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfIO.h>
#include <ImfInputFile.h>
#include <ImfOutputFile.h>
#include <ImfStandardAttributes.h>
#include <fmt/format.h>

#include <cstring>

#include "engine/core/error.h"
#include "engine/files/files.h"

namespace undine::files {
namespace {

constexpr std::size_t texel = 4 * sizeof(std::uint16_t);

class Memory : public Imf::OStream {  // the file is written as a whole later
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

}  // namespace

std::string encode_exr(glm::uvec2 size, std::span<const std::byte> rgba) {
  if (size.x == 0 || size.y == 0 || rgba.size() != texel * size.x * size.y)
    throw Error(Exit::failure, "EXR", fmt::format("{} bytes are no {}x{} texels", rgba.size(), size.x, size.y));
  Imf::Header header(static_cast<int>(size.x), static_cast<int>(size.y));
  header.compression() = Imf::ZIP_COMPRESSION;
  Imf::addChromaticities(header, Imf::Chromaticities());
  Imf::FrameBuffer frame;
  // Imf reads texels through it, and asks for no const.
  char* base = const_cast<char*>(reinterpret_cast<const char*>(rgba.data()));
  for (const char* channel : {"R", "G", "B"}) {
    header.channels().insert(channel, Imf::Channel(Imf::HALF));
    frame.insert(channel, Imf::Slice(Imf::HALF, base, texel, texel * size.x));
    base += sizeof(std::uint16_t);
  }
  Memory out;
  try {
    Imf::OutputFile file(out, header, 0);
    file.setFrameBuffer(frame);
    file.writePixels(static_cast<int>(size.y));
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
  read_file(file);  // says what cannot be read
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
    // Slices count from the corner of the picture's plane, not of the window.
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
    throw Error(Exit::bad_input, name, fmt::format("is no EXR that can be read: {}", e.what()));
  }
  return out;
}

}  // namespace undine::files
