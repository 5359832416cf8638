#include "engine/gpu/pipeline_file.h"

#include <cstddef>
#include <cstring>

#include "engine/core/hash.h"

namespace undine::gpu {
namespace {

constexpr std::uint64_t magic = 0x3130656863617564ull;
constexpr std::size_t head = 16;

}  // namespace

std::uint64_t blob_hash(std::span<const std::byte> blob) {
  Hash hash;
  hash.bytes(blob.data(), blob.size());
  return hash.value();
}

std::span<const std::byte> driver_blob(std::span<const std::byte> file, const VkPhysicalDeviceProperties& properties) {
  // An integer, because an unchecked value may lie outside the enumeration.
  std::uint32_t version;
  VkPipelineCacheHeaderVersionOne header{};
  constexpr std::size_t place = offsetof(VkPipelineCacheHeaderVersionOne, headerVersion);
  if (file.size() < head + sizeof(header)) return {};
  const std::span<const std::byte> blob = file.subspan(head);
  std::uint64_t words[2];
  std::memcpy(words, file.data(), head);
  if (words[0] != magic || words[1] != blob_hash(blob)) return {};
  std::memcpy(&version, blob.data() + place, sizeof(version));
  if (version != VK_PIPELINE_CACHE_HEADER_VERSION_ONE) return {};
  std::memcpy(&header, blob.data(), sizeof(header));
  const bool own = header.vendorID == properties.vendorID && header.deviceID == properties.deviceID &&
                   std::memcmp(header.pipelineCacheUUID, properties.pipelineCacheUUID, VK_UUID_SIZE) == 0;
  return own ? blob : std::span<const std::byte>{};
}

std::vector<std::byte> pipeline_file(std::span<const std::byte> blob) {
  const std::uint64_t words[2] = {magic, blob_hash(blob)};
  std::vector<std::byte> file(head + blob.size());
  std::memcpy(file.data(), words, head);
  std::memcpy(file.data() + head, blob.data(), blob.size());
  return file;
}

}  // namespace undine::gpu
