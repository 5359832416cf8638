#define VOLK_IMPLEMENTATION
#include "engine/gpu/volk.h"
