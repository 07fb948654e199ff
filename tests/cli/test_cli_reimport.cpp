// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cases.h"

using namespace ww::test;

// A file that changed is read again, and only what is wanted of it comes into the world.
class TestCliReimport : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void unchangedFile();
  void whatMovedIsTakenOver();
  void dryRunAndRefusal();
  void whatPeopleChangedStays();
  void lostParts();
  void renamedPart();
  void otherFileAndNoFile();
  void wrongWords();
  void chosenParts();
  void chosenPartsStayChosen();
  void bottomCenter();
  void anyPointMayBeTheOrigin();

 private:
  QString imported(const QByteArray& model, const QStringList& more = {}) {
    file_ = folder_.write("fixture.urdf", model);
    QFile::remove(folder_.path("cell.wright"));
    const QString into = folder_.path("cell.wright");
    if (jsonOf(QStringList{"import", file_, "--into", into} + more).isEmpty()) return {};
    return into;
  }
  static QJsonObject itemNamed(const QJsonObject& result, const QString& id) {
    for (const auto& item : result["items"].toArray())
      if (item.toObject()["id"] == id) return item.toObject();
    return {};
  }
  static QStringList ids(const QJsonObject& result) {
    QStringList out;
    for (const auto& item : result["items"].toArray()) out << item.toObject()["id"].toString();
    return out;
  }
  static double z(const QString& world, const QString& from, const QString& to) {
    return at(jsonOf({"transform", world, from, to}), "a_t_b/position/2").toDouble();
  }

  ScratchFolder folder_;
  QString file_;
};

struct Shelf {
  double clamp_height = 0.16, post_height = 0.3;
  bool has_stop = true, has_lid = false;
  QByteArray clamp = "clamp";
};

static QByteArray shelfLink(const QByteArray& name, const QByteArray& size) {
  return "<link name=\"" + name + "\"><visual><geometry><box size=\"" + size + "\"/></geometry></visual></link>";
}

static QByteArray fixedTo(const QByteArray& parent, const QByteArray& child, const QByteArray& xyz) {
  return "<joint name=\"j_" + child + "\" type=\"fixed\"><parent link=\"" + parent + "\"/><child link=\"" + child +
         "\"/><origin xyz=\"" + xyz + "\"/></joint>";
}

static QByteArray shelf(const Shelf& s = {}) {
  QByteArray text = "<robot name=\"fixture\">" + shelfLink("base", "0.4 0.4 0.05") +
                    shelfLink("post", "0.05 0.05 " + QByteArray::number(s.post_height)) +
                    shelfLink(s.clamp, "0.1 0.04 0.02") + fixedTo("base", "post", "0.1 0 0.175") +
                    fixedTo("post", s.clamp, "0 0 " + QByteArray::number(s.clamp_height));
  if (s.has_stop) text += shelfLink("stop", "0.03 0.03 0.06") + fixedTo("base", "stop", "-0.1 0.1 0.055");
  if (s.has_lid) text += shelfLink("lid", "0.2 0.2 0.01") + fixedTo("post", "lid", "0 0 0.2");
  return text + "</robot>";
}

void TestCliReimport::unchangedFile() {
  const QString world = imported(shelf());
  const QByteArray before = hashOf(world);
  const QJsonObject result = jsonOf({"reimport", world, "fixture"});
  QCOMPARE(result["items"].toArray().size(), 0);
  QVERIFY(result["same_file"].toBool() && !result["changed"].toBool());
  QCOMPARE(hashOf(world), before);
}

void TestCliReimport::whatMovedIsTakenOver() {
  const QString world = imported(shelf());
  const QString clamp = jsonOf({"get", world, "fixture:clamp"})["id"].toString();
  folder_.write("fixture.urdf", shelf({.clamp_height = 0.2, .post_height = 0.36, .has_lid = true}));
  const QJsonObject result = jsonOf({"reimport", world, "fixture"});
  QCOMPARE(ids(result), (QStringList{"reshaped:post", "moved:clamp", "new:lid"}));
  QVERIFY(std::abs(itemNamed(result, "moved:clamp")["moved_m"].toDouble() - 0.04) < 1e-9);
  QVERIFY(itemNamed(result, "reshaped:post")["text"].toString().contains("along z"));
  QVERIFY(std::abs(z(world, "fixture:post", "fixture:clamp") - 0.2) < 1e-9);
  QVERIFY(std::abs(z(world, "fixture:post", "fixture:lid") - 0.2) < 1e-9);
  QCOMPARE(jsonOf({"get", world, "fixture:clamp"})["id"].toString(), clamp);
  WW_COMPARE_EXIT(runCli({"verify", world}), 0);
  QCOMPARE(jsonOf({"reimport", world, "fixture"})["items"].toArray().size(), 0);
}

