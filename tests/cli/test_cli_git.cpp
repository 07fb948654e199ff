// SPDX-License-Identifier: Apache-2.0
// World files in a repository of git, set up by `git-setup`.
#include <QDir>
#include <QStandardPaths>

#include "tests/cli/cases.h"

using namespace ww::test;

class TestCliGit : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void whatIsSetUpIsToldAndTakenBack();
  void whatTellsOfAnOpenFileIsLeftAlone();
  void gitDiffShowsWorldsAsText();
  void difftoolTellsOfItems();
  void gitMergeJoinsWorlds();
  void gitMergeStopsAtAConflictAndMergetoolSettlesIt();
  void mergetoolNeedsNoName();
  void aToolThatWasChosenStays();
  void aFileThatBothAddedIsMerged();
  void elsewhereItIsRefused();

 private:
  CliRun git(const QStringList& words, const QByteArray& input = {}) const;
  QByteArray said(const QStringList& words) const;
  // Changes and commits the file of the work tree.
  void commitMoved(const QString& object, double x);
  double placeOf(const QString& object) const;
  QString inside(const QString& name) const { return repository_ + "/" + name; }

  std::unique_ptr<ScratchFolder> folder_;
  QString repository_;
};

// Without the settings of whoever runs the test.
CliRun TestCliGit::git(const QStringList& words, const QByteArray& input) const {
  CliOptions options;
  options.input = input;
  options.folder = repository_;
  options.environment = {
      "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1",   "HOME=" + folder_->path("."),  "GIT_AUTHOR_NAME=test",
      "GIT_AUTHOR_EMAIL=t@e.org",    "GIT_COMMITTER_NAME=test", "GIT_COMMITTER_EMAIL=t@e.org", "GIT_PAGER=cat",
      "GIT_MERGE_AUTOEDIT=no"};
  return runProgram(QStandardPaths::findExecutable("git"), words, options);
}

QByteArray TestCliGit::said(const QStringList& words) const {
  const CliRun run = git(words);
  if (run.exit != 0) qFatal("%s", run.describe().constData());
  return run.out;
}

void TestCliGit::init() {
  if (QStandardPaths::findExecutable("git").isEmpty()) QSKIP("git is not installed");
  folder_ = std::make_unique<ScratchFolder>();
  repository_ = folder_->path("cell");
  QVERIFY(QDir().mkpath(repository_));
  said({"init", "-q", "-b", "main"});
  QVERIFY(QFile::copy(makeSample(*folder_), inside("cell.wright")));
  QFile::setPermissions(inside("cell.wright"), QFile::ReadOwner | QFile::WriteOwner);
  WW_COMPARE_EXIT(runCli({"git-setup", repository_}), 0);
  said({"add", "cell.wright"});
  said({"commit", "-q", "-m", "The cell"});
}

void TestCliGit::commitMoved(const QString& object, double x) {
  const QString edits = folder_->write(
      "move.textproto",
      QStringLiteral("edits { world_update { update_transform { node_a { id: \"root\" } node_b { by_name { object { "
                     "object_name: \"%1\" } } } a_t_b { position { x: %2 } orientation { w: 1 } } node_to_update { "
                     "by_name { object { object_name: \"%1\" } } } } } }")
          .arg(object)
          .arg(x)
          .toUtf8());
  const CliRun run = runCli({"apply", inside("cell.wright"), edits});
  if (run.exit != 0) qFatal("%s", run.describe().constData());
  said({"commit", "-q", "-a", "-m", "Move " + object});
}

double TestCliGit::placeOf(const QString& object) const {
  return at(jsonOf({"transform", inside("cell.wright"), "root", object}), "a_t_b/position/0").toDouble();
}

// Without it others would edit a file that is open.
void TestCliGit::whatTellsOfAnOpenFileIsLeftAlone() {
  const QStringList names{".cell.wright.open", "cell.wright.serving", "cell.wright.saving"};
  for (const QString& name : names) folder_->write("cell/" + name, "mine\n");
  said({"add", "-A"});
  QCOMPARE(said({"status", "--porcelain"}), QByteArray());
  said({"clean", "-fd"});
  for (const QString& name : names) QVERIFY2(QFile::exists(inside(name.toUtf8().constData())), qPrintable(name));
  WW_COMPARE_EXIT(runCli({"git-setup", repository_, "--undo"}), 0);
  QVERIFY(said({"status", "--porcelain"}).contains(".cell.wright.open"));
}

