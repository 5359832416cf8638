// The passes of a picture, in order.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <memory>
#include <utility>

#include "engine/core/error.h"
#include "engine/core/log.h"
#include "engine/scene/named_view.h"
#include "engine/scene/renderer.h"
#include "engine/scene/surface_figures.h"
#include "passes/deferred/ambient.h"
#include "passes/deferred/camera.h"
#include "passes/deferred/forward.h"
#include "passes/deferred/gbuffer.h"
#include "passes/deferred/gbuffer_submerged.h"
#include "passes/deferred/geometry.h"
#include "passes/deferred/ids.h"
#include "passes/deferred/lighting.h"
#include "passes/deferred/mirrored.h"
#include "passes/deferred/motion.h"
#include "passes/deferred/screen.h"
#include "passes/deferred/shadow.h"
#include "passes/deferred/wetness.h"
#include "passes/meshing/particle_surface.h"
#include "passes/picture/accumulate.h"
#include "passes/picture/field_view.h"
#include "passes/picture/layers.h"
#include "passes/picture/particle_spheres.h"
#include "passes/picture/peek_view.h"
#include "passes/picture/picture.h"
#include "passes/picture/temporal.h"
#include "passes/picture/tonemap.h"
#include "passes/sky/haze.h"
#include "passes/sky/sky.h"
#include "passes/water/caustics.h"
#include "passes/water/inspect.h"
#include "passes/water/water.h"
#include "passes/water/water_mesh.h"
#include "passes/water/water_motion.h"
#include "passes/water/white_water.h"

namespace undine::picture {
namespace {

// What casts shadows, and the waters. With room over what stands, so that water a little higher than that, somewhere,
// moves no shadow's texels.
deferred::Bounds lit_bounds(const deferred::Geometry& geometry, std::span<const SurfaceField> surfaces,
                            std::span<const ParticleSet> particles) {
  deferred::Bounds bounds = geometry.bounds();
  if (!bounds.empty() && !surfaces.empty())
    bounds.high.y += 0.02f * std::max(bounds.high.x - bounds.low.x, bounds.high.z - bounds.low.z);
  for (const SurfaceField& f : surfaces) {
    const glm::dvec3 half(f.size.x / 2, 0, f.size.y / 2);
    bounds.include(glm::vec3(f.origin - half + glm::dvec3(0, -std::max(f.depth, 0.1), 0)));
    bounds.include(glm::vec3(f.origin + half + glm::dvec3(0, std::max(0.1, geometry.body_reach()), 0)));
  }
  for (const ParticleSet& set : particles) {
    bounds.include(glm::vec3(set.low));
    bounds.include(glm::vec3(set.high));
  }
  return bounds;
}

// What can stand in the waters: their columns, as low and as high as all that is lit, and floors.
deferred::Bounds submerged_bounds(const deferred::Geometry& geometry, deferred::Bounds lit,
                                  std::span<const SurfaceField> surfaces) {
  deferred::Bounds bounds;
  for (const deferred::Geometry::Part& part : geometry.parts())
    if (part.floor) lit.low.y = std::min(lit.low.y, part.box.low.y - 0.1f);
  for (const SurfaceField& f : surfaces) {
    const glm::vec2 middle(static_cast<float>(f.origin.x), static_cast<float>(f.origin.z)), half(f.size / 2.0);
    bounds.include({middle.x - half.x, lit.low.y, middle.y - half.y});
    bounds.include({middle.x + half.x, lit.high.y, middle.y + half.y});
  }
  return bounds;
}

// Their surfaces, and as far beside them as waves throw what they mirror.
deferred::Bounds mirror_bounds(std::span<const SurfaceField> surfaces) {
  deferred::Bounds bounds;
  for (const SurfaceField& f : surfaces) {
    const glm::dvec3 half(0.6 * f.size.x, 0.1, 0.6 * f.size.y);
    bounds.include(glm::vec3(f.origin - half));
    bounds.include(glm::vec3(f.origin + half));
  }
  return bounds;
}

// Without those of waters that have no grid.
std::vector<SurfaceField> grids_of(std::span<const SurfaceField> surfaces) {
  std::vector<SurfaceField> out;
  std::ranges::copy_if(surfaces, std::back_inserter(out), [](const SurfaceField& f) { return f.cells.x > 0; });
  return out;
}

// Through a surface, fish are seen in a layer of their own. In front of it they hide the ground that the surface is
// shaded with, so they are drawn there for eyes in a water alone, and for views without water.
bool fish_in_front(const View& view, std::span<const SurfaceField> surfaces) {
  if (view.show != "final" && view.show != "radiance" && !view.field && !is_graph_path(view.show)) return true;
  return std::ranges::any_of(surfaces, [&](const SurfaceField& f) {
    const glm::dvec3 off = glm::abs(view.eye - f.origin);
    return view.eye.y < f.origin.y + 0.5 && off.x < f.size.x / 2 && off.z < f.size.y / 2;
  });
}

bool eye_among(std::span<const ParticleSet> particles, const glm::dvec3& eye) {
  return std::ranges::any_of(particles, [&](const ParticleSet& set) { return Room{set.low, set.high}.holds(eye); });
}

// The field that a water's particles are coloured by; null: they are a surface.
const ShownField* sphere_colors(const View& view, const ParticleSet& set) {
  const auto found = std::ranges::find(view.spheres, set.water, &ShownField::water);
  return found == view.spheres.end() ? nullptr : &*found;
}

class Frame : public Renderer {
 public:
  Frame(graph::State& state, const Scene& scene)
      : scene_(scene),
        ssao_(scene.render.of<deferred::SsaoSettings>()),
        shadows_(scene.render.of<deferred::ShadowSettings>()),
        antialias_(scene.render.of<AntialiasSettings>().antialias),
        reflections_(scene.render.of<water::ReflectionSettings>()),
        sky_(state, scene),
        geometry_(state, scene),
        caustics_(state, scene),
        water_(state, scene),
        water_mesh_(scene),
        cases_(meshing::make_cases(state)),
        motion_(state),
        water_motion_(state),
        kept_(state),
        temporal_(state, scene),
        accumulation_(state),
        tonemap_(state, scene),
        field_view_(state),
        floors_(deferred::floors_of_waters(scene)) {}

