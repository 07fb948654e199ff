// SPDX-License-Identifier: Apache-2.0
// What the documents of the import service do not allow is refused there, with the stated code, and comes to a person
// with a warning; what they name and others leave out is read.
#include <google/protobuf/struct.pb.h>

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <fstream>

#include "core/base/failure.h"
#include "core/io/importer.h"

using namespace ww;
using namespace ww::io;
namespace so = intrinsic_proto::scene_object::v1;

namespace {

std::string sdf(const std::string& in_model) {
  return "<sdf version='1.9'>\n<model name='m'>\n" + in_model + "</model>\n</sdf>\n";
}
const std::string kTwo = "<link name='a'/>\n<link name='b'><pose>0 0 1 0 0 0</pose></link>\n";
std::string joint(const std::string& type, const std::string& more = {}, const std::string& parent = "a") {
  return "<joint name='j' type='" + type + "'><parent>" + parent + "</parent><child>b</child>" + more + "</joint>\n";
}
const std::string kLimited = "<axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis>";
std::string shape(const std::string& geometry) {
  return "<link name='a'><collision name='c'><geometry>" + geometry + "</geometry></collision></link>\n";
}

bool has(const so::SceneObject& object, const std::string& name) {
  const auto& all = object.entities();
  return std::any_of(all.begin(), all.end(), [&](const so::Entity& e) { return e.name() == name; });
}

}  // namespace

