// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QDir>
#include <QRandomGenerator>
#include <QRegularExpression>

#include "tests/cli/cases.h"

using namespace ww::test;

// Files that are hostile, damaged, oddly named; outputs that are whole or absent.
class TestCliFiles : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { world_ = makeSample(folder_); }

  void hostileWorlds_data();
  void hostileWorlds();
  void verifySaysWhatIsNoWorld();
  void aMistypedNameIsAskedBack();
  void picturesOfOtherFormats();
  void flippedBytes();
  void cutShort();
  void repair();
  void names_data();
  void names();
  void standardStreams();
  void outputsToDevices();
  void outputReplacesWhole();
  void fullDevice();
  void outputErrors_data();
  void outputErrors();
  void outputsApart_data();
  void outputsApart();
  void repairKeeps();
  void signalsWhileReading_data();
  void signalsWhileReading();
  void killedSaves();
  void timeLimit();
  void waitingIsTold();

 private:
  QStringList listing(const QString& folder) const { return QDir(folder).entryList(QDir::Files | QDir::Hidden); }

  ScratchFolder folder_;
  QString world_;
};

void TestCliFiles::hostileWorlds_data() {
  QTest::addColumn<QString>("file");
  QByteArray noise(100000, 0);
  QRandomGenerator random(5);
  for (char& c : noise) c = static_cast<char>(random.generate());
  QTest::newRow("empty") << folder_.write("empty.wright", "");
  QTest::newRow("one byte") << folder_.write("one.wright", "S");
  QTest::newRow("noise") << folder_.write("noise.wright", noise);
  QTest::newRow("text") << folder_.write("text.wright", "objects {}\n");
  QTest::newRow("header only") << folder_.write("header.wright", readFile(world_).left(100));
  QTest::newRow("noise after a header") << folder_.write("tail.wright", readFile(world_).left(100) + noise);
  QTest::newRow("zeros") << folder_.write("zeros.wright", QByteArray(4096, 0));
  const QString sparse = folder_.write("sparse.wright", "");
  QVERIFY(::truncate(sparse.toUtf8().constData(), 1 << 30) == 0);
  QTest::newRow("sparse") << sparse;
  const QString pipe = folder_.path("pipe.wright");
  QVERIFY(::mkfifo(pipe.toUtf8().constData(), 0600) == 0);
  QTest::newRow("pipe") << pipe;
  QTest::newRow("endless device") << "/dev/zero";
  QVERIFY(QFile::link(folder_.path("loop.wright"), folder_.path("loop.wright")));
  QTest::newRow("link to itself") << folder_.path("loop.wright");
}

void TestCliFiles::hostileWorlds() {
  QFETCH(QString, file);
  for (const QStringList& arguments :
       {QStringList{"info", file}, QStringList{"tree", file}, QStringList{"transform", file, "root", "root"}}) {
    const CliRun run = runCli(arguments + QStringList{"--json"}, withTimeout(10000));
    WW_COMPARE_EXIT(run, 3);
    WW_VERIFY_FAULTLESS(errorObjectFault(run));
  }
  const CliRun verify = runCli({"verify", file});
  QVERIFY2(verify.exit == 1 || verify.exit == 3, verify.describe());
}

void TestCliFiles::verifySaysWhatIsNoWorld() {
  const QString text = folder_.write(
      "text.wright", "not a world, but long enough to have a header of some hundred bytes" + QByteArray(200, '.'));
  const CliRun other = runCli({"verify", text});
  WW_COMPARE_EXIT(other, 1);
  QVERIFY2(other.err.contains("text.wright is not a Worldwright world: it is a text: choose another file"), other.err);
  QByteArray bytes = readFile(world_);
  bytes.replace(4096, 4096, QByteArray(4096, '\0'));
  const QString holed = folder_.write("holed.wright", bytes);
  for (const QString verb : {"verify", "info"}) {
    const CliRun run = runCli({verb, holed});
    QVERIFY2(run.err.count("is damaged") == 1 && run.err.contains("--repair"), run.err);
  }
  // The command that is proposed can be run as it stands.
  const CliRun info = runCli({"info", holed});
  const auto command =
      QRegularExpression(QStringLiteral("`(worldwright verify [^`]*)`")).match(QString::fromUtf8(info.err));
  QVERIFY2(command.hasMatch(), info.err);
  const QString repaired = folder_.path("holed-repaired.wright");
  QCOMPARE(command.captured(1), QStringLiteral("worldwright verify %1 --repair %2").arg(holed, repaired));
  // With a backup beside it, that is named.
  QVERIFY(QFile::copy(world_, holed + "~"));
  const CliRun again = runCli({"info", holed});
  QVERIFY2(again.err.contains(("open the backup " + holed + "~, ").toUtf8()) && again.err.contains("--repair"),
           again.err);
}

