// SPDX-License-Identifier: Apache-2.0
#include <QDir>

#include "tests/cli/cases.h"

using namespace ww::test;

// What comes before a verb: options, the version, and the editor where there is no display.
class TestCliStart : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { world_ = makeSample(folder_, "cell.wright", "empty_table"); }

  void noDisplay_data();
  void noDisplay();
  void editorOptions_data();
  void editorOptions();
  void editorHelpNeedsNoDisplay();
  void optionsBeforeVerb();
  void wrongBeforeVerb_data();
  void wrongBeforeVerb();
  void version();
  void fullDevice_data();
  void fullDevice();
  void numbers_data();
  void numbers();
  void runScript_data();
  void runScript();

 private:
  QString scriptFolder() const;
  ScratchFolder folder_;
  QString world_;
};

static bool hasEditor() { return QFileInfo::exists(QDir(programFolder()).absoluteFilePath("worldwright-editor")); }

void TestCliStart::noDisplay_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<QStringList>("environment");
  QTest::newRow("a file") << QStringList{world_} << QStringList{};
  QTest::newRow("no file") << QStringList{} << QStringList{};
  QTest::newRow("unreachable X") << QStringList{world_} << QStringList{"DISPLAY=:4711"};
  QTest::newRow("unreachable X by name") << QStringList{world_} << QStringList{"DISPLAY=:4711", "QT_QPA_PLATFORM=xcb"};
  QTest::newRow("unreachable Wayland") << QStringList{world_} << QStringList{"WAYLAND_DISPLAY=nowhere-7"};
  QTest::newRow("Wayland by name") << QStringList{world_}
                                   << QStringList{"WAYLAND_DISPLAY=nowhere-7", "QT_QPA_PLATFORM=wayland"};
  QTest::newRow("no such platform") << QStringList{world_} << QStringList{"QT_QPA_PLATFORM=telegraph"};
  QTest::newRow("by argument") << QStringList{world_, "-platform", "xcb"} << QStringList{"DISPLAY=:4711"};
}

void TestCliStart::noDisplay() {
  if (!hasEditor()) QSKIP("the editor is not built");
  QFETCH(QStringList, arguments);
  QFETCH(QStringList, environment);
  const CliRun run = runCli(arguments, withTimeout(20000, environment));
  WW_COMPARE_EXIT(run, 1);
  WW_VERIFY_FAULTLESS(errorLineFault(run, "UNAVAILABLE"));
  QVERIFY2(run.err.contains("needs a display") && run.err.contains("worldwright render FILE --out"), run.err);
  if (!environment.isEmpty()) QVERIFY2(run.err.contains(environment.first().toUtf8()), run.err);
  QVERIFY(run.out.isEmpty());
}

void TestCliStart::editorOptions_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<QByteArray>("told");
  const QByteArray frob = "no option '--frob': the editor takes --help, --version, --screenshot";
  QTest::newRow("unknown") << QStringList{"--frob", world_} << frob;
  QTest::newRow("unknown after the file") << QStringList{world_, "--frob"} << frob;
  QTest::newRow("before a verb") << QStringList{"--frob", "info", world_} << frob;
  QTest::newRow("short") << QStringList{"-x", world_} << QByteArray("no option '-x'");
  QTest::newRow("without its value") << QStringList{world_, "--theme"} << QByteArray("has no value");
  QTest::newRow("misspelt") << QStringList{"--versoin"} << QByteArray("did you mean '--version'?");
}

void TestCliStart::editorOptions() {
  if (!hasEditor()) QSKIP("the editor is not built");
  QFETCH(QStringList, arguments);
  QFETCH(QByteArray, told);
  for (const QStringList& environment : {QStringList{}, QStringList{"QT_QPA_PLATFORM=minimal"}}) {
    const CliRun run = runCli(arguments, withTimeout(20000, environment));
    WW_COMPARE_EXIT(run, 2);
    QVERIFY2(run.err.contains(told), run.err.constData());
    WW_VERIFY_FAULTLESS(errorLineFault(run, "INVALID_ARGUMENT"));
  }
}

