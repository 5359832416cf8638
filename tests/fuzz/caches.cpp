#include <cstring>

#include "engine/gpu/pipeline_file.h"
#include "engine/shader/cache.h"
#include "tests/fuzz/target.h"

namespace undine::fuzz {
namespace {

constexpr std::string_view name = "fuzz.comp", text = "void main() {}";

std::string head_of_entry() {
  const std::filesystem::path folder = write("root", "").parent_path();
  const shader::Cache cache(folder, folder, false);
  cache.store(name, text, {{1}, {}});
  return shader::read_text(cache.file(name)).value().substr(0, 3 * sizeof(std::uint64_t));
}

void load(std::string entry, bool whole) {
  static const std::string head = head_of_entry();
  if (whole) {  // an entry of this shader with a valid hash: its contents are read
    entry = head + entry;
    const std::uint64_t hash = shader::text_hash(entry);
    entry.append(reinterpret_cast<const char*>(&hash), sizeof hash);
  }
  const std::filesystem::path folder = write("root", "").parent_path();
  const shader::Cache cache(folder, folder, false);
  write(cache.file(name).filename().string(), entry);
  if (const auto compiled = cache.load(name, text)) cache.store(name, text, *compiled);
}

// The same for code specialized from a module by its constants.
void load_special(std::string entry, bool whole) {
  const std::filesystem::path folder = write("root", "").parent_path();
  const shader::Cache cache(folder, folder, false);
  const std::vector<shader::ConstantValue> values{{3, 7}};
  if (whole) {
    cache.store_special(name, 1, values, {1});
    entry = shader::read_text(cache.special_file(name, values)).value().substr(0, 4 * sizeof(std::uint64_t)) + entry;
    const std::uint64_t hash = shader::text_hash(entry);
    entry.append(reinterpret_cast<const char*>(&hash), sizeof hash);
  }
  write(cache.special_file(name, values).filename().string(), entry);
  if (const auto code = cache.load_special(name, 1, values)) cache.store_special(name, 1, values, *code);
}

void take(Input bytes, bool whole) {
  VkPhysicalDeviceProperties device{};
  device.vendorID = 0x10005;
  const std::span<const std::byte> blob(reinterpret_cast<const std::byte*>(bytes.data()), bytes.size());
  if (!whole) {
    gpu::driver_blob(blob, device);
    return;
  }
  const std::vector<std::byte> file = gpu::pipeline_file(blob);
  const std::span<const std::byte> found = gpu::driver_blob(file, device);
  if (!found.empty() && (found.size() != blob.size() || std::memcmp(found.data(), blob.data(), blob.size()) != 0))
    finding("another blob than was written");
}

}  // namespace

void caches(Input bytes) {
  if (bytes.empty()) return;
  const int kind = bytes.front() % 6;
  bytes.remove_prefix(1);
  if (kind < 2)
    load(std::string(bytes), kind == 1);
  else if (kind < 4)
    take(bytes, kind == 3);
  else
    load_special(std::string(bytes), kind == 5);
}

}  // namespace undine::fuzz
