// SPDX-License-Identifier: Apache-2.0
#include "app/editor/shapes_trial.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "core/world/updates/edits.h"

namespace ww::editor {
namespace {

constexpr double kShapesShare = 0.8;  // of the work; the rest is the measuring

geometry::Color previewColor(double off_m, const ui::DeviationScale& scale) {
  const QColor color = ui::deviationColor(off_m, scale);
  return {color.redF(), color.greenF(), color.blueF(), 1.0f};
}

// Triangles of about the same deviation become one run of a colour.
geometry::Mesh coloured(const usecase::DeviationMap& map, const ui::DeviationScale& scale) {
  constexpr int kShades = 12;
  geometry::Mesh out;
  out.vertices = map.mesh.vertices;
  std::map<int, std::vector<std::size_t>> shades;
  for (std::size_t i = 0; i < map.off_m.size(); ++i) {
    const double off = map.off_m[i], most = off < 0.0 ? scale.missing_m : scale.blocked_m;
    shades[most > 0.0 ? static_cast<int>(std::lround(kShades * std::clamp(off / most, -1.0, 1.0))) : 0].push_back(i);
  }
  for (const auto& [shade, triangles] : shades) {
    const double most = shade < 0 ? scale.missing_m : scale.blocked_m;
    out.colors.push_back({static_cast<std::uint32_t>(out.triangles.size()),
                          static_cast<std::uint32_t>(triangles.size()), previewColor(most * shade / kShades, scale)});
    for (const std::size_t i : triangles) out.triangles.push_back(map.mesh.triangles[i]);
  }
  return out;
}

geometry::GeometryPtr previewShape(const usecase::DeviationMap& map, const ui::DeviationScale& scale) {
  static std::atomic<std::uint64_t> count{0};
  auto out = std::make_shared<geometry::Geometry>();
  out->ref = "preview:" + std::to_string(++count);
  out->mesh = std::make_shared<const geometry::Mesh>(coloured(map, scale));
  out->shape.mesh = out->mesh;
  out->bounds = out->mesh->bounds();
  out->from_mesh = true;
  return out;
}

class TrialMaker {
 public:
  explicit TrialMaker(const TrialRequest& request) : request_(request), out_(std::make_shared<Trial>()) {}

  Result<TrialPtr> make(const std::stop_token& stop, const Progress& progress) {
    WW_TRY(makeLinks(stop, progress.portion(0.0, kShapesShare)));
    makePreview();
    const bool sound = std::ranges::all_of(out_->links, [](const auto& one) { return one.second->problem.ok(); });
    if (sound) {
      WW_TRY(measure(stop));
    }
    progress.report(1.0);
    return TrialPtr(out_);
  }

 private:
  Status makeLinks(const std::stop_token& stop, const Progress& progress) {
    const auto all = static_cast<double>(request_.wishes.size());
    double done = 0.0;
    for (const auto& [link, wish] : request_.wishes) {
      const TrialKey key = trialKey(link->id, wish);
      progress.report(done / all);
      progress.text(link->name);
      const auto known = request_.known.find(key);
      if (known != request_.known.end()) {
        out_->links[key] = known->second;
      } else {
        auto made = usecase::trialOf(*link, wish, stop, progress.portion(done / all, (done + 1.0) / all));
        if (made.status().code == Code::kCancelled) return made.status();
        auto one = std::make_shared<LinkTrial>();
        one->problem = made.status();
        if (made.ok()) one->made = std::move(made).value();
        out_->links[key] = std::move(one);
      }
      done += 1.0;
    }
    return okStatus();
  }

  void makePreview() {
    for (const auto& [key, link] : out_->links) {
      if (!link->problem.ok()) continue;
      const geometry::CollisionDeviation& off = link->made.shapes.deviation;
      out_->scale.missing_m = std::max(out_->scale.missing_m, off.missing_m);
      out_->scale.blocked_m = std::max(out_->scale.blocked_m, off.blocked_m);
      out_->has_colors = out_->has_colors || !link->made.map.off_m.empty();
    }
    for (const auto& [link, wish] : request_.wishes) {
      const LinkTrialPtr& trial = out_->links.at(trialKey(link->id, wish));
      if (trial->problem.ok() && !trial->made.map.mesh.triangles.empty())
        out_->preview.push_back({link->id, previewShape(trial->made.map, out_->scale)});
    }
  }

  Status measure(const std::stop_token& stop) {
    std::vector<session::LinkShapes> shapes;
    for (const auto& [link, wish] : request_.wishes)
      shapes.push_back(out_->links.at(trialKey(link->id, wish))->made.shapes);
    out_->edits = session::setCollisionShapes(request_.object, shapes);
    WW_ASSIGN(const world::World tried, world::apply(*request_.world, *out_->edits, *request_.store));
    const collision::Scene scene = request_.scenes->of(*request_.world);
    WW_ASSIGN(out_->now_s, usecase::checkSeconds(scene, request_.object, stop));
    WW_ASSIGN(out_->then_s, usecase::checkSeconds(scene.updated(tried), request_.object, stop));
    return okStatus();
  }

  const TrialRequest& request_;
  std::shared_ptr<Trial> out_;
};

}  // namespace

TrialKey trialKey(EntityId link, const usecase::ShapeWish& wish) {
  if (wish.any_primitive) return {link.value, -1, 0, 0.0, true};
  const geometry::CollisionWish& shape = wish.shape;
  const bool pieces = shape.kind == geometry::CollisionKind::kPieces;
  const bool coarse = shape.kind == geometry::CollisionKind::kCoarse;
  return {link.value, static_cast<int>(shape.kind), pieces ? shape.pieces : 0, coarse ? shape.error_m : 0.0, false};
}

Result<TrialPtr> workOutTrial(const TrialRequest& request, std::stop_token stop, const Progress& progress) {
  return TrialMaker(request).make(stop, progress);
}

}  // namespace ww::editor
