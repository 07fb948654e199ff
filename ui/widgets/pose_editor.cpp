// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/pose_editor.h"

#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/settings/preferences.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/pose_text.h"

namespace ww::ui {
namespace {

const char* const kAxisColors[] = {"#e5484d", "#46a758", "#5b7df0"};

QComboBox* combo(QWidget* parent, const QString& name) {
  auto* box = new QComboBox(parent);
  box->setAccessibleName(name);
  box->setToolTip(name);
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box->setMinimumContentsLength(8);
  return box;
}

}  // namespace

PoseEditor::PoseEditor(QWidget* parent)
    : QWidget(parent),
      reference_(combo(this, tr("Pose relative to"))),
      notation_(combo(this, tr("Notation of the orientation"))),
      rotation_row_(new QGridLayout) {
  reference_->addItem(tr("Relative to parent"));
  reference_->addItem(tr("Relative to world"));
  reference_->setCurrentIndex(1);
  notation_->setToolTip(tr("How the orientation is written below, here and everywhere; the pose stays the same"));
  reference_->setToolTip(tr("What the numbers are measured from: the origin of the world, or what this hangs on"));
  for (const NotationInfo& n : notations()) notation_->addItem(title(n.notation), QLatin1String(n.id));
  const auto follow = [this] {
    notation_->setCurrentIndex(std::max(0, notation_->findData(Preferences::instance().values().notation)));
  };
  follow();
  build();
  buildRotation();
  connect(reference_, &QComboBox::currentIndexChanged, this, &PoseEditor::referenceChanged);
  connect(notation_, &QComboBox::currentIndexChanged, this, [this] {
    PreferenceValues values = Preferences::instance().values();
    values.notation = notation_->currentData().toString();
    Preferences::instance().set(values);
    buildRotation();
    Q_EMIT referenceChanged();
  });
  connect(&Preferences::instance(), &Preferences::changed, this, follow);
  connect(&Preferences::instance(), &Preferences::changed, this, &PoseEditor::takeSteps);
}

// Those that the handles of the view snap to.
void PoseEditor::takeSteps() {
  const PreferenceValues& values = Preferences::instance().values();
  for (QuantityField* field : position_) field->setStep(values.snap_length);
  if (info(notation()).quantity != Quantity::kAngle) return;
  for (QuantityField* field : rotation_) field->setStep(values.snap_angle);
}

void PoseEditor::build() {
  auto* position = new QGridLayout;
  position->setHorizontalSpacing(8);
  rotation_row_->setHorizontalSpacing(8);
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(0, 0, 0, 0);
  box->setSpacing(4);
  box->addLayout(buildHead());
  box->addLayout(position);
  box->addSpacing(4);
  box->addWidget(notation_);
  box->addLayout(rotation_row_);
  buildPosition(position);
  // Tab goes as the eye does.
  QWidget* before = reference_;
  for (QWidget* next : std::initializer_list<QWidget*>{findChild<QToolButton*>(), position_[0]->edit(),
                                                       position_[1]->edit(), position_[2]->edit(), notation_}) {
    setTabOrder(before, next);
    before = next;
  }
}

QHBoxLayout* PoseEditor::buildHead() {
  auto* more = new QToolButton(this);
  more->setIcon(icon(QStringLiteral("copy")));
  more->setToolTip(tr("Copy or paste the pose"));
  more->setAccessibleName(tr("Copy or paste the pose"));
  more->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(more);
  menu->addAction(tr("Copy position and orientation"), this, [this] { copy(false); });
  menu->addAction(tr("Copy as 4x4 matrix"), this, [this] { copy(true); });
  menu->addAction(tr("Paste pose"), this, &PoseEditor::paste);
  more->setMenu(menu);
  auto* head = new QHBoxLayout;
  head->setSpacing(2);
  head->addWidget(reference_, 1);
  head->addWidget(more);
  return head;
}

void PoseEditor::buildPosition(QGridLayout* grid) {
  const char* const axes[] = {"X", "Y", "Z"};
  for (int i = 0; i < 3; ++i) {
    QuantityField::Setup setup;
    setup.label = QLatin1String(axes[i]);
    setup.name = tr("Position %1").arg(QLatin1String(axes[i]));
    setup.step = Preferences::instance().values().snap_length;
    setup.color = QLatin1String(kAxisColors[i]);
    setup.most = kFarthest;
    auto* field = new QuantityField(setup, this);
    const auto number = static_cast<std::size_t>(i);
    position_[number] = field;
    grid->addWidget(field, i, 0);
    const auto change = [number](double value) {
      PoseChange c;
      c.position[number] = value;
      return c;
    };
    connect(field, &QuantityField::edited, this, [this, change](double value) {
      if (!takeDrag()) take(change(value));
    });
    connect(field, &QuantityField::dragged, this, [this, change](double value) { drag(change(value)); });
    connectShift(field, false, number);
    connectMore(field);
  }
  position_group_ = new FieldGroup({position_.begin(), position_.end()}, false, this);
  connect(position_group_, &FieldGroup::entered, this, &PoseEditor::takePosition);
}

PoseEditor::Reference PoseEditor::reference() const {
  return reference_->currentIndex() == 0 ? Reference::kParent : Reference::kWorld;
}

Notation PoseEditor::notation() const { return static_cast<Notation>(notation_->currentIndex()); }

void PoseEditor::setEditable(bool editable) {
  editable_ = editable;
  for (auto* field : position_) field->setReadOnly(!editable);
  for (auto* field : rotation_) field->setReadOnly(!editable);
}

void PoseEditor::setPoses(const Pose& active, const MixedNumbers& mixed) {
  pose_ = active;
  mixed_ = mixed;
  for (int i = 0; i < 3; ++i) {
    auto* field = position_[static_cast<std::size_t>(i)];
    if (mixed_.position[static_cast<std::size_t>(i)]) field->setMixed(pose_.p[i]);
    else field->setValue(pose_.p[i]);
  }
  showRotation();
}

void PoseEditor::setActive(const Pose& active) { setPoses(active, MixedNumbers(mixed_)); }

void PoseEditor::discard() {
  position_group_->discard();
  rotation_group_->discard();
}

// What is told is told of all; what others see of it is shown at once, and again when the world has it.
void PoseEditor::take(const PoseChange& change) {
  const auto pose = change.of(pose_);
  if (!pose) {
    rotation_.front()->complain(tr("These numbers give no orientation. At least one of them must be other than 0."));
    return;
  }
  MixedNumbers mixed = change.whole ? MixedNumbers::none(notation()) : mixed_;
  for (std::size_t i = 0; i < 3; ++i)
    if (change.position[i] && !change.is_step) mixed.position[i] = false;
  for (std::size_t i = 0; i < change.orientation.size(); ++i)
    if (change.orientation[i] && !change.is_step) mixed.orientation[i] = false;
  if (change.whole || !change.orientation.empty()) rotation_group_->discard();
  setPoses(*pose, mixed);
  Q_EMIT edited(change);
}

void PoseEditor::takePosition(const std::vector<double>& numbers) {
  PoseChange change;
  for (std::size_t i = 0; i < 3; ++i)
    if (position_[i]->isTyped() && !std::isnan(numbers[i])) change.position[i] = numbers[i];
  position_group_->discard();
  if (!change.empty()) take(change);
}

void PoseEditor::takeRotation(const std::vector<double>& numbers, std::optional<std::size_t> stepped) {
  const auto shown = toNumbers(pose_.q, notation());
  PoseChange change;
  change.notation = notation();
  change.orientation.resize(shown.size());
  for (std::size_t i = 0; i < shown.size(); ++i)
    if (!std::isnan(numbers[i]) && (stepped == i || mixed_.orientation[i] || numbers[i] != shown[i]))
      change.orientation[i] = numbers[i];
  if (!change.empty()) return take(change);
  rotation_group_->discard();
  showRotation();
}

void PoseEditor::connectShift(QuantityField* field, bool turns, std::size_t number) {
  connect(field, &QuantityField::shifted, this, [this, turns, number](double by, bool done) {
    PoseChange change;
    change.is_step = true;
    change.notation = notation();
    if (turns) change.orientation.resize(rotation_.size());
    (turns ? change.orientation[number] : change.position[number]) = by;
    if (!done) drag(change);
    else if (!takeDrag()) take(change);
  });
  connect(field, &QuantityField::dropped, this, [this] {
    dragged_.reset();
    Q_EMIT dropped();
  });
}

void PoseEditor::drag(const PoseChange& change) {
  dragged_ = change;
  Q_EMIT dragged(change);
}

// Of the pose that it began with, as it was shown: what the fields say meanwhile are numbers of another.
bool PoseEditor::takeDrag() {
  if (!dragged_) return false;
  const PoseChange change = *std::exchange(dragged_, std::nullopt);
  discard();
  Q_EMIT edited(change);
  return true;
}

void PoseEditor::connectMore(QuantityField* field) {
  const auto takes = [this](const QString& text) {
    const PoseReading reading = editable_ ? readPastedPose(text) : PoseReading();
    if (reading.pose) takeWhole(reading);
    return reading.pose.has_value();
  };
  field->setMoreThanANumber({takes, [](const QString& text) { return readPose(text).problem; }});
}

void PoseEditor::takeWhole(const PoseReading& reading) {
  discard();
  PoseChange change;
  change.whole = reading.pose;
  change.in_world = reading.in_world;
  if (reading.in_world && reference() != Reference::kWorld)
    Q_EMIT message(tr("Taken as the pose in the world that it was copied as."));
  take(change);
}

void PoseEditor::connectRotation() {
  rotation_group_ = new FieldGroup(rotation_, true, this);
  connect(rotation_group_, &FieldGroup::entered, this,
          [this](const std::vector<double>& numbers) { takeRotation(numbers); });
  for (std::size_t i = 0; i < rotation_.size(); ++i) {
    auto* field = rotation_[i];
    // A step; what is typed beside it comes along.
    connect(field, &QuantityField::edited, this, [this, i] {
      if (takeDrag()) return;
      if (const auto numbers = rotation_group_->numbers()) takeRotation(*numbers, i);
    });
    connect(field, &QuantityField::dragged, this, [this, i](double value) {
      PoseChange change;
      change.notation = notation();
      change.orientation.resize(rotation_.size());
      change.orientation[i] = value;
      drag(change);
    });
    connectShift(field, true, i);
    connectMore(field);
  }
}

void PoseEditor::buildRotation() {
  delete rotation_group_;
  qDeleteAll(rotation_);
  rotation_.clear();
  const NotationInfo& n = info(notation());
  int i = 0;
  for (const char* label : n.fields) {
    QuantityField::Setup setup;
    setup.label = QCoreApplication::translate("Notation", label);
    setup.name = tr("Orientation %1").arg(setup.label);
    setup.quantity = n.quantity;
    setup.step = n.quantity == Quantity::kAngle ? Preferences::instance().values().snap_angle : 0.01;
    setup.decimals = n.quantity == Quantity::kAngle ? 3 : 6;
    auto* field = new QuantityField(setup, this);
    field->setReadOnly(!editable_);
    rotation_.push_back(field);
    rotation_row_->addWidget(field, i++, 0);
  }
  // Which of other numbers differ is known when the poses are shown anew.
  const bool any = std::find(mixed_.orientation.begin(), mixed_.orientation.end(), true) != mixed_.orientation.end();
  mixed_.orientation.assign(rotation_.size(), any);
  connectRotation();
  QWidget* before = notation_;
  for (auto* field : rotation_) {
    setTabOrder(before, field->edit());
    before = field->edit();
  }
  showRotation();
}

void PoseEditor::showRotation() {
  const auto numbers = toNumbers(pose_.q, notation());
  for (std::size_t i = 0; i < rotation_.size() && i < numbers.size(); ++i) {
    if (mixed_.orientation[i]) rotation_[i]->setMixed(numbers[i]);
    else rotation_[i]->setValue(numbers[i]);
  }
}

void PoseEditor::copy(bool matrix) {
  putPoseOnClipboard(pose_, matrix ? poseToMatrixText(pose_) : poseToText(pose_, notation()),
                     reference() == Reference::kWorld);
  Q_EMIT message(tr("Pose copied."));
}

void PoseEditor::paste() {
  if (!editable_) return;
  const QString text = QApplication::clipboard()->text();
  const PoseReading reading = readPastedPose(text);
  if (reading.pose) takeWhole(reading);
  else if (reading.problem.isEmpty()) Q_EMIT refused(tr("The clipboard holds no pose."), poseForms());
  else Q_EMIT refused(tr("The pose on the clipboard cannot be used."), reading.problem);
}

}  // namespace ww::ui
