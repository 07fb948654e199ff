// SPDX-License-Identifier: Apache-2.0
// Names that are not UTF-8 in files other than STEP.
#include <QtTest>

#include "core/scene/loops.h"
#include "tests/contract/io/import_here.h"
#include "tests/contract/io/sample_files.h"
#include "tests/support/folders.h"

using namespace ww;

class TestNameEncodings : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { samples::ImportHere::useOwnWorker(); }

  void namesAreRead_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("link");     // as it is called here
    QTest::addColumn<QString>("guessed");  // the encoding that is told; empty: the file says it
    QTest::newRow("urdf, says nothing") << "a.urdf" << urdf("", "Tr\xe4ger", "F\xe4") << "Traeger"
                                        << "windows-1252";
    QTest::newRow("urdf, says it") << "a.urdf" << urdf(" encoding=\"ISO-8859-1\"", "Tr\xe4ger", "F\xe4") << "Traeger"
                                   << "";
    QTest::newRow("urdf, Cyrillic, says it")
        << "a.urdf" << urdf(" encoding='windows-1251'", "\xcf\xeb\xe8\xf2\xe0", "\xe4") << "Plita"
        << "";
    QTest::newRow("urdf, says one that is not known here")
        << "a.urdf" << urdf(" encoding=\"ISO-8859-15\"", "Tr\xe4ger", "F\xe4") << "Traeger"
        << "windows-1252";
    QTest::newRow("sdf")
        << "a.sdf"
        << QByteArray(
               "<?xml version=\"1.0\"?><sdf version=\"1.7\"><model name=\"m\"><link name=\"Fu\xdfplatte\">"
               "<visual name=\"W\xfcrfel\"><geometry><box><size>0.1 0.1 0.1</size></box></geometry>"
               "</visual></link></model></sdf>")
        << "Fussplatte"
        << "windows-1252";
  }
  void namesAreRead() {
    QFETCH(QString, file);
    QFETCH(QByteArray, bytes);
    QFETCH(QString, link);
    QFETCH(QString, guessed);
    samples::ImportHere here;
    const auto read = here.import(file.toStdString(), bytes.toStdString());
    QVERIFY2(read.ok(), read.status().line().c_str());
    const auto& entities = read->objects.front().object.entities();
    QVERIFY(std::ranges::any_of(entities, [&](const auto& e) { return e.name() == link.toStdString(); }));
    const auto told = std::ranges::find(read->diagnostics, "encoding", &Diagnostic::code);
    QCOMPARE(told == read->diagnostics.end(), guessed.isEmpty());
    if (!guessed.isEmpty())
      QVERIFY2(told->message.find(guessed.toStdString()) != std::string::npos, told->message.c_str());
  }

  // A solver and a joint that closes a chain name links, too.
  void whatNamesLinksIsReadAsTheyAre() {
    samples::ImportHere here;
    const auto read = here.import(
        "a.sdf",
        "<?xml version=\"1.0\"?><sdf version=\"1.7\"><model name=\"m\"><link name=\"a\"/><link name=\"Tr\xe4ger\"/>"
        "<joint name=\"j\" type=\"revolute\"><parent>a</parent><child>Tr\xe4ger</child><axis><xyz>0 0 1</xyz><limit>"
        "<lower>-1</lower><upper>1</upper></limit></axis></joint>"
        "<joint name=\"zu\" type=\"fixed\"><parent>a</parent><child>Tr\xe4ger</child></joint>"
        "<intrinsic:ik_solver tip_link_name=\"Tr\xe4ger\">numeric</intrinsic:ik_solver></model></sdf>");
    QVERIFY2(read.ok(), read.status().line().c_str());
    const auto& object = read->objects.front().object;
    QCOMPARE(object.properties().kinematics().ik_solvers_size(), 1);
    QCOMPARE(object.properties().kinematics().ik_solvers(0).tip_link_name(), std::string("Traeger"));
    const auto loops = scene::loopsOf(object.user_data());
    QCOMPARE(loops.size(), std::size_t{1});
    QCOMPARE(loops[0].child, std::string("Traeger"));
  }

  // Those of parts are shown to people as they are.
  void namesOfPartsAreRead_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("bytes");
    const QByteArray german = "Tr\xe4ger vorne";
    QTest::newRow("stl") << "a.stl"
                         << "solid " + german + "\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n" +
                                "vertex 0.1 0 0\nvertex 0 0.1 0\nendloop\nendfacet\nendsolid\n";
    const QByteArray corners = "v 0 0 0\nv 0.1 0 0\nv 0 0.1 0\n";
    QTest::newRow("obj, object") << "a.obj" << corners + "o " + german + "\nf 1 2 3\n";
    QTest::newRow("obj, group") << "a.obj" << corners + "g " + german + "\nf 1 2 3\n";
    QTest::newRow("obj, material that is missing")
        << "a.obj"
        << "mtllib F\xe4rbung.mtl\n" + corners + "o " + german + "\nusemtl gr\xfcn\nf 1 2 3\n";
    QTest::newRow("gltf") << "a.gltf" << gltf(german);
    QTest::newRow("dae, says nothing") << "a.dae" << dae("", german);
    QTest::newRow("3mf") << "a.3mf" << package(german);
  }
  void namesOfPartsAreRead() {
    QFETCH(QString, file);
    QFETCH(QByteArray, bytes);
    samples::ImportHere here;
    const auto read = here.import(file.toStdString(), bytes.toStdString());
    QVERIFY2(read.ok(), read.status().line().c_str());
    const std::string object = read->objects.front().object.SerializeAsString();
    QVERIFY2(object.find("Tr\u00e4ger vorne") != std::string::npos,
             QByteArray::fromStdString(object).toPercentEncoding());
    const auto told = std::ranges::count(read->diagnostics, "encoding", &Diagnostic::code);
    QCOMPARE(told, std::ptrdiff_t{1});
  }

  // Neither quotes nor a word of it: it ends, and is refused.
  void whatIsNoDocumentIsRefused() {
    for (const char* file : {"a.gltf", "a.dae", "a.urdf", "a.sdf"}) {
      for (const char* bytes : {"\xff", "\xff\xfe\xff", "{\"\xff", "{\"a\":\"\xe4\"}\xff"}) {
        samples::ImportHere here;
        const auto read = here.import(file, bytes);
        QVERIFY2(!read.ok(), file);
        QVERIFY2(read.status().code != Code::kDeadlineExceeded && read.status().code != Code::kResourceExhausted,
                 read.status().line().c_str());
      }
    }
  }

  void whatIsSaidCountsInCollada() {
    samples::ImportHere here;
    const auto read = here.import("a.dae", dae(" encoding=\"ISO-8859-1\"", "Tr\xe4ger vorne").toStdString());
    QVERIFY2(read.ok(), read.status().line().c_str());
    QVERIFY(read->objects.front().object.SerializeAsString().find("Tr\u00e4ger vorne") != std::string::npos);
  }

  void whatIsChosenCounts() {
    samples::ImportHere here;
    here.options.encoding = "windows-1251";
    const auto read = here.import("a.urdf", urdf("", "\xcf\xeb\xe8\xf2\xe0", "\xe4").toStdString());
    QVERIFY2(read.ok(), read.status().line().c_str());
    QVERIFY(std::ranges::any_of(read->objects.front().object.entities(),
                                [](const auto& e) { return e.name() == "Plita"; }));
  }

 private:
  static QByteArray gltf(const QByteArray& name) {
    QByteArray corners;
    for (const float x : {0.f, 0.f, 0.f, 0.1f, 0.f, 0.f, 0.f, 0.1f, 0.f})
      corners.append(reinterpret_cast<const char*>(&x), sizeof x);
    return "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"name\":\"" + name +
           "\",\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"accessors\":[{"
           "\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[0.1,0.1,0]}]"
           ","
           "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"buffers\":[{\"byteLength\":36,\"uri\":"
           "\"data:application/octet-stream;base64," +
           corners.toBase64() + "\"}]}";
  }
  static QByteArray dae(const QByteArray& says, const QByteArray& name) {
    return "<?xml version=\"1.0\"" + says +
           "?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\"><asset>"
           "<unit name=\"meter\" meter=\"1\"/><up_axis>Z_UP</up_axis></asset><library_geometries><geometry id=\"g\">"
           "<mesh><source id=\"p\"><float_array id=\"pa\" count=\"9\">0 0 0 0.1 0 0 0 0.1 0</float_array>"
           "<technique_common><accessor source=\"#pa\" count=\"3\" stride=\"3\"><param name=\"X\" type=\"float\"/>"
           "<param name=\"Y\" type=\"float\"/><param name=\"Z\" type=\"float\"/></accessor></technique_common>"
           "</source><vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>"
           "<triangles count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1 2</p></triangles>"
           "</mesh></geometry></library_geometries><library_visual_scenes><visual_scene id=\"s\">"
           "<node id=\"" +
           name +
           "\"><instance_geometry url=\"#g\"/></node></visual_scene></library_visual_scenes><scene>"
           "<instance_visual_scene url=\"#s\"/></scene></COLLADA>";
  }
  static QByteArray package(const QByteArray& name) {
    const std::string model =
        "<?xml version='1.0'?><model unit='millimeter' "
        "xmlns='http://schemas.microsoft.com/3dmanufacturing/core/2015/02'><resources><object id='1' name='" +
        name.toStdString() +
        "'><mesh><vertices><vertex x='0' y='0' z='0'/><vertex x='10' y='0' z='0'/><vertex x='0' y='20' z='0'/>"
        "</vertices><triangles><triangle v1='0' v2='1' v3='2'/></triangles></mesh></object></resources>"
        "<build><item objectid='1'/></build></model>";
    return QByteArray::fromStdString(samples::zip({{"3D/3dmodel.model", model}}));
  }
  static QByteArray urdf(const QByteArray& says, const QByteArray& first, const QByteArray& second) {
    return "<?xml version=\"1.0\"" + says + "?><robot name=\"r\"><link name=\"" + first +
           "\"><visual><geometry><box size=\"0.1 0.1 0.1\"/></geometry></visual></link><link name=\"" + second +
           "\"/><joint name=\"j\" type=\"fixed\"><parent link=\"" + first + "\"/><child link=\"" + second +
           "\"/></joint></robot>";
  }
};

QTEST_GUILESS_MAIN(TestNameEncodings)
#include "test_name_encodings.moc"
