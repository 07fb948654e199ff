// SPDX-License-Identifier: Apache-2.0
#include <signal.h>
#include <sys/stat.h>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "core/project/project.h"
#include "intrinsic/world/proto/object_world_service.grpc.pb.h"
#include "tests/rpc/serving.h"
#include "tests/support/cli_run.h"
#include "tests/support/folders.h"
#include "tests/unit/history/full_history.h"

using namespace ww;
using namespace ww::test;

class TestServeVerb : public QObject {
  Q_OBJECT

  ScratchFolder folder_;

  // Makes an object.
  QString objectEdits() {
    return folder_.write(QStringLiteral("object.textproto"), R"(
      edits { create_object { name: "two" name_is_global_alias: true
        parent_object { reference { id: "root" } entity_filter { include_base_entity: true } }
        parent_object_t_created_object { orientation { w: 1 } }
        create_single_entity_object { geometry_component { named_geometries { key: "Intrinsic_Collision" value {
          named_geometries { key: "box" value { geometry { inline_geometry_data { exact_geometry { primitive_set {
            primitives { shape { box { size { x: 0.2 y: 0.2 z: 1 } } } } } } } } } } } } } } } })");
  }

 private Q_SLOTS:
  void initTestCase() {
    qputenv("XDG_STATE_HOME", folder_.path(QStringLiteral("state")).toUtf8());  // of commands, too
    for (const char* name : {"cell.wright", "other cell.wright"}) {
      WW_COMPARE_EXIT(runCli({QStringLiteral("new"), folder_.path(QString::fromLatin1(name))}), 0);
    }
  }

  void anEmptyWorldOnAFreePort() {
    Serving serving({});
    QVERIFY2(serving.address().starts_with("127.0.0.1:"), serving.process().readAllStandardError().constData());
    QCOMPARE(serving.worlds(), (std::vector<std::string>{"init_world", "world"}));
    qint64 took = 0;
    QCOMPARE(serving.end(SIGINT, took), 130);
    QVERIFY2(took < 1000, "the end took too long");
    QVERIFY(serving.process().readAllStandardOutput().isEmpty());
  }

  void filesAreWorldsAndStayAsTheyAre() {
    const QString file = folder_.path(QStringLiteral("cell.wright"));
    const QByteArray before = readFile(file);
    Serving serving({file, folder_.path(QStringLiteral("other cell.wright")), file});
    QCOMPARE(serving.worlds(), (std::vector<std::string>{"cell", "init_world", "other_cell", "world"}));
    const auto stub =
        pb::ObjectWorldService::NewStub(grpc::CreateChannel(serving.address(), grpc::InsecureChannelCredentials()));
    grpc::ClientContext context;
    pb::CreateFrameRequest request;
    request.set_world_id("init_world");
    request.set_new_frame_name("here");
    *request.mutable_parent_object_with_filter() = base("root");
    pb::Frame frame;
    QVERIFY(stub->CreateFrame(&context, request, &frame).ok());
    qint64 took = 0;
    QCOMPARE(serving.end(SIGTERM, took), 130);
    QVERIFY(serving.process().readAllStandardError().contains("'other_cell'"));
    QCOMPARE(readFile(file), before);
  }

  void aUnixSocketGoesWithTheServer() {
    const QString path = folder_.path(QStringLiteral("s"));
    Serving serving({QStringLiteral("--listen"), QStringLiteral("unix:") + path});
    QCOMPARE(serving.address(), "unix:" + path.toStdString());
    struct stat info {};
    QCOMPARE(::stat(path.toStdString().c_str(), &info), 0);
    QCOMPARE(info.st_mode & 0777U, 0600U);
    QCOMPARE(serving.worlds().size(), std::size_t{2});
    qint64 took = 0;
    QCOMPARE(serving.end(SIGTERM, took), 130);
    QVERIFY(!QFile::exists(path));
  }

