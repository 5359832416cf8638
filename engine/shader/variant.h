// Variants of a shader file: defines (flags) select what is compiled. A file declares its flags,
//
//   #pragma variants FED? HULLS? SILLS?
//
// each optional, or, where not every combination is legal, a list of sets: "FLOW BEYOND? HULL_MASK?, HULL_MASK". The
// empty set is always legal. The contract test compiles every legal set. Flags stand in alphabetical order in a
// variant's full name, which plans and messages show: "shallow/flux.comp+FED+HULLS".
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

// Full names of the legal variants of `file`, whose source is `text`: the file's own name first, each once. A word that
// is not an identifier throws Error(Exit::failure).
std::vector<std::string> variants_of(std::string_view file, std::string_view text);

}  // namespace undine::shader
