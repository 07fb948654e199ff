// SPDX-License-Identifier: Apache-2.0
// What the Motion panel says of the motion that was planned last, and offers to do.
#include <QApplication>
#include <QComboBox>
#include <QLocale>

#include "ui/bridge/collision_pair.h"
#include "ui/bridge/coverage_text.h"
#include "ui/bridge/motion_names.h"
#include "ui/bridge/motion_text.h"
#include "ui/bridge/quiet_notes.h"
#include "ui/bridge/status_text.h"
#include "ui/panels/motion_panel.h"
#include "ui/panels/target_turn.h"
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
QStringList notesOf(const Diagnostics& notes) {
  QStringList lines;
  for (const Diagnostic& note : shownNotes(notes)) lines << toLine(note);
  return lines;
}

QString joined(QStringList lines) {
  lines.removeAll(QString());
  return lines.join(QLatin1Char('\n'));
}

QString shortened(const QStringList& notes) {
  constexpr int kMost = 2;
  const int more = static_cast<int>(notes.size()) - kMost;
  QStringList lines = more > 1 ? notes.mid(0, kMost) : notes;
  if (more > 1) lines << MotionPanel::tr("and %n more remarks, listed when the pointer rests here", "", more);
  return lines.join(QLatin1Char('\n'));
}

QString uncheckedAction(const std::optional<MotionPlan>& plan) {
  return plan && !plan->checked ? QStringLiteral("edit.enable-collisions") : QString();
}

// What has no collision geometry was not looked at.
QString leftOut(const world::World& world, const MotionPlan& plan) {
  const QString names = unseenNames(world, plan.coverage);
  return names.isEmpty() ? QString() : MotionPanel::tr("Not looked at, without collision geometry: %1.").arg(names);
}

// Why it is no plain success, and what was looked at.
QString basisText(const world::World& world, const MotionPlan& plan) {
  return joined({doubtText(world, plan.coverage, plan.spacing), lookedAtText(plan.coverage, plan.spacing)});
}

bool isPlainSuccess(const world::World& world, const MotionPlan& plan) {
  return plan.checked && !isDoubtful(world, plan.coverage, plan.spacing);
}

// The figures that are asked for first, behind the name of the motion: in a low card they are the first line.
QString headline(const QString& title, const MotionPlan& plan) {
  if (plan.duration() <= 0.0) return title;
  if (!plan.checked || !plan.min_clearance_m)
    return MotionPanel::tr("%1, %2 s").arg(title, secondsText(plan.duration()));
  return MotionPanel::tr("%1, %2 s, clearance %3")
      .arg(title, secondsText(plan.duration()), lengthText(*plan.min_clearance_m));
}

QString nearest(const world::World& world, const MotionPlan& plan) {
  if (!plan.nearest || !plan.min_clearance_m) return {};
  return MotionPanel::tr("Nearest: %1 and %2, %3 at %4 s")
      .arg(bodyName(world, plan.nearest->a), bodyName(world, plan.nearest->b), lengthText(*plan.min_clearance_m),
           secondsText(plan.min_clearance_at_s));
}

// Of one that comes nearer than is wanted.
QString closeWords(const world::World& world, const MotionPlan& plan) {
  const QString a = bodyName(world, plan.nearest->a), b = bodyName(world, plan.nearest->b);
  constexpr double kTouch = MotionPanel::kTouch;
  const bool touches = *plan.min_clearance_m < kTouch, overlaps = *plan.min_clearance_m < -kTouch;
  return (touches ? MotionPanel::tr("Plan touches: %1 and %2, %3 at %4 s")
                  : MotionPanel::tr("Plan comes near: %1 and %2, %3 at %4 s"))
      .arg(a, b, touches && !overlaps ? lengthText(0.0) : lengthText(*plan.min_clearance_m),
           secondsText(plan.min_clearance_at_s));
}

// What is chosen, before anything is planned.
QString chosenText(const world::World& world, const usecase::Target& chosen, const QComboBox& targets) {
  QStringList lines{MotionPanel::tr(
      "Choose where the robot shall go and press Plan. The path is checked as the collision rules of the world say.")};
  if (targets.currentIndex() >= 0) lines << MotionPanel::tr("Target: %1").arg(targets.currentText());
  const QString tool = world.object(chosen.robot) ? toolText(world, chosen) : QString();
  if (!tool.isEmpty()) lines << MotionPanel::tr("Tool: %1").arg(tool);
  return lines.join(QLatin1Char('\n'));
}

template <typename Button, typename Offer>
void showOffer(Button& button, const Offer& offer) {
  button.setVisible(offer.has_value());
  if (!offer) return;
  button.setText(offer->text);
  button.setAccessibleName(offer->text);
  button.setToolTip(offer->tip);
}

