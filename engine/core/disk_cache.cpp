#include "engine/core/disk_cache.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <fstream>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/hash.h"
#include "engine/core/system.h"

namespace undine {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t magic = 0x31656c6261746b65ull;
constexpr std::size_t most_entries = 8;  // per name: the oldest are deleted
constexpr const char* extension = ".computed";
using Head = std::array<std::uint64_t, 4>;  // magic, key, bytes that follow, their hash

std::mutex mutex;
fs::path cache;  // guarded by mutex

template <class Parts>
Head head_of(std::uint64_t key, const Parts& parts) {
  Hash hash;
  std::uint64_t bytes = 0;
  for (const auto& part : parts) {
    hash.bytes(part.data(), part.size());
    bytes += part.size();
  }
  return {magic, key, bytes, hash.value()};
}

std::string sixteen(std::uint64_t key) {
  std::array<char, 17> text{};
  std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(key));
  return text.data();
}

void forget_oldest(const fs::path& folder, std::string_view name) {
  std::vector<std::pair<fs::file_time_type, fs::path>> entries;
  const std::string begin = std::string(name) + "-";
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const fs::path file = at->path();
    const std::string text = file.filename().string();
    if (text.size() != begin.size() + 16 + std::string_view(extension).size() || !text.starts_with(begin) ||
        !text.ends_with(extension))
      continue;
    std::error_code gone;
    const fs::file_time_type written = fs::last_write_time(file, gone);
    if (!gone) entries.emplace_back(written, file);
  }
  if (entries.size() <= most_entries) return;
  std::ranges::sort(entries);
  entries.resize(entries.size() - most_entries);
  for (const auto& [written, file] : entries) fs::remove(file, error);
}

}  // namespace

void use_disk_cache(fs::path folder) {
  const std::scoped_lock lock(mutex);
  cache = std::move(folder);
}

fs::path computed_file(std::string_view name, std::uint64_t key) {
  const std::scoped_lock lock(mutex);
  return cache.empty() ? fs::path() : cache / (std::string(name) + "-" + sixteen(key) + extension);
}

bool load_computed(std::string_view name, std::uint64_t key, std::span<const std::span<std::byte>> parts) {
  const fs::path file = computed_file(name, key);
  if (file.empty()) return false;
  std::ifstream in(file, std::ios::binary);
  Head head{};
  if (!in.read(reinterpret_cast<char*>(head.data()), sizeof head)) return false;
  std::uint64_t bytes = 0;
  for (const std::span<std::byte> part : parts) bytes += part.size();
  if (head[0] != magic || head[1] != key || head[2] != bytes) return false;
  for (const std::span<std::byte> part : parts)
    if (!in.read(reinterpret_cast<char*>(part.data()), static_cast<std::streamsize>(part.size()))) return false;
  return in.peek() == std::ifstream::traits_type::eof() && head == head_of(key, parts);
}

void store_computed(std::string_view name, std::uint64_t key, std::span<const std::span<const std::byte>> parts) {
  const fs::path file = computed_file(name, key);
  if (file.empty()) return;
  static std::atomic<unsigned> serial{0};
  fs::path part_file = file;
  part_file += "." + std::to_string(system::process()) + "." + std::to_string(serial++);
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  const Head head = head_of(key, parts);
  std::ofstream out(part_file, std::ios::binary);
  out.write(reinterpret_cast<const char*>(head.data()), sizeof head);
  for (const std::span<const std::byte> part : parts)
    out.write(reinterpret_cast<const char*>(part.data()), static_cast<std::streamsize>(part.size()));
  out.close();
  const bool written = !out.fail();
  error.clear();
  if (written) fs::rename(part_file, file, error);
  if (!written || error) {
    fs::remove(part_file, error);
    return;
  }
  forget_oldest(file.parent_path(), name);
}

}  // namespace undine
