// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>
#include <QVariant>

// What the program keeps for its user, as QSettings has it. That waits for the disk twice whenever something is
// written, on a busy one for seconds: here a thread of its own does.
namespace ww::ui::settings {

// What was set last, whether it is written already or not.
QVariant value(const QString& key, const QVariant& otherwise = {});
void set(const QString& key, const QVariant& value);
void remove(const QString& key);
// Waits until all is written.
void flush();

}  // namespace ww::ui::settings
