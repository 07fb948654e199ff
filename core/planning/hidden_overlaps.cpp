// SPDX-License-Identifier: Apache-2.0
#include "core/planning/hidden_overlaps.h"

#include <algorithm>
#include <map>

#include "core/base/finding.h"
#include "core/model/named.h"
#include "core/planning/failures.h"
#include "core/planning/robot_scene.h"
#include "intrinsic/world/proto/collision_settings.pb.h"

namespace ww::planning {
namespace {

constexpr double kDeep = 1e-3;  // metres
constexpr std::size_t kMostPostures = 24, kMostContacts = 100, kMostTold = 5;

class HiddenOverlaps {
 public:
  HiddenOverlaps(const collision::Scene& scene, ObjectId robot) : scene_(scene), robot_(robot) {}

  // `settings`: null: the world's own. Postures in radians or metres.
  void look(const SettingsPtr& settings, std::span<const JointVector> postures) {
    auto rules = settings ? scene_.rules().with(*settings) : Result<collision::RuleSet>(scene_.rules());
    if (!rules.ok() || rules->disabled()) return;
    auto bare = RobotScene::make(scene_, robot_, std::make_shared<const intrinsic_proto::world::CollisionSettings>());
    if (!bare.ok()) return;
    bare->forgetConstant();
    for (const JointVector& q : postures) {
      for (const collision::Contact& c : bare->all(q, kMostContacts)) {
        const auto why = rules->explain(c.a, c.b);
        if (why.source != collision::RuleSource::kWorldExclusion || c.distance_m > -kDeep) continue;
        Worst& worst = worst_[{c.a, c.b}];
        if (-c.distance_m > worst.depth) worst = {-c.distance_m, why.key()};
      }
    }
  }

  Diagnostics told() const {
    std::vector<std::pair<std::pair<EntityId, EntityId>, Worst>> sorted(worst_.begin(), worst_.end());
    std::ranges::stable_sort(sorted, std::greater{}, [](const auto& one) { return one.second.depth; });
    if (sorted.size() > kMostTold) sorted.resize(kMostTold);
    Diagnostics out;
    for (const auto& [pair, worst] : sorted)
      out.push_back(findingOf(fail(failures::kHiddenOnTheWay, {{"a", model::named(scene_.world(), pair.first)},
                                                               {"b", model::named(scene_.world(), pair.second)},
                                                               {"depth", arg::Length{worst.depth}},
                                                               {"rule", arg::Words{worst.rule}}})));
    return out;
  }

 private:
  struct Worst {
    double depth = 0.0;  // metres
    std::string rule = {};
  };

  const collision::Scene& scene_;
  ObjectId robot_;
  std::map<std::pair<EntityId, EntityId>, Worst> worst_;
};

bool anyExclusion(const intrinsic_proto::world::CollisionSettings& settings) {
  return std::ranges::any_of(settings.collision_rules(),
                             [](const auto& rule) { return rule.collision_action().is_excluded(); });
}

// Between waypoints as well, in equal shares of each.
std::vector<JointVector> posturesOf(const std::vector<JointVector>& path) {
  std::vector<JointVector> out;
  const std::size_t parts = path.size() < 2 ? 1 : std::max<std::size_t>(1, kMostPostures / (path.size() - 1));
  for (std::size_t i = 0; i + 1 < path.size(); ++i)
    for (std::size_t k = 0; k < parts; ++k)
      out.push_back(path[i] + (static_cast<double>(k) / static_cast<double>(parts)) * (path[i + 1] - path[i]));
  if (!path.empty()) out.push_back(path.back());
  return out;
}

}  // namespace

Diagnostics hiddenOverlaps(const collision::Scene& scene, const Plan& plan) {
  HiddenOverlaps hidden(scene, plan.request.robot);
  for (std::size_t i = 0; i < plan.paths.size(); ++i) {
    const SettingsPtr& settings = plan.request.segments[i].settings;
    if (!anyExclusion(settings ? *settings : scene.world().collisionSettings())) continue;
    hidden.look(settings, posturesOf(plan.paths[i]));
  }
  return hidden.told();
}

Diagnostics hiddenOverlaps(const collision::Scene& scene, ObjectId robot, const Trajectory& trajectory) {
  HiddenOverlaps hidden(scene, robot);
  if (!anyExclusion(scene.world().collisionSettings())) return {};
  std::vector<JointVector> postures;
  for (std::size_t i = 0; i <= kMostPostures; ++i)
    postures.push_back(
        trajectory.sample(trajectory.duration() * static_cast<double>(i) / static_cast<double>(kMostPostures)).q);
  hidden.look(nullptr, postures);
  return hidden.told();
}

}  // namespace ww::planning
