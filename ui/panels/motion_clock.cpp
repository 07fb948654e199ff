// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/motion_clock.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLocale>
#include <QMenu>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/panels/clearance_strip.h"
#include "ui/panels/clock_bar.h"
#include "ui/panels/timeline/mark_strip.h"
#include "ui/panels/timeline/motion_plots.h"
#include "ui/widgets/icons.h"

namespace ww::ui {
namespace {

constexpr int kClockTicks = 2000;
constexpr double kSameMoment = 1e-6;  // seconds
constexpr double kKeyStep = 0.02;     // seconds: a frame of a movie

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
      more_(clockButton(this, QStringLiteral("curves"), tr("Curves and more"),
                        tr("Curves and report; of a motion also ghosts, pictures and movies"))),
      menu_(new QMenu(this)),
      timeline_(new QSlider(Qt::Horizontal, this)),
      marks_(new MarkStrip(this)),
      clearance_(new ClearanceStrip(this)),
      plots_(new MotionPlots(this)),
      below_(new QWidget(this)),
      time_(new QLabel(this)),
      speed_(new QComboBox(this)) {
  build();
  connectParts();
  timer_.setInterval(30);
}

void MotionClock::connectParts() {
  connect(&timer_, &QTimer::timeout, this, &MotionClock::tick);
  connect(play_, &QToolButton::clicked, this, &MotionClock::playOrPause);
  connect(start_, &QToolButton::clicked, this, [this] { scrub(first()); });
  connect(speed_, &QComboBox::currentIndexChanged, this, [this] {
    from_ = seconds_;
    elapsed_.start();
  });
  connect(timeline_, &QSlider::valueChanged, this, [this](int at) {
    if (duration_) scrub(*duration_ * at / kClockTicks);
  });
  connect(clearance_, &ClearanceStrip::scrubbed, this, &MotionClock::scrub);
  connect(marks_, &MarkStrip::scrubbed, this, &MotionClock::scrub);
  connect(marks_, &MarkStrip::rangeWanted, this, &MotionClock::setRange);
  connect(plots_, &MotionPlots::scrubbed, this, &MotionClock::scrub);
  for (QObject* own : std::initializer_list<QObject*>{timeline_, marks_, clearance_, plots_, plots_->canvas()})
    own->installEventFilter(this);
}

void MotionClock::build() {
  loop_->setCheckable(true);
  more_->setPopupMode(QToolButton::InstantPopup);
  more_->setMenu(menu_);
  menu_->setToolTipsVisible(true);
  menu_->setAccessibleName(more_->accessibleName());
  timeline_->setRange(0, kClockTicks);
  timeline_->setPageStep(kClockTicks / 20);
  timeline_->setSingleStep(kClockTicks / 200);
  timeline_->setAccessibleName(tr("Moment of the motion"));
  timeline_->setToolTip(
      tr("Drag to see any moment of the motion. Keys: Space, arrows, Home, End; I and O for the part that is played"));
  clearance_->setFocusPolicy(Qt::ClickFocus);
  plots_->hide();
  time_->setMinimumWidth(time_->fontMetrics().horizontalAdvance(QStringLiteral("00.00 / 00.00 s")));
  time_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  time_->setAccessibleName(tr("Time"));
  speed_->setAccessibleName(tr("Speed"));
  speed_->setToolTip(tr("How fast the motion is played"));
  for (const double s : {0.1, 0.25, 0.5, 1.0, 2.0, 4.0}) speed_->addItem(QStringLiteral("%1x").arg(s), s);
  speed_->setCurrentIndex(3);
  auto* column = new QVBoxLayout(below_);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(1);
  column->addWidget(marks_);
  column->addWidget(clearance_);
  column->addWidget(plots_, 1);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  bar_ = new ClockBar({start_, play_, time_, timeline_, below_, speed_, loop_, more_}, this);
  row->addWidget(bar_);
  below_->hide();
}

void MotionClock::setDuration(std::optional<double> seconds) {
  if (seconds != duration_) setRange(std::nullopt);  // it was of another motion
  duration_ = seconds;
  marks_->setDuration(seconds.value_or(0.0));
  for (QWidget* w : std::initializer_list<QWidget*>{play_, start_, loop_, timeline_, speed_})
    w->setEnabled(duration_.has_value());
  if (duration_) showTime(std::min(seconds_, *duration_), *duration_);
  else rest(0.0);
}

bool MotionClock::isBetween() const {
  return duration_ && !isPlaying() && seconds_ > kSameMoment && seconds_ < *duration_ - kSameMoment;
}

void MotionClock::playOrPause() {
  if (!duration_) return;
  if (isPlaying()) {
    timer_.stop();
  } else {
    if (seconds_ >= last() - kSameMoment || seconds_ < first() - kSameMoment) scrub(first());
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
  if (now >= last()) {
    if (loop_->isChecked()) {
      now = from_ = first();
      elapsed_.start();
    } else {
      now = last();
      playOrPause();
    }
  }
  showMoment(now);
}

// ---- the part that is played

void MotionClock::setRange(std::optional<TimeRange> range) {
  if (range && !duration_) return;
  if (range) range = TimeRange{std::clamp(range->from, 0.0, *duration_), std::clamp(range->to, 0.0, *duration_)};
  if (range == range_ || (range && range->to - range->from < kSameMoment)) return;
  range_ = range;
  marks_->setRange(range_);
  Q_EMIT rangeChanged();
}

void MotionClock::rangeFrom(double seconds) {
  const double end = range_ && range_->to > seconds ? range_->to : *duration_;
  setRange(TimeRange{seconds, end});
}

void MotionClock::rangeTo(double seconds) {
  const double start = range_ && range_->from < seconds ? range_->from : 0.0;
  setRange(TimeRange{start, seconds});
}

// ---- keys

void MotionClock::changeSpeed(int by) {
  speed_->setCurrentIndex(std::clamp(speed_->currentIndex() + by, 0, speed_->count() - 1));
}

bool MotionClock::press(const QKeyEvent& event) {
  if (!duration_ || (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))) return false;
  const double step = (event.modifiers() & Qt::ShiftModifier ? 10.0 : 1.0) * kKeyStep;
  switch (event.key()) {
    case Qt::Key_Space: playOrPause(); return true;
    case Qt::Key_Left: scrub(std::max(0.0, seconds_ - step)); return true;
    case Qt::Key_Right: scrub(std::min(*duration_, seconds_ + step)); return true;
    case Qt::Key_Home: scrub(first()); return true;
    case Qt::Key_End: scrub(last()); return true;
    case Qt::Key_PageUp: scrub(marks_->previous(seconds_).value_or(first())); return true;
    case Qt::Key_PageDown: scrub(marks_->next(seconds_).value_or(last())); return true;
    case Qt::Key_I: rangeFrom(seconds_); return true;
    case Qt::Key_O: rangeTo(seconds_); return true;
    case Qt::Key_Delete: setRange(std::nullopt); return true;
    case Qt::Key_L: loop_->toggle(); return true;
    case Qt::Key_Plus: changeSpeed(1); return true;
    case Qt::Key_Minus: changeSpeed(-1); return true;
    default: return false;
  }
}

// Before the slider's own keys, and before the window takes them for its shortcuts.
bool MotionClock::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride) {
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool own = duration_ && !(key->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) &&
                     (key->key() == Qt::Key_Space || key->key() == Qt::Key_Delete || key->key() == Qt::Key_I ||
                      key->key() == Qt::Key_O || key->key() == Qt::Key_L);
    if (own) event->accept();
    return own;
  }
  if (event->type() == QEvent::ShowToParent || event->type() == QEvent::HideToParent)
    below_->setVisible(!marks_->isHidden() || !clearance_->isHidden() || !plots_->isHidden());
  if (event->type() == QEvent::KeyPress && press(*static_cast<QKeyEvent*>(event))) return true;
  return QWidget::eventFilter(watched, event);
}

void MotionClock::showPlots(bool on) {
  if (on != plots_->isHidden()) return;
  plots_->setVisible(on);
  bar_->setGrows(on);
  Q_EMIT plotsShown(on);
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
  marks_->setMoment(seconds_);
  clearance_->setMoment(seconds_);
  plots_->setMoment(seconds_);
  showTime(seconds_, duration);
}

void MotionClock::showTime(double seconds, double of) {
  time_->setText(tr("%1 / %2 s").arg(QLocale().toString(seconds, 'f', 2), QLocale().toString(of, 'f', 2)));
}

}  // namespace ww::ui
