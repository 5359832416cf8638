// JPEG decoding by libjpeg.
#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "engine/files/png.h"

namespace undine::files {

bool is_jpeg(std::span<const std::uint8_t> bytes);

// RGBA, opaque. Error(Exit::bad_input), with `where`, for damaged or truncated data, and for more than `most` texels
// per side.
Bitmap8 decode_jpeg(std::span<const std::uint8_t> bytes, const std::string& where, std::uint32_t most);

}  // namespace undine::files
