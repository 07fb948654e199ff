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
  void cleanupTestCase();
  void genericAnswersFail();

 private:
  ScratchFolder folder_;
  QList<FailureCase> ways_;
  int open_ = 0;
};

// Those that the test is run for; by hand all.
static QStringList lists() { return qEnvironmentVariable("WW_FAILURES", "files,edits,motion,import,odd").split(','); }

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
  const QByteArray fault = faultOf(way, answers);
  if (fault.isEmpty()) return;
  const QByteArray told = fault + "\n$ worldwright " + way.command.join(' ').toUtf8() + "\n" + answers.text.describe();
  if (!way.open || qEnvironmentVariableIsSet("WW_NO_OPEN_FAILURES")) QFAIL(told);
  ++open_;
  qInfo().noquote() << "known to be poor:" << told;
}

void TestCliFailures::cleanupTestCase() { qInfo() << open_ << "of" << ways_.size() << "are known to be poor"; }

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
