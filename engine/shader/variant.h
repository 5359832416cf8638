// Variants of a shader file: defines (flags) select the compiled code. A file declares its flags,
//
//   #pragma variants FED? HULLS? BED_STEPS?
//
// each optional, or a list of sets if not every combination is legal: "FLOW BEYOND? HULL_MASK?, HULL_MASK". The empty
// set is always legal. The contract test compiles every legal set. A variant's full name, which plans and messages
// show, has its flags in alphabetical order: "shallow/flux.comp+FED+HULLS".
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace undine::shader {

struct Variant {
  std::string_view file;                  // "wave/step.comp"
  std::vector<std::string_view> defines;  // in the order of the file's list
};

// Splits a full name; the parts are views into it.
Variant variant_of(std::string_view name);

// Full names of the legal variants of `file` with source `text`: the file's own name first, without duplicates. A word
// that is not an identifier throws Error(Exit::failure).
std::vector<std::string> variants_of(std::string_view file, std::string_view text);

}  // namespace undine::shader
