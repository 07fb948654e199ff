// SPDX-License-Identifier: Apache-2.0
#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>

#include <QtTest>

#include "tests/support/folders.h"
#include "tests/unit/guards/wire_compare.h"
#include "tests/unit/guards/wire_tables.h"

using namespace ww::guards;
namespace pb = google::protobuf;

namespace {

const QString kFacts = QStringLiteral("reference/wire-facts.md");

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

}  // namespace

// The messages that the build compiled, against the tables of the wire facts.
class TestGuardWire : public QObject {
  Q_OBJECT

  pb::DescriptorPool pool_;

  static WireTables facts() { return readWireTables(ww::test::readFile(ww::test::sharedPath(kFacts)).toStdString()); }

  // Compares after one change, which must be the one difference found.
  template <typename Change>
  void findsOne(WireTables tables, Change change) {
    change(tables);
    const std::vector<std::string> differences = compareWire(tables, pool_);
    QVERIFY2(differences.size() == 1, joined(differences).c_str());
  }

 private Q_SLOTS:
  void initTestCase() {
    const QByteArray bytes = ww::test::readFile(ww::test::buildFolder() + QStringLiteral("/wire.desc"));
    pb::FileDescriptorSet set;
    QVERIFY(set.ParseFromArray(bytes.constData(), static_cast<int>(bytes.size())));
    QVERIFY(fillPool(set, pool_));
  }

  void tablesAreRead() {
    const WireTables tables = readWireTables(
        "### `a.S`  (file)\n| # | method | request | response |\n| 1 | `Get` | a.Q | a.R |\n"
        "## 3.\n#### `a.M` - `file`\n| 1 | x | repeated double |  |  |\n| 12 | y | map<string, a.N> |  |  |\n| 3 | z | "
        "a.N | one | |\n"
        "#### enum `a.E` - `file`\nE_A=0, E_B=-2\n### other\n| 9 | no | no | |\n");
    QCOMPARE(tables.fieldCount(), std::size_t{3});
    QCOMPARE(tables.messages.at("a.M").at(12), (WireField{"y", "map<string, a.N>", ""}));
    QCOMPARE(tables.messages.at("a.M").at(3), (WireField{"z", "a.N", "one"}));
    QCOMPARE(tables.enums.at("a.E").at("E_B"), -2);
    QCOMPARE(tables.services.at("a.S").at(0), (WireMethod{"Get", "a.Q", "a.R"}));
  }

  void theCompiledMessagesAreThoseOfTheFacts() {
    WW_REQUIRE_SHARED("reference/wire-facts.md");
    const WireTables tables = facts();
    QVERIFY(tables.messages.size() > 200);
    QVERIFY(tables.fieldCount() > 900);
    const std::vector<std::string> differences = compareWire(tables, pool_);
    QVERIFY2(differences.empty(), joined(differences).c_str());
    qInfo("%zu messages, %zu fields, %zu enums, %zu services exact", tables.messages.size(), tables.fieldCount(),
          tables.enums.size(), tables.services.size());
  }

  void aDifferenceIsFound() {
    WW_REQUIRE_SHARED("reference/wire-facts.md");
    const WireTables tables = facts();
    const std::string pose = "intrinsic_proto.Pose";
    findsOne(tables, [&](WireTables& t) { t.messages[pose][1].name = "positions"; });
    findsOne(tables, [&](WireTables& t) { t.messages[pose][1].type = "intrinsic_proto.Vector3"; });
    findsOne(tables, [&](WireTables& t) { t.messages[pose][1].type = "repeated intrinsic_proto.Point"; });
    findsOne(tables, [&](WireTables& t) { t.messages[pose][1].oneof = "place"; });
    findsOne(tables, [&](WireTables& t) { t.messages[pose][3] = {"scale", "double", ""}; });
    findsOne(tables, [&](WireTables& t) { t.messages[pose].erase(2); });
    findsOne(tables, [&](WireTables& t) { t.messages["intrinsic_proto.Poses"]; });
    findsOne(tables, [&](WireTables& t) { t.enums["google.rpc.Codes"]; });
    findsOne(tables, [&](WireTables& t) { t.services["google.longrunning.Operations"].pop_back(); });
    findsOne(tables,
             [&](WireTables& t) { t.services["google.longrunning.Operations"][1].request = "google.protobuf.Empty"; });
  }

  void methodsOutOfOrderAreFound() {
    WW_REQUIRE_SHARED("reference/wire-facts.md");
    WireTables tables = facts();
    std::vector<WireMethod>& methods = tables.services["intrinsic_proto.world.ObjectWorldService"];
    QCOMPARE(methods.size(), std::size_t{31});
    std::swap(methods[3], methods[4]);
    QCOMPARE(compareWire(tables, pool_).size(), std::size_t{2});
  }
};

QTEST_GUILESS_MAIN(TestGuardWire)
#include "test_guard_wire.moc"
