// SPDX-License-Identifier: Apache-2.0
// Shapes for collision checks, made by the command line.
#include <array>
#include <cmath>

#include "tests/cli/cases.h"

using namespace ww::test;

class TestCliShapes : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void measuredOnlyUnlessSaved();
  void whatIsSavedIsChecked_data();
  void whatIsSavedIsChecked();
  void wrongWordsAreTold();

 private:
  QString world(const QString& name);
  static QJsonObject link(const CliRun& run) { return run.json()["links"].toArray().first().toObject(); }
  ScratchFolder folder_;
};

// An L of two boxes, as a surface in one file: 2 m x 2 m, 1 m thick.
static QByteArray bracket() {
  QByteArray out = "solid a\n";
  const auto facet = [&](const char* a, const char* b, const char* c) {
    out += QByteArray("facet normal 0 0 0\nouter loop\nvertex ") + a + "\nvertex " + b + "\nvertex " + c +
           "\nendloop\nendfacet\n";
  };
  const char* low[] = {"0 0 0", "2 0 0", "2 1 0", "1 1 0", "1 2 0", "0 2 0"};
  const char* high[] = {"0 0 1", "2 0 1", "2 1 1", "1 1 1", "1 2 1", "0 2 1"};
  for (const auto& t : {std::array{0, 1, 2}, std::array{0, 2, 3}, std::array{0, 3, 4}, std::array{0, 4, 5}}) {
    facet(low[t[0]], low[t[2]], low[t[1]]);
    facet(high[t[0]], high[t[1]], high[t[2]]);
  }
  for (int i = 0; i < 6; ++i) {
    const int j = (i + 1) % 6;
    facet(low[i], low[j], high[j]);
    facet(low[i], high[j], high[i]);
  }
  return out + "endsolid a\n";
}

QString TestCliShapes::world(const QString& name) {
  const QString out = folder_.path(name + QStringLiteral(".wright"));
  const CliRun run = runCli({"import", folder_.path(QStringLiteral("bracket.stl")), "--into", out, "--unit", "m"});
  if (run.exit != 0) qWarning("%s", run.describe().constData());
  return out;
}

void TestCliShapes::initTestCase() { folder_.write(QStringLiteral("bracket.stl"), bracket()); }

void TestCliShapes::measuredOnlyUnlessSaved() {
  const QString file = world(QStringLiteral("measured"));
  const QByteArray before = runCli({"info", file, "--json"}).out;
  const CliRun run = runCli({"shapes", file, "bracket", "--as", "hull", "--json"});
  QVERIFY2(run.exit == 0, run.describe().constData());
  QCOMPARE(run.json()["saved"].toBool(), false);
  // The middle of the slope of the hull is 0.5 m from both inner sides; nothing of the bracket is outside.
  QVERIFY(std::abs(link(run)["blocked_m"].toDouble() - 0.5) < 0.03);
  QVERIFY(link(run)["missing_m"].toDouble() < 1e-4);
  QCOMPARE(runCli({"info", file, "--json"}).out, before);
}

void TestCliShapes::whatIsSavedIsChecked_data() {
  QTest::addColumn<QString>("kind");
  QTest::addColumn<int>("triangles");
  QTest::newRow("hull") << "hull" << 16;
  QTest::newRow("nothing") << "none" << 0;
  QTest::newRow("as it is") << "same" << 20;
}
void TestCliShapes::whatIsSavedIsChecked() {
  QFETCH(QString, kind);
  QFETCH(int, triangles);
  const QString file = world(QStringLiteral("saved_") + kind);
  const CliRun run = runCli({"shapes", file, "bracket", "--as", kind, "--save"});
  QVERIFY2(run.exit == 0, run.describe().constData());
  const CliRun info = runCli({"info", file, "--json"});
  QCOMPARE(info.json()["collision_triangles"].toInt(), triangles);
  QCOMPARE(info.json()["triangles"].toInt(), 20);
}

void TestCliShapes::wrongWordsAreTold() {
  const QString file = world(QStringLiteral("wrong"));
  QCOMPARE(runCli({"shapes", file, "bracket", "--as", "banana"}).exit, 2);
  QCOMPARE(runCli({"shapes", file, "nobody"}).exit, 1);
  QCOMPARE(runCli({"shapes", file, "bracket", "--as", "pieces", "--pieces", "0"}).exit, 2);
  const CliRun root = runCli({"shapes", file, "root"});
  QVERIFY2(root.exit == 1 && root.err.contains("visible shape"), root.describe().constData());
}

QTEST_GUILESS_MAIN(TestCliShapes)
#include "test_cli_shapes.moc"
