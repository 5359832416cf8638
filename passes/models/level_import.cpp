#include "passes/models/level_import.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/core/error.h"
#include "engine/scene/scene_lights.h"
#include "passes/models/gltf.h"
#include "passes/models/gltf_nodes.h"

namespace undine::solids {
namespace {

using OrderedJson = nlohmann::ordered_json;

double rounded(double x) { return std::round(x * 1e5) / 1e5 + 0.0; }
OrderedJson list_of(const glm::dvec3& v) { return OrderedJson::array({rounded(v.x), rounded(v.y), rounded(v.z)}); }

// A node's own axes in the world; the world's where its scale has sheared or flattened them.
glm::dmat3 axes_of(const glm::dmat4& world) {
  glm::dmat3 out(world);
  for (int i = 0; i < 3; ++i) {
    if (!(glm::length(out[i]) > 1e-9)) return glm::dmat3(1);
    out[i] = glm::normalize(out[i]);
  }
  for (int i = 0; i < 3; ++i)
    if (std::abs(glm::dot(out[i], out[(i + 1) % 3])) > 1e-4) return glm::dmat3(1);
  if (glm::determinant(out) < 0) out[2] = -out[2];  // mirrored box
  return out;
}

// Degrees about x, then y, then z, as scenes turn things (turn_of()).
glm::dvec3 degrees_of(const glm::dmat3& turn) {
  const double s = std::clamp(-turn[0].z, -1.0, 1.0);
  const bool upright = std::abs(s) < 1 - 1e-12;
  return glm::degrees(glm::dvec3(upright ? std::atan2(turn[1].z, turn[2].z) : std::atan2(-turn[2].y, turn[1].y),
                                 std::asin(s), upright ? std::atan2(turn[0].y, turn[0].x) : 0.0));
}

class Importer {
 public:
  explicit Importer(const ImportRequest& request) : request_(request), world_(read_gltf_world(request.model)) {}