  void whatClientsBuildIsKept() {
    const QString file = folder_.path(QStringLiteral("cell.wright")), out = folder_.path(QStringLiteral("kept.wright"));
    const QByteArray before = readFile(file);
    const auto holds = [&](const QString& name, const char* frame) {
      return runCli({QStringLiteral("get"), folder_.path(name), QString::fromLatin1(frame)}).exit == 0;
    };
    {
      Serving serving({file, QStringLiteral("--save"), out});
      QVERIFY(serving.createFrame("init_world", "early"));
      ::kill(static_cast<pid_t>(serving.process().processId()), SIGUSR1);
      QVERIFY2(serving.says("'init_world' is saved in"), serving.said().constData());
      QVERIFY(holds(QStringLiteral("kept.wright"), "root/early"));
      QVERIFY(!QFile::exists(folder_.path(QStringLiteral("kept.world.wright"))));  // nobody has touched it
      QVERIFY(serving.createFrame("init_world", "late"));
      QVERIFY(serving.createFrame("world", "other"));
      QVERIFY(serving.cloneWorld("init_world", "mine"));
      QVERIFY(serving.createFrame("mine", "third"));
      qint64 took = 0;
      QCOMPARE(serving.end(SIGTERM, took), 130);
      QVERIFY2(serving.says("'mine' is saved in"), serving.said().constData());
    }
    QVERIFY(holds(QStringLiteral("kept.wright"), "root/early") && holds(QStringLiteral("kept.wright"), "root/late"));
    QVERIFY(!holds(QStringLiteral("kept.wright"), "root/other"));
    QVERIFY(holds(QStringLiteral("kept.world.wright"), "root/other"));
    QVERIFY(holds(QStringLiteral("kept.mine.wright"), "root/third"));
    for (const char* name : {"kept.wright", "kept.world.wright", "kept.mine.wright"})
      WW_COMPARE_EXIT(runCli({QStringLiteral("verify"), folder_.path(QString::fromLatin1(name))}), 0);
    QCOMPARE(readFile(file), before);
    // Served again, and saved where it came from.
    Serving again({out, QStringLiteral("--save"), out});
    QVERIFY(again.createFrame("init_world", "last"));
    qint64 took = 0;
    QCOMPARE(again.end(SIGINT, took), 130);
    QVERIFY(holds(QStringLiteral("kept.wright"), "root/early") && holds(QStringLiteral("kept.wright"), "root/last"));
  }

  void thePictureOfAFileStaysTrue() {
    const QString file = folder_.path(QStringLiteral("pictured.wright"));
    WW_COMPARE_EXIT(runCli({QStringLiteral("new"), file, QStringLiteral("--sample"), QStringLiteral("empty_table")}),
                    0);
    geometry::GeometryStore store;
    const auto loaded = project::load(project::systemVfs(), file.toStdString(), store);
    QVERIFY(loaded.ok());
    project::SaveOptions options;
    options.thumbnail = "of before";
    QVERIFY(project::save(project::systemVfs(), file.toStdString(), loaded->world, store, options).ok());
    Serving serving({file, QStringLiteral("--save"), file});
    QVERIFY(serving.createFrame("init_world", "new"));
    qint64 took = 0;
    QCOMPARE(serving.end(SIGTERM, took), 130);
    const auto picture = project::thumbnail(project::systemVfs(), file.toStdString());
    QVERIFY2(picture.ok() && picture->starts_with("\x89PNG"), "the file keeps the picture of what it was");
  }

  // An empty world does not take the place of one that is there; what one of another file replaces is kept and named.
  void noWorldIsReplacedUnsaid() {
    const QString file = folder_.path(QStringLiteral("cell.wright"));
    const QString there = folder_.path(QStringLiteral("there.wright"));
    WW_COMPARE_EXIT(runCli({QStringLiteral("new"), there, QStringLiteral("--sample"), QStringLiteral("empty_table")}),
                    0);
    const QByteArray before = readFile(there);
    const CliRun empty = runCli({QStringLiteral("serve"), QStringLiteral("--save"), there});
    WW_COMPARE_EXIT(empty, 2);
    const QByteArray command = "`worldwright serve " + there.toUtf8() + " --save " + there.toUtf8() + "`";
    QVERIFY2(empty.err.contains("holds a world") && empty.err.contains(command), empty.describe());
    const CliRun kept = runCli({QStringLiteral("keep"), there});
    QVERIFY2(kept.exit == 1 && kept.err.contains(command), kept.describe());
    QCOMPARE(readFile(there), before);
    Serving serving({file, QStringLiteral("--save"), there});
    QVERIFY(serving.createFrame("init_world", "early"));
    qint64 took = 0;
    QCOMPARE(serving.end(SIGTERM, took), 130);
    QVERIFY2(serving.says("held before is kept as"), serving.said().constData());
    QCOMPARE(readFile(there + QStringLiteral("~")), before);
  }

