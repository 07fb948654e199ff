// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/pair_story.h"

#include <QCoreApplication>

#include "core/collision/rules/rule_words.h"
#include "core/usecase/rules/rule_story.h"
#include "ui/bridge/status_text.h"

namespace ww::ui {
namespace {

struct PairStoryText {
  Q_DECLARE_TR_FUNCTIONS(PairStory)
};

}  // namespace

QStringList pairStory(const world::World& world, EntityId a, EntityId b) {
  if (a == b || !world.owner(a) || !world.owner(b)) return {};
  const auto rules = collision::RuleSet::ofWorld(world);
  QStringList out{toText(collision::ruleSentence(world.display(a), world.display(b), rules.explain(a, b)))};
  const auto says = usecase::saysAbout(world, rules, a, b);
  //: what a rule says about a pair, and what comes of it
  for (const auto& say : says) out << PairStoryText::tr("%1: %2").arg(toText(say.what), toText(say.outcome));
  if (says.empty()) out << PairStoryText::tr("No rule is about the two: they may touch, and only an overlap counts.");
  return out;
}

}  // namespace ww::ui
