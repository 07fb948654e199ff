// SPDX-License-Identifier: Apache-2.0
// Files that an editor has open, and the history that files keep: what commands do with both.
#include <unistd.h>

#include <QRegularExpression>
#include <csignal>
#include <set>

#include "cases.h"
#include "core/project/database.h"
#include "core/project/file_hold.h"
#include "core/project/records.h"
#include "core/project/row_writer.h"
#include "tests/unit/history/past_files.h"

using namespace ww;
using namespace ww::test;

class TestCliOpen : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void aCommandLeavesAnOpenFileAlone_data();
  void aCommandLeavesAnOpenFileAlone();
  void readingIsFree();
  void anotherFileCanBeWritten();
  void whereItIsSharedIsSaid();
  void editsGoThroughWhereItIsShared();
  void aCommandGoesOnWithTheHistory();
  void withoutHistoryNothingIsTold();
  void theHistoryIsListedAndTakenOut();
  void aHistoryCannotWriteToTheTerminal();
  void stepsThatLeadNowhereAreFound();
  void stepsWithoutTheirGeometryAreFound();
  void aHardLinkIsTheSameFile();
  void aFullDiskIsToldInWords();

 private:
  QStringList labels(const QString& file) const {
    QStringList out;
    for (const QJsonValue& state : at(jsonOf({"history", file}), "states").toArray()) out << state["label"].toString();
    return out;
  }
  std::unique_ptr<ScratchFolder> folder_;
  QString file_, edits_;
  std::string hash_;
};

// A world with a history of two edits, as an editor saves it.
void TestCliOpen::init() {
  folder_ = std::make_unique<ScratchFolder>();
  file_ = folder_->path("cell.wright");
  history::test::Desk desk;
  QVERIFY(desk.add("table") && desk.add("secret_part", "cell_py"));
  QVERIFY(ww::test::commit(
      *desk.session,
      session::deleteObject(desk.session->snapshot().world->childNamed(world::kRootObject, "secret_part"), true),
      "Delete secret_part"));
  QVERIFY(history::test::saveTo(project::systemVfs(), file_.toStdString(), desk).ok());
  hash_ = desk.hash();
  edits_ = folder_->write("frame.textproto",
                          "updates { create_frame { parent_object { by_name { object_name: \"root\" } } "
                          "new_frame_name: \"place\" parent_t_new_frame { orientation { w: 1 } } } }");
}

void TestCliOpen::aCommandLeavesAnOpenFileAlone_data() {
  QTest::addColumn<QStringList>("words");
  QTest::newRow("apply") << QStringList{"apply", "FILE", "EDITS"};
  QTest::newRow("import") << QStringList{"import", "EDITS", "--into", "FILE", "--type", "stl"};
  QTest::newRow("rules") << QStringList{"rules", "FILE", "lint", "--fix", "all"};
  QTest::newRow("history") << QStringList{"history", "FILE", "--no-history"};
}

void TestCliOpen::aCommandLeavesAnOpenFileAlone() {
  QFETCH(QStringList, words);
  words.replaceInStrings("FILE", file_);
  words.replaceInStrings("EDITS", edits_);
  const QByteArray before = test::hashOf(file_);
  const auto hold = project::FileHold::take(file_.toStdString(), "Worldwright");
  QVERIFY(hold.ok() && *hold);
  const CliRun run = runCli(words);
  WW_COMPARE_EXIT(run, 1);
  QCOMPARE(errorLineFault(run, "UNAVAILABLE"), QByteArray());
  QVERIFY2(run.err.contains("is open in Worldwright"), run.err.constData());
  QVERIFY2(run.err.contains("close it there"), run.err.constData());
  QCOMPARE(test::hashOf(file_), before);
  QCOMPARE(at(runCli(words + QStringList{"--json"}).json(), "error/failure").toString(),
           QStringLiteral("project.open-elsewhere"));
}

void TestCliOpen::readingIsFree() {
  const auto hold = project::FileHold::take(file_.toStdString(), "Worldwright");
  QVERIFY(hold.ok());
  WW_COMPARE_EXIT(runCli({"info", file_}), 0);
  WW_COMPARE_EXIT(runCli({"verify", file_}), 0);
  WW_COMPARE_EXIT(runCli({"history", file_}), 0);
}

void TestCliOpen::anotherFileCanBeWritten() {
  const auto hold = project::FileHold::take(file_.toStdString(), "Worldwright");
  QVERIFY(hold.ok());
  WW_COMPARE_EXIT(runCli({"apply", file_, edits_, "--out", folder_->path("other.wright")}), 0);
}

