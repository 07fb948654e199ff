// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/plain_texts.h"

#include <QApplication>
#include <QEvent>
#include <QLabel>

namespace ww::ui {
namespace {

bool isTip(const QLabel& label) { return label.inherits("QTipLabel"); }

// A picture of our own making.
bool isOwn(const QString& text) { return text.startsWith(QLatin1String("<img src=\"data:image/png;base64,")); }

}  // namespace

PlainTexts::PlainTexts(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

// The label of a tool tip has its size before it is shown, and then gets the one of the text as it is.
bool PlainTexts::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::Polish && event->type() != QEvent::Show) return false;
  auto* label = qobject_cast<QLabel*>(watched);
  if (!label || label->textFormat() != Qt::AutoText || isOwn(label->text())) return false;
  if (!isTip(*label)) {
    label->setTextFormat(Qt::PlainText);
  } else if (event->type() == QEvent::Show && Qt::mightBeRichText(label->text())) {
    label->setTextFormat(Qt::PlainText);
    label->resize(label->sizeHint());
  }
  return false;
}

}  // namespace ww::ui
