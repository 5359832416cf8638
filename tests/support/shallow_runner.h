// Shallow-water solver on the test device, over a bed given by column.
#pragma once
#include "passes/shallow/shallow_settings.h"
#include "tests/support/columns_runner.h"

namespace undine::test {

class ShallowTest : public ColumnsTest {
 protected:
  void shallow(const shallow::ShallowSettings& s, const std::vector<double>& bed, const std::vector<double>& depth) {
    columns_of(s, bed, depth);
  }
  // Columns of a channel along x, one row.
  static shallow::ShallowSettings channel(std::size_t n, double length) {
    shallow::ShallowSettings s;
    s.cells = {static_cast<std::uint32_t>(n), 1};
    s.size = {length, length / static_cast<double>(n)};
    return s;
  }
  void run_for(double seconds, int steps) { advance(seconds / steps, steps); }
  // 20 x 16 columns with bed differences of up to 10 m between neighbors, under up to 3 m of water.
  void steep_noise(double manning = 0) {
    shallow::ShallowSettings s;
    s.cells = {20, 16};
    s.size = {10, 8};
    s.manning = manning;
    std::vector<double> bed, water;
    for (std::size_t i = 0; i < 320; ++i) {
      bed.push_back(10 * random(1, i));
      water.push_back(3 * random(2, i));
    }
    shallow(s, bed, water);
  }
  // One component of a field of pairs.
  std::vector<double> part(const std::string& what, std::size_t component) {
    const auto pairs = field(what);
    std::vector<double> out;
    for (std::size_t i = component; i < pairs.size(); i += 2) out.push_back(pairs[i]);
    return out;
  }
  std::vector<double> values(const std::string& what) {
    const auto floats = field(what);
    return {floats.begin(), floats.end()};
  }
  // sum |a - b| / sum |b|
  static double relative(const std::vector<double>& a, const std::vector<double>& b) {
    double off = 0, all = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      off += std::abs(a[i] - b[i]);
      all += std::abs(b[i]);
    }
    return off / all;
  }
};

}  // namespace undine::test
