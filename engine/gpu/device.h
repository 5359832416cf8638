// Selects and checks a Vulkan device. Hides Vulkan: passes and tools never include vulkan.h.
#pragma once  // public
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

struct GLFWwindow;

namespace undine::gpu {

struct DeviceRequirement {  // as text: "maxPushConstantsSize", "128", "256"; "-": not available
  std::string name, asked, has, purpose;
  // "all"; "some scenes", which are refused otherwise; "smooth pictures", which are coarser otherwise
  std::string needed_by;
  bool met = false;
};

struct DeviceInfo {  // one line of `undine devices`
  std::uint32_t index = 0;
  std::string name, driver, type;    // type: "discrete", "integrated", "virtual", "software", "other"
  std::vector<std::string> missing;  // empty: usable
  std::vector<DeviceRequirement> requirements;
};

// Limits of the device. For tests, environment variables change a Device at construction:
// UNDINE_LIMIT_BUFFER (bytes), UNDINE_LIMIT_TEXELS, UNDINE_LIMIT_IMAGE (texels) and UNDINE_LIMIT_GROUPS lower
// buffer_range, texel_elements, image_2d/image_3d and groups. UNDINE_VALIDATION selects the checks of validation
// (validation.h). UNDINE_FAIL_CALL injects faults (errors.h). UNDINE_QUEUES overrides DeviceOptions::queues.
// UNDINE_LACKS names a feature, extension, limit or format to treat as missing. UNDINE_LIMIT_SECONDS shortens the 120 s
// without progress after which a GPU counts as hung.
struct Limits {
  std::uint64_t buffer_range = 0, texel_elements = 0, heap_bytes = 0;
  std::uint32_t image_2d = 0, image_3d = 0, layers = 0, groups = 0, shared_bytes = 0, subgroup = 0;
};

struct DeviceOptions {
  std::string gpu;               // index or part of a name; empty: discrete first, software last
  bool validation = false;       // with synchronization validation
  bool shader_messages = false;  // logs output of debugPrintfEXT in shaders; needs the validation layer
  bool labels = true;            // object names and debug labels, if VK_EXT_debug_utils is present
  bool window = false;           // enable surface and swapchain extensions
  // 2: nodes of async scopes go to a second queue (queues.h). On devices with one queue both submit to it.
  std::uint32_t queues = 1;
};

struct ExternalDevice;  // external_device.h
struct DeviceImpl;      // engine/gpu only: vulkan_types.h

class Device {
 public:
  explicit Device(const DeviceOptions& options);  // Error(Exit::no_device): missing requirements, loader or driver
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  static std::vector<DeviceInfo> list();  // Error(Exit::no_device) without a loader or driver
  const DeviceInfo& info() const;
  const Limits& limits() const;
  bool software() const;
  std::uint64_t validation_messages() const;  // warnings and errors since start; only the first ones are logged
  void wait_idle();
  std::uint64_t waits() const;  // waits of the CPU on the GPU so far, except those that limit the frames in flight
  DeviceImpl& impl() { return *impl_; }

 private:
  friend std::unique_ptr<Device> open_external(const ExternalDevice& device);
  struct External {};
  Device(External, std::unique_ptr<DeviceImpl> impl);
  std::unique_ptr<DeviceImpl> impl_;
};

// True if a GPU did not answer and still has work. The process must then end without exit handlers, and without freeing
// memory that the GPU may use.
bool left_behind();

}  // namespace undine::gpu