void TestCliOpen::whereItIsSharedIsSaid() {
  const auto hold = project::FileHold::take(file_.toStdString(), "Worldwright");
  QVERIFY(hold.ok() && *hold);
  (*hold)->setService("127.0.0.1:17080");
  const CliRun run = runCli({"rules", file_, "lint", "--fix", "all"});
  WW_COMPARE_EXIT(run, 1);
  QVERIFY2(run.err.contains("through the services at 127.0.0.1:17080"), run.err.constData());
  // Where nobody answers after all, that is said.
  (*hold)->setService("127.0.0.1:1");
  const CliRun nobody = runCli({"apply", file_, edits_});
  WW_COMPARE_EXIT(nobody, 1);
  QVERIFY2(nobody.err.contains("nobody answers at 127.0.0.1:1"), nobody.err.constData());
}

// A server stands for the editor: both share a world by the same services.
void TestCliOpen::editsGoThroughWhereItIsShared() {
  Running server({"serve", file_});
  QVERIFY(server.process.waitForReadyRead(20000));
  const QString address = QString::fromUtf8(server.process.readLine()).trimmed();
  QVERIFY2(address.contains(':'), qPrintable(address));
  const auto hold = project::FileHold::take(file_.toStdString(), "Worldwright");
  QVERIFY(hold.ok() && *hold);
  (*hold)->setService(address.toStdString());
  const QByteArray before = test::hashOf(file_);
  const CliRun done = runCli({"apply", file_, edits_});
  WW_COMPARE_EXIT(done, 0);
  QVERIFY2(done.out.contains("1 edit applied in the editor at " + address.toUtf8()), done.out.constData());
  QCOMPARE(test::hashOf(file_), before);
  // It is there now: the same again is refused by the world that is shared.
  const CliRun again = runCli({"apply", file_, edits_});
  WW_COMPARE_EXIT(again, 1);
  QVERIFY2(again.err.contains("does not do it") && again.err.contains("place"), again.err.constData());
  // What the services have no call for is not done half.
  const QString own = folder_->write("own.textproto", "edits { rename_entity { entity { id: \"x\" } name: \"y\" } }");
  const CliRun refused = runCli({"apply", file_, own});
  WW_COMPARE_EXIT(refused, 1);
  QVERIFY2(refused.err.contains("close the file in the editor first"), refused.err.constData());
  server.end(SIGTERM);
}

void TestCliOpen::aCommandGoesOnWithTheHistory() {
  const QStringList before = labels(file_);
  QCOMPARE(before.size(), 4);
  WW_COMPARE_EXIT(runCli({"apply", file_, edits_}), 0);
  QCOMPARE(labels(file_).size(), before.size() + 1);
  const QString done = labels(file_).last();
  QVERIFY2(done.contains("place"), qPrintable(done));  // what was done, and to what
  WW_COMPARE_EXIT(runCli({"verify", file_}), 0);
  // An editor undoes what the command did, and what was done before it.
  auto desk = history::test::openFrom(project::systemVfs(), file_.toStdString());
  QVERIFY(desk != nullptr);
  QCOMPARE(desk->session->undoLabel(), done.toStdString());
  QVERIFY(desk->session->undo().ok());
  QCOMPARE(desk->hash(), hash_);
  QVERIFY(desk->session->undo().ok());
  QVERIFY(desk->session->snapshot().world->childNamed(world::kRootObject, "secret_part"));
  // What goes on from there is a branch, and the list says from where.
  QVERIFY(desk->add("stool"));
  QVERIFY(history::test::saveTo(project::systemVfs(), file_.toStdString(), *desk).ok());
  const CliRun text = runCli({"history", file_});
  const QRegularExpression stool(QStringLiteral("Add stool by .*  \\(after 3\\)"));
  QVERIFY2(stool.match(QString::fromUtf8(text.out)).hasMatch(), text.out.constData());
  QCOMPARE(text.out.count("(after "), 1);
}

void TestCliOpen::withoutHistoryNothingIsTold() {
  const QString out = folder_->path("plain.wright");
  WW_COMPARE_EXIT(runCli({"apply", file_, edits_, "--out", out, "--no-history"}), 0);
  QCOMPARE(labels(out), QStringList());
  QVERIFY(!readFile(out).contains("secret_part"));
  QCOMPARE(labels(file_).size(), 4);
  // With it, the file to which it goes has it.
  const QString with = folder_->path("with.wright");
  WW_COMPARE_EXIT(runCli({"apply", file_, edits_, "--out", with}), 0);
  QCOMPARE(labels(with).size(), 5);
}

