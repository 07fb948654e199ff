// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/motion_clock.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QSignalBlocker>
#include <algorithm>

#include "ui/panels/clearance_strip.h"
#include "ui/panels/clock_bar.h"
#include "ui/widgets/icons.h"

namespace ww::ui {
namespace {

constexpr int kClockTicks = 2000;
constexpr double kSameMoment = 1e-6;  // seconds

QToolButton* clockButton(QWidget* parent, const QString& name, const QString& text, const QString& tip) {
  auto* b = new QToolButton(parent);
  b->setIcon(icon(name));
  b->setIconSize(QSize(18, 18));
  b->setToolTip(tip);
  b->setAccessibleName(text);
  return b;
}

}  // namespace

MotionClock::MotionClock(QWidget* parent)
    : QWidget(parent),
      play_(
          clockButton(this, QStringLiteral("play"), tr("Play or pause"), tr("Plays the motion, or holds it (Space)"))),
      start_(clockButton(this, QStringLiteral("to-start"), tr("To the start"), tr("Goes to the start of the motion"))),
      loop_(clockButton(this, QStringLiteral("loop"), tr("Repeat"), tr("Plays again and again"))),
      timeline_(new QSlider(Qt::Horizontal, this)),
      clearance_(new ClearanceStrip(this)),
      time_(new QLabel(this)),
      speed_(new QComboBox(this)) {
  build();
  timer_.setInterval(30);
  connect(&timer_, &QTimer::timeout, this, &MotionClock::tick);
  connect(play_, &QToolButton::clicked, this, &MotionClock::playOrPause);
  connect(start_, &QToolButton::clicked, this, [this] { scrub(0.0); });
  connect(speed_, &QComboBox::currentIndexChanged, this, [this] {
    from_ = seconds_;
    elapsed_.start();
  });
  connect(timeline_, &QSlider::valueChanged, this, [this](int at) {
    if (duration_) scrub(*duration_ * at / kClockTicks);
  });
  connect(clearance_, &ClearanceStrip::scrubbed, this, &MotionClock::scrub);
}

void MotionClock::build() {
  loop_->setCheckable(true);
  timeline_->setRange(0, kClockTicks);
  timeline_->setPageStep(kClockTicks / 20);
  timeline_->setSingleStep(kClockTicks / 200);
  timeline_->setAccessibleName(tr("Moment of the motion"));
  timeline_->setToolTip(tr("Drag to see any moment of the motion"));
  time_->setMinimumWidth(time_->fontMetrics().horizontalAdvance(QStringLiteral("00.00 / 00.00 s")));
  time_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  time_->setAccessibleName(tr("Time"));
  speed_->setAccessibleName(tr("Speed"));
  speed_->setToolTip(tr("How fast the motion is played"));
  for (const double s : {0.1, 0.25, 0.5, 1.0, 2.0, 4.0}) speed_->addItem(QStringLiteral("%1x").arg(s), s);
  speed_->setCurrentIndex(3);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(new ClockBar({start_, play_, time_, timeline_, clearance_, speed_, loop_}, this));
}

void MotionClock::setDuration(std::optional<double> seconds) {
  duration_ = seconds;
  for (QWidget* w : std::initializer_list<QWidget*>{play_, start_, loop_, timeline_, speed_})
    w->setEnabled(duration_.has_value());
  if (!duration_) rest(0.0);
}

bool MotionClock::isBetween() const {
  return duration_ && !isPlaying() && seconds_ > kSameMoment && seconds_ < *duration_ - kSameMoment;
}

void MotionClock::playOrPause() {
  if (!duration_) return;
  if (isPlaying()) {
    timer_.stop();
  } else {
    if (seconds_ >= *duration_ - kSameMoment) scrub(0.0);
    from_ = seconds_;
    elapsed_.start();
    timer_.start();
  }
  play_->setIcon(icon(isPlaying() ? QStringLiteral("pause") : QStringLiteral("play")));
  Q_EMIT playingChanged();
}

void MotionClock::tick() {
  if (!duration_) return;
  double now = from_ + static_cast<double>(elapsed_.elapsed()) / 1000.0 * speed_->currentData().toDouble();
  if (now >= *duration_) {
    if (loop_->isChecked()) {
      now = from_ = 0.0;
      elapsed_.start();
    } else {
      now = *duration_;
      playOrPause();
    }
  }
  showMoment(now);
}

void MotionClock::scrub(double seconds) {
  if (!duration_) return;
  from_ = seconds;
  elapsed_.start();
  showMoment(seconds);
}

void MotionClock::showMoment(double seconds) {
  rest(seconds);
  Q_EMIT shown(seconds_);
}

void MotionClock::rest(double seconds) {
  const double duration = duration_.value_or(0.0);
  seconds_ = std::clamp(seconds, 0.0, duration);
  const QSignalBlocker quiet(timeline_);
  timeline_->setValue(duration > 0 ? qRound(seconds_ / duration * kClockTicks) : 0);
  clearance_->setMoment(seconds_);
  showTime(seconds_, duration);
}

void MotionClock::showTime(double seconds, double of) {
  time_->setText(tr("%1 / %2 s").arg(QLocale().toString(seconds, 'f', 2), QLocale().toString(of, 'f', 2)));
}

}  // namespace ww::ui
