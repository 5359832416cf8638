// Pipelines made from shader modules, specialization constants, raster state and attachment formats. Kept by content:
// plans that need the same pipeline share it.
#pragma once
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/gpu/memory.h"
#include "engine/graph/graph.h"
#include "engine/shader/library.h"
#include "engine/shader/long_texels.h"

namespace undine::gpu {

using shader::LongTexels;

struct Pipeline {
  VkPipeline handle = VK_NULL_HANDLE;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  VkDescriptorSetLayout set = VK_NULL_HANDLE;  // 0, by reflection; push descriptors where the device has them
  VkShaderStageFlags push_stages = 0;
  std::uint32_t push_bytes = 0;
  graph::Extent local_size;             // compute
  std::vector<LongTexels> long_texels;  // bound as storage buffers
};

struct Targets {  // attachments of a draw node
  std::vector<graph::Format> colors;
  graph::Format depth = graph::Format::undefined;
  bool depth_write = false;
};

class Pipelines {
 public:
  Pipelines(DeviceImpl& device, Memory& memory, shader::Library& shaders, std::string cache_file);
  ~Pipelines();  // writes the cache file
  Pipelines(const Pipelines&) = delete;
  Pipelines& operator=(const Pipelines&) = delete;
  // Valid until drop_stale(). path: "frame/pool/step", for errors and names.
  // long_texels: texel buffers that are longer than the device's views of texels can be.
  const Pipeline& compute(const graph::Node& node, std::span<const LongTexels> long_texels, const std::string& path);
  const Pipeline& draw(const graph::Node& node, const Targets& targets, std::span<const LongTexels> long_texels,
                       const std::string& path);
  void drop_stale(std::uint64_t last_frame);  // pipelines of modules that have since changed

 private:
  struct Layout {
    VkDescriptorSetLayout set = VK_NULL_HANDLE;
    VkPipelineLayout handle = VK_NULL_HANDLE;
    VkShaderStageFlags push_stages = 0;
    std::uint32_t push_bytes = 0;
  };
  struct Entry {
    Pipeline pipeline;
    std::vector<std::pair<std::string, std::uint64_t>> modules;  // name and version
  };
  const Layout& layout(std::span<const shader::Module* const> modules, std::span<const LongTexels> long_texels,
                       const std::string& path);
  void open_cache();
  void save_cache() noexcept;

  DeviceImpl& d_;
  Memory& memory_;
  shader::Library& shaders_;
  std::string cache_file_;
  std::uint64_t cache_loaded_ = 0;  // hash of what was read
  VkPipelineCache cache_ = VK_NULL_HANDLE;
  std::map<std::string, Layout> layouts_;
  std::map<std::string, std::unique_ptr<Entry>> entries_;
};

}  // namespace undine::gpu
