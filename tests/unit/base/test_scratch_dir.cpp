// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QtTest>
#include <filesystem>
#include <fstream>

#include "core/base/scratch_dir.h"

namespace fs = std::filesystem;

class TestScratchDir : public QObject {
  Q_OBJECT

  QTemporaryDir temporary_;

  fs::path at(const char* name) { return fs::path(temporary_.path().toStdString()) / name; }
  void leave(const char* name, std::chrono::minutes age) {
    fs::create_directories(at(name) / "deep");
    std::ofstream(at(name) / "deep" / "part.step") << "data";
    fs::last_write_time(at(name), fs::file_time_type::clock::now() - age);
  }

 private Q_SLOTS:
  void init() { qputenv("TMPDIR", temporary_.path().toUtf8()); }

  void itGoesWithItsValue() {
    fs::path path;
    {
      auto made = ww::ScratchDir::make();
      QVERIFY(made.ok());
      const ww::ScratchDir folder = std::move(made).value();
      path = folder.path();
      struct stat s {};
      QVERIFY(::stat(path.c_str(), &s) == 0 && (s.st_mode & 0777) == 0700);
      std::ofstream(path / "x") << "y";
    }
    QVERIFY(!fs::exists(path));
  }

  void whatTheKilledLeftGoes() {
    leave("worldwright-aaaaaa", std::chrono::minutes(30));
    leave("worldwright-bbbbbb", std::chrono::minutes(1));
    leave("worldwright-cccccc", std::chrono::minutes(30));
    leave("worldwright-projects", std::chrono::minutes(30));
    leave("other", std::chrono::minutes(30));
    fs::create_directory_symlink(at("other"), at("worldwright-dddddd"));
    const int alive = ::open(at("worldwright-cccccc").c_str(), O_RDONLY | O_DIRECTORY);
    QCOMPARE(::flock(alive, LOCK_EX), 0);
    QVERIFY(ww::ScratchDir::make().ok());
    QVERIFY(!fs::exists(at("worldwright-aaaaaa")));
    for (const char* stays :
         {"worldwright-bbbbbb", "worldwright-cccccc", "worldwright-projects", "other", "worldwright-dddddd"})
      QVERIFY2(fs::exists(at(stays) / "deep" / "part.step"), stays);
    ::close(alive);
  }

  void withoutATemporaryFolderThereIsTheUsualOne() {
    qputenv("TMPDIR", "/nonexistent");
    QVERIFY(ww::ScratchDir::make().ok());
  }
};

QTEST_GUILESS_MAIN(TestScratchDir)
#include "test_scratch_dir.moc"