  void start(graph::Graph& g) override {
    sky_.start(g);
    geometry_.start(g);
    meshing::upload_cases(g, cases_);
  }

  bool retune(graph::Graph& g) override { return sky_.retune(g, scene_); }

  graph::Image draw(graph::Graph& g, const View& asked, std::span<const SurfaceField> all_surfaces,
                    const BodySet& bodies, std::span<const ParticleSet> particles) override {
    auto scope = g.scope("picture");
    const bool final = asked.show == "final" && !asked.field;
    const View view = temporal_.begin(with_spheres(asked, scene_.render.of<ParticleLook>(), particles), final);
    geometry_.place(bodies);
    geometry_.move_walls(view.time);
    const std::vector<SurfaceField> surfaces = grids_of(all_surfaces);
    std::vector<SurfaceMesh> meshes;
    const bool measures = pictures_++ % figures_every == 0 || view.figures;
    for (const ParticleSet& set : particles)
      if (!sphere_colors(view, set)) meshes.push_back(make_surface(g, set, measures));
    deferred::Camera camera = deferred::make_camera(view, scene_);
    const deferred::Bounds lit = lit_bounds(geometry_, surfaces, particles);
    camera.sun_matrix = deferred::fit_sun(lit, glm::vec3(camera.sun_direction));
    camera.bent_matrix =
        deferred::fit_sun(submerged_bounds(geometry_, lit, surfaces), glm::vec3(camera.bent_direction));
    camera.mirrored_matrix =
        deferred::fit_beam(mirror_bounds(surfaces), lit, glm::vec3(camera.sun_direction) * glm::vec3(1, -1, 1));
    std::copy(sky_.harmonics().begin(), sky_.harmonics().end(), camera.sky_sh);

    // The first picture counts as one after which nothing has moved.
    const bool stands = !before_ || *before_ == camera.view_projection;
    before_ = camera.view_projection;
    const auto fine = static_cast<float>(shadows_.detail * (is_draft(asked) ? draft_maps : 1));
    deferred::Light light;
    const bool anew = is_graph_path(view.show);  // its node runs, then
    sky_.shine(g, view.time, shadows_.shadows && shadows_.of_clouds, camera, light, kept_.sky, anew);
    light.shadow = deferred::draw_shadow(g, camera, geometry_, shadows_.shadows, fine, {&kept_.shadow, anew});
    deferred::draw_near_shadows(g, camera, geometry_, lit, shadows_, light, fine, {&kept_.middle_shadow, anew},
                                {&kept_.near_shadow, anew});
    // What needs no water comes first, for a second queue makes the water meanwhile; wet ground does need it.
    if (geometry_.ground_noise()) {
      light.levels = deferred::draw_levels(g, scene_, surfaces, floors_);
      geometry_.wet(deferred::draw_wetness(g, &*scene_.terrain, surfaces, light.levels, particles));
    }
    GBuffer gbuffer;
    graph::Image ambient;
    {
      auto keeping = kept_.gbuffer.in(g, anew);
      const deferred::Camera still = deferred::without_time(camera);
      gbuffer = deferred::draw_gbuffer(g, still, geometry_, {}, fish_in_front(view, surfaces));
      ambient = deferred::draw_ambient(g, still, gbuffer, ssao_);
    }
    if (!geometry_.ground_noise()) light.levels = deferred::draw_levels(g, scene_, surfaces, floors_);
    if (light.levels.count > 0) {
      light.bent_shadow = deferred::draw_bent_shadow(g, camera, geometry_, light.levels, shadows_.shadows, fine,
                                                     {&kept_.bent_shadow, anew});
      light.caustics = caustics_.draw(g, camera, light, surfaces, fine);
      if (!is_draft(asked) && caustics_.throws_up(camera, surfaces)) {
        light.mirrored_shadow =
            deferred::draw_mirrored_shadow(g, camera, geometry_, light.levels, shadows_.shadows, fine);
        light.shimmer = caustics_.draw_up(g, camera, light, surfaces, fine);
      }
    }
    // While what casts shadows stands.
    const bool sun_stands = !geometry_.moves();
    const auto sun_kept = [&](graph::Keeper& keeper) {
      return sun_stands ? deferred::SunKeeping{&keeper, stands, anew} : deferred::SunKeeping{};
    };
    if (sun_stands) {
      const deferred::SunOnWater on = deferred::draw_sun_on_water(g, camera, light, surfaces, kept_.sun_on_water, anew);
      light.sun_on_water = on.share;
      light.sun_around = on.around;
    }
    {
      auto keeping = kept_.lamps.in(g, anew);
      light.lamps = deferred::draw_lamps(g, geometry_, lights_of_all(), lit, shadows_.shadows);
    }
    light.through = water_mesh_.shade_sun(g, camera, light, meshes);
    const bool spheres =
        std::ranges::any_of(particles, [&](const ParticleSet& set) { return sphere_colors(view, set); });
    water::HullMask hulls;
    const auto draw_surfaces = [&] {
      hulls = water::draw_hull_mask(g, camera, geometry_);
      water_.draw_surfaces(g, camera, gbuffer.depth, surfaces, hulls, temporal_.enlarges(),
                           water::falls_as_meshes(scene_, surfaces, meshes));
    };
    if (!spheres) draw_surfaces();
    const bool hides = !spheres && water::WaterPass::hides(camera, surfaces);
    const Lit opaque = deferred::draw_lighting(g, camera, gbuffer, light, ambient,
                                               {.water_first = water::WaterPass::eye_may_be_in(camera, surfaces),
                                                .sun = sun_kept(kept_.sun),
                                                .covered = hides ? water_.depth() : graph::Image{}});
    deferred::draw_glow(g, camera, geometry_, opaque);
    deferred::draw_bulbs(g, camera, light.lamps, opaque);
    for (const ParticleSet& set : particles)
      if (const ShownField* shown = sphere_colors(view, set)) {
        const FieldOnWater on{shown->field, shown->field.publish(g), {}};
        draw_spheres(g, camera, opaque, set, field_view_.colors(g, on, view.spheres_how));
      }
    if (spheres) draw_surfaces();
    deferred::Submerged submerged{.camera = camera, .lit = opaque, .swimmers = {}};
    if (!surfaces.empty())
      submerged = deferred::draw_submerged(g, camera, geometry_, light, ssao_, surfaces, kept_.submerged, anew);
    std::optional<deferred::Mirrored> mirrored;
    if (!is_draft(asked) && reflections_.reflections && reflections_.planar_reflections)
      mirrored = deferred::draw_mirrored(g, camera, geometry_, light, ssao_, surfaces, kept_.mirrored,
                                         sun_kept(kept_.mirrored_sun), anew);
    water::SurfaceLight shown(g, camera, view.show == "reflection" || view.show == "refraction" || anew);
    Lit wet = water_.draw(g, camera, light, opaque, surfaces, shown, &submerged, mirrored ? &*mirrored : nullptr);
    std::vector<SpraySet> spray = water::spray_of(particles);
    wet = water_mesh_.draw(g, camera, light, wet, meshes, spray, eye_among(particles, view.eye), shown, surfaces,
                           {hulls, water_.flow_map(), temporal_.enlarges()});
    shown.publish(g);
    water::publish_inspections(g, camera, light, opaque, {water_.normal(), water_.depth(), {}}, water_mesh_.layer());
    std::ranges::copy(water::spray_of(surfaces), std::back_inserter(spray));
    water::draw_spray(g, camera, light, wet, spray);
    deferred::draw_blended(g, camera, geometry_, light, wet);
    deferred::draw_haze(g, camera, light, wet, scene_.sky.visibility);

    const graph::Image moved = draw_motion(g, camera, view, wet.depth, gbuffer.depth, surfaces);
    if (view.layers)
      layers_ = draw_layers(g, camera,
                            {.gbuffer = gbuffer,
                             .ids = deferred::draw_ids(g, camera, geometry_, gbuffer.depth),
                             .motion = moved,
                             .grids = {water_.normal(), water_.depth(), {}},
                             .meshes = water_mesh_.layer(),
                             .surfaces = surfaces,
                             .waters = meshes});
    wet = accumulation_.add(g, wet, deferred::picture_extent(camera), view.sample);
    if (!final) temporal_.end();
    if (view.show == "radiance") return wet.color;
    if (final) return draw_final(g, camera, asked, wet, moved);
    const bool painted = view.field && !view.field->field.of_particles;
    if (painted) return draw_field(g, camera, view, wet, all_surfaces);
    if (is_graph_path(view.show)) return draw_peek(g, camera, view, wet);
    if (view.field) return tonemap_.draw(g, camera, wet, antialias_);
    if (const graph::Graph::Published* shown = g.published(view.show))
      return deferred::draw_input(g, camera, gbuffer, light, ambient, *shown);
    throw Error(Exit::bad_input, "view", "'" + view.show + "' is no view",
                fmt::format("{}, or a field", fmt::join(view_names(), ", ")));
  }

