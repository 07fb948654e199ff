// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QtTest>

#include "core/simulation/simulation.h"
#include "resources/samples/object_builder.h"
#include "tests/unit/model/models.h"

namespace ww::test {

// Worlds to simulate: what is in them is added by name.
struct PhysicsCell : Workshop {
  using SceneObject = intrinsic_proto::scene_object::v1::SceneObject;

  static SceneObject box(const std::string& name, const Vec3& size, double mass, geometry::GeometryStore& store,
                         bool is_static = false);
  // The same of a mesh, which collides as it is.
  static SceneObject ofMesh(const std::string& name, const geometry::Mesh& mesh, double mass,
                            geometry::GeometryStore& store);
  // A base that stands, and a rod of 1 kg from 0 to -1 m on z that turns about y at its origin; its joint is `swing`.
  static SceneObject pendulum(geometry::GeometryStore& store, double limit = 3.0, double effort = 100.0);

  ObjectId addSolid(const std::string& name, const Vec3& size, double mass, const Pose& pose = {},
                    bool is_static = false, ObjectId parent = world::kRootObject, EntityId on = {});
  std::unique_ptr<simulation::Simulation> simulate(simulation::SimulationOptions options = {}) const;
  static simulation::SimulationOptions free();  // neither floor nor held joints

  static simulation::StateIn at(const Pose& pose, const std::string& frame = {}, const simulation::Twist& twist = {}) {
    return {frame, pose, twist};
  }
};

}  // namespace ww::test

#define WW_GOT(decl, expr)                                                                     \
  auto WW_CONCAT(got_, __LINE__) = (expr);                                                     \
  QVERIFY2(WW_CONCAT(got_, __LINE__).ok(), WW_CONCAT(got_, __LINE__).status().line().c_str()); \
  decl = std::move(WW_CONCAT(got_, __LINE__)).value()

#define WW_DONE(expr)                                         \
  do {                                                        \
    const ::ww::Status ww_done_ = ::ww::test::statusOf(expr); \
    QVERIFY2(ww_done_.ok(), ww_done_.line().c_str());         \
  } while (false)

// The kind of failure, by its code.
#define WW_FAILED(expr, wanted)                                                              \
  do {                                                                                       \
    const ::ww::Status ww_failed_ = ::ww::test::statusOf(expr);                              \
    QVERIFY2(!ww_failed_.ok(), "it should fail");                                            \
    QVERIFY2(ww_failed_.failure&& ww_failed_.failure->row->code == std::string_view(wanted), \
             ww_failed_.line().c_str());                                                     \
  } while (false)

#define WW_NEAR(got, expected, tolerance) \
  QVERIFY2(std::abs((got) - (expected)) <= (tolerance), qPrintable(QString::number((got), 'g', 12)))

namespace ww::test {

inline Status statusOf(Status status) { return status; }
template <typename T>
Status statusOf(const Result<T>& result) {
  return result.status();
}

}  // namespace ww::test
