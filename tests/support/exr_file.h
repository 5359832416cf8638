// Reads an OpenEXR file: R, G and B as floats, rows from top to bottom.
#pragma once
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfInputFile.h>

#include <glm/glm.hpp>
#include <string>
#include <vector>

namespace undine::test {

struct ExrFile {
  glm::uvec2 size{0};
  std::vector<float> values;  // size.y * size.x * 3
};

inline ExrFile read_exr(const std::string& path) {
  Imf::InputFile file(path.c_str(), 0);
  const auto window = file.header().dataWindow();
  ExrFile out;
  out.size = glm::uvec2(window.max.x - window.min.x + 1, window.max.y - window.min.y + 1);
  out.values.resize(std::size_t{3} * out.size.x * out.size.y);
  Imf::FrameBuffer frame;
  std::size_t channel = 0;
  for (const char* name : {"R", "G", "B"})
    frame.insert(name, Imf::Slice(Imf::FLOAT, reinterpret_cast<char*>(&out.values[channel++]), 3 * sizeof(float),
                                  3 * sizeof(float) * out.size.x));
  file.setFrameBuffer(frame);
  file.readPixels(window.min.y, window.max.y);
  return out;
}

}  // namespace undine::test
