// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>

#include <QTemporaryDir>
#include <QtTest>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include "core/base/failure.h"
#include "core/project/project.h"
#include "core/project/row_writer.h"
#include "core/world/updates/editor.h"
#include "project_files.h"
#include "project_worlds.h"

namespace ww::project {

class TestProject : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    path_ = folder_->filePath("cell.wright").toStdString();
  }

  void whatIsSavedIsLoadedAgain() {
    geometry::GeometryStore store, fresh;
    const world::World world = sampleWorld(store, 5);
    const auto saved = save(systemVfs(), path_, world, store);
    VERIFY_OK(saved);
    QCOMPARE(saved->name, std::string("cell"));
    QCOMPARE(saved->revision, std::uint64_t{1});
    const auto loaded = load(systemVfs(), path_, fresh);
    VERIFY_OK(loaded);
    QCOMPARE(contentHash(loaded->world), contentHash(world));
    QCOMPARE(loaded->info.content_hash, contentHash(world));
    QCOMPARE(loaded->info.rows_hash, saved->rows_hash);
    QCOMPARE(loaded->world.nextId(), world.nextId());
    const auto checked = verify(systemVfs(), path_);
    VERIFY_OK(checked);
    QVERIFY2(checked->ok, checked->problems.empty() ? "" : checked->problems.front().c_str());
    QCOMPARE(checked->content_hash, contentHash(world));
    QVERIFY(!std::filesystem::exists(path_ + ".saving"));
    QVERIFY(!std::filesystem::exists(path_ + "~"));
  }

  void anEmptyWorldIsSavedToo() {
    geometry::GeometryStore store;
    VERIFY_OK(save(systemVfs(), path_, world::World{}, store));
    const auto loaded = load(systemVfs(), path_, store);
    VERIFY_OK(loaded);
    QCOMPARE(contentHash(loaded->world), contentHash(world::World{}));
  }

  void anotherWayOfWritingIsNamed() {
    geometry::GeometryStore store;
    VERIFY_OK(save(systemVfs(), path_, world::World{}, store));
    runSql(path_, "PRAGMA journal_mode=WAL");
    const auto loaded = load(systemVfs(), path_, store);
    QCOMPARE(loaded.status().code, Code::kDataLoss);
    QVERIFY2(loaded.status().title.find("write-ahead") != std::string::npos && !loaded.status().hint.empty(),
             loaded.status().line().c_str());
    runSql(path_, "PRAGMA journal_mode=DELETE");
    QVERIFY(load(systemVfs(), path_, store).ok());
  }

  void oneMovedObjectWritesFewRows() {
    geometry::GeometryStore store;
    const world::World world = sampleWorld(store, 300);
    VERIFY_OK(save(systemVfs(), path_, world, store));
    const auto again = save(systemVfs(), path_, withMovedBox(world, store, 7, 2.0), store);
    VERIFY_OK(again);
    QVERIFY2(again->rows_written <= 6, std::to_string(again->rows_written).c_str());
    QVERIFY(!std::filesystem::exists(path_ + "~"));
    QCOMPARE(again->revision, std::uint64_t{2});
  }

  void savingWhatIsThereWritesNothing() {
    geometry::GeometryStore store;
    const world::World world = sampleWorld(store, 3);
    VERIFY_OK(save(systemVfs(), path_, world, store));
    const std::string before = contents(path_);
    const auto again = save(systemVfs(), path_, world, store);
    VERIFY_OK(again);
    QCOMPARE(again->rows_written, std::size_t{0});
    QVERIFY(contents(path_) == before);
  }

  void manySavesInARow() {
    geometry::GeometryStore store;
    world::World world = sampleWorld(store, 10);
    VERIFY_OK(save(systemVfs(), path_, world, store));
    for (int i = 0; i < 30; ++i) {
      world = i % 10 == 9 ? withMesh(world, store, 300, static_cast<unsigned>(i))
                          : withMovedBox(world, store, i % 8, 1.0 + i);
      if (i == 20) world = withoutBox(world, store, 9);
      const auto saved = save(systemVfs(), path_, world, store);
      VERIFY_OK(saved);
      QCOMPARE(saved->revision, static_cast<std::uint64_t>(i + 2));
      geometry::GeometryStore fresh;
      const auto loaded = load(systemVfs(), path_, fresh);
      VERIFY_OK(loaded);
      QCOMPARE(contentHash(loaded->world), contentHash(world));
    }
    QVERIFY(!std::filesystem::exists(path_ + "~"));
  }

  // Parts know the rows that they were written as, in whatever file: this one may not have them.
  void whatIsKnownFromAnotherFileIsWrittenHereToo() {
    geometry::GeometryStore store, fresh;
    const std::string other = folder_->filePath("other.wright").toStdString();
    const world::World small = sampleWorld(store, 6);
    const world::World large = withMovedBox(withMesh(small, store, 3000, 1), store, 2, 7.0);
    VERIFY_OK(save(systemVfs(), other, large, store));
    SaveOptions options;
    const auto here = save(systemVfs(), path_, small, store);
    VERIFY_OK(here);
    options.came_from = here->rows_hash;
    const auto saved = save(systemVfs(), path_, large, store, options);
    VERIFY_OK(saved);
    QVERIFY(!std::filesystem::exists(path_ + "~"));
    const auto loaded = load(systemVfs(), path_, fresh);
    VERIFY_OK(loaded);
    QCOMPARE(contentHash(loaded->world), contentHash(large));
    options.came_from = saved->rows_hash;
    VERIFY_OK(save(systemVfs(), path_, small, store, options));
    QCOMPARE(contentHash(load(systemVfs(), path_, fresh)->world), contentHash(small));
  }

  void geometryStaysUntilTheWholeIsWritten() {
    geometry::GeometryStore store;
    const world::World small = sampleWorld(store, 4);
    VERIFY_OK(save(systemVfs(), path_, small, store));
    const world::World large = withMesh(small, store, 30000, 1);
    VERIFY_OK(save(systemVfs(), path_, large, store));
    const auto without = save(systemVfs(), path_, small, store);
    VERIFY_OK(without);
    QVERIFY(without->file_bytes > 500000);
    SaveOptions whole;
    whole.whole = true;
    const auto compact = save(systemVfs(), path_, small, store, whole);
    VERIFY_OK(compact);
    QVERIFY(compact->file_bytes < 100000);
    QVERIFY(std::filesystem::exists(path_ + "~"));
  }

  // Nobody could ever read such a file again.
  void whatCannotBeReadAgainIsNotWritten() {
    geometry::GeometryStore store, fresh;
    const world::World world = sampleWorld(store, 5);
    const auto saved = save(systemVfs(), path_, world, store);
    VERIFY_OK(saved);
    world::WorldEditor editor(world, store);
    editor.rename(world.childNamed(world::kRootObject, "box_1"), "caf\xE9", false);
    const world::World unreadable = std::move(editor).finish();
    SaveOptions options;
    options.came_from = saved->rows_hash;
    const std::string other = folder_->filePath("other.wright").toStdString();
    for (const std::string& path : {path_, other}) {
      const auto refused = save(systemVfs(), path, unreadable, store, options);
      QVERIFY(!refused.ok());
      QVERIFY2(refused.status().failure && refused.status().failure->row->code == "project.unreadable-save",
               refused.status().line().c_str());
    }
    QVERIFY(!std::filesystem::exists(other));
    const auto loaded = load(systemVfs(), path_, fresh);
    VERIFY_OK(loaded);
    QCOMPARE(loaded->info.rows_hash, saved->rows_hash);
  }

  void anotherWorldKeepsTheOldFileAsBackup() {
    geometry::GeometryStore store;
    const world::World one = withMesh(world::World{}, store, 30, 1), other = withMesh(world::World{}, store, 33, 2);
    VERIFY_OK(save(systemVfs(), path_, one, store));
    const std::string before = contents(path_);
    VERIFY_OK(save(systemVfs(), path_, other, store));
    QVERIFY(contents(path_ + "~") == before);
    const auto loaded = load(systemVfs(), path_, store);
    VERIFY_OK(loaded);
    QCOMPARE(contentHash(loaded->world), contentHash(other));
  }

  void aFileThatAnotherProgramChangedIsKeptAsBackup() {
    geometry::GeometryStore store;
    const world::World world = sampleWorld(store, 6);
    const auto mine = save(systemVfs(), path_, world, store);
    VERIFY_OK(mine);
    VERIFY_OK(save(systemVfs(), path_, withMovedBox(world, store, 1, 9.0), store));
    const std::string theirs = contents(path_);
    SaveOptions options;
    options.came_from = mine->rows_hash;
    const auto saved = save(systemVfs(), path_, withMovedBox(world, store, 2, 3.0), store, options);
    VERIFY_OK(saved);
    QCOMPARE(saved->revision, std::uint64_t{3});
    QVERIFY(std::filesystem::exists(path_ + "~"));
    QVERIFY(contents(path_ + "~") == theirs);
  }

  void whatANewerProgramWroteSurvives() {
    geometry::GeometryStore store, fresh;
    const world::World world = sampleWorld(store, 4);
    VERIFY_OK(save(systemVfs(), path_, world, store));
    const auto before = column(path_, "SELECT bytes FROM part WHERE kind<>1 ORDER BY id");
    auto loaded = load(systemVfs(), path_, fresh);
    VERIFY_OK(loaded);
    VERIFY_OK(save(systemVfs(), path_, withMovedBox(loaded->world, fresh, 2, 5.0), fresh));
    const auto after = column(path_, "SELECT bytes FROM part WHERE kind<>1 ORDER BY id");
    QCOMPARE(after.size(), before.size());
    int changed = 0;
    for (std::size_t i = 0; i < after.size(); ++i) changed += after[i] != before[i] ? 1 : 0;
    QCOMPARE(changed, 1);
    std::string all;
    for (const std::string& bytes : column(path_, "SELECT bytes FROM part")) all += bytes;
    for (const char* extra :
         {"of a world", "of a scene object", "of an entity", "of a placed geometry", "of a frame"}) {
      QVERIFY2(all.find(extra) != std::string::npos, extra);
    }
  }

  void nameAndThumbnailStayUnlessGiven() {
    geometry::GeometryStore store;
    const world::World world = sampleWorld(store, 2);
    SaveOptions options;
    options.name = "Cell 7";
    options.thumbnail = "not quite a picture";
    VERIFY_OK(save(systemVfs(), path_, world, store, options));
    const auto saved = save(systemVfs(), path_, withMovedBox(world, store, 1, 1.0), store);
    VERIFY_OK(saved);
    QCOMPARE(saved->name, std::string("Cell 7"));
    const auto png = thumbnail(systemVfs(), path_);
    VERIFY_OK(png);
    QCOMPARE(*png, options.thumbnail);
  }

  void modeAndLinkStay() {
    geometry::GeometryStore store;
    VERIFY_OK(save(systemVfs(), path_, sampleWorld(store, 2), store));
    QCOMPARE(::chmod(path_.c_str(), 0640), 0);
    const std::string link = folder_->filePath("link.wright").toStdString();
    std::filesystem::create_symlink("cell.wright", link);
    SaveOptions whole;
    whole.whole = true;
    VERIFY_OK(save(systemVfs(), link, sampleWorld(store, 5), store, whole));
    QVERIFY(std::filesystem::is_symlink(link));
    struct stat st {};
    QCOMPARE(::stat(path_.c_str(), &st), 0);
    QCOMPARE(st.st_mode & 0777, static_cast<mode_t>(0640));
    QVERIFY(std::filesystem::exists(path_ + "~"));
  }

  void whatIsNoWorldFileIsRefused_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("text") << QByteArray("solid cube\n");
    QTest::newRow("zeros") << QByteArray(100000, '\0');
    QTest::newRow("magic only") << QByteArray("SQLite format 3\0", 16);
  }
  void whatIsNoWorldFileIsRefused() {
    QFETCH(QByteArray, bytes);
    std::ofstream(path_, std::ios::binary).write(bytes.data(), bytes.size());
    geometry::GeometryStore store;
    const auto loaded = load(systemVfs(), path_, store);
    QCOMPARE(loaded.status().code, Code::kDataLoss);
    QVERIFY(!loaded.status().hint.empty());
    const auto checked = verify(systemVfs(), path_);
    VERIFY_OK(checked);
    QVERIFY(!checked->ok && !checked->problems.empty());
    // It can be saved over, and stays as the backup.
    VERIFY_OK(save(systemVfs(), path_, world::World{}, store));
    QCOMPARE(QByteArray::fromStdString(contents(path_ + "~")), bytes);
  }

  void missingFilesAreNotFound() {
    geometry::GeometryStore store;
    QCOMPARE(load(systemVfs(), path_, store).status().code, Code::kNotFound);
    QCOMPARE(load(systemVfs(), path_ + "/x/y.wright", store).status().code, Code::kNotFound);
    QCOMPARE(verify(systemVfs(), path_).status().code, Code::kNotFound);
    QCOMPARE(save(systemVfs(), path_ + "/x/y.wright", world::World{}, store).status().code, Code::kNotFound);
    QCOMPARE(load(systemVfs(), folder_->path().toStdString(), store).status().code, Code::kInvalidArgument);
  }
  void readersSeeOldOrNewWhileSomebodySaves() {
    geometry::GeometryStore store;
    std::vector<world::World> worlds{sampleWorld(store, 40)};
    for (int i = 0; i < 10; ++i) worlds.push_back(withMovedBox(worlds.back(), store, i, 1.0 + i));
    std::set<std::string> allowed;
    for (const auto& world : worlds) allowed.insert(contentHash(world));
    VERIFY_OK(save(systemVfs(), path_, worlds[0], store));
    std::atomic<bool> stop{false};
    std::atomic<int> reads{0}, strange{0};
    std::thread reader([&] {
      geometry::GeometryStore own;
      while (!stop) {
        const auto loaded = load(systemVfs(), path_, own);
        if (!loaded.ok() || !allowed.contains(contentHash(loaded->world))) ++strange;
        ++reads;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
    });
    Status failed;
    for (std::size_t i = 0; i < worlds.size() && failed.ok(); ++i) {
      failed = save(systemVfs(), path_, worlds[i], store).status();
    }
    stop = true;
    reader.join();
    QVERIFY2(failed.ok(), text(failed).c_str());
    QCOMPARE(strange.load(), 0);
    QVERIFY(reads > 0);
  }

  void aHundredMegabytesTakeSeconds() {
    geometry::GeometryStore store, fresh;
    const world::World world = withMesh(sampleWorld(store, 3), store, 3'600'000, 5);
    auto state = std::make_shared<ProgressState>();
    QElapsedTimer timer;
    timer.start();
    const auto saved = save(systemVfs(), path_, world, store, {}, Progress(state));
    VERIFY_OK(saved);
    const qint64 save_ms = timer.restart();
    QCOMPARE(state->fraction(), 1.0);
    const auto again = save(systemVfs(), path_, withMovedBox(world, store, 1, 4.0), store);
    VERIFY_OK(again);
    const qint64 again_ms = timer.restart();
    VERIFY_OK(load(systemVfs(), path_, fresh));
    qInfo("%.0f MB: whole save %lld ms, save of one pose %lld ms, load %lld ms", double(saved->file_bytes) / 1e6,
          static_cast<long long>(save_ms), static_cast<long long>(again_ms), static_cast<long long>(timer.elapsed()));
    QVERIFY(again->rows_written <= 6);
  }

 private:
  std::unique_ptr<QTemporaryDir> folder_;
  std::string path_;
};

}  // namespace ww::project

QTEST_GUILESS_MAIN(ww::project::TestProject)
#include "test_project.moc"
