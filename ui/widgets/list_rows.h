// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QStringList>
#include <QTreeWidget>
#include <vector>

namespace ww::ui {

// Brings the rows of a flat list to these texts; what stays the same is not touched, and the current row is kept by
// its first text.
void setRows(QTreeWidget* list, const std::vector<QStringList>& rows);

}  // namespace ww::ui
