// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/world/values/world.h"
#include "ui/widgets/section.h"

namespace ww::ui {

// What the collision rules say about an object or a link; hidden where they say nothing. It follows alone, as rules
// change with every object that is mounted.
class RulesSection : public Section {
  Q_OBJECT
 public:
  explicit RulesSection(QWidget* parent = nullptr);

  void tell(const world::World& world, const world::NodeRef& node);

 Q_SIGNALS:
  // The rules themselves, to be changed.
  void listAsked();

 private:
  QStringList texts_;
};

}  // namespace ww::ui