void TestCliGit::whatIsSetUpIsToldAndTakenBack() {
  const QByteArray before = said({"config", "--local", "--list"});
  QVERIFY(before.contains("merge.worldwright.driver="));
  QCOMPARE(said({"check-attr", "diff", "cell.wright"}), QByteArray("cell.wright: diff: worldwright\n"));
  const QJsonObject again = jsonOf({"git-setup", repository_});
  QCOMPARE(at(again, "done").toArray().size(), 0);
  const QJsonObject undone = jsonOf({"git-setup", repository_, "--undo"});
  QVERIFY(undone["undone"].toBool());
  QCOMPARE(at(undone, "done").toArray().size(), 7);
  QVERIFY(!said({"config", "--local", "--list"}).contains("worldwright"));
  QCOMPARE(said({"check-attr", "diff", "cell.wright"}), QByteArray("cell.wright: diff: unspecified\n"));
  // For all clones, by a file that is committed; what stands in it stays.
  folder_->write("cell/.gitattributes", "*.png binary\n");
  const CliRun shared = runCli({"git-setup", repository_, "--shared"});
  WW_COMPARE_EXIT(shared, 0);
  QVERIFY2(shared.out.contains(".gitattributes") && shared.out.contains("--undo"), shared.describe());
  QCOMPARE(readFile(inside(".gitattributes")).count('\n'), 2);
  WW_COMPARE_EXIT(runCli({"git-setup", repository_, "--undo"}), 0);
  QCOMPARE(readFile(inside(".gitattributes")), QByteArray("*.png binary\n"));
  // What is committed is for all clones: one of them needs nothing beside it, and does not take it away.
  WW_COMPARE_EXIT(runCli({"git-setup", repository_, "--shared"}), 0);
  said({"add", ".gitattributes"});
  said({"commit", "-m", "attributes"});
  const QByteArray committed = readFile(inside(".gitattributes"));
  WW_COMPARE_EXIT(runCli({"git-setup", repository_}), 0);
  QVERIFY(!readFile(inside(".git/info/attributes")).contains("wright"));
  const CliRun undone_here = runCli({"git-setup", repository_, "--undo"});
  WW_COMPARE_EXIT(undone_here, 0);
  QVERIFY2(undone_here.out.contains("left in") && undone_here.out.contains("--undo --shared"), undone_here.describe());
  QCOMPARE(readFile(inside(".gitattributes")), committed);
  WW_COMPARE_EXIT(runCli({"git-setup", repository_, "--undo", "--shared"}), 0);
  QCOMPARE(readFile(inside(".gitattributes")), QByteArray("*.png binary\n"));
}

void TestCliGit::gitDiffShowsWorldsAsText() {
  commitMoved("part_1", 0.5);
  const QByteArray diff = said({"diff", "HEAD~1", "HEAD"});
  QVERIFY2(diff.contains("+    position {") || diff.contains("x: 0.5"), diff);
  QVERIFY(!diff.contains("Binary files"));
}

void TestCliGit::difftoolTellsOfItems() {
  commitMoved("part_1", 0.5);
  const QByteArray told = said({"difftool", "-y", "-t", "worldwright", "HEAD~1", "HEAD"});
  QVERIFY2(told.contains("part_1: moved "), told);
}

void TestCliGit::gitMergeJoinsWorlds() {
  said({"checkout", "-q", "-b", "other"});
  commitMoved("part_2", 0.25);
  said({"checkout", "-q", "main"});
  commitMoved("part_1", 0.5);
  const CliRun merge = git({"merge", "other"});
  WW_COMPARE_EXIT(merge, 0);
  QCOMPARE(placeOf("part_1"), 0.5);
  QCOMPARE(placeOf("part_2"), 0.25);
  WW_COMPARE_EXIT(runCli({"verify", inside("cell.wright")}), 0);
  QCOMPARE(said({"status", "--porcelain"}), QByteArray());
}

void TestCliGit::gitMergeStopsAtAConflictAndMergetoolSettlesIt() {
  said({"checkout", "-q", "-b", "other"});
  commitMoved("part_2", 0.25);
  commitMoved("part_1", 0.75);
  said({"checkout", "-q", "main"});
  commitMoved("part_1", 0.5);
  const CliRun merge = git({"merge", "other"});
  QVERIFY(merge.exit != 0);
  QVERIFY2((merge.out + merge.err).contains("part_1#place"), merge.describe());
  // By the name of the file, not by that of the copy that git gives to the driver.
  QVERIFY2(merge.err.contains("git mergetool -t worldwright cell.wright"), merge.describe());
  QVERIFY2(!(merge.out + merge.err).contains(".merge_file"), merge.describe());
  // What is no conflict has been joined already.
  QCOMPARE(placeOf("part_1"), 0.5);
  QCOMPARE(placeOf("part_2"), 0.25);
  // The tool finds the same conflict, and without an answer it is not settled.
  for (const char* answers : {"", "l\n", "perhaps\n"}) {
    const CliRun tool = git({"mergetool", "-y", "-t", "worldwright"}, answers);
    QVERIFY2(tool.exit != 0 && tool.err.contains("part_1#place"), tool.describe());
    QCOMPARE(placeOf("part_1"), 0.5);
  }
  const CliRun settled = git({"mergetool", "-y", "-t", "worldwright"}, "t\n");
  WW_COMPARE_EXIT(settled, 0);
  QCOMPARE(placeOf("part_1"), 0.75);
  QCOMPARE(placeOf("part_2"), 0.25);
  said({"commit", "-q", "-m", "Merged"});
}

