// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/isaac/log_bar.h"

#include <QHBoxLayout>

namespace ww::ui {

LogBar::LogBar(IsaacLog& log, QWidget* parent)
    : QWidget(parent), log_(log), clock_(new MotionClock(this)), show_(new QCheckBox(tr("Show in the &view"))) {
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
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(clock_, 1);
  row->addWidget(show_);
  connect(clock_, &MotionClock::shown, &log_, &IsaacLog::setTime);
  connect(show_, &QCheckBox::clicked, &log_, [this](bool on) { log_.setShown(on); });
  connect(&log_, &IsaacLog::timeChanged, this, &LogBar::showTime);
  connect(&log_, &IsaacLog::stateChanged, this, &LogBar::showState);
  showState();
}

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
  show_->setChecked(log_.isShown());
  clock_->rest(log_.time());
}

}  // namespace ww::ui
