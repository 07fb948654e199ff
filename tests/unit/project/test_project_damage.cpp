// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <fstream>
#include <random>

#include "core/base/failure.h"
#include "core/project/memory_vfs.h"
#include "core/project/project.h"
#include "project_files.h"
#include "project_worlds.h"

namespace ww::project {
namespace {

const std::string kPath = "/w/cell.wright";
const std::string kOut = "/w/repaired.wright";

int roundsOr(int fallback) {
  const int rounds = qEnvironmentVariableIntValue("WW_FLIPS");
  return rounds > 0 ? rounds : fallback;
}

}  // namespace

// Damaged world files. WW_FLIPS=100000 makes it a long run; WW_SEED another one.
class TestProjectDamage : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    world_ = withMesh(sampleWorld(store_, 12), store_, 3000, 1);
    SaveOptions options;
    options.name = "A cell";
    options.thumbnail = std::string(5000, 'p');
    MemoryVfs disk;
    const auto saved = save(disk, kPath, world_, store_, options);
    QVERIFY2(saved.ok(), text(saved.status()).c_str());
    sound_ = disk.contents(kPath);
    hash_ = contentHash(world_);
    random_.seed(static_cast<unsigned>(qEnvironmentVariableIntValue("WW_SEED")));
  }

  void aFlippedBitIsFoundOrHarmless() {
    const int rounds = roundsOr(1500);
    int found = 0;
    for (int i = 0; i < rounds; ++i) {
      std::string bytes = sound_;
      const std::size_t at = random_() % bytes.size();
      bytes[at] = static_cast<char>(bytes[at] ^ 1 << random_() % 8);
      found += expectFoundOrSame(std::move(bytes), "bit in byte " + std::to_string(at)) ? 1 : 0;
      if (QTest::currentTestFailed()) return;
    }
    qInfo("%d of %d flips found, the others changed nothing that is read", found, rounds);
    QVERIFY(found > rounds / 2);
  }

  // Each bit of the header, whatever SQLite makes of it: no value there means nothing.
  void everyBitOfTheHeaderIsLookedAt() {
    for (const bool in_place : {false, true}) {
      const std::string whole = in_place ? savedAgain() : sound_;
      for (std::size_t bit = 0; bit < std::size_t{8} * 100; ++bit) {
        std::string bytes = whole;
        bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ 1 << bit % 8);
        expectTold(std::move(bytes), "bit " + std::to_string(bit % 8) + " of byte " + std::to_string(bit / 8));
        if (QTest::currentTestFailed()) return;
      }
    }
  }

  // What rows of before have left, and what was never used, is zero, and nothing else may come to stand there.
  void whatNoRowNeedsIsLookedAt() {
    const std::string whole = savedAgain();
    MemoryVfs disk;
    disk.put(kPath, whole);
    QVERIFY(verify(disk, kPath)->ok);
    int told = 0, tried = 0;
    for (std::size_t at = 100; at + 16 < whole.size(); at += 61) {
      if (whole.substr(at - 16, 33) != std::string(33, '\0')) continue;
      std::string bytes = whole;
      bytes[at] = static_cast<char>(1 << tried++ % 8);
      disk.put(kPath, bytes);
      const auto found = verify(disk, kPath);
      told += found.ok() && !found->ok ? 1 : 0;
    }
    qInfo("%d of %d bytes that no row needs are told", told, tried);
    QVERIFY(tried > 200);
    QCOMPARE(told, tried);
    // The whole new one has nothing of it.
    std::string bytes = whole;
    bytes[whole.find(std::string(64, '\0')) + 32] = 'x';
    disk.put(kPath, bytes);
    const auto lost = repair(disk, kPath, kOut);
    QVERIFY(lost.ok() && verify(disk, kOut)->ok);
  }

  // SQLite does not clear a list of free pages of which it makes a piece of a long row.
  void aFileThatGrowsAndShrinksStaysSound() {
    MemoryVfs disk;
    disk.put(kPath, sound_);
    geometry::GeometryStore fresh;
    auto loaded = load(disk, kPath, fresh);
    std::mt19937 random(7);
    for (int i = 0; i < 60; ++i) {
      QVERIFY(loaded.ok());
      SaveOptions options;
      options.came_from = loaded->info.rows_hash;
      options.thumbnail = std::string(i % 4 ? 3000 + random() % 30000 : 400000 - random() % 99, 'q');
      VERIFY_OK(save(disk, kPath, loaded->world, fresh, options));
      const auto found = verify(disk, kPath);
      QVERIFY(found.ok());
      QVERIFY2(found->ok,
               (std::to_string(i) + ": " + (found->problems.empty() ? "" : found->problems.front())).c_str());
      loaded = load(disk, kPath, fresh);
    }
  }

  // Another program that writes with SQLite leaves what it wants there.
  void anotherProgramMayLeaveWhatItWants() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("cell.wright").toStdString();
    std::ofstream(path, std::ios::binary) << savedAgain();
    runSql(path,
           "PRAGMA secure_delete=OFF; DELETE FROM thumbnail; "
           "INSERT INTO thumbnail(id, sha256, png) VALUES(1, zeroblob(32), zeroblob(9))");
    const auto found = verify(systemVfs(), path);
    QVERIFY(found.ok() && !found->ok);
    for (const std::string& problem : found->problems)
      QVERIFY2(problem.find("header") == std::string::npos && problem.find("no row") == std::string::npos,
               problem.c_str());
  }

  // SQLite takes it for a file that may only be read.
  void aSaveWritesAFileAnewWhoseHeaderIsDamaged() {
    for (const std::size_t at : {18u, 19u, 41u, 73u, 99u}) {
      MemoryVfs disk;
      std::string bytes = sound_;
      bytes[at] = static_cast<char>(bytes[at] ^ 4);
      disk.put(kPath, bytes);
      SaveOptions options;
      options.name = "A cell";
      const auto saved = save(disk, kPath, withMesh(world_, store_, 20, 7), store_, options);
      QVERIFY2(saved.ok(), text(saved.status()).c_str());
      QVERIFY2(saved->damage.code == Code::kDataLoss, std::to_string(at).c_str());
      QCOMPARE(disk.contents(kPath + std::string("~")), bytes);
      QVERIFY(verify(disk, kPath)->ok);
      QCOMPARE(saved->revision, std::uint64_t{at == 19 ? 1U : 2U});  // of nothing that could be read
    }
  }

  // It is kept beside the new one, and who saves is told.
  void aSaveTellsOfDamageAndWritesAWholeFile() {
    MemoryVfs disk;
    disk.put(kPath, sound_);
    geometry::GeometryStore fresh;
    const auto loaded = load(disk, kPath, fresh);
    QVERIFY(loaded.ok() && loaded->info.damage.ok());
    std::string bytes = sound_;
    const std::size_t at = bytes.rfind(std::string(100, 'p')) + 50;
    bytes[at] = 'x';
    disk.put(kPath, bytes);
    SaveOptions options;
    options.came_from = loaded->info.rows_hash;
    const auto saved = save(disk, kPath, loaded->world, fresh, options);
    QVERIFY2(saved.ok(), text(saved.status()).c_str());
    QCOMPARE(saved->damage.code, Code::kDataLoss);
    QCOMPARE(disk.contents(kPath + std::string("~")), bytes);
    geometry::GeometryStore again;
    QCOMPARE(contentHash(load(disk, kPath, again)->world), hash_);
    QVERIFY(save(disk, kPath, loaded->world, fresh, {})->damage.ok());
    QCOMPARE(checkRows(disk, "/none.wright").status().code, Code::kNotFound);
  }

  void damagedSectorsAreFoundOrHarmless() {
    for (int i = 0; i < roundsOr(1500) / 5; ++i) {
      std::string bytes = sound_;
      const std::size_t at = random_() % (bytes.size() / 512) * 512, from = random_() % (bytes.size() / 512) * 512;
      if (i % 2) bytes.replace(at, 512, std::string(512, '\0'));
      else bytes.replace(at, 512, sound_.substr(from, 512));
      expectFoundOrSame(std::move(bytes), "sector at " + std::to_string(at));
      if (QTest::currentTestFailed()) return;
    }
  }

  // Among them one whose row claims more bytes than a row can have.
  void anySectorInThePlaceOfOneIsFoundOrHarmless() {
    constexpr std::size_t kAt = 21504;
    for (std::size_t from = 0; from + 512 <= sound_.size(); from += 512) {
      std::string bytes = sound_;
      bytes.replace(kAt, 512, sound_.substr(from, 512));
      expectFoundOrSame(std::move(bytes), "sector from " + std::to_string(from));
      if (QTest::currentTestFailed()) return;
    }
  }

  void aTruncatedFileIsFound() {
    for (std::size_t size = 0; size < sound_.size(); size += 1 + random_() % 2000) {
      QVERIFY(expectFoundOrSame(sound_.substr(0, size), "cut at " + std::to_string(size)));
    }
  }

  void repairKeepsWhatIsIntact() {
    int kept_all = 0, kept_some = 0, nothing = 0;
    const int rounds = roundsOr(1500) / 10;
    for (int i = 0; i < rounds; ++i) {
      MemoryVfs disk;
      std::string bytes = sound_;
      for (int flips = 1 + i % 5; flips > 0; --flips) {
        const std::size_t at = random_() % bytes.size();
        bytes[at] = static_cast<char>(bytes[at] ^ 1 << random_() % 8);
      }
      disk.put(kPath, bytes);
      const auto lost = repair(disk, kPath, kOut);
      if (!lost.ok()) {
        ++nothing;
        continue;
      }
      geometry::GeometryStore fresh;
      const auto loaded = load(disk, kOut, fresh);
      QVERIFY2(loaded.ok(), text(loaded.status()).c_str());
      QVERIFY(onlyKnownObjects(loaded->world, *lost));
      const bool all = loaded->world.objectCount() == world_.objectCount();
      QVERIFY(all || !lost->empty());
      ++(all ? kept_all : kept_some);
    }
    qInfo("of %d damaged files %d gave all objects, %d some, %d none", rounds, kept_all, kept_some, nothing);
    QVERIFY(kept_all + kept_some > rounds / 2);
  }

  // That which leads to all others, too: rows are then found by themselves.
  void noSinglePageLosesAll() {
    constexpr std::size_t kPage = 4096;
    for (std::size_t at = 0; at < sound_.size(); at += kPage) {
      std::string bytes = sound_;
      bytes.replace(at, kPage, std::string(kPage, '\0'));
      expectMostKept(std::move(bytes), "page at " + std::to_string(at));
      if (QTest::currentTestFailed()) return;
    }
  }

  // All that comes after it stands elsewhere than the tables say.
  void bytesThatGoOrComeLoseLittle() {
    for (const std::size_t at : {sound_.size() / 3, sound_.size() / 2, sound_.size() * 9 / 10}) {
      for (const std::size_t count : {1u, 18u, 900u}) {
        std::string less = sound_, more = sound_;
        expectMostKept(less.erase(at, count), std::to_string(count) + " gone at " + std::to_string(at));
        expectMostKept(more.insert(at, count, 'x'), std::to_string(count) + " more at " + std::to_string(at));
        if (QTest::currentTestFailed()) return;
      }
    }
  }

  void repairNamesWhatIsLost() {
    // A chunk of the mesh: the object that uses it stays, without it.
    MemoryVfs disk;
    std::string bytes = sound_;
    const std::size_t middle = bytes.size() / 2;  // the mesh is most of the file
    for (std::size_t i = 0; i < 64; ++i) bytes[middle + i] = static_cast<char>(~bytes[middle + i]);
    disk.put(kPath, bytes);
    const auto lost = repair(disk, kPath, kOut);
    QVERIFY2(lost.ok(), text(lost.status()).c_str());
    QVERIFY(std::any_of(lost->begin(), lost->end(),
                        [](const auto& l) { return l.title.find("mesh_1") != std::string::npos; }));
    geometry::GeometryStore fresh;
    const auto loaded = load(disk, kOut, fresh);
    QVERIFY(loaded.ok());
    QCOMPARE(loaded->world.objectCount(), world_.objectCount());
    const auto object = loaded->world.object(loaded->world.childNamed(world::kRootObject, "mesh_1"));
    QVERIFY(object);
    QVERIFY(object->entities.front()->visual.empty() && object->entities.front()->collision.empty());
    QCOMPARE(loaded->info.name, std::string("A cell"));
  }

  void repairDoesNotWriteOverItsSource() {
    MemoryVfs disk;
    disk.put(kPath, sound_);
    QCOMPARE(repair(disk, kPath, kPath).status().code, Code::kInvalidArgument);
    const auto lost = repair(disk, kPath, kOut);
    QVERIFY(lost.ok() && lost->empty());
  }

 private:
  // As it is after some saves in place: pages that are free, gaps in others.
  std::string savedAgain() {
    MemoryVfs disk;
    disk.put(kPath, sound_);
    geometry::GeometryStore fresh;
    auto loaded = load(disk, kPath, fresh);
    for (int i = 0; loaded.ok() && i < 12; ++i) {
      SaveOptions options;
      options.came_from = loaded->info.rows_hash;
      options.thumbnail = std::string(static_cast<std::size_t>(i % 2 ? 400 : 21000), 'q');
      if (!save(disk, kPath, withMesh(loaded->world, fresh, 50 + 37 * i, 20 + i), fresh, options).ok()) return {};
      loaded = load(disk, kPath, fresh);
    }
    return disk.contents(kPath);
  }

  // Told by who looks at everything, or refused.
  void expectTold(std::string bytes, const std::string& what) {
    MemoryVfs disk;
    disk.put(kPath, std::move(bytes));
    const auto found = verify(disk, kPath);
    QVERIFY2(!found.ok() || (!found->ok && !found->problems.empty()), what.c_str());
  }

  // All objects but those of a page or two.
  void expectMostKept(std::string bytes, const std::string& what) {
    MemoryVfs disk;
    disk.put(kPath, std::move(bytes));
    const auto lost = repair(disk, kPath, kOut);
    QVERIFY2(lost.ok(), (what + ": " + text(lost.status())).c_str());
    geometry::GeometryStore fresh;
    const auto loaded = load(disk, kOut, fresh);
    QVERIFY2(loaded.ok() && onlyKnownObjects(loaded->world, *lost), what.c_str());
    const std::size_t kept = loaded->world.objectCount();
    QVERIFY2(kept + 8 >= world_.objectCount(), (what + ": " + std::to_string(kept)).c_str());
    QVERIFY2(kept == world_.objectCount() || !lost->empty(), what.c_str());
  }

  // True when the damage was found. What is loaded all the same must be all that was saved.
  bool expectFoundOrSame(std::string bytes, const std::string& what) {
    MemoryVfs disk;
    disk.put(kPath, std::move(bytes));
    geometry::GeometryStore fresh;
    const auto loaded = load(disk, kPath, fresh);
    const auto check = [&](bool fine) { QVERIFY2(fine, (what + ": " + text(loaded.status())).c_str()); };
    if (loaded.ok()) {
      check(contentHash(loaded->world) == hash_ && loaded->info.name == "A cell" && loaded->info.revision == 1);
      const auto png = thumbnail(disk, kPath);
      check(png.ok() && *png == std::string(5000, 'p'));
    } else {
      check(loaded.status().code == Code::kDataLoss || loaded.status().code == Code::kFailedPrecondition);
      check(!loaded.status().hint.empty());
    }
    // A look at the rows alone finds the same.
    const auto rows = checkRows(disk, kPath);
    check(loaded.ok() ? rows.ok() && rows->damage.ok() && rows->rows_hash == loaded->info.rows_hash
                      : !rows.ok() || rows->damage.code == Code::kDataLoss);
    return !loaded.ok();
  }

  // One whose record is lost may be made anew of its links, and is told.
  bool onlyKnownObjects(const world::World& repaired, const std::vector<Status>& lost) const {
    const auto isTold = [&](const std::string& name) {
      return std::any_of(lost.begin(), lost.end(), [&](const Status& l) {
        return l.failure->row->code == "project.kept-anew" && l.title.find("'" + name + "'") != std::string::npos;
      });
    };
    bool known = true;
    repaired.forEachObject([&](const world::Object& object) {
      const auto original = world_.object(object.id);
      known = known && original && (original->name == object.name || isTold(object.name)) &&
              original->entities.size() == object.entities.size();
    });
    return known;
  }

  geometry::GeometryStore store_;
  world::World world_;
  std::string sound_, hash_;
  std::mt19937 random_;
};

}  // namespace ww::project

QTEST_GUILESS_MAIN(ww::project::TestProjectDamage)
#include "test_project_damage.moc"
