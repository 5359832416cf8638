// The screen of a virtual display as XServer keeps it in a file: X11's XWD format, 32 bits a pixel.
#pragma once
#include <string>

#include "engine/files/png.h"

namespace undine::test {

files::Bitmap8 read_xwd(const std::string& file);  // RGB; throws std::runtime_error

}  // namespace undine::test
