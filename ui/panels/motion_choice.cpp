// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/motion_choice.h"

#include <QFormLayout>
#include <QSignalBlocker>
#include <algorithm>

#include "ui/bridge/motion_names.h"
#include "ui/bridge/status_text.h"
#include "ui/models/node_text.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/name_box.h"

namespace ww::ui {
namespace {

QComboBox* choiceBox(QWidget* parent, const QString& name, const QString& tip) {
  auto* b = new NameBox(parent);
  b->setAccessibleName(name);
  b->setToolTip(tip);
  b->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  b->setMinimumContentsLength(10);
  return b;
}

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

enum Fitness { kNoRobot, kMoves, kArm, kLikelyArm };

Fitness fitnessOf(const world::World& world, ObjectId id) {
  const auto object = world.object(id);
  if (!object || !object->isKinematic()) return kNoRobot;
  return isLikelyArm(world, id) ? kLikelyArm : isArm(world, id) ? kArm : kMoves;
}

// The first of the fittest.
ObjectId firstArm(const world::World& world) {
  ObjectId found;
  Fitness best = kNoRobot;
  world.forEachObject([&](const world::Object& object) {
    if (best == kLikelyArm || !object.isKinematic()) return;
    const Fitness fitness = fitnessOf(world, object.id);
    if (fitness > best) found = object.id;
    best = std::max(best, fitness);
  });
  return found;
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
  return firstArm(world);
}

// Of nothing but one frame, that one.
FrameId selectedFrame(const Selection& selection) {
  const auto& nodes = selection.nodes();
  const auto* frame = nodes.size() == 1 ? std::get_if<FrameId>(&nodes.front()) : nullptr;
  return frame ? *frame : FrameId{};
}

QString targetData(FrameId frame) { return QStringLiteral("f:%1").arg(frame.value); }

bool isAdded(const session::Change& change, FrameId id) {
  return std::any_of(change.diff.frames.begin(), change.diff.frames.end(),
                     [&](const auto& c) { return !c.before && c.after && c.after->id == id; });
}

// Whether what may hang on a robot is another.
bool changesTools(const session::Change& change) {
  if (!change.diff.frames.empty()) return true;
  return std::any_of(change.diff.objects.begin(), change.diff.objects.end(), [](const auto& c) {
    return !c.before || !c.after || c.before->parent != c.after->parent ||
           c.before->parent_entity != c.after->parent_entity || c.before->name != c.after->name ||
           c.before->entities.size() != c.after->entities.size();
  });
}

}  // namespace

MotionChoice::MotionChoice(SessionBridge& bridge, Selection& selection, QWidget* parent)
    : QWidget(parent), bridge_(bridge), selection_(selection) {
  robots_ = choiceBox(this, tr("Robot"), tr("The robot that moves"));
  targets_ = choiceBox(this, tr("Target"), tr("A named configuration of the robot, or a frame for its tool"));
  tools_ = choiceBox(this, tr("Tool"), QString());
  types_ = choiceBox(this, tr("Kind of motion"),
                     tr("Any path around obstacles, straight in joint space, or a straight line of the tool"));
  for (const planning::MotionType type : planning::motionTypes())
    types_->addItem(toText(planning::choiceText(type)), QVariant::fromValue(type));
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
  auto* form = new QFormLayout(this);
  form->setContentsMargins(0, 0, 0, 0);
  form->setHorizontalSpacing(8);
  form->setVerticalSpacing(6);
  form->addRow(tr("Robot"), robots_);
  form->addRow(tr("Tool"), tools_);
  form->addRow(tr("Target"), targets_);
  form->addRow(tr("Motion"), types_);
  connect(robots_, &QComboBox::activated, this, [this] { robot_by_hand_ = robot(); });
  connect(robots_, &QComboBox::currentIndexChanged, this, &MotionChoice::fillTargets);
  connect(targets_, &QComboBox::currentIndexChanged, this, &MotionChoice::chooseTarget);
  connect(tools_, &QComboBox::currentIndexChanged, this, &MotionChoice::chooseTool);
  connect(types_, &QComboBox::currentIndexChanged, this, &MotionChoice::tell);
  connect(&selection_, &Selection::changed, this, &MotionChoice::showRobotOfSelection);
}

void MotionChoice::tell() {
  tools_->setToolTip(tools_->currentIndex() < 0 ? tr("What of the robot shall meet a frame")
                                                : tools_->currentData(Qt::ToolTipRole).toString());
  Q_EMIT changed();
}

QString MotionChoice::whyNot() const {
  if (robots_->count() == 0)
    return tr("The world has no robot. Add one from the library or import a URDF or SDF file.");
  if (targets_->count() == 0)
    return tr("There is nothing to move to. Keep a configuration of the robot, or add a frame.");
  return {};
}

void MotionChoice::follow(const session::Change& change) {
  const bool replaced = change.kind == session::Change::Kind::kReplace;
  const bool tools = changesTools(change);
  bool robots = replaced || (tools && robots_->count() > 1 && !isSettled()),
       targets = replaced || !change.diff.frames.empty();
  for (const auto& c : change.diff.objects) {
    const bool was = c.before && c.before->isKinematic(), is = c.after && c.after->isKinematic();
    if (was != is || (was && is && c.before->name != c.after->name)) robots = true;
    if (was && is && c.after->id == robot()) targets = true;
  }
  if (replaced) {
    robot_by_hand_ = {};
    wanted_tool_.clear();  // first: others hear of it when the boxes are filled
  }
  if (robots) fillRobots();
  else if (targets) fillTargets();
  else if (tools) fillTools();
  if (const FrameId frame = selectedFrame(selection_); frame && isAdded(change, frame)) takeSelectedTarget();
  if (!replaced) return;
  wanted_.clear();
  passed_over_ = {};
}

// Until an arm comes, whatever moves is the robot; and a gripper that was put on an arm is one no more.
bool MotionChoice::isSettled() const {
  const Fitness fitness = fitnessOf(*bridge_.snapshot().world, robot());
  return fitness == kLikelyArm || (fitness != kNoRobot && robot() == robot_by_hand_);
}

void MotionChoice::chooseTarget() {
  if (targets_->currentIndex() >= 0) wanted_[robot().value] = targets_->currentData().toString();
  passed_over_ = selectedFrame(selection_);
  tell();
}

// The frame that is selected; not where another target was chosen since.
void MotionChoice::takeSelectedTarget() {
  const FrameId frame = selectedFrame(selection_);
  if (!frame || frame == passed_over_) return;
  if (const int row = targets_->findData(targetData(frame)); row >= 0) targets_->setCurrentIndex(row);
}

// What was made a moment ago is selected before the list has it: the robot chosen stays chosen.
void MotionChoice::showRobotOfSelection() {
  if (selectedFrame(selection_) != passed_over_) passed_over_ = {};
  const int row = robots_->findData(idData(robotToPlanFor(*bridge_.snapshot().world, selection_, robot()).value));
  if (row >= 0) robots_->setCurrentIndex(row);
  takeSelectedTarget();
}

void MotionChoice::fillRobots() {
  const auto world = bridge_.snapshot().world;
  ObjectId wanted = robot();
  if (!isSettled()) {
    const ObjectId other = robotToPlanFor(*world, selection_, {});
    if (fitnessOf(*world, other) > fitnessOf(*world, wanted)) wanted = other;
  }
  const QSignalBlocker quiet(robots_);
  robots_->clear();
  world->forEachObject([this](const world::Object& object) {
    if (object.isKinematic())
      robots_->addItem(icon(QStringLiteral("robot")), QString::fromStdString(object.name), idData(object.id.value));
  });
  robots_->setCurrentIndex(robots_->findData(idData(wanted.value)));
  fillTargets();
}

void MotionChoice::fillTargets() {
  const auto world = bridge_.snapshot().world;
  // What was chosen for this robot stays chosen, also when both come back by undo.
  const QString before = targets_->currentText(), wanted = wanted_.value(robot().value);
  const QSignalBlocker quiet(targets_);
  targets_->clear();
  if (const auto object = world->object(robot()))
    for (const auto& configuration : object->configurations)
      targets_->addItem(icon(QStringLiteral("joint")), QString::fromStdString(configuration.name),
                        QStringLiteral("c:") + QString::fromStdString(configuration.name));
  const ObjectId self = robot();
  world->forEachFrame([&](const world::Frame& frame) {
    if (self && !world->isAncestor(self, frame.object))
      targets_->addItem(
          icon(QStringLiteral("frame")),
          QString::fromStdString(frame.object == world::kRootObject ? frame.name : world->display(frame.id)),
          targetData(frame.id));
  });
  const int chosen = wanted.isEmpty() ? -1 : targets_->findData(wanted);
  if (const int same = chosen >= 0 ? chosen : targets_->findText(before); same >= 0) targets_->setCurrentIndex(same);
  fillTools();
}

// The best choice until the user makes another, and again when that one is gone.
void MotionChoice::fillTools() {
  const auto world = bridge_.snapshot().world;
  const QSignalBlocker quiet(tools_);
  tools_->clear();
  for (const auto& item : toolItems(*world, robot())) {
    tools_->addItem(
        icon(std::holds_alternative<FrameId>(item.node) ? QStringLiteral("frame") : QStringLiteral("object")),
        item.name, toolData(item.node));
    tools_->setItemData(tools_->count() - 1, item.why, Qt::ToolTipRole);
  }
  const int wanted = tools_->findData(wanted_tool_.value(robot().value));
  tools_->setCurrentIndex(wanted >= 0 ? wanted : tools_->count() > 0 ? 0 : -1);
  tell();
}

void MotionChoice::chooseTool() {
  if (tools_->currentIndex() > 0) wanted_tool_[robot().value] = tools_->currentData().toString();
  else wanted_tool_.remove(robot().value);
  tell();
}

std::vector<FrameId> MotionChoice::chosenTools() const {
  std::vector<FrameId> out;
  for (const QString& chosen : wanted_tool_)
    if (const auto tool = toolFrom(chosen); tool && std::holds_alternative<FrameId>(*tool))
      out.push_back(std::get<FrameId>(*tool));
  std::ranges::sort(out);
  return out;
}

// What is asked for by the boxes, wherever the robot stands.
usecase::Target MotionChoice::chosen() const {
  usecase::Target target;
  target.robot = robot();
  const QString goal = targets_->currentData().toString();
  if (goal.startsWith(QLatin1String("c:"))) target.configuration = goal.mid(2).toStdString();
  else if (!goal.isEmpty()) target.node = FrameId{goal.mid(2).toULongLong()};
  target.tool = toolFrom(tools_->currentData().toString());
  target.type = types_->currentData().value<planning::MotionType>();
  return target;
}

}  // namespace ww::ui
