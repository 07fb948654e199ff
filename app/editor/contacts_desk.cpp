// SPDX-License-Identifier: Apache-2.0
#include "app/editor/contacts_desk.h"

#include "ui/bridge/motion_text.h"
#include "ui/scene/viewport.h"

namespace ww::editor {

ContactsDesk::ContactsDesk(const WindowParts& parts, ui::ContactsPanel& panel, CollisionDisplay& collisions)
    : QObject(&parts.view), parts_(parts), panel_(panel), collisions_(collisions) {
  connect(&collisions_.watch(), &ui::CollisionWatch::checked, this, &ContactsDesk::follow);
  connect(&collisions_, &CollisionDisplay::wentTo, this, [this](EntityId a, EntityId b) {
    panel_.choose(ui::ContactsPanel::Pair(std::minmax(a, b)));
    collisions_.setChosen(panel_.chosen());
    showMeasure();
  });
  connect(&panel_, &ui::ContactsPanel::chosenChanged, this, &ContactsDesk::choose);
  connect(&panel_, &ui::ContactsPanel::zoomAsked, this, &ContactsDesk::zoom);
  connect(&panel_, &ui::ContactsPanel::message, &parts_.messages, &Messages::say);
  connect(&parts_.bridge, &ui::SessionBridge::changed, this, [this](const ui::ChangePtr& change) {
    if (change->kind != session::Change::Kind::kReplace) return;
    panel_.choose(std::nullopt);
    collisions_.setChosen(std::nullopt);
    showMeasure();
  });
  follow();
}

void ContactsDesk::follow() {
  panel_.setContacts(collisions_.watch().collisions(), collisions_.emptyText());
  showMeasure();
}

void ContactsDesk::choose() {
  collisions_.setChosen(panel_.chosen());
  showMeasure();
  const ui::Collision* contact = panel_.chosenContact();
  if (!contact) return;
  const auto world = parts_.bridge.snapshot().world;
  parts_.selection.select(ui::wholeObjects(*world, {contact->a, contact->b}));
  parts_.selection.prune(*world);  // it may be newer
}

void ContactsDesk::zoom() {
  if (const ui::Collision* contact = panel_.chosenContact())
    parts_.view.view()->lookAt({{contact->point_a, contact->point_b}, {contact->a, contact->b}});
}

// Of an overlap the way that ends it; within a margin, how far the two are apart.
void ContactsDesk::showMeasure() {
  using ui::scene::Measure;
  std::vector<Measure> measures;
  if (const ui::Collision* contact = panel_.chosenContact()) {
    const bool depth = contact->distance_m < 0.0;
    const QString text =
        depth ? tr("%1 deep").arg(ui::lengthText(-contact->distance_m))
              : tr("%1 of %2").arg(ui::lengthText(contact->distance_m), ui::lengthText(contact->margin_m));
    measures.push_back({depth ? Measure::Kind::kDepth : Measure::Kind::kDistance, contact->point_a, contact->point_b,
                        contact->normal, text});
  }
  parts_.view.view()->marks().setMeasures(ui::scene::MeasureOf::kContact, std::move(measures));
}

}  // namespace ww::editor
