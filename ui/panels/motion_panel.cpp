// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/motion_panel.h"

#include <QLocale>
#include <QSignalBlocker>
#include <QStyle>
#include <algorithm>

#include "ui/bridge/collision_pair.h"
#include "ui/bridge/status_text.h"
#include "ui/panels/joints_panel.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/quantity.h"

namespace ww::ui {
namespace {

constexpr int kTicks = 2000;

QVariant idData(std::uint64_t id) { return QVariant::fromValue<quint64>(id); }

QString timeText(double at, double of) {
  return QStringLiteral("%1 / %2 s").arg(QLocale().toString(at, 'f', 2), QLocale().toString(of, 'f', 2));
}

}  // namespace

MotionPanel::MotionPanel(SessionBridge& bridge, Selection& selection, PoseLayer& layer, JobBridge& jobs, MotionPlanner planner, QWidget* parent)
    : QWidget(parent), bridge_(bridge), selection_(selection), layer_(layer), jobs_(jobs), planner_(std::move(planner)) {
  clock_timer_.setInterval(30);
  connect(&clock_timer_, &QTimer::timeout, this, &MotionPanel::tick);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 8, 8, 8);
  row->setSpacing(16);
  buildChoice();
  buildResult();
  connect(&bridge_, &SessionBridge::changed, this, &MotionPanel::follow);
  connect(&selection_, &Selection::changed, this, &MotionPanel::showRobotOfSelection);
  fillRobots();
  setState(State::kNone);
}

QString MotionPanel::whyNotPlan() const {
  if (state_ == State::kPlanning) return tr("A motion is being planned.");
  if (robots_->count() == 0) return tr("The world has no robot. Add one from the library or import a URDF or SDF file.");
  if (targets_->count() == 0) return tr("There is nothing to move to. Keep a configuration of the robot, or add a frame.");
  return {};
}

QString MotionPanel::whyNotPlay() const {
  if (!plan_) return gone_.isEmpty() ? tr("There is no planned motion yet.") : gone_;
  return {};
}

// What was made a moment ago is selected before the list has it: the robot chosen stays chosen.
void MotionPanel::showRobotOfSelection() {
  const int row = robots_->findData(idData(robotFor(*bridge_.snapshot().world, selection_, robot()).value));
  if (row >= 0) robots_->setCurrentIndex(row);
}

void MotionPanel::fillRobots() {
  const auto world = bridge_.snapshot().world;
  const auto chosen = world->object(robot());
  const ObjectId wanted = chosen && chosen->isKinematic() ? robot() : robotFor(*world, selection_, robot());
  const QSignalBlocker quiet(robots_);
  robots_->clear();
  world->forEachObject([this](const world::Object& object) {
    if (object.isKinematic()) robots_->addItem(icon(QStringLiteral("robot")), QString::fromStdString(object.name), idData(object.id.value));
  });
  robots_->setCurrentIndex(robots_->findData(idData(wanted.value)));
  fillTargets();
}

void MotionPanel::fillTargets() {
  const auto world = bridge_.snapshot().world;
  // What was chosen for this robot stays chosen, also when both come back by undo.
  const QString before = targets_->currentText(), wanted = wanted_.value(robot().value);
  const QSignalBlocker quiet(targets_);
  targets_->clear();
  if (const auto object = world->object(robot()))
    for (const auto& configuration : object->configurations)
      targets_->addItem(icon(QStringLiteral("joint")), QString::fromStdString(configuration.name), QStringLiteral("c:") + QString::fromStdString(configuration.name));
  const ObjectId self = robot();
  world->forEachFrame([&](const world::Frame& frame) {
    if (self && !world->isAncestor(self, frame.object))
      targets_->addItem(icon(QStringLiteral("frame")), QString::fromStdString(frame.object == world::kRootObject ? frame.name : world->display(frame.id)),
                        QStringLiteral("f:%1").arg(frame.id.value));
  });
  const int chosen = wanted.isEmpty() ? -1 : targets_->findData(wanted);
  if (const int same = chosen >= 0 ? chosen : targets_->findText(before); same >= 0) targets_->setCurrentIndex(same);
  setState(state_);
}

