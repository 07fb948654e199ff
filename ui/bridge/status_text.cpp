// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/status_text.h"

#include <QCoreApplication>
#include <algorithm>
#include <numbers>
#include <string_view>

#include "core/base/failure.h"
#include "ui/bridge/core_text.h"
#include "ui/bridge/motion_text.h"

namespace ww::ui {
namespace {

struct StatusTexts {
  Q_DECLARE_TR_FUNCTIONS(StatusText)
};

// What to do when the failure itself does not say.
QString usualHint(Code code) {
  switch (code) {
    case Code::kAborted: return StatusTexts::tr("The world has changed meanwhile. Try again.");
    case Code::kPermissionDenied: return StatusTexts::tr("Choose another place, or ask for the right to write there.");
    case Code::kResourceExhausted: return StatusTexts::tr("Close other programs or choose a smaller input.");
    case Code::kDeadlineExceeded: return StatusTexts::tr("Allow more time and try again.");
    case Code::kDataLoss:
      return StatusTexts::tr("Restore an earlier copy of the file, or open it here: what is sound in it can be saved.");
    case Code::kInternal: return StatusTexts::tr("This is a fault of the program. Please report it with the log.");
    default: return {};
  }
}

// Hints of the core that speak of the command line, and what to do in the window instead.
struct OwnHint {
  std::string_view core;
  const char* here;
};
constexpr const char* kSalvage =
    QT_TRANSLATE_NOOP("StatusText", "Open the file here and choose \"Save what can be saved...\", or restore a backup");
constexpr OwnHint kOwnHints[] = {
    {"restore a backup, or try `worldwright verify --repair`", kSalvage},
    {"let `worldwright verify FILE --repair OUT` take out what is sound", kSalvage},
    {"the file was made or changed by another program; `worldwright verify FILE --repair OUT` takes out what is sound",
     QT_TRANSLATE_NOOP(
         "StatusText",
         "The file was made or changed by another program; \"Save what can be saved...\" takes out what is sound")},
    {"use motion type ANY to go around, move the obstacle, or exclude the pair by a collision rule",
     QT_TRANSLATE_NOOP("StatusText",
                       "Choose the motion \"Around obstacles\", move the obstacle, or exclude this pair")},
    {"give it more time, move the obstacle, or add a waypoint",
     QT_TRANSLATE_NOOP("StatusText", "Plan again, move the obstacle or the target, or go by way of a place between")},
};

// Names of files, links and joints stay as they are.
bool isName(QStringView word) {
  return std::any_of(word.begin(), word.end(),
                     [](QChar c) { return c.isDigit() || QStringView(u"._/\\:*").contains(c); });
}

QString sentence(QString text) {
  if (text.isEmpty()) return text;
  if (!isName(QStringView(text).left(text.indexOf(QLatin1Char(' '))))) text[0] = text[0].toUpper();
  if (!text.endsWith(QLatin1Char('.')) && !text.endsWith(QLatin1Char('!')) && !text.endsWith(QLatin1Char('?')))
    text += QLatin1Char('.');
  return text;
}

}  // namespace

QString hintText(const std::string& hint) {
  for (const OwnHint& own : kOwnHints)
    if (hint == own.core) return sentence(StatusTexts::tr(own.here));
  return sentence(coreText(hint));
}

namespace {

// In the window's language, units and notation.
class WindowVoice : public Voice {
 public:
  std::string text(const char* english) const override {
    return QCoreApplication::translate("Core", english).toStdString();
  }
  std::string finished(const std::string& sentence) const override { return coreText(sentence).toStdString(); }
  std::string length(double m) const override { return lengthText(m).toStdString(); }
  std::string angle(double rad) const override {
    return (QString::number(rad * 180.0 / std::numbers::pi, 'g', 4) + QStringLiteral("°")).toStdString();
  }
};

Message written(const Status& status) {
  const Failure& failure = *status.failure;
  const FailureRow& row = *failure.row;
  const WindowVoice voice;
  Message message;
  message.title = sentence(QString::fromStdString(titleText(failure, voice)));
  message.hint =
      sentence(QString::fromStdString(ww::hintText(failure, *row.in_window ? row.in_window : row.hint, voice)));
  if (message.hint.isEmpty()) message.hint = status.hint.empty() ? usualHint(status.code) : hintText(status.hint);
  message.details = coreText(status.message);
  message.subject = QString::fromStdString(status.subject);
  message.action = QString::fromLatin1(row.action);
  return message;
}

}  // namespace

Message toMessage(const Status& status) {
  if (status.failure) return written(status);
  Message message;
  message.title = sentence(coreText(status.title));
  message.details = coreText(status.message);
  message.hint = status.hint.empty() ? usualHint(status.code) : hintText(status.hint);
  message.subject = QString::fromStdString(status.subject);
  return message;
}

QString toLine(const Status& status) {
  const Message message = toMessage(status);
  return message.hint.isEmpty() ? message.title : message.title + QLatin1Char(' ') + message.hint;
}

QString toLine(const Diagnostic& diagnostic) {
  QString line = toLine(Status{Code::kUnknown, diagnostic.message, {}, diagnostic.hint, {}, diagnostic.failure});
  QStringList where;
  if (!diagnostic.path.empty()) where << QString::fromStdString(diagnostic.path);
  if (diagnostic.line > 0)
    where << QStringLiteral("%1:%2").arg(QString::fromStdString(diagnostic.file)).arg(diagnostic.line);
  if (!where.isEmpty()) line += QStringLiteral(" (%1)").arg(where.join(QStringLiteral(", ")));
  return line;
}

}  // namespace ww::ui
