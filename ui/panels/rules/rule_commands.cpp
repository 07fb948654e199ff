// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/rules/rule_commands.h"

#include <QCoreApplication>

namespace ww::ui {
namespace {

struct RuleCommands {
  Q_DECLARE_TR_FUNCTIONS(RuleCommands)
};

// With its modifiers, in the order of RuleDo.
constexpr int kKeys[] = {Qt::Key_Insert,
                         Qt::Key_Delete,
                         Qt::Key_F2,
                         Qt::Key_Space,
                         static_cast<int>(Qt::CTRL) | Qt::Key_D,
                         static_cast<int>(Qt::ALT) | Qt::Key_Up,
                         static_cast<int>(Qt::ALT) | Qt::Key_Down};

}  // namespace

std::vector<RuleCommand> ruleCommands() {
  std::vector<RuleCommand> out{
      {RuleDo::kAdd,
       RuleCommands::tr("New rule"),
       RuleCommands::tr("Begins a rule, between the two things that are selected if there are any"),
       QStringLiteral("rule"),
       {}},
      {RuleDo::kRemove,
       RuleCommands::tr("Delete"),
       RuleCommands::tr("Deletes the chosen rules"),
       QStringLiteral("delete"),
       {}},
      {RuleDo::kEdit,
       RuleCommands::tr("Change"),
       RuleCommands::tr("Goes to the fields of the chosen rules"),
       QStringLiteral("rename"),
       {}},
      {RuleDo::kSwitch,
       RuleCommands::tr("Switch on or off"),
       RuleCommands::tr("A rule that is switched off is kept in the file, and has no effect"),
       QStringLiteral("check"),
       {}},
      {RuleDo::kDuplicate,
       RuleCommands::tr("Duplicate"),
       RuleCommands::tr("Copies the chosen rules, each behind itself"),
       QStringLiteral("duplicate"),
       {}},
      {RuleDo::kUp,
       RuleCommands::tr("Up"),
       RuleCommands::tr("Moves an object's own exclusion up: of these the last that matches holds"),
       QStringLiteral("move-up"),
       {}},
      {RuleDo::kDown,
       RuleCommands::tr("Down"),
       RuleCommands::tr("Moves an object's own exclusion down: of these the last that matches holds"),
       QStringLiteral("move-down"),
       {}}};
  for (RuleCommand& command : out) command.keys = QKeySequence(kKeys[static_cast<std::size_t>(command.what)]);
  return out;
}

std::optional<RuleDo> ruleCommandOf(const QKeyEvent& event) {
  const int pressed = static_cast<int>(event.modifiers() & ~Qt::KeypadModifier) | event.key();
  for (std::size_t i = 0; i < std::size(kKeys); ++i)
    if (kKeys[i] == pressed) return static_cast<RuleDo>(i);
  return std::nullopt;
}

}  // namespace ww::ui
