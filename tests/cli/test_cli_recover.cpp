// SPDX-License-Identifier: Apache-2.0
// What an editor has left behind, as `worldwright recover` shows it and gets it back.
#include "cases.h"
#include "core/history/recovered.h"
#include "core/history/tree.h"
#include "core/journal/journal.h"
#include "core/journal/state_folder.h"
#include "core/project/project.h"
#include "tests/unit/session/worlds.h"

using namespace ww;
using namespace ww::test;

class TestCliRecover : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void theListNamesWhatWasLeftBehind();
  void whatWasRecoveredIsAWorldFile();
  void whatOthersDidToTheFileSinceIsTold();
  void laterEditsCanBeLeftOut();
  void whatIsInTheOldestStateCannotBeLeftOut();
  void whatTheListLeavesOutIsCounted();
  void aWorldWithoutEditsSaysWhatItHolds();
  void eachEditThatIsListedCanBeTheLast();
  void whatLedThereCanBeUndoneAfterwards();
  void discardingIsForGood();
  void whatIsOpenStaysWhereItIs();
  void badIdsAreToldApart();
  void whatCannotBeRecoveredIsTold();

 private:
  CliOptions here() const { return {{}, 60000, {}, {QStringLiteral("XDG_STATE_HOME=") + folder_->path("state")}}; }
  QString onlyId() const { return at(jsonOf({"recover"}, 0, here()), "journals/0/id").toString(); }
  std::string root() const { return folder_->file("state/worldwright/journals"); }

  std::unique_ptr<ScratchFolder> folder_;
  std::string hash_;
};

// A program that ended without saving.
void TestCliRecover::init() {
  folder_ = std::make_unique<ScratchFolder>();
  auto store = std::make_shared<geometry::GeometryStore>();
  session::WorldSession session(world::World(), store);
  journal::Journal journal(project::systemVfs(), root(), session, {"/data/cell.wright", "", nullptr, ""});
  QVERIFY(commit(session, box(world::kRootObject, "table"), "Add table"));
  QVERIFY(commit(session, box(world::kRootObject, "part"), "Add part", "cell_py"));
  QVERIFY(session.undo().ok());
  hash_ = hashOf(session);
}

void TestCliRecover::theListNamesWhatWasLeftBehind() {
  const CliRun list = runCli({"recover"}, here());
  WW_COMPARE_EXIT(list, 0);
  for (const char* word : {"/data/cell.wright", "3 edits", "Add table", "Add part by cell_py", "undo: Add part"})
    QVERIFY2(list.out.contains(word), list.describe().constData());
  const QJsonObject json = jsonOf({"recover"}, 0, here());
  QCOMPARE(
      keysFault(at(json, "journals/0").toObject(), {"id:s", "file:s", "time:s", "edits:n", "together:n", "objects:n",
                                                    "names:n", "latest:a", "in_use:b", "recoverable:b", "problems:a"}),
      QByteArray());
  QCOMPARE(at(json, "journals/0/edits").toInt(), 3);
  QCOMPARE(at(json, "journals/0/latest/2/kind").toString(), QStringLiteral("undo"));
  const CliRun one = runCli({"recover", onlyId()}, here());
  WW_COMPARE_EXIT(one, 0);
  QVERIFY(one.out.contains("Add table"));
}

void TestCliRecover::whatWasRecoveredIsAWorldFile() {
  const QString out = folder_->path("back.wright");
  for (int i = 0; i < 2; ++i) {
    const QJsonObject done = jsonOf({"recover", onlyId(), "--out", out}, 0, here());
    QCOMPARE(done["content_hash"].toString(), QString::fromStdString(hash_));
    QVERIFY(done["whole"].toBool());
    WW_COMPARE_EXIT(runCli({"verify", out}), 0);
  }
  QCOMPARE(jsonOf({"info", out})["content_hash"].toString(), QString::fromStdString(hash_));
  const QJsonObject gone = jsonOf({"recover", onlyId(), "--out", out, "--discard"}, 0, here());
  QVERIFY(gone["discarded"].toBool());
  QCOMPARE(at(jsonOf({"recover"}, 0, here()), "journals").toArray().size(), 0);
}

