// SPDX-License-Identifier: Apache-2.0
// `diff`, `merge` and `textconv` as scripts use them.
#include "tests/cli/cases.h"

using namespace ww::test;

// Two sides that changed the sample cell.
class TestCliDifference : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void equalWorldsAreTheSame();
  void aDifferenceIsToldInWordsAndAsData();
  void whatIsNotThereIsAnEmptyWorld();
  void aMergeTakesBothSides();
  void aBaseOfAnotherWorldIsTold();
  void aConflictLeavesOursAndSaysSo();
  void conflictsAreSettledByOptions_data();
  void conflictsAreSettledByOptions();
  void aDryRunWritesNothing();
  void theResultMayTakeThePlaceOfOurs();
  void inputsAreKept();
  void damagedFilesAreRefused();
  void theTextFormGoesThereAndBack();
  void theTextFormTellsOneChangeByOneLine();
  void commonMistakesAreRefused();

 private:
  // The file with an object moved to x in the root object.
  QString movedTo(const QString& from, const QString& object, double x, const QString& name);
  QByteArray hashOfWorld(const QString& file) { return jsonOf({"info", file})["content_hash"].toString().toUtf8(); }

  ScratchFolder folder_;
  QString base_, ours_, theirs_, clash_;
};

QString TestCliDifference::movedTo(const QString& from, const QString& object, double x, const QString& name) {
  const QString edits = folder_.write(
      name + ".textproto",
      QStringLiteral("edits { world_update { update_transform { node_a { id: \"root\" } node_b { by_name { object { "
                     "object_name: \"%1\" } } } a_t_b { position { x: %2 } orientation { w: 1 } } node_to_update { "
                     "by_name { object { object_name: \"%1\" } } } } } }")
          .arg(object)
          .arg(x)
          .toUtf8());
  const QString out = folder_.path(name);
  const CliRun run = runCli({"apply", from, edits, "--out", out});
  if (run.exit != 0) qFatal("%s", run.describe().constData());
  return out;
}

void TestCliDifference::initTestCase() {
  base_ = makeSample(folder_);
  ours_ = movedTo(base_, "part_1", 0.5, "ours.wright");
  theirs_ = movedTo(base_, "part_2", 0.25, "theirs.wright");
  clash_ = movedTo(theirs_, "part_1", 0.75, "clash.wright");
}

void TestCliDifference::equalWorldsAreTheSame() {
  const CliRun same = runCli({"diff", base_, base_});
  WW_COMPARE_EXIT(same, 0);
  QVERIFY(same.out.contains("hold the same world"));
  QVERIFY(same.err.isEmpty());
  const QJsonObject json = jsonOf({"diff", base_, base_}, 0);
  QCOMPARE(keysFault(json, {"same:b", "a:o", "b:o", "items:a"}), QByteArray());
  QVERIFY(json["same"].toBool());
  QCOMPARE(at(json, "a/content_hash"), at(json, "b/content_hash"));
}

void TestCliDifference::aDifferenceIsToldInWordsAndAsData() {
  const CliRun run = runCli({"diff", base_, ours_});
  WW_COMPARE_EXIT(run, 1);
  QVERIFY2(run.out.startsWith("part_1: moved "), run.describe());
  QCOMPARE(run.out.count('\n'), 1);
  QVERIFY(run.err.isEmpty());
  const QJsonObject json = jsonOf({"diff", base_, ours_}, 1);
  QCOMPARE(at(json, "items").toArray().size(), 1);
  QCOMPARE(
      keysFault(at(json, "items/0").toObject(), {"key:s", "kind:s", "subject:o", "words:a", "before:o", "after:o"}),
      QByteArray());
  QCOMPARE(at(json, "items/0/key").toString(), QStringLiteral("part_1#place"));
  QCOMPARE(at(json, "items/0/subject/kind").toString(), QStringLiteral("object"));
  QCOMPARE(at(json, "items/0/after/parent_entity_t_this/position/x").toDouble(), 0.5);
}

void TestCliDifference::whatIsNotThereIsAnEmptyWorld() {
  const QString empty = folder_.write("empty.wright", "");
  for (const QString& none : {empty, QStringLiteral("/dev/null")}) {
    const CliRun run = runCli({"diff", none, base_});
    WW_COMPARE_EXIT(run, 1);
    QVERIFY(run.out.contains("robot: added"));
    WW_COMPARE_EXIT(runCli({"diff", none, none}), 0);
  }
}

