// ESRI ASCII grids: a header of names and numbers, then the rows from north to south.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <tuple>

#include "engine/core/error.h"
#include "engine/files/files.h"
#include "engine/files/raster_formats.h"

namespace undine::files {

namespace {

constexpr std::uint64_t most_text = std::uint64_t{1} << 31;

// Words of a text, with the lines that they stand in.
class Words {
 public:
  Words(std::string_view text, const std::filesystem::path& file) : text_(text), file_(file) {}
  std::string_view next() {
    while (at_ < text_.size() && is_space(text_[at_])) line_ += text_[at_++] == '\n' ? 1 : 0;
    const std::size_t begin = at_;
    while (at_ < text_.size() && !is_space(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  std::string_view peek() {
    const auto before = std::pair(at_, line_);
    const std::string_view word = next();
    std::tie(at_, line_) = before;
    return word;
  }
  double number(const std::string& what) {
    const std::string_view word = next();
    double value = 0;
    const std::string_view digits = word.starts_with('+') ? word.substr(1) : word;
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (word.empty()) refuse("ends before " + what, "export it again");
    if (problem != std::errc{} || end != digits.data() + digits.size())
      refuse(fmt::format("has \"{}\" in line {} for {}", word.substr(0, 20), line_, what), "a number");
    return value;
  }
  [[noreturn]] void refuse(const std::string& problem, const std::string& allowed) const {
    throw Error(Exit::bad_input, file_.string(), problem, allowed);
  }

 private:
  static bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
  std::string_view text_;
  const std::filesystem::path& file_;
  std::size_t at_ = 0, line_ = 1;
};

std::map<std::string, double> header(Words& words) {
  std::map<std::string, double> out;
  for (;;) {
    const std::string_view word = words.peek();
    if (word.empty() || std::isalpha(static_cast<unsigned char>(word[0])) == 0) break;
    std::string name(word);
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (name == "nan") break;  // the first value
    words.next();
    if (!out.emplace(name, words.number(name)).second) words.refuse("names " + name + " twice", "each name once");
  }
  return out;
}

}  // namespace

Raster read_ascii_grid(const std::filesystem::path& file, const RasterLimits& limits) {
  const std::string text = read_file(file, most_text);
  Words words(text, file);
  std::map<std::string, double> head = header(words);
  const auto take = [&](const char* name) -> std::optional<double> {
    const auto at = head.find(name);
    if (at == head.end()) return {};
    const double value = at->second;
    head.erase(at);
    return value;
  };
  const auto need = [&](std::optional<double> value, const char* names) {
    if (!value) words.refuse(fmt::format("has no {} in its header", names), "an ESRI ASCII grid");
    return *value;
  };
  Raster out;
  const double nx = need(take("ncols"), "ncols"), nz = need(take("nrows"), "nrows");
  limits.check(file, nx, nz);
  out.nx = static_cast<std::uint32_t>(nx);
  out.nz = static_cast<std::uint32_t>(nz);
  const std::optional<double> size = take("cellsize"), dx = take("dx"), dy = take("dy");
  out.cell = {need(size ? size : dx, "cellsize"), need(size ? size : dy, "cellsize")};
  if (!(out.cell.x > 0 && out.cell.y > 0 && std::isfinite(out.cell.x + out.cell.y)))
    words.refuse(fmt::format("has cells of {:g} x {:g}", out.cell.x, out.cell.y), "sizes over 0");
  const auto corner = [&](const char* at_corner, const char* at_center, double cell) {
    if (const auto x = take(at_corner)) return *x;
    return need(take(at_center), at_corner) - cell / 2;
  };
  out.corner = {corner("xllcorner", "xllcenter", out.cell.x), corner("yllcorner", "yllcenter", out.cell.y)};
  if (const auto value = take("nodata_value")) out.no_data = static_cast<float>(*value);
  if (!head.empty())
    words.refuse(fmt::format("has \"{}\" in its header", head.begin()->first),
                 "ncols, nrows, xllcorner or xllcenter, yllcorner or yllcenter, cellsize, NODATA_value");
  // No projection is told: cells of a small fraction of a unit at coordinates of longitude and latitude are degrees.
  out.geographic = out.cell.x < 0.1 && std::abs(out.corner.x) <= 360 && std::abs(out.corner.y) <= 90;
  const std::size_t count = std::size_t{out.nx} * out.nz;
  out.values.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    out.values.push_back(static_cast<float>(words.number(fmt::format("row {}, column {}", i / out.nx, i % out.nx))));
  if (!words.next().empty())
    words.refuse(fmt::format("has more than {} x {} values", out.nx, out.nz), "as many as ncols and nrows say");
  return out;
}

std::string ascii_grid_bytes(const Raster& r) {
  const bool square = std::abs(r.cell.x - r.cell.y) <= 1e-9 * r.cell.x;
  const std::string cell =
      square ? fmt::format("cellsize {}", r.cell.x) : fmt::format("dx {}\ndy {}", r.cell.x, r.cell.y);
  const float missing = r.no_data.value_or(-9999);
  std::string text = fmt::format("ncols {}\nnrows {}\nxllcorner {}\nyllcorner {}\n{}\nNODATA_value {}\n", r.nx, r.nz,
                                 r.corner.x, r.corner.y, cell, missing);
  for (std::size_t i = 0; i < r.values.size(); ++i)
    fmt::format_to(std::back_inserter(text), "{}{}", std::isfinite(r.values[i]) ? r.values[i] : missing,
                   (i + 1) % r.nx == 0 ? '\n' : ' ');
  return text;
}

}  // namespace undine::files