  std::optional<FieldFigures> field_figures() const override { return field_view_.figures(); }

  PictureLayers layers() const override { return layers_; }
  const PeekInfo* peeked() const override { return peek_view_.info().path.empty() ? nullptr : &peek_view_.info(); }

  std::optional<SurfaceFigures> surface_figures(std::size_t water) const override {
    const auto found = figures_->find(water);
    if (found == figures_->end()) return {};
    return found->second.figures;
  }

  void blit(graph::Graph& g, graph::Image picture, graph::Image target) override {
    auto scope = g.scope("blit");
    const graph::ImageDesc& desc =
        target.persistent() ? g.state().at(target).texture : g.transients()[target.index()].texture;
    const bool encodes = desc.format == graph::Format::rgba8_srgb || desc.format == graph::Format::bgra8_srgb;
    deferred::fill(g, "draw", "picture/frame.frag")
        .read("picture", picture, graph::Sampler::linear_clamp)
        .constant("target_encodes", encodes)
        .color(target, graph::Load::discard);
  }

 private:
  // Of the scene first; of all, as many have shadows as maps are for.
  std::vector<LightSettings> lights_of_all() const {
    std::vector<LightSettings> out = scene_.lights;
    out.insert(out.end(), geometry_.lights().begin(), geometry_.lights().end());
    out.resize(std::min(out.size(), most_lights));
    std::size_t shadows = 0;
    for (LightSettings& l : out) l.shadow = l.shadow && shadows++ < most_light_shadows;
    return out;
  }

