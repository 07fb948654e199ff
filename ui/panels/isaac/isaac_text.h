// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <QTreeWidget>

#include "core/interop/isaac/message.h"

namespace ww::ui {

// "PoseTreeEdgeProto on pose, 240 B".
QString messageTitle(const isaac::Message& message);
// "1.2 MB", in the unit that fits; a rate of them is per second.
QString byteText(double bytes);
// "12.3 s".
QString secondText(double seconds);
// A flat list that nobody edits, with a header.
QTreeWidget* plainList(const char* object_name, const QString& name, const QStringList& columns);

}  // namespace ww::ui
