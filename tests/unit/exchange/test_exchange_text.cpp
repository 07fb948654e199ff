// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/text.h"

#include <QtTest>
#include <cmath>
#include <ctime>
#include <random>

#include "core/exchange/failures.h"
#include "core/exchange/forms.h"
#include "core/exchange/obj_text.h"

using namespace ww;
using namespace ww::exchange;

class TestExchangeText : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void numbersReadBack() {
    QCOMPARE(numberText(0.1), std::string("0.1"));
    QCOMPARE(numberText(-0.0), std::string("0"));
    QCOMPARE(numberText(2.0), std::string("2"));
    QCOMPARE(numberText(0.2f), std::string("0.2"));
    const double third = 1.0 / 3.0;
    QCOMPARE(std::stod(numberText(third)), third);
  }

  void anglesGiveTheRotationBack() {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> angle(-M_PI, M_PI);
    for (int i = 0; i < 20000; ++i) {
      // Half of them stand upright within a hair: there two angles are hardly told apart.
      double pitch = angle(random) / 2;
      if (i % 2 == 0) pitch = std::copysign(M_PI_2 - std::pow(10.0, -(i % 18)), pitch);
      const Pose pose = Pose::fromRpy(Vec3::Zero(), angle(random), pitch, angle(random));
      const Vec3 rpy = rollPitchYaw(pose.q);
      const Pose back = Pose::fromRpy(Vec3::Zero(), rpy.x(), rpy.y(), rpy.z());
      const double error = (pose.q.toRotationMatrix() - back.q.toRotationMatrix()).cwiseAbs().maxCoeff();
      QVERIFY2(error < 1e-14, qPrintable(QString::number(error)));
    }
  }

  void xmlIsEscaped() {
    XmlText xml;
    xml.open("a", {{"name", "x\"<&>"}});
    xml.leaf("b", "1 < 2\nand \x01");
    xml.empty("c");
    xml.close();
    QCOMPARE(xml.take(), std::string("<?xml version=\"1.0\"?>\n<a name=\"x&quot;&lt;&amp;&gt;\">\n"
                                     "  <b>1 &lt; 2\nand ?</b>\n  <c/>\n</a>\n"));
  }

  void lossesAreOneOfAKind() {
    Losses losses("STL");
    losses.add(failures::kSensorsLost, "arm:eye");
    losses.add(failures::kSensorsLost, "arm:ear");
    losses.add(failures::kSensorsLost, "arm:eye");
    losses.add(failures::kLinksJoined, "arm:cover");
    const Diagnostics told = losses.take();
    QCOMPARE(told.size(), std::size_t{2});
    QCOMPARE(told[0].code, std::string("sensors-lost"));
    QCOMPARE(told[0].severity, Diagnostic::Severity::kWarning);
    QVERIFY(told[0].message.starts_with("2 sensors are left out, as STL has none"));
    QVERIFY(told[0].message.find("arm:ear") != std::string::npos);
    QCOMPARE(told[1].severity, Diagnostic::Severity::kInfo);
  }

  void placesAreTakenApart() {
    const Pose pose = Pose::fromRpy(Vec3(1, 2, 3), 0.1, 0.2, 0.3);
    const Eigen::Affine3d rigid(pose.isometry());
    const auto plain = placementOf(rigid);
    QVERIFY(plain && plain->scale == Vec3::Ones());
    QVERIFY(positionDistance(plain->pose, pose) < 1e-15 && rotationDistance(plain->pose, pose) < 1e-7);
    const auto stretched = placementOf(rigid * Eigen::Scaling(1.0, 2.0, 0.5));
    QVERIFY(stretched && (stretched->scale - Vec3(1, 2, 0.5)).norm() < 1e-12);
    QVERIFY(!placementOf(rigid * Eigen::Scaling(-1.0, 1.0, 1.0)));
    Eigen::Affine3d sheared = rigid;
    sheared.linear().col(0) += 0.1 * sheared.linear().col(1);
    QVERIFY(!placementOf(sheared));
  }

  void objHasItsColours() {
    geometry::Mesh mesh = geometry::tessellate(geometry::Box{});
    mesh.colors = {{2, 3, {1, 0, 0, 1}}, {0, 1, {0, 0, 1, 0.5f}}};
    ObjText text("box.mtl");
    text.add(mesh, "box", std::nullopt);
    text.add(mesh, "red", Look{{1, 0, 0, 1}, 0.0, 0.6});
    const std::string obj = text.takeObj(), mtl = text.takeMtl();
    QVERIFY(obj.starts_with("mtllib box.mtl\no box\nv "));
    QCOMPARE(QByteArray::fromStdString(obj).count("\nusemtl "), 5);  // blue, none, red, none; red
    QCOMPARE(QByteArray::fromStdString(mtl).count("newmtl "), 3);
    QVERIFY(mtl.find("Kd 0 0 1\nd 0.5\n") != std::string::npos);
    // The second counts its corners on.
    const std::string last = obj.substr(obj.rfind("\nf "));
    QVERIFY(last.find(std::to_string(mesh.vertices.size() + 1 + mesh.triangles.back()[0])) != std::string::npos);
  }

  // As scans have, of which each triangle has a colour of its own.
  void manyColoursCostLittle() {
    constexpr std::uint32_t kCount = 200'000;
    geometry::Mesh mesh;
    mesh.vertices = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
    mesh.triangles.assign(kCount, {0, 1, 2});
    for (std::uint32_t i = 0; i < kCount; ++i) {
      const auto red = static_cast<float>(i % 512) / 512.0f, green = static_cast<float>(i / 512) / 512.0f;
      mesh.colors.push_back({i, 1, {red, green, 0.0f, 1.0f}});
    }
    ObjText text("scan.mtl");
    const std::clock_t start = std::clock();
    text.add(mesh, "scan", std::nullopt);
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    QVERIFY2(seconds < 5.0, qPrintable(QString::number(seconds)));
    const std::string mtl = text.takeMtl();
    QCOMPARE(QByteArray::fromStdString(mtl).count("newmtl "), static_cast<qsizetype>(kCount));
  }

  void meshFilesHaveNamesOfTheirOwn() {
    MeshFiles files("arm_meshes");
    geometry::Mesh mesh = geometry::tessellate(geometry::Box{});
    mesh.colors = {{0, 12, {1, 0, 0, 1}}};
    const MeshForm form{std::make_shared<geometry::Mesh>(mesh), Vec3::Ones(), "key"};
    const std::string a = files.add(form, "../../etc/passwd \xc3\xa4", true);
    QVERIFY(a.starts_with("arm_meshes/") && a.ends_with(".obj"));
    QVERIFY(a.find("..") == std::string::npos && a.find(' ') == std::string::npos);
    QCOMPARE(a.find('/', 11), std::string::npos);
    QCOMPARE(files.files().size(), std::size_t{2});  // with its colours
    QCOMPARE(files.add(form, "another wish", true), a);
    QVERIFY(files.add(form, "plain", false) != a);
    QCOMPARE(files.files().size(), std::size_t{3});
  }
};

QTEST_GUILESS_MAIN(TestExchangeText)
#include "test_exchange_text.moc"
