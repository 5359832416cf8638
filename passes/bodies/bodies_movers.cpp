#include "passes/bodies/bodies_movers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/scene/scene_error.h"
#include "passes/bodies/bodies_hull.h"
#include "passes/models/gltf_nodes.h"
#include "passes/solids/placement.h"
#include "passes/solids/solid_columns.h"

namespace undine::bodies {
namespace {

// Impulses of water are summed in quanta of this mass times body_push_quantum: a range of 2560 N s per m³ of the mesh
// in a clock step.
constexpr double mass_share = 0.02;

glm::vec4 quaternion(const glm::dquat& q) { return glm::vec4(glm::dvec4(q.x, q.y, q.z, q.w)); }

glm::dvec3 middle_at(const Mover& m, const RigidPose& pose) {
  return pose.shift + pose.turn * (m.origin + m.placed * m.middle);
}

// Box of the places that the sphere around it comes to.
void find_reach(Mover& m) {
  const glm::dvec3 rest = m.origin + m.placed * m.middle;
  m.low = glm::dvec3(1e30);
  m.high = glm::dvec3(-1e30);
  const auto include = [&](const glm::dvec3& p) {
    m.low = glm::min(m.low, p - m.radius);
    m.high = glm::max(m.high, p + m.radius);
  };
  include(rest);
  double from = 0, length = 0;
  if (!m.motion.keys.empty()) {
    from = m.motion.keys.front().time;
    length = m.motion.keys.back().time - from;
  } else if (!m.motion.track.empty()) {
    length = static_cast<double>(m.motion.track.size() - 1) / m.motion.track_rate;
  } else if (m.motion.spin && m.motion.spin->rate != 0) {
    length = 360 / std::abs(m.motion.spin->rate);
  } else if (m.motion.axle) {  // any angle
    const glm::dvec3 axis = glm::normalize(m.motion.axle->axis), arm = rest - m.motion.axle->center;
    for (int k = 0; k < 64; ++k)
      include(m.motion.axle->center + glm::angleAxis(glm::radians(360.0 / 64 * k), axis) * arm);
  }
  for (int k = 0; k <= 256; ++k) include(middle_at(m, pose_at(m.motion, m.origin, from + length * k / 256)));
}

}  // namespace

BodyState Mover::state_at(double time, double ahead, const glm::dvec3& anchor) const {
  const RigidPose now = pose_at(motion, origin, time), next = pose_at(motion, origin, time + ahead);
  const glm::dvec3 place = middle_at(*this, now);
  glm::dquat turn = next.turn * glm::conjugate(now.turn);
  if (turn.w < 0) turn = -turn;
  const glm::dvec3 v(turn.x, turn.y, turn.z);
  const double sine = glm::length(v), angle = 2 * std::atan2(sine, turn.w);
  BodyState s{};
  s.position = glm::vec3(place - anchor);
  s.rotation = quaternion(glm::normalize(now.turn * placed));
  s.velocity = glm::vec3((middle_at(*this, next) - place) / ahead);
  s.spin = sine > 1e-12 ? glm::vec3(v * (angle / (sine * ahead))) : glm::vec3(0);
  if (motion.axle) {
    const glm::dvec3 spin = glm::radians(motion.axle->rate) * glm::normalize(motion.axle->axis);
    s.spin = glm::vec3(spin);
    s.velocity = glm::vec3(glm::cross(spin, place - motion.axle->center));
  }
  return s;
}

bool Mover::inside(const glm::dvec3& place, double time) const {
  const RigidPose pose = pose_at(motion, origin, time);
  const glm::dvec3 p = glm::conjugate(pose.turn * placed) * (place - middle_at(*this, pose));
  return std::ranges::any_of(surfaces, [&](const solids::Solid& s) {
    if (glm::any(glm::lessThan(p, s.low)) || glm::any(glm::greaterThan(p, s.high))) return false;
    const std::vector<double> crossed = solids::crossings(s, p.x, p.z);
    return (crossed.end() - std::ranges::lower_bound(crossed, p.y)) % 2 == 1;
  });
}

std::vector<solids::Solid> Mover::placed_at(double time) const {
  const RigidPose pose = pose_at(motion, origin, time);
  const glm::dvec3 place = middle_at(*this, pose);
  std::vector<solids::Solid> out = surfaces;
  for (solids::Solid& s : out) {
    s.low = glm::dvec3(1e30);
    s.high = glm::dvec3(-1e30);
    for (glm::dvec3& p : s.points) {
      p = place + pose.turn * placed * p;
      s.low = glm::min(s.low, p);
      s.high = glm::max(s.high, p);
    }
  }
  return out;
}

bool simple_shape(const MeshSettings& m) {
  using Shape = MeshSettings::Shape;
  if (m.shape == Shape::box) return true;
  if (m.shape == Shape::cylinder) return m.size.x == m.size.z;
  return m.shape == Shape::sphere && m.size.x == m.size.y && m.size.y == m.size.z;
}

namespace {

// The animation of the mesh's file, in the world.
void read_track(const Scene& scene, const MeshSettings& mesh, MeshMotion& motion) {
  const std::string setting = fmt::format("/meshes/{}/motion/animation", &mesh - scene.meshes.data());
  if (mesh.shape != MeshSettings::Shape::gltf)
    throw at_setting(scene, setting,
                     Error(Exit::bad_input, "animation", "the mesh has no file", "a mesh with \"gltf\""));
  try {
    motion.track = solids::read_gltf_track(mesh.gltf, motion.animation, mesh.node);
  } catch (const Error& e) {
    throw at_setting(scene, setting, e);
  }
  motion.track_rate = solids::gltf_track_rate;
  const glm::dquat placed = turn_of(mesh.rotate);
  for (RigidPose& pose : motion.track) {
    const glm::dvec3 shift = mesh.scale * (placed * pose.shift);
    pose.turn = placed * pose.turn * glm::conjugate(placed);
    pose.shift = mesh.translate - pose.turn * mesh.translate + shift;
  }
}

Mover make_mover(const Scene& scene, std::size_t index) {
  const MeshSettings& mesh = scene.meshes[index];
  Mover out;
  out.mesh = index;
  if (mesh.motion) out.motion = *mesh.motion;
  out.solid = mesh.solid;
  out.origin = mesh.translate;
  out.placed = turn_of(mesh.rotate);
  if (!out.motion.animation.empty()) read_track(scene, mesh, out.motion);
  solids::MeshTriangles triangles = solids::triangles_of(scene, mesh, 1e-3 * mesh.scale * mesh.size.x);
  if (out.solid) {
    const std::string where = fmt::format("{}: /meshes/{}", scene.file.string(), index);
    Hull all;
    for (solids::Solid& s : solids::solids_of(triangles.points, triangles.triangles, where)) {
      solids::require_closed(s, "a closed mesh (a box for a plane), or \"solid\": false");
      const auto base = static_cast<unsigned>(all.points.size());
      all.points.insert(all.points.end(), s.points.begin(), s.points.end());
      for (const glm::uvec3& f : s.facets) all.facets.push_back(f + base);
      out.surfaces.push_back(std::move(s));
    }
    if (out.surfaces.empty())
      throw Error(Exit::bad_input, where, "the mesh has no triangles", "a mesh that encloses something");
    weigh(all);
    out.volume = all.volume;
    out.middle = all.shift;
    for (solids::Solid& s : out.surfaces) {
      for (glm::dvec3& p : s.points) p -= out.middle;
      s.low -= out.middle;
      s.high -= out.middle;
    }
  }
  for (const glm::dvec3& p : triangles.points) out.radius = std::max(out.radius, glm::distance(p, out.middle));
  find_reach(out);
  return out;
}

}  // namespace

bool any_moves(const Scene& scene) {
  return std::ranges::any_of(scene.meshes, [](const MeshSettings& m) { return m.motion.has_value(); });
}

std::vector<Mover> make_movers(const Scene& scene) {
  std::vector<Mover> out;
  for (std::size_t i = 0; i < scene.meshes.size(); ++i) {
    if (!scene.meshes[i].motion) continue;
    if (out.size() == body_most_movers)
      throw Error(Exit::bad_input, fmt::format("{}: /meshes/{}/motion", scene.file.string(), i),
                  fmt::format("is motion number {}", body_most_movers + 1),
                  fmt::format("at most {} meshes that move", body_most_movers));
    out.push_back(make_mover(scene, i));
  }
  return out;
}

std::vector<Mover> make_fixtures(const Scene& scene) {
  std::vector<Mover> out;
  for (std::size_t i = 0; i < scene.meshes.size(); ++i) {
    const MeshSettings& m = scene.meshes[i];
    if (m.solid && !m.motion && m.shape != MeshSettings::Shape::plane) out.push_back(make_mover(scene, i));
  }
  return out;
}

BodyKind kind_of(const Mover& mover, const MeshSettings& mesh, int field) {
  BodyKind k{};
  k.mass = static_cast<float>(std::max(mass_share * body_water_density * mover.volume, 1e-6));
  k.inertia = glm::mat3(1);
  k.inverse_inertia = glm::mat3(0);
  if (mover.motion.axle) {
    const glm::dvec3 axis = glm::conjugate(mover.placed) * glm::normalize(mover.motion.axle->axis);
    k.inverse_inertia = glm::mat3(glm::outerProduct(axis, axis) / mover.motion.axle->inertia);
  }
  k.radius = static_cast<float>(mover.radius);
  k.friction = 0.4f;
  k.restitution = 0.1f;
  glm::dvec3 low(1e30), high(-1e30);
  for (const solids::Solid& s : mover.surfaces) {
    low = glm::min(low, s.low);
    high = glm::max(high, s.high);
  }
  if (mover.surfaces.empty()) low = high = glm::dvec3(0);
  k.middle = glm::vec3(0.5 * (low + high));
  k.half_size = glm::vec3(0.5 * (high - low));
  using Shape = MeshSettings::Shape;
  k.proxy = body_driven | field << body_field_shift;
  if (!simple_shape(mesh))
    k.proxy |= body_proxy_field;
  else if (mesh.shape == Shape::sphere)
    k.proxy |= body_proxy_sphere;
  else if (mesh.shape == Shape::cylinder)
    k.proxy |= body_proxy_cylinder;
  if (simple_shape(mesh) && mesh.shape != Shape::box) k.half_size = glm::vec3(0.5 * mesh.scale * mesh.size);
  return k;
}

}  // namespace undine::bodies
