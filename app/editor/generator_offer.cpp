// SPDX-License-Identifier: Apache-2.0
#include "app/editor/generator_offer.h"

#include "core/collision/rules/rules.h"
#include "core/session/rule_builders.h"
#include "ui/settings/user_settings.h"

namespace ww::editor {
namespace {

// Two bodies of a robot are neighbours; of more than these no pair is looked at here.
constexpr std::size_t kFewestBodies = 3, kMostBodies = 200;

QString offerKey() { return QStringLiteral("rules/offer-generator"); }

}  // namespace

GeneratorOffer::GeneratorOffer(const WindowParts& parts, std::function<void(ObjectId)> show)
    : QObject(&parts.window), parts_(parts), show_(std::move(show)) {}

bool GeneratorOffer::isWanted() { return ui::settings::value(offerKey(), true).toBool(); }

void GeneratorOffer::setWanted(bool wanted) {
  if (wanted) ui::settings::remove(offerKey());
  else ui::settings::set(offerKey(), false);
}

bool GeneratorOffer::needsRules(const world::World& world, ObjectId robot) {
  const auto object = world.object(robot);
  if (!object || !object->isKinematic() || !session::ownRules(*object).empty()) return false;
  const std::vector<EntityId> bodies = collision::bodiesOf(world, robot);
  if (bodies.size() < kFewestBodies) return false;
  if (bodies.size() > kMostBodies) return true;
  const auto rules = collision::RuleSet::ofWorld(world);
  for (const EntityId a : bodies)
    for (const EntityId b : bodies)
      if (a < b && rules.explain(a, b).source == collision::RuleSource::kWorldExclusion) return false;
  return true;
}

void GeneratorOffer::imported(const std::vector<world::NodeRef>& made) {
  if (!isWanted()) return;
  const auto world = parts_.bridge.snapshot().world;
  // Of an assembly the first: the generator has a list of the others.
  for (const world::NodeRef& node : made)
    if (const auto* object = std::get_if<ObjectId>(&node); object && needsRules(*world, *object)) return offer(*object);
}

void GeneratorOffer::offer(ObjectId robot) {
  const QString name = QString::fromStdString(parts_.bridge.snapshot().world->display(robot));
  ui::Notice notice{ui::Notice::Kind::kInfo, tr("%1 has no collision rules of its own").arg(name),
                    tr("Trying postures finds the pairs of its links that need no check: checks are faster then, and "
                       "what always overlaps is no collision."),
                    tr("Generate rules"), [this, robot] { open(robot); }};
  notice.more.emplace_back(tr("Never offer this"), [] { setWanted(false); });
  // One at a time: the generator has a list of the others.
  if (!offered_.isEmpty()) parts_.messages.notifications().withdraw(offered_);
  offered_ = notice.title;
  parts_.messages.notifyOfWorld(notice);
}

}  // namespace ww::editor
