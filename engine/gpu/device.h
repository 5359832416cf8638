// A Vulkan device, chosen and checked. Everything Vulkan is hidden: passes and tools never see vulkan.h.
#pragma once  // public
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

struct GLFWwindow;

namespace undine::gpu {

struct DeviceRequirement {  // as text: "maxPushConstantsSize", "128", "256"; "-": nothing
  std::string name, asked, has, purpose;
  std::string needed_by;  // "all"; "some scenes", which are refused; "smooth pictures", which are coarser without
  bool met = false;
};

struct DeviceInfo {  // one line of `undine devices`
  std::uint32_t index = 0;
  std::string name, driver, type;    // type: "discrete", "integrated", "virtual", "software", "other"
  std::vector<std::string> missing;  // empty: usable
  std::vector<DeviceRequirement> requirements;
};

// What the device allows. For tests, UNDINE_LIMIT_BUFFER (bytes), UNDINE_LIMIT_TEXELS, UNDINE_LIMIT_IMAGE (texels) and
// UNDINE_LIMIT_GROUPS in the environment lower buffer_range, texel_elements, image_2d/image_3d and groups when a Device
// is made; UNDINE_VALIDATION chooses what validation looks for (validation.h); UNDINE_FAIL_CALL
// injects faults (errors.h); UNDINE_QUEUES stands for DeviceOptions::queues; UNDINE_LACKS is the name of a feature, an
// extension, a limit or a format that no device is said to have; UNDINE_LIMIT_SECONDS shortens the 120 s without a sign
// of life after which a GPU counts as hung.
struct Limits {
  std::uint64_t buffer_range = 0, texel_elements = 0, heap_bytes = 0;
  std::uint32_t image_2d = 0, image_3d = 0, layers = 0, groups = 0, shared_bytes = 0, subgroup = 0;
};

struct DeviceOptions {
  std::string gpu;               // index or part of a name; empty: discrete first, software last
  bool validation = false;       // with synchronization validation
  bool shader_messages = false;  // what shaders print with debugPrintfEXT goes to the log; needs the validation layer
  bool labels = true;            // object names and debug labels where VK_EXT_debug_utils is there
  bool window = false;           // enable surface and swapchain extensions
  // 2: nodes of async scopes go to a second queue (queues.h). Where the device has none, both submit to the one queue.
  std::uint32_t queues = 1;
};

struct BorrowedDevice;  // borrowed.h
struct DeviceImpl;      // engine/gpu only: vulkan_types.h

class Device {
 public:
  explicit Device(const DeviceOptions& options);  // Error(Exit::no_device): what is missing, or no loader or driver
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  static std::vector<DeviceInfo> list();  // Error(Exit::no_device) without a loader or driver
  const DeviceInfo& info() const;
  const Limits& limits() const;
  bool software() const;
  std::uint64_t validation_messages() const;  // warnings and errors since start; the first ones were logged
  void wait_idle();
  std::uint64_t waits() const;  // of the CPU on the GPU so far; those that keep to the frames in flight not counted
  DeviceImpl& impl() { return *impl_; }

 private:
  friend std::unique_ptr<Device> borrow(const BorrowedDevice& device);
  struct Borrowed {};
  Device(Borrowed, std::unique_ptr<DeviceImpl> impl);
  std::unique_ptr<DeviceImpl> impl_;
};

// A GPU that did not answer was left with its work: the process must end without what runs at its exit, and without
// taking from the GPU what it may still use.
bool left_behind();

}  // namespace undine::gpu
