// SPDX-License-Identifier: Apache-2.0
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>
#include <fstream>
#include <set>
#include <thread>

#include "core/io/importer.h"

using namespace ww;
using namespace ww::io;

// The broker against workers that do what a worker taken over by a file might do.
class TestIoBroker : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QByteArray fake = qgetenv("WW_FAKE_WORKER_PROGRAM");
    if (fake.isEmpty()) fake = (QCoreApplication::applicationDirPath() + "/ww_fake_worker").toLocal8Bit();
    qputenv("WORLDWRIGHT_WORKER", fake);
    std::ofstream(file(), std::ios::binary) << "solid a\nfacet normal 0 0 1\nendsolid\n";
    // Scratch folders of this run are looked for here afterwards.
    qputenv("TMPDIR", dir_.path().toLocal8Bit());
  }

  void aWorkerThatBehavesIsBelieved() {
    const auto result = run("good");
    QVERIFY2(result.ok(), result.status().line().c_str());
    QCOMPARE(result->objects.size(), std::size_t{1});
    QCOMPARE(result->counts.links, std::uint64_t{1});
  }

  void badOutputIsRefused_data() {
    QTest::addColumn<QString>("role");
    for (const char* role : {"garbage", "long", "half", "exit", "nothing", "bad_name", "two_roots", "same_name",
                             "nan_pose", "unknown_ref", "bad_geometry", "version"}) {
      QTest::newRow(role) << role;
    }
  }
  void badOutputIsRefused() {
    QFETCH(QString, role);
    const auto result = run(role.toLatin1().constData());
    QVERIFY(!result.ok());
    QCOMPARE(result.status().code, Code::kDataLoss);
    QVERIFY(!result.status().hint.empty());
    QVERIFY(result.status().title.find("part.stl") != std::string::npos);
  }

  void aCrashIsAnOrdinaryResultWithItsLastWords() {
    const auto result = run("die");
    QCOMPARE(result.status().code, Code::kDataLoss);
    QVERIFY(result.status().title.find("crashed") != std::string::npos);
    QVERIFY(result.status().message.find("something went wrong") != std::string::npos);
  }

  void failuresAreCutToSize() {
    const Status status = run("failure").status();
    QCOMPARE(status.code, Code::kUnknown);
    QVERIFY(status.title.size() <= 500);
  }

  void aHangEndsAtTheTimeLimit() {
    ImportOptions options;
    options.wall_limit_s = 0.3;
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(run("hang", options).status().code, Code::kDeadlineExceeded);
    QVERIFY(timer.elapsed() < 2000);
    QCOMPARE(run("mute", options).status().code, Code::kDeadlineExceeded);
  }

  void memoryIsLimited() {
    ImportOptions options;
    options.memory_limit_mb = 200;
    const Status status = run("eat", options).status();
    QCOMPARE(status.code, Code::kResourceExhausted);
    QVERIFY(status.title.find("200 MiB") != std::string::npos);
  }

  void aCancelIsQuickAndNoError() {
    std::stop_source stop;
    std::jthread canceller([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      stop.request_stop();
    });
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(run("hang", {}, stop.get_token()).status().code, Code::kCancelled);
    QVERIFY2(timer.elapsed() < 500, qPrintable(QString::number(timer.elapsed())));
  }

  void aMissingWorkerIsNamed() {
    const QByteArray fake = qgetenv("WORLDWRIGHT_WORKER");
    qputenv("WORLDWRIGHT_WORKER", "/nonexistent/worker");
    const Status status = run("good").status();
    qputenv("WORLDWRIGHT_WORKER", fake);
    QCOMPARE(status.code, Code::kNotFound);
    QVERIFY(status.title.find("/nonexistent/worker") != std::string::npos);
  }

  void severalImportsRunAtOnce() {
    qputenv("WW_FAKE_WORKER", "good");
    std::vector<std::jthread> threads;
    std::atomic<int> good{0};
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        geometry::GeometryStore store;
        for (int k = 0; k < 3; ++k) good += importFile(file(), {}, store, {}, Progress()).ok() ? 1 : 0;
      });
    }
    threads.clear();
    QCOMPARE(good.load(), 12);
  }

  void nothingIsLeftBehind() {
    for (const char* role : {"die", "hang"}) {
      ImportOptions options;
      options.wall_limit_s = 0.2;
      const auto result = run(role, options);
      QVERIFY(!result.ok());
    }
    QCOMPARE(QDir(dir_.path()).entryList({"worldwright-import-*"}, QDir::Dirs).size(), 0);
  }

  void optionsThatMakeNoSenseAreNamed() {
    ImportOptions options;
    options.chord_m = 5.0;
    QCOMPARE(run("good", options).status().code, Code::kInvalidArgument);
    QVERIFY(run("good", options).status().title.find("5000 mm") != std::string::npos);
    options = {};
    options.angle_rad = 0.001;
    QCOMPARE(run("good", options).status().code, Code::kInvalidArgument);
    options = {};
    options.uniform_scale = 0.0;
    QCOMPARE(run("good", options).status().code, Code::kInvalidArgument);
    options = {};
    options.name = "not a name!";
    QCOMPARE(run("good", options).status().code, Code::kInvalidArgument);
    options = {};
    options.type = Format::kStep;
    QCOMPARE(run("good", options).status().code, Code::kInvalidArgument);
  }

 private:
  std::filesystem::path file() const { return std::filesystem::path(dir_.path().toStdString()) / "part.stl"; }
  Result<ImportResult> run(const char* role, const ImportOptions& options = {}, std::stop_token stop = {}) {
    qputenv("WW_FAKE_WORKER", role);
    return importFile(file(), options, store_, std::move(stop), Progress());
  }
  QTemporaryDir dir_;
  geometry::GeometryStore store_;
};

QTEST_GUILESS_MAIN(TestIoBroker)
#include "test_io_broker.moc"
