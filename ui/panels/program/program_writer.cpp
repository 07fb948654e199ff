// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/program/program_writer.h"

#include <algorithm>

#include "core/session/step_change.h"
#include "core/usecase/programs/lock.h"
#include "core/usecase/programs/robot_of.h"
#include "ui/bridge/motion_names.h"
#include "ui/bridge/status_text.h"
#include "ui/models/node_text.h"
#include "ui/panels/program/step_choices.h"
#include "ui/panels/program/step_text.h"
#include "ui/widgets/icons.h"

namespace ww::ui {
namespace {

constexpr double kRetreat = 0.1;    // metres
constexpr double kFirstWait = 1.0;  // seconds

std::vector<std::size_t> places(const QList<int>& rows) { return {rows.begin(), rows.end()}; }

// The object that is selected, or that what is selected belongs to.
ObjectId selectedObject(const world::World& world, const Selection& selection) {
  const auto active = selection.active();
  return active ? ownerOf(world, *active) : ObjectId{};
}

// What hangs on the robot and has joints of its own.
ObjectId gripperOf(const world::World& world, ObjectId robot) {
  ObjectId found;
  world.forEachObject([&](const world::Object& object) {
    if (!found && object.id != robot && object.isKinematic() && world.isAncestor(robot, object.id)) found = object.id;
  });
  return found;
}

}  // namespace

ProgramWriter::ProgramWriter(const Parts& parts, QObject* parent) : QObject(parent), parts_(parts) {}

bool ProgramWriter::commit(const QString& label, const session::EditsPtr& edits) {
  const bool done = parts_.bridge.commit(label, edits);
  if (!done) parts_.steps.forgetNext();
  return done;
}

std::string ProgramWriter::programToFill() const {
  const std::string now = program();
  return now.empty() ? session::freeProgramName(*parts_.bridge.snapshot().world, "program") : now;
}

std::size_t ProgramWriter::place() const {
  const QList<int> rows = parts_.steps.chosen();
  return rows.isEmpty() ? parts_.data.steps.size() : static_cast<std::size_t>(rows.back()) + 1;
}

// ---- adding

void ProgramWriter::addStep(const session::EditsPtr& edits, const QString& label) {
  const auto at = static_cast<int>(place());
  parts_.list.choose(programToFill());
  parts_.steps.chooseNext({at});
  commit(label, edits);
}

void ProgramWriter::addMove(const session::MoveSpec& move, const QString& label) {
  addStep(session::addMove(*parts_.bridge.snapshot().world, programToFill(), place(), move), label);
}

void ProgramWriter::addMoveToSelection(program::MotionKind kind) {
  const auto world = parts_.bridge.snapshot().world;
  const auto active = parts_.selection.active();
  if (!active || std::holds_alternative<EntityId>(*active) || !isThere(*world, *active))
    return Q_EMIT message(tr("Select the frame or object that the tool shall go to."));
  session::MoveSpec move;
  move.target = *active;
  move.kind = kind;
  addMove(move, tr("Add a move to %1").arg(nodeName(*world, *active)));
}

// Of what is selected; to let go of, what was attached last.
void ProgramWriter::addHold(bool attaches) {
  const auto world = parts_.bridge.snapshot().world;
  ObjectId object = selectedObject(*world, parts_.selection);
  for (std::size_t i = 0; !attaches && i < place() && i < parts_.data.steps.size(); ++i) {
    const auto* hold = std::get_if<session::HoldData>(&parts_.data.steps[i].what);
    const auto* held =
        hold && hold->attaches && hold->object.node ? std::get_if<ObjectId>(&*hold->object.node) : nullptr;
    if (held) object = *held;
  }
  const ObjectId robot = usecase::robotOfProgram(*world, program()).value_or(ObjectId{});
  const bool is_robot = robot && object && (world->isAncestor(object, robot) || world->isAncestor(robot, object));
  if (!object || object == world::kRootObject || (attaches && is_robot))
    return Q_EMIT message(attaches ? tr("Select the object that the robot shall hold.")
                                   : tr("Select the object that the robot shall let go of."));
  const QString name = nodeName(*world, object);
  if (attaches) addStep(session::addAttach(*world, programToFill(), place(), object), tr("Add: attach %1").arg(name));
  else addStep(session::addDetach(*world, programToFill(), place(), object), tr("Add: detach %1").arg(name));
}

void ProgramWriter::addWait() {
  addStep(session::addWait(*parts_.bridge.snapshot().world, programToFill(), place(), kFirstWait), tr("Add a wait"));
}

void ProgramWriter::addSignal(bool awaits) {
  const auto world = parts_.bridge.snapshot().world;
  const std::string signal = "signal";
  if (awaits)
    addStep(session::addAwaitSignal(*world, programToFill(), place(), signal, true, kFirstWait),
            tr("Add: await a signal"));
  else addStep(session::addSetSignal(*world, programToFill(), place(), signal, true), tr("Add: set a signal"));
}

void ProgramWriter::addGripperJoint() {
  const auto world = parts_.bridge.snapshot().world;
  const ObjectId robot = usecase::robotOfProgram(*world, program()).value_or(ObjectId{});
  ObjectId object = selectedObject(*world, parts_.selection);
  const world::Object* its = world->peek(object);
  if (!its || !its->isKinematic() || object == robot) its = world->peek(object = gripperOf(*world, robot));
  if (!its) return Q_EMIT message(tr("Select the gripper, or another object with joints."));
  addStep(session::addSetJoint(*world, programToFill(), place(), object, its->movingJointName(0),
                               its->movingJoint(0).value),
          tr("Add: set a joint of %1").arg(nodeName(*world, object)));
}

void ProgramWriter::addCall() {
  const auto world = parts_.bridge.snapshot().world;
  for (const std::string& name : session::programNames(*world)) {
    if (name == program()) continue;
    return addStep(session::addCall(*world, programToFill(), place(), name), tr("Add: call %1").arg(toQt(name)));
  }
  Q_EMIT message(tr("There is no other program to call."));
}

// Straight back along the way that the tool comes to a target.
void ProgramWriter::addRetreat() {
  const std::size_t at = place();
  for (std::size_t i = std::min(at, parts_.data.steps.size()); i-- > 0;) {
    const auto* move = std::get_if<session::MoveData>(&parts_.data.steps[i].what);
    if (!move) continue;
    const auto* node = std::get_if<session::StepNode>(&move->target);
    if (!node || !node->node) break;
    session::MoveSpec back;
    back.target = *node->node;
    back.frame_t_tool = move->frame_t_tool.value_or(Pose()) * Pose::translation(0, 0, -kRetreat);
    back.kind = program::MotionKind::kLinear;
    back.speed = move->speed;
    return addMove(back, tr("Add a retreat from %1").arg(toQt(node->words)));
  }
  Q_EMIT message(tr("The move before goes to no frame or object that the tool could retreat from."));
}

void ProgramWriter::fill(QMenu& menu) {
  menu.clear();
  const auto world = parts_.bridge.snapshot().world;
  const auto add = [this, &menu](const char* sign, const QString& text, auto run) {
    menu.addAction(icon(QLatin1String(sign)), text, this, run);
  };
  add("target", tr("Move to what is selected"), [this] { addMoveToSelection(newKind()); });
  add("target", tr("Straight to what is selected"), [this] { addMoveToSelection(program::MotionKind::kLinear); });
  add("to-start", tr("Retreat straight from the target before"), [this] { addRetreat(); });
  const auto robot = usecase::robotOfProgram(*world, program());
  const world::Object* object = robot ? world->peek(*robot) : nullptr;
  auto* configurations = menu.addMenu(icon(QStringLiteral("robot")), tr("Move to a configuration"));
  if (object)
    for (const world::NamedConfiguration& one : object->configurations)
      configurations->addAction(toQt(one.name), this, [this, name = one.name] {
        session::MoveSpec move;
        move.target = name;
        move.kind = newKind();
        addMove(move, tr("Add a move to %1").arg(toQt(name)));
      });
  configurations->setEnabled(!configurations->isEmpty());
  menu.addSeparator();
  add("link", tr("Attach what is selected"), [this] { addHold(true); });
  add("link", tr("Detach what is held"), [this] { addHold(false); });
  add("joint", tr("Set a joint of the gripper"), [this] { addGripperJoint(); });
  menu.addSeparator();
  add("pause", tr("Wait"), [this] { addWait(); });
  add("sensor", tr("Set a signal"), [this] { addSignal(false); });
  add("sensor", tr("Await a signal"), [this] { addSignal(true); });
  add("program", tr("Call another program"), [this] { addCall(); });
}

// ---- teaching

// As it is shown: a moment of a program, or a jog, may be worth keeping.
std::optional<JointVector> ProgramWriter::shownJoints(ObjectId robot) const {
  const auto world = parts_.bridge.snapshot().world;
  const world::Object* object = world->peek(robot);
  if (!object) return std::nullopt;
  const auto& shown = parts_.layer.joints();
  const auto at = shown.find(robot);
  return at == shown.end() ? object->jointPositions() : at->second;
}

// Asked after each change of anything, and costs the world.
bool ProgramWriter::hasRobot() const {
  auto world = parts_.bridge.snapshot().world;
  if (asked_world_ != world || asked_program_ != program()) {
    asked_program_ = program();
    has_robot_ = usecase::robotOfProgram(*world, asked_program_).has_value();
    asked_world_ = std::move(world);
  }
  return has_robot_;
}

QString ProgramWriter::whyNotTeach() const {
  return hasRobot() ? QString() : tr("There is no robot, or several and the program names none.");
}

void ProgramWriter::teach(TeachAs as) {
  const auto world = parts_.bridge.snapshot().world;
  const auto robot = usecase::robotOfProgram(*world, program());
  const auto tool = usecase::toolOfProgram(*world, program());
  const auto joints = robot ? shownJoints(*robot) : std::nullopt;
  if (!joints || !tool) return Q_EMIT message(whyNotTeach());
  const QString label = tr("Teach a posture of %1").arg(nodeName(*world, *robot));
  session::MoveSpec move;
  move.kind = newKind();
  const Pose root_t_tool = parts_.layer.rootT(*world, *tool);
  if (as == TeachAs::kJoints) {
    move.target = *joints;
    return addMove(move, label);
  }
  if (as == TeachAs::kPose) {
    move.target = world::NodeRef(*robot);
    move.frame_t_tool = world->rootT(*robot).inverse() * root_t_tool;
    return addMove(move, label);
  }
  ObjectId on = selectedObject(*world, parts_.selection);
  if (!on || world->isAncestor(*robot, on)) on = world::kRootObject;
  const std::string program = programToFill();
  const std::size_t at = place();
  parts_.list.choose(program);
  parts_.steps.chooseNext({static_cast<int>(at)});
  const bool done =
      parts_.bridge.commitMade(label, [&](const world::World& now, const TryEdits& tried) -> Result<session::EditsPtr> {
        std::string name = "taught";
        for (int i = 2; now.frameNamed(on, name) || now.childNamed(on, name); ++i) name = "taught_" + std::to_string(i);
        const auto made =
            session::createFrame(on, now.object(on)->rootEntity(), name, now.rootT(on).inverse() * root_t_tool);
        WW_ASSIGN(const world::World after, tried(made));
        move.target = world::NodeRef(after.frameNamed(on, name));
        return session::join({made, session::addMove(after, program, at, move)});
      });
  if (!done) parts_.steps.forgetNext();
}

// ---- changing

void ProgramWriter::change(const QList<int>& rows, const session::StepChange& asked) {
  if (rows.isEmpty()) return;
  const QString label = rows.size() == 1 ? tr("Change step %1").arg(rows.front() + 1)
                                         : tr("Change %n steps", "", static_cast<int>(rows.size()));
  commit(label, session::changeSteps(*parts_.bridge.snapshot().world, program(), places(rows), asked));
}

void ProgramWriter::run(StepDo what) {
  switch (what) {
    case StepDo::kRemove: return removeChosen();
    case StepDo::kDuplicate: return duplicateChosen();
    case StepDo::kUp: return moveChosen(-1);
    case StepDo::kDown: return moveChosen(1);
    case StepDo::kSwitch: return switchChosen();
    case StepDo::kLock: return lockChosen();
  }
}

void ProgramWriter::removeChosen() {
  const QList<int> rows = parts_.steps.chosen();
  if (rows.isEmpty()) return;
  parts_.steps.choose({});
  commit(tr("Delete %n steps", "", static_cast<int>(rows.size())),
         session::removeSteps(*parts_.bridge.snapshot().world, program(), places(rows)));
}

void ProgramWriter::duplicateChosen() {
  const QList<int> rows = parts_.steps.chosen();
  if (rows.isEmpty()) return;
  QList<int> copies;
  for (qsizetype i = 0; i < rows.size(); ++i) copies << rows[i] + static_cast<int>(i) + 1;
  parts_.steps.chooseNext(copies);
  commit(tr("Duplicate %n steps", "", static_cast<int>(rows.size())),
         session::duplicateSteps(*parts_.bridge.snapshot().world, program(), places(rows)));
}

void ProgramWriter::moveRows(const QList<int>& rows, int before) {
  if (rows.isEmpty()) return;
  const auto above = static_cast<int>(std::count_if(rows.begin(), rows.end(), [&](int row) { return row < before; }));
  QList<int> moved;
  for (qsizetype i = 0; i < rows.size(); ++i) moved << before - above + static_cast<int>(i);
  parts_.steps.chooseNext(moved);
  commit(
      tr("Move %n steps", "", static_cast<int>(rows.size())),
      session::moveSteps(*parts_.bridge.snapshot().world, program(), places(rows), static_cast<std::size_t>(before)));
}

void ProgramWriter::moveChosen(int by) {
  const QList<int> rows = parts_.steps.chosen();
  if (rows.isEmpty()) return;
  const int before = by < 0 ? rows.front() - 1 : rows.back() + 2;
  if (before >= 0 && before <= parts_.model.rowCount()) moveRows(rows, before);
}

// Of several, of which one is passed over, all are switched on, as a box with a part of a tick would be.
void ProgramWriter::switchChosen() {
  const QList<int> rows = parts_.steps.chosen();
  if (rows.isEmpty()) return;
  const bool on = std::any_of(rows.begin(), rows.end(),
                              [this](int row) { return parts_.data.steps[static_cast<std::size_t>(row)].off; });
  const auto count = static_cast<int>(rows.size());
  commit(on ? tr("Switch %n steps on", "", count) : tr("Pass over %n steps", "", count),
         session::switchSteps(*parts_.bridge.snapshot().world, program(), places(rows), on));
}

QString ProgramWriter::whyNotLock() const {
  const QList<int> rows = parts_.steps.chosen();
  if (rows.isEmpty()) return tr("Choose the steps in the list of the program first.");
  const bool any = std::any_of(rows.begin(), rows.end(), [this](int row) {
    const session::StepData& step = parts_.data.steps[static_cast<std::size_t>(row)];
    return std::holds_alternative<session::MoveData>(step.what) ||
           std::holds_alternative<session::JointData>(step.what);
  });
  return any ? QString() : tr("What is chosen moves nothing: there is no motion to lock.");
}

// As a box with a part of a tick would: of several, of which one that moves has no lock, all are locked.
void ProgramWriter::lockChosen() {
  if (const QString why = whyNotLock(); !why.isEmpty()) return Q_EMIT message(why);
  const QList<int> rows = parts_.steps.chosen();
  const bool lock = std::any_of(rows.begin(), rows.end(), [this](int row) {
    const session::StepData& step = parts_.data.steps[static_cast<std::size_t>(row)];
    const bool moves =
        std::holds_alternative<session::MoveData>(step.what) || std::holds_alternative<session::JointData>(step.what);
    return moves && !step.locked;
  });
  const auto made = usecase::lockSteps(*parts_.bridge.snapshot().world, program(), places(rows), lock);
  if (!made.ok()) return Q_EMIT message(toLine(made.status()));
  const auto count = static_cast<int>(made->steps.size());
  if (count == 0 || !commit(lock ? tr("Lock %n steps", "", count) : tr("Unlock %n steps", "", count), made->edits))
    return;
  QStringList others;
  for (const std::size_t step : made->steps)
    if (!rows.contains(static_cast<int>(step))) others << QString::number(step + 1);
  if (!others.isEmpty())
    Q_EMIT message(tr("Through rounded corners, of one motion with them are also: %1.").arg(others.join(", ")));
}

void ProgramWriter::mirrorChosen(usecase::MirrorPlane plane) {
  const QList<int> rows = parts_.steps.chosen();
  if (rows.isEmpty()) return;
  const auto edits = usecase::mirrorSteps(*parts_.bridge.snapshot().world, program(), places(rows), plane);
  if (!edits.ok()) return Q_EMIT message(toLine(edits.status()));
  QList<int> copies;
  for (qsizetype i = 0; i < rows.size(); ++i) copies << rows.back() + 1 + static_cast<int>(i);
  parts_.steps.chooseNext(copies);
  commit(tr("Mirror %n steps", "", static_cast<int>(rows.size())), *edits);
}

}  // namespace ww::ui
