// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/isaac/log_bar.h"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <cmath>

#include "ui/panels/isaac/isaac_text.h"
#include "ui/widgets/icons.h"

namespace ww::ui {
namespace {

constexpr int kSteps = 10000;  // of the slider

}  // namespace

LogBar::LogBar(IsaacLog& log, QWidget* parent)
    : QWidget(parent),
      log_(log),
      play_(new QToolButton),
      slider_(new QSlider(Qt::Horizontal)),
      time_(new QLabel),
      speed_(new QComboBox),
      show_(new QCheckBox(tr("Show in the &view"))) {
  play_->setObjectName(QStringLiteral("logPlay"));
  play_->setAccessibleName(tr("Play the log"));
  play_->setAutoRaise(true);
  slider_->setObjectName(QStringLiteral("logTime"));
  slider_->setAccessibleName(tr("Time in the log"));
  slider_->setRange(0, kSteps);
  slider_->setPageStep(kSteps / 20);
  speed_->setObjectName(QStringLiteral("logSpeed"));
  speed_->setAccessibleName(tr("Speed"));
  for (const double times : {0.1, 0.5, 1.0, 2.0, 10.0}) speed_->addItem(tr("%1 x").arg(times), times);
  speed_->setCurrentIndex(2);
  show_->setObjectName(QStringLiteral("logShow"));
  show_->setToolTip(tr("Things of the world stand where the log has those of the same name; the world stays as it is"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(play_);
  row->addWidget(slider_, 1);
  row->addWidget(time_);
  row->addWidget(speed_);
  row->addWidget(show_);
  connect(play_, &QToolButton::clicked, &log_, [this] { log_.setPlaying(!log_.isPlaying()); });
  connect(slider_, &QSlider::valueChanged, &log_,
          [this](int value) { log_.setTime(log_.duration() * value / kSteps); });
  connect(speed_, &QComboBox::activated, &log_, [this] { log_.setSpeed(speed_->currentData().toDouble()); });
  connect(show_, &QCheckBox::clicked, &log_, [this](bool on) { log_.setShown(on); });
  connect(&log_, &IsaacLog::timeChanged, this, &LogBar::showTime);
  connect(&log_, &IsaacLog::stateChanged, this, &LogBar::showState);
  showState();
}

void LogBar::showTime() {
  const double all = log_.duration();
  const QSignalBlocker quiet(slider_);
  slider_->setValue(all > 0.0 ? static_cast<int>(std::lround(kSteps * log_.time() / all)) : 0);
  time_->setText(tr("%1 of %2").arg(secondText(log_.time()), secondText(all)));
}

void LogBar::showState() {
  const bool playing = log_.isPlaying();
  play_->setIcon(icon(playing ? QStringLiteral("pause") : QStringLiteral("play")));
  play_->setToolTip(playing ? tr("Holds the log") : tr("Plays the log in its own time"));
  for (QWidget* widget : std::initializer_list<QWidget*>{play_, slider_, speed_, show_})
    widget->setEnabled(log_.isOpen());
  show_->setChecked(log_.isShown());
  showTime();
}

}  // namespace ww::ui
