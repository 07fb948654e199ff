// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QJsonArray>
#include <QJsonObject>
#include <QString>

class QAction;
class QWidget;

namespace ww::editor {

// What the probe says about widgets: rectangles of the screen, texts, whether they can be used. An
// answer without a rectangle means that there is nothing to point at.
QJsonArray rectOf(const QWidget* widget);
// The widget of that object name, accessible name, text or class; those that can be seen come first.
// `within`: below the widget of that name; empty: anywhere.
QWidget* findWidget(const QString& name, const QString& within);
QJsonObject describe(const QWidget* widget);
// An entry of a box whose list is open, of a list, tree, menu, menu bar or tab bar, by its text.
QJsonObject describeItem(const QWidget* widget, const QString& text);
// The buttons of an action that can be seen, and its open menu entry.
QJsonObject describeAction(const QAction* action);

}  // namespace ww::editor