void TestCliReimport::dryRunAndRefusal() {
  const QString world = imported(shelf());
  folder_.write("fixture.urdf", shelf({.clamp_height = 0.2, .has_lid = true}));
  const QByteArray before = hashOf(world);
  QCOMPARE(ids(jsonOf({"reimport", world, "fixture", "--dry-run"})), (QStringList{"moved:clamp", "new:lid"}));
  QCOMPARE(hashOf(world), before);
  const QJsonObject result = jsonOf({"reimport", world, "fixture", "--refuse", "moved:clamp"});
  QVERIFY(!itemNamed(result, "moved:clamp")["accepted"].toBool());
  QVERIFY(itemNamed(result, "new:lid")["accepted"].toBool());
  QVERIFY(std::abs(z(world, "fixture:post", "fixture:clamp") - 0.16) < 1e-9);
  // What was refused once is told again, and taken only when somebody wants it.
  const QJsonObject same = jsonOf({"reimport", world, "fixture"});
  QCOMPARE(ids(same), QStringList{"moved:clamp"});
  QVERIFY(!itemNamed(same, "moved:clamp")["accepted"].toBool() && !same["changed"].toBool());
  folder_.write("fixture.urdf", shelf({.clamp_height = 0.24, .has_lid = true}));
  const QJsonObject again = jsonOf({"reimport", world, "fixture"});
  QCOMPARE(ids(again), QStringList{"moved:clamp"});
  QVERIFY(itemNamed(again, "moved:clamp")["refused_before"].toBool());
  QVERIFY(std::abs(z(world, "fixture:post", "fixture:clamp") - 0.16) < 1e-9);
}

// A part that was moved here stays where it was put; --accept takes the file's place all the same.
void TestCliReimport::whatPeopleChangedStays() {
  const QString world = imported(shelf(), {"--pose", "1,2,0,1,0,0,0"});
  const QString edits =
      folder_.write("edits.textproto",
                    "edits { update_scene_object { object { id: \"o3\" } updates { updates { entity_pose { "
                    "entity_name: \"clamp\" parent_t_this { position { z: 0.1 } orientation { w: 1 } } "
                    "} } } } }");
  WW_COMPARE_EXIT(runCli({"apply", world, edits}), 0);
  folder_.write("fixture.urdf", shelf({.has_lid = true}));
  QCOMPARE(ids(jsonOf({"reimport", world, "fixture"})), QStringList{"new:lid"});
  QVERIFY(std::abs(z(world, "fixture:post", "fixture:clamp") - 0.1) < 1e-9);
  QVERIFY(std::abs(at(jsonOf({"transform", world, "root", "fixture"}), "a_t_b/position/1").toDouble() - 2.0) < 1e-9);
  folder_.write("fixture.urdf", shelf({.clamp_height = 0.2, .has_lid = true}));
  const QJsonObject kept = jsonOf({"reimport", world, "fixture", "--dry-run"});
  QVERIFY(itemNamed(kept, "moved:clamp")["edited_here"].toBool());
  QVERIFY(!itemNamed(kept, "moved:clamp")["accepted"].toBool());
  jsonOf({"reimport", world, "fixture", "--accept", "moved:clamp"});
  QVERIFY(std::abs(z(world, "fixture:post", "fixture:clamp") - 0.2) < 1e-9);
}

// What hangs on a part that goes goes on to what carried that, where it is.
void TestCliReimport::lostParts() {
  const QString world = imported(shelf());
  const QString part =
      folder_.write("part.urdf", "<robot name=\"part\">" + shelfLink("body", "0.02 0.02 0.02") + "</robot>");
  jsonOf({"import", part, "--into", world, "--parent", "fixture:stop", "--pose", "0,0,0.04,1,0,0,0"});
  const double before = z(world, "root", "part");
  folder_.write("fixture.urdf", shelf({.has_stop = false}));
  const QJsonObject told = jsonOf({"reimport", world, "fixture", "--dry-run"});
  QCOMPARE(ids(told), (QStringList{"gone:stop", "lost:stop/part"}));
  QCOMPARE(itemNamed(told, "lost:stop/part")["hangs_on"].toString(), QString("base"));
  const QString other = folder_.path("other.wright");
  // The one stays with the other, and the list says so.
  for (const QString& refused : {QStringLiteral("gone:stop"), QStringLiteral("lost:stop/part")}) {
    const QJsonObject kept = jsonOf({"reimport", world, "fixture", "--refuse", refused, "--out", other});
    for (const char* id : {"gone:stop", "lost:stop/part"}) QVERIFY(!itemNamed(kept, id)["accepted"].toBool());
  }
  QVERIFY(!jsonOf({"get", other, "fixture:stop"}).isEmpty());
  jsonOf({"reimport", world, "fixture"});
  WW_COMPARE_EXIT(runCli({"get", world, "fixture:stop"}), 1);
  QVERIFY(std::abs(z(world, "root", "part") - before) < 1e-9);
  WW_COMPARE_EXIT(runCli({"verify", world}), 0);
}

// A part that has another name in the file is known by its shape, and keeps its id and its name here.
void TestCliReimport::renamedPart() {
  const QString world = imported(shelf());
  folder_.write("fixture.urdf", shelf({.clamp_height = 0.18, .clamp = "gripper_jaw"}));
  QCOMPARE(ids(jsonOf({"reimport", world, "fixture"})), (QStringList{"renamed:clamp", "moved:clamp"}));
  QVERIFY(std::abs(z(world, "fixture:post", "fixture:clamp") - 0.18) < 1e-9);
  QCOMPARE(jsonOf({"reimport", world, "fixture"})["items"].toArray().size(), 0);
}

