// SPDX-License-Identifier: Apache-2.0
// Each kind of failure there is, made and read in every voice: command line, JSON, wire, and the window in English and
// in German.
#include <QFile>
#include <QLocale>
#include <QTranslator>
#include <QtTest>

#include "tests/support/folders.h"
#include "tests/unit/failures/failure_samples.h"
#include "tests/unit/failures/failure_voices.h"

static void loadTranslations() { Q_INIT_RESOURCE(translations); }

using namespace ww;
using namespace ww::test;

class TestEveryFailure : public QObject {
  Q_OBJECT

  struct Made {
    const FailureRow* row;
    Status status;
  };

 private Q_SLOTS:
  void initTestCase();
  void everyRowHasASample() { QVERIFY2(samples_.faults().empty(), samples_.faults().c_str()); }
  void commandLine();
  void wire();
  void window();
  void germanWindow();
  void actionsExist();
  void everyRowIsProvokedOrSaysWhyNot();
  void faultsAreSeen();
  void cleanupTestCase();

 private:
  bool seenInWindow(const FailureRow& row) const { return !isOfCommandLine(row); }
  void take(const char* voice, const Made& made, const Told& told, QStringList faults);

  FailureSamples samples_;
  std::vector<Made> all_;
  QStringList faults_;
  QByteArray print_;  // for reading all of it: WW_PRINT_FAILURES=FILE
};

void TestEveryFailure::initTestCase() {
  loadTranslations();
  for (const auto& [code, row] : everyRow()) all_.push_back({row, samples_.failureOf(*row)});
  QVERIFY(all_.size() > 900);
}

void TestEveryFailure::take(const char* voice, const Made& made, const Told& told, QStringList faults) {
  const QString line = QStringLiteral("%1 %2: %3 | %4")
                           .arg(QString::fromUtf8(made.row->code.data(), static_cast<qsizetype>(made.row->code.size())),
                                QString::fromLatin1(voice), told.title, told.hint);
  print_ += line.toUtf8() + '\n';
  if (!faults.isEmpty()) faults_ << line + QStringLiteral("\n    ") + faults.join(QStringLiteral("; "));
}

#define WW_NO_FAULTS()                                                                                   \
  do {                                                                                                   \
    const QStringList found = std::exchange(faults_, {});                                                \
    QVERIFY2(found.isEmpty(), qPrintable(QStringLiteral("%1:\n").arg(found.size()) + found.join('\n'))); \
  } while (false)

void TestEveryFailure::commandLine() {
  for (const Made& made : all_) {
    const Told told = atCommand(made.status);
    take("command line", made, told, faultsOfText(told) + faultsAtCommand(told) + faultsOfData(made.status));
  }
  WW_NO_FAULTS();
}

void TestEveryFailure::wire() {
  for (const Made& made : all_) {
    if (isOfCommandLine(*made.row)) continue;
    const Told told = overWire(made.status);
    take("wire", made, told, faultsOfText(told) + faultsWithoutCommand(told));
  }
  WW_NO_FAULTS();
}

void TestEveryFailure::window() {
  for (const Made& made : all_) {
    if (!seenInWindow(*made.row)) continue;
    const Told told = inWindow(made.status);
    take("window", made, told,
         faultsOfText(told) + faultsWithoutCommand(told) + faultsInWindow(told, *made.status.failure));
  }
  WW_NO_FAULTS();
}

void TestEveryFailure::germanWindow() {
  QTranslator german;
  QVERIFY(german.load(QStringLiteral(":/translations/worldwright_de.qm")));
  QVERIFY(QCoreApplication::installTranslator(&german));
  const QLocale before;
  QLocale::setDefault(QLocale(QLocale::German));
  for (const Made& made : all_) {
    if (!seenInWindow(*made.row)) continue;
    const Told told = inWindow(made.status);
    take("Fenster", made, told,
         faultsOfText(told) + faultsWithoutCommand(told) + faultsInWindow(told, *made.status.failure) +
             faultsOfTranslation(*made.row));
  }
  QLocale::setDefault(before);
  QCoreApplication::removeTranslator(&german);
  WW_NO_FAULTS();
}

