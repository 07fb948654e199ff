// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/section.h"

#include <QCoreApplication>
#include <QEvent>
#include <QScrollArea>

#include "ui/settings/user_settings.h"

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
  head_->setChecked(settings::value(key, true).toBool());
  apply(head_->isChecked());
  connect(head_, &QToolButton::toggled, this, [key, apply](bool open) {
    settings::set(key, open);
    apply(open);
  });
}

QuietRebuild::QuietRebuild(QWidget* body) : body_(body), was_on_(body->updatesEnabled()) {
  body_->setUpdatesEnabled(false);
}

QuietRebuild::~QuietRebuild() {
  if (body_->isVisible())
    for (auto* widget : body_->findChildren<QWidget*>())
      if (!widget->isWindow() && widget->isHidden() && !widget->testAttribute(Qt::WA_WState_ExplicitShowHide))
        widget->show();
  // From the outside in: the room first, then what stands in it.
  QWidget* area = body_->parentWidget();
  while (area && !qobject_cast<QScrollArea*>(area)) area = area->parentWidget();
  QEvent room(QEvent::LayoutRequest);
  if (area) QCoreApplication::sendEvent(area, &room);
  if (body_->layout()) body_->layout()->activate();
  body_->setUpdatesEnabled(was_on_);
}

void clearLayout(QLayout* layout) {
  while (QLayoutItem* item = layout->takeAt(0)) {
    if (item->widget()) {
      item->widget()->hide();
      item->widget()->deleteLater();
    }
    if (item->layout()) clearLayout(item->layout());
    delete item;
  }
}

}  // namespace ww::ui