void TestCliDifference::aMergeTakesBothSides() {
  const QString out = folder_.path("merged.wright");
  const QJsonObject json = jsonOf({"merge", base_, ours_, theirs_, "--out", out}, 0);
  QCOMPARE(keysFault(json, {"out:s", "content_hash:s", "taken:a", "conflicts:a", "open:n"}), QByteArray());
  QCOMPARE(at(json, "taken/0/key").toString(), QStringLiteral("part_2#place"));
  QCOMPARE(json["open"].toInt(), 0);
  QCOMPARE(hashOfWorld(out), hashOfWorld(movedTo(ours_, "part_2", 0.25, "both.wright")));
  WW_COMPARE_EXIT(runCli({"verify", out}), 0);
  // A side that did nothing changes nothing.
  jsonOf({"merge", base_, ours_, base_, "--out", folder_.path("one.wright")}, 0);
  QCOMPARE(hashOfWorld(folder_.path("one.wright")), hashOfWorld(ours_));
}

void TestCliDifference::aBaseOfAnotherWorldIsTold() {
  const QString other = folder_.path("other.wright");
  WW_COMPARE_EXIT(runCli({"new", other}), 0);
  const CliRun run = runCli({"merge", other, ours_, theirs_, "--dry-run"});
  QVERIFY2(run.err.contains("other.wright' has none of the"), run.describe());
  QVERIFY2(run.err.contains("[other-base]"), run.describe());
  QVERIFY(!runCli({"merge", base_, ours_, theirs_, "--dry-run"}).err.contains("other-base"));
}

void TestCliDifference::aConflictLeavesOursAndSaysSo() {
  const QString out = folder_.path("clashed.wright");
  const CliRun run = runCli({"merge", base_, ours_, clash_, "--out", out});
  WW_COMPARE_EXIT(run, 1);
  QVERIFY2(run.out.contains("conflict: part_1#place: ours moved "), run.describe());
  QVERIFY2(run.err.startsWith("error: ABORTED: 1 conflict is open"), run.describe());
  QVERIFY2(run.err.contains("`worldwright merge " + base_.toUtf8()), run.describe());
  QVERIFY2(run.err.contains("--choose 'part_1#place=theirs'`"), run.describe());
  QCOMPARE(hashOfWorld(out), hashOfWorld(movedTo(ours_, "part_2", 0.25, "ours_and_more.wright")));
  const QJsonObject json = jsonOf({"merge", base_, ours_, clash_, "--out", out}, 1);
  QCOMPARE(json["open"].toInt(), 1);
  QCOMPARE(keysFault(at(json, "conflicts/0").toObject(),
                     {"key:s", "kind:s", "subject:o", "before:o", "kind_ours:s", "words_ours:a", "words_theirs:a",
                      "theirs:o", "ours:o", "taken:s", "settled:b", "reason:x"}),
           QByteArray());
  QCOMPARE(at(json, "conflicts/0/ours/parent_entity_t_this/position/x").toDouble(), 0.5);
  QCOMPARE(at(json, "conflicts/0/theirs/parent_entity_t_this/position/x").toDouble(), 0.75);
  QCOMPARE(at(json, "conflicts/0/taken").toString(), QStringLiteral("ours"));
}

void TestCliDifference::conflictsAreSettledByOptions_data() {
  QTest::addColumn<QStringList>("options");
  QTest::addColumn<double>("x");
  QTest::newRow("ours") << QStringList{"--ours"} << 0.5;
  QTest::newRow("theirs") << QStringList{"--theirs"} << 0.75;
  QTest::newRow("item of theirs") << QStringList{"--choose", "part_1#place=theirs"} << 0.75;
  QTest::newRow("item of ours") << QStringList{"--theirs", "--choose", "part_1#place=ours"} << 0.5;
}

void TestCliDifference::conflictsAreSettledByOptions() {
  QFETCH(QStringList, options);
  QFETCH(double, x);
  const QString out = folder_.path("settled.wright");
  const CliRun run = runCli(QStringList{"merge", base_, ours_, clash_, "--out", out} + options);
  WW_COMPARE_EXIT(run, 0);
  QVERIFY2(run.out.contains(x == 0.75 ? "2 changes of theirs taken" : "1 change of theirs taken"), run.describe());
  const QJsonObject place = jsonOf({"transform", out, "root", "part_1"});
  QCOMPARE(at(place, "a_t_b/position/0").toDouble(), x);
}

