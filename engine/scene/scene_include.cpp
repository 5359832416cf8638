#include "engine/scene/scene_include.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/core/error.h"
#include "engine/files/files.h"

namespace undine {
namespace {

namespace fs = std::filesystem;
using settings::Json;
using settings::pointer_of;

constexpr std::size_t most_files = 64;  // of one scene

struct Piece {  // one file
  fs::path file, folder;
  std::string name;  // in messages
};

bool lists_of_objects(const Json& a, const Json& b) {
  const auto objects = [](const Json& list) {
    return list.is_array() && std::ranges::all_of(list, [](const Json& v) { return v.is_object(); });
  };
  return objects(a) && objects(b);
}

class Includer {
 public:
  Includer(settings::Source& source, bool lenient) : source_(source), lenient_(lenient) {}

  // Merges `own` and the files that it includes into `root`.
  void take(Json own, const Piece& piece) {
    if (!own.is_object())
      throw Error(Exit::bad_input, piece.name, settings::shown(own) + " is not an object", "allowed: {...}");
    chain_.push_back(piece);
    const auto list = own.find("include");
    if (list != own.end()) {
      const Json names = std::move(*list);
      own.erase("include");
      if (names.is_string())
        enter(names, piece, "/include");
      else if (names.is_array())
        for (std::size_t i = 0; i < names.size(); ++i) enter(names[i], piece, fmt::format("/include/{}", i));
      else
        throw Error(Exit::bad_input, piece.name + ": /include", settings::shown(names) + " is not a file name",
                    "allowed: a file in quotes, or a list of such");
    }
    if (chain_.size() > 1) strip(own, piece);
    if (files.empty())
      root = std::move(own);
    else
      merge(root, std::move(own), "", "", piece);
    chain_.pop_back();
  }

  Json root = Json::object();
  std::vector<fs::path> files;  // that were included
  std::vector<std::string> texts;

 private:
  void enter(const Json& name, const Piece& from, const std::string& pointer) {
    const std::size_t depth = chain_.size();
    try {
      take_file(name, from, from.name + ": " + pointer);
    } catch (const Error&) {
      if (!lenient_) throw;
      chain_.resize(depth);
    }
  }

  void take_file(const Json& name, const Piece& from, const std::string& where) {
    if (!name.is_string())
      throw Error(Exit::bad_input, where, settings::shown(name) + " is not a file name", "allowed: a file in quotes");
    std::vector<fs::path> folders{from.folder};
    if (source_.folder != from.folder) folders.push_back(source_.folder);
    if (!source_.assets.empty()) folders.push_back(source_.assets);
    const fs::path file = settings::resolve_file(folders, name.get_ref<const std::string&>(), where);
    refuse_circle(file, where);
    if (std::ranges::find(files, file) != files.end()) return;
    if (files.size() == most_files)
      throw Error(Exit::bad_input, where, "too many files are included", fmt::format("allowed: up to {}", most_files));
    files.push_back(file);
    const std::string shown = shown_name(file);
    texts.push_back(files::read_file(file, settings::max_bytes));
    take(settings::parse_json(texts.back(), shown), {file, file.parent_path(), shown});
  }

  // As a user would write it: from the scene's folder or the library on.
  std::string shown_name(const fs::path& file) const {
    for (const fs::path& folder : {source_.folder, source_.assets}) {
      std::error_code error;
      const fs::path in = fs::relative(file, folder.empty() ? "." : folder, error);
      if (!error && !in.empty() && *in.begin() != "..") return (folder / in).string();
    }
    return file.string();
  }

  void refuse_circle(const fs::path& file, const std::string& where) const {
    const auto again = std::ranges::find(chain_, file, &Piece::file);
    if (again == chain_.end()) return;
    std::string way;
    for (auto at = again; at != chain_.end(); ++at) way += at->name + " includes ";
    throw Error(Exit::bad_input, where, "files include each other in a circle: " + way + again->name,
                "leave one of them out");
  }

  // Removes the keys that describe an included file itself.
  static void strip(Json& own, const Piece& piece) {
    if (settings::is_json_schema(own)) throw Error(Exit::bad_input, piece.name, "is a JSON schema, not a scene");
    own.erase("$schema");
    const auto version = own.find("version");
    if (version == own.end()) return;
    if (*version != 1)
      throw Error(Exit::bad_input, piece.name + ": /version", version->dump() + " is not known", "allowed: 1");
    own.erase(version);
  }

  void merge(Json& at, Json&& in, const std::string& pointer, const std::string& origin, const Piece& piece) {
    const auto came = [&](const std::string& to, const std::string& from) {
      source_.parts.push_back({to, piece.name, settings::Source::Origin{from, piece.folder}});
    };
    const bool own_list = std::ranges::count(pointer, '/') == 1;  // of the scene itself
    if (at.is_object() && in.is_object()) {
      for (auto& [key, value] : in.items()) {
        const std::string to = pointer_of(pointer, key), from = pointer_of(origin, key);
        if (at.contains(key)) {
          merge(at[key], std::move(value), to, from, piece);
        } else {
          at[key] = std::move(value);
          came(to, from);
        }
      }
    } else if (own_list && lists_of_objects(at, in)) {
      for (std::size_t i = 0; i < in.size(); ++i) join(at, std::move(in[i]), pointer, origin, i, piece);
    } else {
      at = std::move(in);
      came(pointer, origin);
    }
  }

  // Element `i` of a list: merged with the one of its name, or put behind the others.
  void join(Json& list, Json&& element, const std::string& pointer, const std::string& origin, std::size_t i,
            const Piece& piece) {
    const std::string from = fmt::format("{}/{}", origin, i);
    const auto name = element.find("name");
    const auto same = std::ranges::find_if(list, [&](const Json& other) {
      const auto at = other.find("name");
      return name != element.end() && at != other.end() && *at == *name;
    });
    const std::string to = fmt::format("{}/{}", pointer, same - list.begin());
    if (same != list.end()) return merge(*same, std::move(element), to, from, piece);
    source_.parts.push_back({to, piece.name, settings::Source::Origin{from, piece.folder}});
    list.push_back(std::move(element));
  }

  settings::Source& source_;
  bool lenient_;
  std::vector<Piece> chain_;
};

Piece main_piece(const fs::path& file) {
  std::error_code ignored;
  fs::path whole = fs::canonical(file, ignored);
  return {ignored ? file : whole, file.parent_path(), file.string()};
}

}  // namespace

std::vector<std::string> include_scenes(Json& root, const fs::path& file, settings::Source& source) {
  if (!root.is_object() || !root.contains("include")) return {};
  Includer all(source, false);
  all.take(std::move(root), main_piece(file));
  root = std::move(all.root);
  return std::move(all.texts);
}

std::vector<fs::path> scene_files(const fs::path& file, const fs::path& assets) {
  std::vector<fs::path> out{file};
  try {
    settings::Source source{file.string(), file.parent_path(), {}, assets};
    Json root = settings::parse_json(files::read_file(file, settings::max_bytes), source.name);
    Includer all(source, true);
    all.take(std::move(root), main_piece(file));
    out.insert(out.end(), all.files.begin(), all.files.end());
  } catch (const Error&) {
  }
  return out;
}

}  // namespace undine
