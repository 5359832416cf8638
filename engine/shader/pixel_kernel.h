// Compiles a fragment shader of full-screen draws as a compute kernel of one thread per pixel, in groups of 8 x 8.
//
// The flag of the variant lists what the draw's fixed-function state does, and the kernel does that itself:
//
//   deferred/lamps.frag+PIXELS_RGBA16F_ADD                     a target that is blended by addition
//   water/sunlit.frag+PIXELS_R8_CLEAR_LESS_water_depth         cleared; pixels where 0 < water_depth
//   deferred/lighting_open.frag+PIXELS_DEPTH_WRITE             writes gl_FragDepth to an r32f image
//
// PIXELS, then the format of each target as image layouts name it; ADD, ALPHA or PREMULTIPLIED; CLEAR; INDIRECT (the
// draw is empty unless its arguments say otherwise); DEPTH_WRITE, DEPTH_CLEAR (and cleared where left out) or
// DEPTH_MODIFY; and the depth comparison, with the sampler to compare with unless that depth is a target. Bindings:
// pixel_target0 to 2, pixel_depth_out, pixel_test, pixel_draws, and the block pixels (PixelBlock of
// engine/graph/pixel_kernels.cpp).
//
// The fragment shader may use uv, gl_FragCoord, gl_FragDepth, `discard` in main(), and outputs; derivatives and
// implicit levels of detail have no meaning in a kernel. PIXEL_KERNEL is defined for code that must differ.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace undine::shader {

// Checks whether a variant's name asks for a kernel.
bool is_pixel_kernel(std::string_view name);

// The name of the fragment shader that the kernel is compiled from.
std::string without_pixel_kernel(std::string_view name);

// Declarations before the shader's text.
std::string_view pixel_kernel_preamble();

// Replaces what only fragment shaders have. Lines keep their numbers. For the shader's file and its includes.
std::string pixel_kernel_text(std::string_view text);

// main() of the kernel, to follow the shader's text. Throws Error(Exit::failure) if the outputs of the shader do not
// match the formats in the name.
std::string pixel_kernel_main(std::string_view name, std::string_view text);

// Moves the kernel's own bindings to slots that the shader leaves free: push descriptors end at slot 32.
void pack_pixel_slots(std::vector<std::uint32_t>& spirv);

}  // namespace undine::shader
