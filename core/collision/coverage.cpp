// SPDX-License-Identifier: Apache-2.0
#include "core/collision/coverage.h"

#include <algorithm>

#include "core/model/anchors.h"

namespace ww::collision {
namespace {

using Nothing = Coverage::Nothing;

bool isUnseen(const world::Object& object) {
  bool visible = false;
  for (const auto& entity : object.entities) {
    if (!entity->collision.empty()) return false;
    visible = visible || !entity->visual.empty();
  }
  return visible;
}

// Those that can collide, what moves first; and how many move.
struct Bodies {
  std::vector<EntityId> all;
  std::size_t moving = 0;
};

Bodies bodiesOf(const Scene& scene, const std::vector<EntityId>& movers) {
  Bodies out;
  model::Anchors anchors(scene.model(), movers);
  scene.world().forEachObject([&](const world::Object& object) {
    for (const auto& entity : object.entities) {
      if (!scene.body(entity->id)) continue;
      out.all.push_back(entity->id);
      if (!movers.empty() && anchors.of(entity->id).mover < 0) continue;
      std::swap(out.all[out.moving++], out.all.back());
    }
  });
  return out;
}

Nothing whatIsMissing(const Bodies& bodies, const RuleSet& rules) {
  if (rules.disabled()) return Nothing::kSwitchedOff;
  if (bodies.all.size() < 2) return Nothing::kOneBody;
  if (bodies.moving == 0) return Nothing::kNothingMoves;
  bool by_rule = false;
  for (std::size_t i = 0; i < bodies.moving; ++i) {
    for (std::size_t j = i + 1; j < bodies.all.size(); ++j) {
      const Explanation why = rules.explain(bodies.all[i], bodies.all[j]);
      if (!why.excluded) return Nothing::kNo;
      by_rule |= why.source == RuleSource::kWorldExclusion || why.source == RuleSource::kObjectExclusion;
    }
  }
  return by_rule ? Nothing::kExcluded : Nothing::kOneBody;
}

}  // namespace

Coverage coverageOf(const Scene& scene, const RuleSet& rules, const std::vector<EntityId>& movers) {
  Coverage out;
  out.nothing = whatIsMissing(bodiesOf(scene, movers), rules);
  scene.world().forEachObject([&](const world::Object& object) {
    if (isUnseen(object)) out.unseen.push_back(object.id);
  });
  std::ranges::sort(out.unseen);
  return out;
}

Phrase whyNotChecked(const Coverage& coverage) {
  const bool request = coverage.settings == Coverage::Settings::kRequest;
  switch (coverage.nothing) {
    case Nothing::kSwitchedOff:
      return phrase(request ? WW_TEXT("Core", "checking is switched off in the collision settings of the request")
                            : WW_TEXT("Core", "checking is switched off in the collision settings of the world"));
    case Nothing::kOneBody:
      return phrase(
          WW_TEXT("Core", "there are no two things with collision geometry that could move against each other"));
    case Nothing::kNothingMoves: return phrase(WW_TEXT("Core", "nothing that the robot moves has collision geometry"));
    case Nothing::kExcluded:
      return phrase(request ? WW_TEXT("Core", "the collision settings of the request exclude every pair")
                            : WW_TEXT("Core", "the collision settings of the world exclude every pair"));
    case Nothing::kNo: break;
  }
  return {};
}

}  // namespace ww::collision
