// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/program/step_editor.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <numbers>

#include "core/kinematics/tool.h"
#include "core/usecase/programs/step_besides.h"
#include "ui/bridge/status_text.h"
#include "ui/models/node_text.h"
#include "ui/panels/program/step_choices.h"
#include "ui/panels/program/step_text.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/name_box.h"
#include "ui/widgets/wheel_guard.h"
#include "ui/widgets/wrap_label.h"

namespace ww::ui {
namespace {

using namespace session;

constexpr double kFarthest = 100.0, kLargestCorner = 1.0;  // metres
constexpr double kLongest = 1e6;                           // seconds
enum ValueChoice { kOn, kOff, kNumber };

// What somebody types stays.
void put(QLineEdit& edit, const std::string& text) {
  if (!edit.hasFocus() || !edit.isModified()) edit.setText(toQt(text));
}

std::optional<ObjectId> objectIn(const StepNode& node) {
  const auto* object = node.node ? std::get_if<ObjectId>(&*node.node) : nullptr;
  return object ? std::optional(*object) : std::nullopt;
}

QString ownStart() { return QStringLiteral("here"); }
QString keptStart() { return QStringLiteral("joints"); }

}  // namespace

StepEditor::StepEditor(SessionBridge& bridge, Selection& selection, QWidget* parent)
    : QWidget(parent),
      bridge_(bridge),
      selection_(selection),
      title_(new WrapLabel({}, this)),
      to_program_(new QToolButton(this)),
      extras_(new ExtrasForm(this)) {
  build();
  connectMove();
  connectOthers();
  showNothing();
}

// ---- made of

QuantityField* StepEditor::field(const QString& name, Quantity quantity, double most) {
  QuantityField::Setup setup;
  setup.name = name;
  setup.quantity = quantity;
  setup.most = most;
  return new QuantityField(setup, this);
}

void StepEditor::addRow(const QString& label, QWidget* field, const QString& tip) {
  auto* text = new QLabel(label, this);
  text->setObjectName(QStringLiteral("fieldLabel"));
  field->setToolTip(tip);
  if (field->accessibleName().isEmpty()) field->setAccessibleName(label);
  form_->addRow(text, field);
}

void StepEditor::build() {
  title_->setObjectName(QStringLiteral("strong"));
  to_program_->setText(tr("Program"));
  to_program_->setIcon(icon(QStringLiteral("program")));
  to_program_->setIconSize(QSize(14, 14));
  to_program_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  to_program_->setAccessibleName(tr("Fields of the program"));
  to_program_->setToolTip(tr("Shows the fields of the program itself: its name, robot, tool and start"));
  connect(to_program_, &QToolButton::clicked, this, &StepEditor::programAsked);
  auto* inner = new QWidget(this);
  form_ = new QFormLayout(inner);
  form_->setContentsMargins(0, 0, 0, 0);
  form_->setVerticalSpacing(4);
  form_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  name_ = new QLineEdit(this);
  comment_ = new QLineEdit(this);
  addRow(tr("Name"), name_, tr("What the step is called; exports name points so"));
  buildMove();
  buildOthers();
  besides_ = new WrapLabel({}, this);
  besides_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  addRow(
      tr("Besides"), besides_,
      tr("What the step has that is not changed here: another robot or tool, how it is turned in the target, what may "
         "be touched. It is kept when the step is changed"));
  addRow(tr("Comment"), comment_, tr("Stands beside the step, and in exports"));
  for (QComboBox* box : {target_, kind_, object_, joint_, value_, callee_, robot_, tool_, start_}) {
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(6);
  }
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 2, 8, 4);
  column->setSpacing(4);
  auto* head = new QHBoxLayout;
  head->addWidget(title_, 1);
  head->addWidget(to_program_, 0, Qt::AlignTop);
  column->addLayout(head);
  column->addWidget(inner);
  column->addWidget(extras_);
  column->addStretch(1);
  leaveWheelTo(*this);
}