  void aFileThatIsServedTwiceIsTold() {
    const QString file = folder_.path(QStringLiteral("cell.wright"));
    Serving serving({file, file});
    QVERIFY2(serving.says("is given twice: these are two worlds now"), serving.said().constData());
    QCOMPARE(serving.worlds().size(), std::size_t{3});
  }

  // A file that is left behind would be served again as if the world lived.
  void theFileOfADeletedWorldBecomesABackup() {
    const QString out = folder_.path(QStringLiteral("host.wright"));
    const QString mine = folder_.path(QStringLiteral("host.mine.wright")), backup = mine + QStringLiteral("~");
    const QStringList keep{QStringLiteral("keep"), out};
    const auto kept = [&] { return runCli(keep).exit == 0; };
    const auto made = [](const Serving& serving, const char* id, const char* frame) {
      return serving.cloneWorld("init_world", id) && serving.createFrame(id, frame);
    };
    const auto holds = [](const QString& file, const char* frame) {
      return runCli({QStringLiteral("get"), file, QString::fromLatin1(frame)}).exit == 0;
    };
    Serving serving({QStringLiteral("--save"), out});
    QVERIFY(made(serving, "mine", "first") && made(serving, "other", "there") && kept());
    QVERIFY(holds(mine, "root/first"));
    QVERIFY(serving.deleteWorld("mine") && kept());
    QVERIFY(!QFile::exists(mine));
    QVERIFY(holds(backup, "root/first"));
    QVERIFY2(serving.says("'mine' is deleted"), serving.said().constData());
    // One of the same id that comes later is another world, in a file of its own.
    QVERIFY(made(serving, "mine", "second") && kept());
    QVERIFY(holds(mine, "root/second") && !holds(mine, "root/first") && holds(backup, "root/first"));
    // What others write there is theirs.
    const QString edits =
        folder_.write(QStringLiteral("own.textproto"),
                      "updates { create_frame { new_frame_name: \"foreign\" parent_object { by_name { "
                      "object_name: \"root\" } } parent_t_new_frame { orientation { w: 1 } } } }");
    const CliRun foreign = runCli({QStringLiteral("apply"), mine, edits});
    WW_COMPARE_EXIT(foreign, 0);
    QVERIFY(serving.deleteWorld("mine") && serving.deleteWorld("other"));
    qint64 took = 0;
    QCOMPARE(serving.end(SIGTERM, took), 130);
    QVERIFY(holds(mine, "root/foreign"));
    QVERIFY2(serving.says("as another program has changed it"), serving.said().constData());
    QVERIFY(!QFile::exists(folder_.path(QStringLiteral("host.other.wright"))));
  }

  // The save that is under way when it is asked may have passed by what is to be kept. The server is a script here, so
  // that it saves when the test wants it.
  void aSaveThatBeganBeforeIsNotTheOneThatWasAskedFor() {
    const QString file = folder_.path(QStringLiteral("slow.wright"));
    const QString server = folder_.path(QStringLiteral("worldwright-serve-slow"));
    QVERIFY(QFile::copy(QStringLiteral("/bin/sh"), server));
    const QString script = folder_.write(QStringLiteral("slow.sh"), R"(
tell() {
  printf '{"server": %d, "address": "here", "begun": %d, "saves": %d, "saved": true}\n' $$ $1 $2 > "$file.next"
  mv "$file.next" "$file.serving"
}
file=$1
trap 'asked=1' USR1
tell 2 1
until [ "$asked" ]; do sleep 0.01; done
tell 2 2
sleep 0.5
echo > "$file.kept"
tell 3 3
sleep 20
)");
    QProcess process;
    process.start(server, {script, file});
    QVERIFY(process.waitForStarted());
    QTRY_VERIFY(QFile::exists(file + QStringLiteral(".serving")));
    const CliRun run = runCli({QStringLiteral("keep"), file});
    const bool kept = QFile::exists(file + QStringLiteral(".kept"));
    process.kill();
    QVERIFY(process.waitForFinished(5000));
    WW_COMPARE_EXIT(run, 0);
    QVERIFY2(kept, run.describe());
  }

