// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/timeline/report_page.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QMimeData>
#include <QScrollBar>
#include <QVBoxLayout>

#include "ui/widgets/icons.h"

namespace ww::ui {

ReportPage::ReportPage(QWidget* parent)
    : QDialog(parent),
      page_(new QTextBrowser(this)),
      copy_(new QPushButton(icon(QStringLiteral("copy")), tr("&Copy"), this)) {
  setObjectName(QStringLiteral("motionReport"));
  setWindowTitle(tr("Report of the motion"));
  page_->setAccessibleName(tr("Figures of the motion"));
  copy_->setToolTip(tr("Copies the report: as a table for sheets of figures, with its layout for texts"));
  auto* close = new QPushButton(tr("Close"), this);
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(copy_);
  buttons->addStretch(1);
  buttons->addWidget(close);
  auto* column = new QVBoxLayout(this);
  column->addWidget(page_, 1);
  column->addLayout(buttons);
  resize(620, 460);
  connect(copy_, &QPushButton::clicked, this, &ReportPage::copy);
  connect(close, &QPushButton::clicked, this, &QDialog::close);
}

void ReportPage::setReport(const MotionReport& report) {
  report_ = report;
  // It stays where somebody reads.
  const int at = page_->verticalScrollBar()->value();
  page_->setHtml(report.toHtml());
  page_->verticalScrollBar()->setValue(at);
}

void ReportPage::copy() {
  auto* copied = new QMimeData;
  copied->setText(report_.toText());
  copied->setHtml(report_.toHtml());
  QGuiApplication::clipboard()->setMimeData(copied);
}

}  // namespace ww::ui