// What blocks a motion needs the room, and nothing can be played then; the keys go on to `next`.
void showClock(MotionClock& clock, bool on, QWidget& next) {
  const bool had_keys = clock.isAncestorOf(QApplication::focusWidget());
  clock.setVisible(on);
  if (had_keys && !on) next.setFocus(Qt::OtherFocusReason);
}

}  // namespace

QString MotionPanel::otherText() const {
  const auto robot = bridge_.snapshot().world->object(planned_.robot);
  if (choice_->chosen().robot != planned_.robot) {
    const QString name = robot ? QString::fromStdString(robot->name) : QString();
    return (plan_ ? tr("No motion of %1 is planned. The one that can be played is of %2.")
                  : tr("No motion of %1 is planned. The last try was for %2."))
        .arg(robotBox()->currentText(), name);
  }
  if (targetBox()->currentText() != goal_)
    return (plan_ ? tr("No motion to %1 is planned. The one that is shown goes to %2.")
                  : tr("No motion to %1 is planned. The last try was to %2."))
        .arg(targetBox()->currentText(), goal_);
  return plan_ ? tr("Another tool or kind of motion is chosen than that of the motion that is shown.")
               : tr("Another tool or kind of motion is chosen than that of the last try.");
}

QString MotionPanel::closeText() const { return isClose() ? closeWords(*planned_world_, *plan_) : QString(); }

// What the card has no room for.
QString MotionPanel::detailsText() const {
  if (!plan_ || failure_ || isAboutOther()) return {};
  return joined(
      notesOf(plan_->notes) << tr("Smallest joint margin: %1").arg(QLocale().toString(plan_->min_joint_margin, 'g', 4))
                            << tr("Seed: %1").arg(plan_->seed));
}

QString MotionPanel::planText() const {
  if (plan_->duration() <= 0.0 && state_ == State::kFresh) return tr("The robot stands at the target already.");
  QStringList parts{tr("Takes %1 s").arg(secondsText(plan_->duration())),
                    tr("planned in %1 s").arg(secondsText(plan_->planning_seconds))};
  if (plan_->checked && !plan_->validated) parts << tr("not validated: something touches between two checks");
  const QString unchecked =
      plan_->checked ? QString() : tr("Not checked for collisions: %1.").arg(toText(plan_->not_checked));
  // What a verdict rests on comes before all figures: it is seen without scrolling.
  QStringList lines{plan_->checked ? closeText() : unchecked, basisText(*planned_world_, *plan_),
                    parts.join(QStringLiteral(", ")) + QLatin1Char('.'),
                    isClose() ? QString() : nearest(*planned_world_, *plan_)};
  if (hasArrived())
    lines.prepend(tr("The robot was moved along this motion. The next one starts where it stands now."));
  else if (state_ == State::kStale)
    lines.prepend(tr("The world has changed since: plan again before you rely on this."));
  lines << leftOut(*planned_world_, *plan_) << openMeshesText(*planned_world_, plan_->coverage);
  const QString tool = toolText(*planned_world_, plan_->target);
  if (!tool.isEmpty()) lines << tr("Tool: %1").arg(tool);
  lines << shortened(notesOf(plan_->notes));
  return joined(lines);
}

QString MotionPanel::emptyText() const {
  if (const QString why_not = choice_->whyNot(); !why_not.isEmpty()) return joined({gone_, why_not});
  return joined({gone_, chosenText(*bridge_.snapshot().world, choice_->chosen(), *targetBox())});
}

// Of planning that is over, if it is.
QString MotionPanel::cardText() const {
  if (state_ == State::kNone) return emptyText();
  if (state_ == State::kPlanning) return QStringList{title_, tr("Looking for a path...")}.join(QLatin1Char('\n'));
  if (isAboutOther()) return QStringList{otherText(), title_}.join(QLatin1Char('\n'));
  if (!failure_) return plan_ ? headline(title_, *plan_) + QLatin1Char('\n') + planText() : reportText();
  const Message m = toMessage(failure_->status);
  // What is odd may be why, and then the hint does not help.
  QStringList lines{title_, m.title, shortened(notesOf(failure_->notes)), m.details, m.hint};
  if (state_ == State::kStale)
    lines = {title_, tr("The world has changed since: plan again to see whether it works now."), m.title};
  return joined(lines);
}

// Of a failure what it says, of a plan that was not checked the switch.
QString MotionPanel::helpingAction() const {
  return failure_ ? toMessage(failure_->status).action : uncheckedAction(plan_);
}

