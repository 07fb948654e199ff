// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/motion_panel.h"

#include <QHBoxLayout>
#include <QSignalBlocker>

#include "ui/bridge/motion_names.h"
#include "ui/models/node_text.h"
#include "ui/widgets/icons.h"

namespace ww::ui {
namespace {

QVariant idData(std::uint64_t id) { return QVariant::fromValue<quint64>(id); }

QString toolData(const world::NodeRef& node) {
  if (const auto* frame = std::get_if<FrameId>(&node)) return QStringLiteral("f:%1").arg(frame->value);
  if (const auto* entity = std::get_if<EntityId>(&node)) return QStringLiteral("e:%1").arg(entity->value);
  return QStringLiteral("o:%1").arg(std::get<ObjectId>(node).value);
}

std::optional<world::NodeRef> toolFrom(const QString& data) {
  const auto id = data.mid(2).toULongLong();
  if (data.startsWith(QLatin1String("f:"))) return FrameId{id};
  if (data.startsWith(QLatin1String("e:"))) return EntityId{id};
  if (data.startsWith(QLatin1String("o:"))) return ObjectId{id};
  return std::nullopt;
}

// By what is selected, the robot in the place of its gripper; else the present one, else the first arm.
ObjectId robotToPlanFor(const world::World& world, const Selection& selection, ObjectId current) {
  ObjectId found;
  const auto active = selection.active();
  for (ObjectId id = active ? ownerOf(world, *active) : ObjectId{}; id;) {
    const auto object = world.object(id);
    if (!object) break;
    if (object->isKinematic() && (!found || !isArm(world, found))) found = id;
    id = object->parent;
  }
  if (found) return found;
  if (const auto object = world.object(current); object && object->isKinematic()) return current;
  bool is_arm = false;
  world.forEachObject([&](const world::Object& object) {
    if (is_arm || !object.isKinematic()) return;
    is_arm = isArm(world, object.id);
    if (is_arm || !found) found = object.id;
  });
  return found;
}

// Whether what may hang on a robot is another.
bool changesTools(const session::Change& change) {
  if (!change.diff.frames.empty()) return true;
  return std::any_of(change.diff.objects.begin(), change.diff.objects.end(), [](const auto& c) {
    return !c.before || !c.after || c.before->parent != c.after->parent || c.before->parent_entity != c.after->parent_entity || c.before->name != c.after->name ||
           c.before->entities.size() != c.after->entities.size();
  });
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
  const int row = robots_->findData(idData(robotToPlanFor(*bridge_.snapshot().world, selection_, robot()).value));
  if (row >= 0) robots_->setCurrentIndex(row);
}

void MotionPanel::fillRobots() {
  const auto world = bridge_.snapshot().world;
  const auto chosen = world->object(robot());
  const ObjectId wanted = chosen && chosen->isKinematic() ? robot() : robotToPlanFor(*world, selection_, robot());
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
  fillTools();
}

// The best choice until the user makes another, and again when that one is gone.
void MotionPanel::fillTools() {
  const auto world = bridge_.snapshot().world;
  const QSignalBlocker quiet(tools_);
  tools_->clear();
  for (const auto& item : toolItems(*world, robot())) {
    tools_->addItem(icon(std::holds_alternative<FrameId>(item.node) ? QStringLiteral("frame") : QStringLiteral("object")), item.name, toolData(item.node));
    tools_->setItemData(tools_->count() - 1, item.why, Qt::ToolTipRole);
  }
  const int wanted = tools_->findData(wanted_tool_.value(robot().value));
  tools_->setCurrentIndex(wanted >= 0 ? wanted : tools_->count() > 0 ? 0 : -1);
  setState(state_);
}

void MotionPanel::chooseTool() {
  if (tools_->currentIndex() > 0) wanted_tool_[robot().value] = tools_->currentData().toString();
  else wanted_tool_.remove(robot().value);
  setState(state_);
}

// What is asked for by the boxes, wherever the robot stands.
MotionRequest MotionPanel::chosen() const {
  MotionRequest request;
  request.robot = robot();
  const QString target = targets_->currentData().toString();
  if (target.startsWith(QLatin1String("c:"))) request.configuration = target.mid(2).toStdString();
  else request.frame = FrameId{target.mid(2).toULongLong()};
  request.tool = toolFrom(tools_->currentData().toString());
  request.type = types_->currentIndex() == 0 ? MotionRequest::Type::kAny : MotionRequest::Type::kJoint;
  return request;
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
  else if (changesTools(*change)) fillTools();
  if (replaced) {
    stop();
    plan_.reset();
    failure_.reset();
    gone_.clear();
    wanted_.clear();
    wanted_tool_.clear();
    setState(State::kNone);
  } else if ((plan_ || failure_ || state_ == State::kPlanning) && !change->after.world->object(planned_robot_)) {
    dropPlanOfLostRobot();
  } else if ((plan_ || failure_) && state_ != State::kPlanning) {
    // Undo may lead back to the world that it was planned for.
    const State now = differsForMotion(*change->after.world) ? State::kStale : plan_ ? State::kFresh : State::kFailed;
    if (now != state_ || moved_world_) setState(now);
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
  MotionRequest request = chosen();
  const auto object = now.world->object(request.robot);
  if (!object) return;  // the world is newer than the list
  planned_world_ = now.world;
  moved_world_.reset();
  planned_robot_ = request.robot;
  gone_.clear();
  request.start = object->jointPositions();
  planned_ = request;
  title_ = motionTitle(*now.world, request);
  goal_ = goalName(*now.world, request);
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

bool MotionPanel::isAboutOther() const { return (plan_ || failure_) && state_ != State::kPlanning && !isSameMotion(chosen(), planned_); }

bool MotionPanel::isClose() const {
  return plan_ && plan_->nearest && plan_->min_clearance_m && plan_->duration() > 0.0 && *plan_->min_clearance_m < warn_below_->value();
}

bool MotionPanel::hasArrived() const {
  return plan_ && moved_world_ && !world::affectsMotion(world::diff(*moved_world_, *bridge_.snapshot().world));
}

std::optional<MotionContact> MotionPanel::place() const {
  if (plan_) return isClose() ? plan_->nearest : std::nullopt;
  if (!failure_ || failure_->involved.size() != 2 || failure_->points_in_root.size() < 2) return std::nullopt;
  return MotionContact{failure_->involved[0], failure_->involved[1], failure_->points_in_root[0], failure_->points_in_root[1]};
}

}  // namespace ww::ui