  // Where what is seen was in the picture before; none: there was no such picture. Keeps what the next one needs.
  graph::Image draw_motion(graph::Graph& g, const deferred::Camera& camera, const View& view, graph::Image depth,
                           graph::Image opaque, std::span<const SurfaceField> surfaces) {
    graph::Image out;
    if (temporal_.follows() || view.show == "motion" || view.layers) {
      const deferred::MotionParams params = motion_.between(temporal_.follows() ? temporal_.before() : view, view);
      out = motion_.draw(g, camera, geometry_, params, depth, opaque);
      if (temporal_.follows()) water_motion_.draw(g, camera, surfaces, water_, params, depth, out);
      publish_view<"motion">(g, out, deferred::LightingView::motion);
    }
    if (temporal_.keeps()) {
      motion_.keep(g, geometry_);
      water_motion_.keep(g, surfaces);
    }
    return out;
  }

  graph::Image draw_final(graph::Graph& g, deferred::Camera camera, const View& asked, const Lit& wet,
                          graph::Image moved) {
    if (temporal_.enlarges()) {
      const graph::Image small = tonemap_.draw(g, camera, wet, antialias_, false, asked.follows, true);
      temporal_.end();
      return enlarge(g, small, glm::uvec2(camera.viewport), asked.size);
    }
    const Lit whole = temporal_.draw(g, camera, wet, moved);
    temporal_.end();
    const glm::vec2 size(asked.size);
    camera.viewport = glm::vec4(size, 1.0f / size);
    const bool counted = whole.color != wet.color;
    if (asked.sample.index + 1 < asked.sample.count) return whole.color;
    return tonemap_.draw(g, camera, whole, antialias_ && asked.sample.count == 1, counted, asked.follows);
  }