void TestCliRecover::whatOthersDidToTheFileSinceIsTold() {
  const std::string file = folder_->file("cell.wright");
  auto store = std::make_shared<geometry::GeometryStore>();
  project::SaveOptions whole;
  whole.whole = true;
  {
    session::WorldSession session(world::World(), store);
    const auto write = [&] {
      return project::save(project::systemVfs(), file, *session.snapshot().world, *store, whole).ok();
    };
    QVERIFY(commit(session, box(world::kRootObject, "saved"), "Add saved") && write());
    const world::WorldPtr saved = session.snapshot().world;
    QVERIFY(commit(session, box(world::kRootObject, "next"), "Add next"));
    journal::Journal journal(project::systemVfs(), folder_->file("state2/worldwright/journals"), session,
                             {file, "", saved, ""});
    QVERIFY(commit(session, box(world::kRootObject, "late"), "Add late"));
  }
  const CliOptions there{{}, 60000, {}, {QStringLiteral("XDG_STATE_HOME=") + folder_->path("state2")}};
  const QString id = at(jsonOf({"recover"}, 0, there), "journals/0/id").toString();
  const QStringList command{"recover", id, "--out", folder_->path("back2.wright")};
  QVERIFY(!runCli(command, there).err.contains("file-changed-since"));
  session::WorldSession other(world::World(), store);
  QVERIFY(commit(other, box(world::kRootObject, "foreign"), "Add foreign"));
  QVERIFY(project::save(project::systemVfs(), file, *other.snapshot().world, *store, whole).ok());
  const CliRun run = runCli(command, there);
  WW_COMPARE_EXIT(run, 0);
  QVERIFY2(run.err.contains("was changed after the editor had saved it") && run.err.contains("worldwright diff"),
           run.describe());
  // Before anything is recovered, too, and where that takes the place of what was changed.
  for (const QStringList& look : {QStringList{"recover"}, QStringList{"recover", id}}) {
    const CliRun told = runCli(look, there);
    QVERIFY2(told.out.contains("cell.wright was changed by another program since"), told.describe());
  }
  const CliRun over = runCli({"recover", id, "--out", QString::fromStdString(file)}, there);
  WW_COMPARE_EXIT(over, 0);
  QVERIFY2(over.err.contains("changed-replaced"), over.describe());
  const auto kept = project::storedContentHash(project::systemVfs(), file + "~");
  QVERIFY(kept.ok());
  QCOMPARE(*kept, hashOf(other));
}

void TestCliRecover::laterEditsCanBeLeftOut() {
  const QString out = folder_->path("early.wright");
  QCOMPARE(jsonOf({"recover", onlyId(), "--out", out, "--until", "0"}, 0, here())["edits"].toInt(), 0);
  QCOMPARE(jsonOf({"info", out})["objects"].toInt(), 0);
  const QJsonObject some = jsonOf({"recover", onlyId(), "--out", out, "--until", "1", "--discard"}, 0, here());
  QVERIFY(!some["whole"].toBool());
  QVERIFY(!some["discarded"].toBool());
  QCOMPARE(jsonOf({"info", out})["objects"].toInt(), 1);
  QVERIFY(!onlyId().isEmpty());
}

// After a recovery that fell, the journal begins with what had been recovered.
void TestCliRecover::whatIsInTheOldestStateCannotBeLeftOut() {
  auto store = std::make_shared<geometry::GeometryStore>();
  session::WorldSession session(world::World(), store);
  journal::JournalOptions often;
  often.log_records = 2;
  {
    journal::Journal journal(project::systemVfs(), folder_->file("state3/worldwright/journals"), session,
                             {"", "three", nullptr, ""}, often);
    for (const char* name : {"a", "b", "c", "d", "e"}) {
      QVERIFY(commit(session, box(world::kRootObject, name), std::string("Add ") + name));
      QTRY_VERIFY(journal.state().synced);
    }
  }
  const CliOptions there{{}, 60000, {}, {QStringLiteral("XDG_STATE_HOME=") + folder_->path("state3")}};
  const QString id = at(jsonOf({"recover"}, 0, there), "journals/0/id").toString();
  const QString out = folder_->path("less.wright");
  const CliRun run = runCli({"recover", id, "--out", out, "--until", "1"}, there);
  WW_COMPARE_EXIT(run, 1);
  QCOMPARE(errorLineFault(run, "OUT_OF_RANGE"), QByteArray());
  QVERIFY(!QFileInfo::exists(out));
  const int from = run.err.lastIndexOf("`worldwright "), to = run.err.lastIndexOf('`');
  QVERIFY2(from >= 0 && to > from, run.describe());
  const QString command = QString::fromUtf8(run.err.mid(from + 1, to - from - 1));
  WW_COMPARE_EXIT(runCli(command.split(' ').mid(1), there), 0);
  QVERIFY(jsonOf({"info", out})["objects"].toInt() > 1);
  // Both the list and the answer say that its first edits are one.
  QVERIFY2(run.err.contains("OUT_OF_RANGE") && runCli({"recover"}, there).out.contains("as one state"), run.describe());
  QVERIFY(at(jsonOf({"recover"}, 0, there), "journals/0/together").toInt() >= 2);
  const CliRun all = runCli({"recover", id, "--out", out}, there);
  WW_COMPARE_EXIT(all, 0);
  QVERIFY2(all.err.contains("as one state"), all.describe());
}