void TestCliFiles::aMistypedNameIsAskedBack() {
  const QString folder = folder_.path("typed");
  QDir().mkpath(folder);
  QVERIFY(QFile::copy(world_, folder + "/welding_cell.wright"));
  const CliRun run = runCli({"info", folder + "/weldng_cell.wright"});
  WW_COMPARE_EXIT(run, 3);
  WW_VERIFY_FAULTLESS(errorLineFault(run, "NOT_FOUND"));
  QVERIFY2(run.err.contains("did you mean 'welding_cell.wright'?"), run.err);
}

// What an ending says is written, or nothing is.
void TestCliFiles::picturesOfOtherFormats() {
  for (const QString option : {"--out", "--ids"}) {
    const QString picture = folder_.path("p.jpg"), other = folder_.path("other.png");
    QStringList arguments{"render", world_, "--size", "8x8", option, picture};
    if (option == "--ids") arguments << "--out" << other;
    const CliRun run = runCli(arguments);
    WW_COMPARE_EXIT(run, 2);
    WW_VERIFY_FAULTLESS(errorLineFault(run, "INVALID_ARGUMENT"));
    QVERIFY2(run.err.contains("'.png'") && run.err.contains("p.png'"), run.err);
    QVERIFY(!QFileInfo::exists(picture) && !QFileInfo::exists(other));
  }
  for (const QString name : {"large.PNG", "without"})
    WW_COMPARE_EXIT(runCli({"render", world_, "--size", "8x8", "--out", folder_.path(name)}), 0);
}

void TestCliFiles::flippedBytes() {
  const QByteArray sound = readFile(world_);
  QRandomGenerator random(11);
  int found = 0;
  for (int i = 0; i < 40; ++i) {
    QByteArray bytes = sound;
    const int at = static_cast<int>(random.bounded(sound.size()));
    bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.bounded(8)));
    const QString file = folder_.write("flip.wright", bytes);
    const CliRun verify = runCli({"verify", file, "--json"});
    const CliRun info = runCli({"info", file, "--json"});
    // A flip in an unused part of a page may be of no effect; then nothing may differ.
    if (info.exit == 0) {
      QCOMPARE(info.json()["content_hash"], jsonOf({"info", world_})["content_hash"]);
      QVERIFY2(verify.exit == 0 || verify.exit == 1, verify.describe());
      continue;
    }
    ++found;
    WW_COMPARE_EXIT(info, 3);
    WW_VERIFY_FAULTLESS(errorObjectFault(info));
    QVERIFY2(info.err.contains("backup") || info.err.contains("--repair") || info.err.contains("verify") ||
                 info.err.contains("newer"),
             info.err);
    QVERIFY2(verify.exit == 1 || verify.exit == 3, verify.describe());
    if (verify.exit == 1) {
      QVERIFY(!verify.json()["ok"].toBool(true) && !verify.json()["problems"].toArray().isEmpty());
      WW_VERIFY_FAULTLESS(errorLineFault(verify, "DATA_LOSS"));
    }
    QCOMPARE(readFile(file), bytes);
  }
  qInfo("%d of 40 flips are damage", found);
  QVERIFY(found > 20);
}

void TestCliFiles::cutShort() {
  const QByteArray sound = readFile(world_);
  for (const int size : {4096, 20000, static_cast<int>(sound.size()) / 2, static_cast<int>(sound.size()) - 4096}) {
    const QString file = folder_.write("cut.wright", sound.left(size));
    const CliRun run = runCli({"check", file});
    WW_COMPARE_EXIT(run, 3);
    WW_VERIFY_FAULTLESS(errorLineFault(run, "DATA_LOSS"));
  }
}

