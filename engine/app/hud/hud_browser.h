// The panel that opens another scene: recent ones, and those of folders with their pictures. Only hud*.cpp include this
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
  // Lists the scenes of Undine and those beside `scene`, and reads their pictures: where the list is another one than
  // at the last call, or the atlas is needed again.
  void read(const std::filesystem::path& scene, bool atlas_again);
  struct Atlas {  // of the pictures, rgba8
    glm::uvec2 size{};
    std::vector<std::byte> texels;
  };
  std::optional<Atlas> take_atlas() { return std::exchange(atlas_, {}); }  // of the last read()
  // It fills `room`; a choice goes to controls.open.
  void draw(HudControls& controls, HudPanels& panels, const Box& room, float scale);

 private:
  struct Entry {
    std::filesystem::path file;
    glm::vec4 uv{};  // in the atlas; empty: it has no picture
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