void TestCliStart::editorHelpNeedsNoDisplay() {
  if (!hasEditor()) QSKIP("the editor is not built");
  for (const char* option : {"--help", "--version"}) {
    const CliRun run = runProgram(QStringLiteral("worldwright-editor"), {QLatin1String(option)},
                                  withTimeout(20000, {"DISPLAY=:4711"}));
    WW_COMPARE_EXIT(run, 0);
    QVERIFY2(run.err.isEmpty() && !run.out.isEmpty(), run.err);
  }
}

void TestCliStart::optionsBeforeVerb() {
  const CliRun plain = runCli({"info", world_});
  for (const QStringList& options :
       {QStringList{"--quiet"}, {"--timeout", "30"}, {"--timeout=30"}, {"--quiet", "--timeout", "30"}}) {
    const CliRun run = runCli(options + QStringList{"info", world_});
    WW_COMPARE_EXIT(run, 0);
    QCOMPARE(run.out, plain.out);
  }
  const CliRun json = runCli({"--json", "info", world_});
  WW_COMPARE_EXIT(json, 0);
  QCOMPARE(json.json()["objects"].toInt(), 1);
  // A seed reaches the verb that takes one: what fails is the plan.
  WW_COMPARE_EXIT(runCli({"--seed", "7", "--json", "plan", world_, "--to", "pick"}), 1);
  WW_COMPARE_EXIT(runCli({"--quiet", "--help"}), 0);
}

void TestCliStart::wrongBeforeVerb_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::newRow("editor") << QStringList{"--quiet", world_};
  QTest::newRow("editor, behind") << QStringList{world_, "--quiet"};
  QTest::newRow("editor, json") << QStringList{"--json", world_};
  QTest::newRow("alone") << QStringList{"--json"};
  QTest::newRow("no value") << QStringList{"--timeout"};
  QTest::newRow("not the verb's") << QStringList{"--seed", "3", "info", world_};
  QTest::newRow("wrong value") << QStringList{"--timeout", "soon", "info", world_};
  QTest::newRow("version of a file") << QStringList{"--version", world_};
}

void TestCliStart::wrongBeforeVerb() {
  QFETCH(QStringList, arguments);
  const CliRun run = runCli(arguments);
  WW_COMPARE_EXIT(run, 2);
  WW_VERIFY_FAULTLESS(errorLineFault(run, "INVALID_ARGUMENT"));
  if (arguments.contains("--json")) WW_VERIFY_FAULTLESS(errorObjectFault(run, "INVALID_ARGUMENT"));
}

void TestCliStart::version() {
  const CliRun plain = runCli({"--version"});
  WW_COMPARE_EXIT(plain, 0);
  QVERIFY(plain.out.startsWith("worldwright "));
  for (const QStringList& arguments : {QStringList{"--version", "--json"}, {"--json", "--version"}}) {
    const CliRun run = runCli(arguments);
    WW_COMPARE_EXIT(run, 0);
    QCOMPARE("worldwright " + run.json()["version"].toString().toUtf8() + "\n", plain.out);
  }
}

void TestCliStart::fullDevice_data() {
  QTest::addColumn<QString>("words");
  for (const char* words : {"--version", "--version --json", "--help", "info --help", "new --list-samples"})
    QTest::newRow(words) << words;
}

void TestCliStart::fullDevice() {
  QFETCH(QString, words);
  const CliRun run = runProgram(
      "/bin/sh", {"-c", "\"$0\" " + words + " > /dev/full", QDir(programFolder()).absoluteFilePath("worldwright")});
  WW_COMPARE_EXIT(run, 1);
  WW_VERIFY_FAULTLESS(errorLineFault(run, "UNAVAILABLE"));
}

