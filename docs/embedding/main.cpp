// A pool in a program that has a Vulkan device, a loop and images of its own: here without a window, with the last
// picture written as a PPM. docs/embedding.md explains each part.
//   embedding SCENE.json FRAMES WIDTHxHEIGHT OUT.ppm
#include <vulkan/vulkan.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <vector>

#include "engine/app/session/session.h"
#include "engine/gpu/external_device.h"
#include "tools/parts.h"

static VkResult must(VkResult result) {
  if (result != VK_SUCCESS) throw undine::Error(undine::Exit::failure, "Vulkan", "a call failed");
  return result;
}

struct Host {  // what such a program has anyway
  VkInstance instance{};
  VkPhysicalDevice physical{};
  VkDevice device{};
  VkQueue queue{};
  std::uint32_t family = 0;

  Host() {
    VkApplicationInfo app{VK_STRUCTURE_TYPE_APPLICATION_INFO};
    app.apiVersion = VK_API_VERSION_1_3;
    VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    info.pApplicationInfo = &app;
    must(vkCreateInstance(&info, nullptr, &instance));
    std::uint32_t count = 1;
    vkEnumeratePhysicalDevices(instance, &count, &physical);
    undine::gpu::DeviceNeeds needs(instance, physical, vkGetInstanceProcAddr);
    family = needs.queue_family();
    const float priority = 1;
    VkDeviceQueueCreateInfo queues{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queues.queueFamilyIndex = family;
    queues.queueCount = 1;
    queues.pQueuePriorities = &priority;
    VkDeviceCreateInfo make{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, needs.features()};
    make.queueCreateInfoCount = 1;
    make.pQueueCreateInfos = &queues;
    make.enabledExtensionCount = static_cast<std::uint32_t>(needs.extensions().size());
    make.ppEnabledExtensionNames = needs.extensions().data();
    must(vkCreateDevice(physical, &make, nullptr, &device));
    vkGetDeviceQueue(device, family, 0, &queue);
  }
  ~Host() {
    vkDestroyDevice(device, nullptr);
    vkDestroyInstance(instance, nullptr);
  }
};

struct Picture {  // an image in memory that the CPU sees, so that this example needs no copy
  Picture(const Host& from, VkExtent2D size) : host(from) {
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = VK_FORMAT_R8G8B8A8_UNORM;
    info.extent = {size.width, size.height, 1};
    info.mipLevels = info.arrayLayers = 1;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.tiling = VK_IMAGE_TILING_LINEAR;
    info.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    must(vkCreateImage(host.device, &info, nullptr, &image));
    VkMemoryRequirements needed{};
    vkGetImageMemoryRequirements(host.device, image, &needed);
    VkMemoryAllocateInfo allocate{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, nullptr, needed.size, 0};
    VkPhysicalDeviceMemoryProperties kinds{};
    vkGetPhysicalDeviceMemoryProperties(host.physical, &kinds);
    const VkMemoryPropertyFlags seen = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    for (auto& i = allocate.memoryTypeIndex; i + 1 < kinds.memoryTypeCount; ++i)
      if ((needed.memoryTypeBits >> i & 1) && (kinds.memoryTypes[i].propertyFlags & seen) == seen) break;
    must(vkAllocateMemory(host.device, &allocate, nullptr, &memory));
    must(vkBindImageMemory(host.device, image, memory, 0));
    VkImageViewCreateInfo look{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    look.image = image;
    look.viewType = VK_IMAGE_VIEW_TYPE_2D;
    look.format = info.format;
    look.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    must(vkCreateImageView(host.device, &look, nullptr, &view));
  }
  ~Picture() {
    vkDestroyImageView(host.device, view, nullptr);
    vkDestroyImage(host.device, image, nullptr);
    vkFreeMemory(host.device, memory, nullptr);
  }
  void write(const char* path, VkExtent2D size) const {
    const VkImageSubresource first{VK_IMAGE_ASPECT_COLOR_BIT, 0, 0};
    VkSubresourceLayout layout{};
    vkGetImageSubresourceLayout(host.device, image, &first, &layout);
    void* bytes = nullptr;
    must(vkMapMemory(host.device, memory, 0, VK_WHOLE_SIZE, 0, &bytes));
    std::ofstream out(path, std::ios::binary);
    out << "P6\n" << size.width << ' ' << size.height << "\n255\n";
    for (std::uint32_t y = 0; y < size.height; ++y)
      for (std::uint32_t x = 0; x < size.width; ++x)
        out.write(static_cast<const char*>(bytes) + layout.offset + y * layout.rowPitch + x * 4, 3);
    vkUnmapMemory(host.device, memory);
  }
  const Host& host;
  VkImage image{};
  VkDeviceMemory memory{};
  VkImageView view{};
};

int main(int count, char** arguments) try {
  VkExtent2D size{};
  if (count != 5 || std::sscanf(arguments[3], "%ux%u", &size.width, &size.height) != 2) return 2;
  Host host;
  Picture picture(host, size);

  undine::hand_in(undine::all_parts());
  undine::session::CommandLine line;
  line.scenes = {arguments[1]};
  line.shaders = UNDINE_SHADERS;
  undine::session::Session water(undine::load_scene(line.scene()), line, {.picture = true},
                                 undine::gpu::open_external({host.instance, host.physical, host.device, host.family,
                                                             host.queue, vkGetInstanceProcAddr}));
  water.start();
  for (long frame = 0, frames = std::atol(arguments[2]); frame < frames; ++frame) {
    water.step(water.scene().clock.steps_per_frame);  // of the simulation
    water.show(water.draw(water.view({size.width, size.height})),
               {picture.image, picture.view, VK_FORMAT_R8G8B8A8_UNORM, size, VK_IMAGE_LAYOUT_GENERAL});
  }
  water.finish();  // in place of a semaphore: ExternalImage::drawn
  picture.write(arguments[4], size);
} catch (const undine::Error& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
