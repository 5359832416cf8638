// Pipelines from shader modules, specialization constants, raster state and attachment formats. Cached by content:
// plans that need the same pipeline share it.
#pragma once
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/core/parallel.h"
#include "engine/gpu/memory.h"
#include "engine/graph/graph.h"
#include "engine/shader/library.h"
#include "engine/shader/long_texels.h"

namespace undine::gpu {

using shader::LongTexels;

struct Pipeline {
  VkPipeline handle = VK_NULL_HANDLE;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  VkDescriptorSetLayout set = VK_NULL_HANDLE;  // set 0, by reflection; push descriptors if supported
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

struct PipelineRequest {
  const graph::Node* node = nullptr;    // compute or draw
  Targets targets;                      // draw
  std::vector<LongTexels> long_texels;  // texel buffers longer than the device's limit for texel views
  std::string path;                     // "frame/pool/step", for errors and names
};

struct StageCode {  // input of a stage
  const shader::Module* module = nullptr;
  std::vector<shader::ConstantValue> values;
  std::vector<LongTexels> long_texels;
  std::vector<std::uint32_t> spirv;
};

class Pipelines {
 public:
  Pipelines(DeviceImpl& device, Memory& memory, shader::Library& shaders, std::string cache_file);
  ~Pipelines();  // writes the cache file
  Pipelines(const Pipelines&) = delete;
  Pipelines& operator=(const Pipelines&) = delete;
  // Returns a pipeline per request, valid until drop_stale(). Compiles missing ones on all cores, or on `threads`.
  std::vector<const Pipeline*> make(std::span<const PipelineRequest> requests,
                                    std::size_t threads = threads_at_a_time());
  std::size_t words(const PipelineRequest& request);  // size of its shaders; compile time grows with it
  // The same per request; 0 if its pipeline exists or equals an earlier request's.
  std::vector<std::size_t> words_to_make(std::span<const PipelineRequest> requests);
  void drop_stale(std::uint64_t last_frame);  // retires pipelines of modules that have changed

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
  using Modules = std::vector<const shader::Module*>;  // compute: one; draw: vertex, fragment
  Modules modules_of(const graph::Node& node);
  void create_compute(Pipeline& p, const PipelineRequest& request, const StageCode& code);
  void create_draw(Pipeline& p, const PipelineRequest& request, const StageCode& vertex, const StageCode& fragment);
  const Layout& layout(std::span<const shader::Module* const> modules, std::span<const LongTexels> long_texels,
                       const std::string& path);
  void open_cache();
  void save_cache() noexcept;

  DeviceImpl& d_;
  Memory& memory_;
  shader::Library& shaders_;
  std::string cache_file_;
  std::uint64_t cache_loaded_ = 0;  // hash of the loaded file
  VkPipelineCache cache_ = VK_NULL_HANDLE;
  std::map<std::string, Layout> layouts_;
  std::map<std::string, std::unique_ptr<Entry>> entries_;
};

}  // namespace undine::gpu