void MotionPanel::follow(const ChangePtr& change) {
  const bool replaced = change->kind == session::Change::Kind::kReplace;
  bool robots = replaced, targets = replaced || !change->diff.frames.empty();
  for (const auto& c : change->diff.objects) {
    const bool was = c.before && c.before->isKinematic(), is = c.after && c.after->isKinematic();
    if (was != is || (was && is && c.before->name != c.after->name)) robots = true;
    if (was && is && c.after->id == robot()) targets = true;
  }
  if (robots) fillRobots();
  else if (targets) fillTargets();
  if (replaced) {
    stop();
    plan_.reset();
    failure_.reset();
    gone_.clear();
    wanted_.clear();
    setState(State::kNone);
  } else if ((plan_ || failure_ || state_ == State::kPlanning) && !change->after.world->object(planned_robot_)) {
    dropPlanOfLostRobot();
  } else if ((plan_ || failure_) && state_ != State::kPlanning) {
    // Undo may lead back to the world that it was planned for.
    const State now = differsForMotion(*change->after.world) ? State::kStale : plan_ ? State::kFresh : State::kFailed;
    if (now != state_) setState(now);
  }
}

// From the world that the motion was planned for.
bool MotionPanel::differsForMotion(const world::World& world) const {
  return world::affectsMotion(world::diff(*planned_world_, world));
}

void MotionPanel::dropPlanOfLostRobot() {
  jobs_.cancel(job_);
  stop();
  plan_.reset();
  failure_.reset();
  gone_ = tr("The robot of the planned motion was deleted.");
  setState(State::kNone);
}

void MotionPanel::plan() {
  if (!whyNotPlan().isEmpty()) return;
  stop();
  const session::Snapshot now = bridge_.snapshot();
  planned_world_ = now.world;
  MotionRequest request;
  request.robot = planned_robot_ = robot();
  gone_.clear();
  request.start = now.world->object(robot())->jointPositions();
  const QString target = targets_->currentData().toString();
  if (target.startsWith(QLatin1String("c:"))) request.configuration = target.mid(2).toStdString();
  else request.frame = FrameId{target.mid(2).toULongLong()};
  request.type = types_->currentIndex() == 0 ? MotionRequest::Type::kAny : MotionRequest::Type::kJoint;
  setState(State::kPlanning);
  auto outcome = std::make_shared<MotionOutcome>();
  job_ = jobs_.start(
      tr("Plan %1 to %2").arg(robots_->currentText(), targets_->currentText()),
      [planner = planner_, now, request, outcome](std::stop_token stop_token, const Progress& progress) {
        *outcome = planner(now.world, request, std::move(stop_token), progress);
        return outcome->status;
      },
      [this, outcome, revision = now.revision](const Status& status) {
        outcome->status = status;
        if (outcome->plan) outcome->plan->revision = revision;
        finish(*outcome);
      });
}

void MotionPanel::cancel() {
  if (state_ == State::kPlanning) jobs_.cancel(job_);
}

void MotionPanel::finish(const MotionOutcome& outcome) {
  // The robot went while its motion was planned.
  if (!bridge_.snapshot().world->object(planned_robot_)) return;
  failure_.reset();
  involved_ = outcome.involved;
  if (outcome.plan) {
    plan_ = outcome.plan;
    // The world may have moved on while the planner worked.
    setState(differsForMotion(*bridge_.snapshot().world) ? State::kStale : State::kFresh);
    Q_EMIT planned(*plan_);
    scrub(0.0);
    return;
  }
  plan_.reset();
  if (outcome.status.code == Code::kCancelled) {
    setState(State::kNone);
    return;
  }
  failure_ = outcome;
  setState(differsForMotion(*bridge_.snapshot().world) ? State::kStale : State::kFailed);
  Q_EMIT failed(outcome);
}

// Of planning that is over, if it is.
void MotionPanel::showReport() {
  if (state_ == State::kNone || state_ == State::kPlanning) return;
  if (isAboutOther()) {
    const auto other = bridge_.snapshot().world->object(planned_robot_);
    const QString name = other ? QString::fromStdString(other->name) : QString();
    return report_->setText((plan_ ? tr("No motion of %1 is planned. The one that can be played is of %2.") : tr("No motion of %1 is planned. The last try was for %2.")).arg(robots_->currentText(), name));
  }
  if (failure_) {
    const Message m = toMessage(failure_->status);
    QStringList lines{m.title, m.details, m.hint};
    if (state_ == State::kStale) lines = {tr("The world has changed since: plan again to see whether it works now."), m.title};
    lines.removeAll(QString());
    return report_->setText(lines.join(QLatin1Char('\n')));
  }
  if (!plan_) return;
  if (plan_->duration() <= 0.0 && state_ == State::kFresh) return report_->setText(tr("The robot stands at the target already."));
  QStringList parts{tr("Takes %1 s").arg(QLocale().toString(plan_->duration(), 'f', 2)), tr("planned in %1 s").arg(QLocale().toString(plan_->planning_seconds, 'f', 2))};
  if (plan_->min_clearance_m) parts << tr("at least %1 mm from everything").arg(formatQuantity(*plan_->min_clearance_m, defaultUnit(Quantity::kLength), 1));
  QString text = parts.join(QStringLiteral(", ")) + QLatin1Char('.');
  if (state_ == State::kStale) text = tr("The world has changed since: plan again before you rely on this.") + QLatin1Char('\n') + text;
  report_->setText(text);
}

