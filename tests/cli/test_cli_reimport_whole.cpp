// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <vector>

#include "tests/cli/cases.h"

using namespace ww::test;

// A file is read again as it was read, and what it says of the whole, and what is checked for collisions, comes along.
class TestCliReimportWhole : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void namesAreReadInTheSameEncoding();
  void whatTheFileSaysOfTheWholeIsTaken();
  void whatPeopleSetOfTheWholeStays();
  void whatWasLeftOutIsToldAgain();
  void jointsFollowAsTheFileSays();
  void shapesForChecksAreMadeAgain_data();
  void shapesForChecksAreMadeAgain();
  void newPartsAreCheckedAlike();
  void shapesOfOthersGo();

 private:
  QString imported(const QString& name, const QByteArray& text, const QStringList& more = {}) {
    folder_.write(name, text);
    world_ = folder_.path("cell.wright");
    QFile::remove(world_);
    jsonOf(QStringList{"import", folder_.path(name), "--into", world_} + more);
    return world_;
  }
  QJsonObject again(const QString& object, const QStringList& more = {}) {
    return jsonOf(QStringList{"reimport", world_, object} + more);
  }
  static QStringList ids(const QJsonObject& result, bool accepted = true) {
    QStringList out;
    for (const auto& item : result["items"].toArray())
      if (item.toObject()["accepted"].toBool() == accepted) out << item.toObject()["id"].toString();
    return out;
  }
  static QJsonObject itemNamed(const QJsonObject& result, const QString& id) {
    for (const auto& item : result["items"].toArray())
      if (item.toObject()["id"] == id) return item.toObject();
    return {};
  }
  void edit(const QString& object, const QByteArray& updates) {
    const QString file =
        folder_.write("edits.textproto", "edits { update_scene_object { object { by_name { object_name: \"" +
                                             object.toUtf8() + "\" } } updates { " + updates + " } } }");
    WW_COMPARE_EXIT(runCli({"apply", world_, file}), 0);
  }
  // All of the object.
  QByteArray shown(const QString& object) const {
    return runCli({"export", world_, "--object", object, "--format", "scene-object", "--out", "-"}).out;
  }
  // A bar of that length stands beside the end of what is checked, 2 mm off the length.
  bool isHitBehind(double length);

  ScratchFolder folder_;
  QString world_;
};

struct Whole {
  QByteArray is_static = "0", speed = "1", plugin = "one", factor = "0.5";
};

static QByteArray whole(const Whole& w = {}) {
  const auto link = [](const QByteArray& name) { return "<link name='" + name + "'/>\n"; };
  const auto joint = [](const QByteArray& name, const QByteArray& parent, const QByteArray& child,
                        const QByteArray& more = {}) {
    return "<joint name='" + name + "' type='revolute'><parent>" + parent + "</parent><child>" + child +
           "</child><axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>1</upper></limit>" + more +
           "</axis></joint>\n";
  };
  return "<sdf version='1.11'>\n<model name='cell'>\n<static>" + w.is_static + "</static>\n" + link("a") + link("b") +
         link("c") + joint("j1", "a", "b") +
         joint("j2", "b", "c",
               "<mimic joint='j1'><multiplier>" + w.factor +
                   "</multiplier><offset>0</offset><reference>0</reference></mimic>") +
         "<intrinsic:cartesian_limits><intrinsic:max_rotational_velocity>" + w.speed +
         "</intrinsic:max_rotational_velocity></intrinsic:cartesian_limits>\n<plugin name='" + w.plugin +
         "' filename='lib.so'/>\n</model>\n</sdf>\n";
}

static QByteArray bar(const QByteArray& more = {}) {
  return "<robot name=\"bar\"><link name=\"base\"><visual><geometry><cylinder radius=\"0.05\" "
         "length=\"0.2\"/></geometry></visual></link>" +
         more + "</robot>";
}

