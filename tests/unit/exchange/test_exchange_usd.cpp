// SPDX-License-Identifier: Apache-2.0
// USD by a golden file that was made by hand, and by a small reader of its structure.
#include <QFile>
#include <QRegularExpression>
#include <QtTest>
#include <map>

#include "core/exchange/failures.h"
#include "tests/support/folders.h"
#include "tests/unit/exchange/objects.h"

using namespace ww;
using namespace ww::test;

namespace {

// Prims by their paths, with type, metadata and attributes as they stand in the text. Empty with `fault` set when the
// text is not well formed.
struct UsdPrim {
  QString type, metadata;
  std::map<QString, QString> attributes;  // by declaration: "uniform token physics:axis"
};
struct UsdFile {
  std::map<QString, UsdPrim> prims;
  QString fault;
};

UsdFile readUsd(const std::string& text) {
  UsdFile out;
  static const QRegularExpression kDef(QStringLiteral(R"re(^def (\w+) "(\w+)"( \()?$)re"));
  static const QRegularExpression kName(QStringLiteral("^[A-Za-z_][A-Za-z0-9_]*$"));
  QStringList lines = QString::fromStdString(text).split(QLatin1Char('\n')), open;
  if (lines.value(0) != QLatin1String("#usda 1.0")) return {{}, "no header"};
  bool in_metadata = false;
  QString pending;
  for (int i = 1; i < lines.size(); ++i) {
    const QString line = lines[i].trimmed();
    const int depth =
        static_cast<int>(lines[i].size() - QString(lines[i]).replace(QRegularExpression("^ +"), "").size());
    if (line.isEmpty()) continue;
    if (in_metadata) {
      if (line == QLatin1String(")")) in_metadata = false;
      else if (!pending.isEmpty()) out.prims[pending].metadata += line + QLatin1Char('\n');
      continue;
    }
    const auto def = kDef.match(line);
    const QString here = open.isEmpty() ? QString() : QLatin1Char('/') + open.join(QLatin1Char('/'));
    if (def.hasMatch()) {
      pending = here + QLatin1Char('/') + def.captured(2);
      if (!kName.match(def.captured(2)).hasMatch()) return {{}, "no identifier: " + def.captured(2)};
      if (out.prims.contains(pending)) return {{}, "twice: " + pending};
      out.prims[pending].type = def.captured(1);
      in_metadata = !def.captured(3).isEmpty();
    } else if (line == QLatin1String("(")) {
      in_metadata = true;
    } else if (line == QLatin1String("{")) {
      open << pending.mid(pending.lastIndexOf(QLatin1Char('/')) + 1);
    } else if (line == QLatin1String("}")) {
      if (open.isEmpty()) return {{}, "closed too often"};
      open.removeLast();
    } else {
      if (open.isEmpty() || depth != 4 * open.size()) return {{}, "out of place: " + line};
      const qsizetype at = line.indexOf(QLatin1String(" = "));
      QString value = at < 0 ? QString() : line.mid(at + 3);
      if (value.endsWith(QLatin1String(" ("))) in_metadata = true, value.chop(2);
      pending.clear();
      out.prims[here].attributes[at < 0 ? line : line.left(at)] = value;
    }
  }
  if (!open.isEmpty() || in_metadata) return {{}, "not closed"};
  return out;
}

}  // namespace

