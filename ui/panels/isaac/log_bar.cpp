// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/isaac/log_bar.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace ww::ui {
namespace {

constexpr double kFarthestStart = 100000.0;  // seconds

}  // namespace

LogBar::LogBar(IsaacLog& log, QWidget* parent)
    : QWidget(parent),
      log_(log),
      clock_(new MotionClock(this)),
      show_(new QCheckBox(tr("Show in the &view"))),
      with_motion_(new QCheckBox(tr("With the &motion"))),
      ghost_(new QCheckBox(tr("&Ghost of the recording"))),
      told_(new QLabel),
      start_(new QDoubleSpinBox) {
  clock_->timeline()->setObjectName(QStringLiteral("logTime"));
  clock_->timeline()->setAccessibleName(tr("Time in the log"));
  clock_->timeline()->setToolTip(
      tr("Drag to see any moment of the log. Keys: Space, arrows, Home, End; I and O for the part that is played"));
  // A log has no curves, and is no movie.
  for (auto* button : clock_->findChildren<QToolButton*>()) {
    if (button->menu() == clock_->menu()) button->hide();
    else if (button->accessibleName() == MotionClock::tr("Play or pause"))
      button->setToolTip(tr("Plays the log in its own time, or holds it (Space)"));
    else if (button->accessibleName() == MotionClock::tr("To the start")) button->setToolTip(tr("Goes to its start"));
  }
  show_->setObjectName(QStringLiteral("logShow"));
  show_->setToolTip(tr("Things of the world stand where the log has those of the same name; the world stays as it is"));
  with_motion_->setObjectName(QStringLiteral("logWithMotion"));
  with_motion_->setToolTip(
      tr("On one time line with the planned motion or program: what that moves is where it is planned, all else where "
         "the log has it"));
  start_->setObjectName(QStringLiteral("logStart"));
  start_->setAccessibleName(tr("When the log starts, on the time line of the motion"));
  start_->setToolTip(start_->accessibleName());
  start_->setRange(-kFarthestStart, kFarthestStart);
  start_->setPrefix(tr("from "));
  start_->setSuffix(tr(" s"));
  start_->setSingleStep(0.1);
  start_->setButtonSymbols(QAbstractSpinBox::NoButtons);
  start_->setEnabled(false);
  auto* row = new QHBoxLayout;
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addLayout(row);
  column->addLayout(ghostRow());
  row->addWidget(clock_, 1);
  row->addWidget(show_);
  row->addWidget(with_motion_);
  row->addWidget(start_);
  connect(clock_, &MotionClock::shown, &log_, &IsaacLog::setTime);
  connect(show_, &QCheckBox::clicked, &log_, [this](bool on) { log_.setShown(on); });
  connect(with_motion_, &QCheckBox::toggled, start_, &QWidget::setEnabled);
  connect(with_motion_, &QCheckBox::clicked, this, &LogBar::withMotionChanged);
  connect(start_, &QDoubleSpinBox::valueChanged, this, &LogBar::withMotionChanged);
  connect(&log_, &IsaacLog::timeChanged, this, &LogBar::showTime);
  connect(&log_, &IsaacLog::stateChanged, this, &LogBar::showState);
  showState();
}

QHBoxLayout* LogBar::ghostRow() {
  ghost_->setObjectName(QStringLiteral("logGhost"));
  ghost_->setToolTip(tr("Shows, translucent, where the log has what the plan moves"));
  ghost_->setChecked(true);
  ghost_->setEnabled(false);
  told_->setObjectName(QStringLiteral("logGhostWords"));
  told_->setAccessibleName(tr("How far the recording is from the plan"));
  auto* below = new QHBoxLayout;
  below->addWidget(ghost_);
  below->addWidget(told_, 1);
  connect(ghost_, &QCheckBox::toggled, this, &LogBar::ghostChanged);
  connect(with_motion_, &QCheckBox::toggled, ghost_, &QWidget::setEnabled);
  return below;
}

void LogBar::tellGhost(const QString& words) { told_->setText(words); }

void LogBar::pause() {
  if (clock_->isPlaying()) clock_->playOrPause();
}

void LogBar::showTime() {
  if (clock_->seconds() != log_.time()) clock_->rest(log_.time());
}

void LogBar::showState() {
  if (!log_.isOpen()) pause();
  clock_->setDuration(log_.isOpen() ? std::optional<double>(log_.duration()) : std::nullopt);
  show_->setEnabled(log_.isOpen());
  with_motion_->setEnabled(log_.isOpen());
  show_->setChecked(log_.isShown());
  clock_->rest(log_.time());
}

}  // namespace ww::ui