// A frame around a hole, of four walls, `length` long in x.
static QByteArray ring(double length) {
  struct Block {
    double x0, x1, y0, y1;
  };
  QByteArray out = "o ring\n";
  int first = 1;
  for (const Block& b : {Block{0, length, 0, 0.01}, Block{0, length, 0.09, 0.1}, Block{0, 0.01, 0.01, 0.09},
                         Block{length - 0.01, length, 0.01, 0.09}}) {
    for (int i = 0; i < 8; ++i)
      out += "v " + QByteArray::number((i & 1) ? b.x1 : b.x0) + " " + QByteArray::number((i & 2) ? b.y1 : b.y0) + " " +
             ((i & 4) ? "0.02" : "0") + "\n";
    for (const auto& t : std::vector<std::array<int, 3>>{{0, 2, 1},
                                                         {1, 2, 3},
                                                         {4, 5, 6},
                                                         {5, 7, 6},
                                                         {0, 1, 4},
                                                         {1, 5, 4},
                                                         {2, 6, 3},
                                                         {3, 6, 7},
                                                         {0, 4, 2},
                                                         {2, 4, 6},
                                                         {1, 3, 5},
                                                         {3, 7, 5}})
      out += "f " + QByteArray::number(first + t[0]) + " " + QByteArray::number(first + t[1]) + " " +
             QByteArray::number(first + t[2]) + "\n";
    first += 8;
  }
  return out;
}

bool TestCliReimportWhole::isHitBehind(double length) {
  const QString probed = folder_.path("probed.wright");
  QFile::remove(probed);
  QFile::copy(world_, probed);
  const QString probe = folder_.write("probe.obj", ring(0.1));
  jsonOf({"import", probe, "--into", probed, "--unit", "m", "--up", "z", "--name", "probe", "--pose",
          QString::number(length - 0.002) + ",0.003,0.005,1,0,0,0"});
  return runCli({"check", probed}).exit == 1;
}

void TestCliReimportWhole::namesAreReadInTheSameEncoding() {
  QFile in(sourceFolder() + QStringLiteral("/tests/contract/io/machine.step"));
  QVERIFY(in.open(QIODevice::ReadOnly));
  // Read otherwise than fits best.
  QByteArray text = in.readAll();
  text.replace("PRODUCT('plate','plate'", "PRODUCT('\xcf\xeb\xe8\xf2\xe0','\xcf\xeb\xe8\xf2\xe0'");
  text.replace("'2','base plate'", "'2',''");
  imported("a.step", text, {"--parts", "links", "--encoding", "windows-1252"});
  QVERIFY(shown("a").contains("Ieeoa"));
  folder_.write("a.step", text + "\n");
  const QJsonObject found = again("a");
  QVERIFY2(ids(found).isEmpty(), qPrintable(ids(found).join(' ')));
  QVERIFY(!found["same_file"].toBool());
}

void TestCliReimportWhole::whatTheFileSaysOfTheWholeIsTaken() {
  imported("cell.sdf", whole());
  folder_.write("cell.sdf", whole({.is_static = "1", .speed = "2", .plugin = "two"}));
  const QJsonObject found = again("cell");
  QCOMPARE(ids(found), (QStringList{"setting:limits", "setting:plugins", "setting:static"}));
  QVERIFY2(itemNamed(found, "setting:static")["text"].toString().contains("is static by now"),
           qPrintable(itemNamed(found, "setting:static")["text"].toString()));
  const QByteArray now = shown("cell");
  QVERIFY2(now.contains("is_static: true") && now.contains("max_rotational_velocity: 2") &&
               now.contains("name=\\'two") && !now.contains("name=\\'one"),
           now.constData());
  QVERIFY(ids(again("cell")).isEmpty());
  WW_COMPARE_EXIT(runCli({"verify", world_}), 0);
}

void TestCliReimportWhole::whatPeopleSetOfTheWholeStays() {
  imported("cell.sdf", whole());
  edit("cell", "updates { cartesian_limits { max_rotational_velocity: 3 } }");
  folder_.write("cell.sdf", whole({.speed = "2"}));
  const QJsonObject found = again("cell");
  QCOMPARE(ids(found, false), QStringList{"setting:limits"});
  QVERIFY(itemNamed(found, "setting:limits")["edited_here"].toBool());
  QCOMPARE(ids(again("cell", {"--accept", "setting:limits"})), QStringList{"setting:limits"});
}

void TestCliReimportWhole::whatWasLeftOutIsToldAgain() {
  imported("cell.sdf", whole());
  folder_.write("cell.sdf", whole({.is_static = "1"}));
  QVERIFY(ids(again("cell", {"--refuse", "setting:static"})).isEmpty());
  const QJsonObject found = again("cell");
  QCOMPARE(ids(found, false), QStringList{"setting:static"});
  QVERIFY(itemNamed(found, "setting:static")["refused_before"].toBool());
}

