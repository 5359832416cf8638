// Choices after a lost device.
#pragma once
#include <string>

#include "engine/app/window/window.h"

namespace undine::viewer {

// Asks in the window's title, because drawing requires a device, and waits for the answer. False: close the window.
bool begin_again(window::Window& window, const std::string& name);

}  // namespace undine::viewer
