// OpenEXR pictures: scene radiance, linear, half precision.
#pragma once
#include <cstddef>
#include <filesystem>
#include <glm/glm.hpp>
#include <span>
#include <string>
#include <vector>

namespace undine::files {

// The whole file as bytes: channels R, G, B as half floats, Rec. 709 primaries, ZIP, rows from top to bottom. rgba:
// size.y * size.x texels of rgba16f, alpha ignored. Equal pictures give equal bytes.
std::string encode_exr(glm::uvec2 size, std::span<const std::byte> rgba);
// The same as the first of five parts. `surface` and `whose` are size.y * size.x texels of rgba32f (PictureLayers of
// engine/scene/renderer.h): part "normal" (X, Y, Z), "depth" (Z), "motion" (X, Y: pixels), "id" (kind, index: uint).
std::string encode_exr(glm::uvec2 size, std::span<const std::byte> rgba, std::span<const std::byte> surface,
                       std::span<const std::byte> whose);
// Writes atomically. Error(Exit::failure) with path and reason if the file cannot be written.
void write_exr(const std::filesystem::path& file, glm::uvec2 size, std::span<const std::byte> rgba);

// Returns R, G and B of a file's first part in any precision; rows from top to bottom. Error(Exit::bad_input) for a
// file that is not EXR, is damaged, has other channels or over 16384 pixels per side.
std::vector<glm::vec3> read_exr(const std::filesystem::path& file, glm::uvec2& size);

}  // namespace undine::files
