// SPDX-License-Identifier: Apache-2.0
#include "app/editor/motion_view.h"

#include <cmath>

#include "app/editor/target_chase.h"
#include "ui/bridge/coverage_text.h"

namespace ww::editor {
namespace {

using Kind = ui::Chip::Kind;
using State = ui::MotionPanel::State;
constexpr double kSameJoints = 1e-9;  // radians or metres

// Indices of the trace points that lie a tenth of a second apart.
std::vector<std::size_t> ticks(const ui::MotionPlan& plan) {
  std::vector<std::size_t> marks;
  if (plan.duration() <= 0 || plan.tcp_in_root.size() < 2) return marks;
  const double per_second = static_cast<double>(plan.tcp_in_root.size() - 1) / plan.duration();
  for (double t = 0; t <= plan.duration(); t += 0.1)
    marks.push_back(static_cast<std::size_t>(std::lround(t * per_second)));
  return marks;
}

EntityId entityOf(const world::NodeRef& node) {
  const auto* entity = std::get_if<EntityId>(&node);
  return entity ? *entity : EntityId{};
}

}  // namespace

MotionView::MotionView(ui::MotionPanel& motion, ui::Viewport& view, ui::SessionBridge& bridge, ui::Chip& chip)
    : QObject(&view), motion_(motion), view_(view), bridge_(bridge), chip_(chip) {
  connect(&motion_, &ui::MotionPanel::stateChanged, this, &MotionView::update);
  connect(&motion_, &ui::MotionPanel::momentChanged, this, &MotionView::followMoment);
  connect(&motion_, &ui::MotionPanel::placeWanted, this, &MotionView::showPlace);
}

bool MotionView::isAtPlace() const {
  return motion_.currentPlan() && motion_.isClose() && motion_.isPreviewing() && motion_.isShowingPlace();
}

bool MotionView::ownsContacts() const {
  return (motion_.failure() && motion_.state() == State::kFailed) || isAtPlace();
}

void MotionView::update() {
  showChip();
  if (motion_.currentPlan()) showPlan();
  else if (motion_.failure() && motion_.state() == State::kFailed) showFailure();
  else if (motion_.state() != State::kPlanning) {
    view_.marks().setTrace({});
    view_.marks().setGhost({}, std::nullopt);
  }
  was_at_place_ = isAtPlace();
  if (was_at_place_) markPair(*motion_.place(), false);
  Q_EMIT updated();
}

void MotionView::setChase(const TargetChase& chase) {
  chase_ = &chase;
  connect(chase_, &TargetChase::changed, this, &MotionView::update);
}

void MotionView::setMoving(bool moving) {
  moving_ = moving;
  update();
}

void MotionView::followMoment() {
  if (isAtPlace() != was_at_place_) update();
}

// The end of the motion is shown by a ghost until the robot stands there itself.
void MotionView::showPlan() {
  const bool chases = chase_ && chase_->isOn();
  const auto& plan = chases && chase_->found() ? *chase_->found() : *motion_.currentPlan();
  const bool grey = chases ? !chase_->found() : motion_.state() == State::kPlanning;
  view_.marks().setTrace(plan.tcp_in_root, ticks(plan), grey);
  if (motion_.hasArrived()) view_.marks().setGhost({}, std::nullopt);
  else view_.marks().setGhost(plan.target.robot, plan.at(plan.duration()));
}

// Where the robot would stand at what is in the way; not where it stands anyway.
void MotionView::showFailure() {
  const auto& failure = *motion_.failure();
  const ObjectId id = motion_.plannedRobot();
  const auto robot = bridge_.snapshot().world->object(id);
  view_.marks().setTrace({});
  const bool elsewhere = robot && failure.joints && failure.joints->size() == robot->jointPositions().size() &&
                         (*failure.joints - robot->jointPositions()).cwiseAbs().maxCoeff() > kSameJoints;
  if (elsewhere) view_.marks().setGhost(id, *failure.joints);
  else view_.marks().setGhost({}, std::nullopt);
  if (const auto pair = motion_.place()) markPair(*pair, elsewhere);
  else view_.marks().setContacts({});
}

void MotionView::markPair(const ui::MotionContact& pair, bool on_ghost) {
  view_.marks().setContacts({{pair.point_a, pair.point_b, entityOf(pair.a), entityOf(pair.b), on_ghost}});
}

void MotionView::showPlace() {
  const auto world = bridge_.snapshot().world;
  if (const auto pair = motion_.place())
    return view_.lookAt({{pair->point_a, pair->point_b}, {entityOf(pair->a), entityOf(pair->b)}});
  // Out of reach: the target that is meant.
  const auto& failure = motion_.failure();
  const auto* frame =
      failure && failure->involved.size() == 1 ? std::get_if<FrameId>(&failure->involved.front()) : nullptr;
  if (frame && world->peek(*frame)) view_.lookAt({{world->rootT(*frame).p}, {}});
}

void MotionView::showChip() {
  switch (motion_.state()) {
    case State::kNone:
      return chip_.set(Kind::kNeutral, tr("No plan"), tr("No motion is planned. A click shows the Motion panel."));
    case State::kPlanning: return chip_.set(Kind::kNeutral, tr("Planning..."), tr("A motion is being planned."));
    default: break;
  }
  if (!motion_.isAboutOther()) return showOwnChip();
  chip_.set(Kind::kNeutral, motion_.failure() ? tr("Not planned yet") : tr("Plan of another motion"),
            motion_.otherText() + QLatin1Char('\n') + motion_.title());
}

void MotionView::showOwnChip() {
  const QString title = motion_.title() + QLatin1Char('\n');
  if (motion_.state() == State::kFailed) return chip_.set(Kind::kError, tr("No path"), motion_.reportText());
  if (motion_.hasArrived())
    return chip_.set(Kind::kNeutral, tr("Robot moved"), title + tr("The robot was moved along this motion."));
  if (motion_.state() == State::kStale && motion_.failure())
    return chip_.set(Kind::kNeutral, tr("Plan again"),
                     title + tr("No path was found, but the world has changed since."));
  if (motion_.state() == State::kStale)
    return chip_.set(Kind::kWarning, tr("Plan stale"),
                     title + tr("The world has changed since the motion was planned."));
  if (chase_ && chase_->isOn() && chase_->found())
    return chip_.set(Kind::kNeutral, tr("Plan follows"), title + tr("This is the way to where the target is shown."));
  if (moving_)
    return chip_.set(Kind::kNeutral, tr("Plan: moving..."), tr("Something that the motion depends on is being moved."));
  if (!motion_.currentPlan()->checked)
    return chip_.set(
        Kind::kWarning, tr("Plan not checked"),
        title + tr("The limits hold. Nothing was looked at for collisions: see the chip beside this one."));
  const ui::MotionPlan& plan = *motion_.currentPlan();
  const QString looked = QLatin1Char('\n') + ui::lookedAtText(plan.coverage, plan.spacing);
  const QString doubt = ui::doubtText(*plan.world, plan.coverage, plan.spacing);
  const QString basis = doubt.isEmpty() ? looked : QLatin1Char('\n') + doubt + looked;
  if (motion_.isClose()) {
    const bool touches = *plan.min_clearance_m < ui::MotionPanel::kTouch;
    return chip_.set(Kind::kWarning, touches ? tr("Plan touches") : tr("Plan comes near"),
                     title + motion_.closeText() + basis);
  }
  if (ui::isDoubtful(*plan.world, plan.coverage, plan.spacing))
    return chip_.set(Kind::kWarning, tr("Plan checked in part"),
                     title + tr("The planned motion fits the world as it is.") + basis);
  chip_.set(Kind::kGood, tr("Plan fresh"), title + tr("The planned motion fits the world as it is.") + basis);
}

}  // namespace ww::editor
