// Frame function: declares the passes of a picture in order.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <memory>
#include <utility>

#include "engine/core/error.h"
#include "engine/core/log.h"
#include "engine/graph/scope_cache.h"
#include "engine/scene/named_view.h"
#include "engine/scene/renderer.h"
#include "engine/scene/surface_figures.h"
#include "passes/deferred/ambient.h"
#include "passes/deferred/camera.h"
#include "passes/deferred/forward.h"
#include "passes/deferred/gbuffer.h"
#include "passes/deferred/gbuffer_submerged.h"
#include "passes/deferred/geometry.h"
#include "passes/deferred/grass.h"
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
#include "passes/picture/frame_inputs.h"
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

// Light from the sky and the sun, and wet ground.
struct SunLight {
  deferred::Camera camera;  // knows where clouds and the finer shadow maps lie
  deferred::Light light;
  deferred::WetGround wet;
};

struct OpaqueScene {
  GBuffer gbuffer;
  graph::Image ambient;
};

// The lit opaque scene, and the surfaces of the height grids before it.
struct ShadedScene {
  Lit lit;
  water::WaterSurfaces surfaces;
  water::HullMask hulls;
};

struct Waters {
  Lit lit;
  water::WaterLayer meshes;
};

// Surfaces of particles as meshes. Every eighth picture reads back whether their buffers have been large enough; the
// first time that they have not, the log says so.
class ParticleMeshes {
 public:
  ParticleMeshes(graph::State& state, const Scene& scene) : scene_(scene), cases_(meshing::make_cases(state)) {}
  void start(graph::Graph& g) const { meshing::upload_cases(g, cases_); }
  bool due() { return pictures_++ % every == 0; }  // once a picture
  SurfaceMesh make(graph::Graph& g, const ParticleSet& set, bool measures) const {
    SurfaceMesh mesh = meshing::particle_surface(g, set, cases_).mesh;
    mesh.water = set.water;
    if (!measures) return mesh;
    const std::string name = set.water < scene_.water.size() ? scene_.water[set.water].name : std::string();
    g.readback(
        "read_figures", mesh.figures, [known = known_, water = set.water, name](std::span<const std::byte> bytes) {
          Known& one = (*known)[water];
          one.figures = undine::surface_figures(bytes);
          const std::string missing = overflow_text(one.figures);
          if (missing.empty() || std::exchange(one.told, true)) return;
          log::warning("water \"{}\": its surface has holes, for it takes {}; make surface.cell or spacing larger",
                       name, missing);
        });
    return mesh;
  }
  std::optional<SurfaceFigures> figures(std::size_t water) const {
    const auto found = known_->find(water);
    return found == known_->end() ? std::nullopt : std::optional(found->second.figures);
  }

 private:
  struct Known {
    SurfaceFigures figures;
    bool told = false;
  };
  static constexpr std::uint64_t every = 8;
  const Scene& scene_;
  graph::Buffer cases_;
  std::uint64_t pictures_ = 0;
  std::shared_ptr<std::map<std::size_t, Known>> known_ = std::make_shared<std::map<std::size_t, Known>>();
};

class Frame : public Renderer {
 public:
  Frame(graph::State& state, const Scene& scene)
      : scene_(scene),
        ssao_(scene.render.of<deferred::SsaoSettings>()),
        shadows_(scene.render.of<deferred::ShadowSettings>()),
        grass_(scene.render.of<deferred::GrassSettings>()),
        antialias_(scene.render.of<AntialiasSettings>().antialias),
        reflections_(scene.render.of<water::ReflectionSettings>()),
        sky_(state, scene),
        geometry_(state, scene),
        caustics_(state, scene),
        water_(state, scene),
        water_mesh_(scene),
        particle_meshes_(state, scene),
        motion_(state),
        water_motion_(state),
        caches_(state),
        temporal_(state, scene),
        accumulation_(state),
        tonemap_(state, scene),
        field_view_(state),
        floors_(deferred::floors_of_waters(scene)) {}

  void start(graph::Graph& g) override {
    sky_.start(g);
    geometry_.start(g);
    particle_meshes_.start(g);
  }

  bool retune(graph::Graph& g) override { return sky_.retune(g, scene_); }