void StepEditor::buildMove() {
  target_ = new NameBox(this);
  target_->setAccessibleName(tr("Target of the step"));
  take_ = new QToolButton(this);
  take_->setIcon(icon(QStringLiteral("select")));
  take_->setIconSize(QSize(14, 14));
  take_->setAccessibleName(tr("Take what is selected for the target"));
  take_->setToolTip(tr("Takes the frame or object that is selected for the target"));
  target_row_ = new QWidget(this);
  auto* row = new QHBoxLayout(target_row_);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(target_, 1);
  row->addWidget(take_);
  kind_ = new QComboBox(this);
  for (const auto kind : program::kMotionKinds) kind_->addItem(kindText(kind), static_cast<int>(kind));
  offset_row_ = new QWidget(this);
  auto* offsets = new QFormLayout(offset_row_);  // one above the other: the panel is narrow
  offsets->setContentsMargins(0, 0, 0, 0);
  offsets->setSpacing(4);
  static const char* const kAxes[] = {"X", "Y", "Z"};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    offset_[axis] = field(tr("Position %1 of the tool in the target").arg(QLatin1String(kAxes[axis])),
                          Quantity::kLength, kFarthest);
    offsets->addRow(QLatin1String(kAxes[axis]), offset_[axis]);
  }
  speed_ = field(tr("Speed, per cent of what the joints may do"), Quantity::kNumber, 100.0);
  corner_ = field(tr("Corner of straight moves"), Quantity::kLength, kLargestCorner);
  joint_corner_ = field(tr("Corner of other moves"), Quantity::kAngle, std::numbers::pi);
  addRow(tr("To"), target_row_, tr("Where the tool goes: a frame or object, or a configuration of the robot"));
  addRow(tr("Offset"), offset_row_,
         tr("Where the tool is in the frame of the target: X, Y and Z. It comes along its own z axis, so that Z below "
            "0 is "
            "before the target"));
  addRow(tr("Kind"), kind_,
         tr("Any: around what is in the way. Linear: the tool goes straight. Joint: all joints at once"));
  addRow(tr("Speed %"), speed_, tr("Share of what the joints may do"));
  addRow(tr("Corner"), corner_,
         tr("How far from the target the corner to the next straight move is rounded; 0: a stop"));
  addRow(
      tr("Joint corner"), joint_corner_,
      tr("How far from the target, by the joint that is farthest, the corner to the next move is rounded; 0: a stop"));
}

void StepEditor::buildOthers() {
  object_ = new NameBox(this);
  joint_ = new QComboBox(this);
  angle_ = field(tr("Position of the joint"), Quantity::kAngle, 1e4);
  length_ = field(tr("Position of the joint"), Quantity::kLength, kFarthest);
  seconds_ = field(tr("Seconds"), Quantity::kNumber, kLongest);
  signal_ = new QLineEdit(this);
  value_ = new QComboBox(this);
  value_->addItem(tr("on"), kOn);
  value_->addItem(tr("off"), kOff);
  value_->addItem(tr("a number"), kNumber);
  number_ = field(tr("Number"), Quantity::kNumber, 0.0);
  callee_ = new QComboBox(this);
  robot_ = new QComboBox(this);
  tool_ = new NameBox(this);
  start_ = new QComboBox(this);
  addRow(tr("Object"), object_, tr("What is attached or detached, or has the joint"));
  addRow(tr("Joint"), joint_, tr("The joint that is set"));
  addRow(tr("Angle"), angle_, tr("Where the joint goes"));
  addRow(tr("Length"), length_, tr("Where the joint goes"));
  addRow(tr("Signal"), signal_, tr("The name of the signal"));
  addRow(tr("Value"), value_, tr("What the signal is set to, or awaited at"));
  addRow(tr("Number"), number_, tr("The number that the signal is set to, or awaited at"));
  addRow(tr("Seconds"), seconds_, tr("How long the step waits; of a signal how long it is expected to take"));
  addRow(tr("Program"), callee_, tr("The program whose steps are done here"));
  addRow(tr("Robot"), robot_, tr("Whose program it is"));
  addRow(tr("Tool"), tool_, tr("What moves to the targets"));
  addRow(tr("Starts"), start_, tr("Where the robot stands when the program begins"));
}