  ImportedLevel import() {
    scene_ = {{"$schema", "scene.schema.json"}, {"version", 1}, {"name", request_.model.stem().string()}};
    camera();
    lights();
    read_extras();
    meshes();
    for (const auto& [key, value] : extra_.items()) scene_[key].merge_patch(value);
    for (const std::string& gap : world_.gaps)
      if (!gap.ends_with("camera") && !gap.ends_with("cameras") && !gap.ends_with("directional light"))
        note(gap + ": not drawn");
    return {scene_.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n", notes_};
  }

 private:
  void note(const std::string& text) { notes_.push_back(text); }
  [[noreturn]] void fail(const std::string& where, const std::string& problem, const std::string& allowed) const {
    throw Error(Exit::bad_input, request_.model.string() + ": " + where, problem, allowed);
  }
  std::string label(std::size_t node) const {
    const std::string& name = world_.nodes[node].name;
    return name.empty() ? fmt::format("node {}", node) : fmt::format("node \"{}\"", name);
  }

  void camera() {
    std::vector<std::string> names;
    const GltfCamera* taken = nullptr;
    for (const GltfCamera& c : world_.cameras) {
      names.push_back(c.name);
      const bool meant = request_.camera.empty() ? c.perspective : c.name == request_.camera;
      if (meant && !taken) taken = &c;
    }
    if (!request_.camera.empty() && !taken)
      throw Error(Exit::bad_input, "--camera " + request_.camera,
                  "no camera of " + request_.model.string() + " has that name",
                  names.empty() ? "the file has none" : fmt::format("{}", fmt::join(names, ", ")));
    if (taken && !taken->perspective) fail("camera \"" + taken->name + "\"", "is orthographic", "a perspective camera");
    if (taken) eye_ = taken->eye;
    if (taken)
      scene_["camera"] = {{"eye", list_of(taken->eye)},
                          {"target", list_of(taken->eye + taken->forward)},
                          {"fov", rounded(std::clamp(taken->fov, 1.0, 170.0))}};
    for (const GltfCamera& c : world_.cameras)
      if (&c != taken)
        note(fmt::format("camera \"{}\": {}", c.name,
                         c.perspective ? "one is taken; --camera chooses" : "orthographic"));
  }

  void lights() {
    bool sun = false;
    std::size_t shadows = 0;
    for (const GltfLight& l : world_.lights) {
      const double intensity = l.intensity * request_.light_scale;
      if (l.kind == GltfLight::Kind::sun) {
        if (std::exchange(sun, true)) {
          note(fmt::format("light \"{}\": there is one sun", l.name));
          continue;
        }
        scene_["sun"] = {{"direction", list_of(-l.direction)},
                         {"color", list_of(l.color)},
                         {"intensity", rounded(std::min(intensity, 1000.0))}};
        continue;
      }
      OrderedJson& list = scene_["lights"];
      if (list.size() >= most_lights) {
        note(fmt::format("light \"{}\": there are {} already", l.name, most_lights));
        continue;
      }
      const bool spot = l.kind == GltfLight::Kind::spot;
      OrderedJson one{{"type", spot ? "spot" : "point"},
                      {"name", l.name},
                      {"position", list_of(l.position)},
                      {"color", list_of(l.color)},
                      {"intensity", rounded(std::min(intensity, 1e6))}};
      if (l.range > 0) one["range"] = rounded(l.range);
      if (spot) {
        if (l.outer > 80) note(fmt::format("light \"{}\": a cone of {:.0f} degrees, made 80", l.name, l.outer));
        const double outer = std::min(l.outer, 80.0);
        one["direction"] = list_of(l.direction);
        one["inner_cone"] = rounded(std::min(l.inner, outer - 0.1));
        one["outer_cone"] = rounded(outer);
      }
      if (++shadows > most_light_shadows) {
        one["shadow"] = false;
        note(fmt::format("light \"{}\": without shadows, which {} have", l.name, most_light_shadows));
      }
      list.push_back(one);
    }
  }

  // Letters, digits, _ and -, and no other water's.
  std::string plain_name(const std::string& name, const char* otherwise) {
    std::string out;
    for (const char c : name.substr(0, 48)) out += std::isalnum(static_cast<unsigned char>(c)) || c == '-' ? c : '_';
    if (out.empty()) out = otherwise;
    const std::string first = out;
    for (int i = 2; !names_.insert(out).second; ++i) out = fmt::format("{}_{}", first, i);
    return out;
  }

  // Checks whether a scene can mean the node by its name; says why not.
  bool named(std::size_t node, const char* why) {
    const std::string& name = world_.nodes[node].name;
    const auto same =
        std::ranges::count_if(world_.nodes, [&](const GltfNode& n) { return n.in_scene && n.name == name; });
    if (!name.empty() && same == 1) return true;
    note(fmt::format("{}: {}, but {}", label(node), why, name.empty() ? "it has no name" : "others have its name"));
    return false;
  }

  struct Box {
    glm::dvec3 low, high;
    glm::dvec3 size() const { return high - low; }
    glm::dvec3 middle() const { return 0.5 * (low + high); }
  };
  // In the world; of what hangs from a node.
  Box box_of(std::size_t node) const { return box_in(node, glm::dmat3(1)); }
  // Along the columns of `axes`. Without triangles that of a cube from -1 to 1, as Blender's empty cubes are.
  Box box_in(std::size_t node, const glm::dmat3& axes) const {
    const glm::dmat3 inverse = glm::transpose(axes);
    Box box{glm::dvec3(1e30), glm::dvec3(-1e30)};
    const auto take = [&](const glm::dvec3& p) {
      box.low = glm::min(box.low, inverse * p);
      box.high = glm::max(box.high, inverse * p);
    };
    for (std::size_t i = 0; i < world_.nodes.size(); ++i) {
      if (!hangs_from(i, node)) continue;
      const GltfNode& one = world_.nodes[i];
      if (!one.points.empty()) {
        for (const glm::dvec3& p : one.points) take(p);
      } else if (one.low.x <= one.high.x) {
        take(one.low);
        take(one.high);
      }
    }
    if (box.low.x <= box.high.x) return box;
    for (int corner = 0; corner < 8; ++corner)
      take(world_.nodes[node].world * glm::dvec4(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1, 1));
    return box;
  }
  bool hangs_from(std::size_t node, std::size_t root) const {
    auto at = static_cast<int>(node);
    while (at >= 0 && at != static_cast<int>(root)) at = world_.nodes[static_cast<std::size_t>(at)].parent;
    return at >= 0;
  }

  // Adds the material of the first mesh with one under a node.
  void add_material(OrderedJson& body, std::size_t node) {
    for (std::size_t i = 0; i < world_.nodes.size(); ++i) {
      const std::optional<GltfLook>& look = world_.nodes[i].look;
      if (!look || !hangs_from(i, node)) continue;
      body["material"] = {{"color", list_of(look->color)}, {"roughness", rounded(look->roughness)}};
      if (look->glass) body["material"]["glass"] = true;
      if (look->textured) note(fmt::format("{}: its texture is left out, for bodies have a color", label(node)));
      return;
    }
  }

  void read_extras() {
    for (std::size_t i = 0; i < world_.nodes.size(); ++i) {
      if (!world_.nodes[i].in_scene || world_.nodes[i].extras.empty()) continue;
      const OrderedJson extras = OrderedJson::parse(world_.nodes[i].extras, nullptr, false);
      if (!extras.is_object() || !extras.contains("undine")) continue;
      OrderedJson own = extras["undine"];
      // Programs that keep texts alone in custom properties.
      if (own.is_string()) own = OrderedJson::parse(own.get<std::string>(), nullptr, false);
      if (!own.is_object())
        fail(label(i) + ": extras.undine", "is not an object", "a JSON object, or a string that contains one as JSON");
      for (const auto& [key, value] : own.items()) {
        if (key == "solid") {
          if (!value.is_boolean())
            fail(label(i) + ": extras.undine.solid", value.dump() + " is neither", "true or false");
          if (value.get<bool>()) solid_.insert(i);
          continue;
        }
        if (key != "water" && key != "body" && key != "terrain" && key != "scene")
          fail(label(i) + ": extras.undine", "\"" + key + "\" is not known", "water, body, terrain, solid, scene");
        if (!value.is_object())
          fail(label(i) + ": extras.undine." + key, "is not an object", "an object with the scene's keys");
        if (key == "water") scene_["water"].push_back(water_of(i, value));
        if (key == "body") scene_["bodies"].push_back(body_of(i, value));
        if (key == "terrain") terrain_of(i, value);
        if (key == "scene") extra_.merge_patch(value);
      }
    }
  }

  // A water as large as the node: its surface is the box's top.
  OrderedJson water_of(std::size_t node, const OrderedJson& given) {
    const Box box = box_of(node);
    const glm::dvec3 size = box.size(), middle = box.middle();
    if (!(size.x > 1e-3 && size.z > 1e-3))
      fail(label(node) + ": extras.undine.water", "the node's box has no area",
           "a mesh or an empty that is wide along x and z");
    const std::string solver =
        given.contains("solver") && given["solver"].is_string() ? given["solver"].get<std::string>() : "wave";
    OrderedJson out{{"name", plain_name(world_.nodes[node].name, "water")}, {"solver", solver}};
    if (solver == "sph") {
      const OrderedJson whole{{"min", list_of(box.low)}, {"max", list_of(box.high)}};
      out["domain"] = whole;
      out["fluid"] = OrderedJson::array({{{"box", whole}}});
      out["spacing"] = rounded(std::cbrt(size.x * std::max(size.y, 1e-3) * size.z / 30000));
    } else {
      const double cell = std::max(size.x, size.z) / 128;
      const auto cells = [&](double along) { return std::max(8, 8 * static_cast<int>(std::lround(along / cell / 8))); };
      out["cells"] = {cells(size.x), cells(size.z)};
      out["size"] = {rounded(size.x), rounded(size.z)};
      const bool columns = solver == "pipes" || solver == "shallow";
      out["origin"] = list_of({middle.x, columns ? box.low.y : box.high.y, middle.z});
      if (columns) out["initial"] = OrderedJson::array({{{"shape", "level"}, {"level", rounded(box.high.y)}}});
    }
    out.merge_patch(given);
    return out;
  }

  // A body whose hull is what hangs from the node, where it stands: its place is the middle of what it encloses.
  OrderedJson hull_of(std::size_t node, const OrderedJson& given) {
    const std::string where = label(node) + ": extras.undine.body";
    if (!named(node, "its mesh is to float")) fail(where, "the node cannot be named", "a node with a name of its own");
    if (!holds_mesh(node)) fail(where, "it has no triangles", "a node with a mesh");
    glm::dvec3 sum(0);
    double volume = 0;
    const GltfWhich which{.node = world_.nodes[node].name, .without = {}, .moves = true, .shines = true, .eye = eye_};
    for (const GltfPart& part : load_gltf(request_.model, which).parts)
      for (std::size_t i = 0; i + 2 < part.mesh.indices.size(); i += 3) {
        const auto corner = [&](std::size_t k) {
          return glm::dvec3(part.mesh.vertices[part.mesh.indices[i + k]].position);
        };
        const glm::dvec3 a = corner(0), b = corner(1), c = corner(2);
        const double v = glm::dot(a, glm::cross(b, c)) / 6;
        volume += v;
        sum += v * (a + b + c) / 4.0;
      }
    if (!(std::abs(volume) > 0)) fail(where, "its mesh encloses nothing", "a hull without holes");
    OrderedJson out{{"name", plain_name(world_.nodes[node].name, "body")},
                    {"shape", "mesh"},
                    {"gltf", request_.model_name},
                    {"node", world_.nodes[node].name},
                    {"position", list_of(sum / volume)}};
    out.merge_patch(given);
    return out;
  }
  OrderedJson body_of(std::size_t node, const OrderedJson& given) {
    const std::string shape =
        given.contains("shape") && given["shape"].is_string() ? given["shape"].get<std::string>() : "box";
    if (shape == "mesh") return hull_of(node, given);
    const glm::dmat3 axes = axes_of(world_.nodes[node].world);
    const Box box = box_in(node, axes);
    const glm::dvec3 size = glm::max(box.size(), glm::dvec3(1e-3)), turn = degrees_of(axes);
    OrderedJson out{{"name", plain_name(world_.nodes[node].name, "body")},
                    {"shape", shape},
                    {"position", list_of(axes * box.middle())}};
    if (shape == "box") out["size"] = list_of(size);
    if (shape != "box") out["radius"] = rounded(0.25 * (size.x + size.z));
    if (shape == "cylinder" || shape == "capsule") out["length"] = rounded(size.y);
    if (shape != "sphere" && glm::length(turn) > 1e-3) out["rotation"] = list_of(turn);
    add_material(out, node);
    out.merge_patch(given);
    return out;
  }

  void terrain_of(std::size_t node, const OrderedJson& given) {
    if (scene_.contains("terrain"))
      fail(label(node) + ": extras.undine.terrain", "is a second terrain", "one in a level");
    const Box box = box_of(node);
    OrderedJson out{{"size", {rounded(box.size().x), rounded(box.size().z)}},
                    {"height", {rounded(box.low.y), rounded(box.high.y)}},
                    {"origin", list_of({box.middle().x, 0, box.middle().z})}};
    out.merge_patch(given);
    scene_["terrain"] = out;
  }

  // Meshes of their own: what moves and what is solid; the rest is one.
  void meshes() {
    const std::string file = request_.model_name;
    std::set<std::string> used;
    OrderedJson list = OrderedJson::array({{{"gltf", file}, {"lights", 0}}});
    std::set<std::size_t> done;
    for (const GltfAnimation& animation : world_.animations)
      for (const int number : animation.nodes) {
        const auto node = static_cast<std::size_t>(number);
        if (node >= world_.nodes.size() || !world_.nodes[node].in_scene || !named(node, "it moves")) continue;
        if (!holds_mesh(node)) {
          note(fmt::format("{}: moves by \"{}\", which only meshes do", label(node), animation.name));
          continue;
        }
        if (done.contains(node)) {
          note(fmt::format("{}: moves by another animation than \"{}\" too, of which one is taken", label(node),
                           animation.name));
          continue;
        }
        try {
          read_gltf_track(request_.model, animation.name, world_.nodes[node].name);
        } catch (const Error& e) {
          note(fmt::format("{}: stands still: {} {}", label(node), e.where(), e.problem()));
          continue;
        }
        done.insert(node);
        OrderedJson one{{"gltf", file}, {"node", world_.nodes[node].name}, {"lights", 0}};
        if (solid_.contains(node)) one["solid"] = true;
        one["motion"] = {{"animation", animation.name}, {"repeat", true}};
        list.push_back(one);
      }
    for (const std::size_t node : solid_) {
      if (done.contains(node) || !named(node, "it is to be solid")) continue;
      if (!holds_mesh(node)) fail(label(node) + ": extras.undine.solid", "it has no triangles", "a node with a mesh");
      list.push_back({{"gltf", file}, {"node", world_.nodes[node].name}, {"lights", 0}, {"solid", true}});
      done.insert(node);
    }
    if (!rest_is_drawn(done)) list.erase(list.begin());
    scene_["meshes"] = list;
  }

  bool hidden(std::size_t node) const { return gltf_stands_for_more(world_.nodes[node].extras); }
  bool holds_mesh(std::size_t root) const {
    for (std::size_t i = 0; i < world_.nodes.size(); ++i)
      if (world_.nodes[i].has_mesh && hangs_from(i, root)) return true;
    return false;
  }
  // Checks whether triangles are left that no mesh of its own and no water has.
  bool rest_is_drawn(const std::set<std::size_t>& done) const {
    for (std::size_t i = 0; i < world_.nodes.size(); ++i) {
      if (!world_.nodes[i].has_mesh) continue;
      bool taken = false;
      for (auto at = static_cast<int>(i); at >= 0; at = world_.nodes[static_cast<std::size_t>(at)].parent)
        taken = taken || done.contains(static_cast<std::size_t>(at)) || hidden(static_cast<std::size_t>(at));
      if (!taken) return true;
    }
    return false;
  }

  const ImportRequest& request_;
  GltfWorld world_;
  OrderedJson scene_, extra_ = OrderedJson::object();
  std::set<std::size_t> solid_;
  std::optional<glm::dvec3> eye_;  // eye of the imported camera
  std::set<std::string> names_;
  std::vector<std::string> notes_;
};

}  // namespace

ImportedLevel import_level(const ImportRequest& request) { return Importer(request).import(); }

}  // namespace undine::solids