// And for files of other kinds it says what to do.
void TestCliGit::mergetoolNeedsNoName() {
  folder_->write("cell/notes.txt", "one\n");
  said({"add", "notes.txt"});
  said({"commit", "-q", "-m", "Notes"});
  said({"checkout", "-q", "-b", "other"});
  folder_->write("cell/notes.txt", "theirs\n");
  commitMoved("part_1", 0.75);
  said({"checkout", "-q", "main"});
  folder_->write("cell/notes.txt", "ours\n");
  commitMoved("part_1", 0.5);
  QVERIFY(git({"merge", "other"}).exit != 0);
  const CliRun worlds = git({"mergetool", "-y", "cell.wright"}, "t\n");
  WW_COMPARE_EXIT(worlds, 0);
  QCOMPARE(placeOf("part_1"), 0.75);
  const CliRun text = git({"mergetool", "-y", "notes.txt"});
  QVERIFY2(text.exit != 0 && text.err.contains("notes.txt is no world file"), text.describe());
  said({"checkout", "--ours", "notes.txt"});
  said({"add", "notes.txt"});
  said({"commit", "-q", "-m", "Merged"});
  // It is git's tool for differences then, too.
  const QByteArray told = said({"difftool", "-y", "HEAD~1", "HEAD", "--", "cell.wright"});
  QVERIFY2(told.contains("part_1: moved "), told);
  const CliRun lines = git({"difftool", "-y", "other", "HEAD", "--", "notes.txt"});
  QVERIFY2(lines.out.contains("-theirs") && lines.out.contains("+ours"), lines.describe());
}

void TestCliGit::aToolThatWasChosenStays() {
  WW_COMPARE_EXIT(runCli({"git-setup", repository_, "--undo"}), 0);
  said({"config", "merge.tool", "meld"});
  const CliRun setup = runCli({"git-setup", repository_});
  WW_COMPARE_EXIT(setup, 0);
  QVERIFY2(setup.out.contains("'meld'") && setup.out.contains("git mergetool -t worldwright"), setup.describe());
  QCOMPARE(said({"config", "merge.tool"}).trimmed(), QByteArray("meld"));
  WW_COMPARE_EXIT(runCli({"git-setup", repository_, "--undo"}), 0);
  QCOMPARE(said({"config", "merge.tool"}).trimmed(), QByteArray("meld"));
}

void TestCliGit::aFileThatBothAddedIsMerged() {
  said({"checkout", "-q", "-b", "other"});
  QVERIFY(QFile::copy(inside("cell.wright"), inside("more.wright")));
  said({"add", "more.wright"});
  said({"commit", "-q", "-m", "More"});
  said({"checkout", "-q", "main"});
  QVERIFY(QFile::copy(inside("cell.wright"), inside("more.wright")));
  WW_COMPARE_EXIT(runCli({"apply", inside("more.wright"),
                          folder_->write("b.textproto",
                                         "edits { world_update { delete_object { object { by_name { "
                                         "object_name: \"part_2\" } } force: true } } }")}),
                  0);
  said({"add", "more.wright"});
  said({"commit", "-q", "-m", "Less"});
  const CliRun merge = git({"merge", "other"});
  WW_COMPARE_EXIT(merge, 0);
  QVERIFY(jsonOf({"tree", inside("more.wright")}).size() > 0);
}

void TestCliGit::elsewhereItIsRefused() {
  const CliRun run = runCli({"git-setup", folder_->path(".")}, {{}, 60000, {}, {"GIT_CEILING_DIRECTORIES=/"}});
  WW_COMPARE_EXIT(run, 1);
  QCOMPARE(errorLineFault(run, "FAILED_PRECONDITION"), QByteArray());
  QVERIFY2(run.err.contains("'/") && !run.err.contains("'.'"), run.describe());
  const CliRun none = runCli({"git-setup", repository_}, {{}, 60000, {}, {"PATH=/nowhere"}});
  WW_COMPARE_EXIT(none, 1);
  QVERIFY2(none.err.contains("git cannot be started"), none.describe());
}

QTEST_GUILESS_MAIN(TestCliGit)
#include "test_cli_git.moc"
