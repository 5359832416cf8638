// One shader file, several shaders: named defines choose what of it is compiled. A file lists the sets that are legal,
//
//   #pragma variants VARIED, PACKED, VARIED PACKED
//
// besides the empty one, so that every shader of the project can be enumerated and checked. The full name of a variant,
// which plans and messages show, is "wave/step.comp+VARIED".
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace undine::shader {

struct Variant {
  std::string_view file;                  // "wave/step.comp"
  std::vector<std::string_view> defines;  // in the order of the file's list
};

// The parts of a full name; views into it.
Variant variant_of(std::string_view name);

// Full names of the variants that `text`, the source of `file`, lists: the file's own name first. A list with a word
// that is no identifier throws Error(Exit::failure).
std::vector<std::string> variants_of(std::string_view file, std::string_view text);

}  // namespace undine::shader
