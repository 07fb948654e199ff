// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "tests/support/cli_run.h"
#include "tests/support/crowd.h"
#include "tests/support/folders.h"
#include "tests/support/poses.h"
#include "tests/support/reference_speed.h"

using namespace ww;
using namespace ww::test;

class TestSupport : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void equalPosesHaveNoDifference() {
    const Pose pose = Pose::fromRpy(Vec3(1, 2, 3), 0.1, 0.2, 0.3);
    QVERIFY(poseDifference(pose, {pose.p, Quat(-pose.q.coeffs())}).empty());
  }

  void differentPosesAreToldApart() {
    const Pose a = Pose::translation(1, 2, 3);
    QVERIFY(!poseDifference(a, Pose::translation(1, 2, 3.001)).empty());
    QVERIFY(poseDifference(a, Pose::translation(1, 2, 3.001), 0.002).empty());
    QVERIFY(!poseDifference(a, Pose{a.p, Quat(Eigen::AngleAxisd(1e-3, Vec3::UnitZ()))}).empty());
    QVERIFY(!poseDifference(a, poseFromJson({})).empty());
  }

  void aProgramGivesItsExitAndItsOutput() {
    const CliRun run =
        runProgram(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), QStringLiteral("cat; echo said >&2; exit 3")},
                   {R"({"a":1})", 5000, {}, {}});
    QCOMPARE(run.exit, 3);
    QCOMPARE(run.json().value(QLatin1String("a")).toInt(), 1);
    QCOMPARE(run.err, QByteArray("said\n"));
  }

  void aProgramThatHangsIsKilled() {
    const CliRun run = runProgram(QStringLiteral("/bin/sleep"), {QStringLiteral("30")}, {{}, 100, {}, {}});
    QCOMPARE(run.exit, -1);
    QVERIFY(run.err.contains("killed"));
  }

  void theTreesAreFound() {
    QVERIFY(QFileInfo::exists(sourceFolder() + QStringLiteral("/CMakePresets.json")));
    QVERIFY(QFileInfo::exists(buildFolder() + QStringLiteral("/CMakeCache.txt")));
  }

  void aCrowdIsNoticed() {
    std::atomic<bool> over{false};
    std::vector<std::thread> others;
    for (unsigned i = 0; i < 4 * std::max(1u, std::thread::hardware_concurrency()); ++i)
      others.emplace_back([&] {
        while (!over) continue;
      });
    const Crowd crowd;
    QTest::qWait(1500);
    over = true;
    for (auto& other : others) other.join();
    QVERIFY2(crowd.stretch() > 1.5, qPrintable(QString::number(crowd.stretch())));
  }

  // In the release build, as packaging/test makes it, bounds of speeds are judged; and only there.
  void speedsCountInTheReleaseBuild() {
    const QByteArray cache = readFile(buildFolder() + QStringLiteral("/CMakeCache.txt"));
    const auto is = [&](const char* line) { return cache.split('\n').contains(QByteArray(line)); };
    QVERIFY(cache.contains("\nCMAKE_BUILD_TYPE:") && cache.contains("\nWW_SANITIZE:"));
    QCOMPARE(speedsCount(), is("CMAKE_BUILD_TYPE:STRING=Release") && is("WW_SANITIZE:STRING="));
  }

  void workDoneTwiceIsSeen() {
    if (!speedsCount()) QSKIP("speeds do not count in this build");
    static volatile double sum = 0;
    const auto work = [] {
      for (int i = 1; i < 200; ++i) sum = sum + 1.0 / i;
    };
    const Speed speed = speedBeside(work, 1.4, work);
    QVERIFY2(speed.ratio > 0.7 && speed.ratio < 1.4, qPrintable(QString::number(speed.ratio)));
    QVERIFY2(speed.planted > 1.4 && speed.planted < 2.8, qPrintable(QString::number(speed.planted)));
  }

  void scratchFilesAreReadBack() {
    const ScratchFolder folder;
    QCOMPARE(readFile(folder.write(QStringLiteral("a/b"), "bytes")), QByteArray("bytes"));
  }
};

QTEST_GUILESS_MAIN(TestSupport)
#include "test_support.moc"