  // Over the final picture, whose passes can be looked at too; those that only it needs are culled.
  graph::Image draw_peek(graph::Graph& g, const deferred::Camera& camera, const View& view, const Lit& wet) {
    const graph::Image picture = tonemap_.draw(g, camera, wet, antialias_);
    const graph::Image peeked = peek_view_.draw(g, view);
    return peeked ? peeked : picture;
  }

  graph::Image draw_field(graph::Graph& g, const deferred::Camera& camera, const View& view, const Lit& wet,
                          std::span<const SurfaceField> surfaces) {
    auto scope = g.scope("field_view");
    const ShownField& shown = *view.field;
    const FieldOnWater on{shown.field, shown.field.publish(g), surfaces[shown.water]};
    if (!view.how.surface) return field_view_.map(g, camera, on, view.how);
    const graph::Image picture = tonemap_.encode(g, camera, wet, antialias_);
    const std::size_t index = grids_of(surfaces.first(shown.water)).size();
    return field_view_.paint(g, camera, on, index, view.how, picture, water_.normal(), water_.depth(), antialias_);
  }

  SurfaceMesh make_surface(graph::Graph& g, const ParticleSet& set, bool measures) {
    SurfaceMesh mesh = meshing::particle_surface(g, set, cases_).mesh;
    mesh.water = set.water;
    if (!measures) return mesh;
    g.readback("read_figures", mesh.figures,
               [known = figures_, water = set.water, name = name_of(set)](std::span<const std::byte> bytes) {
                 SurfaceState& state = (*known)[water];
                 state.figures = undine::surface_figures(bytes);
                 const std::string missing = overflow_text(state.figures);
                 if (missing.empty() || std::exchange(state.told, true)) return;
                 log::warning(
                     "water \"{}\": its surface has holes, for it takes {}; make surface.cell or spacing larger", name,
                     missing);
               });
    return mesh;
  }
  std::string name_of(const ParticleSet& set) const {
    return set.water < scene_.water.size() ? scene_.water[set.water].name : std::string();
  }

