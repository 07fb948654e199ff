// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <vector>

#include "tests/cli/cases.h"

using namespace ww::test;

// A file is read again after people edited what came of it: their edits stay, what they touched is still of the file,
// and what does not fit any more is told.
class TestCliReimportEdits : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aRenamedLinkStillTakesPart_data();
  void aRenamedLinkStillTakesPart();
  void configurationsGetWhatNewJointsHave();
  void jointsThatAreCalledOtherwiseKeepTheirPositions();
  void configurationsComeWithinLimits();
  void editsOfARobotMakeNoListFail();
  void ownRulesThatGoAreTold();
  void whatWasRefusedCanBeTakenLater();
  void shapesOfOneLinkAreToldByName();
  void shapesOfOneLinkAreRefusedByName();
  void modelsThatComeAndGo();
  void modelsThatAreCalledOtherwise();
  void aTurnOfTheWholeIsToldInDegrees();
  void shapesThatWereMadeOfTheOldOneAreMadeAgain();
  void whatTheReaderFindsIsTold();

 private:
  QString imported(const QString& name, const QByteArray& text, const QStringList& more = {}) {
    file_ = folder_.write(name, text);
    world_ = folder_.path("cell.wright");
    QFile::remove(world_);
    jsonOf(QStringList{"import", file_, "--into", world_} + more);
    return world_;
  }
  // Updates of the object, in text format.
  void edit(const QString& object, const QByteArray& updates) {
    const QString file =
        folder_.write("edits.textproto", "edits { update_scene_object { object { by_name { object_name: \"" +
                                             object.toUtf8() + "\" } } updates { " + updates + " } } }");
    WW_COMPARE_EXIT(runCli({"apply", world_, file}), 0);
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
  static QStringList sorted(QStringList list) {
    list.sort();
    return list;
  }
  static QJsonObject itemNamed(const QJsonObject& result, const QString& id) {
    for (const auto& item : result["items"].toArray())
      if (item.toObject()["id"] == id) return item.toObject();
    return {};
  }
  bool has(const QString& node) const { return runCli({"get", world_, node}).exit == 0; }
  double height(const QString& node) const {
    return at(jsonOf({"transform", world_, "root", node}), "a_t_b/position/2").toDouble();
  }

  ScratchFolder folder_;
  QString file_, world_;
};

struct Arm {
  QByteArray lower = "-2", height = "0.4", mass = "1", last = "tool", last_joint = "j3", last_size = "0.1 0.1 0.4";
};

static QByteArray armLink(const QByteArray& name, const QByteArray& mass = "1",
                          const QByteArray& size = "0.1 0.1 0.4") {
  return "<link name=\"" + name + "\"><inertial><mass value=\"" + mass +
         "\"/><inertia ixx=\"0.02\" iyy=\"0.03\" izz=\"0.04\" ixy=\"0\" ixz=\"0\" "
         "iyz=\"0\"/></inertial><visual><geometry>"
         "<box size=\"" +
         size + "\"/></geometry></visual></link>";
}

static QByteArray armJoint(const QByteArray& name, const QByteArray& parent, const QByteArray& child,
                           const QByteArray& lower = "-2", const QByteArray& height = "0.4") {
  return "<joint name=\"" + name + "\" type=\"revolute\"><parent link=\"" + parent + "\"/><child link=\"" + child +
         "\"/><origin xyz=\"0 0 " + height + "\"/><axis xyz=\"0 1 0\"/><limit lower=\"" + lower +
         "\" upper=\"2\" effort=\"30\" velocity=\"1.5\"/></joint>";
}

static QByteArray arm(const Arm& a = {}) {
  return "<robot name=\"arm\">" + armLink("base") + armLink("l1") + armLink("l2", a.mass) +
         armLink(a.last, "1", a.last_size) + armJoint("j1", "base", "l1", a.lower) +
         armJoint("j2", "l1", "l2", "-2", a.height) + armJoint(a.last_joint, "l2", a.last) + "</robot>";
}

static const QByteArray kPark =
    "updates { set_named_configurations { named_configurations_to_set { name: \"park\" "
    "joint_positions { key: \"j1\" value: -1.5 } joint_positions { key: \"j2\" value: 0.1 } "
    "joint_positions { key: \"j3\" value: 0.2 } } } }";

