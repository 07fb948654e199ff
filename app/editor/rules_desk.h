// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <QPointer>
#include <memory>

#include "app/editor/window_parts.h"
#include "ui/actions/editor_commands.h"
#include "ui/bridge/collision_watch.h"
#include "ui/bridge/pair_watch.h"
#include "ui/bridge/rule_watch.h"
#include "ui/panels/rules/collisions_panel.h"
#include "ui/scene/viewport.h"
#include "ui/widgets/chip.h"

namespace ww::ui {
class ContactsPanel;
class ProblemsPanel;
class PropertiesPanel;
class RuleGeneratorPanel;
}  // namespace ww::ui

namespace ww::editor {

// Collision rules: the panel with its pages, what it shows in the view, and the ways there from what collides.
class RulesDesk : public QObject, public ui::RuleCommands {
  Q_OBJECT
 public:
  explicit RulesDesk(const WindowParts& parts);

  // Whoever takes it owns it.
  ui::CollisionsPanel* panel() const { return panel_; }
  ui::RuleWatch& rules() const { return *rules_; }
  ui::ContactsPanel& contacts() const { return *contacts_; }
  // What collides now; who looks at rules is told why instead.
  void showContacts(bool is_open);
  ui::RuleGeneratorPanel* generator() const { return generator_; }
  // The page that makes rules of postures, for a robot.
  void generate(ObjectId robot);
  // The ways there: a contact in the list of problems, the rules of what is selected, the chip under the right button.
  void connectTo(ui::ProblemsPanel& problems, ui::PropertiesPanel& properties);
  void connectTo(ui::Chip& chip, ui::CollisionWatch& collisions);

  void explainSelection() override;
  QString whyNotExplain() const override;
  void newRule() override;
  void showFindings() override;

 Q_SIGNALS:
  void panelAsked(const QString& id);

 private:
  void explain(const world::NodeRef& a, const world::NodeRef& b);
  void showNearest();
  void lookAtNearest();

  WindowParts parts_;
  ui::RuleWatch* rules_;
  ui::PairWatch* pair_;
  QPointer<ui::CollisionsPanel> panel_;
  ui::ContactsPanel* contacts_;  // pages of it
  ui::RuleGeneratorPanel* generator_;
  QPointer<ui::Viewport> view_;  // it goes before the panel does
};

}  // namespace ww::editor
