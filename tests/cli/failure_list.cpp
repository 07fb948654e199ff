// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/failure_list.h"

#include <QDir>
#include <future>

namespace ww::test {
namespace {

// Words that fit every failure and help with none, sentences of libraries, and figures that say nothing.
struct Ban {
  const char* pattern;
  const char* why;
};
constexpr Ban kBans[] = {
    {"correct that and try again|something went wrong|an error (has )?occurred|unknown error|try again later|"
     "send it again|see the documentation|contact (the )?support",
     "words that fit every failure"},
    {"\\bmend\\b", "'mend' where others say 'repair'"},
    {": (invalid (input|argument|request|value)|failed|error|bad request|not found|cannot do that): ", "no cause"},
    {"-?\\b0\\.0000\\b", "a figure that is shown as nothing"},
    {"[ :]-0(\\.0*)?( m\\b|,|$)", "a zero below zero"},
    {"Failed to build tree|Failed to find root|AttachedToGraph|RelativeToGraph|sink vertex|Unable to parse component|"
     "btreeInitPage|in database main|Rowid \\d|: OBJ: |A model must have|specified by (joint|frame) with name",
     "a sentence of a library"},
    {"The following arguments? w|Could not convert| not in \\{|is required: `|Message type \"|required but received",
     "a sentence of a library"},
    {"`worldwright [^`]*\\b(FILE|OUT|VERB|NAME|SRC|REF|REQUEST|EDITS)\\b", "a command that cannot be pasted"},
    {"terminate called|std::|exception|Traceback", "the program's inside"},
};

QByteArray banned(const QByteArray& said) {
  for (const Ban& ban : kBans) {
    const auto match = QRegularExpression(ban.pattern).match(QString::fromUtf8(said));
    if (match.hasMatch()) return QByteArray(ban.why) + ": " + match.captured(0).toUtf8();
  }
  return {};
}

bool says(const QRegularExpression& wanted, const QByteArray& text) {
  return wanted.match(QString::fromUtf8(text)).hasMatch();
}

QByteArray missing(const FailureCase& way, const QByteArray& what, const QByteArray& remedy) {
  if (!says(way.cause, what)) return "the cause is not told: /" + way.cause.pattern().toUtf8() + "/";
  if (!says(way.place, what)) return "the place is not told: /" + way.place.pattern().toUtf8() + "/";
  if (!says(way.remedy, remedy)) return "the remedy is not told: /" + way.remedy.pattern().toUtf8() + "/";
  return {};
}

FailureCase::Kind kindOf(const QByteArray& word) {
  if (word == "answer") return FailureCase::Kind::kAnswer;
  if (word == "note") return FailureCase::Kind::kNote;
  if (word != "warning") qFatal("unknown kind: %s", word.constData());
  return FailureCase::Kind::kWarning;
}

// The error of the answer in JSON; of an import that of its source. Empty where a verb reports by its own keys.
QJsonObject errorOf(const CliRun& json) {
  const QJsonObject all = json.json();
  return all.contains("error") ? all["error"].toObject() : at(all, "sources/0/error").toObject();
}

QByteArray errorFault(const FailureCase& way, const Answers& answers) {
  if (const QByteArray fault = errorLineFault(answers.text); !fault.isEmpty()) return fault;
  const QByteArray line = errorLineOf(answers.text).trimmed();
  if (!says(way.warned, answers.text.err)) return "no warning tells: /" + way.warned.pattern().toUtf8() + "/";
  const QJsonObject error = errorOf(answers.json);
  if (error.isEmpty()) return missing(way, answers.text.out + line, line);
  const QByteArray title = error["title"].toString().simplified().toUtf8();
  const QByteArray hint = error["hint"].toString().simplified().toUtf8();
  const QByteArray said = "error: " + error["code"].toString().toUtf8() + ": " + title + ": " + hint;
  if (QString::fromUtf8(line).simplified().toUtf8() != said) return "--json says something else: " + said;
  const QByteArray subject = error["subject"].toString().simplified().toUtf8();
  if (!subject.isEmpty() && subject != "-" && !line.contains(subject))
    return "only --json names the subject: " + subject;
  return missing(way, title, hint);
}

// What was only noted stands in the JSON of an import.
QByteArray noteFault(const FailureCase& way, const CliRun& json) {
  QByteArray what, remedy;
  const QJsonArray notes = at(json.json(), "sources/0/warnings").toArray();
  for (const QJsonValue& note : notes) {
    what += at(note, "message").toString().toUtf8() + "\n";
    remedy += at(note, "hint").toString().toUtf8() + "\n";
  }
  if (const QByteArray fault = banned(what + remedy); !fault.isEmpty()) return fault;
  return missing(way, what, remedy);
}

void addCodes(const QJsonValue& value, QSet<QByteArray>& codes) {
  const QJsonArray all = value.toArray();
  for (const QJsonValue& entry : all) {
    if (entry.isString()) codes.insert(entry.toString().toUtf8());
  }
}

void collectCodes(const QJsonValue& value, QSet<QByteArray>& codes) {
  const QJsonArray all = value.toArray();
  for (const QJsonValue& entry : all) collectCodes(entry, codes);
  const QJsonObject object = value.toObject();
  for (auto i = object.begin(); i != object.end(); ++i) {
    if (i.key() == QStringLiteral("failure")) codes.insert(i.value().toString().toUtf8());
    if (i.key() == QStringLiteral("causes") || i.key() == QStringLiteral("note_codes")) addCodes(i.value(), codes);
    collectCodes(i.value(), codes);
  }
}

}  // namespace

QSet<QByteArray> codesOf(const Answers& answers) {
  QSet<QByteArray> codes;
  collectCodes(answers.json.json(), codes);
  return codes;
}

QByteArray faultOf(const FailureCase& way, const Answers& answers) {
  for (const CliRun& run : {answers.text, answers.json}) {
    if (run.exit != way.exit)
      return "exit status " + QByteArray::number(run.exit) + ", not " + QByteArray::number(way.exit);
  }
  const QByteArray all = answers.text.out + answers.text.err;
  if (const QByteArray fault = banned(all); !fault.isEmpty()) return fault;
  if (way.kind == FailureCase::Kind::kError) return errorFault(way, answers);
  if (all.contains("error: ")) return "an error where there is none";
  if (way.kind == FailureCase::Kind::kNote) return noteFault(way, answers.json);
  const bool warned = answers.text.err.startsWith("warning: ") || answers.text.err.contains("\nwarning: ");
  if (way.kind == FailureCase::Kind::kWarning && !warned) return "no warning";
  return missing(way, all, all);
}

Answers answersTo(const FailureCase& way, const ScratchFolder& folder) {
  static int count = 0;
  const auto run = [&](const QStringList& more, int number) {
    QStringList command = way.command;
    // Each has an output of its own.
    for (QString& word : command) word = word == "''" ? QString() : word.replace("%", QString::number(number));
    CliOptions options;
    options.folder = folder.path(".");
    if (!way.start.isEmpty()) QFile::copy(folder.path(way.start), folder.path(QStringLiteral("%1.wright").arg(number)));
    // An option at the end would take what follows for its value.
    const bool open = command.size() > 1 && command.last().startsWith("--");
    return runCli(open ? command.mid(0, 1) + more + command.mid(1) : command + more, options);
  };
  const int first = ++count, second = ++count;
  auto json = std::async(std::launch::async, [&] { return run({"--json"}, second); });
  const CliRun text = run({}, first);
  return {text, json.get()};
}

FailureList::FailureList(const QString& name, const ScratchFolder& folder) : folder_(folder) {
  const QByteArray list = readFile(sourceFolder() + "/tests/cli/failures/" + name + ".txt");
  if (list.isEmpty()) qFatal("no list %s", qPrintable(name));
  for (const QByteArray& line : list.split('\n')) readLine(line);
  finishInput();
  for (const FailureCase& way : cases_) {
    if (way.exit < 0 || way.command.isEmpty() || way.cause.pattern().isEmpty() || way.place.pattern().isEmpty() ||
        way.remedy.pattern().isEmpty())
      qFatal("%s: the way to fail '%s' is not whole", qPrintable(name), way.name.constData());
  }
}

void FailureList::readLine(const QByteArray& line) {
  if (line.startsWith('|')) {
    body_ += line.mid(2) + "\n";
    return;
  }
  if (line.isEmpty() || line.startsWith('#')) return;
  const qsizetype blank = line.indexOf(' ');
  const QByteArray key = blank < 0 ? line : line.left(blank), value = blank < 0 ? QByteArray() : line.mid(blank + 1);
  const auto pattern = [&] {
    const QRegularExpression expression(QString::fromUtf8(value), QRegularExpression::CaseInsensitiveOption);
    if (!expression.isValid()) qFatal("no pattern: %s", value.constData());
    return expression;
  };
  finishInput();
  if (key == "input" || key == "bytes" || key == "world" || key == "cut" || key == "damage") {
    input_ = line;
    return;
  }
  if (key == "case") {
    cases_.append(FailureCase{});
    cases_.last().name = value;
    return;
  }
  if (cases_.isEmpty()) qFatal("no case for %s", line.constData());
  FailureCase& way = cases_.last();
  if (key == "run") way.command = QProcess::splitCommand(QString::fromUtf8(value));
  else if (key == "start") way.start = QString::fromUtf8(value);
  else if (key == "exit") way.exit = value.toInt();
  else if (key == "as") way.kind = kindOf(value);
  else if (key == "cause") way.cause = pattern();
  else if (key == "place") way.place = pattern();
  else if (key == "remedy") way.remedy = pattern();
  else if (key == "warned") way.warned = pattern();
  else qFatal("unknown line: %s", line.constData());
}

// "input NAME": a file with the lines; "bytes NAME": they are Base64. "world NAME from OTHER": the other after these
// edits. "cut NAME from OTHER to BYTES" and "damage NAME from OTHER at BYTE": what a file can suffer.
void FailureList::finishInput() {
  if (input_.isEmpty()) return;
  const QList<QByteArray> words = input_.split(' ');
  const QString name = QString::fromUtf8(words[1]);
  const QByteArray body = body_ == "\n" ? QByteArray() : body_;
  if (words[0] == "input") {
    QDir(folder_.path(".")).mkpath(QFileInfo(name).path());
    folder_.write(name, body);
  } else if (words[0] == "bytes") {
    folder_.write(name, QByteArray::fromBase64(body));
  } else if (words[0] == "world") {
    const QString edits = folder_.write("edits_of_the_list.textproto", body);
    const CliRun run = runCli({"apply", folder_.path(QString::fromUtf8(words[3])), edits, "--out", folder_.path(name)});
    if (run.exit != 0) qFatal("no world %s: %s", qPrintable(name), run.describe().constData());
  } else {
    QByteArray bytes = readFile(folder_.path(QString::fromUtf8(words[3])));
    const qsizetype at_byte = words[5].toInt();
    if (words[0] == "cut") bytes.truncate(at_byte);
    else bytes.replace(at_byte, 3000, QByteArray(3000, '\xa5'));
    folder_.write(name, bytes);
  }
  input_.clear();
  body_.clear();
}

}  // namespace ww::test
