// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/sight_bar.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

namespace ww::ui {

SightBar::SightBar(QWidget* parent)
    : QWidget(parent), objects_(new QComboBox(this)), when_(new QComboBox(this)), words_(new QLabel(this)) {
  objects_->setObjectName(QStringLiteral("sightObject"));
  objects_->setAccessibleName(tr("Object that is to be seen"));
  objects_->setToolTip(tr("Whether the camera sees this object, or what hides it"));
  objects_->addItem(tr("no object"), QVariant::fromValue<quint64>(0));
  when_->setObjectName(QStringLiteral("sightWhen"));
  when_->setAccessibleName(tr("When it is to be seen"));
  when_->setToolTip(tr("As things are shown, or all the time while a program runs as it was planned last"));
  when_->addItem(tr("now"), QString());
  for (QComboBox* box : {objects_, when_}) {
    box->setMinimumContentsLength(8);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  }
  words_->setObjectName(QStringLiteral("sightWords"));
  words_->setWordWrap(true);
  auto* row = new QHBoxLayout;
  row->addWidget(new QLabel(tr("Sees"), this));
  row->addWidget(objects_, 1);
  row->addWidget(when_, 1);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addLayout(row);
  column->addWidget(words_);
  words_->hide();
  for (QComboBox* box : {objects_, when_}) connect(box, &QComboBox::currentIndexChanged, this, &SightBar::changed);
}

void SightBar::setObjects(const std::vector<std::pair<ObjectId, QString>>& objects) {
  const ObjectId before = watched();
  {
    const QSignalBlocker quiet(objects_);
    while (objects_->count() > 1) objects_->removeItem(1);
    for (const auto& [id, name] : objects) objects_->addItem(name, QVariant::fromValue<quint64>(id.value));
    objects_->setCurrentIndex(std::max(0, objects_->findData(QVariant::fromValue<quint64>(before.value))));
  }
  if (watched() != before) Q_EMIT changed();
}

void SightBar::setPrograms(const QStringList& names) {
  const QString before = program();
  {
    const QSignalBlocker quiet(when_);
    while (when_->count() > 1) when_->removeItem(1);
    for (const QString& name : names) when_->addItem(tr("while %1 runs").arg(name), name);
    when_->setCurrentIndex(std::max(0, when_->findData(before)));
  }
  if (program() != before) Q_EMIT changed();
}

ObjectId SightBar::watched() const { return ObjectId{objects_->currentData().toULongLong()}; }

QString SightBar::program() const { return when_->currentData().toString(); }

void SightBar::tell(const QString& words) {
  words_->setText(words);
  words_->setVisible(!words.isEmpty());
}

QString SightBar::told() const { return words_->text(); }

}  // namespace ww::ui
