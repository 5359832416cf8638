#include "engine/files/npy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <cctype>
#include <charconv>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>

#include "engine/core/error.h"
#include "engine/files/files.h"

namespace undine::files {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::string_view magic("\x93NUMPY", 6);
constexpr std::size_t alignment = 64;
constexpr std::size_t most_dimensions = 8;

// The header is a Python dictionary: {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
class Header {
 public:
  explicit Header(std::string_view text) : text_(text) {}

  // Returns the problem; empty: valid.
  std::string parse() {
    if (!take('{')) return "the header is not a dictionary";
    while (!take('}')) {
      const auto key = quoted();
      if (!key || !take(':')) return "the header is damaged";
      if (*key == "descr" && !descr) {
        descr = quoted();
        if (!descr) return "its type is not a plain number";
      } else if (*key == "fortran_order" && !fortran_order) {
        fortran_order = word("True") ? std::optional(true) : word("False") ? std::optional(false) : std::nullopt;
        if (!fortran_order) return "fortran_order is neither True nor False";
      } else if (*key == "shape" && !shape) {
        shape = tuple();
        if (!shape) return fmt::format("its shape is not a tuple of up to {} sizes", most_dimensions);
      } else {
        return fmt::format("the header has an unknown or a second '{}'", *key);
      }
      if (!take(',') && peek() != '}') return "the header is damaged";
    }
    skip();
    if (!text_.empty()) return "something follows the header";
    return descr && fortran_order && shape ? "" : "the header lacks descr, fortran_order or shape";
  }

  std::optional<std::string_view> descr;
  std::optional<bool> fortran_order;
  std::optional<std::vector<std::uint32_t>> shape;

 private:
  void skip() {
    while (!text_.empty() && std::isspace(static_cast<unsigned char>(text_[0]))) text_.remove_prefix(1);
  }
  char peek() {
    skip();
    return text_.empty() ? '\0' : text_[0];
  }
  bool take(char c) {
    if (peek() != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool word(std::string_view w) {
    skip();
    if (!text_.starts_with(w)) return false;
    text_.remove_prefix(w.size());
    return true;
  }
  std::optional<std::string_view> quoted() {
    const char quote = peek();
    if (quote != '\'' && quote != '"') return {};
    const auto end = text_.find(quote, 1);
    if (end == std::string_view::npos) return {};
    const auto inside = text_.substr(1, end - 1);
    text_.remove_prefix(end + 1);
    return inside;
  }
  std::optional<std::vector<std::uint32_t>> tuple() {
    std::vector<std::uint32_t> out;
    if (!take('(')) return {};
    while (!take(')')) {
      std::uint32_t value = 0;
      skip();
      const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
      if (error != std::errc() || out.size() == most_dimensions) return {};
      text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
      out.push_back(value);
      if (!take(',') && peek() != ')') return {};
    }
    return out;
  }

  std::string_view text_;
};

// Product of the sizes; empty: overflow.
std::optional<std::uint64_t> count_of(std::span<const std::uint32_t> shape) {
  std::uint64_t count = 1;
  for (auto n : shape) {
    if (n != 0 && count > (std::uint64_t{1} << 40) / n) return {};
    count *= n;
  }
  return count;
}

}  // namespace

std::string npy_bytes(std::span<const std::uint32_t> shape, std::span<const float> values) {
  if (count_of(shape) != values.size())
    throw Error(Exit::failure, ".npy",
                fmt::format("{} values do not fill the shape ({})", values.size(), fmt::join(shape, ", ")));
  return npy_bytes(shape, "<f4", std::as_bytes(values));
}

std::string npy_bytes(std::span<const std::uint32_t> shape, std::string_view type, std::span<const std::byte> values) {
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}", type,
                                   fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
  constexpr std::size_t before = 10;  // magic, version, length of the header
  header.append(alignment - 1 - (before + header.size()) % alignment, ' ');
  header += '\n';
  std::string out(magic);
  out += {'\x01', '\x00', static_cast<char>(header.size() & 255u), static_cast<char>(header.size() >> 8)};
  out += header;
  out.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  return out;
}

std::optional<std::string_view> npy_values(std::string_view file) {
  if (file.size() < 10 || !file.starts_with(magic) || file[6] != 1) return {};
  const auto byte = [&](std::size_t at) { return static_cast<std::size_t>(static_cast<unsigned char>(file[at])); };
  const std::size_t begin = 10 + byte(8) + (byte(9) << 8);
  if (begin > file.size()) return {};
  return file.substr(begin);
}

void write_npy(const std::filesystem::path& file, std::span<const std::uint32_t> shape, std::span<const float> values) {
  write_file(file, npy_bytes(shape, values));
}

Array read_npy(const std::filesystem::path& file) {
  const auto reject = [&](const std::string& what, const std::string& remedy = {}) {
    throw Error(Exit::bad_input, file.string(), what, remedy);
  };
  const std::string bytes = read_file(file);
  const std::string_view all = bytes;
  if (all.size() < 10 || !all.starts_with(magic)) reject("is not a .npy file");
  const int version = all[6];
  if (version < 1 || version > 3 || all[7] != 0)
    reject(fmt::format("has version {}.{} of the format", version, int{all[7]}), "1.0, 2.0 or 3.0");
  const std::size_t start = version == 1 ? 10 : 12;
  if (all.size() < start) reject("ends in its header");
  std::uint32_t length = 0;
  std::memcpy(&length, all.data() + 8, start - 8);
  if (length > all.size() - start) reject("ends in its header");
  Header header(all.substr(start, length));
  if (const auto problem = header.parse(); !problem.empty()) reject(problem);
  if (*header.fortran_order) reject("is in Fortran order", "save it in C order: np.ascontiguousarray");
  const bool wide = *header.descr == "<f8";
  if (!wide && *header.descr != "<f4")
    reject(fmt::format("holds values of type '{}'", *header.descr), "'<f4' or '<f8': np.float32, np.float64");
  const auto data = all.substr(start + length);
  const auto count = count_of(*header.shape);
  const std::uint64_t each = wide ? sizeof(double) : sizeof(float);
  if (!count || *count * each != data.size())
    reject(fmt::format("has {} bytes of values, which is not shape ({}) of '{}'", data.size(),
                       fmt::join(*header.shape, ", "), *header.descr));
  Array out{*header.shape, std::vector<float>(*count)};
  for (std::size_t i = 0; i < out.values.size(); ++i) {
    if (wide) {
      double value = 0;
      std::memcpy(&value, data.data() + i * each, each);
      // Values beyond float32 become infinite; a cast would be undefined.
      constexpr double most = std::numeric_limits<float>::max();
      out.values[i] = value > most    ? std::numeric_limits<float>::infinity()
                      : value < -most ? -std::numeric_limits<float>::infinity()
                                      : static_cast<float>(value);
    } else {
      std::memcpy(&out.values[i], data.data() + i * each, each);
    }
  }
  return out;
}

}  // namespace undine::files
