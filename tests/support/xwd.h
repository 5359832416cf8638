// Screen of a virtual display, from XServer's framebuffer file: X11's XWD format, 32 bits per pixel.
#pragma once
#include <string>

#include "engine/files/png.h"

namespace undine::test {

files::Bitmap8 read_xwd(const std::string& file);  // RGB; throws std::runtime_error

}  // namespace undine::test