void StepEditor::connectMove() {
  connect(name_, &QLineEdit::editingFinished, this, &StepEditor::takeName);
  connect(comment_, &QLineEdit::editingFinished, this, [this] {
    if (step_ && step_->comment != comment_->text().toStdString()) ask({.comment = comment_->text().toStdString()});
  });
  connect(target_, &QComboBox::activated, this, &StepEditor::takeTarget);
  connect(take_, &QToolButton::clicked, this, &StepEditor::takeSelection);
  connect(kind_, &QComboBox::activated, this,
          [this] { ask({.kind = static_cast<program::MotionKind>(kind_->currentData().toInt())}); });
  for (int axis = 0; axis < 3; ++axis)
    connect(offset(axis), &QuantityField::edited, this, [this, axis](double si) { takeOffset(axis, si); });
  speed_->setCheck([](double si) { return si <= 0.0 ? tr("A speed is above 0 % and at most 100 %.") : QString(); });
  connect(speed_, &QuantityField::edited, this, [this](double si) {
    if (si > 0.0) ask({.speed = si / 100.0});
  });
  for (QuantityField* field : {corner_, joint_corner_})
    field->setCheck([](double si) { return si < 0.0 ? tr("A corner cannot be negative.") : QString(); });
  connect(corner_, &QuantityField::edited, this, [this](double si) { ask({.blend_metres = std::max(0.0, si)}); });
  connect(joint_corner_, &QuantityField::edited, this,
          [this](double si) { ask({.blend_joint_radians = std::max(0.0, si)}); });
}

void StepEditor::connectOthers() {
  connect(object_, &QComboBox::activated, this, [this] {
    if (const auto object = objectOf(*object_)) ask({.object = *object});
  });
  connect(joint_, &QComboBox::activated, this, [this] { ask({.joint = joint_->currentText().toStdString()}); });
  for (QuantityField* field : {angle_, length_})
    connect(field, &QuantityField::edited, this, [this](double si) { ask({.position = si}); });
  seconds_->setCheck([](double si) { return si < 0.0 ? tr("Nobody waits for less than no time.") : QString(); });
  connect(seconds_, &QuantityField::edited, this, [this](double si) {
    if (si >= 0.0) ask({.seconds = si});
  });
  connect(signal_, &QLineEdit::editingFinished, this, [this] {
    const auto* signal = step_ ? std::get_if<SignalData>(&step_->what) : nullptr;
    const std::string text = signal_->text().trimmed().toStdString();
    if (signal && !text.empty() && text != signal->signal) ask({.signal = text});
  });
  connect(value_, &QComboBox::activated, this, &StepEditor::takeValue);
  connect(number_, &QuantityField::edited, this, &StepEditor::takeValue);
  connect(callee_, &QComboBox::activated, this, [this] { ask({.callee = callee_->currentText().toStdString()}); });
  connect(robot_, &QComboBox::activated, this, [this] { Q_EMIT robotAsked(objectOf(*robot_), std::nullopt); });
  connect(tool_, &QComboBox::activated, this, [this] { Q_EMIT robotAsked(objectOf(*robot_), nodeOf(*tool_)); });
  connect(start_, &QComboBox::activated, this, [this] {
    const QString chosen = start_->currentData().toString();
    if (chosen == keptStart()) return;
    if (chosen == ownStart()) Q_EMIT startAsked({});
    else Q_EMIT startAsked(chosen.toStdString());
  });
}

// ---- what is shown

// A field that is hidden takes its label along.
void StepEditor::showRows(std::initializer_list<QWidget*> shown) {
  for (int row = 0; row < form_->rowCount(); ++row) {
    QWidget* field = form_->itemAt(row, QFormLayout::FieldRole)->widget();
    const bool is_shown = field == besides_ ? step_ && !besides_->text().isEmpty()
                                            : std::find(shown.begin(), shown.end(), field) != shown.end();
    field->setVisible(is_shown);
    form_->itemAt(row, QFormLayout::LabelRole)->widget()->setVisible(is_shown);
  }
}