void TestCliReimport::otherFileAndNoFile() {
  const QString world = imported(shelf());
  const QString moved = folder_.write("moved.urdf", shelf({.clamp_height = 0.2}));
  QFile::remove(file_);
  const CliRun gone = runCli({"reimport", world, "fixture"});
  WW_COMPARE_EXIT(gone, 1);
  WW_VERIFY_FAULTLESS(errorLineFault(gone, "NOT_FOUND"));
  QVERIFY2(gone.err.contains("worldwright reimport ") && gone.err.contains("cell.wright") &&
               gone.err.contains(" fixture PATH"),
           gone.describe().constData());
  QCOMPARE(ids(jsonOf({"reimport", world, "fixture", moved})), QStringList{"moved:clamp"});
  QCOMPARE(jsonOf({"reimport", world, "fixture"})["source"].toString(), moved);
  const QString damaged = folder_.write("fixture.urdf", "<robot name=\"fixture\"><link");
  const QByteArray before = hashOf(world);
  const CliRun bad = runCli({"reimport", world, "fixture", damaged});
  WW_COMPARE_EXIT(bad, 1);
  QCOMPARE(hashOf(world), before);
}

void TestCliReimport::wrongWords() {
  const QString world = makeSample(folder_, QStringLiteral("sample.wright"));
  const CliRun made = runCli({"reimport", world, "table"});
  WW_COMPARE_EXIT(made, 1);
  WW_VERIFY_FAULTLESS(errorLineFault(made, "FAILED_PRECONDITION"));
  const QString cell = imported(shelf());
  folder_.write("fixture.urdf", shelf({.clamp_height = 0.2}));
  const CliRun typo = runCli({"reimport", cell, "fixture", "--refuse", "moved:clmap"});
  WW_COMPARE_EXIT(typo, 2);
  QVERIFY2(typo.err.contains("moved:clamp"), typo.err.constData());
  WW_COMPARE_EXIT(runCli({"reimport", cell, "nothing"}), 1);
}

void TestCliReimport::chosenParts() {
  const QString world = imported(shelf(), {"--without", "stop"});
  WW_COMPARE_EXIT(runCli({"get", world, "fixture:stop"}), 1);
  QVERIFY(!jsonOf({"get", world, "fixture:clamp"}).isEmpty());
  const QString only = imported(shelf(), {"--only", "stop"});
  QVERIFY(!jsonOf({"get", only, "fixture:stop"}).isEmpty());
  for (const char* part : {"fixture:post", "fixture:clamp"}) WW_COMPARE_EXIT(runCli({"get", only, part}), 1);
  const CliRun typo = runCli({"import", file_, "--into", folder_.path("cell.wright"), "--without", "stopp"});
  WW_COMPARE_EXIT(typo, 1);
  QVERIFY2(typo.err.contains("'stop'"), typo.err.constData());
}

// Parts that were left out at first stay out; one that the file has besides is new.
void TestCliReimport::chosenPartsStayChosen() {
  const QString world = imported(shelf(), {"--without", "stop"});
  folder_.write("fixture.urdf", shelf({.clamp_height = 0.2, .has_lid = true}));
  QCOMPARE(ids(jsonOf({"reimport", world, "fixture"})), (QStringList{"moved:clamp", "new:lid"}));
}

void TestCliReimport::bottomCenter() {
  const QString world = imported(shelf(), {"--bottom-center"});
  const QJsonObject box = jsonOf({"info", world})["bounds_m"].toObject();
  QVERIFY(std::abs(at(box, "min/2").toDouble()) < 1e-9);
  QVERIFY(std::abs(at(box, "min/0").toDouble() + at(box, "max/0").toDouble()) < 1e-9);
}

void TestCliReimport::anyPointMayBeTheOrigin() {
  const QString as_it_is = imported(shelf());
  const double low = at(jsonOf({"info", as_it_is}), "bounds_m/min/2").toDouble();
  const QString world = imported(shelf(), {"--origin", "0.1,0,0.3"});
  QVERIFY(std::abs(at(jsonOf({"info", world}), "bounds_m/min/2").toDouble() - (low - 0.3)) < 1e-9);
  // Read again, it is where it was.
  folder_.write("fixture.urdf", shelf({.clamp_height = 0.2}));
  QCOMPARE(ids(jsonOf({"reimport", world, "fixture"})), QStringList{"moved:clamp"});
  WW_COMPARE_EXIT(runCli({"import", file_, "--into", world, "--origin", "0,0"}), 2);
  WW_COMPARE_EXIT(runCli({"import", file_, "--into", world, "--origin", "0,0,0", "--bottom-center"}), 2);
}

QTEST_GUILESS_MAIN(TestCliReimport)
#include "test_cli_reimport.moc"
