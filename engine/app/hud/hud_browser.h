// Panel that opens another scene: recent scenes, and scenes of folders with their pictures. Only hud*.cpp include this
// header.
#pragma once
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/app/hud/hud.h"
#include "engine/app/hud/hud_places.h"

namespace undine::hud {

class SceneBrowser {
 public:
  // Lists Undine's scenes and those beside `scene`. Reads their pictures if the list has changed since the last call,
  // or if the atlas is needed again.
  void read(const std::filesystem::path& scene, bool atlas_again);
  struct Atlas {  // atlas of the pictures, rgba8
    glm::uvec2 size{};
    std::vector<std::byte> texels;
  };
  std::optional<Atlas> take_atlas() { return std::exchange(atlas_, {}); }  // result of the last read()
  // Fills `room`; stores a choice in controls.open.
  void draw(HudControls& controls, HudPanels& panels, const Box& room, float scale);

 private:
  struct Entry {
    std::filesystem::path file;
    glm::vec4 uv{};  // in the atlas; empty: without picture
  };
  struct Folder {
    std::filesystem::path path;
    std::vector<Entry> entries;
  };
  void list(const std::filesystem::path& folder);
  void read_pictures();
  void recent(HudControls& controls, float scale);
  void grid(const Folder& folder, HudControls& controls, float scale);

  std::vector<Folder> folders_;
  std::optional<Atlas> atlas_;
};

}  // namespace undine::hud
