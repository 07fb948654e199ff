// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/pose_editor.h"

#include <QCoreApplication>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QMenu>
#include <QSettings>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/widgets/icons.h"

namespace ww::ui {
namespace {

// What is farther away cannot be drawn or checked to a millimetre, and is a slip of the unit.
constexpr double kFarthest = 10'000.0;

const char* const kAxisColors[] = {"#e5484d", "#46a758", "#5b7df0"};

QComboBox* combo(QWidget* parent, const QString& name) {
  auto* box = new QComboBox(parent);
  box->setAccessibleName(name);
  box->setToolTip(name);
  return box;
}

}  // namespace

PoseEditor::PoseEditor(QWidget* parent)
    : QWidget(parent), reference_(combo(this, tr("Pose relative to"))), notation_(combo(this, tr("Notation of the orientation"))),
      rotation_row_(new QGridLayout) {
  reference_->addItem(tr("Relative to parent"));
  reference_->addItem(tr("Relative to world"));
  reference_->setCurrentIndex(1);
  for (const NotationInfo& n : notations()) notation_->addItem(title(n.notation), QLatin1String(n.id));
  notation_->setCurrentIndex(std::max(0, notation_->findData(QSettings().value(QStringLiteral("pose/notation")))));
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
  head->addWidget(reference_, 1);
  head->addWidget(more);
  auto* position = new QGridLayout;
  position->setHorizontalSpacing(8);
  const char* const axes[] = {"X", "Y", "Z"};
  for (int i = 0; i < 3; ++i) {
    QuantityField::Setup setup;
    setup.label = QLatin1String(axes[i]);
    setup.name = tr("Position %1").arg(QLatin1String(axes[i]));
    setup.step = 0.01;
    setup.color = QLatin1String(kAxisColors[i]);
    setup.most = kFarthest;
    auto* field = new QuantityField(setup, this);
    position_[static_cast<std::size_t>(i)] = field;
    position->addWidget(field, i, 0);
    connect(field, &QuantityField::edited, this, [this] { pose_ = typed(); Q_EMIT edited(pose_); });
    connect(field, &QuantityField::dragged, this, [this] { Q_EMIT dragged(typed()); });
  }
  position_group_ = new FieldGroup({position_.begin(), position_.end()}, false, this);
  connect(position_group_, &FieldGroup::entered, this, &PoseEditor::takePosition);
  rotation_row_->setHorizontalSpacing(8);
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(0, 0, 0, 0);
  box->setSpacing(4);
  box->addLayout(head);
  box->addLayout(position);
  box->addSpacing(4);
  box->addWidget(notation_);
  box->addLayout(rotation_row_);
  buildRotation();
  connect(reference_, &QComboBox::currentIndexChanged, this, &PoseEditor::referenceChanged);
  connect(notation_, &QComboBox::currentIndexChanged, this, [this] {
    QSettings().setValue(QStringLiteral("pose/notation"), notation_->currentData());
    buildRotation();
  });
}

PoseEditor::Reference PoseEditor::reference() const {
  return reference_->currentIndex() == 0 ? Reference::kParent : Reference::kWorld;
}

void PoseEditor::setEditable(bool editable) {
  editable_ = editable;
  for (auto* field : position_) field->setReadOnly(!editable);
  for (auto* field : rotation_) field->setReadOnly(!editable);
}

void PoseEditor::setPose(const Pose& reference_t_node) {
  pose_ = reference_t_node;
  for (int i = 0; i < 3; ++i) position_[static_cast<std::size_t>(i)]->setValue(pose_.p[i]);
  showRotation();
}

void PoseEditor::discard() {
  position_group_->discard();
  rotation_group_->discard();
}

void PoseEditor::takePosition(const std::vector<double>& numbers) {
  position_group_->discard();
  Pose pose = pose_;
  pose.p = Vec3(numbers[0], numbers[1], numbers[2]);
  setPose(pose);
  Q_EMIT edited(pose_);
}

void PoseEditor::takeRotation(const std::vector<double>& numbers) {
  const auto notation = static_cast<Notation>(notation_->currentIndex());
  const auto q = fromNumbers(numbers, notation);
  if (!q) {
    rotation_.front()->complain(tr("These numbers give no orientation."));
    return;
  }
  // Untouched numbers leave the quaternion's bits alone.
  const bool same = numbers == toNumbers(pose_.q, notation);
  if (!same) pose_.q = *q;
  rotation_group_->discard();
  showRotation();
  if (!same) Q_EMIT edited(pose_);
}

void PoseEditor::connectRotation() {
  rotation_group_ = new FieldGroup(rotation_, true, this);
  connect(rotation_group_, &FieldGroup::entered, this, &PoseEditor::takeRotation);
  for (auto* field : rotation_) {
    // A step; what is typed beside it comes along.
    connect(field, &QuantityField::edited, this, [this] {
      if (const auto numbers = rotation_group_->numbers()) takeRotation(*numbers);
    });
    connect(field, &QuantityField::dragged, this, [this] { Q_EMIT dragged(typed()); });
  }
}

void PoseEditor::buildRotation() {
  delete rotation_group_;
  qDeleteAll(rotation_);
  rotation_.clear();
  const NotationInfo& n = notations()[static_cast<std::size_t>(notation_->currentIndex())];
  int i = 0;
  for (const char* label : n.fields) {
    QuantityField::Setup setup;
    setup.label = QCoreApplication::translate("Notation", label);
    setup.name = tr("Orientation %1").arg(setup.label);
    setup.quantity = n.quantity;
    setup.step = n.quantity == Quantity::kAngle ? 5.0 * defaultUnit(Quantity::kAngle).si : 0.01;
    setup.decimals = n.quantity == Quantity::kAngle ? 3 : 6;
    auto* field = new QuantityField(setup, this);
    field->setReadOnly(!editable_);
    rotation_.push_back(field);
    rotation_row_->addWidget(field, i++, 0);
  }
  connectRotation();
  QWidget* before = notation_;
  for (auto* field : rotation_) {
    setTabOrder(before, field->edit());
    before = field->edit();
  }
  showRotation();
}

void PoseEditor::showRotation() {
  const auto numbers = toNumbers(pose_.q, static_cast<Notation>(notation_->currentIndex()));
  for (std::size_t i = 0; i < rotation_.size() && i < numbers.size(); ++i) rotation_[i]->setValue(numbers[i]);
}

Pose PoseEditor::typed() const {
  Pose pose = pose_;
  for (int i = 0; i < 3; ++i) pose.p[i] = position_[static_cast<std::size_t>(i)]->value();
  const auto notation = static_cast<Notation>(notation_->currentIndex());
  const auto before = toNumbers(pose_.q, notation);
  std::vector<double> numbers;
  for (const auto* field : rotation_) numbers.push_back(field->value());
  // Untouched numbers leave the quaternion's bits alone.
  if (numbers != before)
    if (const auto q = fromNumbers(numbers, notation)) pose.q = *q;
  return pose;
}

void PoseEditor::copy(bool matrix) {
  const auto notation = static_cast<Notation>(notation_->currentIndex());
  QApplication::clipboard()->setText(matrix ? poseToMatrixText(pose_) : poseToText(pose_, notation));
  Q_EMIT message(tr("Pose copied."));
}

void PoseEditor::paste() {
  if (!editable_) return;
  const auto pose = poseFromText(QApplication::clipboard()->text());
  if (!pose) {
    Q_EMIT message(tr("The clipboard holds no pose. A pose is 6 numbers (m, deg), 7 numbers (quaternion) or a 4x4 matrix."));
    return;
  }
  if (!(pose->p.cwiseAbs().maxCoeff() <= kFarthest)) {
    Q_EMIT message(tr("The pose on the clipboard is more than 10 km away. Positions are in metres."));
    return;
  }
  setPose(*pose);
  Q_EMIT edited(pose_);
}

}  // namespace ww::ui
