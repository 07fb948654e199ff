// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "ui/bridge/session_bridge.h"
#include "ui/widgets/quantity_field.h"
#include "ui/widgets/section.h"

// The parts of the properties that say what a link or an object is, beside where it is. They are made for the world as
// it is, and made anew when it changes; each is null where it has nothing to say about the node.
namespace ww::ui {

// Mass, its centre, inertia and friction of a link, or of an object of one link.
Section* physicsSection(SessionBridge& bridge, const world::World& world, const world::NodeRef& node);
// What a sensor measures; nothing of it can be changed.
Section* sensorSection(SessionBridge& bridge, const world::World& world, const world::NodeRef& node);
// What the tool of a robot carries.
Section* payloadSection(SessionBridge& bridge, const world::World& world, const world::NodeRef& node);
// How fast the tool of a robot may move and turn.
Section* toolLimitsSection(SessionBridge& bridge, const world::World& world, const world::NodeRef& node);
// The solver of inverse kinematics that programs are told.
Section* solverSection(SessionBridge& bridge, const world::World& world, const world::NodeRef& node);
// What simulations do with an object.
Section* simulationSection(SessionBridge& bridge, const world::World& world, const world::NodeRef& node);
// The collision rules that belong to an object itself.
Section* ownRulesSection(SessionBridge& bridge, const world::World& world, const world::NodeRef& node);

// A number that an edit changes. What the world would refuse is told at the field, in the words of the window.
struct PropertyNumber {
  QString label, name;  // before the field; for screen readers
  double value = 0.0;
  QString step_name;  // what the history calls it
  // Null when what it is about has gone.
  std::function<session::EditsPtr(const world::World& now, double entered)> edits;
  Quantity quantity = Quantity::kNumber;
  QString tip = {};
  double most = 0.0;  // a larger one, either way, is refused; 0: any
};
// A row of such numbers, as many side by side as there is room for.
void addNumbers(Section& section, SessionBridge& bridge, const std::vector<PropertyNumber>& numbers);
// Text that explains, in the way of the panel.
void addRemark(Section& section, const QString& text);

}  // namespace ww::ui
