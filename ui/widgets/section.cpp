// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/section.h"

#include <QSettings>

namespace ww::ui {

Section::Section(const QString& id, const QString& title, QWidget* parent)
    : QWidget(parent), head_(new QToolButton(this)), body_(new QWidget(this)), layout_(new QVBoxLayout(body_)) {
  const QString key = QStringLiteral("sections/") + id;
  head_->setObjectName(QStringLiteral("sectionHead"));
  head_->setText(title);
  head_->setCheckable(true);
  head_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  head_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  head_->setAccessibleName(title);
  head_->setToolTip(tr("Show or hide this section"));
  layout_->setContentsMargins(0, 2, 0, 6);
  layout_->setSpacing(4);
  auto* box = new QVBoxLayout(this);
  box->setContentsMargins(0, 0, 0, 0);
  box->setSpacing(2);
  box->addWidget(head_);
  box->addWidget(body_);
  const auto apply = [this](bool open) {
    body_->setVisible(open);
    head_->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
  };
  head_->setChecked(QSettings().value(key, true).toBool());
  apply(head_->isChecked());
  connect(head_, &QToolButton::toggled, this, [key, apply](bool open) {
    QSettings().setValue(key, open);
    apply(open);
  });
}

void clearLayout(QLayout* layout) {
  while (QLayoutItem* item = layout->takeAt(0)) {
    if (item->widget()) { item->widget()->hide(); item->widget()->deleteLater(); }
    if (item->layout()) clearLayout(item->layout());
    delete item;
  }
}

}  // namespace ww::ui
