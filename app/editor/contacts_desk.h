// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/editor/collision_display.h"
#include "app/editor/window_parts.h"
#include "ui/panels/rules/contacts_panel.h"

namespace ww::editor {

// Between the list of contacts, the check that finds them and the view: what is chosen in the list is selected, painted
// first, and shown with its depth; what the chip goes to is chosen in the list.
class ContactsDesk : public QObject {
  Q_OBJECT
 public:
  ContactsDesk(const WindowParts& parts, ui::ContactsPanel& panel, CollisionDisplay& collisions);

 private:
  void follow();
  void choose();
  void zoom();
  void showMeasure();

  WindowParts parts_;
  ui::ContactsPanel& panel_;
  CollisionDisplay& collisions_;
};

}  // namespace ww::editor
