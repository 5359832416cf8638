#include "engine/gpu/instance.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>

#include "engine/core/error.h"
#include "engine/core/log.h"
#include "engine/gpu/errors.h"
#include "engine/gpu/queues.h"
#include "engine/gpu/requirements.h"
#include "engine/gpu/surface.h"
#include "engine/gpu/validation.h"

namespace undine::gpu {
namespace {

constexpr const char* validation_layer = "VK_LAYER_KHRONOS_validation";
// Extension of devices on top of another interface (MoltenVK). The specification requires enabling it if present. Its
// constant is among the provisional ones (vulkan_beta.h).
constexpr const char* portability_subset = "VK_KHR_portability_subset";
constexpr const char* driver_remedy = "install a Vulkan driver, e.g. mesa-vulkan-drivers (includes a software device)";

bool has_layer(const char* name) {
  std::uint32_t count = 0;
  UNDINE_CHECK(vkEnumerateInstanceLayerProperties(&count, nullptr));
  std::vector<VkLayerProperties> layers(count);
  if (count) UNDINE_CHECK(vkEnumerateInstanceLayerProperties(&count, layers.data()));
  return std::any_of(layers.begin(), layers.end(), [&](auto& l) { return std::strcmp(l.layerName, name) == 0; });
}

bool has_instance_extension(const char* name) {
  std::uint32_t count = 0;
  UNDINE_CHECK(vkEnumerateInstanceExtensionProperties(nullptr, &count, nullptr));
  std::vector<VkExtensionProperties> all(count);
  if (count) UNDINE_CHECK(vkEnumerateInstanceExtensionProperties(nullptr, &count, all.data()));
  return std::any_of(all.begin(), all.end(), [&](auto& e) { return std::strcmp(e.extensionName, name) == 0; });
}

const char* type_text(VkPhysicalDeviceType type) {
  switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
      return "discrete";
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
      return "integrated";
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
      return "virtual";
    case VK_PHYSICAL_DEVICE_TYPE_CPU:
      return "software";
    default:
      return "other";
  }
}

int type_rank(VkPhysicalDeviceType type) {
  switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
      return 0;
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
      return 1;
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
      return 2;
    case VK_PHYSICAL_DEVICE_TYPE_CPU:
      return 4;
    default:
      return 3;
  }
}

}  // namespace

std::vector<VkExtensionProperties> device_extensions(VkPhysicalDevice physical) {
  std::uint32_t count = 0;
  UNDINE_CHECK(vkEnumerateDeviceExtensionProperties(physical, nullptr, &count, nullptr));
  std::vector<VkExtensionProperties> all(count);
  if (count) UNDINE_CHECK(vkEnumerateDeviceExtensionProperties(physical, nullptr, &count, all.data()));
  return all;
}

std::vector<VkQueueFamilyProperties> queue_families(VkPhysicalDevice physical) {
  std::uint32_t count = 0;
  vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families.data());
  return families;
}

void load_vulkan() {
  static const VkResult result = volkInitialize();
  if (result != VK_SUCCESS)
    throw Error(Exit::no_device, "Vulkan", "no Vulkan loader (libvulkan.so.1)", "install libvulkan1 and a driver");
}

void load_vulkan(VkInstance instance, PFN_vkGetInstanceProcAddr load) {
  if (load)
    volkInitializeCustom(load);
  else
    load_vulkan();
  volkLoadInstanceOnly(instance);
}

// A process can load a driver only about thirty times (NVIDIA 580: unloading its libraries leaks their thread-local
// storage). A permanent instance keeps the driver loaded, from the second time on.
static void keep_drivers_loaded() {
  static std::atomic<int> instances;
  if (instances++ != 1) return;
  VkApplicationInfo app{VK_STRUCTURE_TYPE_APPLICATION_INFO};
  app.apiVersion = VK_API_VERSION_1_3;
  VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
  info.pApplicationInfo = &app;
  static VkInstance kept = VK_NULL_HANDLE;
  if (vkCreateInstance(&info, nullptr, &kept) != VK_SUCCESS) kept = VK_NULL_HANDLE;
}

