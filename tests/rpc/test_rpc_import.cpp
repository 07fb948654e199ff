// SPDX-License-Identifier: Apache-2.0
#include <google/protobuf/any.pb.h>
#include <google/protobuf/duration.pb.h>

#include <QDir>
#include <QTemporaryDir>
#include <fstream>

#include "core/rpc/import_service.h"
#include "core/rpc/scene_mesh.h"
#include "google/rpc/status.pb.h"
#include "intrinsic/util/status/extended_status.pb.h"
#include "tests/contract/io/sample_files.h"
#include "tests/rpc/calls.h"

using namespace ww;
using namespace ww::rpc;
namespace lro = google::longrunning;
namespace so = intrinsic_proto::scene_object::v1;
using Type = so::SceneFileData;

namespace {

struct Service {
  std::shared_ptr<geometry::GeometryStore> store = std::make_shared<geometry::GeometryStore>();
  std::shared_ptr<GeometryKeeper> keeper = std::make_shared<GeometryKeeper>(store);
  OperationStore operations;
  ImportCalls imports{keeper, operations};
  rpc::CallContext call = test::call();

  Result<lro::Operation> finished(const so::ImportSceneObjectRequest& request) {
    WW_ASSIGN(const lro::Operation started, imports.importSceneObject(request, call));
    lro::WaitOperationRequest wait;
    wait.set_name(started.name());
    return operations.wait(wait, call);
  }
  // Of an import that succeeds.
  Result<so::ImportSceneObjectResponse> import(const so::ImportSceneObjectRequest& request) {
    WW_ASSIGN(const lro::Operation done, finished(request));
    so::ImportSceneObjectResponse out;
    if (done.response().UnpackTo(&out)) return out;
    return fail(done.error().code() == 0 ? Code::kUnknown : static_cast<Code>(done.error().code()),
                done.error().message());
  }
};

so::ImportSceneObjectRequest file(Type::Type type, const std::string& bytes) {
  so::ImportSceneObjectRequest out;
  out.mutable_file()->set_file_type(type);
  out.mutable_file()->set_data(bytes);
  return out;
}

std::string nested(const std::string& inner) {
  return "<sdf version='1.9'><model name='outer'><link name='base'><collision name='c'><geometry><box><size>1 1 "
         "1</size></box></geometry></collision></link>" +
         inner + "</model></sdf>";
}

std::string stlBox(double metres) {
  std::string out = ::samples::stlText();
  // The tetrahedron's edges of 1 become as long as asked for.
  QString text = QString::fromStdString(out);
  text.replace("vertex 1 0 0", QString("vertex %1 0 0").arg(metres));
  return text.toStdString();
}

}  // namespace

