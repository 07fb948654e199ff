// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/jog_panel.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <numbers>
#include <utility>

#include "ui/widgets/name_box.h"
#include "ui/widgets/wrap_label.h"

namespace ww::ui {
namespace {

constexpr int kMostFrames = 200;  // of a large world: more cannot be chosen from
constexpr int kFirstRepeatMs = 350, kRepeatMs = 90;
constexpr double kFirstLength = 0.01;                           // metres
constexpr double kFirstAngle = 5.0 * std::numbers::pi / 180.0;  // radians
const char* const kAxisNames[] = {"X", "Y", "Z", "RX", "RY", "RZ"};

QString worldData() { return QStringLiteral("world"); }
QString ownData() { return QStringLiteral("tool"); }
QString robotData() { return QStringLiteral("robot"); }

bool turns(int axis) { return axis >= 3; }
Quantity quantityOf(int axis) { return turns(axis) ? Quantity::kAngle : Quantity::kLength; }

}  // namespace

JogPanel::JogPanel(SessionBridge& bridge, Hand& hand, QWidget* parent)
    : QWidget(parent),
      bridge_(bridge),
      hand_(hand),
      title_(new QLabel(this)),
      frames_(new NameBox(this)),
      said_(new WrapLabel) {
  build();
  connect(frames_, &QComboBox::currentIndexChanged, this, [this] {
    dropTyped();
    showPose();
  });
  connect(&hand_, &Hand::choiceChanged, this, &JogPanel::showChoice);
  connect(&hand_, &Hand::moved, this, [this] {
    if (next_ && !hand_.isBusy()) std::exchange(next_, {})();
    else showPose();
  });
  connect(&hand_, &Hand::refused, this, [this](const QString& title, const QString& hint) {
    said_->setText(hint.isEmpty() ? title : title + QLatin1Char(' ') + hint);
    said_->show();
    showPose();
  });
  connect(&bridge_, &SessionBridge::changed, this, [this](const ChangePtr& change) {
    said_->hide();
    const bool other = change->kind == session::Change::Kind::kReplace;
    if (other) dropTyped();
    if (other || !change->diff.frames.empty()) fillFrames();
    showPose();
  });
  showChoice();
}

void JogPanel::build() {
  frames_->setAccessibleName(tr("Axes and numbers in"));
  frames_->setToolTip(tr("The frame along whose axes the tool is jogged, and in which its pose is told"));
  frames_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  frames_->setMinimumContentsLength(10);
  title_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  title_->setAccessibleName(tr("Tool that is jogged"));
  auto* head = new QHBoxLayout;
  head->addWidget(title_, 1);
  head->addWidget(frames_, 1);
  said_->setObjectName(QStringLiteral("dim"));
  said_->setAccessibleName(tr("Why the tool does not go there"));
  said_->hide();
  auto* body = new QWidget;
  body->setObjectName(QStringLiteral("scrollBody"));
  auto* inside = new QVBoxLayout(body);
  inside->setContentsMargins(0, 0, 8, 0);
  inside->addWidget(buildSteps());
  inside->addWidget(said_);
  axes_ = buildAxes();
  inside->addWidget(axes_);
  inside->addStretch(1);
  auto* scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setAccessibleName(tr("Jog the tool"));
  scroll->setWidget(body);
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(8, 8, 8, 8);
  box->addLayout(head);
  box->addWidget(scroll, 1);
}

QWidget* JogPanel::buildSteps() {
  auto* row = new QWidget;
  QuantityField::Setup length, angle;
  length.label = tr("Step");
  length.name = tr("Step of a jog along an axis");
  length.most = 1.0;
  angle.label = tr("Turn");
  angle.name = tr("Step of a jog about an axis");
  angle.quantity = Quantity::kAngle;
  angle.most = std::numbers::pi / 2.0;
  length_step_ = new QuantityField(length, row);
  angle_step_ = new QuantityField(angle, row);
  length_step_->setValue(kFirstLength);
  angle_step_->setValue(kFirstAngle);
  auto* line = new QHBoxLayout(row);
  line->setContentsMargins(0, 0, 0, 0);
  line->addWidget(length_step_);
  line->addWidget(angle_step_);
  line->addStretch(1);
  return row;
}

// Lengths on the left, turns on the right; each number between its two buttons.
QWidget* JogPanel::buildAxes() {
  auto* axes = new QWidget;
  auto* grid = new QGridLayout(axes);
  grid->setContentsMargins(0, 0, 0, 0);
  for (int axis = 0; axis < 6; ++axis) {
    const int row = axis % 3, column = turns(axis) ? 3 : 0;
    QuantityField::Setup setup;
    setup.name = turns(axis) ? tr("Orientation %1 of the tool").arg(QLatin1String(kAxisNames[axis]))
                             : tr("Position %1 of the tool").arg(QLatin1String(kAxisNames[axis]));
    setup.quantity = quantityOf(axis);
    if (!turns(axis)) setup.most = 1e6;
    fields_[static_cast<std::size_t>(axis)] = new QuantityField(setup, axes);
    connect(field(axis), &QuantityField::edited, this, [this, axis](double value) { take(axis, value); });
    grid->addWidget(addButton(axis, false, axes), row, column);
    grid->addWidget(field(axis), row, column + 1);
    grid->addWidget(addButton(axis, true, axes), row, column + 2);
  }
  grid->setColumnStretch(1, 1);
  grid->setColumnStretch(4, 1);
  return axes;
}

QToolButton* JogPanel::addButton(int axis, bool forward, QWidget* parent) {
  static const char* const kKeys[2][3] = {{"Left", "Down", "PgDown"}, {"Right", "Up", "PgUp"}};
  auto* button = new QToolButton(parent);
  const QString name = QLatin1String(kAxisNames[axis]);
  const QString modifier = turns(axis) ? QStringLiteral("Ctrl+") : QString();
  const QString key = modifier + QLatin1String(kKeys[forward ? 1 : 0][axis % 3]);
  const QString keys = QKeySequence(key).toString(QKeySequence::NativeText);
  button->setText((forward ? QStringLiteral("+") : QString(QChar(0x2212))) + name);
  button->setAccessibleName(forward ? tr("Jog forward: %1").arg(name) : tr("Jog back: %1").arg(name));
  button->setToolTip(turns(axis)
                         ? tr("Turns the tool by a step about this axis, again and again while held (%1)").arg(keys)
                         : tr("Moves the tool by a step along this axis, again and again while held (%1)").arg(keys));
  button->setAutoRepeat(true);
  button->setAutoRepeatDelay(kFirstRepeatMs);
  button->setAutoRepeatInterval(kRepeatMs);
  button->setFocusPolicy(Qt::StrongFocus);
  button->installEventFilter(this);
  connect(button, &QToolButton::clicked, this, [this, axis, forward] { jog(axis, forward); });
  buttons_[static_cast<std::size_t>(2 * axis + forward)] = button;
  return button;
}

void JogPanel::showChoice() {
  const bool has = hand_.choice().has_value();
  title_->setText(has ? tr("%1, by %2").arg(hand_.robotName(), hand_.toolName())
                      : tr("Select a robot, or a frame that moves with one."));
  title_->setToolTip(title_->text());
  axes_->setEnabled(has);
  said_->hide();
  dropTyped();
  fillFrames();
  showPose();
}

// It is of another robot, or along other axes.
void JogPanel::dropTyped() {
  next_ = {};
  for (QuantityField* field : fields_) field->discard();
}

void JogPanel::fillFrames() {
  const QSignalBlocker quiet(frames_);
  const QVariant before = frames_->currentData();
  frames_->clear();
  frames_->addItem(tr("World"), worldData());
  frames_->addItem(tr("Tool"), ownData());
  if (hand_.choice()) frames_->addItem(tr("Robot"), robotData());
  const auto world = bridge_.snapshot().world;
  int count = 0;
  world->forEachFrame([&](const world::Frame& frame) {
    if (++count > kMostFrames) return;
    frames_->addItem(QString::fromStdString(world->display(frame.id)), QStringLiteral("f:%1").arg(frame.id.value));
  });
  frames_->setCurrentIndex(std::max(0, frames_->findData(before)));
  if (frames_->currentData() != before) dropTyped();
}

Pose JogPanel::rootTFrame() const {
  const auto world = bridge_.snapshot().world;
  const QString chosen = frames_->currentData().toString();
  if (chosen == ownData()) return hand_.rootTTool().value_or(Pose());
  if (chosen == robotData() && hand_.choice() && world->object(hand_.choice()->robot))
    return world->rootT(hand_.choice()->robot);
  const FrameId frame{chosen.mid(2).toULongLong()};
  if (chosen.startsWith(QLatin1String("f:")) && world->peek(frame)) return world->rootT(frame);
  return {};
}

void JogPanel::showPose() {
  const auto tool = isVisible() ? hand_.rootTTool() : std::nullopt;
  if (!tool) return;
  const Pose frame_t_tool = rootTFrame().inverse() * *tool;
  const Vec3 rpy = frame_t_tool.rpy();
  for (int i = 0; i < 3; ++i) {
    field(i)->setValue(frame_t_tool.p[i]);
    field(i + 3)->setValue(rpy[i]);
  }
}

void JogPanel::jog(int axis, bool forward) {
  const double step = turns(axis) ? angle_step_->value() : length_step_->value();
  hand_.jog(rootTFrame().q, axis, forward ? step : -step);
}

// One number; the others as they are, to the bit.
void JogPanel::take(int axis, double value) {
  const auto tool = hand_.rootTTool();
  if (!tool) return showPose();
  if (hand_.isBusy()) {  // once the tool is there
    next_ = [this, axis, value] { take(axis, value); };
    return;
  }
  const Pose root_t_frame = rootTFrame();
  Pose frame_t_tool = root_t_frame.inverse() * *tool;
  if (turns(axis)) {
    Vec3 rpy = frame_t_tool.rpy();
    rpy[axis - 3] = value;
    frame_t_tool = Pose::fromRpy(frame_t_tool.p, rpy.x(), rpy.y(), rpy.z());
  } else {
    frame_t_tool.p[axis] = value;
  }
  hand_.goTo(root_t_frame * frame_t_tool, tr("Set the tool of %1").arg(hand_.robotName()));
}

// ---- keys

bool JogPanel::jogByKey(const QKeyEvent& event) {
  static constexpr std::pair<int, std::pair<int, bool>> kKeys[] = {
      {Qt::Key_Left, {0, false}}, {Qt::Key_Right, {0, true}},     {Qt::Key_Down, {1, false}},
      {Qt::Key_Up, {1, true}},    {Qt::Key_PageDown, {2, false}}, {Qt::Key_PageUp, {2, true}}};
  const auto modifiers = event.modifiers() & ~Qt::KeyboardModifiers(Qt::KeypadModifier);
  if (modifiers != Qt::NoModifier && modifiers != Qt::ControlModifier) return false;
  for (const auto& [key, jogged] : kKeys) {
    if (event.key() != key) continue;
    jog(jogged.first + (modifiers == Qt::ControlModifier ? 3 : 0), jogged.second);
    return true;
  }
  return false;
}

// Arrows would go to the next button.
bool JogPanel::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::KeyPress && jogByKey(*static_cast<QKeyEvent*>(event))) return true;
  return QWidget::eventFilter(watched, event);
}

void JogPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  showPose();
}

void JogPanel::keyPressEvent(QKeyEvent* event) {
  if (!jogByKey(*event)) QWidget::keyPressEvent(event);
}

}  // namespace ww::ui
