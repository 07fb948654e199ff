// SPDX-License-Identifier: Apache-2.0
// What the Motion panel says of the motion that was planned last, and offers to do.
#include <QLocale>
#include <QStyle>

#include "ui/bridge/collision_pair.h"
#include "ui/bridge/core_text.h"
#include "ui/bridge/motion_names.h"
#include "ui/bridge/motion_text.h"
#include "ui/bridge/status_text.h"
#include "ui/panels/motion_panel.h"
#include "ui/widgets/icons.h"

namespace ww::ui {
namespace {

QString secondsText(double seconds) { return QLocale().toString(seconds, 'f', 2); }

// A name that tells enough where the object has one body only: "table" for "table:body".
QString bodyName(const world::World& world, const world::NodeRef& node) {
  const auto* entity = std::get_if<EntityId>(&node);
  const auto* owner = entity ? world.owner(*entity) : nullptr;
  const auto object = owner ? world.object(owner->object) : nullptr;
  if (!object) return isThere(world, node) ? QString::fromStdString(world.display(node)) : QString();
  return QString::fromStdString(object->entities.size() == 1 ? world.display(object->id) : world.display(node));
}

// What was left out, and what had to be assumed. The core tells the gravest first.
QStringList notesOf(const MotionPlan& plan) {
  QStringList notes;
  for (const std::string& note : plan.notes) notes << coreText(note);
  return notes;
}

QString shortened(const QStringList& notes) {
  constexpr int kMost = 2;
  const int more = static_cast<int>(notes.size()) - kMost;
  QStringList lines = more > 1 ? notes.mid(0, kMost) : notes;
  if (more > 1) lines << MotionPanel::tr("and %n more remarks, listed when the pointer rests here", "", more);
  return lines.join(QLatin1Char('\n'));
}

}  // namespace

QString MotionPanel::otherText() const {
  const auto robot = bridge_.snapshot().world->object(planned_robot_);
  if (chosen().robot != planned_robot_) {
    const QString name = robot ? QString::fromStdString(robot->name) : QString();
    return (plan_ ? tr("No motion of %1 is planned. The one that can be played is of %2.") : tr("No motion of %1 is planned. The last try was for %2.")).arg(robots_->currentText(), name);
  }
  if (targets_->currentText() != goal_)
    return (plan_ ? tr("No motion to %1 is planned. The one that is shown goes to %2.") : tr("No motion to %1 is planned. The last try was to %2.")).arg(targets_->currentText(), goal_);
  return plan_ ? tr("Another tool or kind of motion is chosen than that of the motion that is shown.") : tr("Another tool or kind of motion is chosen than that of the last try.");
}

QString MotionPanel::closeText() const {
  if (!isClose()) return {};
  const QString a = bodyName(*planned_world_, plan_->nearest->a), b = bodyName(*planned_world_, plan_->nearest->b);
  const bool touches = *plan_->min_clearance_m < kTouch;
  return (touches ? tr("Plan touches: %1 and %2, %3 at %4 s") : tr("Plan comes near: %1 and %2, %3 at %4 s"))
      .arg(a, b, touches ? tr("0 mm") : lengthText(*plan_->min_clearance_m), secondsText(plan_->min_clearance_at_s));
}

QString MotionPanel::planText() const {
  if (plan_->duration() <= 0.0 && state_ == State::kFresh) return tr("The robot stands at the target already.");
  QStringList parts{tr("Takes %1 s").arg(secondsText(plan_->duration())), tr("planned in %1 s").arg(secondsText(plan_->planning_seconds))};
  if (plan_->min_clearance_m && !isClose()) parts << tr("at least %1 mm from everything").arg(formatQuantity(*plan_->min_clearance_m, defaultUnit(Quantity::kLength), 1));
  QStringList lines{closeText(), parts.join(QStringLiteral(", ")) + QLatin1Char('.')};
  if (hasArrived()) lines.prepend(tr("The robot was moved along this motion. The next one starts where it stands now."));
  else if (state_ == State::kStale) lines.prepend(tr("The world has changed since: plan again before you rely on this."));
  const QString tool = toolText(*planned_world_, plan_->request);
  if (!tool.isEmpty()) lines << tr("Tool: %1").arg(tool);
  lines << shortened(notesOf(*plan_));
  lines.removeAll(QString());
  return lines.join(QLatin1Char('\n'));
}

QString MotionPanel::emptyText() const {
  if (!gone_.isEmpty()) return gone_;
  QString text = tr("Choose where the robot shall go and press Plan. The path is checked against everything in the world.");
  const auto world = bridge_.snapshot().world;
  MotionRequest request = chosen();
  if (const QString tool = world->object(request.robot) ? toolText(*world, request) : QString(); !tool.isEmpty()) text += QLatin1Char('\n') + tr("Tool: %1").arg(tool);
  return text;
}

// Of planning that is over, if it is.
void MotionPanel::showReport() {
  report_->setToolTip(plan_ && !isAboutOther() && !failure_ ? notesOf(*plan_).join(QLatin1Char('\n')) : QString());
  if (state_ == State::kNone) return report_->setText(emptyText());
  if (state_ == State::kPlanning) return report_->setText(tr("Looking for a path..."));
  if (isAboutOther()) return report_->setText(QStringList{otherText(), title_}.join(QLatin1Char('\n')));
  if (failure_) {
    const Message m = toMessage(failure_->status);
    QStringList lines{title_, m.title, m.details, m.hint};
    if (state_ == State::kStale) lines = {title_, tr("The world has changed since: plan again to see whether it works now."), m.title};
    lines.removeAll(QString());
    return report_->setText(lines.join(QLatin1Char('\n')));
  }
  if (plan_) report_->setText(title_ + QLatin1Char('\n') + planText());
}

void MotionPanel::showButtons() {
  const bool own = !isAboutOther();
  const auto world = bridge_.snapshot().world;
  const auto pair = collisionPair(*world, involved_);
  const bool failed = state_ == State::kFailed && own;
  show_button_->setVisible(failed && !involved_.empty());
  exclude_button_->setVisible(failed && pair);
  if (pair) exclude_button_->setToolTip(tr("A rule of the world: %1 and %2 are no longer checked against each other. Undo takes it back.").arg(pair->name_a, pair->name_b));
  place_button_->setVisible(own && isClose() && !hasArrived());
  if (isClose()) place_button_->setText(tr("Show %1 s").arg(secondsText(plan_->min_clearance_at_s)));
  again_button_->setVisible(state_ == State::kStale && own && !hasArrived());
  again_button_->setEnabled(whyNotPlan().isEmpty());
  const auto object = plan_ ? world->object(planned_robot_) : nullptr;
  const bool can_move = object && own && state_ != State::kPlanning && plan_->at(0.0).size() == object->jointPositions().size();
  const auto stands = [&](double seconds) { return (plan_->at(seconds) - object->jointPositions()).cwiseAbs().maxCoeff() < 1e-9; };
  move_button_->setVisible(can_move && !stands(isBetween() ? seconds_ : plan_->duration()));
  move_button_->setToolTip(isBetween() ? tr("Sets the world to the moment that is shown. Undo takes it back.") : tr("Sets the world to the end of the motion; the next one starts there. Undo takes it back."));
  end_button_->setVisible(can_move && isBetween() && !stands(plan_->duration()));
  cancel_button_->setVisible(state_ == State::kPlanning);
  plan_button_->setVisible(state_ != State::kPlanning);
}

void MotionPanel::showPlace() {
  if (isClose()) {
    if (isPlaying()) playOrPause();
    scrub(plan_->min_clearance_at_s);
    selection_.select({plan_->nearest->a, plan_->nearest->b});
    selection_.prune(*bridge_.snapshot().world);
  } else {
    selection_.select(involved_);
  }
  Q_EMIT placeWanted();
}

// The world is another one then: the card says so, and offers to plan again.
void MotionPanel::excludePair() {
  if (const auto pair = collisionPair(*bridge_.snapshot().world, involved_)) allowCollisions(bridge_, *pair);
}

void MotionPanel::setState(State state) {
  state_ = state;
  static const char* const kKinds[] = {"neutral", "neutral", "good", "neutral", "error", "warning"};
  static const char* const kIcons[] = {"info", "plan", "check", "warning", "error", "warning"};
  static const Role kRoles[] = {Role::kDim, Role::kAccent, Role::kGood, Role::kWarning, Role::kError, Role::kWarning};
  constexpr std::size_t kClose = 5;
  auto i = static_cast<std::size_t>(isAboutOther() || (state == State::kStale && hasArrived()) ? State::kNone : state);
  if (i == static_cast<std::size_t>(State::kFresh) && isClose()) i = kClose;
  card_->setProperty("kind", QLatin1String(kKinds[i]));
  card_->style()->unpolish(card_);
  card_->style()->polish(card_);
  card_icon_->setPixmap(icon(QLatin1String(kIcons[i]), kRoles[i]).pixmap(QSize(18, 18), devicePixelRatioF()));
  showReport();
  showButtons();
  const QString why_not = whyNotPlan();
  plan_button_->setEnabled(why_not.isEmpty());
  plan_button_->setToolTip(why_not.isEmpty() ? tr("Plans a motion from where the robot is now (Ctrl+P)") : why_not);
  tools_->setToolTip(tools_->currentIndex() < 0 ? tr("What of the robot shall meet a frame") : tools_->currentData(Qt::ToolTipRole).toString());
  for (QWidget* w : std::initializer_list<QWidget*>{play_, start_, loop_, timeline_, speed_}) w->setEnabled(plan_.has_value());
  if (!plan_) time_->setText(tr("%1 / %2 s").arg(secondsText(0.0), secondsText(0.0)));
  Q_EMIT stateChanged();
}

}  // namespace ww::ui