class TestIoDocuments : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    const QByteArray bin = qgetenv("WW_BIN_DIR");
    if (!bin.isEmpty()) qputenv("WORLDWRIGHT_WORKER", bin + "/worldwright-worker");
  }

  void whatIsNotAllowed_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("word");
    const auto row = [](const char* name, const std::string& text, Code code, const char* word) {
      QTest::newRow(name) << QByteArray::fromStdString(text) << static_cast<int>(code) << QByteArray(word);
    };
    const std::string turns = "<axis><xyz>0 0 1</xyz></axis>";
    for (const char* kind : {"universal", "gearbox", "revolute2", "continuous"})
      row(kind, sdf(kTwo + joint(kind, kLimited)), Code::kUnimplemented, kind);
    row("screw", sdf(kTwo + joint("screw", kLimited + "<thread_pitch>1</thread_pitch>")), Code::kUnimplemented,
        "screw");
    row("joint to the world",
        sdf(kTwo + joint("fixed") +
            "<joint name='w' type='fixed'><parent>world</parent><child>a"
            "</child></joint>"),
        Code::kInvalidArgument, "world");
    row("no limit", sdf(kTwo + joint("revolute", turns)), Code::kInvalidArgument, "<limit>");
    row("loose link", sdf(kTwo), Code::kFailedPrecondition, "one root");
    row("cone", sdf(shape("<cone><radius>1</radius><length>2</length></cone>")), Code::kUnimplemented, "cone");
    row("heightmap", sdf(shape("<heightmap><uri>a.png</uri></heightmap>")), Code::kUnimplemented, "heightmap");
    row("polyline",
        sdf(shape("<polyline><point>0 0</point><point>1 0</point><point>0 1</point><height>1</height></polyline>")),
        Code::kUnimplemented, "polyline");
    row("plane", sdf(shape("<plane><normal>0 0 1</normal><size>1 1</size></plane>")), Code::kInvalidArgument, "plane");
  }
  void whatIsNotAllowed() {
    QFETCH(QByteArray, text);
    QFETCH(int, code);
    QFETCH(QByteArray, word);
    const auto refused = import(text.toStdString(), true).status();
    QVERIFY2(static_cast<int>(refused.code) == code, refused.line().c_str());
    QVERIFY2(refused.title.find(word.toStdString()) != std::string::npos, refused.title.c_str());
    QVERIFY(!refused.hint.empty());
    // A person gets the part, and is told.
    const auto mended = import(text.toStdString(), false);
    QVERIFY2(mended.ok(), mended.status().line().c_str());
    if (word != "continuous" && word != "<limit>" && word != "plane") QVERIFY(!mended->diagnostics.empty());
  }

  void whatIsAllowed() {
    for (const char* kind : {"revolute", "prismatic"})
      QVERIFY2(import(sdf(kTwo + joint(kind, kLimited)), true).ok(), kind);
    QVERIFY(import(sdf(kTwo + joint("fixed")), true).ok());
  }

  // For simulations, which know such joints; here it is fixed.
  void ballJointsAreKept() {
    for (const bool documented : {true, false}) {
      const auto read = import(sdf(kTwo + joint("ball", "<sensor name='s' type='force_torque'/>")), documented);
      QVERIFY2(read.ok(), read.status().line().c_str());
      const so::SceneObject& object = read->objects.front().object;
      QVERIFY(has(object, "j"));
      google::protobuf::Struct kept;
      QVERIFY(object.user_data().contains("gazebo_custom_joint"));
      QVERIFY(object.user_data().at("gazebo_custom_joint").UnpackTo(&kept));
      const std::string text = kept.fields().at("j").string_value();
      QVERIFY2(text.find("ball") != std::string::npos && text.find("<sensor") == std::string::npos, text.c_str());
    }
  }

  // As the SDF export writes it; a ball that is written as a fixed joint is one still.
  void userDataComesBack() {
    google::protobuf::Struct balls;
    (*balls.mutable_fields())["j"].set_string_value("<joint name='j' type='ball'/>");
    so::SceneObject data;
    (*data.mutable_user_data())["gazebo_custom_joint"].PackFrom(balls);
    (*data.mutable_user_data())["mine"].PackFrom(balls);
    (*data.mutable_user_data())["WORLDWRIGHT_MINE"].PackFrom(balls);
    const auto element = [](std::string text) {
      for (const auto& [from, to] : {std::pair{"&", "&amp;"}, std::pair{"<", "&lt;"}})
        for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; ++at) text.replace(at, 1, to);
      return "<intrinsic:user_data>" + text + "</intrinsic:user_data>\n";
    };
    const auto read = import(sdf(kTwo + joint("fixed") + element(data.DebugString())), false);
    QVERIFY2(read.ok(), read.status().line().c_str());
    const so::SceneObject& object = read->objects.front().object;
    QVERIFY(read->diagnostics.empty());
    QVERIFY(has(object, "j"));
    google::protobuf::Struct kept;
    QVERIFY(object.user_data().contains("mine") && !object.user_data().contains("WORLDWRIGHT_MINE"));
    QVERIFY(object.user_data().at("gazebo_custom_joint").UnpackTo(&kept));
    QCOMPARE(kept.fields().at("j").string_value(), std::string("<joint name='j' type='ball'/>"));
    const auto other = import(sdf(kTwo + joint("fixed") + element("name: 'x' " + data.DebugString())), false);
    QVERIFY(other.ok() && other->objects.front().object.user_data().empty());
    QCOMPARE(other->diagnostics.size(), std::size_t{1});
  }

  // What closes a chain is said, and kept as text; the services refuse kinds that they refuse elsewhere.
  void jointsThatCloseAChain() {
    const std::string three = kTwo + "<link name='c'/>\n";
    const auto between = [](const std::string& name, const std::string& type, const char* parent, const char* child) {
      return "<joint name='" + name + "' type='" + type + "'><parent>" + parent + "</parent><child>" + child +
             "</child>" + kLimited + "</joint>\n";
    };
    const std::string chain = between("j", "revolute", "a", "b") + between("k", "revolute", "a", "c");
    const auto read = import(sdf(three + chain + between("closing", "revolute", "b", "c")), true);
    QVERIFY2(read.ok(), read.status().line().c_str());
    google::protobuf::Struct kept;
    const auto& data = read->objects.front().object.user_data();
    QVERIFY(data.contains("sdf_opened_joints") && data.at("sdf_opened_joints").UnpackTo(&kept));
    const std::string text = kept.fields().at("closing").string_value();
    QVERIFY2(text.find("revolute") != std::string::npos, text.c_str());
    const auto gears = import(sdf(three + chain + between("closing", "gearbox", "b", "c")), true);
    QVERIFY(!gears.ok());
    QCOMPARE(gears.status().code, Code::kUnimplemented);
    QVERIFY(import(sdf(three + chain + between("closing", "gearbox", "b", "c")), false).ok());
  }

  void oneSolverInAModel() {
    const std::string solver = "<intrinsic:ik_solver tip_link_name='b'>x</intrinsic:ik_solver>\n";
    const std::string arm = kTwo + joint("revolute", kLimited) + solver;
    QVERIFY(import(sdf(arm), true).ok());
    QVERIFY(import(sdf(arm + solver), false).ok());
    const auto refused = import(sdf(arm + solver), true);
    QVERIFY(!refused.ok());
    QCOMPARE(refused.status().code, Code::kInvalidArgument);
  }

  void oneModelInAFile() {
    const std::string two =
        "<sdf version='1.9'><model name='m'><link name='l'/></model><model name='n'><link name='l'/>"
        "</model></sdf>";
    QVERIFY(import(two, false).ok());
    const auto refused = import(two, true);
    QVERIFY(!refused.ok());
    QCOMPARE(refused.status().code, Code::kInvalidArgument);
  }

  void framesThatAskForAnEntity() {
    const std::string frames =
        "<frame name='plain'/>\n<frame name='asked' intrinsic:create_entity='true'/>\n"
        "<frame name='snap' intrinsic:create_attachment_entity='true'/>\n";
    const auto strict = import(sdf("<link name='a'/>" + frames), true);
    QVERIFY2(strict.ok(), strict.status().line().c_str());
    const so::SceneObject& object = strict->objects.front().object;
    QVERIFY(!has(object, "plain") && has(object, "asked") && has(object, "snap"));
    for (const so::Entity& e : object.entities()) {
      if (e.has_frame()) QCOMPARE(e.frame().is_attachment_frame(), e.name() == "snap");
    }
    const auto person = import(sdf("<link name='a'/>" + frames), false);
    QVERIFY(person.ok() && has(person->objects.front().object, "plain"));
  }

  void limitsAndSolverOfAModel() {
    const std::string extensions =
        "<intrinsic:cartesian_limits>"
        "<intrinsic:min_translational_velocity>-1 -1 -2</intrinsic:min_translational_velocity>"
        "<intrinsic:max_translational_velocity>1 1 2</intrinsic:max_translational_velocity>"
        "<intrinsic:max_rotational_velocity>3</intrinsic:max_rotational_velocity>"
        "</intrinsic:cartesian_limits>\n<intrinsic:ik_solver tip_link_name='b'>numeric</intrinsic:ik_solver>\n";
    const auto read = import(sdf(kTwo + joint("revolute", kLimited) + extensions), true);
    QVERIFY2(read.ok(), read.status().line().c_str());
    const auto& kinematics = read->objects.front().object.properties().kinematics();
    QCOMPARE(kinematics.limits().max_translational_velocity(2), 2.0);
    QCOMPARE(kinematics.limits().min_translational_velocity(2), -2.0);
    QCOMPARE(kinematics.limits().max_rotational_velocity(), 3.0);
    QCOMPARE(kinematics.ik_solvers_size(), 1);
    QCOMPARE(kinematics.ik_solvers(0).ik_solver(), std::string("numeric"));
    QCOMPARE(kinematics.ik_solvers(0).tip_link_name(), std::string("b"));
    QVERIFY(read->diagnostics.empty());
  }

  void unsoundExtensionsAreTold() {
    const auto read =
        import(sdf(kTwo + joint("revolute", kLimited) +
                   "<intrinsic:cartesian_limits><intrinsic:max_translational_velocity>1 2</"
                   "intrinsic:max_translational_velocity></intrinsic:cartesian_limits>\n<intrinsic:ik_solver "
                   "tip_link_name='z'>k</intrinsic:ik_solver>\n<intrinsic:ik_solver>l</intrinsic:ik_solver>\n"),
               false);
    QVERIFY2(read.ok(), read.status().line().c_str());
    QSet<QString> codes;
    for (const Diagnostic& d : read->diagnostics)
      if (d.failure) codes.insert(QString::fromStdString(std::string(d.failure->row->code)));
    QCOMPARE(codes, (QSet<QString>{QStringLiteral("io.sdf-cartesian-limit"), QStringLiteral("io.sdf-solver-tip"),
                                   QStringLiteral("io.sdf-solvers")}));
    const auto& kinematics = read->objects.front().object.properties().kinematics();
    QVERIFY(!kinematics.has_limits());
    QVERIFY(!kinematics.ik_solvers(0).has_tip_link_name());
  }

  void aStepFileWithoutAShapeIsAnEmptyLink() {
    const std::string text =
        "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('a','2020-01-01T00:00:00',(''),(''),'','','')"
        ";"
        "\nFILE_SCHEMA(('AUTOMOTIVE_DESIGN'));\nENDSEC;\nDATA;\n#1=CARTESIAN_POINT('',(0.,0.,0.));\nENDSEC;\n"
        "END-ISO-10303-21;\n";
    const auto empty = import(text, true, "a.step");
    QVERIFY2(empty.ok(), empty.status().line().c_str());
    QCOMPARE(empty->objects.front().object.entities_size(), 1);
    QVERIFY(empty->objects.front().object.entities(0).has_link());
    QVERIFY(!empty->diagnostics.empty());
    QCOMPARE(import(text, false, "a.step").status().code, Code::kInvalidArgument);
  }

  // ISO 10303-21: a letter of another page may be written as a quote.
  void aQuoteThatStandsForALetterEndsNoText() {
    const std::string text =
        "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('a','2020-01-01T00:00:00',(''),(''),'','','')"
        ";"
        "\nFILE_SCHEMA(('AUTOMOTIVE_DESIGN'));\nENDSEC;\nDATA;\n#1=CARTESIAN_POINT('\\S\\' 5 (a; b',(0.,0.,0.));\n"
        "#2=CARTESIAN_POINT('it''s',(0.,0.,0.));\nENDSEC;\nEND-ISO-10303-21;\n";
    const auto read = import(text, true, "a.step");
    QVERIFY2(read.ok(), read.status().line().c_str());
    for (const Diagnostic& d : read->diagnostics) QVERIFY2(d.code != "step-entities", d.message.c_str());
  }

  // The same bits of corners from text and from bytes, and each corner once.
  void cornersOfAnStlAreWelded() {
    const float corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const int faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    std::string bytes(80, ' ');
    const std::uint32_t count = 4 * 1000;
    bytes.append(reinterpret_cast<const char*>(&count), 4);
    for (std::uint32_t i = 0; i < count; ++i) {
      bytes.append(12, '\0');
      for (const int corner : faces[i % 4]) {
        float p[3] = {corners[corner][0] + static_cast<float>(i / 4), corners[corner][1], corners[corner][2]};
        if (p[1] == 0.0f && i % 8 < 4) p[1] = -0.0f;
        bytes.append(reinterpret_cast<const char*>(p), sizeof p);
      }
      bytes.append(2, '\0');
    }
    ImportOptions options;
    options.measured_runs = 2;
    const auto read = import(bytes, false, "a.stl", options);
    QVERIFY2(read.ok(), read.status().line().c_str());
    // A thousand tetrahedra in a row: each shares a corner with the next one.
    const geometry::Mesh& mesh = *read->geometries.front()->mesh;
    QCOMPARE(mesh.triangles.size(), std::size_t{4000});
    QCOMPARE(mesh.vertices.size(), std::size_t{3001});
    QCOMPARE(read->read_cost.bytes, static_cast<std::uint64_t>(bytes.size()));
    QCOMPARE(read->read_cost.thread_s.size(), std::size_t{2});
    QVERIFY(read->read_cost.in_memory);
  }

 private:
  Result<ImportResult> import(const std::string& text, bool documented, const std::string& name = "m.sdf",
                              ImportOptions options = {}) {
    const QTemporaryDir folder;
    const std::string path = (folder.path() + "/").toStdString() + name;
    std::ofstream(path, std::ios::binary) << text;
    options.documented = documented;
    return importFile(path, options, store_, {}, Progress());
  }

  geometry::GeometryStore store_;
};

QTEST_GUILESS_MAIN(TestIoDocuments)
#include "test_io_documents.moc"
