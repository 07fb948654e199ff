// SPDX-License-Identifier: Apache-2.0
#include "core/collision/coverage.h"

#include <algorithm>
#include <map>

#include "core/model/anchors.h"

namespace ww::collision {
namespace {

using Nothing = Coverage::Nothing;

// What can be seen of an object and has no collision geometry: the object, or entities of it.
void tellUnseen(const world::Object& object, Coverage& out) {
  std::vector<EntityId> unseen;
  bool any = false;
  for (const auto& entity : object.entities) {
    any = any || !entity->collision.empty();
    if (entity->collision.empty() && !entity->visual.empty()) unseen.push_back(entity->id);
  }
  if (any) out.unseen_parts.insert(out.unseen_parts.end(), unseen.begin(), unseen.end());
  else if (!unseen.empty()) out.unseen.push_back(object.id);
}

// Whether something could be wholly inside and not be found. A sheet is meant to have no inside.
bool isOpen(const BodyShape& shape) {
  constexpr double kFlat = 1e-3;
  return std::ranges::any_of(shape.pieces, [](const Piece& piece) {
    const Vec3 size = piece.bounds.size();
    return piece.mesh && !piece.mesh->closed() && size.minCoeff() > kFlat * size.maxCoeff();
  });
}

bool hasOpenMesh(const Scene& scene, const world::Object& object) {
  return std::ranges::any_of(object.entities, [&](const auto& entity) {
    const Body* body = scene.body(entity->id);
    return body && isOpen(*body->shape);
  });
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

Nothing whatIsMissing(const Bodies& bodies, const RuleSet& rules, bool empty_world) {
  if (bodies.all.empty() && empty_world) return Nothing::kEmpty;
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

// All pairs of the question, and the objects of which rules leave none to be looked at.
void count(const Scene& scene, const Bodies& bodies, const RuleSet& rules, Coverage& out) {
  struct Of {
    std::size_t checked = 0, by_rule = 0;
  };
  std::map<ObjectId, Of> objects;
  const auto objectOf = [&](EntityId id) { return scene.world().owner(id)->object; };
  for (std::size_t i = 0; i < bodies.moving; ++i) {
    for (std::size_t j = i + 1; j < bodies.all.size(); ++j) {
      const Explanation why = rules.explain(bodies.all[i], bodies.all[j]);
      const bool by_rule = why.source == RuleSource::kWorldExclusion || why.source == RuleSource::kObjectExclusion;
      ++out.pairs;
      if (!why.excluded) ++out.checked_pairs;
      const ObjectId a = objectOf(bodies.all[i]), b = objectOf(bodies.all[j]);
      if (a == b) continue;  // a robot that keeps off itself alone is not looked at
      for (const ObjectId id : {a, b}) {
        Of& of = objects[id];
        of.checked += why.excluded ? 0 : 1;
        of.by_rule += by_rule ? 1 : 0;
      }
    }
  }
  for (const auto& [object, of] : objects)
    if (of.checked == 0 && of.by_rule > 0) out.excluded.push_back(object);
  out.counted = true;
}

}  // namespace

Coverage coverageOf(const Scene& scene, const RuleSet& rules, const std::vector<EntityId>& movers,
                    std::size_t most_counted) {
  Coverage out;
  const Bodies bodies = bodiesOf(scene, movers);
  out.nothing = whatIsMissing(bodies, rules, scene.world().objectCount() <= 1);
  out.margin_m = rules.largestMargin();
  if (out.checked() && bodies.moving * bodies.all.size() <= 2 * most_counted) count(scene, bodies, rules, out);
  scene.world().forEachObject([&](const world::Object& object) {
    tellUnseen(object, out);
    if (hasOpenMesh(scene, object)) out.open.push_back(object.id);
  });
  std::ranges::sort(out.unseen);
  std::ranges::sort(out.open);
  std::ranges::sort(out.unseen_parts);
  return out;
}

Phrase whyNotChecked(const Coverage& coverage) {
  const bool request = coverage.settings == Coverage::Settings::kRequest;
  const bool step = coverage.settings == Coverage::Settings::kStep;
  switch (coverage.nothing) {
    case Nothing::kSwitchedOff:
      if (step) return phrase(WW_TEXT("Core", "checking is switched off in the collision settings of the step"));
      return phrase(request ? WW_TEXT("Core", "checking is switched off in the collision settings of the request")
                            : WW_TEXT("Core", "checking is switched off in the collision settings of the world"));
    case Nothing::kNotAsked: return phrase(WW_TEXT("Core", "the request has no collision_settings"));
    case Nothing::kEmpty: return phrase(WW_TEXT("Core", "there is nothing in the world"));
    case Nothing::kOneBody:
      return phrase(
          WW_TEXT("Core", "there are no two things with collision geometry that could move against each other"));
    case Nothing::kNothingMoves: return phrase(WW_TEXT("Core", "nothing that the robot moves has collision geometry"));
    case Nothing::kExcluded:
      if (step) return phrase(WW_TEXT("Core", "the collision settings of the step exclude every pair"));
      return phrase(request ? WW_TEXT("Core", "the collision settings of the request exclude every pair")
                            : WW_TEXT("Core", "the collision settings of the world exclude every pair"));
    case Nothing::kNo: break;
  }
  return {};
}

Phrase howToCheck(const Coverage& coverage) {
  switch (coverage.nothing) {
    case Nothing::kSwitchedOff: return phrase(WW_TEXT("Core", "clear disable_collision_checking in these settings"));
    case Nothing::kNotAsked:
      return phrase(WW_TEXT("Core", "add collision_settings, empty ones will do, to the request to have them checked"));
    case Nothing::kEmpty: return phrase(WW_TEXT("Core", "import models, or make objects, first"));
    case Nothing::kOneBody:
      return phrase(WW_TEXT("Core",
                            "give two objects collision geometry: in URDF and SDF by a <collision> element of the "
                            "link, else by importing the mesh or solid with collision geometry"));
    case Nothing::kNothingMoves:
      return phrase(WW_TEXT("Core", "give links of the robot, or what it carries, collision geometry"));
    case Nothing::kExcluded: return phrase(WW_TEXT("Core", "take out a rule that excludes a pair"));
    case Nothing::kNo: break;
  }
  return {};
}

}  // namespace ww::collision
