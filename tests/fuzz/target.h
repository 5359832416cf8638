// libFuzzer targets: each takes one input along a whole path of the program. What is bad input must end in
// Error(Exit::bad_input) with a place; anything else that is thrown, an abort, a sanitizer's report, a timeout or the
// limit of memory is a finding. tools/fuzz builds and runs them.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "engine/core/error.h"

namespace undine::fuzz {

using Input = std::string_view;

void scene(Input text);     // the text of a scene file: settings, world, meshes, first steps
void set(Input lines);      // arguments of --set, one a line, over a scene that the first byte picks
void gltf(Input bytes);     // a .glb or .gltf file: parts and textures, scenery, solids, hull of a body
void picture(Input bytes);  // PNG, JPEG, HDR: as pixels, as heights, as a mask, as a texture
void npy(Input bytes);      // a .npy file: as an array, as heights, as a mask
void caches(Input bytes);   // a file of the shader cache or of the pipeline cache, as the first byte says

// $UNDINE_FUZZ_FOLDER: what scenes of the corpus name lies here, small (tools/fuzz puts it there).
const std::filesystem::path& folder();
// In a folder of this process, anew: a regular file with these bytes.
std::filesystem::path write(std::string_view name, Input bytes);

[[noreturn]] void finding(std::string_view what);

// Whether `work` came to its end; false: it refused its input as it should.
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