void TestCliFiles::repair() {
  const QByteArray sound = readFile(world_);
  QRandomGenerator random(3);
  int repaired = 0;
  for (int i = 0; i < 8; ++i) {
    QByteArray bytes = sound;
    const int at = static_cast<int>(random.bounded(4096, static_cast<int>(sound.size())));
    for (int k = 0; k < 64 && at + k < bytes.size(); ++k) bytes[at + k] = static_cast<char>(bytes[at + k] ^ 0x5a);
    const QString file = folder_.write("broken.wright", bytes);
    const QString out = folder_.path(QString("repaired_%1.wright").arg(i));
    const CliRun run = runCli({"verify", file, "--repair", out, "--json"});
    QVERIFY2(run.exit == 0 || run.exit == 3, run.describe());
    QCOMPARE(readFile(file), bytes);
    if (run.exit != 0) continue;
    ++repaired;
    WW_VERIFY_FAULTLESS(keysFault(run.json(), {"repaired:s", "lost:a"}));
    WW_COMPARE_EXIT(runCli({"verify", out}), 0);
    QVERIFY(jsonOf({"info", out})["objects"].toInt() >= 1);
  }
  QVERIFY(repaired >= 4);
}

void TestCliFiles::names_data() {
  QTest::addColumn<QString>("name");
  QTest::newRow("blanks") << "my first world.wright";
  QTest::newRow("umlauts") << QString("Größe ☃ 世界.wright");
  QTest::newRow("no ending") << "world";
  QTest::newRow("dashes") << "--json";
  QTest::newRow("signs") << "a%20&b?c=1#d;'\".wright";
  QTest::newRow("line break") << "a\nb.wright";
}

void TestCliFiles::names() {
  QFETCH(QString, name);
  const QString path = folder_.path("names/" + name);
  QDir().mkpath(QFileInfo(path).path());
  WW_COMPARE_EXIT(runCli({"new", path, "--sample", "empty_table"}), 0);
  QCOMPARE(jsonOf({"info", path})["objects"].toInt(), 1);
  const QString edits = folder_.path("names/Ä b.textproto");
  QFile file(edits);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write("updates { delete_object { object { by_name { object_name: \"table\" } } } }");
  file.close();
  QCOMPARE(jsonOf({"apply", path, edits})["applied"].toInt(), 1);
  QCOMPARE(jsonOf({"info", path})["objects"].toInt(), 0);
  WW_COMPARE_EXIT(runCli({"verify", path}), 0);
}

void TestCliFiles::standardStreams() {
  const CliRun made = runCli({"new", "-", "--sample", "empty_table"});
  WW_COMPARE_EXIT(made, 0);
  QVERIFY(made.out.startsWith("SQLite format 3"));
  const CliRun changed = runCli(
      {"apply", "-",
       folder_.write("d.textproto", "updates { delete_object { object { by_name { object_name: \"table\" } } } }"),
       "--json"},
      withInput(made.out));
  WW_COMPARE_EXIT(changed, 0);
  QVERIFY(changed.out.startsWith("SQLite format 3"));
  QCOMPARE(jsonOf({"info", "-"}, 0, withInput(changed.out))["objects"].toInt(-1), 0);
  const CliRun garbage = runCli({"info", "-", "--json"}, withInput("garbage"));
  WW_COMPARE_EXIT(garbage, 3);
  WW_VERIFY_FAULTLESS(errorObjectFault(garbage));
  const CliRun twice = runCli({"fk", "-", "-"}, withInput(made.out));
  WW_COMPARE_EXIT(twice, 3);
  QVERIFY(!QFileInfo::exists(QDir::current().filePath("-")));
}

void TestCliFiles::outputsToDevices() {
  WW_COMPARE_EXIT(runCli({"export", world_, "--format", "json", "--out", "/dev/null"}), 0);
  struct stat st {};
  QVERIFY(::stat("/dev/null", &st) == 0 && S_ISCHR(st.st_mode));
}

void TestCliFiles::outputReplacesWhole() {
  const QString dir = folder_.path("out");
  QDir().mkpath(dir);
  QFile old(dir + "/w.json");
  QVERIFY(old.open(QIODevice::WriteOnly));
  old.write(QByteArray(1000000, 'x'));
  old.close();
  QVERIFY(QFile::link(dir + "/w.json", dir + "/link.json"));
  WW_COMPARE_EXIT(runCli({"export", world_, "--format", "json", "--out", dir + "/link.json"}), 0);
  QVERIFY(QFileInfo(dir + "/link.json").isSymLink());
  QVERIFY(!QJsonDocument::fromJson(readFile(dir + "/w.json")).isNull());
  QCOMPARE(listing(dir).size(), 2);
}