  graph::Image draw(graph::Graph& g, const View& asked, std::span<const SurfaceField> waters, const BodySet& bodies,
                    std::span<const ParticleSet> particles) override {
    auto scope = g.scope("picture");
    g.use(caches_, is_graph_path(asked.show));  // a node that is looked at has to run
    const FrameInputs in = begin(g, asked, waters, bodies, particles);
    const SunLight sun = draw_sun(g, in);
    const OpaqueScene opaque = draw_opaque(g, in, sun);
    const deferred::Light light = light_scene(g, in, sun);
    const ShadedScene shaded = shade(g, in, sun.camera, opaque, light);
    const Waters drawn = draw_waters(g, in, sun, light, shaded);
    const graph::Image moved = draw_motion(g, in, sun.camera, drawn.lit.depth, opaque.gbuffer.depth, shaded.surfaces);
    if (in.view().layers) layers_ = draw_all_layers(g, in, sun.camera, opaque, shaded, drawn, moved);
    const Lit lit = accumulation_.add(g, drawn.lit, deferred::picture_extent(sun.camera), in.view().sample);
    const graph::Image out = finish(g, in, sun.camera, lit, moved, shaded.surfaces);
    temporal_.end(in.picture);
    if (out) return out;
    if (const graph::Graph::Published* shown = g.published(asked.show))
      return deferred::draw_input(g, sun.camera, opaque.gbuffer, light, opaque.ambient, *shown);
    throw Error(Exit::bad_input, "view", "'" + asked.show + "' is not a view",
                fmt::format("{}, or a field", fmt::join(view_names(), ", ")));
  }

  std::optional<FieldFigures> field_figures() const override { return field_view_.figures(); }

  PictureLayers layers() const override { return layers_; }
  const PeekInfo* peeked() const override { return peek_view_.info().path.empty() ? nullptr : &peek_view_.info(); }

