// Binary PLY files of --dump and --export: columns of floats, and triangles.
#pragma once
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace undine::test {

struct Ply {
  std::size_t vertices = 0, faces = 0;
  std::map<std::string, std::vector<float>> columns;
  std::vector<std::int64_t> corners;  // three per face
};

inline Ply read_ply(const std::string& bytes) {
  Ply out;
  std::vector<std::string> names;
  std::istringstream head(bytes.substr(0, bytes.find("end_header\n")));
  for (std::string word; head >> word;) {
    if (word == "vertex") head >> out.vertices;
    if (word == "face") head >> out.faces;
    if (word == "float" && out.faces == 0) names.emplace_back() = (head >> word, word);
  }
  const char* at = bytes.data() + bytes.find("end_header\n") + 11;
  for (std::size_t i = 0; i < out.vertices; ++i)
    for (const std::string& name : names) {
      float value = 0;
      std::memcpy(&value, at, sizeof value);
      at += sizeof value;
      out.columns[name].push_back(value);
    }
  EXPECT_EQ(static_cast<std::size_t>(bytes.data() + bytes.size() - at), out.faces * 13);
  for (std::size_t i = 0; i < out.faces; ++i, at += 13)
    for (std::size_t k = 0; k < 3; ++k) {
      std::int32_t corner = 0;
      std::memcpy(&corner, at + 1 + 4 * k, sizeof corner);
      out.corners.push_back(corner);
    }
  return out;
}

}  // namespace undine::test
