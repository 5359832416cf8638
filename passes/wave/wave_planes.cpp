#include "passes/wave/wave_planes.h"

namespace undine::wave {

WavePlanes::WavePlanes(graph::State& state, const std::string& name, const WaveSettings& settings,
                       const WaveMedium& medium)
    : cells_(settings.cells), edges_(settings.edges), varied_(medium.varied), vec4s_(medium.columns) {
  const auto plane = [&](const char* what, const std::vector<float>& values) {
    return state.buffer(name + "/" + what, {.bytes = values.size() * sizeof(float)});
  };
  heights_ = graph::History(state, name + "/height", {.bytes = bytes()}, 3);
  if (varied_) {
    face_x_ = plane("face_x", medium.face_x);
    face_z_ = plane("face_z", medium.face_z);
    drag_ = plane("drag", medium.drag);
  }
  if (medium.bed.empty()) return;
  bed_ = plane("bed", medium.bed);
  rest_depth_ = plane("rest_depth", medium.rest_depth);
}

void WavePlanes::start(graph::Graph& g, const WaveMedium& medium, const std::vector<float>& initial) const {
  if (initial.empty()) {
    g.clear("clear_now", now());
    g.clear("clear_before", before());
  } else {
    g.upload("fill_now", now(), initial);
    g.copy("copy_before", now(), before());
  }
  if (varied_) fill_medium(g, medium);
  if (!bed_) return;
  g.upload("fill_bed", bed_, medium.bed);
  g.upload("fill_rest_depth", rest_depth_, medium.rest_depth);
}

void WavePlanes::fill_medium(graph::Graph& g, const WaveMedium& medium) const {
  g.upload("fill_face_x", face_x_, medium.face_x);
  g.upload("fill_face_z", face_z_, medium.face_z);
  g.upload("fill_drag", drag_, medium.drag);
}

}  // namespace undine::wave
