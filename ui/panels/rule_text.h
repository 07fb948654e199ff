// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QStringList>

#include "core/world/values/world.h"

namespace ww::ui {

// What the collision rules say about an object or a link, as `worldwright rules` says it: which pairs, and
// by which rule. At most `most` lines, then how many more there are.
QStringList ruleTexts(const world::World& world, const world::NodeRef& node, int most = 8);

// A text whose long references may go on in the next line: they must not widen a panel.
QString breakable(QString text);

}  // namespace ww::ui
