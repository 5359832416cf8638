// Native twin of marching cubes: the same mesh on CPU cores, as the performance baseline.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace undine::reference {

class MarchingNative {
 public:
  // n³ samples, x fastest; two threads.
  MarchingNative(std::size_t n, std::vector<float> values);
  void run(float iso);
  const std::vector<std::array<float, 6>>& vertices() const { return vertices_; }  // place in cells, normal
  const std::vector<std::array<std::uint32_t, 3>>& triangles() const { return triangles_; }

 private:
  struct Row {  // one row of samples along x
    std::uint32_t vertices = 0, triangles = 0;
  };
  void count(std::size_t y, std::size_t z);
  void make_vertices(std::size_t y, std::size_t z, float iso);
  void make_triangles(std::size_t y, std::size_t z);
  void over_rows(const std::function<void(std::size_t y, std::size_t z)>& work) const;
  std::size_t at(std::size_t x, std::size_t y, std::size_t z) const { return x + n_ * (y + n_ * z); }
  unsigned case_at(std::size_t x, std::size_t y, std::size_t z) const;
  std::size_t n_;
  std::vector<float> values_;
  std::vector<unsigned char> inside_;
  std::vector<Row> rows_;                            // counts, then exclusive prefix sums
  std::array<std::vector<std::uint32_t>, 3> edges_;  // index of the vertex on the edge along each axis from a sample
  std::vector<std::array<float, 6>> vertices_;
  std::vector<std::array<std::uint32_t, 3>> triangles_;
};

}  // namespace undine::reference