bool MotionPanel::isAboutOther() const { return (plan_ || failure_) && state_ != State::kPlanning && robot() != planned_robot_; }

void MotionPanel::showButtons() {
  const bool own = !isAboutOther();
  const auto pair = collisionPair(*bridge_.snapshot().world, involved_);
  const bool failed = state_ == State::kFailed && own;
  show_button_->setVisible(failed && !involved_.empty());
  exclude_button_->setVisible(failed && pair);
  if (pair) exclude_button_->setToolTip(tr("A rule of the world: %1 and %2 are no longer checked against each other. Undo takes it back.").arg(pair->name_a, pair->name_b));
  again_button_->setVisible(state_ == State::kStale && own);
  again_button_->setEnabled(whyNotPlan().isEmpty());
  cancel_button_->setVisible(state_ == State::kPlanning);
  plan_button_->setVisible(state_ != State::kPlanning);
}

// The world is another one then: the card says so, and offers to plan again.
void MotionPanel::excludePair() {
  if (const auto pair = collisionPair(*bridge_.snapshot().world, involved_)) allowCollisions(bridge_, *pair);
}

void MotionPanel::setState(State state) {
  state_ = state;
  static const char* const kKinds[] = {"neutral", "neutral", "good", "neutral", "error"};
  static const char* const kIcons[] = {"info", "plan", "check", "warning", "error"};
  static const Role kRoles[] = {Role::kDim, Role::kAccent, Role::kGood, Role::kWarning, Role::kError};
  const auto i = static_cast<std::size_t>(isAboutOther() ? State::kNone : state);
  card_->setProperty("kind", QLatin1String(kKinds[i]));
  card_->style()->unpolish(card_);
  card_->style()->polish(card_);
  card_icon_->setPixmap(icon(QLatin1String(kIcons[i]), kRoles[i]).pixmap(QSize(18, 18), devicePixelRatioF()));
  if (state == State::kNone && !gone_.isEmpty()) report_->setText(gone_);
  else if (state == State::kNone) report_->setText(tr("Choose where the robot shall go and press Plan. The path is checked against everything in the world."));
  if (state == State::kPlanning) report_->setText(tr("Looking for a path..."));
  showReport();
  showButtons();
  const QString why_not = whyNotPlan();
  plan_button_->setEnabled(why_not.isEmpty());
  plan_button_->setToolTip(why_not.isEmpty() ? tr("Plans a motion from where the robot is now (Ctrl+P)") : why_not);
  for (QWidget* w : std::initializer_list<QWidget*>{play_, start_, loop_, timeline_, speed_}) w->setEnabled(plan_.has_value());
  if (!plan_) time_->setText(timeText(0.0, 0.0));
  Q_EMIT stateChanged();
}

// ---- the clock

void MotionPanel::playOrPause() {
  if (!plan_) return;
  if (isPlaying()) {
    clock_timer_.stop();
  } else {
    if (seconds_ >= plan_->duration() - 1e-6) scrub(0.0);
    clock_from_ = seconds_;
    clock_.start();
    clock_timer_.start();
  }
  play_->setIcon(icon(isPlaying() ? QStringLiteral("pause") : QStringLiteral("play")));
  Q_EMIT stateChanged();
}

void MotionPanel::tick() {
  if (!plan_) return;
  double now = clock_from_ + static_cast<double>(clock_.elapsed()) / 1000.0 * speed_->currentData().toDouble();
  if (now >= plan_->duration()) {
    if (loop_->isChecked()) {
      now = clock_from_ = 0.0;
      clock_.start();
    } else {
      now = plan_->duration();
      playOrPause();
    }
  }
  previewAt(now);
}

void MotionPanel::scrub(double seconds) {
  if (!plan_) return;
  clock_from_ = seconds;
  clock_.start();
  previewAt(seconds);
}

void MotionPanel::previewAt(double seconds) {
  seconds_ = std::clamp(seconds, 0.0, plan_->duration());
  layer_.setJoints(plan_->request.robot, plan_->at(seconds_));
  const QSignalBlocker quiet(timeline_);
  timeline_->setValue(plan_->duration() > 0 ? qRound(seconds_ / plan_->duration() * kTicks) : 0);
  time_->setText(timeText(seconds_, plan_->duration()));
}

void MotionPanel::stop() {
  if (isPlaying()) playOrPause();
  seconds_ = 0.0;
  const QSignalBlocker quiet(timeline_);
  timeline_->setValue(0);
  layer_.clear();
  Q_EMIT previewEnded();
}

}  // namespace ww::ui
