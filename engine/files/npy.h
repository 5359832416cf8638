// Arrays in NumPy's .npy format: written as float32, little-endian, C order, version 1.0.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace undine::files {

struct Array {
  std::vector<std::uint32_t> shape;  // the last index runs fastest
  std::vector<float> values;
};

// The whole file as bytes. values.size() must be the product of shape; otherwise Error(Exit::failure).
std::string npy_bytes(std::span<const std::uint32_t> shape, std::span<const float> values);
// The same for any number type, with NumPy's name: "<f2", "<u4", "|u1". values: their bytes.
std::string npy_bytes(std::span<const std::uint32_t> shape, std::string_view type, std::span<const std::byte> values);
// Value bytes of a .npy file of version 1; empty: another format.
std::optional<std::string_view> npy_values(std::string_view file);
void write_npy(const std::filesystem::path& file, std::span<const std::uint32_t> shape, std::span<const float> values);

// Reads float32 and float64 in C order, little-endian, version 1 to 3; rounds float64. Error(Exit::bad_input) names the
// problem: other types or orders, a damaged header, a file shorter or longer than its shape.
Array read_npy(const std::filesystem::path& file);

}  // namespace undine::files
