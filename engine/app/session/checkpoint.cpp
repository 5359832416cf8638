#include "engine/app/session/checkpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <future>
#include <optional>
#include <utility>

#include "engine/app/session/same_world.h"
#include "engine/app/session/session.h"
#include "engine/core/error.h"
#include "engine/core/log.h"
#include "engine/files/files.h"
#include "engine/files/npy.h"
#include "engine/files/png.h"
#include "engine/settings/settings_json.h"

namespace undine::session {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint32_t format_version = 2;
constexpr const char* manifest_name = "checkpoint.json";
constexpr const char* scene_name = "scene.json";

struct Element {  // element of a format in NumPy's terms
  const char* type;
  std::uint32_t count;
};

Element element_of(graph::Format format) {
  using F = graph::Format;
  switch (format) {
    case F::undefined:
      return {"|u1", 1};
    case F::r8_unorm:
      return {"|u1", 1};
    case F::rg8_unorm:
      return {"|u1", 2};
    case F::rgba8_unorm:
    case F::rgba8_srgb:
    case F::bgra8_unorm:
    case F::bgra8_srgb:
      return {"|u1", 4};
    case F::r16_float:
      return {"<f2", 1};
    case F::rg16_float:
      return {"<f2", 2};
    case F::rgba16_float:
      return {"<f2", 4};
    case F::r32_float:
    case F::d32_float:
      return {"<f4", 1};
    case F::rg32_float:
      return {"<f4", 2};
    case F::rgba32_float:
      return {"<f4", 4};
    case F::r32_uint:
      return {"<u4", 1};
    case F::rg32_uint:
      return {"<u4", 2};
    case F::rgba32_uint:
      return {"<u4", 4};
  }
  return {"|u1", 1};
}

graph::Format format_of(const std::string& name) {
  for (int i = 0; i <= static_cast<int>(graph::Format::d32_float); ++i)
    if (graph::format_name(static_cast<graph::Format>(i)) == name) return static_cast<graph::Format>(i);
  return graph::Format::undefined;
}

std::string array_bytes(const Checkpoint::Part& part, std::span<const std::byte> data) {
  std::vector<std::uint32_t> shape;
  const graph::Format format = part.image ? part.texture.format : part.buffer.texel;
  Element element = element_of(format);
  if (part.image) {
    const graph::ImageDesc& t = part.texture;
    if (t.layers > 1) shape.push_back(t.layers);
    if (t.extent.z > 1) shape.push_back(t.extent.z);
    shape.insert(shape.end(), {t.extent.y, t.extent.x});
  } else {
    // A buffer that shaders read as structs does not define an element type; use words.
    const std::uint64_t texel = graph::bytes_per_texel(format);
    if (texel == 0 || data.size() % texel != 0) element = {"<u4", 1};
    if (data.size() % 4 != 0) element = {"|u1", 1};
    const std::uint64_t each = element.count * (element.type[2] == '1' ? 1u : element.type[2] == '2' ? 2u : 4u);
    shape.push_back(static_cast<std::uint32_t>(data.size() / each));
  }
  if (element.count > 1) shape.push_back(element.count);
  return files::npy_bytes(shape, element.type, data);
}

// Sorts a list whose order has no meaning.
void put_in_order(std::span<std::byte> list) {
  std::vector<std::uint32_t> words(list.size() / 4);
  std::memcpy(words.data(), list.data(), 4 * words.size());
  constexpr std::size_t head = 4;
  if (words.size() < head) return;
  const auto begin = words.begin() + head, end = begin + std::min<std::ptrdiff_t>(words[head - 1], words.end() - begin);
  std::sort(begin, end);
  std::fill(end, words.end(), 0);
  std::memcpy(list.data(), words.data(), 4 * words.size());
}

std::string described(const Checkpoint::Part& part) {
  if (!part.image) return fmt::format("{} bytes of {}", part.buffer.bytes, graph::format_name(part.buffer.texel));
  const graph::ImageDesc& t = part.texture;
  return fmt::format("an image of {} x {} x {}, {} layers, {}", t.extent.x, t.extent.y, t.extent.z, t.layers,
                     graph::format_name(t.format));
}

// Accounts differ between runs; a run can resume without them.
bool counts(const Checkpoint::Part& part) {
  return part.keeps == graph::State::Keeps::count || part.keeps == graph::State::Keeps::counting;
}

Json json_of(const Checkpoint::Part& part) {
  Json out{{"owner", part.owner}, {"name", part.name}, {"file", part.member}};
  if (counts(part)) out["counts"] = true;  // optional for resuming
  if (part.image) {
    const graph::ImageDesc& t = part.texture;
    out.update(Json{{"kind", "image"},
                    {"extent", {t.extent.x, t.extent.y, t.extent.z}},
                    {"layers", t.layers},
                    {"format", graph::format_name(t.format)}});
  } else {
    out.update(
        Json{{"kind", "buffer"}, {"bytes", part.buffer.bytes}, {"format", graph::format_name(part.buffer.texel)}});
  }
  return out;
}

Checkpoint::Part part_of(const Json& json) {
  Checkpoint::Part out;
  out.owner = json.at("owner").get<std::string>();
  out.name = json.at("name").get<std::string>();
  out.member = json.at("file").get<std::string>();
  out.image = json.at("kind") == "image";
  if (json.contains("counts") && json.at("counts").get<bool>()) out.keeps = graph::State::Keeps::count;
  const graph::Format format = format_of(json.at("format").get<std::string>());
  if (out.image) {
    const Json& e = json.at("extent");
    out.texture = {.extent = {e.at(0).get<std::uint32_t>(), e.at(1).get<std::uint32_t>(), e.at(2).get<std::uint32_t>()},
                   .format = format,
                   .layers = json.at("layers").get<std::uint32_t>()};
  } else {
    out.buffer = {.bytes = json.at("bytes").get<std::uint64_t>(), .texel = format};
  }
  return out;
}

struct Owned {
  graph::Resource resource;
  Checkpoint::Part part;
};

// Persistent resources, in the order of owners and of the State.
std::vector<Owned> state_of(Session& session) {
  const auto entries = std::as_const(session.state()).entries();
  std::vector<Owned> out;
  for (const auto& [owner, label] : session.world().owners(session.state()))
    for (std::uint32_t i = 0; i < entries.size(); ++i) {
      const graph::State::Entry& e = entries[i];
      if (!e.live || e.owner != owner || e.keeps == graph::State::Keeps::nothing) continue;
      Checkpoint::Part part;
      part.owner = label;
      part.name = e.name;
      part.image = e.image;
      part.buffer = e.buffer;
      part.texture = e.texture;
      part.keeps = e.keeps;
      part.member = fmt::format("state/{:03}.npy", out.size());
      out.push_back({graph::Resource::make(true, e.image, i), std::move(part)});
    }
  return out;
}

Json manifest_of(Session& session, const std::vector<Owned>& state) {
  Json parts = Json::array();
  for (const Owned& one : state) parts.push_back(json_of(one.part));
  const gpu::DeviceInfo& device = session.device().info();
  Json before = Json::array();
  for (const World::Water& w : session.world().water()) before.push_back({w.before.got, w.before.left});
  const ReloadFigures& r = session.world().reloads();
  return {{"checkpoint", format_version},
          {"undine", UNDINE_VERSION},
          {"scene", session.scene().file.filename().string()},
          {"seed", session.scene().clock.seed},
          {"step", session.world().steps()},
          {"time", session.world().time()},
          {"device", fmt::format("{}, {}", device.name, device.driver)},
          {"files", files_of(session.live_scene())},
          {"state", std::move(parts)},
          {"ledger",
           {{"reloads",
             {r.added, r.removed, r.returned, r.closed, r.lost_momentum[0], r.lost_momentum[1], r.lost_momentum[2]}},
            {"before", std::move(before)}}},
          {"journal", session.journal().json()}};
}

// "run_000120.zip" of "run.zip": 120.
std::optional<std::uint64_t> step_of(const std::filesystem::path& family, const std::filesystem::path& file) {
  const std::string begin = family.stem().string() + "_", name = file.stem().string();
  if (file.extension() != family.extension() || !name.starts_with(begin)) return {};
  std::uint64_t step = 0;
  const char* last = name.data() + name.size();
  const auto [end, problem] = std::from_chars(name.data() + begin.size(), last, step);
  if (problem != std::errc() || end != last || file.filename() != checkpoint_name(family, step).filename()) return {};
  return step;
}

std::filesystem::path nearest(const std::filesystem::path& file, std::uint64_t most_step) {
  std::error_code none;
  if (std::filesystem::exists(file, none)) return file;
  std::optional<std::uint64_t> best, first;
  const auto folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
  for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
    const auto step = step_of(file, entry.path());
    if (!step) continue;
    if (!first || *step < *first) first = step;
    if (*step <= most_step && (!best || *step > *best)) best = step;
  }
  if (best) return checkpoint_name(file, *best);
  if (first)
    throw Error(Exit::bad_input, file.string(), fmt::format("its first checkpoint is of step {}", *first),
                fmt::format("one up to step {}", most_step));
  throw Error(Exit::bad_input, file.string(), "there is no such checkpoint, nor one with a step in its name",
              "e.g. " + checkpoint_name(file, 120).filename().string());
}

