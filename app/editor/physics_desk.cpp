// SPDX-License-Identifier: Apache-2.0
#include "app/editor/physics_desk.h"

#include <QLocale>
#include <algorithm>
#include <functional>

#include "ui/panels/motion_panel.h"
#include "ui/panels/physics/checks_page.h"
#include "ui/panels/physics/push_page.h"
#include "ui/panels/program/program_panel.h"

namespace ww::editor {
namespace {

constexpr std::size_t kMostForces = 40, kNamedForces = 6;
constexpr double kLeastForce = 1e-3;    // N
constexpr double kLongestForce = 0.15;  // metres
constexpr double kSlipping = 5e-3;      // m/s

}  // namespace

PhysicsDesk::PhysicsDesk(const WindowParts& parts)
    : QObject(&parts.window),
      parts_(parts),
      physics_(new ui::Physics(parts.bridge, parts.selection, parts.layer, this)),
      panel_(new ui::PhysicsPanel(*physics_)),
      view_(parts.view.view()),
      chip_(new ui::Chip(parts.view.chipRow()->parentWidget())) {
  chip_->setProperty("about", QStringLiteral("physics"));
  chip_->set(ui::Chip::Kind::kNeutral, tr("Physics on a copy"),
             tr("What is shown is simulated, and the world stays as it is. A click opens what plays and ends it."));
  chip_->hide();
  parts_.view.chipRow()->addWidget(chip_);
  connect(chip_, &ui::Chip::clicked, this, [this] { Q_EMIT panelAsked(QStringLiteral("physics")); });
  connect(physics_, &ui::Physics::changed, this, &PhysicsDesk::showChip);
  auto* checks = new ui::ChecksPage(parts_.bridge, parts_.selection, *physics_);
  panel_->addPage(QStringLiteral("checks"), tr("Checks"), checks);
  panel_->addPage(QStringLiteral("push"), tr("Push"), new ui::PushPage(parts_.bridge, parts_.selection, *physics_));
  connect(checks, &ui::ChecksPage::countChanged, panel_, [panel = panel_.data(), checks](int count) {
    panel->pages()->setTabText(panel->pages()->indexOf(checks), count ? tr("Checks (%1)").arg(count) : tr("Checks"));
  });
  connect(physics_, &ui::Physics::moved, this, &PhysicsDesk::showForces);
  connect(panel_->bar()->forcesButton(), &QToolButton::toggled, this, &PhysicsDesk::showForces);
  connect(panel_, &ui::PhysicsPanel::message, &parts_.messages, &Messages::say);
}

// Of the strongest contacts, the longest arrow as long as the others are measured by; the first few say how strong.
void PhysicsDesk::showForces() {
  if (!view_ || !panel_) return;
  using ui::scene::Measure;
  std::vector<Measure> measures;
  const auto& moment = physics_->shown();
  if (moment && panel_->bar()->forcesButton()->isChecked()) {
    auto contacts = moment->contacts;
    std::erase_if(contacts, [](const auto& c) { return !(c.force.norm() > kLeastForce); });
    std::ranges::sort(contacts, std::greater<>(), [](const auto& c) { return c.force.norm(); });
    if (contacts.size() > kMostForces) contacts.resize(kMostForces);
    for (const auto& contact : contacts) {
      const double force = contact.force.norm(), length = kLongestForce * force / contacts.front().force.norm();
      Measure m;
      m.kind = contact.slip > kSlipping ? Measure::Kind::kSlip : Measure::Kind::kForce;
      m.p_a = contact.position;
      m.p_b = contact.position + length * contact.force / force;
      m.normal = contact.force / force;
      if (measures.size() < kNamedForces) m.text = tr("%1 N").arg(QLocale().toString(force, 'g', 3));
      measures.push_back(std::move(m));
    }
  }
  const bool had = !view_->marks().measures(ui::scene::MeasureOf::kPhysics).empty();
  if (had || !measures.empty()) view_->marks().setMeasures(ui::scene::MeasureOf::kPhysics, std::move(measures));
}

void PhysicsDesk::showChip() {
  if (chip_ && chip_->isHidden() == physics_->isOn()) chip_->setVisible(physics_->isOn());
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
