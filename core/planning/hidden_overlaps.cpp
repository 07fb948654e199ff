// SPDX-License-Identifier: Apache-2.0
#include "core/planning/hidden_overlaps.h"

#include <algorithm>
#include <map>

#include "core/base/finding.h"
#include "core/model/named.h"
#include "core/planning/failures.h"
#include "intrinsic/world/proto/collision_settings.pb.h"

namespace ww::planning {
namespace {

constexpr double kDeep = 1e-3;  // metres
constexpr std::size_t kMostPostures = 24, kMostContacts = 100, kMostTold = 5;

bool anyExclusion(const intrinsic_proto::world::CollisionSettings& settings) {
  return std::ranges::any_of(settings.collision_rules(),
                             [](const auto& rule) { return rule.collision_action().is_excluded(); });
}

// The deepest place of each pair.
class Deepest {
 public:
  explicit Deepest(const world::World& world) : world_(world) {}

  void look(HiddenLook& look, std::span<const JointVector> postures) {
    for (const JointVector& q : postures) {
      for (HiddenLook::Hidden& hidden : look.at(q)) {
        const std::pair pair(hidden.contact.a, hidden.contact.b);
        const auto [known, fresh] = found_.emplace(pair, hidden);
        if (!fresh && hidden.contact.distance_m < known->second.contact.distance_m) known->second = std::move(hidden);
      }
    }
  }

  Diagnostics told() const {
    std::vector<HiddenLook::Hidden> sorted;
    for (const auto& [pair, hidden] : found_) sorted.push_back(hidden);
    std::ranges::stable_sort(sorted, {}, [](const auto& one) { return one.contact.distance_m; });
    if (sorted.size() > kMostTold) sorted.resize(kMostTold);
    Diagnostics out;
    for (const HiddenLook::Hidden& hidden : sorted)
      out.push_back(findingOf(fail(failures::kHiddenOnTheWay, {{"a", model::named(world_, hidden.contact.a)},
                                                               {"b", model::named(world_, hidden.contact.b)},
                                                               {"depth", arg::Length{-hidden.contact.distance_m}},
                                                               {"rule", arg::Words{hidden.rule}}})));
    return out;
  }

 private:
  const world::World& world_;
  std::map<std::pair<EntityId, EntityId>, HiddenLook::Hidden> found_;
};

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

HiddenLook::HiddenLook(const collision::Scene& scene, ObjectId robot, const SettingsPtr& settings) {
  if (!anyExclusion(settings ? *settings : scene.world().collisionSettings())) return;
  auto rules = settings ? scene.rules().with(*settings) : Result<collision::RuleSet>(scene.rules());
  if (!rules.ok() || rules->disabled()) return;
  auto bare = RobotScene::make(scene, robot, std::make_shared<const intrinsic_proto::world::CollisionSettings>());
  if (!bare.ok()) return;
  rules_ = std::move(rules).value();
  bare_.emplace(std::move(bare).value());
  bare_->forgetConstant();
}

std::vector<HiddenLook::Hidden> HiddenLook::at(const JointVector& q) {
  std::vector<Hidden> out;
  if (!bare_) return out;
  for (const collision::Contact& c : bare_->all(q, kMostContacts)) {
    const auto why = rules_.explain(c.a, c.b);
    if (why.source == collision::RuleSource::kWorldExclusion && c.distance_m < -kDeep) out.push_back({c, why.key()});
  }
  return out;
}

Diagnostics hiddenOverlaps(const collision::Scene& scene, const Plan& plan) {
  Deepest deepest(scene.world());
  for (std::size_t i = 0; i < plan.paths.size(); ++i) {
    HiddenLook look(scene, plan.request.robot, plan.request.segments[i].settings);
    deepest.look(look, posturesOf(plan.paths[i]));
  }
  return deepest.told();
}

Diagnostics hiddenOverlaps(const collision::Scene& scene, ObjectId robot, const Trajectory& trajectory) {
  Deepest deepest(scene.world());
  HiddenLook look(scene, robot, nullptr);
  std::vector<JointVector> postures;
  for (std::size_t i = 0; i <= kMostPostures; ++i)
    postures.push_back(
        trajectory.sample(trajectory.duration() * static_cast<double>(i) / static_cast<double>(kMostPostures)).q);
  deepest.look(look, postures);
  return deepest.told();
}

}  // namespace ww::planning