  std::optional<SurfaceFigures> surface_figures(std::size_t water) const override {
    return particle_meshes_.figures(water);
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
  // Lights of the scene first. As many cast shadows as there are maps.
  std::vector<LightSettings> lights_of_all() const {
    std::vector<LightSettings> out = scene_.lights;
    out.insert(out.end(), geometry_.lights().begin(), geometry_.lights().end());
    out.resize(std::min(out.size(), most_lights));
    std::size_t shadows = 0;
    for (LightSettings& l : out) l.shadow = l.shadow && shadows++ < most_light_shadows;
    return out;
  }

  FrameInputs begin(graph::Graph& g, const View& asked, std::span<const SurfaceField> waters, const BodySet& bodies,
                    std::span<const ParticleSet> particles) {
    const bool final = asked.show == "final" && !asked.field;
    FrameInputs in{.asked = asked,
                   .picture = temporal_.begin(with_spheres(asked, scene_.render.of<ParticleLook>(), particles), final),
                   .waters = waters,
                   .surfaces = grids_of(waters),
                   .particles = particles,
                   .map_share = static_cast<float>(shadows_.detail * (is_draft(asked) ? draft_maps : 1))};
    geometry_.begin(in.view().time, bodies);
    const bool measures = particle_meshes_.due() || in.view().figures;
    for (const ParticleSet& set : particles)
      if (sphere_colors(in.view(), set))
        in.spheres = true;
      else
        in.meshes.push_back(particle_meshes_.make(g, set, measures));
    in.lit = lit_bounds(geometry_, in.surfaces, particles);
    in.camera = aim_at(deferred::make_camera(in.view(), scene_), geometry_, in.lit, in.surfaces);
    std::copy(sky_.harmonics().begin(), sky_.harmonics().end(), in.camera.sky_sh);
    // The first picture counts as one after which nothing has moved.
    in.still = !before_ || *before_ == in.camera.view_projection;
    before_ = in.camera.view_projection;
    return in;
  }

  // Shadows do not need the waters, which a second queue computes meanwhile; wet ground does.
  SunLight draw_sun(graph::Graph& g, const FrameInputs& in) const {
    SunLight out{.camera = in.camera, .light = {}, .wet = {}};
    const deferred::Sky::Shown sky = sky_.show(g, in.view().time, shadows_.shadows && shadows_.of_clouds, in.camera);
    out.camera.cloud_sheet = sky.cloud_sheet;
    out.light.sky = sky.sky;
    out.light.environment = sky.environment;
    out.light.clouds = sky.clouds;
    out.light.shadow = deferred::draw_shadow(g, out.camera, geometry_, shadows_.shadows, in.map_share);
    const deferred::NearShadows near =
        deferred::draw_near_shadows(g, out.camera, geometry_, in.lit, shadows_, in.map_share);
    out.light.shadow_near = near.near;
    out.light.shadow_middle = near.middle;
    std::ranges::copy(near.place, out.camera.near_shadow);
    if (!geometry_.ground_noise()) return out;
    out.light.levels = deferred::draw_levels(g, scene_, in.surfaces, floors_);
    out.wet = deferred::draw_wetness(g, &*scene_.terrain, in.surfaces, out.light.levels, in.particles);
    return out;
  }

  OpaqueScene draw_opaque(graph::Graph& g, const FrameInputs& in, const SunLight& sun) const {
    auto cached = g.cached("opaque");
    const deferred::Camera still = deferred::without_time(sun.camera);
    const GBuffer gbuffer =
        deferred::draw_gbuffer(g, still, geometry_, {.fish = fish_in_front(in.view(), in.surfaces), .wet = &sun.wet});
    if (grass_.grass && scene_.terrain) deferred::draw_grass(g, still, geometry_, *scene_.terrain, gbuffer);
    return {gbuffer, deferred::draw_ambient(g, still, gbuffer, ssao_)};
  }

  // Light that waters bend and throw up, lamps, and what is left of the sun behind meshes of water.
  deferred::Light light_scene(graph::Graph& g, const FrameInputs& in, const SunLight& sun) {
    deferred::Light light = sun.light;
    const deferred::Camera& camera = sun.camera;
    if (!geometry_.ground_noise()) light.levels = deferred::draw_levels(g, scene_, in.surfaces, floors_);
    if (light.levels.count > 0) {
      light.bent_shadow =
          deferred::draw_bent_shadow(g, camera, geometry_, light.levels, shadows_.shadows, in.map_share);
      light.caustics = caustics_.draw(g, camera, light, in.surfaces, in.map_share);
      if (!is_draft(in.asked) && caustics_.throws_up(camera, in.surfaces)) {
        light.mirrored_shadow =
            deferred::draw_mirrored_shadow(g, camera, geometry_, light.levels, shadows_.shadows, in.map_share);
        light.shimmer = caustics_.draw_up(g, camera, light, in.surfaces, in.map_share);
      }
    }
    if (!geometry_.moves()) {
      const deferred::SunOnWater on = deferred::draw_sun_on_water(g, camera, light, in.surfaces);
      light.sun_on_water = on.share;
      light.sun_around = on.around;
    }
    {
      auto cached = g.cached("lamps");
      light.lamps = deferred::draw_lamps(g, geometry_, lights_of_all(), in.lit, shadows_.shadows);
    }
    light.through = water_mesh_.shade_sun(g, camera, light, in.meshes);
    return light;
  }

  // The air's haze is not seen from under a sea's troughs.
  static bool under_sea(const FrameInputs& in) {
    return std::ranges::any_of(in.surfaces, [&](const SurfaceField& f) {
      return f.waves.patches > 0 && in.view().eye.y < f.origin.y - 0.5 * f.waves.height;
    });
  }

  // The share of the sun that reaches the scene is found once while what casts shadows stands.
  deferred::SunSearch sun_search(const FrameInputs& in) const {
    return {.before = !geometry_.moves(), .cached = in.still};
  }

  ShadedScene shade(graph::Graph& g, const FrameInputs& in, const deferred::Camera& camera, const OpaqueScene& opaque,
                    const deferred::Light& light) {
    ShadedScene out;
    const auto draw_surfaces = [&] {
      out.hulls = water::draw_hull_mask(g, camera, geometry_);
      out.surfaces =
          water_.draw_surfaces(g, camera, opaque.gbuffer.depth, in.surfaces, out.hulls, in.picture.enlarges(),
                               water::falls_as_meshes(scene_, in.surfaces, in.meshes));
    };
    if (!in.spheres) draw_surfaces();
    const bool hides = !in.spheres && water::WaterPass::hides(camera, in.surfaces);
    out.lit = deferred::draw_lighting(g, camera, opaque.gbuffer, light, opaque.ambient,
                                      {.water_first = water::WaterPass::eye_may_be_in(camera, in.surfaces),
                                       .sun = sun_search(in),
                                       .covered = hides ? out.surfaces.depth : graph::Image{}});
    deferred::draw_glow(g, camera, geometry_, out.lit);
    deferred::draw_bulbs(g, camera, light.lamps, out.lit);
    for (const ParticleSet& set : in.particles)
      if (const ShownField* shown = sphere_colors(in.view(), set)) {
        const FieldOnWater on{shown->field, shown->field.publish(g), {}};
        draw_spheres(g, camera, out.lit, set, field_view_.colors(g, on, in.view().spheres_how));
      }
    if (in.spheres) draw_surfaces();
    return out;
  }

  Waters draw_waters(graph::Graph& g, const FrameInputs& in, const SunLight& sun, const deferred::Light& light,
                     const ShadedScene& shaded) {
    const deferred::Camera& camera = sun.camera;
    const std::string& show = in.view().show;
    deferred::Submerged submerged{.camera = camera, .lit = shaded.lit, .swimmers = {}};
    if (!in.surfaces.empty())
      submerged = deferred::draw_submerged(g, camera, geometry_, light, ssao_, in.surfaces, sun.wet);
    std::optional<deferred::Mirrored> mirrored;
    if (!is_draft(in.asked) && reflections_.reflections && reflections_.planar_reflections)
      mirrored = deferred::draw_mirrored(g, camera, geometry_, light, ssao_, in.surfaces, sun.wet, sun_search(in));
    water::SurfaceLight shown(g, camera, show == "reflection" || show == "refraction" || is_graph_path(show));
    const Lit grids = water_.draw(g, camera, light, shaded.lit, in.surfaces, shaded.surfaces, shown, &submerged,
                                  mirrored ? &*mirrored : nullptr);
    std::vector<SpraySet> spray = water::spray_of(in.particles);
    const auto [wet, layer] =
        water_mesh_.draw(g, camera, light, grids, in.meshes, spray, eye_among(in.particles, in.view().eye), shown,
                         in.surfaces, {shaded.hulls, shaded.surfaces.flow_map, in.picture.enlarges()});
    shown.publish(g);
    const water::WaterLayer of_grids{shaded.surfaces.normal, shaded.surfaces.depth, {}};
    water::publish_inspections(g, camera, light, shaded.lit, of_grids, layer);
    std::ranges::copy(water::spray_of(in.surfaces), std::back_inserter(spray));
    water::draw_spray(g, camera, light, wet, spray);
    deferred::draw_blended(g, camera, geometry_, light, wet);
    if (!under_sea(in)) deferred::draw_haze(g, camera, light, wet, scene_.sky.visibility);
    return {wet, layer};
  }

  // Motion of each pixel since the picture before; null: there is no such picture. Stores what the next one needs.
  graph::Image draw_motion(graph::Graph& g, const FrameInputs& in, const deferred::Camera& camera, graph::Image depth,
                           graph::Image opaque, const water::WaterSurfaces& surfaces) {
    const Temporal::Picture& picture = in.picture;
    graph::Image out;
    if (picture.before || in.view().show == "motion" || in.view().layers) {
      const deferred::MotionParams params = motion_.between(picture.before ? *picture.before : in.view(), in.view());
      out = motion_.draw(g, camera, geometry_, params, depth, opaque);
      if (picture.before) water_motion_.draw(g, camera, in.surfaces, surfaces, params, depth, out);
      publish_view<"motion">(g, out, deferred::LightingView::motion);
    }
    if (picture.keeps) {
      motion_.keep(g, geometry_);
      water_motion_.keep(g, in.surfaces);
    }
    return out;
  }

  PictureLayers draw_all_layers(graph::Graph& g, const FrameInputs& in, const deferred::Camera& camera,
                                const OpaqueScene& opaque, const ShadedScene& shaded, const Waters& drawn,
                                graph::Image moved) {
    return draw_layers(g, camera,
                       {.gbuffer = opaque.gbuffer,
                        .ids = deferred::draw_ids(g, camera, geometry_, opaque.gbuffer.depth),
                        .motion = moved,
                        .grids = {shaded.surfaces.normal, shaded.surfaces.depth, {}},
                        .meshes = drawn.meshes,
                        .surfaces = in.surfaces,
                        .waters = in.meshes});
  }

  // The picture that is asked for; null: one of the published images.
  graph::Image finish(graph::Graph& g, const FrameInputs& in, const deferred::Camera& camera, const Lit& lit,
                      graph::Image moved, const water::WaterSurfaces& surfaces) {
    const View& view = in.view();
    if (view.show == "radiance") return lit.color;
    if (in.picture.final) return draw_final(g, in, camera, lit, moved);
    if (view.field && !view.field->field.of_particles) return draw_field(g, in, camera, lit, surfaces);
    if (is_graph_path(view.show)) return draw_peek(g, camera, view, lit);
    if (view.field) return tonemap_.draw(g, camera, lit, antialias_);
    return {};
  }

  graph::Image draw_final(graph::Graph& g, const FrameInputs& in, deferred::Camera camera, const Lit& lit,
                          graph::Image moved) {
    const View& asked = in.asked;
    if (in.picture.enlarges()) {
      const graph::Image small = tonemap_.draw(g, camera, lit, antialias_, false, asked.follows, true);
      return enlarge(g, small, glm::uvec2(camera.viewport), asked.size);
    }
    const Lit whole = temporal_.draw(g, in.picture, camera, lit, moved);
    const glm::vec2 size(asked.size);
    camera.viewport = glm::vec4(size, 1.0f / size);
    const bool counted = whole.color != lit.color;
    if (asked.sample.index + 1 < asked.sample.count) return whole.color;
    return tonemap_.draw(g, camera, whole, antialias_ && asked.sample.count == 1, counted, asked.follows);
  }

  // Over the final picture, whose passes can be looked at too; those that only it needs are culled.
  graph::Image draw_peek(graph::Graph& g, const deferred::Camera& camera, const View& view, const Lit& lit) {
    const graph::Image picture = tonemap_.draw(g, camera, lit, antialias_);
    const graph::Image peeked = peek_view_.draw(g, view);
    return peeked ? peeked : picture;
  }

  graph::Image draw_field(graph::Graph& g, const FrameInputs& in, const deferred::Camera& camera, const Lit& lit,
                          const water::WaterSurfaces& surfaces) {
    auto scope = g.scope("field_view");
    const View& view = in.view();
    const ShownField& shown = *view.field;
    const FieldOnWater on{shown.field, shown.field.publish(g), in.waters[shown.water]};
    if (!view.how.surface) return field_view_.map(g, camera, on, view.how);
    const graph::Image picture = tonemap_.encode(g, camera, lit, antialias_);
    const std::size_t index = grids_of(in.waters.first(shown.water)).size();
    return field_view_.paint(g, camera, on, index, view.how, picture, surfaces.normal, surfaces.depth, antialias_);
  }

  static constexpr double draft_maps = 0.25;  // of the texels along a side
  PictureLayers layers_;
  const Scene& scene_;
  const deferred::SsaoSettings& ssao_;  // of the scene, which may change between pictures
  const deferred::ShadowSettings& shadows_;
  const deferred::GrassSettings& grass_;
  const bool& antialias_;
  const water::ReflectionSettings& reflections_;
  deferred::Sky sky_;
  deferred::Geometry geometry_;
  water::Caustics caustics_;
  water::WaterPass water_;
  water::WaterMeshPass water_mesh_;
  ParticleMeshes particle_meshes_;
  deferred::Motion motion_;
  water::WaterMotion water_motion_;
  graph::Caches caches_;
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
          render_settings<deferred::GrassSettings>,
          render_settings<deferred::ScatterLook>,
          render_settings<water::ReflectionSettings>,
          render_settings<water::UnderwaterSettings>};
}

std::vector<Quality> picture_qualities() {
  return {{"draft",
           {{"render.scale", "0.5"},
            {"render.map_detail", "0.25"},
            {"render.planar_reflections", "false"},
            {"render.grass_blades", "false"},
            {"render.instance_detail", "0.5"},
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
