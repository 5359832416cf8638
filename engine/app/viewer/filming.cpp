#include "engine/app/viewer/filming.h"

#include <fmt/format.h>

#include <cmath>

#include "engine/app/session/measure.h"
#include "engine/core/log.h"
#include "engine/files/files.h"

namespace undine::viewer {
namespace {

glm::dvec3 rounded(const glm::dvec3& place) {
  constexpr double parts = 1e4;  // resolution of 1e-4 m
  return glm::round(place * parts) / parts;
}

}  // namespace

void Filming::play() {
  const auto& path = session_.scene().camera.path;
  if (playing_)
    playing_.reset();
  else if (path.empty())
    log::warning("P: the scene's camera has no path; C records one");
  else
    playing_ = session_.world().time() - path.front().time;
}

std::optional<CameraPlace> Filming::place() {
  const auto& path = session_.scene().camera.path;
  if (!playing_ || path.empty()) return {};
  const double now = session_.world().time();
  if (now < *playing_ + path.front().time) playing_ = now - path.front().time;  // the scene restarted
  const double time = now - *playing_;
  if (time > path.back().time) {
    playing_.reset();
    log::info("the camera's path has ended");
  }
  return session_.on_path(time);
}

void Filming::note(const CameraPlace& place) {
  if (!recording_) return;
  const double now = session_.world().time();
  const CameraSample sample{now, {rounded(place.eye), rounded(place.target), place.fov}};
  if (!samples_.empty() && now < samples_.back().time) samples_.clear();
  if (!samples_.empty() && now == samples_.back().time)
    samples_.back() = sample;
  else
    samples_.push_back(sample);
}

std::string Filming::record() {
  recording_ = !recording_;
  if (recording_) {
    samples_.clear();
    log::info("the camera is recorded; C ends and saves it");
    return "the camera is recorded; C ends and saves it";
  }
  CameraSettings camera;
  camera.path = fit_path(samples_);
  if (camera.path.empty()) {
    log::warning("C: no simulated time went by; nothing is saved");
    return "no simulated time went by; nothing is saved";
  }
  static_cast<CameraPlace&>(camera) = samples_.front().place;
  const std::string file = fmt::format("undine_camera_{:03}.json", ++saved_);
  try {
    files::write_file(file, save_camera(camera));
    const std::string keys = session::counted(camera.path.size(), "key");
    log::info("{} written, {}; a scene takes it by \"include\"", file, keys);
    return fmt::format("{} written, {}", file, keys);
  } catch (const Error& e) {
    log::error("{}", e.what());
    return e.what();
  }
}

}  // namespace undine::viewer
