// Copies of the project's shaders and their headers, for tests that modify them.
#pragma once
#include "tests/support/temp_folder.h"

namespace undine::test {

class ShaderCopy {
 public:
  explicit ShaderCopy(const TempFolder& folder) : folder_(folder) {
    namespace fs = std::filesystem;
    const fs::path source = UNDINE_SOURCE_DIR, target = folder.path() / "copy";
    fs::create_directories(target);
    fs::copy(source / "shaders", target / "shaders", fs::copy_options::recursive);
    for (const char* headers : {"passes", "engine/core"})
      for (const auto& entry : fs::recursive_directory_iterator(source / headers)) {
        if (entry.path().extension() != ".h") continue;
        const fs::path to = target / entry.path().lexically_relative(source);
        fs::create_directories(to.parent_path());
        fs::copy(entry.path(), to);
      }
  }
  std::string root() const { return folder_.file("copy/shaders"); }
  // Throws if the shader does not contain the text: an ineffective modification would make the test pass falsely.
  void replace(const std::string& shader, const std::string& from, const std::string& to) const {
    const std::string name = "copy/shaders/" + shader;
    std::string text = folder_.read(name);
    std::size_t at = text.find(from);
    if (at == std::string::npos) throw std::runtime_error(shader + " lacks " + from);
    folder_.write(name, text.replace(at, from.size(), to));
  }

 private:
  const TempFolder& folder_;
};

}  // namespace undine::test
