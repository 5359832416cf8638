#include "engine/app/hud/hud_browser.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "engine/app/hud/hud_widgets.h"
#include "engine/app/session/preferences.h"
#include "engine/core/error.h"
#include "engine/files/png.h"

namespace undine::hud {
namespace {

namespace fs = std::filesystem;

constexpr glm::uvec2 tile{240, 135};  // texels of a picture in the atlas
constexpr std::uint32_t across = 8;   // pictures in a row of it
constexpr float tile_width = 150;     // minimum width on the screen at text scale 1

// The pictures' folder lies beside the scenes' folder: pictures/ in an installation, docs/pictures/ in the source tree.
fs::path picture_of(const fs::path& scene) {
  std::error_code ignored;
  const fs::path above = scene.parent_path().parent_path(), name = scene.stem().string() + "_small.png";
  for (const fs::path& folder : {above / "pictures", above / "docs" / "pictures"})
    if (fs::is_regular_file(folder / name, ignored)) return folder / name;
  return {};
}

// Box filter: averages the texels of `from` under each texel of the tile.
void shrink(const files::Bitmap8& from, std::byte* to, std::size_t row_bytes) {
  for (std::uint32_t y = 0; y < tile.y; ++y)
    for (std::uint32_t x = 0; x < tile.x; ++x) {
      const glm::uvec2 low = glm::uvec2(x, y) * from.size / tile,
                       high = glm::max(glm::uvec2(x + 1, y + 1) * from.size / tile, low + 1u);
      glm::uvec3 sum(0);
      for (std::uint32_t v = low.y; v < high.y; ++v)
        for (std::uint32_t u = low.x; u < high.x; ++u) {
          const std::uint8_t* texel = &from.values[3 * (std::size_t{v} * from.size.x + u)];
          sum += glm::uvec3(texel[0], texel[1], texel[2]);
        }
      const glm::uvec3 mean = sum / ((high.x - low.x) * (high.y - low.y));
      std::byte* texel = to + y * row_bytes + 4 * std::size_t{x};
      for (int c = 0; c < 3; ++c) texel[c] = static_cast<std::byte>(mean[c]);
      texel[3] = std::byte{255};
    }
}

}  // namespace

void SceneBrowser::list(const fs::path& folder) {
  std::error_code problem;
  const fs::path real = fs::weakly_canonical(folder, problem);
  if (problem || std::ranges::find(folders_, real, &Folder::path) != folders_.end()) return;
  Folder out{real, {}};
  for (fs::directory_iterator i(real, problem), end; !problem && i != end; i.increment(problem))
    if (i->path().extension() == ".json" && !i->path().string().ends_with(".schema.json"))
      out.entries.push_back({i->path()});
  std::ranges::sort(out.entries, {}, &Entry::file);
  if (!out.entries.empty()) folders_.push_back(std::move(out));
}

void SceneBrowser::read_pictures() {
  std::vector<std::pair<Entry*, fs::path>> found;
  for (Folder& folder : folders_)
    for (Entry& entry : folder.entries)
      if (fs::path picture = picture_of(entry.file); !picture.empty()) found.emplace_back(&entry, std::move(picture));
  if (found.empty()) return;
  const auto rows = static_cast<std::uint32_t>((found.size() + across - 1) / across);
  Atlas atlas{{across * tile.x, rows * tile.y}, {}};
  const std::size_t row_bytes = 4 * std::size_t{atlas.size.x};
  atlas.texels.resize(row_bytes * atlas.size.y);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto at = static_cast<std::uint32_t>(i);
    const glm::uvec2 corner = glm::uvec2(at % across, at / across) * tile;
    try {
      const files::Bitmap8 picture = files::read_png8(found[i].second, 3);
      if (picture.size.x == 0 || picture.size.y == 0) continue;
      shrink(picture, atlas.texels.data() + corner.y * row_bytes + 4 * std::size_t{corner.x}, row_bytes);
      found[i].first->uv =
          glm::vec4(glm::vec2(corner) / glm::vec2(atlas.size), glm::vec2(corner + tile) / glm::vec2(atlas.size));
    } catch (const Error&) {
      continue;  // scene without a picture
    }
  }
  atlas_ = std::move(atlas);
}