void TestCliReimportEdits::aRenamedLinkStillTakesPart_data() {
  QTest::addColumn<QByteArray>("edit");
  QTest::newRow("of the scene object") << QByteArray(
      "edits { update_scene_object { object { by_name { object_name: \"arm\" } } updates { updates { rename_entity { "
      "entity_name: \"l1\" new_entity_name: \"lower\" } } } } }");
  QTest::newRow("of the world") << QByteArray("edits { rename_entity { entity { id: \"LINK\" } name: \"lower\" } }");
}

void TestCliReimportEdits::aRenamedLinkStillTakesPart() {
  QFETCH(QByteArray, edit);
  imported("arm.urdf", arm());
  for (const auto& link : at(jsonOf({"tree", world_}), "root/children/0/entities").toArray())
    if (link.toObject()["name"].toString() == "l1") edit.replace("LINK", link.toObject()["id"].toString().toUtf8());
  WW_COMPARE_EXIT(runCli({"apply", world_, folder_.write("edits.textproto", edit)}), 0);
  folder_.write("arm.urdf",
                arm().replace("name=\"l1\"><inertial><mass value=\"1\"", "name=\"l1\"><inertial><mass value=\"7\""));
  QCOMPARE(ids(again("arm", {"--dry-run"})), QStringList{"changed:lower"});
  folder_.write("arm.urdf", arm({.height = "0.5"}));
  QCOMPARE(ids(again("arm")), QStringList{"moved:j2"});
  QVERIFY(has("arm:lower") && !has("arm:l1"));
  QVERIFY(std::abs(height("arm:j2") - 0.9) < 1e-9);
  WW_COMPARE_EXIT(runCli({"verify", world_}), 0);
}

void TestCliReimportEdits::configurationsGetWhatNewJointsHave() {
  imported("arm.urdf", arm());
  edit("arm", kPark);
  folder_.write("arm.urdf", arm({.last = "extra", .last_joint = "jx", .last_size = "0.5 0.02 0.01"}));
  const QJsonObject told = again("arm", {"--dry-run"});
  QCOMPARE(at(itemNamed(told, "lost:jx/park"), "to_rad").toDouble(-1), 0.0);
  QVERIFY(itemNamed(told, "lost:j3/park")["text"].toString().contains("loses its position of j3"));
  // Whoever wants the configuration as it is has no new joint, nor what hangs on it.
  QVERIFY(ids(again("arm", {"--dry-run", "--refuse", "lost:jx/park"}), false).contains("new:extra"));
  again("arm");
  QVERIFY(has("arm:extra") && !has("arm:tool"));
  WW_COMPARE_EXIT(runCli({"verify", world_}), 0);
}

void TestCliReimportEdits::jointsThatAreCalledOtherwiseKeepTheirPositions() {
  imported("arm.urdf", arm());
  edit("arm", kPark);
  folder_.write("arm.urdf", arm({.last = "extra", .last_joint = "jx"}));
  QCOMPARE(ids(again("arm")), (QStringList{"renamed:j3", "renamed:tool"}));
  QVERIFY(has("arm:tool") && has("arm:j3"));
  QCOMPARE(again("arm")["items"].toArray().size(), 0);
}

void TestCliReimportEdits::configurationsComeWithinLimits() {
  imported("arm.urdf", arm());
  edit("arm", kPark);
  folder_.write("arm.urdf", arm({.lower = "-1"}));
  const QJsonObject told = again("arm", {"--dry-run"});
  QCOMPARE(ids(told), (QStringList{"changed:j1", "lost:j1/park"}));
  QCOMPARE(itemNamed(told, "lost:j1/park")["from_rad"].toDouble(), -1.5);
  QCOMPARE(itemNamed(told, "lost:j1/park")["to_rad"].toDouble(), -1.0);
  QCOMPARE(ids(again("arm", {"--refuse", "lost:j1/park"}), false), (QStringList{"changed:j1", "lost:j1/park"}));
  again("arm", {"--accept", "all"});
  QCOMPARE(again("arm")["items"].toArray().size(), 0);
  WW_COMPARE_EXIT(runCli({"verify", world_}), 0);
}

