// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/collision_pair.h"

#include <QCoreApplication>

#include "core/collision/rules/rules.h"
#include "core/session/rule_builders.h"

namespace ww::ui {
namespace {

struct PairText {
  Q_DECLARE_TR_FUNCTIONS(CollisionPair)
};

// Looking at more of them than this would be felt in the window.
constexpr int kMostPairs = 20000;

session::RuleSide side(const world::NodeRef& node) {
  if (const auto* object = std::get_if<ObjectId>(&node)) return {*object, {}};
  return {{}, std::get<EntityId>(node)};
}

bool canCollide(const world::World& world, const world::NodeRef& node) {
  if (const auto* object = std::get_if<ObjectId>(&node)) return *object != world::kRootObject && world.object(*object);
  const auto* entity = std::get_if<EntityId>(&node);
  return entity && *entity != world::kRootEntity && world.owner(*entity) &&
         world.owner(*entity)->object != world::kRootObject;
}

std::vector<EntityId> bodies(const world::World& world, const world::NodeRef& node) {
  const auto* only = std::get_if<EntityId>(&node);
  const auto object = world.object(only ? world.owner(*only)->object : std::get<ObjectId>(node));
  std::vector<EntityId> out;
  for (const auto& entity : object->entities)
    if (!entity->collision.empty() && (!only || entity->id == *only)) out.push_back(entity->id);
  return out;
}

// How many pairs of bodies are checked, how many a rule of the world excludes.
struct Counts {
  int checked = 0, excluded = 0;
  bool disabled = false;
};

Counts count(const world::World& world, const std::vector<EntityId>& left, const std::vector<EntityId>& right) {
  const auto rules = collision::RuleSet::ofWorld(world);
  Counts counts;
  counts.disabled = rules.disabled();
  int looked_at = 0;
  for (const EntityId a : left)
    for (const EntityId b : right) {
      if (a == b || ++looked_at > kMostPairs) continue;
      const auto why = rules.explain(a, b);
      if (!why.excluded) ++counts.checked;
      if (why.source == collision::RuleSource::kWorldExclusion) ++counts.excluded;
    }
  return counts;
}

// Why neither can be done; sets what there is otherwise.
QString whyNeither(const world::World& world, const std::optional<CollisionPair>& pair, Counts& counts) {
  if (!pair) return PairText::tr("Select exactly two objects, or links of them, first.");
  const auto left = bodies(world, pair->a), right = bodies(world, pair->b);
  if (left.empty() || right.empty())
    return PairText::tr("%1 has no geometry for collisions. Import it again with some to have it checked.")
        .arg(left.empty() ? pair->name_a : pair->name_b);
  counts = count(world, left, right);
  if (counts.disabled)
    return PairText::tr("Checking for collisions is switched off in this world. Switch it on first.");
  if (counts.checked + counts.excluded == 0)
    return PairText::tr("%1 and %2 are never checked: they are one body, or neighbours by design.")
        .arg(pair->name_a, pair->name_b);
  return {};
}

}  // namespace

std::optional<CollisionPair> collisionPair(const world::World& world, const std::vector<world::NodeRef>& nodes) {
  if (nodes.size() != 2 || nodes[0] == nodes[1] || !canCollide(world, nodes[0]) || !canCollide(world, nodes[1]))
    return std::nullopt;
  return CollisionPair{nodes[0], nodes[1], QString::fromStdString(world.display(nodes[0])),
                       QString::fromStdString(world.display(nodes[1]))};
}

QString whyNotAllow(const SessionBridge& bridge, const std::optional<CollisionPair>& pair) {
  Counts counts;
  QString why = whyNeither(*bridge.snapshot().world, pair, counts);
  if (why.isEmpty() && counts.checked == 0)
    why = PairText::tr("A rule of the world allows collisions between %1 and %2 already. \"Check collisions\" ends it.")
              .arg(pair->name_a, pair->name_b);
  return why;
}

QString whyNotCheck(const SessionBridge& bridge, const std::optional<CollisionPair>& pair) {
  const auto world = bridge.snapshot().world;
  Counts counts;
  QString why = whyNeither(*world, pair, counts);
  if (!why.isEmpty()) return why;
  if (counts.excluded == 0)
    return PairText::tr("Collisions between %1 and %2 are checked already.").arg(pair->name_a, pair->name_b);
  if (bridge.tryOut(*world, session::checkPair(*world, side(pair->a), side(pair->b))).ok()) return {};
  return PairText::tr(
             "A rule of the world leaves %1 or %2 unchecked against everything; it cannot be ended for one pair alone.")
      .arg(pair->name_a, pair->name_b);
}

bool allowCollisions(SessionBridge& bridge, const CollisionPair& pair) {
  return bridge.commit(PairText::tr("Allow collisions between %1 and %2").arg(pair.name_a, pair.name_b),
                       session::excludePair(*bridge.snapshot().world, side(pair.a), side(pair.b)));
}

bool checkCollisions(SessionBridge& bridge, const CollisionPair& pair) {
  return bridge.commit(PairText::tr("Check collisions between %1 and %2").arg(pair.name_a, pair.name_b),
                       session::checkPair(*bridge.snapshot().world, side(pair.a), side(pair.b)));
}

QString whyNotEnableCollisions(const SessionBridge& bridge) {
  return session::isCheckingOff(*bridge.snapshot().world) ? QString()
                                                          : PairText::tr("Checking for collisions is on already.");
}

bool enableCollisions(SessionBridge& bridge) {
  return bridge.commit(PairText::tr("Switch collision checking on"),
                       session::switchCheckingOn(*bridge.snapshot().world));
}

}  // namespace ww::ui