void TestCliRecover::whatTheListLeavesOutIsCounted() {
  auto store = std::make_shared<geometry::GeometryStore>();
  session::WorldSession session(world::World(), store);
  {
    journal::Journal journal(project::systemVfs(), folder_->file("many/worldwright/journals"), session,
                             {"", "many", nullptr, ""});
    for (int i = 0; i < 110; ++i) QVERIFY(commit(session, box(world::kRootObject, fmt::format("n{}", i)), "Add"));
  }
  const CliOptions there{{}, 60000, {}, {QStringLiteral("XDG_STATE_HOME=") + folder_->path("many")}};
  const CliRun list = runCli({"recover"}, there);
  QVERIFY2(list.out.contains("110 edits, the last at") && list.out.contains("... and 105 edits before these"),
           list.describe());
  const QString id = at(jsonOf({"recover"}, 0, there), "journals/0/id").toString();
  QVERIFY(runCli({"recover", id}, there).out.contains("... and 10 edits before these"));
  QVERIFY(!runCli({"recover"}, here()).out.contains("before these"));
}

// Made, or imported, and never saved.
void TestCliRecover::aWorldWithoutEditsSaysWhatItHolds() {
  auto store = std::make_shared<geometry::GeometryStore>();
  session::WorldSession session(world::World(), store);
  QVERIFY(commit(session, box(world::kRootObject, "a"), "Add") && commit(session, box(world::kRootObject, "b"), "Add"));
  {
    journal::Journal journal(project::systemVfs(), folder_->file("made/worldwright/journals"), session,
                             {"", "made", nullptr, ""});
    QVERIFY(journal.waitSynced(std::chrono::seconds(10)));
  }
  const CliOptions there{{}, 60000, {}, {QStringLiteral("XDG_STATE_HOME=") + folder_->path("made")}};
  const CliRun list = runCli({"recover"}, there);
  QVERIFY2(list.out.contains("never saved (made): no edits, but the world itself, 2 objects, as it was at"),
           list.describe());
  QCOMPARE(at(jsonOf({"recover"}, 0, there), "journals/0/objects").toInt(), 2);
  {
    journal::Journal journal(project::systemVfs(), folder_->file("named/worldwright/journals"), session,
                             {"", "named", session.snapshot().world, ""});
    journal.named({session.snapshot().world, {}, "as it was made", {}, 1});
    QVERIFY(journal.waitSynced(std::chrono::seconds(10)));
  }
  const CliOptions beside{{}, 60000, {}, {QStringLiteral("XDG_STATE_HOME=") + folder_->path("named")}};
  const CliRun named = runCli({"recover"}, beside);
  QVERIFY2(named.out.contains("never saved (named): no edits, begun at"), named.describe());
  QVERIFY2(named.out.contains("; 1 checkpoint named or renamed since"), named.describe());
}

