// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "arm.h"
#include "core/geometry/wire_convert.h"
#include "core/world/compare/footprints.h"
#include "core/world/updates/edits.h"
#include "intrinsic/skills/proto/footprint.pb.h"
#include "intrinsic/world/proto/object_world_service.pb.h"
#include "worldwright/v1/edits.pb.h"

using namespace ww;
using intrinsic_proto::skills::Footprint;
using intrinsic_proto::skills::ObjectWorldReservation;
using intrinsic_proto::skills::ResourceReservation;
namespace pb = intrinsic_proto::world;

namespace {

struct Cell {
  geometry::GeometryStore store;
  world::World world;

  Cell() {
    for (const char* name : {"a", "b"}) edit(test::box(world::kRootObject, name));
    edit(test::box(world.aliasNamed("a"), "child"));
    edit(session::createFrame(world.aliasNamed("a"), {}, "grip", {}));
  }
  void edit(const session::EditsPtr& edits) { world = world::apply(world, *edits, store).value(); }
  std::vector<Status> conflicts(const Footprint& l, const Footprint& r) const {
    return world::footprintConflicts(world, store, l, r);
  }
  // Both ways round; -1 when they differ.
  int count(const Footprint& l, const Footprint& r) const {
    const auto n = static_cast<int>(conflicts(l, r).size());
    return n == static_cast<int>(conflicts(r, l).size()) ? n : -1;
  }
};

Footprint resource(const std::string& name, ResourceReservation::SharingType type) {
  Footprint f;
  f.add_resource_reservation()->set_name(name);
  f.mutable_resource_reservation(0)->set_type(type);
  return f;
}

Footprint node(const std::string& object, ObjectWorldReservation::SharingType type, const std::string& frame = {},
               bool alone = false) {
  Footprint f;
  auto* reservation = f.add_object_reservation();
  reservation->set_type(type);
  if (frame.empty()) {
    reservation->mutable_object()->set_object_name(object);
  } else {
    reservation->mutable_frame()->set_object_name(object);
    reservation->mutable_frame()->set_frame_name(frame);
  }
  f.set_skip_missing_permissions(alone);
  return f;
}

constexpr auto kWrite = ObjectWorldReservation::WRITE;
constexpr auto kRead = ObjectWorldReservation::READ;

}  // namespace