void TestCliOpen::theHistoryIsListedAndTakenOut() {
  QCOMPARE(jsonOf({"info", file_})["history_states"].toInt(), 4);
  QVERIFY(runCli({"info", file_}).out.contains("with a history of 4 states"));
  const QJsonObject listed = jsonOf({"history", file_});
  QCOMPARE(keysFault(at(listed, "states/1").toObject(),
                     {"id:n", "parent:n", "label:s", "author:s", "time:s", "checkpoint:s", "current:b", "lost:b"}),
           QByteArray());
  QCOMPARE(at(listed, "states/2/author").toString(), QStringLiteral("cell_py"));
  QVERIFY(at(listed, "states/3/current").toBool());
  const CliRun text = runCli({"history", file_});
  QVERIFY2(text.out.contains("Add secret_part by cell_py"), text.out.constData());
  const QString copy = folder_->path("copy.wright");
  WW_COMPARE_EXIT(runCli({"history", file_, "--no-history", "--out", copy}), 0);
  QVERIFY(!readFile(copy).contains("secret_part"));
  QCOMPARE(labels(file_).size(), 4);
  WW_COMPARE_EXIT(runCli({"history", file_, "--no-history"}), 0);
  QVERIFY(runCli({"history", file_}).out.contains("no history"));
  QVERIFY2(!readFile(file_).contains("secret_part"), "it is in pages that are free now");
  // Nor is it in the backup that a save leaves beside.
  QVERIFY(QFileInfo::exists(file_ + "~"));
  QVERIFY2(!readFile(file_ + "~").contains("secret_part"), "it is in the backup");
  WW_COMPARE_EXIT(runCli({"verify", file_ + "~"}), 0);
  QCOMPARE(jsonOf({"info", file_})["content_hash"].toString(), QString::fromStdString(hash_));
  QCOMPARE(jsonOf({"info", file_})["history_states"].toInt(), 0);
  WW_COMPARE_EXIT(runCli({"verify", file_}), 0);
  // Words that belong together.
  WW_COMPARE_EXIT(runCli({"history", file_, "--out", copy}), 2);
}

// Bytes of a file go nowhere as they are.
void TestCliOpen::aHistoryCannotWriteToTheTerminal() {
  history::test::Desk desk;
  QVERIFY(desk.add("table", "\x1b[31mred\n  7 false line\xc2\x9b\x07"));
  const QString file = folder_->path("tricks.wright");
  QVERIFY(history::test::saveTo(project::systemVfs(), file.toStdString(), desk).ok());
  const CliRun text = runCli({"history", file});
  WW_COMPARE_EXIT(text, 0);
  QVERIFY2(text.out.contains("[31mred   7 false line\xef\xbf\xbd\xef\xbf\xbd\n"), text.out.constData());
  for (const char* bad : {"\x1b", "\x07", "\xc2\x9b"}) QVERIFY(!text.out.contains(bad));
  // What is no UTF-8, of a text that is refused.
  QByteArray form = runCli({"textconv", file}).out;
  QVERIFY(form.contains("\"table\""));
  form.replace("\"table\"", "\"ta\xa6\x1b[2Jle\" ta\xa6\x1b[2Jle");
  const CliRun bad = runCli({"new", folder_->path("x.wright"), "--from-text", folder_->write("bad.txt", form)});
  QVERIFY(bad.exit != 0);
  QVERIFY2(!bad.err.contains('\xa6') && !bad.err.contains('\x1b'), bad.err.constData());
  // A file that is asked for goes out as it is.
  const CliRun world = runCli({"history", file, "--no-history", "--out", "-"});
  WW_COMPARE_EXIT(world, 0);
  QVERIFY(world.out.startsWith("SQLite format 3") && world.out.contains(QByteArray(4, '\0')));
}

// Rows with right checksums, one of which holds no step.
void TestCliOpen::stepsThatLeadNowhereAreFound() {
  geometry::GeometryStore store;
  const auto loaded = project::load(project::systemVfs(), file_.toStdString(), store);
  QVERIFY(loaded.ok());
  for (const bool is_huge : {true, false}) {
    auto record = history::recordOf(loaded->history);
    QVERIFY(record && record->states.size() == 4);
    auto step = std::make_shared<history::Step>(*record->states[2].step);
    if (is_huge) step->size = std::uint64_t{1} << 40U;
    else step->pieces = record->states[1].step->pieces, step->size = record->states[1].step->size;
    record->states[2].step = step;
    project::SaveOptions options;
    options.came_from = loaded->info.rows_hash;
    options.history = std::make_shared<const project::HistoryRows>(history::rowsOf(*record, {}));
    const QString forged = folder_->path("forged.wright"), repaired = folder_->path("repaired.wright");
    QVERIFY(project::save(project::systemVfs(), forged.toStdString(), loaded->world, store, options).ok());
    const CliRun run = runCli({"verify", forged});
    WW_COMPARE_EXIT(run, 1);
    QVERIFY2(run.err.contains("2 of 4 states cannot be had"), run.describe());
    const CliRun repair = runCli({"verify", forged, "--repair", repaired});
    WW_COMPARE_EXIT(repair, 0);
    QVERIFY2(repair.out.contains("2 of"), repair.describe());
    WW_COMPARE_EXIT(runCli({"verify", repaired}), 0);
    QCOMPARE(labels(repaired).size(), 2);
    QCOMPARE(jsonOf({"info", repaired})["content_hash"].toString(), QString::fromStdString(hash_));
  }
}

