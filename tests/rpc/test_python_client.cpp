// SPDX-License-Identifier: Apache-2.0
#include <QProcess>
#include <QtTest>

#include "tests/support/cli_run.h"
#include "tests/support/folders.h"

using namespace ww::test;

// The Python example as an engineer runs it, against `worldwright serve`.
class TestPythonClient : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void buildsTheCell_data() {
    QTest::addColumn<QString>("sample");
    QTest::addColumn<QString>("compared");
    QTest::newRow("empty world") << ""
                                 << "4 objects more, 0 fewer";
    QTest::newRow("world with objects of the same names") << "pick_and_place"
                                                          << "4 objects more, 11 fewer";
  }

  void buildsTheCell() {
    QFETCH(QString, sample);
    QFETCH(QString, compared);
    const ScratchFolder files;
    QStringList arguments = {"serve", "--quiet"};
    if (!sample.isEmpty()) {
      arguments << files.path("cell.wright");
      const CliRun made = runCli({"new", arguments.back(), "--sample", sample});
      WW_COMPARE_EXIT(made, 0);
    }
    QProcess server;
    server.start(programFolder() + "/worldwright", arguments);
    QVERIFY(server.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(server.canReadLine() || server.state() == QProcess::NotRunning, 20000);
    const QString address = QString::fromUtf8(server.readLine()).trimmed();
    QVERIFY2(address.startsWith("127.0.0.1:"), server.readAllStandardError());
    const ScratchFolder stubs;
    CliOptions options;
    options.timeout_ms = 100'000;
    options.environment = {"PYTHONDONTWRITEBYTECODE=1"};
    for (int round = 0; round < 2; ++round) {  // the second time with what the first left
      const CliRun run = runProgram(QStringLiteral(WW_PYTHON),
                                    {sourceFolder() + "/resources/examples/python/build_cell.py", "--address", address,
                                     "--stubs", stubs.path("stubs")},
                                    options);
      WW_COMPARE_EXIT(run, 0);
      for (const QString& line : QStringList{
               "world: example_cell", "imported arm.sdf as arm: 14 entities", "imported bracket.step as bracket",
               "objects: arm, bracket, root, table, wedge", "root_t_above_table: 0.450 0.000 0.400 m", compared,
               "inverse kinematics:", "motion:", "refused: NOT_FOUND", "done"}) {
        QVERIFY2(run.out.contains(line.toUtf8()), run.describe() + "\nlacks: " + line.toUtf8());
      }
    }
    server.terminate();
    QVERIFY(server.waitForFinished(3000));
    QCOMPARE(server.exitStatus(), QProcess::NormalExit);
  }
};

QTEST_GUILESS_MAIN(TestPythonClient)
#include "test_python_client.moc"
