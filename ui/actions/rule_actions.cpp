// SPDX-License-Identifier: Apache-2.0
#include <QCoreApplication>

#include "ui/actions/action_table.h"
#include "ui/bridge/collision_pair.h"

namespace ww::ui {
namespace {

struct RuleActions {
  Q_DECLARE_TR_FUNCTIONS(RuleActions)
};

// A name in the text of an action.
QString unmarked(QString name) { return name.replace(QLatin1Char('&'), QLatin1String("&&")); }

}  // namespace

ActionRows ruleActions(RuleCommands& rules, SessionBridge& bridge, Selection& selection) {
  auto* r = &rules;
  auto* b = &bridge;
  auto* s = &selection;
  const QString why = RuleActions::tr("&Why are two objects checked, or not?");
  return {{"rules.explain",
           why,
           RuleActions::tr("Tells which collision rules are about the two that are selected, which one decides, and "
                           "how far apart they are"),
           "help",
           {QKeySequence(Qt::CTRL | Qt::Key_E)},
           KeyContext::kWindow,
           [r] { r->explainSelection(); },
           [r] { return r->whyNotExplain(); },
           {},
           [b, s, why] {
             const auto pair = collisionPair(*b->snapshot().world, s->nodes());
             return pair ? RuleActions::tr("&Why are %1 and %2 checked, or not?")
                               .arg(unmarked(pair->name_a), unmarked(pair->name_b))
                         : why;
           }},
          {"rules.new",
           RuleActions::tr("New collision &rule..."),
           RuleActions::tr("Begins a collision rule, between the two that are selected if there are any"),
           "rule",
           {QKeySequence(Qt::CTRL | Qt::Key_R)},
           KeyContext::kWindow,
           [r] { r->newRule(); }},
          {"rules.findings",
           RuleActions::tr("&Look for mistakes in the collision rules"),
           RuleActions::tr("Lists what is odd about the rules, each with its repair"),
           "warning",
           {},
           KeyContext::kWindow,
           [r] { r->showFindings(); }}};
}

}  // namespace ww::ui
