// SPDX-License-Identifier: Apache-2.0
// Motion: what the window does between the Motion panel and the 3D view.
#include <cmath>

#include "app/editor/main_window.h"
#include "core/world/references.h"
#include "ui/bridge/status_text.h"
#include "ui/panels/motion_panel.h"
#include "ui/scene/viewport.h"

namespace ww::editor {
namespace {

std::vector<Vec3> trace(const ui::MotionPlan& plan) { return plan.tcp_in_root; }

// Indices of the trace points that lie a tenth of a second apart.
std::vector<std::size_t> ticks(const ui::MotionPlan& plan) {
  std::vector<std::size_t> marks;
  if (plan.duration() <= 0 || plan.tcp_in_root.size() < 2) return marks;
  const double per_second = static_cast<double>(plan.tcp_in_root.size() - 1) / plan.duration();
  for (double t = 0; t <= plan.duration(); t += 0.1) marks.push_back(static_cast<std::size_t>(std::lround(t * per_second)));
  return marks;
}

}  // namespace

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
  connect(motion_, &ui::MotionPanel::stateChanged, this, &MainWindow::updateMotionState);
  connect(motion_, &ui::MotionPanel::planned, this, [this](const ui::MotionPlan& plan) {
    view_->view()->setTrace(trace(plan), ticks(plan));
    view_->view()->setGhost(plan.request.robot, plan.positions.back());
    showCollisions();
    say(tr("Motion planned: %1").arg(motion_->reportText()));
  });
  connect(motion_, &ui::MotionPanel::failed, this, [this](const ui::MotionOutcome& outcome) {
    view_->view()->setTrace({});
    view_->view()->setGhost({}, std::nullopt);
    showContact(outcome);
    const QString subject = outcome.involved.empty() ? QString() : QString::fromStdString(bridge_->snapshot().world->display(outcome.involved.front()));
    tell(tr("No path: %1").arg(ui::toMessage(outcome.status).title));
    log_->add(ui::LogLine::Level::kError, motion_->reportText().replace(QLatin1Char('\n'), QLatin1Char(' ')), {}, subject);
  });
  updateMotionState();
}

void MainWindow::showContact(const ui::MotionOutcome& outcome) {
  std::vector<ui::Viewport::Contact> contacts;
  const bool pair = outcome.involved.size() == 2 && std::holds_alternative<EntityId>(outcome.involved[0]) && std::holds_alternative<EntityId>(outcome.involved[1]);
  if (pair && outcome.points_in_root.size() >= 2)
    contacts.push_back({outcome.points_in_root[0], outcome.points_in_root[1], std::get<EntityId>(outcome.involved[0]), std::get<EntityId>(outcome.involved[1])});
  view_->view()->setContacts(contacts);
}

void MainWindow::updateMotionState() {
  using Kind = ui::Chip::Kind;
  using State = ui::MotionPanel::State;
  switch (motion_->state()) {
    case State::kNone: plan_chip_->set(Kind::kNeutral, tr("No plan"), tr("No motion is planned. A click shows the Motion panel.")); break;
    case State::kPlanning: plan_chip_->set(Kind::kNeutral, tr("Planning..."), tr("A motion is being planned.")); status_->endSaid(); break;
    case State::kFresh: plan_chip_->set(Kind::kGood, tr("Plan fresh"), tr("The planned motion fits the world as it is.")); break;
    case State::kStale:
      if (motion_->failure()) plan_chip_->set(Kind::kNeutral, tr("Plan again"), tr("No path was found, but the world has changed since."));
      else plan_chip_->set(Kind::kWarning, tr("Plan stale"), tr("The world has changed since the motion was planned."));
      break;
    case State::kFailed: plan_chip_->set(Kind::kError, tr("No path"), motion_->reportText()); break;
  }
  // What stood in the way is marked as long as it does.
  if (motion_->failure() && motion_->state() == State::kFailed) showContact(*motion_->failure());
  if (motion_->failure() && motion_->state() == State::kStale) showCollisions();
  if (motion_->state() == State::kNone) {
    view_->view()->setTrace({});
    view_->view()->setGhost({}, std::nullopt);
    showCollisions();
  }
  actions_->refreshSoon();
}

void MainWindow::showCollisions() {
  updateCollisionChip();
  if (motion_->state() == ui::MotionPanel::State::kFailed) return;  // its own pair is shown
  std::vector<ui::Viewport::Contact> contacts;
  for (const auto& c : collisions_->collisions()) contacts.push_back({c.point_a, c.point_b, c.a, c.b});
  view_->view()->setContacts(contacts);
}

// Under a steady stream of edits there is always a newer world than the one that was checked last: what
// was found a moment ago stands there all the same, and says of when it is once that is longer ago.
void MainWindow::updateCollisionChip() {
  using Kind = ui::Chip::Kind;
  const auto& found = collisions_->collisions();
  if (!collisions_->hasResult()) {
    collision_chip_->set(Kind::kNeutral, tr("Checking..."), tr("Collisions are being checked."));
    return;
  }
  const QString text = found.empty() ? tr("Free of collisions") : tr("%n collisions", "", static_cast<int>(found.size()));
  QStringList lines;
  for (const auto& c : found) lines << c.text;
  const QString tip = found.empty() ? tr("Nothing in the world collides.") : lines.mid(0, 12).join(QLatin1Char('\n'));
  if (collisions_->isRecent()) collision_chip_->set(found.empty() ? Kind::kGood : Kind::kError, text, tip);
  else collision_chip_->set(Kind::kNeutral, tr("Checking... (before: %1)").arg(text), tr("The world has changed since. Before: %1").arg(tip));
}

void MainWindow::goTo(const QString& subject) {
  const auto node = world::resolveText(*bridge_->snapshot().world, subject.toStdString());
  if (!node.ok()) return;
  selection_->select({*node});
  view_->fitSelection();
}

}  // namespace ww::editor