void StepEditor::showNothing() {
  step_.reset();
  program_ = {};
  to_program_->hide();
  extras_->hide();
  title_->setText(tr("Add a program, then its steps."));
  showRows({});
}

void StepEditor::show(const world::WorldPtr& world, const ProgramData& program, const QList<int>& rows) {
  if (program.name != program_.name || rows != rows_) dropTyped();
  rows_ = rows;
  world_ = world;
  program_ = program;
  const auto count = static_cast<int>(program.steps.size());
  const bool any = !rows.isEmpty() && rows.front() >= 0 && rows.front() < count;
  step_ = any ? std::optional(program.steps[static_cast<std::size_t>(rows.front())]) : std::nullopt;
  to_program_->setVisible(any);
  const bool moves = step_ && std::holds_alternative<MoveData>(step_->what);
  extras_->setVisible(moves);
  if (moves) extras_->show(world, program.name, rows);
  if (!step_) return showProgram();
  title_->setText(rows.size() == 1 ? tr("Step %1: %2").arg(rows.front() + 1).arg(stepText(*step_))
                                   : tr("%n steps; a change is for all of them", "", static_cast<int>(rows.size())));
  QStringList besides;
  for (const Phrase& line : usecase::stepBesides(*world, program.name, static_cast<std::size_t>(rows.front())))
    besides << toText(line);
  besides_->setText(besides.join(QLatin1Char('\n')));
  showStep(*step_);
}

void StepEditor::showStep(const StepData& step) {
  put(*name_, step.name);
  put(*comment_, step.comment);
  std::visit([this](const auto& what) { show(what); }, step.what);
}

void StepEditor::show(const MoveData& move) {
  showRows({name_, target_row_, offset_row_, kind_, speed_, corner_, joint_corner_, comment_});
  std::optional<StepTarget> target;
  if (const auto* node = std::get_if<StepNode>(&move.target); node && node->node) target = *node->node;
  if (const auto* name = std::get_if<std::string>(&move.target)) target = *name;
  const ObjectId robot = objectIn(move.robot).value_or(robotOfProgram(*world_, program_.name));
  fillTargets(*target_, *world_, robot, target ? &*target : nullptr, targetText(move));
  const bool is_node = target && std::holds_alternative<world::NodeRef>(*target);
  const Pose offset_pose = move.frame_t_tool.value_or(Pose());
  for (int axis = 0; axis < 3; ++axis) {
    showNumber(*offset(axis), offset_pose.p[axis], [axis](const MoveData& one) {
      return std::holds_alternative<StepNode>(one.target) ? std::optional(one.frame_t_tool.value_or(Pose()).p[axis])
                                                          : std::nullopt;
    });
    offset(axis)->setEnabled(is_node);
  }
  const QSignalBlocker quiet(kind_);
  kind_->setCurrentIndex(kind_->findData(static_cast<int>(move.kind)));
  showNumber(*speed_, 100.0 * move.speed, [](const MoveData& one) { return 100.0 * one.speed; });
  showNumber(*corner_, move.blend.metres, [](const MoveData& one) { return one.blend.metres; });
  showNumber(*joint_corner_, move.blend.joint_radians, [](const MoveData& one) { return one.blend.joint_radians; });
}

void StepEditor::show(const HoldData& hold) {
  showRows({name_, object_, comment_});
  fillObjects(*object_, *world_, objectIn(hold.object), toQt(hold.object.words));
}

void StepEditor::show(const WaitData& wait) {
  showRows({name_, seconds_, comment_});
  seconds_->setValue(wait.seconds);
}

void StepEditor::show(const SignalData& signal) {
  const double* number = std::get_if<double>(&signal.value);
  if (signal.awaits && number) showRows({name_, signal_, value_, number_, seconds_, comment_});
  else if (signal.awaits) showRows({name_, signal_, value_, seconds_, comment_});
  else if (number) showRows({name_, signal_, value_, number_, comment_});
  else showRows({name_, signal_, value_, comment_});
  put(*signal_, signal.signal);
  const QSignalBlocker quiet(value_);
  value_->setCurrentIndex(value_->findData(number ? kNumber : std::get<bool>(signal.value) ? kOn : kOff));
  number_->setValue(number ? *number : 0.0);
  seconds_->setValue(signal.expected_seconds);
}

