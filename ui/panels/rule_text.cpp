// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/rule_text.h"

#include <QCoreApplication>
#include <map>

#include "core/collision/rules.h"
#include "ui/widgets/quantity.h"

namespace ww::ui {
namespace {

struct RuleText { Q_DECLARE_TR_FUNCTIONS(RuleText) };

// Looking at more pairs than this would be felt in the window.
constexpr int kMostPairs = 20000;

// Counted as people count.
QString because(const collision::Explanation& why) {
  switch (why.source) {
    case collision::RuleSource::kDisabled: return RuleText::tr("checking is switched off");
    case collision::RuleSource::kWorldExclusion:
    case collision::RuleSource::kWorldMargin: return RuleText::tr("rule %1 of the world").arg(why.won_by + 1);
    case collision::RuleSource::kObjectExclusion:
    case collision::RuleSource::kObjectMargin: return RuleText::tr("rule %1 of the object").arg(why.won_by + 1);
    case collision::RuleSource::kMinimumMargin: return RuleText::tr("smallest margin of the world");
    default: return {};
  }
}

QString action(const collision::Explanation& why) {
  if (why.excluded) return RuleText::tr("not checked");
  return RuleText::tr("kept apart by %1 mm").arg(formatQuantity(why.margin_m, defaultUnit(Quantity::kLength), 1));
}

bool worthTelling(const collision::Explanation& why) {
  using S = collision::RuleSource;
  return why.source != S::kDefault && why.source != S::kSameBody && why.source != S::kAdjacent;
}

}  // namespace

QStringList ruleTexts(const world::World& world, ObjectId object, int most) {
  const auto self = world.object(object);
  if (!self) return {};
  const auto rules = collision::RuleSet::ofWorld(world);
  std::map<QString, int> lines;
  int pairs = 0;
  world.forEachObject([&](const world::Object& other) {
    for (const auto& a : self->entities) {
      if (a->collision.empty()) continue;
      for (const auto& b : other.entities) {
        if (b->collision.empty() || a->id == b->id || ++pairs > kMostPairs) continue;
        const auto why = rules.explain(a->id, b->id);
        if (!worthTelling(why)) continue;
        const QString with = other.id == object ? RuleText::tr("itself") : QString::fromStdString(other.name);
        ++lines[RuleText::tr("With %1: %2 (%3)").arg(with, action(why), because(why))];
      }
    }
  });
  QStringList texts;
  for (const auto& [text, count] : lines) texts << text;
  if (texts.size() > most) {
    const int more = static_cast<int>(texts.size()) - most;
    texts = texts.mid(0, most);
    texts << RuleText::tr("and %n more", "", more);
  }
  return texts;
}

}  // namespace ww::ui