  void aVerbHasItSavedNow() {
    const QString out = folder_.path(QStringLiteral("asked.wright"));
    const QStringList keep{QStringLiteral("keep"), out};
    const CliRun nobody = runCli(keep);
    QVERIFY2(nobody.exit == 1 && nobody.err.contains("NOT_FOUND"), nobody.describe());
    Serving serving({QStringLiteral("--save"), out});
    for (const char* frame : {"first", "second"}) {
      QVERIFY(serving.createFrame("init_world", frame));
      const CliRun run = runCli(keep);
      WW_COMPARE_EXIT(run, 0);
      QVERIFY2(run.out.contains(serving.address().c_str()), run.describe());
      const CliRun get = runCli({QStringLiteral("get"), out, QStringLiteral("root/") + QString::fromLatin1(frame)});
      WW_COMPARE_EXIT(get, 0);
    }
    // A file that has gone comes again; what another program writes there is kept.
    QVERIFY(QFile::remove(out));
    const CliRun anew = runCli(keep);
    WW_COMPARE_EXIT(anew, 0);
    const CliRun has = runCli({QStringLiteral("get"), out, QStringLiteral("root/second")});
    WW_COMPARE_EXIT(has, 0);
    const QString edits =
        folder_.write(QStringLiteral("add.textproto"),
                      "updates { create_frame { new_frame_name: \"foreign\" parent_object { by_name { "
                      "object_name: \"root\" } } parent_t_new_frame { orientation { w: 1 } } } }");
    const CliRun foreign = runCli({QStringLiteral("apply"), out, edits});
    WW_COMPARE_EXIT(foreign, 0);
    QVERIFY2(foreign.err.contains("warning: the server at " + QByteArray(serving.address().c_str()) + " saves into '" +
                                  out.toUtf8() + "'") &&
                 foreign.err.contains("[file-served]"),
             foreign.describe());
    const CliRun over = runCli(keep + QStringList{QStringLiteral("--json")});
    WW_COMPARE_EXIT(over, 0);
    QVERIFY2(over.err.contains("another program had changed '" + out.toUtf8() + "'"), over.describe());
    const QJsonObject aside = over.json()["set_aside"].toArray().first().toObject();
    QCOMPARE(aside["backup"].toString(), out + QStringLiteral("~"));
    QCOMPARE(over.json()["note_codes"].toArray().first().toString(), QStringLiteral("cli.set-aside"));
    // Said once: the next save finds what this one has written.
    const CliRun again_kept = runCli(keep);
    QVERIFY2(again_kept.exit == 0 && again_kept.err.isEmpty(), again_kept.describe());
    QVERIFY2(serving.says("another program has changed"), serving.said().constData());
    const CliRun kept = runCli({QStringLiteral("get"), out + QStringLiteral("~"), QStringLiteral("root/foreign")});
    WW_COMPARE_EXIT(kept, 0);
    // Two servers do not write over each other.
    const CliRun second = runCli({QStringLiteral("serve"), QStringLiteral("--save"), out});
    QVERIFY2(second.exit == 2 && second.err.contains("saves into"), second.describe());
    // One that was killed leaves nothing that is believed.
    serving.process().kill();
    QVERIFY(serving.process().waitForFinished(5000));
    const CliRun gone = runCli(keep);
    QVERIFY2(gone.exit == 1 && gone.err.contains("NOT_FOUND"), gone.describe());
    Serving again({out, QStringLiteral("--save"), out});
    qint64 took = 0;
    QCOMPARE(again.end(SIGTERM, took), 130);
    QVERIFY(!QFile::exists(out + QStringLiteral(".serving")));
  }

