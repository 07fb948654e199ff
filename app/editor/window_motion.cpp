// SPDX-License-Identifier: Apache-2.0
// Motion: what the window does between the Motion panel and the 3D view.
#include "app/editor/main_window.h"
#include "app/editor/motion_view.h"
#include "app/editor/plan_moves.h"
#include "core/world/references.h"
#include "ui/bridge/status_text.h"
#include "ui/panels/motion_panel.h"
#include "ui/scene/viewport.h"

namespace ww::editor {
void MainWindow::plan() {
  showDock(QStringLiteral("motion"));
  motion_->plan();
}
QString MainWindow::whyNotPlan() const { return motion_ ? motion_->whyNotPlan() : QString(); }
void MainWindow::playOrPause() { motion_->playOrPause(); }
bool MainWindow::isPlaying() const { return motion_ && motion_->isPlaying(); }
void MainWindow::stopMotion() { motion_->stop(); }
QString MainWindow::whyNotPlay() const { return motion_ ? motion_->whyNotPlay() : QString(); }

void MainWindow::connectMotion() {
  motion_view_ = new MotionView(*motion_, *view_->view(), *bridge_, *plan_chip_);
  plan_moves_ = new PlanMoves(*bridge_, *layer_, *motion_, this);
  connect(motion_view_, &MotionView::updated, this, &MainWindow::updateMotionState);
  connect(plan_moves_, &PlanMoves::changed, this, [this] { motion_view_->setMoving(plan_moves_->isMoving()); });
  connect(collisions_, &CollisionDisplay::movingEnded, motion_view_, &MotionView::update);
  connect(motion_, &ui::MotionPanel::planned, this, [this] {
    const auto told = [](const QString& text) { return tr("Motion planned: %1").arg(QString(text).replace(QLatin1Char('\n'), QLatin1Char(' '))); };
    log_->add(ui::LogLine::Level::kInfo, told(motion_->reportText()));
    QStringList shortly{motion_->title(), motion_->closeText()};
    shortly.removeAll(QString());
    tell(told(shortly.join(QStringLiteral(". "))));
  });
  connect(motion_, &ui::MotionPanel::failed, this, [this](const ui::MotionOutcome& outcome) {
    const QString subject = outcome.involved.empty() ? QString() : QString::fromStdString(bridge_->snapshot().world->display(outcome.involved.front()));
    tell(tr("No path: %1").arg(ui::toMessage(outcome.status).title));
    log_->add(ui::LogLine::Level::kError, motion_->reportText().replace(QLatin1Char('\n'), QLatin1Char(' ')), {}, subject);
  });
  motion_view_->update();
}

// What stands in the way of a motion is marked as long as it does.
void MainWindow::updateMotionState() {
  if (motion_->state() == ui::MotionPanel::State::kPlanning) status_->endSaid();
  collisions_->setHeld(motion_view_->isAtPlace());
  collisions_->setPainting(!motion_view_->ownsContacts());
  actions_->refreshSoon();
}

void MainWindow::goTo(const QString& subject) {
  const auto node = world::resolveText(*bridge_->snapshot().world, subject.toStdString());
  if (!node.ok()) return;
  selection_->select({*node});
  view_->fitSelection();
}

}  // namespace ww::editor