class TestFootprints : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void resourcesAreSharedAsTheirTypesSay() {
    const Cell c;
    const auto W = ResourceReservation::WRITE, R = ResourceReservation::READ,
               X = ResourceReservation::WRITE_EXCLUSIVE_READ_NONEXCLUSIVE, N = ResourceReservation::WRITE_NONEXCLUSIVE,
               U = ResourceReservation::UNSPECIFIED;
    const std::pair<std::pair<ResourceReservation::SharingType, ResourceReservation::SharingType>, bool> table[] = {
        {{W, W}, false}, {{W, R}, false}, {{W, X}, false}, {{W, N}, false}, {{W, U}, false},
        {{R, R}, true},  {{R, X}, true},  {{R, N}, true},  {{R, U}, true},  {{X, X}, false},
        {{X, N}, false}, {{X, U}, false}, {{N, N}, true},  {{N, U}, true},  {{U, U}, true}};
    for (const auto& [pair, fine] : table) {
      QCOMPARE(c.count(resource("robot", pair.first), resource("robot", pair.second)), fine ? 0 : 1);
      QCOMPARE(c.count(resource("robot", pair.first), resource("camera", pair.second)), 0);
    }
  }

  void onlyReadersShareAnObject() {
    const Cell c;
    QCOMPARE(c.count(node("a", kWrite), node("a", kWrite)), 1);
    QCOMPARE(c.count(node("a", kWrite), node("a", kRead)), 1);
    QCOMPARE(c.count(node("a", kRead), node("a", kRead)), 0);
    QCOMPARE(c.count(node("a", kWrite), node("b", kWrite)), 0);
  }

  void aRightReachesDownAndReadingReachesUp() {
    const Cell c;
    QCOMPARE(c.count(node("a", kWrite), node("child", kRead)), 1);
    QCOMPARE(c.count(node("a", kRead), node("child", kWrite)), 1);
    QCOMPARE(c.count(node("a", kRead), node("child", kRead)), 0);
    QCOMPARE(c.count(node("a", kWrite), node("a", kRead, "grip")), 1);
    QCOMPARE(c.count(node("root", kWrite), node("b", kRead)), 1);
    QCOMPARE(c.count(node("child", kWrite), node("a", kWrite, "grip")), 0);
  }

  void withoutThePermissionsOnlyTheNodeItselfCounts() {
    const Cell c;
    QCOMPARE(c.count(node("a", kWrite, {}, true), node("child", kWrite, {}, true)), 0);
    QCOMPARE(c.count(node("a", kWrite, {}, true), node("child", kRead)), 1);  // the child's reader reads its parent
    QCOMPARE(c.count(node("a", kRead, {}, true), node("child", kWrite)), 0);
    QCOMPARE(c.count(node("a", kWrite, {}, true), node("a", kRead, {}, true)), 1);
  }

  void theUniverseIsLockedAgainstAll() {
    const Cell c;
    Footprint all;
    all.set_lock_the_universe(true);
    QCOMPARE(c.count(all, node("a", kRead)), 1);
    QCOMPARE(c.count(all, all), 1);
    QCOMPARE(c.count(Footprint{}, node("a", kWrite)), 0);
  }

  void volumesMustNotMeet() {
    Cell c;
    geometry::Shape shape;
    shape.primitives.push_back({geometry::Sphere{0.5}, Eigen::Affine3d::Identity()});
    const std::string ref = c.store.intern(shape).value()->ref;
    const auto at = [&](double x, double scale) {
      Footprint f;
      auto* refs = f.add_volume()->mutable_shape();
      refs->mutable_geometry_storage_refs()->set_geometry_ref(ref);
      Eigen::Affine3d t = Eigen::Affine3d::Identity();
      t.translation().x() = x;
      t.linear() *= scale;
      geometry::toWire(Eigen::MatrixXd(t.matrix()), refs->mutable_ref_t_shape_aff());
      return f;
    };
    QCOMPARE(c.count(at(0, 1), at(0.9, 1)), 1);
    QCOMPARE(c.count(at(0, 1), at(1.1, 1)), 0);
    QCOMPARE(c.count(at(0, 1), at(0.1, 0.2)), 1);  // one inside the other
    // The boxes meet, the spheres do not.
    Footprint corner = at(0.8, 1);
    corner.mutable_volume(0)->mutable_shape()->mutable_ref_t_shape_aff()->set_values(13, 0.8);
    QCOMPARE(c.count(at(0, 1), corner), 0);
    Footprint unknown = at(0, 1);
    unknown.mutable_volume(0)->mutable_shape()->mutable_geometry_storage_refs()->set_geometry_ref("sha256:none");
    QCOMPARE(c.conflicts(unknown, at(5, 1)).at(0).code, Code::kNotFound);
  }

  void allReasonsAreGivenForAllPairsOrTheFirst() {
    const Cell c;
    pb::AreFootprintsCompatibleRequest request;
    request.set_world_id("world");
    Footprint both = node("a", kWrite);
    both.MergeFrom(resource("robot", ResourceReservation::WRITE));
    *request.add_left_set() = node("b", kRead);
    *request.add_left_set() = both;
    *request.add_right_set() = both;
    *request.add_right_set() = node("a", kRead);
    const auto first = world::compareFootprints(c.world, c.store, request);
    QCOMPARE(first.world_id(), std::string("world"));
    QCOMPARE(first.pairs_size(), 1);
    QCOMPARE(first.pairs(0).left_index(), 1u);
    QCOMPARE(first.pairs(0).right_index(), 0u);
    QCOMPARE(first.pairs(0).reason().code(), static_cast<int>(Code::kFailedPrecondition));
    QVERIFY(first.pairs(0).reason().message().find("robot") != std::string::npos);
    QVERIFY(first.pairs(0).reason().message().find("'a'") != std::string::npos);
    request.set_return_all_incompatible_pairs(true);
    QCOMPARE(world::compareFootprints(c.world, c.store, request).pairs_size(), 2);
  }

  void aComparisonCanBeStopped() {
    const Cell c;
    pb::AreFootprintsCompatibleRequest request;
    *request.add_left_set() = node("a", kWrite);
    *request.add_right_set() = node("a", kWrite);
    std::stop_source stop;
    QCOMPARE(world::compareFootprints(c.world, c.store, request, stop.get_token()).pairs_size(), 1);
    stop.request_stop();
    QCOMPARE(world::compareFootprints(c.world, c.store, request, stop.get_token()).pairs_size(), 0);
  }

  void unknownNamesAreSaid() {
    const Cell c;
    QCOMPARE(c.conflicts(node("nobody", kRead), node("a", kRead)).at(0).code, Code::kNotFound);
    QCOMPARE(c.conflicts(node("a", kRead), node("a", kRead, "nowhere")).at(0).code, Code::kNotFound);
    Footprint empty;
    empty.add_object_reservation();
    QCOMPARE(c.conflicts(empty, node("a", kRead)).at(0).code, Code::kInvalidArgument);
  }
};

QTEST_GUILESS_MAIN(TestFootprints)
#include "test_footprints.moc"
