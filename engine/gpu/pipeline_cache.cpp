// The pipeline cache's file: a magic word, a hash of the rest, the driver's blob. Whatever does not fit is ignored.
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "engine/core/hash.h"
#include "engine/core/log.h"
#include "engine/gpu/errors.h"
#include "engine/gpu/pipelines.h"

namespace undine::gpu {
namespace {

constexpr std::uint64_t magic = 0x3130656863617564ull;
constexpr std::size_t head = 16;

std::uint64_t hash_of(const std::byte* data, std::size_t size) {
  Hash hash;
  hash.bytes(data, size);
  return hash.value();
}

std::vector<std::byte> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) return {};
  auto size = static_cast<std::streamoff>(file.tellg());
  if (size <= 0 || size > (std::streamoff{1} << 30)) return {};
  std::vector<std::byte> data(static_cast<std::size_t>(size));
  file.seekg(0);
  if (!file.read(reinterpret_cast<char*>(data.data()), size)) return {};
  return data;
}

bool usable(const std::vector<std::byte>& file, const VkPhysicalDeviceProperties& properties) {
  VkPipelineCacheHeaderVersionOne header{};
  if (file.size() < head + sizeof(header)) return false;
  std::uint64_t words[2];
  std::memcpy(words, file.data(), head);
  if (words[0] != magic || words[1] != hash_of(file.data() + head, file.size() - head)) return false;
  std::memcpy(&header, file.data() + head, sizeof(header));
  return header.headerVersion == VK_PIPELINE_CACHE_HEADER_VERSION_ONE && header.vendorID == properties.vendorID &&
         header.deviceID == properties.deviceID &&
         std::memcmp(header.pipelineCacheUUID, properties.pipelineCacheUUID, VK_UUID_SIZE) == 0;
}

}  // namespace

void Pipelines::open_cache() {
  std::vector<std::byte> file;
  if (!cache_file_.empty()) {
    file = read_file(cache_file_);
    if (!file.empty() && !usable(file, d_.properties)) {
      log::info("pipeline cache {} is damaged or from another driver: ignored, will be rebuilt", cache_file_);
      file.clear();
    }
  }
  VkPipelineCacheCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
  if (!file.empty()) {
    info.initialDataSize = file.size() - head;
    info.pInitialData = file.data() + head;
    cache_loaded_ = hash_of(file.data() + head, file.size() - head);
  }
  UNDINE_CHECK(d_.vk.vkCreatePipelineCache(d_.device, &info, nullptr, &cache_), "pipeline cache");
}

// Written beside the file and renamed, so that a reader never sees half of it.
void Pipelines::save_cache() noexcept {
  if (cache_file_.empty() || !cache_) return;
  try {
    std::size_t size = 0;
    if (d_.vk.vkGetPipelineCacheData(d_.device, cache_, &size, nullptr) != VK_SUCCESS || size == 0) return;
    std::vector<std::byte> file(head + size);
    if (d_.vk.vkGetPipelineCacheData(d_.device, cache_, &size, file.data() + head) != VK_SUCCESS) return;
    file.resize(head + size);
    std::uint64_t words[2] = {magic, hash_of(file.data() + head, size)};
    if (words[1] == cache_loaded_) return;
    std::memcpy(file.data(), words, head);
    std::filesystem::path path(cache_file_), part(cache_file_ + "." + std::to_string(::getpid()) + ".part");
    std::error_code ignored;
    if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), ignored);
    std::ofstream out(part, std::ios::binary);
    out.write(reinterpret_cast<const char*>(file.data()), static_cast<std::streamsize>(file.size()));
    out.close();
    std::error_code failed;
    if (out) std::filesystem::rename(part, path, failed);
    if (!out || failed) {
      std::filesystem::remove(part, ignored);
      log::warning("pipeline cache {} could not be written", cache_file_);
    }
  } catch (const std::exception& e) {
    log::warning("pipeline cache {} could not be written: {}", cache_file_, e.what());
  }
}

}  // namespace undine::gpu
