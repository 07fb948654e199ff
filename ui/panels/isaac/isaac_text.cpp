// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/isaac/isaac_text.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QLocale>

#include "core/interop/isaac/types.h"

namespace ww::ui {
namespace {
struct IsaacText {
  Q_DECLARE_TR_FUNCTIONS(IsaacText)
};
}  // namespace

QString byteText(double bytes) {
  return QLocale().formattedDataSize(static_cast<qint64>(bytes), 1, QLocale::DataSizeSIFormat);
}

QString secondText(double seconds) { return IsaacText::tr("%1 s").arg(QLocale().toString(seconds, 'f', 2)); }

QString messageTitle(const isaac::Message& message) {
  return IsaacText::tr("%1 on %2, %3")
      .arg(QString::fromStdString(isaac::typeName(message.type_id)), QString::fromStdString(message.channel),
           byteText(static_cast<double>(message.payloadBytes())));
}

QTreeWidget* plainList(const char* object_name, const QString& name, const QStringList& columns) {
  auto* list = new QTreeWidget;
  list->setObjectName(QLatin1String(object_name));
  list->setAccessibleName(name);
  list->setHeaderLabels(columns);
  list->setRootIsDecorated(false);
  list->setUniformRowHeights(true);
  list->setEditTriggers(QAbstractItemView::NoEditTriggers);
  list->header()->setMinimumSectionSize(40);
  list->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  return list;
}

}  // namespace ww::ui
