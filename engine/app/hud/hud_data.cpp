#include "engine/app/hud/hud_data.h"

namespace undine::hud {

void HudData::update(double elapsed, double declare_seconds, const gpu::FrameTimes& times, const gpu::CpuTimes& cpu) {
  if (elapsed > 1e-4) frame_ms.add(elapsed * 1e3);
  declare_us.add(declare_seconds * 1e6);
  lookup_us.add(cpu.lookup_us);
  record_us.add(cpu.record_us);
  submit_us.add(cpu.submit_us);
  if (times.scopes.empty() || (times.frame == timed && !scopes.empty())) return;
  timed = times.frame;
  update_scopes(times);
}

// Steps differ between frames, so a missing scope keeps its row for a while.
void HudData::update_scopes(const gpu::FrameTimes& times) {
  constexpr std::uint64_t patience = 240;
  std::size_t place = 0;
  for (std::size_t i = 0; i < times.scopes.size(); ++i) {
    const std::string& path = times.scopes[i].path;
    auto same = [&path](const auto& other) { return other.path == path; };
    auto first = times.scopes.begin(), here = first + static_cast<std::ptrdiff_t>(i);
    if (std::find_if(first, here, same) != here) continue;  // counted with its first opening
    double ms = 0;
    for (const gpu::ScopeTime& scope : times.scopes) ms += scope.path == path ? scope.ms() : 0;
    auto known = std::ranges::find_if(scopes, same);
    if (known == scopes.end())
      known = scopes.insert(scopes.begin() + static_cast<std::ptrdiff_t>(std::min(place, scopes.size())), {path});
    place = static_cast<std::size_t>(known - scopes.begin()) + 1;
    known->begin_ms.add(here->begin_ms);
    known->ms.add(ms);
    known->seen = times.frame;
  }
  std::erase_if(scopes, [&](const ScopeTrack& scope) { return scope.seen + patience < times.frame; });
}

}  // namespace undine::hud