Checkpoint read_members(const std::filesystem::path& file, std::vector<files::Member> members) {
  const auto refuse = [&](const std::string& where, const std::string& what, const std::string& remedy = {}) {
    throw Error(Exit::bad_input, file.string() + where, what, remedy);
  };
  const auto member = [&](const std::string& name) -> std::string& {
    const auto found = std::ranges::find(members, name, &files::Member::name);
    if (found == members.end()) refuse("", "has no member " + name, "a checkpoint that Undine wrote");
    return found->bytes;
  };
  Checkpoint out;
  out.file = file;
  try {
    const Json manifest = Json::parse(member(manifest_name));
    if (manifest.at("checkpoint") != format_version)
      refuse(": /checkpoint", fmt::format("is of version {}", manifest.at("checkpoint").dump()),
             fmt::format("Undine {} reads version {}", UNDINE_VERSION, format_version));
    if (manifest.at("undine") != UNDINE_VERSION)
      refuse(": /undine", fmt::format("was written by Undine {}", manifest.at("undine").get<std::string>()),
             fmt::format("this is {}, whose steps may give other bytes", UNDINE_VERSION));
    out.step = manifest.at("step").get<std::uint64_t>();
    out.device = manifest.at("device").get<std::string>();
    if (manifest.contains("files")) out.files = manifest.at("files").dump();
    out.journal = Journal::read(manifest.at("journal"));
    if (manifest.contains("ledger")) {
      const Json& r = manifest.at("ledger").at("reloads");
      out.reloads = {r.at(0).get<double>(), r.at(1).get<double>(), r.at(2).get<double>(), r.at(3).get<double>()};
      for (std::size_t k = 0; k < 3; ++k) out.reloads.lost_momentum[k] = r.at(4 + k).get<double>();
      for (const Json& one : manifest.at("ledger").at("before"))
        out.before.push_back({one.at(0).get<double>(), one.at(1).get<double>()});
    }
    for (const Json& part : manifest.at("state")) {
      out.parts.push_back(part_of(part));
      out.parts.back().bytes = std::move(member(out.parts.back().member));
    }
  } catch (const nlohmann::json::exception& e) {
    refuse(std::string(": ") + manifest_name, e.what(), "a checkpoint that Undine wrote");
  }
  out.scene = std::move(member(scene_name));
  return out;
}

}  // namespace

