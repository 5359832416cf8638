#include "engine/app/hud/hud_scene.h"

#include <fmt/format.h>

#include "engine/app/hud/hud_settings.h"
#include "engine/app/hud/hud_widgets.h"
#include "engine/files/files.h"

namespace undine::hud {

void ScenePanel::draw(session::Session& session, HudControls& controls, const Box& room) {
  ImGui::SetNextWindowPos({room.low.x, room.low.y});
  ImGui::SetNextWindowSize({room.width(), room.height()});
  if (ImGui::Begin("settings", nullptr, fixed_window & ~ImGuiWindowFlags_NoNav)) {
    try {
      if (!draft_) draft_ = parse_scene(save_scene(session.live_scene()), session.scene().file);
      heading("Settings", session.scene().file.filename().string());
      const float below = ImGui::GetFrameHeightWithSpacing() + 2 * ImGui::GetTextLineHeightWithSpacing();
      if (ImGui::BeginChild("sections", {0, -below})) sections(session, controls);
      ImGui::EndChild();
      buttons(session, controls);
    } catch (const Error& e) {
      message_ = e.what();
      ImGui::TextWrapped("%s", message_.c_str());
    }
  }
  ImGui::End();
}

void ScenePanel::sections(session::Session& session, HudControls& controls) {
  SettingsEditor editor;
  bool waits = false;
  Scene& live = session.live_scene();
  auto section = [&](const std::string& title, bool open, auto& settings) {
    if (!ImGui::CollapsingHeader(title.c_str(), open ? ImGuiTreeNodeFlags_DefaultOpen : ImGuiTreeNodeFlags_None))
      return false;
    ImGui::PushID(title.c_str());
    ImGui::Indent(4);
    const bool changed = editor.edit(settings);
    ImGui::Unindent(4);
    ImGui::PopID();
    return changed;
  };
  for (WaterEntry& water : draft_->water)
    waits |= section(fmt::format("Water: {}###{}", water.name, static_cast<const void*>(&water)), true, water);
  if (section("Picture", true, draft_->render)) live.render.assign(draft_->render);
  if (section("Sun", false, draft_->sun) && glm::dot(draft_->sun.direction, draft_->sun.direction) > 1e-12) {
    live.sun = draft_->sun;
    live.sun.direction = glm::normalize(live.sun.direction);
    waits = true;  // the sky is made for one sun
  }
  draft_->camera = controls.camera;
  if (section("Camera", false, draft_->camera) && draft_->camera.eye != draft_->camera.target) {
    controls.camera = draft_->camera;
    controls.camera_moved = true;
  }
  waits |= section("Sky", false, draft_->sky);
  waits |= section("Clock", false, draft_->clock);
  if (draft_->terrain_settings) waits |= section("Terrain", false, *draft_->terrain_settings);
  for (std::size_t i = 0; i < draft_->meshes.size(); ++i)
    waits |= section(fmt::format("Mesh {}", i), false, draft_->meshes[i]);
  waiting_ = waiting_ || waits;
  problem_ = editor.problem();
}

void ScenePanel::buttons(session::Session& session, HudControls& controls) {
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, waiting_ && problem_.empty() ? 1.0f : 0.4f);
  const bool apply = ImGui::Button("Apply") && waiting_ && problem_.empty();
  ImGui::PopStyleVar();
  tooltip("Sun, picture and camera change at once. The rest takes effect here: waters that changed start anew.");
  ImGui::SameLine();
  const bool revert = ImGui::Button("Revert");
  tooltip("Back to the settings that run.");
  ImGui::SameLine();
  if (ImGui::Button("Save as changed")) save(session, controls.camera);
  tooltip("Writes the scene with all changes beside its file.");
  const std::string& note = !problem_.empty() ? problem_ : message_;
  ImGui::PushStyleColor(ImGuiCol_Text, problem_.empty() ? color::dim : color::bad);
  ImGui::TextWrapped("%s", note.empty() && waiting_ ? "changes wait for \"Apply\"" : note.c_str());
  ImGui::PopStyleColor();
  if (apply) {
    message_.clear();
    try {
      controls.changed = parse_scene(save_scene(*draft_), session.scene().file);
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

void ScenePanel::save(const session::Session& session, const CameraSettings& camera) {
  draft_->camera = camera;
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