void TestCliFiles::fullDevice() {
  const QString program = QDir(programFolder()).absoluteFilePath("worldwright");
  const CliRun run = runProgram("/bin/sh", {"-c", "\"$0\" tree \"$1\" > /dev/full", program, world_});
  WW_COMPARE_EXIT(run, 1);
  WW_VERIFY_FAULTLESS(errorLineFault(run, "UNAVAILABLE"));
}

void TestCliFiles::outputErrors_data() {
  QTest::addColumn<QString>("folder");
  QTest::addColumn<QByteArray>("code");
  QTest::newRow("not there") << folder_.path("no/such") << QByteArray("NOT_FOUND");
  QTest::newRow("not to be written") << "/sys" << QByteArray("PERMISSION_DENIED");
}

// Whatever writes a file says the same about the disk.
void TestCliFiles::outputErrors() {
  QFETCH(QString, folder);
  QFETCH(QByteArray, code);
  for (const QStringList& arguments : {QStringList{"new", folder + "/w.wright"},
                                       {"export", world_, "--format", "json", "--out", folder + "/w.json"},
                                       {"render", world_, "--size", "8x8", "--out", folder + "/w.png"},
                                       {"verify", world_, "--repair", folder + "/w.wright"}}) {
    const CliRun run = runCli(arguments);
    WW_COMPARE_EXIT(run, 1);
    WW_VERIFY_FAULTLESS(errorLineFault(run, code));
  }
  const CliRun limited =
      runProgram("/bin/sh", {"-c", "ulimit -f 4; \"$0\" new \"$1\" --sample pick_and_place",
                             QDir(programFolder()).absoluteFilePath("worldwright"), folder_.path("large.wright")});
  WW_COMPARE_EXIT(limited, 4);
  WW_VERIFY_FAULTLESS(errorLineFault(limited, "RESOURCE_EXHAUSTED"));
  const CliRun exported =
      runProgram("/bin/sh", {"-c", "ulimit -f 4; \"$0\" export \"$1\" --format obj --out \"$2\"",
                             QDir(programFolder()).absoluteFilePath("worldwright"), world_, folder_.path("large.obj")});
  WW_COMPARE_EXIT(exported, 4);
  WW_VERIFY_FAULTLESS(errorLineFault(exported, "RESOURCE_EXHAUSTED"));
  const CliRun full = runCli({"render", world_, "--size", "8x8", "--out", "/dev/full"});
  WW_COMPARE_EXIT(full, 4);
  WW_VERIFY_FAULTLESS(errorLineFault(full, "RESOURCE_EXHAUSTED"));
}

void TestCliFiles::outputsApart_data() {
  QTest::addColumn<QString>("out");
  QTest::addColumn<QString>("ids");
  QDir().mkpath(folder_.path("apart"));
  const QString file = folder_.path("apart/z.png"), old = folder_.write("old.png", "old");
  QVERIFY(QFile::link(old, folder_.path("apart/link.png")));
  QVERIFY(::link(old.toUtf8().constData(), folder_.path("apart/hard.png").toUtf8().constData()) == 0);
  QTest::newRow("the same") << file << file;
  QTest::newRow("by another path") << file << folder_.path("apart/../apart/./z.png");
  QTest::newRow("a link") << old << folder_.path("apart/link.png");
  QTest::newRow("a hard link") << old << folder_.path("apart/hard.png");
  QTest::newRow("standard output") << "-"
                                   << "-";
}

void TestCliFiles::outputsApart() {
  QFETCH(QString, out);
  QFETCH(QString, ids);
  const CliRun run = runCli({"render", world_, "--size", "8x8", "--out", out, "--ids", ids});
  WW_COMPARE_EXIT(run, 2);
  WW_VERIFY_FAULTLESS(errorLineFault(run, "INVALID_ARGUMENT"));
  QVERIFY(run.out.isEmpty() && !QFileInfo::exists(folder_.path("apart/z.png")));
  QCOMPARE(readFile(folder_.path("old.png")), QByteArray("old"));
}