// Values, limits, frames and masses of people, as the last link goes and another comes: what is taken unless somebody
// says otherwise can be taken.
void TestCliReimportEdits::editsOfARobotMakeNoListFail() {
  imported("arm.urdf", arm());
  edit("arm",
       "updates { update_joints { joint_positions { key: \"j1\" value: 1.0 } "
       "joint_application_limits { key: \"j2\" value { min_position: -0.5 } } } } "
       "updates { create_frame { parent_name: \"tool\" new_frame_name: \"tcp\" parent_t_new_frame { "
       "position { z: 0.4 } orientation { w: 1 } } } } "
       "updates { update_physics_properties { entity_name: \"l2\" mass_kg: 9 } } "
       "updates { update_physics_properties { entity_name: \"tool\" mass_kg: 9 } }");
  folder_.write("arm.urdf", arm({.lower = "-1",
                                 .height = "0.5",
                                 .mass = "2",
                                 .last = "extra",
                                 .last_joint = "jx",
                                 .last_size = "0.5 0.02 0.01"}));
  QVERIFY(!again("arm", {"--dry-run"})["items"].toArray().isEmpty());
  const QJsonObject taken = again("arm");
  QVERIFY(ids(taken).contains("moved:j2") && ids(taken, false).contains("changed:l2"));
  WW_COMPARE_EXIT(runCli({"verify", world_}), 0);
  again("arm", {"--accept", "all"});
  QVERIFY(has("arm:extra") && !has("arm:tool"));
  WW_COMPARE_EXIT(runCli({"verify", world_}), 0);
}

static QByteArray board(const QByteArray& more, const QByteArray& post = "0.1 0 0.2") {
  const auto link = [](const QByteArray& name, const QByteArray& size) {
    return "<link name=\"" + name + "\"><visual><geometry><box size=\"" + size + "\"/></geometry></visual></link>";
  };
  QByteArray text =
      "<robot name=\"board\">" + link("base", "1 1 0.1") + link("post", "0.1 0.1 0.3") +
      "<joint name=\"j_post\" type=\"fixed\"><parent link=\"base\"/><child link=\"post\"/><origin xyz=\"" + post +
      "\"/></joint>";
  if (!more.isEmpty())
    text += link(more, "0." + QByteArray::number(more.size()) + " 0.3 0.01") + "<joint name=\"j_" + more +
            "\" type=\"fixed\"><parent link=\"base\"/><child link=\"" + more + "\"/><origin xyz=\"0 0 0.5\"/></joint>";
  return text + "</robot>";
}

void TestCliReimportEdits::ownRulesThatGoAreTold() {
  imported("board.urdf", board("cover"));
  edit("board",
       "updates { update_collision_rules { policy: POLICY_APPEND exclusion_rule { entity_pair { left_entity { "
       "entity_name: "
       "\"cover\" } right_entity { entity_name: \"post\" } } is_excluded: true } } }");
  folder_.write("board.urdf", board(""));
  const QJsonObject told = again("board", {"--dry-run"});
  QCOMPARE(ids(told), (QStringList{"gone:cover", "lost:cover/rules"}));
  QCOMPARE(itemNamed(told, "lost:cover/rules")["rules"].toInt(), 1);
  QVERIFY(runCli({"reimport", world_, "board", "--dry-run"}).out.contains("collision rule that names cover"));
}

void TestCliReimportEdits::whatWasRefusedCanBeTakenLater() {
  imported("board.urdf", board("cover"));
  folder_.write("board.urdf", board("lamp", "0.3 0 0.2"));
  const QStringList all{"gone:cover", "moved:post", "new:lamp"};
  QCOMPARE(sorted(ids(again("board", {"--refuse", "all"}), false)), all);
  // It is told again, and left out unless somebody wants it.
  const QJsonObject same = again("board");
  QCOMPARE(sorted(ids(same, false)), all);
  QVERIFY(itemNamed(same, "gone:cover")["refused_before"].toBool() && !same["changed"].toBool());
  QVERIFY(has("board:cover") && !has("board:lamp"));
  QCOMPARE(ids(again("board", {"--accept", "gone:cover"})), QStringList{"gone:cover"});
  QVERIFY(!has("board:cover") && !has("board:lamp"));
  QCOMPARE(sorted(ids(again("board", {"--accept", "all"}))), (QStringList{"moved:post", "new:lamp"}));
  QVERIFY(has("board:lamp"));
  QCOMPARE(again("board")["items"].toArray().size(), 0);
}