void SceneBrowser::read(const fs::path& scene, bool atlas_again) {
  std::vector<Folder> before = std::exchange(folders_, {});
  std::error_code ignored;
  if (fs::is_regular_file(scene, ignored)) list(fs::absolute(scene, ignored).parent_path());
  list(session::scenes_folder());
  const auto same = [](const Folder& a, const Folder& b) {
    return a.path == b.path && std::ranges::equal(a.entries, b.entries, {}, &Entry::file, &Entry::file);
  };
  if (!atlas_again && std::ranges::equal(before, folders_, same))
    folders_ = std::move(before);
  else
    read_pictures();
}

void SceneBrowser::recent(HudControls& controls, float scale) {
  bool first = true;
  for (const fs::path& file : controls.recent) {
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored)) continue;
    if (first) heading("Recent");
    const std::string name = file.stem().string();
    const float width = ImGui::CalcTextSize(name.c_str()).x + 2 * ImGui::GetStyle().FramePadding.x;
    if (!first) ImGui::SameLine();
    if (!first && ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
    first = false;
    if (ImGui::Button(fmt::format("{}##{}", name, file.string()).c_str())) controls.open = file;
    tooltip(file.string());
  }
  if (!first) ImGui::Dummy({0, 4 * scale});
}

void SceneBrowser::grid(const Folder& folder, HudControls& controls, float scale) {
  heading(folder.path.filename().string(), folder.path.string());
  const ImGuiStyle& style = ImGui::GetStyle();
  const float room = ImGui::GetContentRegionAvail().x, gap = style.ItemSpacing.x;
  const int columns = std::max(1, static_cast<int>((room + gap) / (tile_width * scale + gap)));
  const float width = (room - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns),
              height = width * static_cast<float>(tile.y) / static_cast<float>(tile.x);
  int column = 0;
  for (const Entry& entry : folder.entries) {
    const std::string name = entry.file.stem().string();
    ImGui::PushID(entry.file.string().c_str());
    ImGui::BeginGroup();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::InvisibleButton("scene", {width, height + ImGui::GetTextLineHeightWithSpacing()}))
      controls.open = entry.file;
    const bool over = ImGui::IsItemHovered();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 end{at.x + width, at.y + height};
    if (entry.uv.z > 0)
      list.AddImage(picture_texture, at, end, {entry.uv.x, entry.uv.y}, {entry.uv.z, entry.uv.w});
    else
      list.AddRectFilled(at, end, color::accent_soft, 4 * scale);
    if (over) list.AddRect(at, end, color::accent, 0, 0, 2 * scale);
    list.AddText({at.x, end.y + 2 * scale}, over ? color::accent : ImGui::GetColorU32(ImGuiCol_Text), name.c_str());
    ImGui::EndGroup();
    ImGui::PopID();
    column = (column + 1) % columns;
    if (column != 0) ImGui::SameLine();
  }
  if (column != 0) ImGui::NewLine();
}

void SceneBrowser::draw(HudControls& controls, HudPanels& panels, const Box& room, float scale) {
  ImGui::SetNextWindowPos({room.low.x, room.low.y});
  ImGui::SetNextWindowSize({room.width(), room.height()});
  if (ImGui::Begin("browser", nullptr, fixed_window & ~ImGuiWindowFlags_NoNav)) {
    heading("Open a scene");
    const char* close = "Close";
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(close).x -
                    2 * ImGui::GetStyle().FramePadding.x);
    if (ImGui::SmallButton(close)) panels.browser = false;
    tooltip("Escape");
    if (ImGui::BeginChild("scenes")) {
      recent(controls, scale);
      for (const Folder& folder : folders_) grid(folder, controls, scale);
      if (folders_.empty())
        dim_text("There are no scenes beside this one. Drop a file on the window, or give its name.");
    }
    ImGui::EndChild();
  }
  ImGui::End();
  if (controls.open) panels.browser = false;
}

}  // namespace undine::hud
