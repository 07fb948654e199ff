// SPDX-License-Identifier: Apache-2.0
#include "app/editor/motion_desk.h"

#include "app/editor/motion_view.h"
#include "app/editor/plan_moves.h"
#include "app/editor/target_chase.h"
#include "ui/bridge/status_text.h"

namespace ww::editor {
namespace {

QString inOneLine(QString text) { return text.replace(QLatin1Char('\n'), QLatin1Char(' ')); }

}  // namespace

MotionDesk::MotionDesk(const WindowParts& parts, ui::MotionPanel& motion, CollisionDisplay& collisions)
    : QObject(&parts.window),
      parts_(parts),
      motion_(motion),
      collisions_(collisions),
      chip_(new ui::Chip(parts.view.chipRow()->parentWidget())),
      view_(new MotionView(motion, *parts.view.view(), parts.bridge, *chip_)),
      moves_(new PlanMoves(parts.bridge, parts.layer, motion, this)) {
  parts_.view.chipRow()->addWidget(chip_);
  connect(chip_, &ui::Chip::clicked, &parts_.messages,
          [messages = &parts_.messages] { Q_EMIT messages->panelAsked(QStringLiteral("motion")); });
  connect(motion_.choice(), &ui::MotionChoice::changed, this,
          [this] { parts_.view.toolLock().setChosen(motion_.choice()->chosenTools()); });
  connect(view_, &MotionView::updated, this, &MotionDesk::update);
  chase_ = new TargetChase(parts, motion);
  view_->setChase(*chase_);
  connect(moves_, &PlanMoves::changed, this, [this] { view_->setMoving(moves_->isMoving()); });
  connect(&collisions_, &CollisionDisplay::movingEnded, view_, &MotionView::update);
  connect(&motion_, &ui::MotionPanel::planned, this, &MotionDesk::tellPlanned);
  connect(&motion_, &ui::MotionPanel::failed, this, &MotionDesk::tellFailed);
  view_->update();
}

void MotionDesk::setProgramTold(bool told) {
  program_told_ = told;
  update();
}

void MotionDesk::plan() {
  Q_EMIT parts_.messages.panelAsked(QStringLiteral("motion"));
  motion_.plan();
}

void MotionDesk::tellPlanned() {
  const auto told = [](const QString& text) { return tr("Motion planned: %1").arg(inOneLine(text)); };
  parts_.messages.log().add(ui::LogLine::Level::kInfo, told(motion_.reportText()));
  QStringList shortly{motion_.title(), motion_.closeText()};
  shortly.removeAll(QString());
  parts_.messages.tell(told(shortly.join(QStringLiteral(". "))));
}

void MotionDesk::tellFailed(const ui::MotionOutcome& outcome) {
  const auto world = parts_.bridge.snapshot().world;
  const QString subject =
      outcome.involved.empty() ? QString() : QString::fromStdString(world->display(outcome.involved.front()));
  parts_.messages.tell(tr("No path: %1").arg(ui::toMessage(outcome.status).title));
  parts_.messages.log().add(ui::LogLine::Level::kError, inOneLine(motion_.reportText()), {}, subject);
}

// What stands in the way of a motion is marked as long as it does.
void MotionDesk::update() {
  if (motion_.state() == ui::MotionPanel::State::kPlanning) parts_.messages.status().endSaid();
  chip_->setVisible(!program_told_ || motion_.state() != ui::MotionPanel::State::kNone);
  collisions_.setHeld(view_->isAtPlace());
  collisions_.setPainting(!view_->ownsContacts());
  Q_EMIT changed();
}

}  // namespace ww::editor