// One link that shows several parts, as an assembly that is one rigid object.
static QByteArray whole(const QList<QByteArrayList>& shapes) {
  QByteArray text = "<robot name=\"whole\"><link name=\"base\">";
  for (const QByteArrayList& s : shapes)
    text += "<visual name=\"" + s[0] + "\"><origin xyz=\"" + s[1] + "\"/><geometry><box size=\"" + s[2] +
            "\"/></geometry></visual>";
  return text + "</link></robot>";
}

void TestCliReimportEdits::shapesOfOneLinkAreToldByName() {
  imported("whole.urdf", whole({{"plate", "0 0 0", "1 1 0.1"},
                                {"pin", "0.1 0 0.2", "0.1 0.1 0.2"},
                                {"lid", "0 0 0.5", "0.5 0.5 0.02"},
                                {"nut", "0.3 0.3 0.1", "0.04 0.05 0.06"}}));
  folder_.write("whole.urdf", whole({{"plate", "0 0 0", "1 1 0.2"},
                                     {"pin", "0.2 0 0.2", "0.1 0.1 0.2"},
                                     {"lamp", "0 0 0.9", "0.1 0.1 0.1"},
                                     {"nut_v2", "0.3 0.3 0.1", "0.04 0.05 0.06"}}));
  const QJsonObject told = again("whole");
  QStringList found = ids(told);
  found.sort();
  QCOMPARE(found, (QStringList{"gone:base/lid", "moved:base/pin", "new:base/lamp", "renamed:base/nut",
                               "reshaped:base/plate"}));
  QVERIFY(std::abs(itemNamed(told, "moved:base/pin")["moved_m"].toDouble() - 0.1) < 1e-9);
  QCOMPARE(again("whole")["items"].toArray().size(), 0);
}

void TestCliReimportEdits::shapesOfOneLinkAreRefusedByName() {
  const QList<QByteArrayList> first{{"plate", "0 0 0", "1 1 0.1"}, {"pin", "0 0 0.2", "0.1 0.1 0.2"}};
  imported("whole.urdf", whole(first));
  folder_.write("whole.urdf", whole({{"plate", "0 0 0", "2 1 0.1"}, {"pin", "0 0 0.5", "0.1 0.1 0.2"}}));
  again("whole", {"--refuse", "moved:base/pin"});
  const QJsonObject box = jsonOf({"info", world_})["bounds_m"].toObject();
  QVERIFY(std::abs(at(box, "max/0").toDouble() - 1.0) < 1e-9 && std::abs(at(box, "max/2").toDouble() - 0.3) < 1e-9);
  QCOMPARE(ids(again("whole"), false), QStringList{"moved:base/pin"});
  again("whole", {"--accept", "all"});
  QVERIFY(std::abs(at(jsonOf({"info", world_}), "bounds_m/max/2").toDouble() - 0.6) < 1e-9);
}

static QByteArray models(const QByteArrayList& names, const QByteArray& pose = "0 0 0 0 0 0") {
  QByteArray text = "<sdf version=\"1.9\"><world name=\"w\">";
  for (qsizetype i = 0; i < names.size(); ++i) {
    const QByteArray size = QByteArray::number(0.1 * static_cast<double>(names[i].size()));
    text += "<model name=\"" + names[i] + "\"><pose>" + (i == 0 ? pose : "1 0 0 0 0 0") +
            "</pose><link name=\"body\"><visual name=\"v\"><geometry><box><size>" + size +
            " 0.2 0.1</size></box></geometry></visual></link></model>";
  }
  return text + "</world></sdf>";
}

