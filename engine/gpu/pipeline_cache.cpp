// The pipeline cache on disk (pipeline_file.h). Ignores files of other devices and drivers.
#include <filesystem>
#include <fstream>

#include "engine/core/log.h"
#include "engine/core/system.h"
#include "engine/gpu/errors.h"
#include "engine/gpu/pipeline_file.h"
#include "engine/gpu/pipelines.h"

namespace undine::gpu {
namespace {

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

}  // namespace

void Pipelines::open_cache() {
  std::vector<std::byte> file;
  if (!cache_file_.empty()) file = read_file(cache_file_);
  const std::span<const std::byte> blob = driver_blob(file, d_.properties);
  if (blob.empty() && !file.empty())
    log::info("pipeline cache {} is damaged or from another driver: ignored, will be rebuilt", cache_file_);
  VkPipelineCacheCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
  if (!blob.empty()) {
    info.initialDataSize = blob.size();
    info.pInitialData = blob.data();
    cache_loaded_ = blob_hash(blob);
  }
  UNDINE_CHECK(d_.vk.vkCreatePipelineCache(d_.device, &info, nullptr, &cache_), "pipeline cache");
}

// Written to a temporary file and renamed, so that readers never see partial content.
void Pipelines::save_cache() noexcept {
  if (cache_file_.empty() || !cache_) return;
  try {
    std::size_t size = 0;
    if (d_.vk.vkGetPipelineCacheData(d_.device, cache_, &size, nullptr) != VK_SUCCESS || size == 0) return;
    std::vector<std::byte> blob(size);
    if (d_.vk.vkGetPipelineCacheData(d_.device, cache_, &size, blob.data()) != VK_SUCCESS) return;
    blob.resize(size);
    if (blob_hash(blob) == cache_loaded_) return;
    const std::vector<std::byte> file = pipeline_file(blob);
    std::filesystem::path path(cache_file_), part(cache_file_ + "." + std::to_string(system::process()) + ".part");
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
