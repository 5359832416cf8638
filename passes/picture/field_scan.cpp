// Per step: one scan per field, one judge, and one copy per field whose size the judge decides.
#include "engine/scene/field_scan.h"

#include <algorithm>
#include <cstring>

#include "engine/scene/field_values.h"
#include "passes/picture/field_scan_params.h"
#include "passes/picture/picture.h"

namespace undine::picture {
namespace {

std::uint32_t elements(const Field& field) {
  std::uint64_t count = field.shape.empty() ? 0 : 1;
  for (std::uint32_t n : field.shape) count *= n;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(count, field_all_finite - 1));
}

FieldLayout layout(const Field& field, const FieldView& view) {
  const std::uint32_t count = elements(field);
  return {count, count / field.shape[0], static_cast<uint>(view.offset), static_cast<uint>(view.pitch)};
}

std::string_view owner(std::string_view field) { return field.substr(0, field.find('.')); }

class FieldScanPass : public FieldScan {
 public:
  explicit FieldScanPass(graph::State& state) : state_(state) {}
  ~FieldScanPass() override { drop(); }

  void scan(graph::Graph& g, std::vector<Field> fields, std::uint64_t step) override {
    std::erase_if(fields, [](const Field& f) { return elements(f) == 0; });
    adopt(std::move(fields));
    const auto count = static_cast<std::uint32_t>(kept_.size());
    if (count == 0) return;
    for (Kept& k : kept_) k.view = k.field.publish(g);
    auto scope = g.scope("nan_guard");
    const graph::Buffer least = g.buffer("nan_guard/least", {.bytes = count * sizeof(uint)});
    const graph::Buffer copies = g.buffer("nan_guard/copies", {.bytes = count * sizeof(FieldCopies)});
    g.clear("forget", least, field_all_finite);
    for (std::uint32_t i = 0; i < count; ++i) {
      const FieldScanParams params{layout(kept_[i].field, kept_[i].view), i};
      g.compute("scan", "picture/field_scan.comp")
          .read("field", kept_[i].view.buffer)
          .accumulate("least", least)
          .params(params)
          .over({std::min(params.layout_.count, most_threads), 1, 1});
    }
    g.compute("judge", "picture/field_judge.comp")
        .read("least", least)
        .modify("verdict", verdict_)
        .write("copies", copies)
        .params(FieldJudgeParams{count, static_cast<uint>(step), static_cast<uint>(step >> 32)})
        .groups({1, 1, 1});
    for (std::uint32_t i = 0; i < count; ++i)
      g.compute("keep", "picture/field_keep.comp")
          .read("field", kept_[i].view.buffer)
          .modify("kept", kept_[i].copy)
          .params(FieldScanParams{layout(kept_[i].field, kept_[i].view), i})
          .indirect(copies, i * sizeof(FieldCopies));
    scanned_ = true;
  }

  void ask(graph::Graph& g) override {
    if (!scanned_) return;
    scanned_ = false;
    auto scope = g.scope("nan_guard");
    g.readback("verdict", verdict_, [this, asked = generation_](std::span<const std::byte> bytes) {
      FieldVerdict verdict;
      std::memcpy(&verdict, bytes.data(), sizeof verdict);
      if (found_ || asked != generation_ || verdict.found == 0) return;
      found_ = {kept_[verdict.field].field, verdict.element, std::uint64_t{verdict.step_high} << 32 | verdict.step_low};
    });
  }

  const std::optional<Find>& found() const override { return found_; }

  void fetch(graph::Graph& g, const Receive& receive) override {
    auto scope = g.scope("nan_guard");
    for (const Kept& k : kept_) {
      if (owner(k.field.name) != owner(found_->field.name)) continue;
      g.readback("field", k.copy, [&k, receive](std::span<const std::byte> bytes) {
        const FieldView packed{k.copy, 0, elements(k.field) / k.field.shape[0], k.view.scale, k.view.bias};
        receive(k.field, field_values(k.field, packed, bytes));
      });
    }
  }

 private:
  struct Kept {
    Field field;
    FieldView view;  // of the step declared last
    graph::Buffer copy;
  };
  static constexpr std::uint32_t most_threads = 1u << 13;

  // The world's fields may change between frames, when a scene is reloaded.
  void adopt(std::vector<Field> fields) {
    const bool same = std::ranges::equal(fields, kept_, [](const Field& a, const Kept& b) {
      return a.name == b.field.name && a.shape == b.field.shape;
    });
    if (same) {
      for (std::size_t i = 0; i < kept_.size(); ++i) kept_[i].field = std::move(fields[i]);
      return;
    }
    drop();
    ++generation_;
    verdict_ = state_.buffer("nan_guard/verdict", {.bytes = sizeof(FieldVerdict)});
    for (Field& field : fields) {
      const std::uint64_t bytes = std::uint64_t{elements(field)} * sizeof(float);
      const graph::Buffer copy = state_.buffer("nan_guard/" + field.name, {.bytes = bytes});
      kept_.push_back({std::move(field), {}, copy});
    }
  }

  void drop() {
    for (const Kept& k : kept_) state_.release(k.copy);
    if (verdict_) state_.release(verdict_);
    kept_.clear();
    verdict_ = {};
  }

  graph::State& state_;
  std::vector<Kept> kept_;
  graph::Buffer verdict_;
  std::uint64_t generation_ = 0;
  bool scanned_ = false;
  std::optional<Find> found_;
};

}  // namespace

std::unique_ptr<FieldScan> make_field_scan(graph::State& state) { return std::make_unique<FieldScanPass>(state); }

}  // namespace undine::picture