void StepEditor::show(const JointData& joint) {
  const ObjectId object = objectIn(joint.object).value_or(ObjectId{});
  bool turns = true;
  if (const world::Object* its = world_->peek(object))
    for (std::size_t i = 0; i < its->moving_joints.size(); ++i)
      if (its->movingJointName(i) == joint.joint) turns = its->movingJoint(i).motion == world::MotionType::kRevolute;
  showRows({name_, object_, joint_, turns ? angle_ : length_, speed_, comment_});
  fillObjects(*object_, *world_, objectIn(joint.object), toQt(joint.object.words));
  fillJoints(*joint_, *world_, object, toQt(joint.joint));
  (turns ? angle_ : length_)->setValue(joint.position);
  speed_->setValue(100.0 * joint.speed);
}

void StepEditor::show(const CallData& call) {
  showRows({name_, callee_, comment_});
  QStringList names;
  for (const std::string& name : programNames(*world_))
    if (name != program_.name) names << toQt(name);
  fillNames(*callee_, names, toQt(call.program));
}

void StepEditor::show(const StrangeData&) { showRows({name_, comment_}); }

void StepEditor::showProgram() {
  title_->setText(tr("Program %1. Choose a step to change it.").arg(toQt(program_.name)));
  showRows({name_, robot_, tool_, start_});
  const ObjectId robot = robotOfProgram(*world_, program_.name);
  const auto usual = [](const QString& name) {
    return name.isEmpty() ? tr("None found") : tr("%1, as found").arg(name);
  };
  fillRobots(*robot_, *world_, objectIn(program_.robot), usual(robot ? nodeName(*world_, robot) : QString()));
  const auto found = kinematics::toolOf(*world_, robot);
  fillTools(*tool_, *world_, robot, program_.tool.node,
            found ? tr("As found: %1").arg(nodeName(*world_, *found)) : tr("None found"));
  put(*name_, program_.name);
  const QSignalBlocker quiet(start_);
  start_->clear();
  start_->addItem(tr("Where it stands"), ownStart());
  if (std::holds_alternative<JointVector>(program_.start)) start_->addItem(tr("At joint positions"), keptStart());
  if (const world::Object* object = world_->peek(robot))
    for (const world::NamedConfiguration& configuration : object->configurations)
      start_->addItem(toQt(configuration.name), toQt(configuration.name));
  const auto* name = std::get_if<std::string>(&program_.start);
  const bool kept = std::holds_alternative<JointVector>(program_.start);
  start_->setCurrentIndex(start_->findData(name ? toQt(*name) : kept ? keptStart() : ownStart()));
}

void StepEditor::takeFocus() {
  if (step_) name_->setFocus();
  else robot_->setFocus();
}

// ---- what is asked for

void StepEditor::takeName() {
  const std::string text = name_->text().toStdString();
  if (step_ && step_->name != text) ask({.name = text});
  if (step_ || program_.name.empty() || text == program_.name) return;
  // One that is refused gives way to the old one.
  name_->setModified(false);
  Q_EMIT renameAsked(name_->text());
}

void StepEditor::takeTarget() {
  if (const auto target = targetOf(*target_)) ask({.target = *target});
}

void StepEditor::takeSelection() {
  const auto active = selection_.active();
  if (active && !std::holds_alternative<EntityId>(*active)) ask({.target = StepTarget(*active)});
}

void StepEditor::takeOffset(int axis, double metres) {
  StepChange change;
  change.offset_metres[static_cast<std::size_t>(axis)] = metres;
  ask(change);
}

void StepEditor::takeValue() {
  switch (value_->currentData().toInt()) {
    case kOn: return ask({.value = program::SignalValue(true)});
    case kOff: return ask({.value = program::SignalValue(false)});
    default: return ask({.value = program::SignalValue(number_->value())});
  }
}

}  // namespace ww::ui
