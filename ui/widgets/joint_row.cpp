// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/joint_row.h"

#include <QGridLayout>
#include <QStyle>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

#include "ui/settings/preferences.h"
#include "ui/widgets/joint_text.h"
#include "ui/widgets/shown_decimals.h"

namespace ww::ui {
namespace {
constexpr int kTicks = 10000;
}

JointRow::JointRow(const QString& name, const world::Joint& joint, QWidget* parent)
    : QWidget(parent),
      name_(name),
      title_(new QLabel(name, this)),
      limits_(new QLabel(this)),
      slider_(new QSlider(Qt::Horizontal, this)) {
  QuantityField::Setup setup;
  setup.name = tr("Position of %1").arg(name);
  setup.quantity = joint.motion == world::MotionType::kPrismatic ? Quantity::kLength : Quantity::kAngle;
  field_ = new QuantityField(setup, this);
  field_->setFixedWidth(108);
  title_->setTextInteractionFlags(Qt::NoTextInteraction);
  limits_->setObjectName(QStringLiteral("dim"));
  slider_->setRange(0, kTicks);
  slider_->setPageStep(kTicks / 36);
  slider_->setAccessibleName(tr("Slider of %1").arg(name));
  slider_->setToolTip(tr("Drag to jog %1; arrow keys step").arg(name));
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 2, 0, 2);
  grid->setHorizontalSpacing(8);
  grid->setVerticalSpacing(0);
  grid->addWidget(title_, 0, 0);
  grid->addWidget(limits_, 0, 1, Qt::AlignRight);
  grid->addWidget(slider_, 1, 0, 1, 2);
  grid->addWidget(field_, 0, 2, 2, 1, Qt::AlignVCenter);
  grid->addWidget(field_->errorLabel(), 2, 0, 1, 3);
  grid->setColumnStretch(0, 1);
  field_->setCheck([this](double wanted) { return positionProblem(joint_, wanted); });
  setJoint(joint);
  connect(&Preferences::instance(), &Preferences::changed, this, [this] {
    world::Joint now = joint_;
    now.value = value_;
    setJoint(now);
  });
  connect(slider_, &QSlider::sliderPressed, this, [this] { dragging_ = true; });
  connect(slider_, &QSlider::sliderReleased, this, [this] {
    dragging_ = false;
    Q_EMIT released(value_);
  });
  connect(slider_, &QSlider::valueChanged, this, [this](int at) {
    value_ = position(at);
    field_->setValue(value_);
    showNearness();
    Q_EMIT moved(value_);
    if (!dragging_) Q_EMIT released(value_);  // by keys
  });
  connect(field_, &QuantityField::edited, this, [this](double wanted) {
    reach(wanted);
    Q_EMIT released(value_);
  });
  connect(field_, &QuantityField::dropped, this, [this] { Q_EMIT released(value_); });
  connect(field_, &QuantityField::dragged, this, [this](double wanted) {
    reach(wanted);
    Q_EMIT moved(value_);
  });
}

void JointRow::setRange(const world::Joint& joint) {
  std::tie(lower_, upper_) = rangeOf(joint);
  const double turn = joint.motion == world::MotionType::kPrismatic ? 1.0 : std::numbers::pi;
  if (!std::isfinite(lower_)) lower_ = std::min(-turn, joint.value);
  if (!std::isfinite(upper_)) upper_ = std::max(turn, joint.value);
}

void JointRow::setJoint(const world::Joint& joint) {
  joint_ = joint;
  setRange(joint);
  const Unit& unit = defaultUnit(joint.motion == world::MotionType::kPrismatic ? Quantity::kLength : Quantity::kAngle);
  limits_->setText(tr("%1 to %2 %3")
                       .arg(formatQuantity(lower_, unit, shownDecimals(unit, 1)),
                            formatQuantity(upper_, unit, shownDecimals(unit, 1)), QString::fromUtf8(unit.symbol)));
  if (!dragging_) setValue(joint.value);
}

void JointRow::setValue(double position) {
  value_ = position;
  field_->setValue(position);
  const QSignalBlocker quiet(slider_);
  slider_->setValue(tick(position));
  showNearness();
}

// Without a limit there, the slider ends where the joint goes.
void JointRow::reach(double wanted) {
  const auto [least, most] = rangeOf(joint_);
  world::Joint there = joint_;
  there.value = std::clamp(wanted, least, most);
  setRange(there);
  setValue(there.value);
}

int JointRow::tick(double position) const {
  if (upper_ <= lower_) return 0;
  return static_cast<int>(std::lround(std::clamp((position - lower_) / (upper_ - lower_), 0.0, 1.0) * kTicks));
}

// The ends exactly: rounding must not carry a joint beyond its limit.
double JointRow::position(int tick) const {
  return tick >= kTicks ? upper_ : lower_ + (upper_ - lower_) * tick / kTicks;
}

void JointRow::showNearness() {
  // The last 5 % before a limit are marked by colour and by words.
  const double margin = std::min(value_ - lower_, upper_ - value_);
  const bool near = margin < 0.05 * (upper_ - lower_);
  const bool at = margin < 1e-9;
  title_->setText(at ? tr("%1 - at its limit").arg(name_) : near ? tr("%1 - near its limit").arg(name_) : name_);
  if (title_->property("warn").toBool() == near) return;
  title_->setProperty("warn", near);
  title_->style()->unpolish(title_);
  title_->style()->polish(title_);
}

}  // namespace ww::ui
