// What a window offers when the device was lost.
#pragma once
#include <string>

#include "engine/app/window/window.h"

namespace undine::viewer {

// Asks in the window's title, for without a device nothing can be drawn, and waits for the answer. False: it is to
// close.
bool begin_again(window::Window& window, const std::string& name);

}  // namespace undine::viewer
