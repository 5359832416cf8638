// File of the pipeline cache: damaged files and those of other drivers are ignored.
#include "engine/gpu/pipeline_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

namespace undine::gpu {
namespace {

VkPhysicalDeviceProperties device() {
  VkPhysicalDeviceProperties out{};
  out.vendorID = 0x10005;
  out.deviceID = 7;
  for (std::size_t i = 0; i < VK_UUID_SIZE; ++i) out.pipelineCacheUUID[i] = static_cast<std::uint8_t>(i + 1);
  return out;
}

std::vector<std::byte> blob_of(const VkPhysicalDeviceProperties& p, std::size_t rest) {
  VkPipelineCacheHeaderVersionOne head{sizeof(head), VK_PIPELINE_CACHE_HEADER_VERSION_ONE, p.vendorID, p.deviceID, {}};
  std::memcpy(head.pipelineCacheUUID, p.pipelineCacheUUID, VK_UUID_SIZE);
  std::vector<std::byte> out(sizeof(head) + rest, std::byte{5});
  std::memcpy(out.data(), &head, sizeof(head));
  return out;
}

TEST(PipelineFile, ComesBackWhole) {
  for (const std::size_t rest : {std::size_t{0}, std::size_t{1}, std::size_t{1000}}) {
    const auto blob = blob_of(device(), rest), file = pipeline_file(blob);
    const auto found = driver_blob(file, device());
    EXPECT_TRUE(std::ranges::equal(found, blob)) << rest;
  }
}

TEST(PipelineFile, DamageIsSeenAtEveryByteAndLength) {
  const auto file = pipeline_file(blob_of(device(), 9));
  for (std::size_t i = 0; i < file.size(); ++i) {
    auto damaged = file;
    damaged[i] ^= std::byte{16};
    EXPECT_TRUE(driver_blob(damaged, device()).empty()) << "byte " << i;
    EXPECT_TRUE(driver_blob(std::span(file).first(i), device()).empty()) << i << " bytes";
  }
}

TEST(PipelineFile, OtherDriversBlobsAreLeftAlone) {
  const auto file = pipeline_file(blob_of(device(), 9));
  auto vendor = device(), model = device(), driver = device();
  vendor.vendorID = 8;
  model.deviceID = 8;
  driver.pipelineCacheUUID[VK_UUID_SIZE - 1] = 0;
  for (const auto& other : {vendor, model, driver}) EXPECT_TRUE(driver_blob(file, other).empty());
}

// Values outside Vulkan's enumeration: loading them as one is undefined, which tools/sanitize detects.
TEST(PipelineFile, OtherVersionsOfTheHeaderAreLeftAlone) {
  for (const std::uint32_t version : {0u, 2u, 0x7fffffffu, 0xfffffbffu}) {
    auto blob = blob_of(device(), 9);
    std::memcpy(blob.data() + 4, &version, sizeof(version));
    EXPECT_TRUE(driver_blob(pipeline_file(blob), device()).empty()) << version;
  }
}

}  // namespace
}  // namespace undine::gpu