void TestCliReimportWhole::jointsFollowAsTheFileSays() {
  imported("cell.sdf", whole());
  folder_.write("cell.sdf", whole({.factor = "0.25"}));
  QCOMPARE(ids(again("cell")), QStringList{"setting:followers"});
  QVERIFY(ids(again("cell")).isEmpty());
  WW_COMPARE_EXIT(runCli({"verify", world_}), 0);
}

void TestCliReimportWhole::shapesForChecksAreMadeAgain_data() {
  QTest::addColumn<QStringList>("at_import");
  QTest::addColumn<QStringList>("later");
  QTest::addColumn<QString>("kind");
  QTest::addColumn<int>("parts");
  QTest::newRow("pieces, in the wish of the import")
      << QStringList{"--collision", "pieces", "--hulls", "6"} << QStringList{} << "pieces" << 4;
  QTest::newRow("pieces, made later") << QStringList{} << QStringList{"--as", "pieces", "--pieces", "4"} << "pieces"
                                      << 4;
  QTest::newRow("hull") << QStringList{} << QStringList{"--as", "hull"} << "hull" << 1;
  QTest::newRow("box") << QStringList{} << QStringList{"--as", "box"} << "box" << 1;
}

void TestCliReimportWhole::shapesForChecksAreMadeAgain() {
  QFETCH(QStringList, at_import);
  QFETCH(QStringList, later);
  QFETCH(QString, kind);
  QFETCH(int, parts);
  imported("ring.obj", ring(0.1), QStringList{"--unit", "m", "--up", "z", "--name", "ring"} + at_import);
  if (!later.isEmpty()) jsonOf(QStringList{"shapes", world_, "ring", "--save"} + later);
  folder_.write("ring.obj", ring(0.14));
  const QJsonObject item = itemNamed(again("ring"), "reshaped:base");
  QCOMPARE(item["collision_remade_as"].toString(), kind);
  QVERIFY(!item["collision_anew"].toBool());
  QVERIFY2(item["text"].toString().contains("checked with is made of it as before"),
           qPrintable(item["text"].toString()));
  const QByteArray now = shown("ring");
  QVERIFY2(now.count("\"collision") >= parts, now.left(4000).constData());
  QCOMPARE(now.contains("\"collision_2\""), parts > 1);
  QVERIFY(isHitBehind(0.14));
}

// Parts that come with the file are checked as the others were wished to be.
void TestCliReimportWhole::newPartsAreCheckedAlike() {
  imported("bar.urdf", bar(), {"--collision", "box"});
  const QByteArray more =
      "<link name=\"tip\"><visual><geometry><sphere radius=\"0.05\"/></geometry></visual></link><joint name=\"j\" "
      "type=\"fixed\"><parent link=\"base\"/><child link=\"tip\"/><origin xyz=\"0 0 0.5\"/></joint>";
  folder_.write("bar.urdf", bar(more));
  const QJsonObject found = again("bar");
  QCOMPARE(itemNamed(found, "new:tip")["collision_remade_as"].toString(), QString("box"));
  const QByteArray now = shown("bar");
  QCOMPARE(now.count("Intrinsic_Collision"), 2);
}

// Nobody here made them: they are not made again, which is told.
void TestCliReimportWhole::shapesOfOthersGo() {
  imported("ring.obj", ring(0.1), {"--unit", "m", "--up", "z", "--name", "ring"});
  edit("ring",
       "updates { update_geometry { entity_name: \"base\" geometries_to_remove { type: GEOMETRY_TYPE_COLLISION } "
       "geometries_to_set { type: GEOMETRY_TYPE_COLLISION geometry_name: \"guard\" geometry { geometry { "
       "inline_geometry_data { exact_geometry { primitive_set { primitives { shape { box { "
       "size { x: 0.1 y: 0.1 z: 0.1 } } } } } } } } } } } }");
  folder_.write("ring.obj", ring(0.14));
  const QJsonObject item = itemNamed(again("ring"), "reshaped:base");
  QVERIFY(item["collision_anew"].toBool());
  QVERIFY2(item["text"].toString().contains("made of the old one goes"), qPrintable(item["text"].toString()));
  QVERIFY(isHitBehind(0.14));
}

QTEST_GUILESS_MAIN(TestCliReimportWhole)
#include "test_cli_reimport_whole.moc"
