// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/status_text.h"

#include <QCoreApplication>

#include "ui/bridge/core_text.h"

namespace ww::ui {
namespace {

struct StatusTexts { Q_DECLARE_TR_FUNCTIONS(StatusText) };

// What to do when the failure itself does not say.
QString usualHint(Code code) {
  switch (code) {
    case Code::kAborted: return StatusTexts::tr("The world has changed meanwhile. Try again.");
    case Code::kPermissionDenied: return StatusTexts::tr("Choose another place, or ask for the right to write there.");
    case Code::kResourceExhausted: return StatusTexts::tr("Close other programs or choose a smaller input.");
    case Code::kDeadlineExceeded: return StatusTexts::tr("Allow more time and try again.");
    case Code::kDataLoss: return StatusTexts::tr("Restore an earlier copy of the file, or run \"worldwright verify --repair\".");
    case Code::kInternal: return StatusTexts::tr("This is a fault of the program. Please report it with the log.");
    default: return {};
  }
}

QString sentence(QString text) {
  if (text.isEmpty()) return text;
  text[0] = text[0].toUpper();
  if (!text.endsWith(QLatin1Char('.')) && !text.endsWith(QLatin1Char('!')) && !text.endsWith(QLatin1Char('?')))
    text += QLatin1Char('.');
  return text;
}

}  // namespace

Message toMessage(const Status& status) {
  Message message;
  message.title = sentence(coreText(status.title));
  message.details = coreText(status.message);
  message.hint = status.hint.empty() ? usualHint(status.code) : sentence(coreText(status.hint));
  message.subject = QString::fromStdString(status.subject);
  return message;
}

QString toLine(const Status& status) {
  const Message message = toMessage(status);
  return message.hint.isEmpty() ? message.title : message.title + QLatin1Char(' ') + message.hint;
}

QString toLine(const Diagnostic& diagnostic) {
  QString line = sentence(coreText(diagnostic.message));
  if (!diagnostic.hint.empty()) line += QLatin1Char(' ') + sentence(coreText(diagnostic.hint));
  if (!diagnostic.path.empty()) line += QStringLiteral(" (%1)").arg(QString::fromStdString(diagnostic.path));
  return line;
}

}  // namespace ww::ui