void TestCliFiles::repairKeeps() {
  const QString out = folder_.write("kept.wright", "what was here before");
  const QJsonObject done = jsonOf({"verify", world_, "--repair", out});
  WW_VERIFY_FAULTLESS(keysFault(done, {"repaired:s", "lost:a", "ok:b", "content_hash:s", "problems:a", "backup:s"}));
  QVERIFY(done["ok"].toBool());
  QCOMPARE(done["content_hash"], jsonOf({"info", out})["content_hash"]);
  QCOMPARE(done["backup"].toString(), out + "~");
  QCOMPARE(readFile(out + "~"), QByteArray("what was here before"));
  const CliRun first = runCli({"verify", world_, "--repair", folder_.path("fresh.wright")});
  WW_COMPARE_EXIT(first, 0);
  QVERIFY(!first.out.contains("~") && !QFileInfo::exists(folder_.path("fresh.wright~")));
}

void TestCliFiles::signalsWhileReading_data() {
  QTest::addColumn<int>("signal");
  QTest::newRow("SIGINT") << SIGINT;
  QTest::newRow("SIGTERM") << SIGTERM;
}

// A verb that waits for its input ends all the same, and within a second.
void TestCliFiles::signalsWhileReading() {
  QFETCH(int, signal);
  Running run({"apply", world_, "-", "--json"});
  QTest::qWait(300);
  QCOMPARE(run.process.state(), QProcess::Running);
  const qint64 taken = run.end(signal);
  QVERIFY2(taken >= 0 && taken < 1000, QByteArray::number(taken));
  QCOMPARE(run.process.exitStatus(), QProcess::NormalExit);
  QCOMPARE(run.process.exitCode(), 130);
  CliRun done{130, run.process.readAllStandardOutput(), run.process.readAllStandardError()};
  WW_VERIFY_FAULTLESS(errorObjectFault(done, "CANCELLED"));
}

// Killed at any time, the file is either absent or whole; a further try does not mind what is left.
void TestCliFiles::killedSaves() {
  const QString dir = folder_.path("killed");
  QDir().mkpath(dir);
  int absent = 0;
  for (int i = 0; i < 30; ++i) {
    const QString file = dir + QString("/w%1.wright").arg(i);
    Running run({"new", file, "--sample", "palletising"});
    QTest::qSleep(8 * i);
    run.end(i % 3 == 0 ? SIGINT : i % 3 == 1 ? SIGTERM : SIGKILL);
    if (!QFileInfo::exists(file)) {
      ++absent;
      // What a signal ends leaves nothing.
      if (i % 3 != 2) QVERIFY2(!QFileInfo::exists(file + ".saving"), qPrintable(file));
      WW_COMPARE_EXIT(runCli({"new", file, "--sample", "empty_table"}), 0);
    }
    WW_COMPARE_EXIT(runCli({"verify", file}), 0);
  }
  qInfo("%d of 30 were ended before the file was there", absent);
  for (const QString& name : listing(dir))
    QVERIFY2(!name.endsWith(".part") && !name.endsWith("-journal"), qPrintable(name));
}

void TestCliFiles::timeLimit() {
  Running run({"apply", world_, "-", "--json", "--timeout", "0.3"});
  QVERIFY(run.process.waitForFinished(4000));
  CliRun done{run.process.exitCode(), run.process.readAllStandardOutput(), run.process.readAllStandardError()};
  WW_COMPARE_EXIT(done, 4);
  WW_VERIFY_FAULTLESS(errorObjectFault(done, "DEADLINE_EXCEEDED"));
}

// Who waits for another command is told so, and for which file; then it goes on.
void TestCliFiles::waitingIsTold() {
  const QString held = folder_.path("held.wright");
  QVERIFY(QFile::copy(world_, held));
  const QString edits =
      folder_.write("held.textproto",
                    "updates { delete_frame { frame { by_name { object_name: \"root\" frame_name: \"place\" } } } }");
  const int fd = ::open(held.toLocal8Bit(), O_RDONLY | O_CLOEXEC);
  QVERIFY(fd >= 0 && ::flock(fd, LOCK_EX) == 0);
  Running waiting({"apply", held, edits});
  QByteArray told;
  QVERIFY(QTest::qWaitFor(
      [&] {
        waiting.process.waitForReadyRead(50);
        told += waiting.process.readAllStandardError();
        return told.contains('\n');
      },
      10000));
  QVERIFY2(told.startsWith("warning: another command is at work on '" + held.toUtf8() + "'"), told);
  QCOMPARE(waiting.process.state(), QProcess::Running);
  ::close(fd);
  QVERIFY(waiting.process.waitForFinished(10000));
  QCOMPARE(waiting.process.exitCode(), 0);
}

QTEST_GUILESS_MAIN(TestCliFiles)
#include "test_cli_files.moc"
