// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QKeyEvent>
#include <QKeySequence>
#include <QString>
#include <optional>
#include <vector>

namespace ww::ui {

// What is done to rules in their list, in the order of its buttons.
enum class RuleDo { kAdd, kRemove, kEdit, kSwitch, kDuplicate, kUp, kDown };

struct RuleCommand {
  RuleDo what;
  QString text, tip, icon;
  QKeySequence keys;  // in the list
};
// One for each, in that order; in the language of the window.
std::vector<RuleCommand> ruleCommands();
std::optional<RuleDo> ruleCommandOf(const QKeyEvent& event);

}  // namespace ww::ui