void MotionPanel::showButtons() {
  const bool own = !isAboutOther();
  const MotionCard::Links& links = card_->links();
  const auto world = bridge_.snapshot().world;
  const auto pair = collisionPair(*world, involved_);
  const bool failed = state_ == State::kFailed && own;
  const bool unchecked = plan_ && !plan_->checked && own && state_ != State::kPlanning;
  const auto offer = (failed || unchecked) && actions_ ? actions_->offer(helpingAction()) : std::nullopt;
  showOffer(*links.act, offer);
  links.show->setVisible(failed && !involved_.empty());
  links.exclude->setVisible(failed && pair);
  links.turn->setVisible(failed && isUpsideDown(*failure_, planned_, *world));
  if (pair)
    links.exclude->setToolTip(
        tr("A rule of the world: %1 and %2 are no longer checked against each other. Undo takes it back.")
            .arg(pair->name_a, pair->name_b));
  links.place->setVisible(own && isClose() && !hasArrived());
  if (isClose()) links.place->setText(tr("Show %1 s").arg(secondsText(plan_->min_clearance_at_s)));
  links.again->setVisible(state_ == State::kStale && own && !hasArrived());
  links.again->setEnabled(whyNotPlan().isEmpty());
  const auto object = plan_ ? world->object(planned_.robot) : nullptr;
  const bool can_move =
      object && own && state_ != State::kPlanning && plan_->at(0.0).size() == object->jointPositions().size();
  const auto stands = [&](double s) { return (plan_->at(s) - object->jointPositions()).cwiseAbs().maxCoeff() < 1e-9; };
  links.move->setVisible(can_move && !stands(clock_->isBetween() ? seconds() : plan_->duration()));
  links.move->setToolTip(
      clock_->isBetween()
          ? tr("Sets the world to the moment that is shown. Undo takes it back.")
          : tr("Sets the world to the end of the motion; the next one starts there. Undo takes it back."));
  const auto isEnd = [&] { return (plan_->at(seconds()) - plan_->at(plan_->duration())).cwiseAbs().maxCoeff() < 1e-9; };
  links.end->setVisible(can_move && clock_->isBetween() && !isEnd() && !stands(plan_->duration()));
  const bool plans = state_ == State::kPlanning;
  const bool had_keys = plan_button_->hasFocus() || cancel_button_->hasFocus();
  (plans ? cancel_button_ : plan_button_)->show();
  // The keys stay here: hidden, it would give them to the next field, and what is typed then would change it.
  if (had_keys) (plans ? cancel_button_ : plan_button_)->setFocus(Qt::OtherFocusReason);
  (plans ? plan_button_ : cancel_button_)->hide();
}

void MotionPanel::showPlace() {
  const auto world = bridge_.snapshot().world;
  if (isClose()) {
    if (isPlaying()) playOrPause();
    scrub(plan_->min_clearance_at_s);
    showing_place_ = true;
    Q_EMIT momentChanged();
    selection_.select(wholeObjects(*world, {plan_->nearest->a, plan_->nearest->b}));
    selection_.prune(*world);
  } else {
    selection_.select(wholeObjects(*world, involved_));
  }
  Q_EMIT placeWanted();
}

// The world is another one then: the card says so, and offers to plan again.
void MotionPanel::excludePair() {
  if (const auto pair = collisionPair(*bridge_.snapshot().world, involved_)) allowCollisions(bridge_, *pair);
}

void MotionPanel::setState(State state) {
  static constexpr MotionCard::Kind kKinds[] = {
      {"neutral", "info", Role::kDim},  {"neutral", "plan", Role::kAccent},
      {"good", "check", Role::kGood},   {"neutral", "warning", Role::kWarning},
      {"error", "error", Role::kError}, {"warning", "warning", Role::kWarning}};
  constexpr std::size_t kDoubtful = 5;
  state_ = state;
  auto i = static_cast<std::size_t>(isAboutOther() || (state == State::kStale && hasArrived()) ? State::kNone : state);
  if (i == static_cast<std::size_t>(State::kFresh) && (isClose() || !isPlainSuccess(*planned_world_, *plan_)))
    i = kDoubtful;
  card_->setKind(kKinds[i]);
  card_->setText(cardText(), detailsText());
  showButtons();
  const QString why_not = whyNotPlan();
  // Not while it is hidden for Cancel: what is disabled takes no keys when it comes back.
  plan_button_->setEnabled(why_not.isEmpty() || state == State::kPlanning);
  plan_button_->setToolTip(why_not.isEmpty() ? tr("Plans a motion from where the robot is now (Ctrl+P)") : why_not);
  clock_->setDuration(plan_ ? std::optional(plan_->duration()) : std::nullopt);
  showClock(*clock_, plan_ || !failure_, *plan_button_);
  Q_EMIT stateChanged();
}

}  // namespace ww::ui
