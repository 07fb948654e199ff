// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QKeySequence>
#include <QString>

namespace ww::ui {

// The keys that a user gave to an action; those that it has otherwise.
QList<QKeySequence> keysOf(const QString& action, const QList<QKeySequence>& usual);
// Kept, unless they are the usual ones.
void keepKeys(const QString& action, const QList<QKeySequence>& keys, const QList<QKeySequence>& usual);

// Whether one would be in the way of the other: alike, or the beginning of it.
bool keysCollide(const QKeySequence& a, const QKeySequence& b);
// Why keys cannot be a shortcut, for people; empty when they can.
QString whyNoShortcut(const QKeySequence& keys);

}  // namespace ww::ui
