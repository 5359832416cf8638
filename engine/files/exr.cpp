// [OpenEXR] OpenEXR 3.1, Technical Introduction.
#include "engine/files/exr.h"

#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfIO.h>
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

}  // namespace undine::files
