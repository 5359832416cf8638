// Runs full-screen draws and copies of images as compute kernels. Some GPUs have few units for fragment shaders (an
// H100 runs them on 2 of 66 TPCs), and kernels need no attachments or render passes between them. On a software driver
// draws are faster, because they skip pixels (docs/performance.md).
//
// The fragment shader is the same; the variant's flag states what blending, clearing and depth test the kernel does
// itself (engine/shader/pixel_kernel.h). A draw stays a draw if its targets cannot be stored to: sRGB, images of a
// window, and depth that later draws test. Depth of this frame that kernels alone write, and that is only sampled or
// tested by them, becomes an r32_float image.
#pragma once
#include "engine/graph/graph.h"

namespace undine::graph {

// Call after the frame is declared; a second call has no effect.
void use_pixel_kernels(Graph& graph);

}  // namespace undine::graph