// An id that no action of the editor has would be a button that does nothing.
void TestEveryFailure::actionsExist() {
  QByteArray actions;
  for (const char* file : {"file_actions", "edit_actions", "add_actions", "view_actions", "tool_actions",
                           "timeline_actions", "program_actions"})
    actions += readFile(sourceFolder() + QStringLiteral("/ui/actions/%1.cpp").arg(QLatin1String(file)));
  int offered = 0;
  for (const Made& made : all_) {
    if (!*made.row->action) continue;
    QVERIFY2(actions.contains("{\"" + QByteArray(made.row->action) + "\","), made.row->action);
    ++offered;
  }
  QVERIFY(offered > 0);
}

// provoked.txt: "code list", which test_cli_failures holds the lists to. unreached.txt: codes by themselves below a
// line
// "# why". A new row goes into one of them.
void TestEveryFailure::everyRowIsProvokedOrSaysWhyNot() {
  constexpr qsizetype kFloor = 670;  // may rise, not fall
  const auto codes = [](const char* file) {
    QSet<QByteArray> out;
    const QByteArray text = readFile(sourceFolder() + QStringLiteral("/tests/unit/failures/") + QLatin1String(file));
    for (const QByteArray& line : text.split('\n'))
      if (!line.isEmpty() && !line.startsWith('#')) out.insert(line.split(' ').front());
    return out;
  };
  const QSet<QByteArray> provoked = codes("provoked.txt"), unreached = codes("unreached.txt");
  QByteArrayList wrong;
  QSet<QByteArray> known;
  for (const Made& made : all_) {
    const QByteArray code(made.row->code.data(), static_cast<qsizetype>(made.row->code.size()));
    known.insert(code);
    if (!provoked.contains(code) && !unreached.contains(code)) wrong << code + " is in neither list";
    if (provoked.contains(code) && unreached.contains(code)) wrong << code + " is in both lists";
  }
  for (const QByteArray& code : (provoked + unreached) - known) wrong << code + " is no row";
  QVERIFY2(wrong.isEmpty(), wrong.join('\n'));
  qInfo() << provoked.size() << "of" << all_.size() << "codes are provoked by the lists";
  QVERIFY(provoked.size() >= kFloor);
}

void TestEveryFailure::faultsAreSeen() {
  const auto text = [](const char* title, const char* hint) {
    return faultsOfText({QString::fromUtf8(title), QString::fromUtf8(hint), {}});
  };
  QVERIFY(text("there is no object 'crat'", "did you mean 'crate'?").isEmpty());
  for (const char* hint : {"", "try again", "correct it and try again", "choose another", "name {name}", "name ''a''",
                           "move it by 0.0000 m", "mend the file"})
    QVERIFY2(!text("there is no object 'crat'", hint).isEmpty(), hint);
  const auto command = [](const char* hint) { return faultsAtCommand({{}, QString::fromUtf8(hint), {}}); };
  QVERIFY(command("list them: `worldwright tree cell.wright`").isEmpty());
  for (const char* hint : {"press the button Undo", "`worldwright tre cell.wright`",
                           "`worldwright tree cell.wright --no`", "`worldwright tree`", "allow more with --tim"})
    QVERIFY2(!command(hint).isEmpty(), hint);
  for (const char* hint : {"give it by --unit", "run `worldwright tree a`", "the verb tree lists them"})
    QVERIFY2(!faultsWithoutCommand({{}, QString::fromUtf8(hint), {}}).isEmpty(), hint);
}

void TestEveryFailure::cleanupTestCase() {
  const QString path = qEnvironmentVariable("WW_PRINT_FAILURES");
  if (path.isEmpty()) return;
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(print_);
}

QTEST_GUILESS_MAIN(TestEveryFailure)
#include "test_every_failure.moc"