std::filesystem::path checkpoint_name(const std::filesystem::path& file, std::uint64_t step) {
  std::filesystem::path out = file;
  return out.replace_filename(fmt::format("{}_{:06}{}", file.stem().string(), step, file.extension().string()));
}

Checkpoint read_checkpoint(const std::filesystem::path& file, std::uint64_t most_step) {
  const std::filesystem::path found = nearest(file, most_step);
  return read_members(found, files::read_archive(found));
}

void check_scene(const Checkpoint& from, Scene& scene) {
  const std::string given = save_scene(scene);
  const std::string& began = from.journal.began();
  const auto found = world_difference(from.scene, given);
  const bool is_first = found && !began.empty() && !world_difference(began, given);
  if (found && !is_first)
    throw Error(Exit::bad_input, from.file.string(), "was written by a run of another scene: " + *found,
                "the same scene, --set and --seed; only its picture may differ");
  if (from.files.empty()) return;
  std::optional<Scene> last;
  if (is_first) last = parse_scene(from.scene, scene.file, {}, scene.assets);
  if (const auto other = difference(Json::parse(from.files), files_of(last ? *last : scene)))
    throw Error(Exit::bad_input, from.file.string(), "was written with another file: " + *other,
                "the file as it was when the checkpoint was written");
}

Scene first_scene(const Checkpoint& from, Scene scene) {
  if (from.journal.began().empty()) return scene;
  return parse_scene(from.journal.began(), scene.file);
}

