// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <unistd.h>

#include "core/project/file_hold.h"
#include "tests/cli/cases.h"

using namespace ww::test;

// Files that cannot be had: those that another program holds, and those of which a part is missing.
class TestCliHeld : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { world_ = makeSample(folder_); }

  void heldByAnotherProgram();
  void whatIsOpenCanBeTried();
  void aDamagedHeaderIsToldAndWrittenAnew();
  void cutOffFilesGiveWhatTheyHold();

 private:
  ScratchFolder folder_;
  QString world_;
};

// A lock as SQLite of another program has it: more time does not help, so it is said who is waited for.
void TestCliHeld::heldByAnotherProgram() {
  const QString held = folder_.path("taken.wright");
  QVERIFY(QFile::copy(world_, held));
  const QString edits =
      folder_.write("taken.textproto",
                    "updates { delete_frame { frame { by_name { object_name: \"root\" frame_name: \"place\" } } } }");
  const int fd = ::open(held.toLocal8Bit(), O_RDWR | O_CLOEXEC);
  QVERIFY(fd >= 0);
  struct flock range {};
  range.l_type = F_WRLCK;
  range.l_whence = SEEK_SET;
  QCOMPARE(::fcntl(fd, F_OFD_SETLK, &range), 0);
  const CliRun run = runCli({"apply", held, edits, "--timeout", "1.5"});
  WW_COMPARE_EXIT(run, 4);
  QVERIFY2(run.err.contains("warning: another program holds '" + held.toUtf8() + "'"), run.err.constData());
  QVERIFY2(
      run.err.contains("DEADLINE_EXCEEDED: gave up after 1.5 s: " + held.toUtf8() + " is in use by another program: "),
      run.err.constData());
  QVERIFY2(!run.err.contains("allow more time"), run.err.constData());
  const CliRun json = runCli({"apply", held, edits, "--timeout", "1", "--json"});
  QCOMPARE(at(json.json(), "error/failure").toString(), QString("cli.gave-up-waiting"));
  QCOMPARE(at(json.json(), "error/causes/0").toString(), QString("project.in-use"));
  ::close(fd);
}

// A dry run writes nothing, and need not wait until an editor has closed the file.
void TestCliHeld::whatIsOpenCanBeTried() {
  const QString open = folder_.path("open.wright");
  QVERIFY(QFile::copy(world_, open));
  const QString edits = folder_.write(
      "open.textproto", "edits { set_program { program { name: \"rest\" steps { wait { seconds: 1 } } } } }");
  WW_COMPARE_EXIT(runCli({"apply", open, edits, "--quiet"}), 0);
  const auto hold = ww::project::FileHold::take(open.toStdString(), "Worldwright");
  QVERIFY(hold.ok() && *hold);
  const QByteArray before = readFile(open);
  WW_COMPARE_EXIT(runCli({"apply", open, edits}), 1);
  WW_COMPARE_EXIT(runCli({"apply", open, edits, "--dry-run"}), 0);
  WW_COMPARE_EXIT(runCli({"program", "plan", open, "rest"}), 1);
  WW_COMPARE_EXIT(runCli({"program", "plan", open, "rest", "--dry-run"}), 0);
  QCOMPARE(readFile(open), before);
}

// SQLite takes the file for one that may only be read: neither its mode nor its folder is to blame.
void TestCliHeld::aDamagedHeaderIsToldAndWrittenAnew() {
  QByteArray bytes = readFile(world_);
  bytes[18] = static_cast<char>(bytes[18] ^ 4);
  const QString file = folder_.write("header.wright", bytes), out = folder_.path("from_header.wright");
  const CliRun verified = runCli({"verify", file});
  QVERIFY2(verified.exit != 0 && (verified.out + verified.err).contains("header of the file"), verified.describe());
  WW_COMPARE_EXIT(runCli({"verify", file, "--repair", out}), 0);
  WW_COMPARE_EXIT(runCli({"verify", out}), 0);
  const QString edits = folder_.write(
      "rest.textproto", "edits { set_program { program { name: \"rest\" steps { wait { seconds: 1 } } } } }");
  const CliRun run = runCli({"apply", file, edits});
  WW_COMPARE_EXIT(run, 0);
  QVERIFY2(run.err.contains("was damaged, and is written anew") && run.err.contains("header of the file"),
           run.describe());
  QCOMPARE(readFile(file + "~"), bytes);
  WW_COMPARE_EXIT(runCli({"verify", file}), 0);
}

// Either something comes out of it, or the answer is the last word: no command that fails again is offered.
void TestCliHeld::cutOffFilesGiveWhatTheyHold() {
  const QByteArray sound = readFile(world_);
  int saved = 0, nothing = 0;
  for (int percent = 5; percent < 100; percent += 10) {
    const QString file = folder_.write("short.wright", sound.left(sound.size() * percent / 100));
    const QString out = folder_.path(QString("from_short_%1.wright").arg(percent));
    const CliRun run = runCli({"verify", file, "--repair", out});
    if (run.exit == 0) {
      ++saved;
      QVERIFY2(run.out.contains("it breaks off after"), run.out.constData());
      WW_COMPARE_EXIT(runCli({"verify", out}), 0);
      continue;
    }
    ++nothing;
    WW_COMPARE_EXIT(run, 3);
    QVERIFY2(run.err.contains("nothing can be saved of") && run.err.contains("breaks off after"), run.err.constData());
    QVERIFY2(!run.err.contains("--repair"), run.err.constData());
  }
  qInfo("of files cut off %d gave something, %d nothing", saved, nothing);
  // With a backup beside it, that is what is named.
  const QString file = folder_.write("short.wright", sound.left(5000));
  QVERIFY(QFile::copy(world_, file + "~"));
  const CliRun run = runCli({"verify", file, "--repair", folder_.path("never.wright")});
  QVERIFY2(run.err.contains("backup '" + file.toUtf8() + "~', which a save has left"), run.err.constData());
}

QTEST_GUILESS_MAIN(TestCliHeld)
#include "test_cli_held.moc"
