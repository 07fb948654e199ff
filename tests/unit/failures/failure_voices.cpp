// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/failures/failure_voices.h"

#include <google/protobuf/any.pb.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <QCoreApplication>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <nlohmann/json.hpp>

#include "app/cli/verb.h"
#include "core/rpc/wire_status.h"
#include "google/rpc/status.pb.h"
#include "intrinsic/util/status/extended_status.pb.h"
#include "ui/bridge/status_text.h"

namespace ww::cli {
void addVerbs(CLI::App& app, Run& run);
}

namespace ww::test {
namespace {

QString qs(const std::string& text) { return QString::fromStdString(text); }

bool has(const QString& text, const char* pattern) {
  return QRegularExpression(QString::fromUtf8(pattern), QRegularExpression::CaseInsensitiveOption)
      .match(text)
      .hasMatch();
}

intrinsic_proto::status::ExtendedStatus extendedOf(const Status& status) {
  const google::rpc::Status wire = rpc::toRpcStatus(status);
  intrinsic_proto::status::ExtendedStatus out;
  if (wire.details_size() > 0) wire.details(0).UnpackTo(&out);
  return out;
}

// Words that every hint may be made of: one without any other helps with nothing.
const QSet<QString>& emptyWords() {
  static const QSet<QString> kWords = [] {
    QSet<QString> words;
    for (const QString& word :
         QStringLiteral("it this that these those there here again try the a an or and out leave choose another other "
                        "correct check please then first be use is are what something else one send do does not to in "
                        "of for with repair see problem error failure documentation support sie es das den die der "
                        "und oder versuchen wählen andere anderen noch einmal bitte")
             .split(' '))
      words.insert(word);
    return words;
  }();
  return kWords;
}

bool fitsEverything(const QString& hint) {
  for (const QString& word :
       hint.toLower().split(QRegularExpression(QStringLiteral("[^\\w`./-]+")), Qt::SkipEmptyParts))
    if (!emptyWords().contains(word)) return false;
  return true;
}

QSet<QString> fieldsOf(const QString& text) {
  static const QRegularExpression kField(QStringLiteral("\\{([a-z0-9_]+)\\}"));
  QSet<QString> fields;
  for (auto i = kField.globalMatch(text); i.hasNext();) fields.insert(i.next().captured(1));
  return fields;
}

// Empty when the command line takes these words; runs nothing.
QString refused(QStringList words) {
  cli::Run run;
  CLI::App app{"worldwright"};
  cli::addVerbs(app, run);
  if (words.value(0) == QStringLiteral("--help")) return {};
  if (words.contains(QStringLiteral("--help")) || words.contains(QStringLiteral("--list-samples"))) {
    const auto named =
        app.get_subcommands([&](const CLI::App* verb) { return qs(verb->get_name()) == words.value(0); });
    return named.empty() ? words.join(' ') + ": no such verb" : QString();
  }
  std::vector<std::string> reversed;
  for (const QString& word : words) reversed.insert(reversed.begin(), word.toStdString());
  try {
    app.parse(reversed);
  } catch (const CLI::ParseError& error) {
    return words.join(' ') + ": " + error.what();
  }
  return {};
}

// Of all verbs.
const QSet<QString>& options() {
  static const QSet<QString> kOptions = [] {
    QSet<QString> names{QStringLiteral("--version"), QStringLiteral("--help")};
    cli::Run run;
    CLI::App app{"worldwright"};
    cli::addVerbs(app, run);
    for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
      for (const CLI::Option* option : verb->get_options([](const CLI::Option*) { return true; }))
        for (const std::string& name : option->get_lnames()) names.insert(QStringLiteral("--") + qs(name));
    // Of the program behind the verb serve.
    for (const char* name : {"--listen", "--save", "--token-file", "--tls-cert", "--tls-key"})
      names.insert(QString::fromLatin1(name));
    return names;
  }();
  return kOptions;
}

bool isLength(const FailureArg& a) { return std::holds_alternative<arg::Length>(a.value); }
bool isAngle(const FailureArg& a) { return std::holds_alternative<arg::Angle>(a.value); }

}  // namespace

Told atCommand(const Status& status) { return {qs(status.title), qs(status.hint), qs(status.subject)}; }

Told overWire(const Status& status) {
  const auto extended = extendedOf(status);
  return {qs(extended.title()), qs(extended.user_report().instructions()), qs(status.subject)};
}

Told inWindow(const Status& status) {
  const ui::Message message = ui::toMessage(status);
  return {message.title, message.hint, message.subject};
}

QStringList faultsOfText(const Told& told) {
  QStringList faults;
  const QString all = told.title + QStringLiteral(" / ") + told.hint;
  if (told.title.isEmpty()) faults << QStringLiteral("no title");
  if (told.hint.isEmpty()) faults << QStringLiteral("no hint");
  else if (fitsEverything(told.hint)) faults << QStringLiteral("a hint that fits everything");
  if (!fieldsOf(all).isEmpty()) faults << QStringLiteral("a field is left open");
  if (has(all, "''|\"'|'\"|„„|„'|'“|““")) faults << QStringLiteral("quotes twice");
  if (has(all, "  | [,;:.]( |$)|\\(\\)|(?<!&lt);\\s*$|:\\s*$"))
    faults << QStringLiteral("something is missing between the marks");
  if (has(all, "\\b0[.,]0{3,}\\b|-0[.,]0+\\b")) faults << QStringLiteral("a figure that says nothing");
  if (has(all, "something went wrong|unknown error|error occurred|try again later|send it again|\\bmend\\b"))
    faults << QStringLiteral("words that fit everything");
  return faults;
}

QStringList faultsAtCommand(const Told& told) {
  QStringList faults;
  if (has(told.hint, "\\b(button|panel|menu|click|press|dialog)\\b")) faults << QStringLiteral("a button");
  static const QRegularExpression kCommand(QStringLiteral("`worldwright ([^`]+)`"));
  for (auto i = kCommand.globalMatch(told.hint); i.hasNext();)
    if (const QString why = refused(QProcess::splitCommand(i.next().captured(1))); !why.isEmpty()) faults << why;
  static const QRegularExpression kOption(QStringLiteral("(^|[\\s(`])(--[a-z][a-z-]*)"));
  for (auto i = kOption.globalMatch(told.hint); i.hasNext();)
    if (const QString option = i.next().captured(2); !options().contains(option)) faults << "no option " + option;
  return faults;
}

QStringList faultsWithoutCommand(const Told& told) {
  QStringList faults;
  if (has(told.title + ' ' + told.hint,
          "(^|[\\s(])--[a-z]|`|(?-i:\\bworldwright [a-z-]+ )|\\bthe verb\\b|\\bstandard error\\b"))
    faults << QStringLiteral("words of the command line");
  return faults;
}

QStringList faultsInWindow(const Told& told, const Failure& failure) {
  QStringList faults;
  const QString all = told.title + ' ' + told.hint;
  if (std::any_of(failure.args.begin(), failure.args.end(), isLength) && !all.contains(QStringLiteral(" mm")))
    faults << QStringLiteral("a length that is not in the window's unit");
  if (std::any_of(failure.args.begin(), failure.args.end(), isAngle) && !all.contains(QChar(0xb0)))
    faults << QStringLiteral("an angle that is not in the window's unit");
  // What looks like degrees is told as it stands there.
  if (!failure.row->code.ends_with("degrees") && has(all, "\\d (rad|deg)\\b"))
    faults << QStringLiteral("an angle that is not in the window's unit");
  if (!told.title.isEmpty() && !has(told.title, "[.!?]$")) faults << QStringLiteral("no sentence");
  if (told.hint.isEmpty()) return faults;
  if (!has(told.hint, "[.!?]$")) faults << QStringLiteral("no sentence to do");
  return faults;
}

QStringList faultsOfData(const Status& status) {
  QStringList faults;
  const Failure& failure = *status.failure;
  const nlohmann::json json = cli::errorJson(status);
  if (json["failure"] != std::string(failure.row->code)) faults << QStringLiteral("JSON without its code");
  if (json["code"] != std::string(codeName(failure.row->canonical))) faults << QStringLiteral("JSON of another code");
  if (json["title"] != status.title || json["hint"] != status.hint)
    faults << QStringLiteral("JSON says something else");
  const auto extended = extendedOf(status);
  const QString report = qs(extended.debug_report().message());
  if (!report.startsWith(QStringLiteral("failure: ") + qs(std::string(failure.row->code))))
    faults << QStringLiteral("ExtendedStatus without its code");
  for (const FailureArg& a : failure.args)
    if (!report.contains(qs(a.key) + QStringLiteral(": "))) faults << "ExtendedStatus without " + qs(a.key);
  if (!failure.causes.empty() && extended.context_size() == 0)
    faults << QStringLiteral("ExtendedStatus without causes");
  const bool named = std::any_of(failure.args.begin(), failure.args.end(), [](const FailureArg& a) {
    return std::holds_alternative<arg::Name>(a.value) || std::holds_alternative<arg::Node>(a.value) ||
           std::holds_alternative<arg::Place>(a.value);
  });
  if (named && status.subject.empty()) faults << QStringLiteral("no subject");
  return faults;
}

QStringList faultsOfTranslation(const FailureRow& row) {
  QStringList faults;
  for (const char* text : {row.title, *row.in_window ? row.in_window : row.hint}) {
    if (!*text) continue;
    const QString english = QString::fromUtf8(text), here = QCoreApplication::translate("Core", text);
    if (here == english) faults << "not translated: " + english;
    if (fieldsOf(here) != fieldsOf(english)) faults << "other fields: " + here;
  }
  return faults;
}

}  // namespace ww::test
