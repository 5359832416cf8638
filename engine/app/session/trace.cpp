#include "engine/app/session/trace.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/files/files.h"

namespace undine::session {

Trace::Trace(std::filesystem::path file) : file_(std::move(file)) {
  if (!file_.empty()) files::prepare_file(file_);
}

void Trace::cpu(const std::string& name, Time begin, Time end) {
  if (file_.empty()) return;
  events_.push_back({name, false, since_start(begin), since_start(end) - since_start(begin)});
}

void Trace::gpu(const gpu::FrameTimes& frame) {
  if (file_.empty() || frame.scopes.empty() || frame.frame == last_frame_) return;
  last_frame_ = frame.frame;
  double length = 0;
  for (const gpu::ScopeTime& scope : frame.scopes) length = std::max(length, scope.end_ms * 1000);
  double begin = std::max(gpu_end_us_, since_start(now()) - length);
  for (const gpu::ScopeTime& scope : frame.scopes)
    events_.push_back({scope.path, true, begin + scope.begin_ms * 1000, scope.ms() * 1000});
  gpu_end_us_ = begin + length;
}

void Trace::write() {
  const std::filesystem::path file = std::exchange(file_, {});
  if (file.empty()) return;
  nlohmann::json list = nlohmann::json::array();
  for (int track : {1, 2})
    list.push_back({{"ph", "M"},
                    {"pid", 1},
                    {"tid", track},
                    {"name", "thread_name"},
                    {"args", {{"name", track == 1 ? "CPU" : "GPU"}}}});
  for (const Event& e : events_)
    list.push_back(
        {{"ph", "X"}, {"pid", 1}, {"tid", e.gpu ? 2 : 1}, {"name", e.name}, {"ts", e.begin_us}, {"dur", e.length_us}});
  files::write_file(file, nlohmann::json{{"traceEvents", std::move(list)}, {"displayTimeUnit", "ms"}}.dump() + "\n");
}

}  // namespace undine::session
