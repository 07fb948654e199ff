// SPDX-License-Identifier: Apache-2.0
// Ten poses, those included where angles, axes and signs are not unique, against files that golden/ten_poses.py wrote
// by arithmetic of its own.
#include <QtTest>

#include "tests/support/folders.h"
#include "tests/support/poses.h"
#include "tests/unit/program/dialect_readers.h"
#include "tests/unit/program/sample_program.h"

using namespace ww;
using namespace ww::test;
using namespace ww::program::dialects;

namespace {

constexpr double kMetres = 1e-5, kRadians = 0.001 * kDegree;  // 0.01 mm and 0.001 degrees

void everyDialect() {
  QTest::addColumn<QByteArray>("dialect");
  for (const Dialect& dialect : dialects()) {
    const QByteArray id(dialect.id.data(), static_cast<qsizetype>(dialect.id.size()));
    QTest::newRow(id.constData()) << id;
  }
}

}  // namespace

class TestDialectGolden : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theListNamesEachDialectOnce() {
    QSet<QByteArray> ids, suffixes;
    for (const Dialect& dialect : dialects()) {
      ids.insert(QByteArray::fromStdString(std::string(dialect.id)));
      suffixes.insert(QByteArray::fromStdString(std::string(dialect.suffix)));
      QVERIFY(!dialect.name.empty());
      const auto files = exportProgram(dialect.id, tenPoses());
      QVERIFY2(files.ok(), files.status().line().c_str());
      QVERIFY(files->front().name.ends_with(dialect.suffix));
    }
    QCOMPARE(ids.size(), qsizetype{6});
    QCOMPARE(suffixes.size(), qsizetype{6});
  }

  void tenPosesAreWrittenAsWorkedOutByHand_data() { everyDialect(); }
  void tenPosesAreWrittenAsWorkedOutByHand() {
    QFETCH(QByteArray, dialect);
    const auto files = exportProgram(dialect.toStdString(), tenPoses());
    QVERIFY2(files.ok(), files.status().line().c_str());
    QCOMPARE(files->size(), dialect == "krl" ? std::size_t{2} : std::size_t{1});
    for (const ExportedFile& file : *files) {
      const QByteArray golden =
          readFile(sourceFolder() + QStringLiteral("/tests/unit/program/golden/") + QString::fromStdString(file.name));
      QVERIFY2(!golden.isEmpty(), file.name.c_str());
      const auto got = linesOf(file.text), wanted = linesOf(golden.toStdString());
      for (std::size_t i = 0; i < std::min(got.size(), wanted.size()); ++i)
        QCOMPARE(QString::fromStdString(got[i]), QString::fromStdString(wanted[i]));
      QCOMPARE(got.size(), wanted.size());
    }
  }

  void theyAreReadBack_data() { everyDialect(); }
  void theyAreReadBack() {
    QFETCH(QByteArray, dialect);
    const RobotProgram program = tenPoses();
    const auto files = exportProgram(dialect.toStdString(), program);
    QVERIFY(files.ok());
    const ReadProgram read = readProgram(dialect.toStdString(), *files);
    WW_COMPARE_POSES(read.flange_t_tool, program.flange_t_tool, kMetres, kRadians);
    WW_COMPARE_POSES(read.robot_t_base, program.robot_t_base, kMetres, kRadians);
    QCOMPARE(read.moves.size(), program.steps.size());
    for (std::size_t i = 0; i < read.moves.size(); ++i) {
      const Move& move = std::get<Move>(program.steps[i].what);
      QCOMPARE(read.moves[i].linear, move.kind == MoveKind::kLinear);
      QVERIFY(read.moves[i].linear == (i > 0));
      if (read.moves[i].base_t_tool) WW_COMPARE_POSES(*read.moves[i].base_t_tool, move.base_t_tool, kMetres, kRadians);
      else QCOMPARE(i, std::size_t{0});
    }
  }

  void theSameProgramGivesTheSameBytes_data() { everyDialect(); }
  void theSameProgramGivesTheSameBytes() {
    QFETCH(QByteArray, dialect);
    const std::string id = dialect.toStdString();
    QCOMPARE(textIn(id, busyProgram()), textIn(id, busyProgram()));
  }
};

QTEST_GUILESS_MAIN(TestDialectGolden)
#include "test_dialect_golden.moc"