void TestCliStart::numbers_data() {
  QTest::addColumn<QStringList>("option");
  for (const char* value : {"nan", "inf", "-inf", "0", "-1", "1e999", "soon", "1x"})
    QTest::newRow(value) << QStringList{"--timeout", value};
  for (const char* value : {"99999999999999999999999", "18446744073709551616", "-1", "1.5", "nan"}) {
    QTest::newRow((QByteArray("seed ") + value).constData()) << QStringList{"--seed", value};
  }
}

void TestCliStart::numbers() {
  QFETCH(QStringList, option);
  const CliRun run = runCli(QStringList{"plan", world_, "--to", "pick"} + option);
  WW_COMPARE_EXIT(run, 2);
  WW_VERIFY_FAULTLESS(errorLineFault(run, "INVALID_ARGUMENT"));
  QVERIFY2(run.err.size() < 250, run.err);
}

// packaging/run of these sources, with the programs of this build in place of what it would build.
QString TestCliStart::scriptFolder() const {
  QDir().mkpath(folder_.path("clone/build"));
  QDir().mkpath(folder_.path("clone/tools"));
  const QString packaging = folder_.path("clone/packaging");
  if (!QFileInfo::exists(packaging)) {
    QFile::link(QDir(sourceFolder()).absoluteFilePath("resources"), folder_.path("clone/resources"));
    QFile::link(QDir(programFolder()).absolutePath(), folder_.path("clone/build/bin"));
    QDir().mkpath(packaging);
    for (const char* name : {"run", "lib.sh", "headless_job"})
      QFile::copy(QDir(sourceFolder()).filePath(QString("packaging/") + name), packaging + "/" + name);
    for (const char* name : {"clone/tools/cmake", "clone/tools/ninja"}) {
      QFile::setPermissions(folder_.write(name, "#!/bin/sh\n"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
  }
  return packaging;
}

void TestCliStart::runScript_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<int>("exit");
  QTest::addColumn<QByteArray>("out");
  QTest::addColumn<QByteArray>("err");
  const QString mesh = folder_.write("flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  QTest::newRow("a world") << QStringList{world_} << 0 << QByteArray("cell.wright.png: 1280x800") << QByteArray();
  QTest::newRow("a mesh") << QStringList{mesh} << 0 << QByteArray("flat.obj.png: 1280x800") << QByteArray();
  QTest::newRow("not there") << QStringList{"nofile.wright"} << 3 << QByteArray()
                             << QByteArray("error: NOT_FOUND: there is no file");
  QTest::newRow("not there, asked") << QStringList{"--headless", "no/file.wright"} << 3 << QByteArray()
                                    << QByteArray("error: NOT_FOUND: there is no file");
  QTest::newRow("no world") << QStringList{folder_.write("bad.wright", "bad")} << 3 << QByteArray()
                            << QByteArray("error: ");
}

void TestCliStart::runScript() {
  QFETCH(QStringList, arguments);
  QFETCH(int, exit);
  QFETCH(QByteArray, out);
  QFETCH(QByteArray, err);
  const QString script = scriptFolder() + "/run";
  CliOptions options = withTimeout(
      60000, {"PATH=" + folder_.path("clone/tools") + ":" + qEnvironmentVariable("PATH"), "TMPDIR=/nonexistent"});
  options.folder = folder_.path(".");
  const CliRun run = runProgram("/bin/bash", QStringList{script, "--no-install"} + arguments, options);
  WW_COMPARE_EXIT(run, exit);
  QVERIFY2(run.out.contains(out), run.describe());
  QVERIFY2(run.err.contains(err) && run.err.contains("TMPDIR=/nonexistent cannot be written to") &&
               !run.err.contains("mktemp"),
           run.describe());
  // What a run that went well leaves is not for the next one.
  const QString made = QString::fromUtf8(run.out).section(": 1280x800", 0, 0).section('\n', -1);
  if (exit == 0) QVERIFY(QDir(QFileInfo(made).path()).removeRecursively());
}

QTEST_GUILESS_MAIN(TestCliStart)
#include "test_cli_start.moc"
