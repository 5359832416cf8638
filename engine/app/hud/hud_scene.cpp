#include "engine/app/hud/hud_scene.h"

#include <fmt/format.h>

#include "engine/app/hud/hud_settings.h"
#include "engine/app/hud/hud_widgets.h"
#include "engine/files/files.h"

namespace undine::hud {

// Height of a wrapped text, 0 without one.
static float wrapped_height(const std::string& s) {
  if (s.empty()) return 0;
  const float width = ImGui::GetContentRegionAvail().x;
  return ImGui::CalcTextSize(s.c_str(), nullptr, false, width).y + ImGui::GetStyle().ItemSpacing.y;
}

Box ScenePanel::draw(session::Session& session, HudControls& controls, const Box& room, MovedPanels& moved) {
  moved.place("settings", room.low);
  ImGui::SetNextWindowSize({room.width(), room.height()});
  Box box = room;
  if (ImGui::Begin("settings", nullptr, movable_window & ~ImGuiWindowFlags_NoNav)) {
    box = moved.placed("settings");
    try {
      if (!draft_)
        draft_ = parse_scene(save_scene(session.live_scene()), session.scene().file, {}, session.scene().assets);
      heading("Settings", session.scene().file.filename().string());
      const float below = ImGui::GetFrameHeightWithSpacing() + wrapped_height(note());
      if (ImGui::BeginChild("sections", {0, -below})) sections(session, controls);
      ImGui::EndChild();
      buttons(session, controls);
    } catch (const Error& e) {
      message_ = e.what();
      ImGui::TextWrapped("%s", message_.c_str());
    }
  }
  ImGui::End();
  return box;
}

std::string ScenePanel::note() const {
  if (!problem_.empty()) return problem_;
  return message_.empty() && waiting_ ? "changes of * wait for \"Apply\", which restarts their water" : message_;
}

void ScenePanel::sections(session::Session& session, HudControls& controls) {
  Scene& live = session.live_scene();
  const auto section = [&](const std::string& title, bool open, auto& settings, bool all_live = false) {
    if (!ImGui::CollapsingHeader(title.c_str(), open ? ImGuiTreeNodeFlags_DefaultOpen : ImGuiTreeNodeFlags_None))
      return false;
    ImGui::PushID(title.c_str());
    ImGui::Indent(4);
    SettingsEditor own;
    own.inherit("gravity", draft_->gravity);
    own.edit(settings, all_live);
    ImGui::Unindent(4);
    ImGui::PopID();
    if (problem_.empty()) problem_ = own.problem();
    waiting_ = waiting_ || own.waits();
    return own.live();
  };
  problem_.clear();
  bool at_once = false;
  for (WaterEntry& water : draft_->water)
    at_once |= section(fmt::format("Water: {}###{}", water.name, static_cast<const void*>(&water)), true, water);
  for (std::size_t i = 0; i < draft_->bodies.size(); ++i)
    at_once |= section(fmt::format("Bodies {}", i), false, draft_->bodies[i]);
  at_once |= section("Picture", true, draft_->render, true);
  bool sky = section("Sun", false, draft_->sun, true);
  if (sky && glm::dot(draft_->sun.direction, draft_->sun.direction) > 1e-12) {
    live.sun = draft_->sun;
    live.sun.direction = glm::normalize(live.sun.direction);
  }
  for (std::size_t i = 0; i < draft_->lights.size(); ++i)
    at_once |= section(fmt::format("Light {}", i), false, draft_->lights[i], true);
  static_cast<CameraPlace&>(draft_->camera) = controls.camera;
  if (section("Camera", false, draft_->camera, true) && draft_->camera.eye != draft_->camera.target) {
    controls.camera = static_cast<CameraPlace&>(draft_->camera);
    controls.camera_moved = true;
    if (problem_.empty()) live.camera.path = draft_->camera.path;
  }
  sky |= section("Sky", false, draft_->sky);
  section("Clock", false, draft_->clock);
  if (draft_->terrain_settings) section("Terrain", false, *draft_->terrain_settings);
  for (std::size_t i = 0; i < draft_->meshes.size(); ++i) section(fmt::format("Mesh {}", i), false, draft_->meshes[i]);
  // Rebuilding the sky takes a moment, so it waits until the slider is released.
  sky_waits_ = sky_waits_ || sky;
  if (sky_waits_ && !ImGui::IsAnyItemActive()) at_once = true;
  if (!at_once || !problem_.empty()) return;
  sky_waits_ = false;
  controls.live = &*draft_;
}

void ScenePanel::buttons(session::Session& session, HudControls& controls) {
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, waiting_ && problem_.empty() ? 1.0f : 0.4f);
  const bool apply = ImGui::Button("Apply") && waiting_ && problem_.empty();
  ImGui::PopStyleVar();
  tooltip(
      "Applies the changed values that are marked with * and restarts their waters. Other values take effect as they "
      "are edited.");
  ImGui::SameLine();
  const bool revert = ImGui::Button("Revert");
  tooltip("Returns to the settings of the running scene.");
  ImGui::SameLine();
  if (ImGui::Button("Save as changed")) save(session, controls.camera);
  tooltip("Writes the changed scene to a new file beside the original.");
  if (const std::string below = note(); !below.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, problem_.empty() ? color::dim : color::bad);
    ImGui::TextWrapped("%s", below.c_str());
    ImGui::PopStyleColor();
  }
  if (apply) {
    message_.clear();
    try {
      controls.changed = parse_scene(save_scene(*draft_), session.scene().file, {}, session.scene().assets);
    } catch (const Error& e) {
      message_ = e.what();
    }
  }
  if (revert) {
    draft_.reset();
    waiting_ = false;
    message_.clear();
  }
}

void ScenePanel::save(const session::Session& session, const CameraPlace& camera) {
  static_cast<CameraPlace&>(draft_->camera) = camera;
  std::filesystem::path file = session.scene().file;
  file.replace_filename(file.stem().string() + "_changed.json");
  try {
    files::write_file(file, save_scene(*draft_));
    message_ = file.filename().string() + " written";
  } catch (const Error& e) {
    message_ = e.what();
  }
}

}  // namespace undine::hud
