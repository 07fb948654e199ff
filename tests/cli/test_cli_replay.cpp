// SPDX-License-Identifier: Apache-2.0
#include <QRegularExpression>

#include "tests/cli/cases.h"

using namespace ww::test;

// Plans that are kept with all that they depend on, and made again.
class TestCliReplay : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void aRequestComesOutTheSame();
  void aNamedGoalComesOutTheSame();
  void aFailureComesOutTheSame();
  void anotherOutcomeIsTold();
  void itNeedsNothingElse();
  void whatIsNoPackage();
  void inputsAreKept();
  void fieldsWithoutEffectAreTold();

 private:
  QString request(const QByteArray& text) { return folder_.write("request.textproto", text); }
  QString package(const char* name) { return folder_.path(QString::fromLatin1(name)); }

  ScratchFolder folder_;
  QString world_;
  QList<double> home_, goal_;
};

void TestCliReplay::initTestCase() {
  world_ = makeSample(folder_);
  home_ = namedJoints(world_, "home");
  goal_ = namedJoints(world_, "behind_fixture");
}

void TestCliReplay::aRequestComesOutTheSame() {
  const QString kept = package("request.replay");
  const QString asked = request(jointMotion(goal_, "ANY"));
  QCOMPARE(runCli({"plan", world_, asked, "--seed", "3", "--replay", kept}).exit, 0);
  const QJsonObject told = jsonOf({"replay", kept});
  QVERIFY(told["same"].toBool());
  QCOMPARE(told["method"].toString(), QString("trajectory"));
  QCOMPARE(told["seed"].toInt(), 3);
  QCOMPARE(at(told, "expected/sha256").toString().size(), 64);
  QCOMPARE(at(told, "found/sha256"), at(told, "expected/sha256"));
  QCOMPARE(told["made_by"], told["version"]);
  const CliRun read = runCli({"replay", kept});
  QCOMPARE(read.exit, 0);
  QVERIFY2(read.out.startsWith("same: the trajectory "), read.out.constData());
}

// The plan is the one that is made without a package.
void TestCliReplay::aNamedGoalComesOutTheSame() {
  const QString kept = package("named.replay"), with = folder_.path("with.csv"), without = folder_.path("without.csv");
  QCOMPARE(runCli({"plan", world_, "--to", "pick", "--replay", kept, "--out", with}).exit, 0);
  QCOMPARE(runCli({"plan", world_, "--to", "pick", "--out", without}).exit, 0);
  QCOMPARE(readFile(with), readFile(without));
  QVERIFY(jsonOf({"replay", kept})["same"].toBool());
}

void TestCliReplay::aFailureComesOutTheSame() {
  const QString kept = package("failure.replay");
  QCOMPARE(runCli({"plan", world_, "--to", "behind_fixture", "--type", "joint", "--replay", kept}).exit, 1);
  const QJsonObject told = jsonOf({"replay", kept});
  QVERIFY(told["same"].toBool());
  QVERIFY2(at(told, "found/failure").toString().startsWith("planning."), "its code");
}

void TestCliReplay::anotherOutcomeIsTold() {
  const QString kept = package("other.replay");
  QCOMPARE(runCli({"plan", world_, request(jointMotion(goal_, "ANY")), "--replay", kept}).exit, 0);
  QByteArray bytes = readFile(kept);
  // The hash stands in it as 64 digits.
  const auto hash = QRegularExpression("[0-9a-f]{64}").match(QString::fromLatin1(bytes));
  const QByteArray digest = jsonOf({"replay", kept})["expected"].toObject()["sha256"].toString().toLatin1();
  QVERIFY(hash.hasMatch() && bytes.count(digest) == 1);
  QByteArray changed = digest;
  changed[0] = changed[0] == '0' ? '1' : '0';
  const QString other = folder_.write("changed.replay", bytes.replace(digest, changed));
  const QJsonObject told = jsonOf({"replay", other}, 1);
  QVERIFY(!told["same"].toBool());
  QCOMPARE(at(told, "expected/sha256").toString().toLatin1(), changed);
  QCOMPARE(at(told, "found/sha256").toString().toLatin1(), digest);
  QVERIFY(runCli({"replay", other}).out.startsWith("different: "));
}

// The world is in the package.
void TestCliReplay::itNeedsNothingElse() {
  const QString world = makeSample(folder_, "gone.wright"), kept = package("alone.replay");
  QCOMPARE(runCli({"plan", world, "--to", "pick", "--replay", kept}).exit, 0);
  QVERIFY(QFile::remove(world));
  QVERIFY(jsonOf({"replay", kept})["same"].toBool());
}

void TestCliReplay::whatIsNoPackage() {
  const CliRun none = runCli({"replay", folder_.path("nowhere.replay")});
  QCOMPARE(none.exit, 3);
  WW_VERIFY_FAULTLESS(errorLineFault(none, "NOT_FOUND"));
  const CliRun text = runCli({"replay", folder_.write("text.replay", "no package")});
  QCOMPARE(text.exit, 3);
  WW_VERIFY_FAULTLESS(errorLineFault(text, "INVALID_ARGUMENT"));
  QVERIFY2(text.err.contains("text.replay") && text.err.contains("plan --replay"), text.err.constData());
  QCOMPARE(runCli({"replay", world_}).exit, 3);
  QCOMPARE(runCli({"replay"}).exit, 2);
}

void TestCliReplay::inputsAreKept() {
  const QByteArray before = hashOf(world_);
  const CliRun over = runCli({"plan", world_, "--to", "pick", "--replay", world_});
  QCOMPARE(over.exit, 2);
  QCOMPARE(hashOf(world_), before);
  const QString one = folder_.path("one.json");
  QCOMPARE(runCli({"plan", world_, "--to", "pick", "--replay", one, "--out", one}).exit, 2);
}

// What a request sets in vain is said.
void TestCliReplay::fieldsWithoutEffectAreTold() {
  const QString asked = request(jointMotion(home_, "JOINT") +
                                "snapshot_world_id: \"x\" motion_planner_config { collision_checker_config { } "
                                "shortcutting_combine_collinear_segments: true }");
  const CliRun told = runCli({"plan", world_, asked});
  QCOMPARE(told.exit, 0);
  for (const char* field : {"snapshot_world_id", "collision_checker_config", "shortcutting_combine_collinear_segments"})
    QVERIFY2(told.err.contains(QByteArray(field) + " has no effect"), told.err.constData());
}

QTEST_GUILESS_MAIN(TestCliReplay)
#include "test_cli_replay.moc"