  void whatCannotBeSavedIsTold() {
    const auto refused = [&](const QString& out, int exit = 2) {
      const CliRun run = runCli({QStringLiteral("serve"), QStringLiteral("--save"), out});
      return run.exit == exit && run.out.isEmpty() && run.err.contains("error: ") ? QByteArray() : run.describe();
    };
    QCOMPARE(refused(folder_.path(QStringLiteral("none/kept.wright")), 1), QByteArray());
    QCOMPARE(refused(folder_.path(QStringLiteral("."))), QByteArray());
    QCOMPARE(refused(folder_.write(QStringLiteral("notes.txt"), "mine")), QByteArray());
    QCOMPARE(readFile(folder_.path(QStringLiteral("notes.txt"))), QByteArray("mine"));
    // The folder goes while it serves.
    QVERIFY(QDir(folder_.path(QStringLiteral("."))).mkdir(QStringLiteral("gone")));
    Serving serving({QStringLiteral("--save"), folder_.path(QStringLiteral("gone/kept.wright"))});
    QVERIFY(serving.createFrame("init_world", "frame"));
    QVERIFY(QDir(folder_.path(QStringLiteral("gone"))).removeRecursively());
    qint64 took = 0;
    QCOMPARE(serving.end(SIGTERM, took), 1);
    QVERIFY2(serving.says("'init_world' is not saved"), serving.said().constData());
    // Asked for in vain.
    Serving without({});
    ::kill(static_cast<pid_t>(without.process().processId()), SIGUSR1);
    QVERIFY2(without.says("--save"), without.said().constData());
    QCOMPARE(without.worlds().size(), std::size_t{2});
  }

  // Between two saves, of worlds that clients have made, too; a clean end leaves nothing.
  void aKilledServerLosesNothing() {
    QDir(folder_.path(QStringLiteral("state"))).removeRecursively();  // what others could not save
    const QString file = folder_.path(QStringLiteral("killed.wright")),
                  out = folder_.path(QStringLiteral("back.wright"));
    WW_COMPARE_EXIT(runCli({QStringLiteral("new"), file}), 0);
    qint64 took = 0;
    {
      Serving serving({file, QStringLiteral("--save"), file});
      for (const char* name : {"one", "two", "three"}) QVERIFY(serving.createFrame("init_world", name));
      QVERIFY(serving.cloneWorld("init_world", "mine"));
      QVERIFY(serving.createFrame("mine", "four"));
      QTest::qWait(600);
      serving.end(SIGKILL, took);
    }
    const CliRun list = runCli({QStringLiteral("recover"), QStringLiteral("--json")});
    const QJsonArray left = list.json()["journals"].toArray();
    QVERIFY2(left.size() == 2, list.describe());
    for (const QJsonValue& one : left) {
      const bool is_file = one[QStringLiteral("file")].toString() == file;
      const QString id = one[QStringLiteral("id")].toString();
      WW_COMPARE_EXIT(
          runCli({QStringLiteral("recover"), id, QStringLiteral("--out"), out, QStringLiteral("--discard")}), 0);
      const CliRun tree = runCli({QStringLiteral("tree"), out});
      QVERIFY2(tree.out.contains("three") && tree.out.contains("four") != is_file, tree.describe());
      QVERIFY(QFile::remove(out));
    }
    Serving again({file, QStringLiteral("--save"), file});
    QVERIFY(again.createFrame("init_world", "five"));
    QCOMPARE(again.end(SIGTERM, took), 130);
    const CliRun none = runCli({QStringLiteral("recover")});
    QVERIFY2(none.out.contains("nothing was left behind"), none.describe());
  }

  // A name was given so that one can go back there.
  void aNameThatTheHistoryHasNoRoomForIsTold() {
    const QString file = folder_.path(QStringLiteral("named.wright"));
    const Status made = history::test::saveFull(file.toStdString());
    QVERIFY2(made.ok(), made.line().c_str());
    const auto states = [&] { return runCli({QStringLiteral("history"), file, QStringLiteral("--json")}).json(); };
    QCOMPARE(states()["states"].toArray().size(), 1000);
    Serving serving({file, QStringLiteral("--save"), file});
    QVERIFY(serving.createFrame("init_world", "one"));
    qint64 took = 0;
    QCOMPARE(serving.end(SIGTERM, took), 130);
    QVERIFY2(serving.says("the history of " + file.toUtf8() + " has no room left for checkpoint 'state 1'"),
             serving.said().constData());
    QVERIFY2(serving.says("'init_world' is saved in") && serving.said().count("no room left") == 1,
             serving.said().constData());
    const QJsonArray left = states()["states"].toArray();
    QCOMPARE(left.size(), 1000);
    QCOMPARE(left[0].toObject()["checkpoint"].toString(), QStringLiteral("state 2"));
  }