// Of a ball that the world has no more; with all checksums right.
void TestCliOpen::stepsWithoutTheirGeometryAreFound() {
  history::test::Desk desk;
  QVERIFY(desk.add("table"));
  const auto ball = session::createPrimitive(world::kRootObject, {}, "ball", geometry::Sphere{0.3}, {}, {});
  QVERIFY(ww::test::commit(*desk.session, ball, "Add ball"));
  const ObjectId id = desk.session->snapshot().world->childNamed(world::kRootObject, "ball");
  QVERIFY(ww::test::commit(*desk.session, session::deleteObject(id, true), "Delete ball"));
  QVERIFY(history::test::saveTo(project::systemVfs(), file_.toStdString(), desk).ok());
  geometry::GeometryStore store;
  const auto loaded = project::load(project::systemVfs(), file_.toStdString(), store);
  QVERIFY(loaded.ok());
  std::set<std::string> in_world;
  for (const project::WorldPart& part : project::partsOf(loaded->world))
    project::forEachRef(project::rowOf(part)->bytes, [&](std::string_view ref) { in_world.emplace(ref); });
  const CliRun sound = runCli({"history", file_});
  QVERIFY2(sound.exit == 0 && sound.err.isEmpty() && !sound.out.contains("cannot be had"), sound.describe());
  {
    auto db = project::Database::open(project::systemVfs(), file_.toStdString(), project::Database::Access::kReadWrite);
    QVERIFY(db.ok() && (*db)->exec("BEGIN IMMEDIATE").ok());
    std::string where;
    for (const std::string& ref : in_world) where += (where.empty() ? "'" : ",'") + ref + "'";
    QVERIFY((*db)->exec(("DELETE FROM geometry WHERE ref NOT IN (" + where + ")").c_str()).ok());
    project::RowWriter writer(**db);
    QVERIFY(writer.seal().ok() && (*db)->exec("COMMIT").ok());
  }
  const CliRun list = runCli({"history", file_});
  QVERIFY2(list.exit == 0 && list.out.contains("cannot be had any more") && list.err.contains("states cannot be had"),
           list.describe());
  QCOMPARE(at(jsonOf({"history", file_}), "note_codes/0").toString(), QStringLiteral("cli.history-unreadable"));
  const CliRun run = runCli({"verify", file_});
  WW_COMPARE_EXIT(run, 1);
  QVERIFY2(run.err.contains("states cannot be had"), run.describe());
  const QString repaired = folder_->path("repaired.wright");
  WW_COMPARE_EXIT(runCli({"verify", file_, "--repair", repaired}), 0);
  WW_COMPARE_EXIT(runCli({"verify", repaired}), 0);
}

void TestCliOpen::aHardLinkIsTheSameFile() {
  const QString link = folder_->path("link.wright");
  QCOMPARE(::link(file_.toLocal8Bit(), link.toLocal8Bit()), 0);
  const auto hold = project::FileHold::take(file_.toStdString(), "Worldwright");
  QVERIFY(hold.ok() && *hold);
  const CliRun run = runCli({"apply", link, edits_});
  WW_COMPARE_EXIT(run, 1);
  QCOMPARE(errorLineFault(run, "UNAVAILABLE"), QByteArray());
  QVERIFY2(run.err.contains("link.wright is open in"), run.err.constData());
}

void TestCliOpen::aFullDiskIsToldInWords() {
  const QFileInfo full(QStringLiteral("/dev/full"));
  if (!full.exists()) QSKIP("there is no full device");
  const CliRun run = runCli({"export", file_, "--format", "json", "--out", full.filePath()});
  WW_COMPARE_EXIT(run, 4);
  QVERIFY2(run.err.contains("disk is full"), run.err.constData());
}

QTEST_GUILESS_MAIN(TestCliOpen)
#include "test_cli_open.moc"