VkInstance create_instance(const DeviceOptions& options, std::atomic<std::uint64_t>* messages,
                           VkDebugUtilsMessengerEXT* messenger) {
  load_vulkan();
  keep_drivers_loaded();
  std::vector<const char*> layers, extensions;
  // Always enabled, so that volk's instance functions are the same for every instance of the process.
  bool debug = has_instance_extension(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
  if (debug) extensions.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
  // Without it the loader hides devices on top of another interface.
  const bool portability = has_instance_extension(VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME);
  if (portability) extensions.push_back(VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME);
  const bool layer = options.validation || options.shader_messages;
  if (layer) {
    if (!has_layer(validation_layer))
      throw Error(Exit::no_device, options.validation ? "--validation" : "--shader-messages",
                  std::string("the layer ") + validation_layer + " is not installed",
                  "install vulkan-validationlayers, or omit the flag");
    layers.push_back(validation_layer);
  }
  if (options.window) {
    const std::span<const char* const> names = surface_extensions();
    if (names.empty())
      throw Error(Exit::no_device, "window", "no display that Vulkan can draw to", "use `undine render` without one");
    for (const char* name : names) {
      if (!has_instance_extension(name))
        throw Error(Exit::no_device, "window", std::string("the Vulkan loader lacks ") + name, driver_remedy);
      extensions.push_back(name);
    }
  }

  VkApplicationInfo app{VK_STRUCTURE_TYPE_APPLICATION_INFO};
  app.pApplicationName = "undine";
  app.pEngineName = "undine";
  app.apiVersion = VK_API_VERSION_1_3;
  VkDebugUtilsMessengerCreateInfoEXT debug_info{VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
  debug_info.messageSeverity =
      VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  debug_info.messageType =
      VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT;
  debug_info.pfnUserCallback = on_validation_message;
  debug_info.pUserData = messages;
  if (options.shader_messages) debug_info.messageSeverity |= VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT;
  std::vector<VkValidationFeatureEnableEXT> enabled;
  std::vector<VkValidationFeatureDisableEXT> disabled;
  if (options.validation)
    enabled = validation_checks();
  else
    disabled = {VK_VALIDATION_FEATURE_DISABLE_CORE_CHECKS_EXT, VK_VALIDATION_FEATURE_DISABLE_API_PARAMETERS_EXT,
                VK_VALIDATION_FEATURE_DISABLE_OBJECT_LIFETIMES_EXT, VK_VALIDATION_FEATURE_DISABLE_THREAD_SAFETY_EXT};
  if (options.shader_messages) enabled.push_back(VK_VALIDATION_FEATURE_ENABLE_DEBUG_PRINTF_EXT);
  VkValidationFeaturesEXT features{VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT, &debug_info};
  features.enabledValidationFeatureCount = static_cast<std::uint32_t>(enabled.size());
  features.pEnabledValidationFeatures = enabled.data();
  features.disabledValidationFeatureCount = static_cast<std::uint32_t>(disabled.size());
  features.pDisabledValidationFeatures = disabled.data();
  VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
  if (layer) info.pNext = &features;
  if (portability) info.flags = VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR;
  info.pApplicationInfo = &app;
  info.enabledLayerCount = static_cast<std::uint32_t>(layers.size());
  info.ppEnabledLayerNames = layers.data();
  info.enabledExtensionCount = static_cast<std::uint32_t>(extensions.size());
  info.ppEnabledExtensionNames = extensions.data();

  VkInstance instance = VK_NULL_HANDLE;
  VkResult result = attempt("vkCreateInstance", [&] { return vkCreateInstance(&info, nullptr, &instance); });
  if (result == VK_ERROR_INCOMPATIBLE_DRIVER)
    throw Error(Exit::no_device, "Vulkan", "no Vulkan driver is installed", driver_remedy);
  if (result != VK_SUCCESS) fail(result, "vkCreateInstance");
  volkLoadInstanceOnly(instance);
  if (layer && debug && messenger) {
    result = attempt("vkCreateDebugUtilsMessengerEXT",
                     [&] { return vkCreateDebugUtilsMessengerEXT(instance, &debug_info, nullptr, messenger); });
    if (result != VK_SUCCESS) {
      vkDestroyInstance(instance, nullptr);
      fail(result, "vkCreateDebugUtilsMessengerEXT");
    }
  }
  return instance;
}

bool has_device_extension(VkPhysicalDevice physical, std::string_view name) {
  auto all = device_extensions(physical);
  return std::any_of(all.begin(), all.end(), [&](auto& e) { return name == e.extensionName; });
}

std::vector<VkPhysicalDevice> physical_devices(VkInstance instance) {
  std::uint32_t count = 0;
  VkResult result =
      attempt("vkEnumeratePhysicalDevices", [&] { return vkEnumeratePhysicalDevices(instance, &count, nullptr); });
  if (result == VK_ERROR_INITIALIZATION_FAILED || (result == VK_SUCCESS && count == 0))
    throw Error(Exit::no_device, "Vulkan", "no Vulkan device", driver_remedy);
  if (result != VK_SUCCESS) fail(result, "vkEnumeratePhysicalDevices");
  std::vector<VkPhysicalDevice> all(count);
  UNDINE_CHECK(vkEnumeratePhysicalDevices(instance, &count, all.data()));
  all.resize(count);
  return all;
}

Candidate candidate(VkPhysicalDevice physical, bool window) {
  Candidate c;
  c.physical = physical;
  VkPhysicalDeviceDriverProperties driver{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
  VkPhysicalDeviceProperties2 properties{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
  VkPhysicalDeviceProperties plain{};
  vkGetPhysicalDeviceProperties(physical, &plain);
  if (plain.apiVersion >= VK_API_VERSION_1_2) {
    properties.pNext = &driver;
    vkGetPhysicalDeviceProperties2(physical, &properties);
  }
  c.info.name = plain.deviceName;
  const bool informed = driver.driverName[0] && driver.driverInfo[0];
  c.info.driver = informed               ? fmt::format("{} {}", driver.driverName, driver.driverInfo)
                  : driver.driverName[0] ? fmt::format("{} {}", driver.driverName, plain.driverVersion)
                                         : fmt::format("driver {}", plain.driverVersion);
  c.info.type = type_text(plain.deviceType);
  c.rank = type_rank(plain.deviceType);
  c.families = queue_families(physical);
  const DeviceFacts facts = device_facts(physical);
  c.formats = facts.formats;
  c.pushes = pushes_descriptors(facts);
  c.info.requirements = judge(facts, window);
  for (const DeviceRequirement& r : c.info.requirements)
    if (r.needed_by == "all" && !r.met)
      c.info.missing.push_back(r.asked == "-" ? r.name : fmt::format("{} {} (has {})", r.name, r.asked, r.has));
  return c;
}

std::vector<Candidate> candidates(VkInstance instance, bool window) {
  std::vector<Candidate> all;
  for (VkPhysicalDevice physical : physical_devices(instance)) {
    all.push_back(candidate(physical, window));
    all.back().info.index = static_cast<std::uint32_t>(all.size() - 1);
  }
  return all;
}

std::vector<const char*> needed_extensions(VkPhysicalDevice physical, std::uint32_t version, bool pushes) {
  std::vector<const char*> names;
  if (pushes) names.push_back(VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME);
  if (version < VK_API_VERSION_1_3) names.insert(names.end(), extensions_for_1_2.begin(), extensions_for_1_2.end());
  if (has_device_extension(physical, portability_subset)) names.push_back(portability_subset);
  return names;
}

}  // namespace undine::gpu