void put_back(const Checkpoint& from, Session& session) {
  const auto differs = [&](const Checkpoint::Part& part, const std::string& what) {
    throw Error(Exit::bad_input, fmt::format("{}: {}, {}", from.file.string(), part.owner, part.name), what,
                "the same scene, version and kind of device");
  };
  const std::vector<Owned> state = state_of(session);
  for (const Owned& here : state)
    if (here.part.keeps != graph::State::Keeps::count && !std::ranges::any_of(from.parts, [&](const auto& p) {
          return p.owner == here.part.owner && p.name == here.part.name && p.image == here.part.image;
        }))
      differs(here.part, counts(here.part)
                             ? "is not in it: who wrote it counted nothing (--checkpoint, --stats or --audit)"
                             : "is not in it");
  const std::string now = fmt::format("{}, {}", session.device().info().name, session.device().info().driver);
  if (now != from.device) log::warning("{} was written on {}: other bytes may follow", from.file.string(), from.device);
  constexpr std::uint64_t batch = std::uint64_t{64} << 20;  // bytes per frame
  std::uint64_t declared = 0;
  for (const Checkpoint::Part& part : from.parts) {
    const auto here = std::ranges::find_if(state, [&](const Owned& o) {
      return o.part.owner == part.owner && o.part.name == part.name && o.part.image == part.image;
    });
    if (here == state.end() && counts(part)) continue;
    if (here == state.end()) differs(part, "this scene makes none");
    if (described(here->part) != described(part))
      differs(part, fmt::format("holds {}; this scene makes {}", described(part), described(here->part)));
    const auto values = files::npy_values(part.bytes);
    const std::uint64_t bytes = part.image ? graph::bytes_of(part.texture) : part.buffer.bytes;
    if (!values || values->size() != bytes) differs(part, fmt::format("does not hold {}", described(part)));
    session.graph().upload("put_back", here->resource, std::as_bytes(std::span(*values)));
    declared += bytes;
    if (declared < batch) continue;
    session.run();
    declared = 0;
  }
  session.run();
  session.executor().finish();  // wait for read-backs of changes to reach their receivers
  session.world().reloads() = from.reloads;
  for (std::size_t i = 0; i < std::min(from.before.size(), session.world().water().size()); ++i)
    session.world().water()[i].before = from.before[i];
}

struct Checkpoints::Saving {
  std::filesystem::path file;
  Json manifest;
  std::vector<files::Member> members;
  std::size_t arrived = 0, expected = 0;
  std::function<void()> written;
  std::future<void> writer;

  void write() {
    members.front().bytes = manifest.dump(1) + "\n";
    files::write_file(file, files::archive_bytes(members), files::Lasting::yes);
    members.clear();
    log::info("{} written", file.string());
    if (written) written();
  }
  static void arrive(const std::shared_ptr<Saving>& s) {
    if (++s->arrived >= s->expected) s->writer = std::async(std::launch::async, [raw = s.get()] { raw->write(); });
  }
};

Checkpoints::~Checkpoints() = default;

void Checkpoints::declare(const std::filesystem::path& file, graph::Image picture, glm::uvec2 size,
                          std::function<void()> written) {
  constexpr std::size_t most = 2;
  while (saving_.size() >= most && saving_.front()->writer.valid()) {
    const auto first = std::move(saving_.front());
    saving_.pop_front();
    first->writer.get();
  }
  const std::vector<Owned> state = state_of(session_);
  auto saving = std::make_shared<Saving>();
  saving->file = file;
  saving->written = std::move(written);
  saving->manifest = manifest_of(session_, state);
  saving->members = {{manifest_name, ""}, {scene_name, save_scene(session_.live_scene())}};
  saving->expected = state.size() + (picture ? 1 : 0);
  for (const Owned& one : state) {
    if (one.part.image && one.part.texture.mips > 1)
      throw Error(Exit::failure, one.part.name, "has several mip levels, which cannot be read back",
                  "an image with one mip level");
    const std::size_t at = saving->members.size();
    saving->members.push_back({one.part.member, ""});
    session_.graph().readback("checkpoint", one.resource, [saving, at, part = one.part](std::span<const std::byte> b) {
      std::vector<std::byte> listed;
      if (part.keeps == graph::State::Keeps::list) {
        listed.assign(b.begin(), b.end());
        put_in_order(listed);
        b = listed;
      }
      saving->members[at].bytes = array_bytes(part, b);
      Saving::arrive(saving);
    });
  }
  if (picture) {
    const std::size_t at = saving->members.size();
    saving->members.push_back({"thumbnail.png", ""});
    session_.graph().readback("thumbnail", picture, [saving, at, size](std::span<const std::byte> b) {
      saving->members[at].bytes = files::encode_thumbnail(size, b);
      Saving::arrive(saving);
    });
  }
  if (saving->expected == 0) Saving::arrive(saving);
  saving_.push_back(std::move(saving));
}

void Checkpoints::finish() {
  while (!saving_.empty()) {
    const auto first = std::move(saving_.front());
    saving_.pop_front();
    if (first->writer.valid()) first->writer.get();
  }
}

}  // namespace undine::session
