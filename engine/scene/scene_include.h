// "include": scene files that a scene extends.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "engine/settings/settings_reader.h"

namespace undine {

// Puts what the files of root's "include" say under what `root` says, and takes the key away. Objects are merged key by
// key; lists of the scene itself (meshes, water, bodies ...) are joined, those of the included file first, and elements
// with the same "name" are merged; everything else is replaced. A file that is reached twice counts once.
// source: learns which value came from which file. Returns the texts of the files. Throws Error(bad_input): no such
// file, a circle with its files in order, a list that is none, another version.
std::vector<std::string> include_scenes(settings::Json& root, const std::filesystem::path& file,
                                        settings::Source& source);

// A scene's file and those that it includes, as far as they can be read: what is to be watched.
std::vector<std::filesystem::path> scene_files(const std::filesystem::path& file, const std::filesystem::path& assets);

}  // namespace undine
