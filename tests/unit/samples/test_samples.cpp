// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/geometry/mass_properties.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"
#include "resources/samples/samples.h"

using namespace ww;

class TestSamples : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyLibraryObjectIsMadeWithClosedMeshes() {
    for (const auto& info : samples::libraryList()) {
      geometry::GeometryStore store;
      const auto object = samples::libraryObject(info.name, store);
      QVERIFY2(object.ok(), object.status().line().c_str());
      for (const auto& entity : object->entities()) checkGeometry(info.name, entity, store);
    }
  }

  void everySampleHasTheSameHashEachTime() {
    for (const auto& info : samples::sampleList()) {
      geometry::GeometryStore first, second;
      const auto a = samples::makeSample(info.name, first), b = samples::makeSample(info.name, second);
      QVERIFY2(a.ok(), a.status().line().c_str());
      QCOMPARE(world::contentHash(*a), world::contentHash(*b));
      const Status sound = world::checkInvariants(*a);
      QVERIFY2(sound.ok(), sound.line().c_str());
      std::size_t triangles = 0;
      a->forEachObject([&](const world::Object& o) {
        for (const auto& e : o.entities) {
          for (const auto& g : e->visual) triangles += g.geometry->mesh->triangles.size();
        }
      });
      qInfo("%s: %zu objects, %zu triangles", info.name.c_str(), a->objectCount(), triangles);
    }
  }

  void theCellHasWhatItsUsersCallFor() {
    geometry::GeometryStore store;
    const auto made = samples::makeSample("pick_and_place", store);
    QVERIFY2(made.ok(), made.status().line().c_str());
    for (const char* name : {"robot", "gripper", "table", "fixture", "conveyor", "crate", "part_1", "pedestal"}) {
      QVERIFY2(made->find(name), name);
    }
    for (const char* name : {"pick", "place", "behind_fixture"}) {
      QVERIFY2(made->frameNamed(world::kRootObject, name), name);
    }
    const auto robot = made->object(made->find("robot"));
    for (const char* name : {"home", "ready", "zero", "behind_fixture"}) {
      const auto it = std::find_if(robot->configurations.begin(), robot->configurations.end(),
                                   [&](const auto& c) { return c.name == name; });
      QVERIFY2(it != robot->configurations.end(), name);
      if (std::string_view(name) == "home") QCOMPARE(robot->jointPositions(), it->positions);
    }
    const auto gripper = made->object(made->find("gripper"));
    QCOMPARE(gripper->parent, robot->id);
    const Pose offset = made->aTB(made->frameNamed(robot->id, "flange"), gripper->id);
    QVERIFY(positionDistance(offset, {}) < 1e-12 && rotationDistance(offset, {}) < 1e-7);
  }

  void anUnknownNameIsRefused() {
    geometry::GeometryStore store;
    QCOMPARE(samples::makeSample("nothing", store).status().code, Code::kNotFound);
    QCOMPARE(samples::libraryObject("nothing", store).status().code, Code::kNotFound);
  }

 private:
  static void checkGeometry(const std::string& object, const intrinsic_proto::scene_object::v1::Entity& entity,
                            const geometry::GeometryStore& store) {
    for (const auto& [kind, set] : entity.link().geometry_component().named_geometries()) {
      for (const auto& [name, placed] : set.named_geometries()) {
        const auto geometry = store.find(placed.geometry().geo_ref().exact_geometry_ref());
        const std::string where = object + ":" + entity.name() + " " + kind;
        QVERIFY2(geometry, where.c_str());
        QVERIFY2(geometry::isClosed(*geometry->mesh), where.c_str());
        const auto mass = geometry::massProperties(*geometry->mesh);
        QVERIFY2(mass.ok() && mass->volume > 1e-7, where.c_str());
      }
    }
  }
};

QTEST_GUILESS_MAIN(TestSamples)
#include "test_samples.moc"
