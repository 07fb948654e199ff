// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/status_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <memory>
#include <string_view>

#include "core/base/failure.h"
#include "ui/bridge/motion_text.h"
#include "ui/settings/units.h"

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

// In the window's language, units and notation.
class WindowVoice : public Voice {
 public:
  std::string text(const char* english) const override {
    return QCoreApplication::translate("Core", english).toStdString();
  }
  const char* ownHint(const FailureRow& row) const override { return *row.in_window ? row.in_window : row.hint; }
  std::string quoted(const std::string& name) const override {
    //: A name in quotes
    return QCoreApplication::translate("StatusText", "'%1'").arg(QString::fromStdString(name)).toStdString();
  }
  std::string length(double m) const override { return lengthText(m).toStdString(); }
  std::string angle(double rad) const override {
    if (const Unit& unit = defaultUnit(Quantity::kAngle); QLatin1String(unit.symbol) == QLatin1String("rad"))
      return (QLocale().toString(rad, 'g', 4) + QStringLiteral(" rad")).toStdString();
    return local(
        QString::fromStdString(angleText(rad)).replace(QStringLiteral(" deg"), QStringLiteral("°")).toStdString());
  }
  std::string number(double value) const override { return local(Voice::number(value)); }
  std::string seconds(double s) const override { return local(Voice::seconds(s)); }
  std::string bytes(std::uint64_t count) const override { return local(Voice::bytes(count)); }

 private:
  static std::string local(const std::string& figure) {
    return QString::fromStdString(figure).replace(QLatin1Char('.'), QLocale().decimalPoint()).toStdString();
  }
};

QString hintOf(const Failure& failure, const Voice& voice) {
  QString hint = sentence(QString::fromStdString(hintText(failure, voice)));
  // "Did you mean 'home'? Choose another."
  if (const auto question = failure.near.empty() ? -1 : hint.lastIndexOf(QLatin1String("? ")); question >= 0)
    hint = hint.left(question + 2) + sentence(hint.mid(question + 2));
  return hint;
}

QString actionOf(const Failure& failure) {
  QString action = QString::fromLatin1(failure.row->action);
  for (const Status& cause : failure.causes)
    if (action.isEmpty() && cause.failure) action = actionOf(*cause.failure);
  return action;
}

// In the window the object that holds all others is called the world.
Failure asCalledHere(Failure failure) {
  for (FailureArg& a : failure.args)
    if (auto* node = std::get_if<arg::Node>(&a.value); node && node->display == "root")
      //: As the list of objects calls what holds all others
      node->display = StatusTexts::tr("world").toStdString();
  for (Status& cause : failure.causes)
    if (cause.failure) cause.failure = std::make_shared<const Failure>(asCalledHere(*cause.failure));
  return failure;
}

Message written(const Failure& told) {
  const Failure failure = asCalledHere(told);
  const WindowVoice voice;
  Message message;
  message.title = sentence(QString::fromStdString(titleText(failure, voice)));
  message.details = QString::fromStdString(detailsText(failure, voice));
  message.hint = hintOf(failure, voice);
  message.action = actionOf(failure);
  return message;
}

}  // namespace

QString toText(const Phrase& phrase) { return QString::fromStdString(textOf(phrase, WindowVoice())); }

Message toMessage(const Status& status) {
  Message message;
  if (status.failure) {
    message = written(*status.failure);
  } else {
    // A hint that is no data may be one for the command line, and is of no use here.
    message.title = sentence(QString::fromStdString(status.title));
  }
  if (message.details.isEmpty()) message.details = QString::fromStdString(status.message);
  if (message.hint.isEmpty()) message.hint = usualHint(status.code);
  message.subject = QString::fromStdString(status.subject);
  return message;
}

Message toMessage(const Diagnostic& diagnostic) {
  Message message;
  if (diagnostic.failure) {
    message = written(*diagnostic.failure);
  } else {
    message.title = sentence(QString::fromStdString(diagnostic.message));
  }
  message.subject = QString::fromStdString(diagnostic.path.empty() ? diagnostic.file : diagnostic.path);
  return message;
}

QString toLine(const Status& status) {
  const Message message = toMessage(status);
  return message.hint.isEmpty() ? message.title : message.title + QLatin1Char(' ') + message.hint;
}

QString toLine(const Diagnostic& diagnostic) {
  const Message message = toMessage(diagnostic);
  QString line = message.hint.isEmpty() ? message.title : message.title + QLatin1Char(' ') + message.hint;
  QStringList where;
  if (!diagnostic.path.empty()) where << QString::fromStdString(diagnostic.path);
  if (diagnostic.line > 0)
    where << QStringLiteral("%1:%2").arg(QString::fromStdString(diagnostic.file)).arg(diagnostic.line);
  if (!where.isEmpty()) line += QStringLiteral(" (%1)").arg(where.join(QStringLiteral(", ")));
  return line;
}

}  // namespace ww::ui
