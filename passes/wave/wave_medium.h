// Medium of the waves: speed on faces, damping, islands; and the initial shapes. Computed once on the CPU.
#pragma once
#include <cstdint>
#include <vector>

#include "passes/wave/wave_settings.h"

namespace undine::wave {

struct WaveMedium {
  bool varied = false;        // any of the planes below is needed
  double fastest = 0;         // m/s
  std::uint32_t columns = 0;  // vec4s per row
  // Planes as the varied kernels read them (shaders/wave/faces.glsl, wave_drag.glsl); empty for plain water.
  std::vector<float> face_x, face_z, drag;
  std::vector<float> rest_depth,
      bed;  // rows of whole vec4s, meters and world y; empty without speed "depth" or terrain islands
  std::vector<std::uint8_t> island;  // nz * nx, 1 is land or a solid mesh; empty: none
};

// Errors name the setting: islands or speed that ask for a terrain the scene does not have, files that cannot be read,
// land everywhere.
WaveMedium make_wave_medium(const WaveSettings& s, const SceneContext& context);

// Errors at the setting: dents and makers that do not reach into the grid, speed by depth without gravity.
void check_wave(const WaveSettings& s, const SceneContext& context);

// Elevation over the rest level, rows of whole vec4s; zero on islands. Empty: all at rest.
std::vector<float> wave_initial(const WaveSettings& s, const WaveMedium& medium, const SceneContext& context);

// Sub-steps that keep c dt sqrt(1/dx² + 1/dz²) under 0.9995 of its bound 1 (an axis of one cell without fixed edges has
// no waves and does not count). Error with a remedy above 1000.
int wave_sub_steps(const WaveSettings& s, double fastest, double dt, const std::string& where);

// True: the edges are closed, and no map damps.
bool wave_keeps_volume(const WaveSettings& s);

// Indices of four cells that are water: the corners, or with land the first one four times.
glm::ivec4 wave_keepers(const WaveMedium& medium, glm::uvec2 cells);

}  // namespace undine::wave