void TestCliDifference::aDryRunWritesNothing() {
  const QString out = folder_.path("dry.wright");
  WW_COMPARE_EXIT(runCli({"merge", base_, ours_, theirs_, "--out", out, "--dry-run"}), 0);
  QVERIFY(!QFile::exists(out));
  const CliRun run = runCli({"merge", base_, ours_, clash_, "--dry-run"});
  WW_COMPARE_EXIT(run, 1);
  QVERIFY(run.out.contains("not written: 1 change of theirs taken, 1 open conflict"));
}

void TestCliDifference::theResultMayTakeThePlaceOfOurs() {
  const QString mine = folder_.path("mine.wright");
  QVERIFY(QFile::copy(ours_, mine));
  WW_COMPARE_EXIT(runCli({"merge", base_, mine, theirs_, "--out", mine}), 0);
  QCOMPARE(hashOfWorld(mine), hashOfWorld(movedTo(ours_, "part_2", 0.25, "both_again.wright")));
  // Changed in place: nothing is left beside it.
  QVERIFY(!QFile::exists(mine + "~"));
}

void TestCliDifference::inputsAreKept() {
  const QByteArray before = hashOf(theirs_);
  const CliRun run = runCli({"merge", base_, ours_, theirs_, "--out", theirs_});
  WW_COMPARE_EXIT(run, 2);
  QCOMPARE(errorLineFault(run, "INVALID_ARGUMENT"), QByteArray());
  QCOMPARE(hashOf(theirs_), before);
}

void TestCliDifference::damagedFilesAreRefused() {
  const QString noise = folder_.write("noise.wright", QByteArray(5000, 'x'));
  for (const QStringList& words :
       {QStringList{"diff", base_, noise}, QStringList{"diff", noise, base_},
        QStringList{"merge", base_, noise, theirs_, "--dry-run"}, QStringList{"textconv", noise}})
    WW_COMPARE_EXIT(runCli(words), 3);
  WW_COMPARE_EXIT(runCli({"diff", base_, folder_.path("none.wright")}), 3);
}

void TestCliDifference::theTextFormGoesThereAndBack() {
  const CliRun text = runCli({"textconv", ours_});
  WW_COMPARE_EXIT(text, 0);
  QVERIFY(text.out.startsWith("# worldwright text 1\n"));
  const QString file = folder_.write("ours.txt", text.out), back = folder_.path("back.wright");
  WW_COMPARE_EXIT(runCli({"new", back, "--from-text", file}), 0);
  QCOMPARE(hashOfWorld(back), hashOfWorld(ours_));
  WW_COMPARE_EXIT(runCli({"diff", ours_, back}), 0);
  QCOMPARE(runCli({"textconv", back}).out, text.out);
  // By a pipe, and into a file.
  const QString piped = folder_.path("piped.wright"), written = folder_.path("written.txt");
  WW_COMPARE_EXIT(runCli({"new", piped, "--from-text", "-"}, withInput(text.out)), 0);
  QCOMPARE(hashOfWorld(piped), hashOfWorld(ours_));
  WW_COMPARE_EXIT(runCli({"textconv", ours_, "--out", written}), 0);
  QCOMPARE(readFile(written), text.out);
}

void TestCliDifference::theTextFormTellsOneChangeByOneLine() {
  const QList<QByteArray> before = runCli({"textconv", base_, "--without-geometry"}).out.split('\n'),
                          after = runCli({"textconv", ours_, "--without-geometry"}).out.split('\n');
  QVERIFY(before.size() > 100);
  int changed = 0;
  for (const QByteArray& line : after) changed += !before.contains(line);
  QVERIFY(before != after);
  QVERIFY2(changed < 6, QByteArray::number(changed));
  QVERIFY(!runCli({"textconv", base_, "--without-geometry"}).out.contains("#geometry"));
}

void TestCliDifference::commonMistakesAreRefused() {
  WW_COMPARE_EXIT(runCli({"diff", base_}), 2);
  WW_COMPARE_EXIT(runCli({"merge", base_, ours_, "--out", folder_.path("x.wright")}), 2);
  WW_COMPARE_EXIT(runCli({"merge", base_, ours_, theirs_}), 2);
  const CliRun run = runCli({"merge", base_, ours_, theirs_, "--dry-run", "--choose", "part_3#place=theirs"});
  WW_COMPARE_EXIT(run, 1);
  QVERIFY2(run.err.contains("did you mean 'part_2#place'"), run.describe());
  QVERIFY(!QFile::exists(folder_.path("x.wright")));
}

QTEST_GUILESS_MAIN(TestCliDifference)
#include "test_cli_difference.moc"