// Models that are objects of their own.
void TestCliReimportEdits::modelsThatComeAndGo() {
  imported("two.sdf", models({"box", "block"}));
  folder_.write("two.sdf", models({"box", "sensors"}));
  QCOMPARE(ids(again("box")), QStringList{"object:sensors"});
  QVERIFY(has("sensors"));
  QCOMPARE(ids(again("block", {"--refuse", "all"}), false), QStringList{"gone:block"});
  QVERIFY(has("block"));
  QCOMPARE(ids(again("block", {"--accept", "all"})), QStringList{"gone:block"});
  QVERIFY(!has("block"));
  QCOMPARE(again("sensors")["items"].toArray().size(), 0);
  WW_COMPARE_EXIT(runCli({"verify", world_}), 0);
}

void TestCliReimportEdits::modelsThatAreCalledOtherwise() {
  imported("two.sdf", models({"box", "block"}));
  folder_.write("two.sdf", models({"box", "brick"}));
  QCOMPARE(again("box")["items"].toArray().size(), 0);  // what is an object already is not new
  QCOMPARE(ids(again("block")), QStringList{"renamed:block"});
  QVERIFY(has("block") && !has("brick"));
  QCOMPARE(again("block")["items"].toArray().size(), 0);
}

void TestCliReimportEdits::aTurnOfTheWholeIsToldInDegrees() {
  imported("two.sdf", models({"box", "block"}));
  folder_.write("two.sdf", models({"box", "block"}, "0 0 0 0 0 0.5"));
  const QJsonObject told = again("box");
  QVERIFY2(itemNamed(told, "placed:box")["text"].toString().contains("turned by 28.6"), QJsonDocument(told).toJson());
  QVERIFY(std::abs(itemNamed(told, "placed:box")["turned_rad"].toDouble() - 0.5) < 1e-9);
}

// A hull of the old shape would let things pass through the new one.
void TestCliReimportEdits::shapesThatWereMadeOfTheOldOneAreMadeAgain() {
  const auto cube = [](double length) {
    QByteArray out = "solid c\n";
    const auto corner = [&](int i) {
      return QByteArray("vertex ") + QByteArray::number((i & 1) ? length : 0.0) + " " +
             QByteArray::number((i & 2) ? 0.05 : 0.0) + " " + QByteArray::number((i & 4) ? 0.05 : 0.0) + "\n";
    };
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
      out += "facet normal 0 0 0\nouter loop\n" + corner(t[0]) + corner(t[1]) + corner(t[2]) + "endloop\nendfacet\n";
    return out + "endsolid c\n";
  };
  imported("cube.stl", cube(0.05), {"--unit", "m", "--name", "cube", "--collision", "hull"});
  folder_.write("cube.stl", cube(0.06));
  const QJsonObject found = again("cube");
  const QJsonObject item = itemNamed(found, "reshaped:base");
  QVERIFY(!item["collision_anew"].toBool());
  QVERIFY2(item["text"].toString().contains("as before: Convex hull"), qPrintable(item["text"].toString()));
  // What is checked is as long as what is seen.
  const QString probe = folder_.write("probe.stl", cube(0.05));
  jsonOf({"import", probe, "--into", world_, "--unit", "m", "--name", "probe", "--pose", "0.056,0,0,1,0,0,0"});
  WW_COMPARE_EXIT(runCli({"check", world_}), 1);
}

// A program was still writing: what is there is not what it wrote.
void TestCliReimportEdits::whatTheReaderFindsIsTold() {
  const QByteArray whole =
      "solid c\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"
      "endfacet\nfacet normal 0 0 1\nouter loop\nvertex 1 0 0\nvertex 1 1 0\nvertex 0 1 0\nendloop\n"
      "endfacet\nendsolid c\n";
  imported("plate.stl", whole, {"--unit", "m", "--name", "plate"});
  folder_.write("plate.stl", whole.left(whole.indexOf("vertex 1 1 0")));
  const QJsonObject found = again("plate");
  const QString notes = QString::fromUtf8(QJsonDocument(found["note_codes"].toArray()).toJson());
  QVERIFY2(notes.contains("io.stl-ends-in-triangle"), qPrintable(notes));
}

QTEST_GUILESS_MAIN(TestCliReimportEdits)
#include "test_cli_reimport_edits.moc"