class TestRpcImport : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    test::useBuiltWorker();
    // Where no other program comes and goes.
    qputenv("TMPDIR", QFile::encodeName(temporary_.path()));
  }

  void everyType_data() {
    QTest::addColumn<int>("type");
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("obj") << int(Type::OBJ) << QByteArray::fromStdString(::samples::obj());
    QTest::newRow("stl") << int(Type::STL) << QByteArray::fromStdString(::samples::stlText());
    QTest::newRow("gltf") << int(Type::GLTF) << QByteArray::fromStdString(::samples::gltf());
    QTest::newRow("glb") << int(Type::GLB) << QByteArray::fromStdString(::samples::glb());
    QTest::newRow("step") << int(Type::STEP) << QByteArray::fromStdString(::samples::stepAssembly("mm"));
    QTest::newRow("zip of stl") << int(Type::ZIP_BUNDLE)
                                << QByteArray::fromStdString(::samples::zip({{"part.stl", ::samples::stlText()}}));
    QTest::newRow("unspecified is zip") << int(Type::UNSPECIFIED)
                                        << QByteArray::fromStdString(
                                               ::samples::zip({{"part.stl", ::samples::stlText()}}));
  }
  void everyType() {
    QFETCH(int, type);
    QFETCH(QByteArray, bytes);
    Service s;
    WW_GET(const lro::Operation done, s.finished(file(static_cast<Type::Type>(type), bytes.toStdString())));
    QVERIFY2(done.has_response(), done.error().message().c_str());
    QCOMPARE(done.metadata().type_url(),
             std::string("type.googleapis.com/intrinsic_proto.scene_object.v1.ImportSceneObjectMetadata"));
    QCOMPARE(done.response().type_url(),
             std::string("type.googleapis.com/intrinsic_proto.scene_object.v1.ImportSceneObjectResponse"));
    so::ImportSceneObjectResponse response;
    QVERIFY(done.response().UnpackTo(&response));
    QVERIFY(response.scene_object().entities_size() >= 1);
    QVERIFY(response.visual_stats().num_triangles() > 0);
    QVERIFY(response.collision_stats().num_triangles() > 0);
    QVERIFY(s.keeper->size() > 0);
  }

  void robotFromSdf() {
    Service s;
    WW_GET(const auto response,
           s.import(
               file(Type::SDF,
                    nested("<link name='arm'/><joint name='j' type='revolute'><parent>base</parent><child>arm</child>"
                           "<axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis></joint>"))));
    QCOMPARE(response.scene_object().name(), std::string("outer"));
    QCOMPARE(response.scene_object().entities_size(), 3);
    QVERIFY(response.collision_stats().contains_primitives());
    QVERIFY(!response.has_visual_stats());
  }

  void statsMeasure() {
    Service s;
    WW_GET(const auto response, s.import(file(Type::STL, ::samples::stlText())));
    const auto& stats = response.visual_stats();
    QCOMPARE(stats.num_triangles(), 4);
    QCOMPARE(stats.num_vertices(), 4);
    QVERIFY(stats.closed());
    QVERIFY(!stats.contains_primitives());
    QVERIFY(std::abs(stats.volume() - 1.0 / 6.0) < 1e-12);
    QVERIFY(std::abs(stats.aabb_center().x() - 0.5) < 1e-12 && std::abs(stats.aabb_extent().z() - 0.5) < 1e-12);
    QVERIFY(std::abs(stats.vertex_centroid().y() - 0.25) < 1e-12);
    QVERIFY(std::abs(stats.volumetric_centroid().x() - 0.25) < 1e-12);
  }

  void optionsAreDone() {
    Service s;
    auto request = file(Type::STL, ::samples::stlText());
    auto& config = *request.mutable_config();
    config.set_scene_object_name("bracket");
    config.mutable_length_unit_conversion()->set_scale_factor(0.001);
    config.mutable_transform_scene_object()->set_uniform_scale(2.0);
    auto* q = config.mutable_transform_scene_object()->mutable_rotation();
    q->set_z(std::sqrt(0.5));
    q->set_w(std::sqrt(0.5));
    config.mutable_transform_scene_object()->mutable_translation()->set_z(1.0);
    config.mutable_geometry_operations()->add_remove_types(kCollision);
    config.mutable_material_properties()->mutable_base_color()->set_red(1.0f);
    config.mutable_material_properties()->set_metalness(0.25);
    (*config.mutable_user_data())["made_by"].PackFrom(google::protobuf::Duration());
    WW_GET(const auto response, s.import(request));
    QCOMPARE(response.scene_object().name(), std::string("bracket"));
    QVERIFY(response.scene_object().user_data().contains("made_by"));
    QVERIFY(!response.has_collision_stats());
    const auto& stats = response.visual_stats();  // x becomes y, y becomes -x, by 2 mm; then 1 m up
    QVERIFY(std::abs(stats.aabb_center().x() + 0.001) < 1e-9);
    QVERIFY(std::abs(stats.aabb_center().y() - 0.001) < 1e-9);
    QVERIFY(std::abs(stats.aabb_center().z() - 1.001) < 1e-9);
    const auto& sets = response.scene_object().entities(0).link().geometry_component().named_geometries();
    const auto& material = sets.at(kVisual).named_geometries().begin()->second.geometry().material_overrides();
    QCOMPARE(material.base_color().red(), 1.0f);
    QCOMPARE(material.metalness(), 0.25);
  }

  // A colour is one thing: what it leaves unset is 0, and not that of the file.
  void colorsAreNotMixed() {
    Service s;
    auto request = file(Type::SDF,
                        "<sdf version='1.9'><model name='m'><link name='l'><visual name='v'><geometry><box><size>1 1 "
                        "1</size></box></geometry><material><diffuse>0.1 0.6 0.7 1</diffuse></material></visual>"
                        "</link></model></sdf>");
    request.mutable_config()->mutable_material_properties()->mutable_base_color()->set_red(1.0f);
    WW_GET(const auto response, s.import(request));
    const auto& sets = response.scene_object().entities(0).link().geometry_component().named_geometries();
    const auto& color = sets.at(kVisual).named_geometries().at("v").geometry().material_overrides().base_color();
    QCOMPARE(color.red(), 1.0f);
    QCOMPARE(color.green(), 0.0f);
    QCOMPARE(color.blue(), 0.0f);
  }

  void translationMovesJointsToo() {
    Service s;
    auto request = file(
        Type::SDF, nested("<link name='arm'><pose>0 0 1 0 0 0</pose></link><joint name='j' "
                          "type='revolute'><parent>base</parent><child>arm</child>"
                          "<axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis></joint>"));
    request.mutable_config()->mutable_transform_scene_object()->mutable_translation()->set_x(3.0);
    WW_GET(const auto response, s.import(request));
    for (const auto& e : response.scene_object().entities()) {
      if (!e.has_joint()) continue;
      QCOMPARE(e.parent_t_this().position().x(), 3.0);
      QCOMPARE(e.joint().kinematics_component().parent_t_inboard().position().x(), 3.0);
    }
    QVERIFY(std::abs(response.collision_stats().aabb_center().x() - 3.0) < 1e-9);
  }

  void requestsThatCannotBeDone_data() {
    QTest::addColumn<QString>("field");
    for (const char* field : {"file.data", "file.file_type", "length_unit_conversion", "length_unit_conversion of step",
                              "uniform_scale", "rotation", "translation", "resolution", "material_properties",
                              "base_color", "scene_object_name", "user_data"}) {
      QTest::newRow(field) << QString(field);
    }
  }
  void requestsThatCannotBeDone() {
    QFETCH(QString, field);
    Service s;
    auto request = file(Type::STL, ::samples::stlText());
    auto& config = *request.mutable_config();
    if (field == "file.data") request.mutable_file()->clear_data();
    if (field == "file.file_type") request.mutable_file()->set_file_type(static_cast<Type::Type>(44));
    if (field == "length_unit_conversion") config.mutable_length_unit_conversion()->set_scale_factor(-1);
    if (field == "length_unit_conversion of step") {
      request.mutable_file()->set_file_type(Type::STEP);
      config.mutable_length_unit_conversion()->set_scale_factor(0.001);
      field = "length_unit_conversion";
    }
    if (field == "uniform_scale") config.mutable_transform_scene_object()->set_uniform_scale(0);
    if (field == "rotation") config.mutable_transform_scene_object()->mutable_rotation()->set_w(2);
    if (field == "translation")
      config.mutable_transform_scene_object()->mutable_translation()->set_x(std::numeric_limits<double>::quiet_NaN());
    if (field == "resolution")
      config.mutable_geometry_import_resolution()->set_resolution(
          static_cast<so::GeometryImportResolution::Resolution>(9));
    if (field == "material_properties") config.mutable_material_properties()->set_roughness(2);
    if (field == "base_color") config.mutable_material_properties()->mutable_base_color()->set_red(9);
    if (field == "scene_object_name") config.set_scene_object_name("no good");
    if (field == "user_data") (*config.mutable_user_data())["FLOWSTATE_X"];
    WW_REFUSED(s.imports.importSceneObject(request, s.call), Code::kInvalidArgument, field.toStdString());
  }

  void filesThatCannotBeRead_data() {
    QTest::addColumn<int>("type");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("word");
    QTest::newRow("no stl") << int(Type::STL) << QByteArray("hello") << 3 << "";
    QTest::newRow("no step") << int(Type::STEP) << QByteArray("ISO-10303-21;\nHEADER;\nnonsense") << 3 << "";
    QTest::newRow("stl called step") << int(Type::STEP) << QByteArray::fromStdString(::samples::stlText()) << 3 << "";
    QTest::newRow("urdf called sdf") << int(Type::SDF) << QByteArray::fromStdString(::samples::urdf()) << 3 << "";
    QTest::newRow("two models") << int(Type::SDF)
                                << QByteArray(
                                       "<sdf version='1.9'><world name='w'><model name='a'><link "
                                       "name='l'/></model><model name='b'><link name='l'/></model></world></sdf>")
                                << 3 << "2 models";
    QTest::newRow("nested models") << int(Type::SDF)
                                   << QByteArray::fromStdString(nested("<model name='inner'><link name='l'/></model>"))
                                   << 3 << "inner models|other models";
    QTest::newRow("too large") << int(Type::STL) << QByteArray::fromStdString(stlBox(150)) << 3 << "corner to corner";
    QTest::newRow("no link") << int(Type::SDF) << QByteArray("<sdf version='1.9'><model name='a'/></sdf>") << 3 << "";
    // What the documents do not allow, with the codes that they state.
    const auto refused = [](const char* name, const std::string& more, int code, const char* word) {
      QTest::newRow(name) << int(Type::SDF) << QByteArray::fromStdString(nested(more)) << code << word;
    };
    const std::string arm = "<link name='arm'/><joint name='j' type='",
                      ends = "'><parent>base</parent><child>arm</child>";
    const std::string axis = "<axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis>";
    refused("universal joint", arm + "universal" + ends + axis + "</joint>", 12, "universal");
    refused("joint without a limit", arm + "revolute" + ends + "<axis><xyz>0 0 1</xyz></axis></joint>", 3, "<limit>");
    refused("joint to the world", "<joint name='j' type='fixed'><parent>world</parent><child>base</child></joint>", 3,
            "world");
    refused("loose link", "<link name='arm'/>", 9, "one root");
    const std::string shape = arm + "fixed" + ends + "</joint><link name='more'><visual name='v'><geometry>";
    refused("cone", shape + "<cone><radius>1</radius><length>1</length></cone></geometry></visual></link>", 12, "cone");
    refused("plane", shape + "<plane><normal>0 0 1</normal><size>1 1</size></plane></geometry></visual></link>", 3,
            "plane");
  }
  void filesThatCannotBeRead() {
    QFETCH(int, type);
    QFETCH(QByteArray, bytes);
    QFETCH(int, code);
    QFETCH(QString, word);
    Service s;
    WW_GET(const lro::Operation done, s.finished(file(static_cast<Type::Type>(type), bytes.toStdString())));
    QVERIFY(done.done() && done.has_error());
    const QString message = QString::fromStdString(done.error().message());
    QVERIFY2(done.error().code() == code, qPrintable(message));
    QVERIFY2(word.isEmpty() || message.contains(QRegularExpression(word)), qPrintable(message));
    QVERIFY2(!QString::fromStdString(done.error().DebugString()).contains(QDir::tempPath() + "/"),
             "no path of the server");
    intrinsic_proto::status::ExtendedStatus details;
    QVERIFY(done.error().details_size() > 0 && done.error().details(0).UnpackTo(&details));
    QVERIFY(!details.title().empty());
    QCOMPARE(s.keeper->size(), std::size_t{0});
  }

  // A public tutorial ends with it.
  void aStepFileWithoutAShapeIsOneLink() {
    Service s;
    WW_GET(const auto response,
           s.import(file(Type::STEP,
                         "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\n"
                         "FILE_NAME('a','2020-01-01T00:00:00',(''),(''),'','','');\n"
                         "FILE_SCHEMA(('AUTOMOTIVE_DESIGN'));\nENDSEC;\nDATA;\n#1=CARTESIAN_POINT('',(0.,0.,0.));\n"
                         "ENDSEC;\nEND-ISO-10303-21;\n")));
    QCOMPARE(response.scene_object().entities_size(), 1);
    QVERIFY(response.scene_object().entities(0).has_link());
    QVERIFY(!response.has_visual_stats());
  }

  // In the types of this service, and nothing that nobody said.
  void filesOfAnotherTypeNameOneThatCanBeSent_data() {
    QTest::addColumn<int>("type");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("remedy");
    const QByteArray stl = QByteArray::fromStdString(::samples::stlText());
    QTest::newRow("none") << int(Type::UNSPECIFIED) << stl
                          << "file.file_type is not set, which means a ZIP bundle, but the data is STL"
                          << "set file.file_type to STL";
    QTest::newRow("another") << int(Type::OBJ) << stl << "file.file_type is OBJ, but the data is STL"
                             << "set file.file_type to STL";
    QTest::newRow("one that cannot be sent")
        << int(Type::SDF) << QByteArray("<robot name='r'><link name='a'/></robot>")
        << "file.file_type is SDF, but the data is URDF"
        << "SceneFileData.Type has no value for URDF: send the model as one of ZIP_BUNDLE, OBJ, STL, GLTF, GLB, "
           "STEP, SDF";
  }
  void filesOfAnotherTypeNameOneThatCanBeSent() {
    QFETCH(int, type);
    QFETCH(QByteArray, bytes);
    QFETCH(QString, title);
    QFETCH(QString, remedy);
    Service s;
    WW_GET(const lro::Operation done, s.finished(file(static_cast<Type::Type>(type), bytes.toStdString())));
    intrinsic_proto::status::ExtendedStatus details;
    QVERIFY(done.error().details_size() > 0 && done.error().details(0).UnpackTo(&details));
    QCOMPARE(QString::fromStdString(details.title()), title);
    QCOMPARE(QString::fromStdString(details.user_report().message()), title);
    QCOMPARE(QString::fromStdString(details.user_report().instructions()), remedy);
  }

  // Message and instructions are of one finding; the others are told beside the operation.
  void aFailureIsNotMixedWithOtherFindings() {
    const auto link = [](const char* name) { return std::string("<link name='") + name + "'/>"; };
    const auto joint = [](const char* name, const char* type, const char* parent, const char* child) {
      return std::string("<joint name='") + name + "' type='" + type + "'><parent>" + parent + "</parent><child>" +
             child + "</child><axis><xyz>0 0 1</xyz></axis></joint>";
    };
    const std::string sdf = "<sdf version='1.9'><model name='ring'>" + link("a") + link("b") + link("c") +
                            joint("j1", "revolute", "a", "b") + joint("j2", "revolute", "b", "c") +
                            joint("j3", "revolute", "c", "a") + "</model></sdf>";
    Service s;
    WW_GET(const lro::Operation done, s.finished(file(Type::SDF, sdf)));
    intrinsic_proto::status::ExtendedStatus details;
    QVERIFY(done.error().details_size() > 0 && done.error().details(0).UnpackTo(&details));
    QCOMPARE(details.title(), std::string("joint 'j1' moves, and has no <limit>"));
    QCOMPARE(details.user_report().message(), details.title());
    QVERIFY(details.user_report().instructions().find("<limit>") != std::string::npos);
    const std::vector<std::string> notes = s.operations.notes(done.name());
    QVERIFY(!notes.empty());
    QVERIFY2(notes.front().find("'j3' closes a chain from 'c' to 'a'") != std::string::npos, notes.front().c_str());
  }

  // What was wrong with the file is told beside the operation.
  void warningsAreToldWithTheAnswer() {
    Service s;
    const std::string mesh = "<visual name='v'><geometry><mesh><uri>gone.stl</uri></mesh></geometry></visual>";
    const std::string sdf = "<sdf version='1.9'><model name='half'><link name='base'>" + mesh +
                            "<collision name='c'><geometry><box><size>1 1 1</size></box></geometry></collision>"
                            "<gravity>false</gravity></link></model></sdf>";
    WW_GET(const lro::Operation done, s.finished(file(Type::SDF, sdf)));
    QVERIFY2(done.has_response(), done.error().message().c_str());
    const std::vector<std::string> notes = s.operations.notes(done.name());
    // What is not kept comes after what is missing.
    QCOMPARE(notes.size(), std::size_t{2});
    QVERIFY2(notes.back().find("1 <gravity> of <link> is not kept") != std::string::npos, notes.back().c_str());
    QVERIFY2(notes.front().find("gone.stl") != std::string::npos, notes.front().c_str());
    QVERIFY2(notes.front().find(QDir::tempPath().toStdString()) == std::string::npos, notes.front().c_str());
    QVERIFY2(notes.front().find("--") == std::string::npos, notes.front().c_str());
    WW_GET(const lro::Operation sound, s.finished(file(Type::STL, ::samples::stlText())));
    QVERIFY(s.operations.notes(sound.name()).empty());
    QVERIFY(s.operations.notes("operations/none").empty());
  }

  void cancelEndsTheWorker() {
    Service s;
    // Many triangles in text, so that reading takes its time.
    std::string big = "solid big\n";
    const std::string facet =
        "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0.5\nendloop\nendfacet\n";
    while (big.size() < 60u << 20) big += facet;
    WW_GET(const lro::Operation started, s.imports.importSceneObject(file(Type::STL, big + "endsolid big\n"), s.call));
    QTest::qWait(150);
    QElapsedTimer timer;
    timer.start();
    QVERIFY(s.operations.cancel(started.name()).ok());
    lro::WaitOperationRequest wait;
    wait.set_name(started.name());
    WW_GET(const lro::Operation done, s.operations.wait(wait, s.call));
    QVERIFY(done.done());
    QCOMPARE(done.error().code(), 1);
    QVERIFY2(timer.elapsed() < 2000, qPrintable(QString::number(timer.elapsed())));
  }

  void filesArePrivateAndGo() {
    const auto folders = [] { return QDir::temp().entryList({"worldwright-*"}, QDir::Dirs); };
    const QStringList before = folders();
    Service s;
    WW_GET(const lro::Operation started,
           s.imports.importSceneObject(file(Type::STEP, ::samples::stepAssembly("mm")), s.call));
    for (const QString& name : folders()) {
      if (before.contains(name)) continue;
      QCOMPARE(QFileInfo(QDir::temp().filePath(name)).permissions() &
                   (QFile::ReadGroup | QFile::ReadOther | QFile::ExeOther),
               QFile::Permissions());
    }
    lro::WaitOperationRequest wait;
    wait.set_name(started.name());
    WW_GET(const lro::Operation done, s.operations.wait(wait, s.call));
    QVERIFY(done.has_response());
    QTRY_VERIFY(folders().size() <= before.size());
  }

 private:
  QTemporaryDir temporary_;
};

QTEST_GUILESS_MAIN(TestRpcImport)
#include "test_rpc_import.moc"
