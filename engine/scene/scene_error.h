// Prefixes an error in a referenced file with its location in the scene: "s.json: /sky/image: x.hdr: does not
// decode".
#pragma once
#include <string>

#include "engine/core/error.h"
#include "engine/scene/scene.h"

namespace undine {

inline Error at_setting(const Scene& scene, const std::string& pointer, const Error& e) {
  return Error(e.code(), scene.file.string() + ": " + pointer, e.where() + ": " + e.problem(), e.remedy());
}

}  // namespace undine
