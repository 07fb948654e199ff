// SPDX-License-Identifier: Apache-2.0
// Files of other versions of the format, and rows that do not belong.
#include <QTemporaryDir>
#include <filesystem>
#include <fstream>

#include "core/base/failure.h"
#include "core/world/updates/editor.h"
#include "core/world/updates/edits.h"
#include "project_files.h"
#include "project_worlds.h"
#include "worldwright/v1/edits.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::project {

class TestProjectFormat : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    path_ = folder_->filePath("cell.wright").toStdString();
  }

  void newerMajorVersionsAreRefusedAndNewerMinorOnesKept() {
    geometry::GeometryStore store;
    const world::World world = sampleWorld(store, 3);
    VERIFY_OK(save(systemVfs(), path_, world, store));
    runSql(path_, "PRAGMA user_version=65539");  // 1.3
    VERIFY_OK(load(systemVfs(), path_, store));
    VERIFY_OK(save(systemVfs(), path_, withMovedBox(world, store, 1, 1.0), store));
    QCOMPARE(column(path_, "PRAGMA user_version").front(), std::string("65539"));
    runSql(path_, "PRAGMA user_version=131072");  // 2.0
    const auto refused = load(systemVfs(), path_, store);
    QCOMPARE(refused.status().code, Code::kFailedPrecondition);
    QVERIFY(refused.status().hint.find("newer") != std::string::npos);
    QCOMPARE(save(systemVfs(), path_, world, store).status().code, Code::kFailedPrecondition);
  }

  // A file of each version that there was, kept as it was written then. A new version adds its own.
  void filesOfEveryVersionAreOpened_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<quint64>("version");
    QTest::addColumn<quint64>("objects");
    QTest::newRow("1.0") << "format_1_0.wright" << quint64{0x10000} << quint64{0};
    QTest::newRow("1.1") << "format_1_1.wright" << quint64{0x10001} << quint64{3};
    QTest::newRow("1.2") << "format_1_2.wright" << quint64{0x10002} << quint64{5};
  }
  void filesOfEveryVersionAreOpened() {
    QFETCH(QString, file);
    QFETCH(quint64, version);
    QFETCH(quint64, objects);
    std::filesystem::copy_file(std::filesystem::path(kFirstFormat).parent_path() / file.toStdString(), path_);
    const auto checked = verify(systemVfs(), path_);
    VERIFY_OK(checked);
    QVERIFY(checked->ok);
    geometry::GeometryStore store, fresh;
    const auto loaded = load(systemVfs(), path_, store);
    VERIFY_OK(loaded);
    QCOMPARE(quint64{loaded->info.format_version}, version);
    QVERIFY(!loaded->info.is_newer);
    QVERIFY(objects == 0 || loaded->world.objectCount() == objects);
    // The newest there is: else a version has come without its file.
    if (QByteArray(QTest::currentDataTag()) == "1.2") QCOMPARE(version, quint64{kVersion});
    const std::string other = folder_->filePath("other.wright").toStdString();
    VERIFY_OK(save(systemVfs(), other, loaded->world, store));
    const auto again = load(systemVfs(), other, fresh);
    VERIFY_OK(again);
    QCOMPARE(contentHash(again->world), contentHash(loaded->world));
  }
  // Where it says its version it says the same.
  void anOlderFileBecomesOneOfThisVersion() {
    for (const char* file : {"format_1_0.wright", "format_1_1.wright"}) {
      std::filesystem::copy_file(std::filesystem::path(kFirstFormat).parent_path() / file, path_,
                                 std::filesystem::copy_options::overwrite_existing);
      geometry::GeometryStore store;
      const auto loaded = load(systemVfs(), path_, store);
      VERIFY_OK(loaded);
      const auto world = world::apply(loaded->world, spotInRoot(), store);
      VERIFY_OK(world);
      SaveOptions options;
      options.came_from = loaded->info.rows_hash;
      VERIFY_OK(save(systemVfs(), path_, *world, store, options));
      QCOMPARE(column(path_, "PRAGMA user_version").front(), std::to_string(kVersion));
      QCOMPARE(column(path_, "SELECT value FROM meta WHERE key='format'").front(), std::to_string(kVersion));
    }
  }
  // A newer minor version adds entries and kinds of parts: they go along, wherever the world is saved.
  void whatANewerMinorVersionAddsGoesAlong() {
    geometry::GeometryStore store;
    VERIFY_OK(save(systemVfs(), path_, sampleWorld(store, 2), store));
    addWhatANewerMinorVersionHas();
    const auto loaded = load(systemVfs(), path_, store);
    VERIFY_OK(loaded);
    QVERIFY(loaded->info.foreign);
    const std::string other = folder_->filePath("other.wright").toStdString();
    SaveOptions options;
    options.foreign = loaded->info.foreign;
    options.history = std::make_shared<const HistoryRows>();
    for (const std::string& path : {other, other, path_}) {
      options.whole = true;
      VERIFY_OK(save(systemVfs(), path, withMovedBox(loaded->world, store, 1, 1.0), store, options));
      QCOMPARE(column(path, "SELECT value FROM meta WHERE key='future'").front(), std::string("17"));
      QCOMPARE(column(path, "SELECT bytes FROM part WHERE kind=9").front(), std::string("of tomorrow"));
      QCOMPARE(column(path, "PRAGMA user_version").front(), std::string("65539"));
      QCOMPARE(column(path, "SELECT value FROM meta WHERE key='format'").front(), std::string("65539"));
    }
    geometry::GeometryStore fresh;
    const auto again = load(systemVfs(), other, fresh);
    VERIFY_OK(again);
    QCOMPARE(contentHash(again->world), contentHash(withMovedBox(loaded->world, store, 1, 1.0)));
  }

  void aRepairKeepsWhatANewerMinorVersionAdds() {
    geometry::GeometryStore store, fresh;
    const world::World world = sampleWorld(store, 2);
    VERIFY_OK(save(systemVfs(), path_, world, store));
    addWhatANewerMinorVersionHas();
    const std::string out = folder_->filePath("out.wright").toStdString();
    VERIFY_OK(repair(systemVfs(), path_, out));
    QCOMPARE(column(out, "SELECT value FROM meta WHERE key='future'"), std::vector<std::string>{"17"});
    QCOMPARE(column(out, "SELECT bytes FROM part WHERE kind=9"), std::vector<std::string>{"of tomorrow"});
    QCOMPARE(column(out, "PRAGMA user_version").front(), std::string("65539"));
    const auto again = load(systemVfs(), out, fresh);
    VERIFY_OK(again);
    QCOMPARE(contentHash(again->world), contentHash(world));
  }

  // Rows of history since 1.2, which older programs keep and do not read.
  void theFileOfThisVersionHasItsHistory() {
    geometry::GeometryStore store;
    const auto loaded =
        load(systemVfs(), (std::filesystem::path(kFirstFormat).parent_path() / "format_1_2.wright").string(), store);
    VERIFY_OK(loaded);
    QVERIFY(loaded->history.size() >= 3);
  }
  void theFileOfTheFirstHashesHoldsWhatItHeld() {
    geometry::GeometryStore store;
    const auto loaded =
        load(systemVfs(), (std::filesystem::path(kFirstFormat).parent_path() / "format_1_1.wright").string(), store);
    VERIFY_OK(loaded);
    QCOMPARE(contentHash(loaded->world),
             std::string("sha256:9e07b6ecbaedf130c62be97c832bd6baad4fae0a179b57226e0be01761330b80"));
    QVERIFY(loaded->world.frameNamed(loaded->world.childNamed(world::kRootObject, "sm"), "grasp"));
    QCOMPARE(loaded->world.collisionSettings().collision_rules_size(), 1);
    QCOMPARE(loaded->world.data().record->programs(0).name(), std::string("wait_a_while"));
  }

  // As a program of format 2.0 would write what has not changed since.
  void aNewerMajorVersionIsShownAndNeverWritten() {
    geometry::GeometryStore store, fresh;
    const world::World world = sampleWorld(store, 3);
    VERIFY_OK(save(systemVfs(), path_, world, store));
    runSql(path_, "PRAGMA user_version=131072");
    rewriteMeta(path_, "format", "131072");
    const auto loaded = load(systemVfs(), path_, fresh);
    VERIFY_OK(loaded);
    QVERIFY(loaded->info.is_newer);
    QCOMPARE(contentHash(loaded->world), contentHash(world));
    const Status note = newerNote(path_, loaded->info);
    QVERIFY2(note.title.find("format 2.0") != std::string::npos, note.title.c_str());
    // Neither in place nor beside.
    const auto before = column(path_, "SELECT hex(sha256) FROM part");
    for (const std::string& came_from : {loaded->info.rows_hash, std::string()}) {
      SaveOptions options;
      options.came_from = came_from;
      const auto refused = save(systemVfs(), path_, withMovedBox(world, store, 1, 1.0), store, options);
      QCOMPARE(refused.status().code, Code::kFailedPrecondition);
    }
    QVERIFY(column(path_, "SELECT hex(sha256) FROM part") == before);
    // Elsewhere it is a file of this format.
    const std::string other = folder_->filePath("other.wright").toStdString();
    VERIFY_OK(save(systemVfs(), other, loaded->world, fresh));
    const auto again = load(systemVfs(), other, fresh);
    VERIFY_OK(again);
    QVERIFY(!again->info.is_newer && newerNote(other, again->info).ok());
    // What it no longer is as we know it is not shown.
    runSql(path_, "CREATE TABLE more(x)");
    QCOMPARE(load(systemVfs(), path_, fresh).status().code, Code::kFailedPrecondition);
  }

  // Written by the program that made format 1.0: hashed in a row, not by parts.
  void aFileOfTheFirstFormatIsVerifiedByItsRuleAndSaved() {
    const std::string kHash = "sha256:1ea034e72788e8479c6de58ade72a0ca26462caa62c094be7b8197653402b754";
    std::filesystem::copy_file(kFirstFormat, path_);
    geometry::GeometryStore store, fresh;
    const auto loaded = load(systemVfs(), path_, store);
    VERIFY_OK(loaded);
    QCOMPARE(loaded->info.content_hash, kHash);
    QCOMPARE(flatContentHash(loaded->world), kHash);
    QVERIFY(contentHash(loaded->world) != kHash);
    const auto checked = verify(systemVfs(), path_);
    VERIFY_OK(checked);
    QVERIFY(checked->ok);
    const ObjectId part = loaded->world.aliasNamed("part_1");
    world::WorldEditor editor(loaded->world, store);
    editor.move(part, world::kRootObject, world::kRootEntity, Pose::translation(1, 2, 3));
    const world::World moved = std::move(editor).finish();
    SaveOptions options;
    options.came_from = loaded->info.rows_hash;
    const auto saved = save(systemVfs(), path_, moved, store, options);
    VERIFY_OK(saved);
    QVERIFY2(saved->rows_written <= 7, std::to_string(saved->rows_written).c_str());
    QVERIFY(!std::filesystem::exists(path_ + "~"));
    QCOMPARE(saved->content_hash, contentHash(moved));
    const auto again = load(systemVfs(), path_, fresh);
    VERIFY_OK(again);
    QCOMPARE(contentHash(again->world), contentHash(moved));
  }

  void aWrongHashOfEitherRuleIsFound_data() {
    QTest::addColumn<bool>("first");
    QTest::newRow("first format") << true;
    QTest::newRow("this format") << false;
  }
  void aWrongHashOfEitherRuleIsFound() {
    QFETCH(bool, first);
    geometry::GeometryStore store;
    if (first) std::filesystem::copy_file(kFirstFormat, path_);
    else VERIFY_OK(save(systemVfs(), path_, sampleWorld(store, 3), store));
    // All rows are sound, and the hash is that of another world.
    const std::string other = contentHash(sampleWorld(store, 4));
    rewriteMeta(path_, "content_hash", other);
    const auto loaded = load(systemVfs(), path_, store);
    QCOMPARE(loaded.status().code, Code::kDataLoss);
    QVERIFY2(loaded.status().title.find("content hash") != std::string::npos, loaded.status().title.c_str());
    // Saved by a program of the first format after one of a later: it cannot be told what it counted.
    if (!first) rewriteMeta(path_, "hashed_by", "65536");
    if (!first) VERIFY_OK(load(systemVfs(), path_, store));
  }

  void whatDoesNotBelongIsFound_data() {
    QTest::addColumn<QString>("sql");
    QTest::newRow("trigger") << "CREATE TRIGGER t AFTER UPDATE ON part BEGIN DELETE FROM part; END";
    QTest::newRow("view") << "CREATE VIEW v AS SELECT 1";
    QTest::newRow("table") << "CREATE TABLE more(x)";
    QTest::newRow("index") << "CREATE INDEX i ON part(kind)";
    QTest::newRow("row added") << "INSERT INTO part SELECT 99999, kind, sha256, bytes FROM part WHERE id=1";
    QTest::newRow("row removed") << "DELETE FROM part WHERE kind=4";
    QTest::newRow("rows exchanged") << "UPDATE part SET id = 1000 - id WHERE kind=2";
    QTest::newRow("entry removed") << "DELETE FROM meta WHERE key='name'";
    QTest::newRow("sum removed") << "DELETE FROM meta WHERE key='rows'";
    QTest::newRow("geometry removed") << "DELETE FROM geometry WHERE id=1";
    QTest::newRow("geometry size") << "UPDATE geometry SET size=2147483647";
    QTest::newRow("geometry size negative") << "UPDATE geometry SET size=-5";
    QTest::newRow("geometry chunk") << "UPDATE geometry SET chunk=1";
    QTest::newRow("geometry codec") << "UPDATE geometry SET codec=7";
    QTest::newRow("bytes of another type") << "UPDATE part SET bytes=17 WHERE kind=2";
    QTest::newRow("no hash") << "UPDATE part SET sha256='' WHERE kind=2";
    QTest::newRow("write-ahead log") << "PRAGMA journal_mode=WAL";
  }
  void whatDoesNotBelongIsFound() {
    QFETCH(QString, sql);
    geometry::GeometryStore store, fresh;
    const world::World world = sampleWorld(store, 4);
    VERIFY_OK(save(systemVfs(), path_, world, store));
    runSql(path_, sql.toUtf8().constData());
    const auto loaded = load(systemVfs(), path_, fresh);
    QVERIFY(!loaded.ok());
    QCOMPARE(loaded.status().code, Code::kDataLoss);
    const auto checked = verify(systemVfs(), path_);
    VERIFY_OK(checked);
    QVERIFY(!checked->ok && !checked->problems.empty());
    VERIFY_OK(save(systemVfs(), path_, world, store));
    VERIFY_OK(load(systemVfs(), path_, fresh));
    QVERIFY(std::filesystem::exists(path_ + "~"));
  }

  void aRepairThatSavesNoObjectSaysSo() {
    geometry::GeometryStore store, fresh;
    const auto world = world::apply(sampleWorld(store, 2), spotInRoot(), store);
    VERIFY_OK(world);
    VERIFY_OK(save(systemVfs(), path_, *world, store));
    runSql(path_, "DELETE FROM part WHERE kind IN (2, 3) AND id > 2");
    const std::string out = folder_->filePath("repaired.wright").toStdString();
    const auto lost = repair(systemVfs(), path_, out);
    VERIFY_OK(lost);
    QCOMPARE(std::string(lost->front().failure->row->code), std::string("project.no-object-left"));
    QVERIFY(std::none_of(lost->begin() + 1, lost->end(), [](const Status& l) { return l.ok(); }));
    const auto loaded = load(systemVfs(), out, fresh);
    VERIFY_OK(loaded);
    QCOMPARE(loaded->world.objectCount(), std::size_t{1});
    QVERIFY(loaded->world.frameNamed(world::kRootObject, "spot"));
  }

  void bytesBehindTheEndAreFound() {
    geometry::GeometryStore store, fresh;
    VERIFY_OK(save(systemVfs(), path_, sampleWorld(store, 2), store));
    std::ofstream(path_, std::ios::binary | std::ios::app) << std::string(400, 'j');
    const auto checked = verify(systemVfs(), path_);
    VERIFY_OK(checked);
    QVERIFY(!checked->ok);
    QCOMPARE(checked->problems,
             std::vector<std::string>{"400 bytes stand behind its end, which are no part of the world"});
    // So nobody goes on with it, and saves over it.
    const auto refused = load(systemVfs(), path_, fresh);
    QCOMPARE(refused.status().code, Code::kDataLoss);
    const std::string out = folder_->filePath("repaired.wright").toStdString();
    const auto lost = repair(systemVfs(), path_, out);
    VERIFY_OK(lost);
    QCOMPARE(lost->size(), std::size_t{1});
    const auto repaired = verify(systemVfs(), out);
    VERIFY_OK(repaired);
    QVERIFY(repaired->ok);
  }

  void damageIsToldByNames() {
    geometry::GeometryStore store;
    VERIFY_OK(save(systemVfs(), path_, sampleWorld(store, 1), store));
    runSql(path_, "UPDATE geometry SET sha256 = zeroblob(32); UPDATE part SET sha256 = zeroblob(32) WHERE kind = 4");
    const auto checked = verify(systemVfs(), path_);
    VERIFY_OK(checked);
    const auto has = [&](const char* words) {
      return std::any_of(checked->problems.begin(), checked->problems.end(),
                         [&](const std::string& problem) { return problem.find(words) != std::string::npos; });
    };
    QVERIFY2(has("geometry of 'box_0:body': it does not match"), checked->problems.front().c_str());
    QVERIFY(!has("geometry sha256"));
  }

  void whatIsSoundIsGotOutOfIt_data() { whatDoesNotBelongIsFound_data(); }
  void whatIsSoundIsGotOutOfIt() {
    QFETCH(QString, sql);
    if (sql.contains(QStringLiteral("journal_mode"))) return;  // its log may hold the newest rows: refused
    geometry::GeometryStore store, fresh;
    const world::World world = sampleWorld(store, 4);
    VERIFY_OK(save(systemVfs(), path_, world, store));
    runSql(path_, sql.toUtf8().constData());
    const std::string out = folder_->filePath("repaired.wright").toStdString();
    const auto lost = repair(systemVfs(), path_, out);
    const bool hits_all = sql.contains(QStringLiteral("WHERE kind=2")) || sql.contains(QStringLiteral("geometry SET"));
    if (!lost.ok() && hits_all) {
      QCOMPARE(lost.status().code, Code::kDataLoss);
      QVERIFY(!lost.status().hint.empty());
      return;
    }
    VERIFY_OK(lost);
    const auto checked = verify(systemVfs(), out);
    VERIFY_OK(checked);
    QVERIFY2(checked->ok, checked->problems.empty() ? "" : checked->problems.front().c_str());
    const auto loaded = load(systemVfs(), out, fresh);
    VERIFY_OK(loaded);
    // One whose row is lost is made anew of its links, and told.
    const auto isTold = [&](const std::string& name) {
      return std::any_of(lost->begin(), lost->end(), [&](const Status& l) {
        return l.failure->row->code == "project.kept-anew" && l.title.find("'" + name + "'") != std::string::npos;
      });
    };
    loaded->world.forEachObject([&](const world::Object& o) {
      QVERIFY2(world.object(o.id) && (world.object(o.id)->name == o.name || isTold(o.name)), o.name.c_str());
    });
    QVERIFY(loaded->world.objectCount() == world.objectCount() || !lost->empty());
    QVERIFY(loaded->world.objectCount() <= world.objectCount());
  }

 private:
  // As a program of format 1.3 would: an entry and a part that this one does not know.
  void addWhatANewerMinorVersionHas() {
    rewriteMeta(path_, "future", "17");
    rewriteMeta(path_, "format", "65539");
    runSql(path_, "PRAGMA user_version=65539");
    auto db = Database::open(systemVfs(), path_, Database::Access::kReadWrite);
    QVERIFY(db.ok() && (*db)->exec("BEGIN IMMEDIATE").ok());
    RowWriter writer(**db);
    QVERIFY(writer.putPart({900000, 9, "of tomorrow", {}}).ok());
    QVERIFY(writer.seal().ok() && (*db)->exec("COMMIT").ok());
  }

  static worldwright::v1::Edits spotInRoot() {
    worldwright::v1::Edits edits;
    auto& frame = *edits.add_edits()->mutable_world_update()->mutable_create_frame();
    auto& on = *frame.mutable_parent_object_with_filter();
    on.mutable_reference()->set_id("root");
    on.mutable_entity_filter()->set_include_base_entity(true);
    frame.set_new_frame_name("spot");
    frame.mutable_parent_t_new_frame()->mutable_orientation()->set_w(1);
    return edits;
  }

  std::unique_ptr<QTemporaryDir> folder_;
  std::string path_;
};

}  // namespace ww::project

QTEST_GUILESS_MAIN(ww::project::TestProjectFormat)
#include "test_project_format.moc"
