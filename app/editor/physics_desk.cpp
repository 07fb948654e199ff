// SPDX-License-Identifier: Apache-2.0
#include "app/editor/physics_desk.h"

#include "ui/panels/motion_panel.h"
#include "ui/panels/physics/checks_page.h"
#include "ui/panels/physics/push_page.h"
#include "ui/panels/program/program_panel.h"

namespace ww::editor {

PhysicsDesk::PhysicsDesk(const WindowParts& parts)
    : QObject(&parts.window),
      parts_(parts),
      physics_(new ui::Physics(parts.bridge, parts.selection, parts.layer, this)),
      panel_(new ui::PhysicsPanel(*physics_)) {
  auto* checks = new ui::ChecksPage(parts_.bridge, parts_.selection, *physics_);
  panel_->addPage(QStringLiteral("checks"), tr("Checks"), checks);
  panel_->addPage(QStringLiteral("push"), tr("Push"), new ui::PushPage(parts_.bridge, parts_.selection, *physics_));
  connect(checks, &ui::ChecksPage::countChanged, panel_, [panel = panel_.data(), checks](int count) {
    panel->pages()->setTabText(panel->pages()->indexOf(checks), count ? tr("Checks (%1)").arg(count) : tr("Checks"));
  });
  connect(panel_, &ui::PhysicsPanel::message, &parts_.messages, &Messages::say);
}

void PhysicsDesk::end() { physics_->stop(); }

void PhysicsDesk::connectTo(ui::MotionPanel& motion, ui::ProgramPanel& programs) {
  connect(physics_, &ui::Physics::began, &motion, [&motion, programs = QPointer(&programs)] {
    if (motion.isPreviewing()) motion.stop();
    if (programs && programs->isPreviewing()) programs->stop();
  });
  // What is previewed is looked at: physics waits.
  connect(&programs, &ui::ProgramPanel::previewBegan, physics_, &ui::Physics::pause);
  connect(&motion, &ui::MotionPanel::momentChanged, physics_, [physics = physics_, &motion] {
    if (motion.isPreviewing()) physics->pause();
  });
}

}  // namespace ww::editor
