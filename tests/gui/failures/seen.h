// SPDX-License-Identifier: Apache-2.0
// What a person sees of a part of the window, and what is wrong with it as an answer.
#pragma once
#include <QString>
#include <QStringList>

class QWidget;

namespace ww::editor {

// All texts that can be seen, from above to below; those of buttons in brackets.
QString seenIn(const QWidget& part);
// Texts that are cut off there, or lie outside of the window.
QStringList cutIn(const QWidget& part);

// Why a text is no answer in any language: an option of the command line, a phrase that says nothing, a field that
// was not filled in, a word of a library, a figure of zeros. Empty when there is nothing of the kind.
QStringList flawsOf(const QString& text);
// What is wrong with the German of an English text: not translated, other figures or names, a decimal point.
QStringList flawsOfGerman(const QString& english, const QString& german);

}  // namespace ww::editor
