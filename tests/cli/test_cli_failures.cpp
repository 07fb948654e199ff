// SPDX-License-Identifier: Apache-2.0
// The ways to fail: what a person reads tells the cause, the place and the remedy.
#include "tests/cli/failure_list.h"

using namespace ww::test;

class TestCliFailures : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void ways_data();
  void ways();
  void codesThatTheListProvokes();
  void genericAnswersFail();

 private:
  ScratchFolder folder_;
  QList<FailureCase> ways_;
  QSet<QByteArray> seen_;
};

// Those that the test is run for; by hand all.
static QStringList lists() {
  return qEnvironmentVariable(
             "WW_FAILURES",
             "files,edits,motion,import,odd,worlds,shapes,parts,models,requests,commands,broken,notes,losses,slips,"
             "programs,damaged,silent,verdicts")
      .split(',');
}

void TestCliFailures::initTestCase() {
  makeSample(folder_);
  QCOMPARE(runCli({"new", folder_.path("empty.wright")}).exit, 0);
  for (const QString& list : lists()) ways_ += FailureList(list, folder_).cases();
}

void TestCliFailures::ways_data() {
  QTest::addColumn<int>("index");
  for (int i = 0; i < ways_.size(); ++i) QTest::newRow(ways_[i].name.constData()) << i;
}

void TestCliFailures::ways() {
  QFETCH(int, index);
  const FailureCase& way = ways_[index];
  const Answers answers = answersTo(way, folder_);
  seen_ += codesOf(answers);
  const QByteArray fault = faultOf(way, answers);
  const QByteArray told = fault + "\n$ worldwright " + way.command.join(' ').toUtf8() + "\n" + answers.text.describe();
  QVERIFY2(fault.isEmpty(), told);
}

// provoked.txt says of each code which list provokes it, so that none is lost without being seen.
void TestCliFailures::codesThatTheListProvokes() {
  if (seen_.isEmpty()) QSKIP("no list was run");
  QSet<QByteArray> known;
  QByteArrayList lost;
  for (const QByteArray& line : readFile(sourceFolder() + "/tests/unit/failures/provoked.txt").split('\n')) {
    if (line.isEmpty() || line.startsWith('#')) continue;
    const QByteArray code = line.left(line.indexOf(' ')), list = line.mid(line.indexOf(' ') + 1);
    known.insert(code);
    if (lists().contains(QString::fromLatin1(list)) && !seen_.contains(code)) lost << line;
  }
  const QSet<QByteArray> more = seen_ - known;
  qInfo().noquote() << seen_.size() << "codes are provoked; not in provoked.txt:"
                    << QByteArrayList(more.begin(), more.end()).join(", ");
  QVERIFY2(lost.isEmpty(),
           "no longer provoked (write a case, or correct tests/unit/failures/provoked.txt): " + lost.join(", "));
}

// An answer that would fit any of them passes none.
void TestCliFailures::genericAnswersFail() {
  const QByteArrayList answers = {"INVALID_ARGUMENT: invalid input: correct that and try again; nothing was changed",
                                  "INVALID_ARGUMENT: the request is not valid: correct the request and send it again",
                                  "UNKNOWN: something went wrong: try again later",
                                  "NOT_FOUND: it was not found: check the name and try again",
                                  "INTERNAL: the operation failed: see the documentation",
                                  "FAILED_PRECONDITION: the file is not sound: mend the file",
                                  "UNAVAILABLE: cannot read the file: check the path",
                                  "DEADLINE_EXCEEDED: it took too long: allow more with --timeout"};
  for (const FailureCase& way : ways_) {
    for (const QByteArray& answer : answers) {
      const QList<QByteArray> parts = answer.split(':');
      const QJsonObject error{{"code", QString::fromUtf8(parts[0])},
                              {"title", QString::fromUtf8(parts[1].trimmed())},
                              {"hint", QString::fromUtf8(parts[2].trimmed())}};
      const CliRun text{way.exit, {}, "error: " + answer + "\n"};
      const CliRun json{way.exit, QJsonDocument(QJsonObject{{"error", error}}).toJson(), text.err};
      QVERIFY2(!faultOf(way, {text, json}).isEmpty(), way.name + " takes: " + answer);
    }
    const CliRun silent{way.exit, "ok\n", {}};
    QVERIFY2(!faultOf(way, {silent, silent}).isEmpty(), way.name + " takes: ok");
  }
}

QTEST_GUILESS_MAIN(TestCliFailures)
#include "test_cli_failures.moc"
