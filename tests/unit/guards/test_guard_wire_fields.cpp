// SPDX-License-Identifier: Apache-2.0
#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>

#include <QtTest>
#include <algorithm>

#include "tests/support/folders.h"
#include "tests/unit/guards/wire_compare.h"
#include "tests/unit/guards/wire_fields.h"

using namespace ww::guards;

// Each field of the motion planner's messages has a row that says what becomes of it.
class TestGuardWireFields : public QObject {
  Q_OBJECT

  static QString joined(const std::vector<std::string>& lines) {
    QStringList out;
    for (const std::string& line : lines) out << QString::fromStdString(line);
    return out.join(QLatin1Char('\n'));
  }
  // What is found after a change of the table, which must be one thing and name this.
  void findsOne(std::map<std::string, FieldRow> rows, const char* words) {
    const auto found = checkFieldRows(rows, fields_, samples_);
    QVERIFY2(found.size() == 1 && found.front().find(words) != std::string::npos, qPrintable(joined(found)));
  }

  google::protobuf::DescriptorPool pool_;
  std::vector<std::string> fields_;
  std::map<std::string, FieldRow> rows_;
  std::string samples_;

 private Q_SLOTS:
  void initTestCase() {
    const QByteArray bytes = ww::test::readFile(ww::test::buildFolder() + QStringLiteral("/wire.desc"));
    google::protobuf::FileDescriptorSet set;
    QVERIFY(set.ParseFromArray(bytes.constData(), static_cast<int>(bytes.size())));
    QVERIFY(fillPool(set, pool_));
    std::vector<std::string> files;
    for (const auto& file : set.file()) files.push_back(file.name());
    fields_ = fieldsOfPackage(pool_, "intrinsic_proto.motion_planning.v1", files);
    const QString root = ww::test::sourceFolder();
    rows_ = readFieldRows(ww::test::readFile(root + QStringLiteral("/core/planning/WIRE_FIELDS.md")).toStdString());
    samples_ = "\n" + ww::test::readFile(root + QStringLiteral("/tests/unit/failures/samples.txt")).toStdString();
  }

  void rowsAreRead() {
    const auto rows = readFieldRows(
        "| field | verdict | more |\n|---|---|---|\n| `A.b` | works |  |\n| `A.C.d` | refused | "
        "`planning.timeout`: why |\ntext\n");
    QCOMPARE(rows.size(), std::size_t{2});
    QCOMPARE(rows.at("A.b").verdict, std::string("works"));
    QVERIFY(rows.at("A.b").more.empty());
    QCOMPARE(rows.at("A.C.d").more, std::string("`planning.timeout`: why"));
    QCOMPARE(rows.at("A.C.d").line, 4);
  }

  void eachFieldHasItsRow() {
    QVERIFY2(fields_.size() > 200, qPrintable(QString::number(fields_.size())));
    const auto found = checkFieldRows(rows_, fields_, samples_);
    QVERIFY2(found.empty(), qPrintable(joined(found)));
    qInfo("%zu fields", fields_.size());
  }

  void whatIsWrongIsFound() {
    auto changed = rows_;
    changed.erase("IkRequest.target");
    findsOne(changed, "IkRequest.target has no row");
    changed = rows_;
    changed["IkRequest.goal"] = {"works", "", 1, 1};
    findsOne(changed, "is no field");
    changed = rows_;
    changed["IkRequest.target"].count = 2;
    findsOne(changed, "stands twice");
    changed = rows_;
    changed["IkRequest.target"].verdict = "perhaps";
    changed["IkRequest.target"].more = "who knows";
    findsOne(changed, "has no verdict");
    changed = rows_;
    changed["MotionPlanningError.fine_path_ik_error"].more.clear();
    findsOne(changed, "gives no reason");
    changed = rows_;
    changed["IkRequest.target"].more = "`planning.no-such-code-at-all`";
    findsOne(changed, "which is no failure");
    changed = rows_;
    changed["MotionPlannerConfiguration.path_planning_step_size"].more = "there are no steps";
    findsOne(changed, "names no code");
  }
};

QTEST_GUILESS_MAIN(TestGuardWireFields)
#include "test_guard_wire_fields.moc"