  // Another program has changed it, history and all, and tells what has to go: what that made of it is kept beside.
  void aHistoryThatBeginsAnewIsTold() {
    const QString file = folder_.path(QStringLiteral("anew.wright"));
    QVERIFY(history::test::saveFull(file.toStdString()).ok());
    Serving serving({file, QStringLiteral("--save"), file});
    QVERIFY(serving.createFrame("init_world", "one"));
    const CliRun apply = runCli({QStringLiteral("apply"), file, objectEdits()});
    QVERIFY2(apply.exit == 0 && apply.err.contains("the history has no room left for checkpoint 'state 1'"),
             apply.describe());
    qint64 took = 0;
    QCOMPARE(serving.end(SIGTERM, took), 130);
    QVERIFY2(
        serving.says("the history of " + file.toUtf8() + " begins anew, without checkpoints 'state 2', 'state 3', "),
        serving.said().constData());
    QVERIFY2(serving.says("'init_world' is saved in") && serving.said().count("begins anew") == 1 &&
                 serving.said().contains(" and 994 more"),
             serving.said().constData());
    const CliRun kept = runCli({QStringLiteral("history"), file + QStringLiteral("~"), QStringLiteral("--json")});
    QCOMPARE(kept.json()["states"].toArray().size(), 1000);
  }

  // Not in one process: there the library's own clean-up of a half-sent message waits for itself.
  void tooLargeMessagesAreRefused() {
    Serving serving({});
    grpc::ChannelArguments arguments;
    arguments.SetMaxSendMessageSize(-1);
    const auto stub = pb::ObjectWorldService::NewStub(
        grpc::CreateCustomChannel(serving.address(), grpc::InsecureChannelCredentials(), arguments));
    pb::GetWorldRequest request;
    request.set_world_id(std::string(std::size_t{257} << 20, 'x'));
    grpc::ClientContext context;
    pb::WorldMetadata metadata;
    const grpc::Status status = stub->GetWorld(&context, request, &metadata);
    QCOMPARE(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
    QVERIFY(!status.error_message().empty());
    QCOMPARE(serving.worlds().size(), std::size_t{2});
  }

  void theTimeLimitEndsIt() {
    const CliRun run = runCli({QStringLiteral("serve"), QStringLiteral("--timeout"), QStringLiteral("0.3")});
    WW_COMPARE_EXIT(run, 4);
    QVERIFY(run.out.startsWith("127.0.0.1:"));
    QVERIFY2(run.err.contains("the server has ended after 0.3 s, as --timeout asks"), run.describe());
  }

  void wrongUseIsToldBeforeAnythingListens() {
    const auto refused = [](const QStringList& arguments, int exit) {
      const CliRun run = runCli(QStringList{QStringLiteral("serve")} + arguments);
      return run.exit == exit && run.out.isEmpty() && run.err.contains("error: ") ? QByteArray() : run.describe();
    };
    QCOMPARE(refused({QStringLiteral("--listen"), QStringLiteral("0.0.0.0:0")}, 2), QByteArray());
    QCOMPARE(refused({QStringLiteral("--listen"), QStringLiteral("nonsense")}, 2), QByteArray());
    QCOMPARE(refused({QStringLiteral("--token-file"), folder_.path(QStringLiteral("none"))}, 3), QByteArray());
    QCOMPARE(refused({folder_.path(QStringLiteral("none.wright"))}, 3), QByteArray());
    QCOMPARE(refused({QStringLiteral("--tls-cert"), folder_.write(QStringLiteral("c"), "x")}, 2), QByteArray());
  }
};

QTEST_GUILESS_MAIN(TestServeVerb)
#include "test_serve_verb.moc"
