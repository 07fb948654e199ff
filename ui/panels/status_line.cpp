// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/status_line.h"

#include <QHBoxLayout>

#include "ui/settings/preferences.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/quantity.h"

namespace ww::ui {

StatusLine::StatusLine(JobBridge& jobs, QWidget* parent)
    : QWidget(parent),
      jobs_(jobs),
      hint_(new ElidedLabel(this)),
      job_text_(new QPushButton(this)),
      bar_(new QProgressBar(this)),
      units_(new QLabel(this)),
      saved_(new QLabel(this)),
      kept_(new QLabel(this)) {
  hint_->setObjectName(QStringLiteral("dim"));
  hint_->setAccessibleName(tr("Hint"));
  hint_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  job_text_->setObjectName(QStringLiteral("link"));
  job_text_->setToolTip(tr("Shows the jobs"));
  job_text_->setAccessibleName(tr("Running jobs"));
  bar_->setFixedWidth(90);
  bar_->setTextVisible(false);
  bar_->setRange(0, 1000);
  bar_->setAccessibleName(tr("Progress of the running jobs"));
  const auto show_units = [this] {
    const auto symbol = [](Quantity quantity) { return QString::fromUtf8(defaultUnit(quantity).symbol); };
    units_->setText(QStringLiteral("%1, %2").arg(symbol(Quantity::kLength), symbol(Quantity::kAngle)));
    units_->setToolTip(
        tr("Lengths are shown in %1 and angles in %2, as the preferences say; fields take any unit, such "
           "as 2in or 0.5rad")
            .arg(symbol(Quantity::kLength), symbol(Quantity::kAngle)));
  };
  show_units();
  connect(&Preferences::instance(), &Preferences::changed, this, show_units);
  units_->setObjectName(QStringLiteral("dim"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 0, 8, 0);
  row->setSpacing(16);
  row->addWidget(hint_, 1);
  row->addWidget(job_text_);
  row->addWidget(bar_);
  row->addWidget(units_);
  row->addWidget(saved_);
  row->addWidget(kept_);
  kept_->setFixedWidth(fontMetrics().horizontalAdvance(QChar(0x25cf)));  // the same with and without the mark
  kept_->hide();
  connect(job_text_, &QPushButton::clicked, this, &StatusLine::jobsClicked);
  connect(&jobs_, &JobBridge::added, this, &StatusLine::showJobs);
  connect(&jobs_, &JobBridge::updated, this, &StatusLine::showJobs);
  connect(&jobs_, &JobBridge::finished, this, &StatusLine::showJobs);
  showJobs();
}

void StatusLine::setHint(const QString& text) {
  idle_ = text;
  saying_ = false;
  showText(text);
}

void StatusLine::say(const QString& text) {
  saying_ = true;
  showText(text);
}

void StatusLine::endSaid() {
  if (saying_) setHint(idle_);
}

void StatusLine::showText(const QString& text) {
  if (hint_->text() == text) return;
  hint_->setText(text);
  hint_->setToolTip(text);
}

void StatusLine::setSaved(bool saved, const QString& file) {
  // Without a file, nothing has been saved: there is only nothing to save yet.
  saved_->setText(!saved ? tr("not saved") : file.isEmpty() ? tr("new") : tr("saved"));
  saved_->setToolTip(file.isEmpty() ? tr("This world has no file yet") : file);
  saved_->setObjectName(saved ? QStringLiteral("dim") : QStringLiteral("warnText"));
  saved_->setStyleSheet(saved_->styleSheet());  // the name has changed: look it up again
}

void StatusLine::setKept(Kept kept) {
  kept_->setVisible(kept != Kept::kOff);
  const bool failing = kept == Kept::kFailing;
  kept_->setText(kept == Kept::kPending || failing ? QString(QChar(0x25cf)) : QString());
  kept_->setToolTip(failing                  ? tr("What was done last would be lost in a crash: save the world")
                    : kept == Kept::kPending ? tr("What was done last is being kept for the case of a crash")
                                             : tr("All that was done is kept for the case of a crash"));
  kept_->setAccessibleName(kept_->toolTip());
  const QString name = failing ? QStringLiteral("warnText") : QStringLiteral("dim");
  if (kept_->objectName() == name) return;
  kept_->setObjectName(name);
  kept_->setStyleSheet(kept_->styleSheet());  // the name has changed: look it up again
}

void StatusLine::showJobs() {
  const int running = jobs_.running();
  job_text_->setVisible(running > 0);
  bar_->setVisible(running > 0);
  if (running == 0) return;
  const int share = qRound(jobs_.fraction() * 1000);
  job_text_->setText(tr("%n jobs", "", running));
  bar_->setRange(0, share > 0 ? 1000 : 0);
  bar_->setValue(share);
}

}  // namespace ww::ui
