// libFuzzer targets: each takes one input along a whole path of the program. Bad input must end in
// Error(Exit::bad_input) with a location. Any other exception, an abort, a sanitizer report, a timeout or an exceeded
// memory limit is a finding. tools/fuzz builds and runs them.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "engine/core/error.h"

namespace undine::fuzz {

using Input = std::string_view;

void scene(Input text);     // the text of a scene file: settings, world, meshes, first steps
void set(Input lines);      // arguments of --set, one per line, for a scene that the first byte selects
void gltf(Input bytes);     // a .glb or .gltf file: primitives and textures, scenery, solids, hull of a body
void picture(Input bytes);  // PNG, JPEG, HDR: as pixels, as heights, as a mask, as a texture
void npy(Input bytes);      // a .npy file: as an array, as heights, as a mask
void raster(Input bytes);   // a GeoTIFF or ESRI ASCII grid: as a raster, as heights, written and read again
void caches(Input bytes);   // a file of the shader or pipeline cache, selected by the first byte

// $UNDINE_FUZZ_FOLDER: small versions of the files that scenes of the corpus name, from tools/fuzz.
const std::filesystem::path& folder();
// Writes a regular file with these bytes into a folder of this process, replacing an earlier one.
std::filesystem::path write(std::string_view name, Input bytes);

[[noreturn]] void finding(std::string_view what);

// Returns true if `work` completes, and false if it rejects its input correctly.
template <class Work>
bool accepts(Work&& work) {
  try {
    work();
    return true;
  } catch (const Error& e) {
    if (e.code() != Exit::bad_input) finding(std::string("an error that is not of bad input: ") + e.what());
    if (e.where().empty() || e.problem().empty()) finding(std::string("an error without a place: ") + e.what());
  }
  return false;
}

}  // namespace undine::fuzz
