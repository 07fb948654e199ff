// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/rule_text.h"

#include <QCoreApplication>

#include "core/collision/rules/rule_words.h"
#include "ui/bridge/status_text.h"

namespace ww::ui {
namespace {

struct RuleText {
  Q_DECLARE_TR_FUNCTIONS(RuleText)
};

// Looking at more pairs than this would be felt in the window.
constexpr int kMostPairs = 20000;

}  // namespace

QStringList ruleTexts(const world::World& world, const world::NodeRef& node, int most) {
  const auto told = collision::ruleSentences(world, node, kMostPairs);
  QStringList texts;
  for (const Phrase& sentence : told.sentences) {
    if (texts.size() == most) break;
    texts << toText(sentence);
  }
  const int more = static_cast<int>(told.sentences.size()) - static_cast<int>(texts.size());
  if (more > 0) texts << RuleText::tr("and %n more", "", more);
  if (!told.complete)
    texts << RuleText::tr("There are more pairs than are looked at here; the command \"worldwright rules\" lists all.");
  return texts;
}

QString breakable(QString text) {
  const QChar here(0x200b);
  for (const QChar after : {QLatin1Char(':'), QLatin1Char('/')}) text.replace(after, QString(after) + here);
  return text;
}

}  // namespace ww::ui