class TestExchangeUsd : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aSlideAsMadeByHand() {
    geometry::GeometryStore store;
    const auto result = made(alone(slide(store)), "usd", store);
    QVERIFY2(result.ok(), result.status().line().c_str());
    QCOMPARE(result->files.size(), std::size_t{1});
    QFile golden(sourceFolder() + QStringLiteral("/tests/unit/exchange/slide.usda"));
    QVERIFY(golden.open(QIODevice::ReadOnly));
    const QStringList wanted = QString::fromUtf8(golden.readAll()).split(QLatin1Char('\n'));
    const QStringList found = QString::fromStdString(result->files.front().bytes).split(QLatin1Char('\n'));
    for (int i = 0; i < std::max(wanted.size(), found.size()); ++i)
      QVERIFY2(wanted.value(i) == found.value(i),
               qPrintable(
                   QStringLiteral("line %1: wanted '%2', found '%3'").arg(i + 1).arg(wanted.value(i), found.value(i))));
  }

  void jointsConnectBodies() {
    geometry::GeometryStore store;
    const UsdFile usd = read(slide(store), store);
    QVERIFY2(usd.fault.isEmpty(), qPrintable(usd.fault));
    const auto& joint = usd.prims.at("/slide/joints/slide_joint");
    QCOMPARE(joint.type, QString("PhysicsPrismaticJoint"));
    for (const char* body : {"rel physics:body0", "rel physics:body1"}) {
      const QString path = joint.attributes.at(body).mid(1).chopped(1);
      QVERIFY2(usd.prims.contains(path), qPrintable(path));
      QVERIFY(usd.prims.at(path).metadata.contains("PhysicsRigidBodyAPI"));
    }
    for (const auto& [path, prim] : usd.prims) {
      const auto bound = prim.attributes.find("rel material:binding");
      if (bound == prim.attributes.end()) continue;
      QCOMPARE(usd.prims.at(bound->second.mid(1).chopped(1)).type, QString("Material"));
    }
  }

  void anglesAreInDegreesAndFollowersTold() {
    geometry::GeometryStore store;
    SceneObject object = slide(store);
    auto& k = *object.mutable_entities(1)->mutable_joint()->mutable_kinematics_component();
    k.set_motion_type(scene::KinematicsComponent::MOTION_TYPE_REVOLUTE);
    geometry::toWire(Vec3(0, 0, 1), k.mutable_axis());
    const UsdFile usd = read(object, store);
    QVERIFY2(usd.fault.isEmpty(), qPrintable(usd.fault));
    const auto& joint = usd.prims.at("/slide/joints/slide_joint");
    QCOMPARE(joint.type, QString("PhysicsRevoluteJoint"));
    QVERIFY(std::abs(joint.attributes.at("float physics:upperLimit").toDouble() - 28.64788975654116) < 1e-12);
    // x of the joint's frames lies on its axis, which is z.
    QCOMPARE(joint.attributes.at("uniform token physics:axis"), QString("\"X\""));
    QVERIFY(joint.attributes.at("quatf physics:localRot0").startsWith("(0.7071067811865"));
  }

  void coloursOfFacesAreSubsets() {
    geometry::GeometryStore store;
    geometry::Mesh mesh = geometry::tessellate(geometry::Box{});
    mesh.colors = {{0, 2, {1, 0, 0, 1}}};
    geometry::Shape shape;
    shape.mesh = std::make_shared<geometry::Mesh>(mesh);
    SceneObject object = slide(store);
    auto& sets = *object.mutable_entities(0)->mutable_link()->mutable_geometry_component()->mutable_named_geometries();
    for (const char* purpose : {"Intrinsic_Visual", "Intrinsic_Collision"})
      (*sets[purpose].mutable_named_geometries())["dice 1"]
          .mutable_geometry()
          ->mutable_geo_ref()
          ->set_exact_geometry_ref((*store.intern(shape))->ref);
    const UsdFile usd = read(object, store);
    QVERIFY2(usd.fault.isEmpty(), qPrintable(usd.fault));
    QCOMPARE(usd.prims.at("/slide/base/visuals/dice_1").type, QString("Mesh"));
    QCOMPARE(usd.prims.at("/slide/base/visuals/dice_1/color_1").attributes.at("int[] indices"), QString("[0, 1]"));
    QVERIFY(usd.prims.contains("/slide/base/visuals/dice_1/color_2"));
    const auto& collides = usd.prims.at("/slide/base/collisions/dice_1");
    QVERIFY(collides.metadata.contains("PhysicsCollisionAPI") && collides.metadata.contains("PhysicsMeshCollisionAPI"));
    QVERIFY(collides.attributes.at("int[] faceVertexCounts").count(QLatin1Char('3')) == 12);
  }

  void whatStandsStillIsNoBody() {
    geometry::GeometryStore store;
    SceneObject object = slide(store);
    object.mutable_simulation_spec()->set_is_static(true);
    const UsdFile usd = read(object, store);
    QVERIFY2(usd.fault.isEmpty(), qPrintable(usd.fault));
    QVERIFY(usd.prims.at("/slide/base").metadata.isEmpty());
  }

  void aWorldHoldsItsObjects() {
    geometry::GeometryStore store;
    exchange::ExportScene scene = alone(slide(store));
    scene.name = "cell";
    scene.is_world = true;
    scene.objects.push_back({slide(store), Pose::translation(1, 2, 3)});
    scene.objects.back().object.set_name("Looks");  // as the place of the materials
    const auto result = made(scene, "usd", store);
    QVERIFY2(result.ok(), result.status().line().c_str());
    const UsdFile usd = readUsd(result->files.front().bytes);
    QVERIFY2(usd.fault.isEmpty(), qPrintable(usd.fault));
    QVERIFY(usd.prims.contains("/cell/slide/base") && usd.prims.contains("/cell/Looks_2/base"));
    QCOMPARE(usd.prims.at("/cell/Looks_2").attributes.at("double3 xformOp:translate"), QString("(1, 2, 3)"));
    QCOMPARE(usd.prims.at("/cell/Looks/material_1").type, QString("Material"));
  }

 private:
  static UsdFile read(const SceneObject& object, geometry::GeometryStore& store) {
    const auto result = made(alone(object), "usd", store);
    return result.ok() ? readUsd(result->files.front().bytes)
                       : UsdFile{{}, QString::fromStdString(result.status().line())};
  }
};

QTEST_GUILESS_MAIN(TestExchangeUsd)
#include "test_exchange_usd.moc"
