// Vulkan functions by volk under project-specific names (CMakeLists.txt generates the list): a program that links
// Undine may use the loader's functions or its own volk. Only engine/gpu includes this.
#pragma once
#include <undine/own_names.h>
#include <volk.h>
