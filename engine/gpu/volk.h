// Vulkan's functions by volk, under names of our own (CMakeLists.txt makes the list): a program that links Undine may
// have the loader's functions or a volk of its own under the usual ones. Only engine/gpu includes this.
#pragma once
#include <undine/own_names.h>
#include <volk.h>