  struct SurfaceState {
    SurfaceFigures figures;
    bool told = false;  // that there is no room
  };
  static constexpr std::uint64_t figures_every = 8;
  static constexpr double draft_maps = 0.25;  // of the texels along a side
  std::uint64_t pictures_ = 0;
  PictureLayers layers_;
  const Scene& scene_;
  const deferred::SsaoSettings& ssao_;  // of the scene, which may change between pictures
  const deferred::ShadowSettings& shadows_;
  const bool& antialias_;
  const water::ReflectionSettings& reflections_;
  std::shared_ptr<std::map<std::size_t, SurfaceState>> figures_ =
      std::make_shared<std::map<std::size_t, SurfaceState>>();
  deferred::Sky sky_;
  deferred::Geometry geometry_;
  water::Caustics caustics_;
  water::WaterPass water_;
  water::WaterMeshPass water_mesh_;
  graph::Buffer cases_;  // of the particles' surface
  deferred::Motion motion_;
  water::WaterMotion water_motion_;
  struct Kept {
    explicit Kept(graph::State& s)
        : sky(s),
          shadow(s),
          middle_shadow(s),
          near_shadow(s),
          bent_shadow(s),
          gbuffer(s),
          lamps(s),
          mirrored(s),
          submerged(s),
          sun(s),
          mirrored_sun(s),
          sun_on_water(s) {
      for (graph::Keeper* one : {&sun, &mirrored_sun, &sun_on_water})
        for (const graph::Keeper* map : {&shadow, &middle_shadow, &near_shadow}) one->follow(*map);
      sun.follow(gbuffer);
      mirrored_sun.follow(mirrored);
    }
    graph::Keeper sky, shadow, middle_shadow, near_shadow, bent_shadow, gbuffer, lamps, mirrored, submerged, sun,
        mirrored_sun, sun_on_water;
  };
  Kept kept_;
  std::optional<glm::mat4> before_;  // the camera of the last picture
  Temporal temporal_;
  Accumulation accumulation_;
  Tonemap tonemap_;
  FieldViewPass field_view_;
  std::vector<float> floors_;
  PeekView peek_view_{field_view_};
};

}  // namespace

std::vector<RenderSettings::Make> picture_settings() {
  return {render_settings<deferred::WaterLook>,
          render_settings<ParticleLook>,
          render_settings<deferred::SsaoSettings>,
          render_settings<deferred::ExposureSettings>,
          render_settings<AntialiasSettings>,
          render_settings<TemporalSettings>,
          render_settings<ToneSettings>,
          render_settings<deferred::ShadowSettings>,
          render_settings<water::ReflectionSettings>,
          render_settings<water::UnderwaterSettings>};
}

std::vector<Quality> picture_qualities() {
  return {{"draft",
           {{"render.scale", "0.5"},
            {"render.map_detail", "0.25"},
            {"render.planar_reflections", "false"},
            {"render.ssao.enabled", "false"},
            {"render.water.reflected_caustics", "0"},
            {"render.glare", "0"}}},
          {"interactive",
           {{"render.scale", "0.68"}, {"render.map_detail", "0.5"}, {"render.water.reflected_caustics", "0"}}}};
}

std::unique_ptr<RenderSettings::Block> water_look() { return render_settings<deferred::OwnWaterLook>(); }

std::unique_ptr<Renderer> make_renderer(graph::State& state, const Scene& scene) {
  return std::make_unique<Frame>(state, scene);
}

}  // namespace undine::picture
