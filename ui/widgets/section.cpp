// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/section.h"

#include <QCoreApplication>
#include <QEvent>
#include <QScrollArea>
#include <utility>

#include "ui/settings/user_settings.h"
#include "ui/widgets/wheel_guard.h"

namespace ww::ui {

namespace {

constexpr int kLong = 5;  // things; more of them are folded at first

QString keyOf(const QString& id) { return QStringLiteral("sections/") + id; }

}  // namespace

Section::Section(const QString& id, const QString& title, QWidget* parent)
    : QWidget(parent),
      id_(id),
      title_(title),
      head_(new QToolButton(this)),
      body_(new QWidget(this)),
      layout_(new QVBoxLayout(body_)) {
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
  apply(settings::value(keyOf(id_), true).toBool());
  connect(head_, &QToolButton::clicked, this, [this](bool open) {
    settings::set(keyOf(id_), open);
    apply(open);
  });
}

void Section::whenOpen(std::function<void()> make) {
  to_make_.push_back(std::move(make));
  if (head_->isChecked()) makeAll();
}

void Section::makeAll() {
  for (const auto& make : std::exchange(to_make_, {})) make();
  leaveWheelTo(*body_);
}

void Section::apply(bool open) {
  if (open) makeAll();
  head_->setChecked(open);
  head_->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
  body_->setVisible(open);
}

void Section::foldAtFirst() { apply(settings::value(keyOf(id_), false).toBool()); }

void Section::setCount(int count) {
  head_->setText(QStringLiteral("%1 (%2)").arg(title_).arg(count));
  apply(settings::value(keyOf(id_), count <= kLong).toBool());
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
