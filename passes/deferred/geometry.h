// Geometry of the scene: all meshes in one vertex and one index buffer, all textures in one array.
#pragma once
#include <span>
#include <vector>

#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "engine/scene/scene.h"
#include "passes/agents/fish_params.h"
#include "passes/agents/leaves_params.h"
#include "passes/deferred/bounds.h"
#include "passes/deferred/gbuffer.h"
#include "passes/deferred/ground.h"
#include "passes/deferred/scatter.h"
#include "passes/deferred/wetness.h"
#include "passes/models/geometry_image.h"
#include "passes/models/gltf_nodes.h"
#include "passes/models/shapes.h"

namespace undine::deferred {

class Geometry {
 public:
  // Loads and checks everything on the CPU: Error(Exit::bad_input) names what does not fit.
  Geometry(graph::State& state, const Scene& scene);
  void start(graph::Graph& g);  // declares the uploads, once

  struct Part {  // one draw call
    graph::Draw draw;
    GBufferParams params;
    Bounds box;                   // in world space
    bool casts = true;            // false: lies flat under everything and can shade nothing
    bool ground = false;          // the terrain, or
    bool around = false;          // what surrounds it: has no water
    bool floor = false;           // a plane, which casts no shadow: what is lit in water, though, can be one
    bool mapped = false;          // relief and surface are those of maps()
    bool masked = false;          // its texture's alpha says where it is
    bool blended = false;         // neither in the deferred targets nor in shadows: drawn over what is behind it
    bool glass = false;           // a pane; blended too
    bool textured_glass = false;  // whose color or share is a texture's
    bool glows = false;
    int array = 0, glow_array = 0;  // of textures()
    int mesh = -1;                  // of the scene's "meshes"; -1: none of them
  };
  std::span<const Part> parts() const { return parts_; }
  // Floating bodies: instances are their places in BodySet::states, meshes begin at the center of mass.
  std::span<const Part> bodies() const { return bodies_; }
  std::span<const Part> hulls() const { return hulls_; }  // inside of which no water is drawn
  template <class Look>
  struct Flock {  // one draw call: instances are the places in BodySet::fish or BodySet::leaves
    graph::Draw draw;
    Look look;
  };
  std::span<const Flock<agents::FishLook>> fish() const { return fish_; }
  std::span<const Flock<agents::LeafLook>> leaves() const { return leaves_; }
  float longest_fish() const { return longest_fish_; }  // meters
  double body_reach() const { return body_reach_; }     // from a body's center of mass, meters
  // Places walls and bodies for a picture at `time`, s; the rest of the picture reads alone.
  void begin(double time, const BodySet& bodies);
  const BodySet& body_set() const { return set_; }
  graph::Buffer vertices() const { return vertices_; }  // floats, eight per vertex (struct Vertex)
  graph::Buffer indices() const { return indices_; }
  std::span<const graph::Image> textures() const { return textures_; }  // sampler2DArrays, rgba8 sRGB
  graph::Buffer tangents() const { return tangents_; }                  // vec4 per vertex of mapped parts
  graph::Image maps() const { return maps_; }                        // sampler2DArray, rgba8; none: no part is mapped
  std::span<const LightSettings> lights() const { return lights_; }  // of the meshes' models
  const GroundLook& ground() const { return ground_; }
  struct Ground {  // vertices of the terrain's mesh, in rows along x
    std::uint32_t first_vertex = 0;
    glm::ivec2 samples{0};
    glm::vec4 area{0};        // low x and z, size along x and z, meters
    double grass_height = 0;  // meters; 0: no grass
  };
  const Ground& ground_mesh() const { return ground_mesh_; }
  graph::Image ground_noise() const { return ground_noise_; }  // sampler3D; none: the scene has no terrain
  const Scatter& scatter() const { return scatter_; }
  const Bounds& bounds() const { return bounds_; }    // of what casts shadows; of everything if nothing does
  const Bounds& casters() const { return casters_; }  // surroundings that cast shadows into bounds()

  // Bodies, fish or leaves are among it, which cast shadows where they go.
  bool moves() const {
    return (!bodies_.empty() && set_.states) || (!fish_.empty() && set_.fish) || (!leaves_.empty() && set_.leaves);
  }

 private:
  int mesh_ = -1;  // whose parts are stored
  Part store(const solids::TriangleMesh& mesh, const GBufferParams& params, bool casts);
  Part& add(const solids::TriangleMesh& mesh, const GBufferParams& params, bool casts);
  void pack(const std::vector<solids::ColorImage>& images);
  void add_terrain(const Heightmap& map, int seed);
  void add_surroundings(const Heightmap& terrain, const SurroundingsSettings& settings, int seed);
  void add_lights(const MeshSettings& mesh, const std::vector<solids::GltfLight>& lights);
  void add_bodies(const Scene& scene, std::vector<solids::ColorImage>& images);
  void add_movers(const Scene& scene, std::uint32_t first, std::vector<solids::ColorImage>& images);
  void add_agents(const Scene& scene);
  std::vector<Part> parts_, bodies_, hulls_;
  std::vector<Flock<agents::FishLook>> fish_;
  float longest_fish_ = 0;
  std::vector<Flock<agents::LeafLook>> leaves_;
  void add_walls(const Scene& scene, int& seed);
  struct Wall {
    std::size_t part;
    MovingWall wall;
  };
  std::vector<Wall> walls_;
  std::vector<LightSettings> lights_;
  double body_reach_ = 0;
  BodySet set_;
  std::vector<solids::Vertex> vertex_data_;
  std::vector<std::uint32_t> index_data_;
  std::vector<glm::vec4> tangent_data_;
  solids::Textures texture_data_;
  std::vector<solids::ColorImage> map_images_;
  solids::TextureArray map_data_;
  Scatter scatter_;
  GroundLook ground_{};
  Ground ground_mesh_;
  Bounds bounds_, casters_;
  graph::Buffer vertices_, indices_, tangents_;
  std::vector<graph::Image> textures_;
  graph::Image ground_noise_, maps_;
};

}  // namespace undine::deferred
