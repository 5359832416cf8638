// Session of one scene behind a handle of the C interface.
#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <glm/glm.hpp>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/app/session/session.h"
#include "tools/api/undine.h"

namespace undine::api {

class ApiWorld {
 public:
  // text: the scene's own; empty: that of the file `scene`. Starts or resumes it.
  ApiWorld(const std::filesystem::path& scene, std::string text, const undine_options& options);

  void step(std::uint32_t steps);
  std::uint64_t steps() { return session_->world().steps(); }
  double time() { return session_->world().time(); }
  bool set(const std::string& path, const std::string& value);  // true: something restarted
  void push(glm::dvec3 point, double radius, double strength);

  // Programs number bodies as they come: those of the scene from 0 on, then those that are added. A number is not used
  // again; a setting that changes how many bodies there are numbers them anew.
  Bodies& bodies();                          // Error(bad_input): the scene has none
  std::uint32_t row_of(std::uint32_t body);  // of "bodies.state"; Error(bad_input): the body was removed, or never was
  // Both change the scene between frames, all else continues; on an error nothing has changed. text: an entry of
  // "bodies". Returns the number of its first body.
  std::uint32_t add_body(std::string_view text);
  void remove_body(std::uint32_t body);               // with all of its entry
  std::array<float, 6> water_on(std::uint32_t body);  // force, N; moment, N m

  std::vector<Field>& fields() { return fields_; }
  const Field& field(std::string_view name);
  // The text for as long as the world, also when its fields change.
  const char* kept(const std::string& text) { return texts_.insert(text).first->c_str(); }
  std::vector<float> read(const Field& field);
  std::uint32_t components(const Field& field) const;  // of a field on a grid; else Error(Exit::bad_input)
  void sample(const Field& field, std::span<const glm::dvec3> points, float* values);
  void query(std::span<const glm::dvec3> points, undine_point* out);
  std::uint64_t begin_query(std::span<const glm::dvec3> points);  // without a wait
  std::size_t points_of_query(std::uint64_t query) const;         // Error(bad_input): not open
  bool end_query(std::uint64_t query, bool wait, undine_point* out);

  void render(glm::uvec2 size, const std::optional<CameraPlace>& camera, std::uint8_t* pixels);
  std::string stats();
  void save(const std::filesystem::path& file);
  std::thread::id thread() const { return thread_; }

 private:
  Scene read_scene() const;
  struct WaterSamples;  // of one water at points of a query
  struct Query;
  std::shared_ptr<Query> declare_query(std::span<const glm::dvec3> points);
  void declare_samples(const std::shared_ptr<Query>& query, std::size_t water, const Field& level);
  void answer(const Query& query, undine_point* out) const;
  undine_point point_of(const WaterSamples& s, std::size_t i, const glm::dvec3& at) const;
  // Declares that a field is sampled. `arrived` is called once the values are there.
  void declare_sample(const Field& field, std::span<const glm::dvec3> points, float* values,
                      std::function<void()> arrived);
  void list_fields() { fields_ = session_->world().fields(); }
  std::uint32_t body_count() const;  // of the scene
  void number_bodies();
  void take_text(std::string text);
  void exchange_bodies(const std::string& text, std::vector<std::optional<std::size_t>> continued);
  const Field* field_of(std::size_t water, std::initializer_list<std::string_view> names) const;
  void run();  // what is declared, and waits
  std::thread::id thread_ = std::this_thread::get_id();
  session::CommandLine line_;
  std::string text_;
  bool pictures_ = false;
  std::unique_ptr<session::Session> session_;
  std::vector<Field> fields_;
  static constexpr std::uint32_t removed = 0xffffffffu;
  std::vector<std::uint32_t> rows_;  // by the numbers of bodies; or `removed`
  std::set<std::string> texts_;
  std::map<std::uint64_t, std::shared_ptr<Query>> queries_;  // open ones, by their numbers
  std::uint64_t last_query_ = 0;
};

}  // namespace undine::api