// A program with a history, whose bases have swallowed most of them.
void TestCliRecover::eachEditThatIsListedCanBeTheLast() {
  auto session = std::make_shared<session::WorldSession>(world::World(), std::make_shared<geometry::GeometryStore>());
  const auto tree = std::make_shared<history::Tree>(session);
  journal::JournalOptions often;
  often.log_records = 3;
  often.past = history::pastOf(tree);
  {
    journal::Journal journal(project::systemVfs(), folder_->file("past/worldwright/journals"), *session,
                             {"", "past", nullptr, ""}, often);
    for (const char* name : {"a", "b", "c", "d", "e", "f", "g"}) {
      QVERIFY(commit(*session, box(world::kRootObject, name), std::string("Add ") + name));
      QTRY_VERIFY(journal.state().synced);
    }
    QVERIFY(tree->setCheckpoint(tree->view().nodes[2]->id, "two of them").ok());
  }
  const CliOptions there{{}, 60000, {}, {QStringLiteral("XDG_STATE_HOME=") + folder_->path("past")}};
  const QJsonObject left = at(jsonOf({"recover"}, 0, there), "journals/0").toObject();
  QCOMPARE(left["together"].toInt(), 0);
  const QString out = folder_->path("until.wright");
  for (int until = 1; until <= 7; ++until) {
    const QJsonObject done =
        jsonOf({"recover", left["id"].toString(), "--out", out, "--until", QString::number(until)}, 0, there);
    QCOMPARE(done["edits"].toInt(), until);
    QCOMPARE(jsonOf({"info", out})["objects"].toInt(), until);
    const QJsonArray states = jsonOf({"history", out})["states"].toArray();
    QCOMPARE(states.size(), until + 1);
    QCOMPARE(states.last()["label"].toString(), QStringLiteral("Add ") + QChar('a' + until - 1));
  }
  const CliRun past = runCli({"history", out});
  QVERIFY2(past.out.contains("Add b") && past.out.contains("8 states"), past.describe());
}

void TestCliRecover::whatLedThereCanBeUndoneAfterwards() {
  const QString out = folder_->path("past.wright");
  WW_COMPARE_EXIT(runCli({"recover", onlyId(), "--out", out}, here()), 0);
  const CliRun past = runCli({"history", out});
  WW_COMPARE_EXIT(past, 0);
  // What was undone can be done again.
  QVERIFY2(past.out.contains("Add part by cell_py") && at(jsonOf({"history", out}), "states/1/current").toBool(),
           past.describe());
  QVERIFY2(past.out.contains("Add table") && past.out.contains("3 states"), past.describe());
  WW_COMPARE_EXIT(runCli({"recover", onlyId(), "--out", out, "--no-history"}, here()), 0);
  QVERIFY(runCli({"history", out}).out.contains("keeps no history"));
}

void TestCliRecover::discardingIsForGood() {
  WW_COMPARE_EXIT(runCli({"recover", onlyId(), "--discard"}, here()), 0);
  const CliRun list = runCli({"recover"}, here());
  WW_COMPARE_EXIT(list, 0);
  QVERIFY(list.out.contains("nothing was left behind"));
}

void TestCliRecover::whatIsOpenStaysWhereItIs() {
  const QString id = onlyId();
  const auto held = journal::claim(project::systemVfs(), root(), id.toStdString());
  QVERIFY(held.ok());
  const CliRun run = runCli({"recover", id, "--discard"}, here());
  WW_COMPARE_EXIT(run, 1);
  QCOMPARE(errorLineFault(run, "UNAVAILABLE"), QByteArray());
  QVERIFY(at(jsonOf({"recover"}, 0, here()), "journals/0/in_use").toBool());
}

void TestCliRecover::badIdsAreToldApart() {
  const CliRun no_id = runCli({"recover", "--out", folder_->path("back.wright")}, here());
  QVERIFY2(no_id.exit == 2 && no_id.err.contains("--out works only along with ID"), no_id.describe().constData());
  const CliRun run = runCli({"recover", "0123456789abcdef", "--discard"}, here());
  WW_COMPARE_EXIT(run, 1);
  QCOMPARE(errorLineFault(run, "NOT_FOUND"), QByteArray());
  WW_COMPARE_EXIT(runCli({"recover", "--discard"}, here()), 2);
  const CliRun near = runCli({"recover", onlyId().chopped(1)}, here());
  WW_COMPARE_EXIT(near, 1);
  QVERIFY2(near.err.contains("did you mean '" + onlyId().toUtf8() + "'?"), near.describe().constData());
}

// What nothing comes out of is told with what to do, and how to be rid of it.
void TestCliRecover::whatCannotBeRecoveredIsTold() {
  const QString folder = QString::fromStdString(root()) + "/deadbeefdeadbeef";
  QVERIFY(QDir().mkpath(folder));
  QFile base(folder + "/base-00000003");
  QVERIFY(base.open(QIODevice::WriteOnly) && base.write("junk") == 4);
  base.close();
  const CliRun list = runCli({"recover"}, here());
  WW_COMPARE_EXIT(list, 0);
  QVERIFY2(list.out.contains("its edits could start from: "), list.describe().constData());
  QVERIFY2(list.out.contains("`worldwright recover deadbeefdeadbeef --discard`"), list.describe().constData());
}

QTEST_GUILESS_MAIN(TestCliRecover)
#include "test_cli_recover.moc"
