// Tables of tests/data.
#pragma once
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace undine::test {

// Rows of a file, without comments and header.
inline std::vector<std::vector<std::string>> rows_of(const std::string& name) {
  std::ifstream in(std::string(UNDINE_TESTS_DIR) + "/data/" + name);
  std::vector<std::vector<std::string>> out;
  std::string line;
  bool header = true;
  while (std::getline(in, line)) {
    if (line.empty() || line[0] == '#') continue;
    if (std::exchange(header, false)) continue;
    std::stringstream cells(line);
    out.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) out.back().push_back(cell);
  }
  return out;
}

// The same as numbers; NaN for other text.
inline std::vector<std::vector<double>> numbers_of(const std::string& name) {
  std::vector<std::vector<double>> out;
  for (const std::vector<std::string>& row : rows_of(name)) {
    out.emplace_back();
    for (const std::string& cell : row) {
      char* end = nullptr;
      const double value = std::strtod(cell.c_str(), &end);
      out.back().push_back(end == cell.c_str() ? std::nan("") : value);
    }
  }
  return out;
}

}  // namespace undine::test
