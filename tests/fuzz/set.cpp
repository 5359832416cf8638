#include <algorithm>

#include "engine/app/session/command_line.h"
#include "engine/files/files.h"
#include "tests/fuzz/scene.h"
#include "tests/fuzz/target.h"

namespace undine::fuzz {
namespace {

const std::vector<std::string>& scenes() {
  static const std::vector<std::string> texts = [] {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder()))
      if (entry.path().extension() == ".json") found.push_back(entry.path());
    std::ranges::sort(found);
    std::vector<std::string> out;
    for (const auto& file : found) out.push_back(files::read_file(file));
    if (out.empty()) finding("no scenes");
    return out;
  }();
  return texts;
}

}  // namespace

void set(Input lines) {
  if (lines.empty()) return;
  const std::string& text = scenes()[static_cast<unsigned char>(lines.front()) % scenes().size()];
  lines.remove_prefix(1);
  session::CommandLine line;
  for (std::size_t end = 0; end != Input::npos; lines.remove_prefix(end == Input::npos ? 0 : end + 1)) {
    end = lines.find('\n');
    line.set.emplace_back(lines.substr(0, end));
  }
  std::optional<Scene> read;
  if (accepts([&] { read = parse_scene(text, folder() / "scene.json", line.overrides()); })) make_world(*read);
}

}  // namespace undine::fuzz
