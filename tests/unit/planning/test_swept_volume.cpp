// SPDX-License-Identifier: Apache-2.0
// What a motion takes up, as a closed mesh around cubes.
#include <fmt/format.h>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <map>

#include "cell.h"
#include "core/kinematics/joint_tree.h"
#include "core/planning/swept_volume.h"

using namespace ww;
using namespace ww::planning;
using namespace ww::test;

namespace {

const JointVector kFrom = joints({0.5, 0.3, 1.2, 0, 0.6, 0});
const JointVector kTo = joints({-0.5, 0.3, 1.2, 0, 0.6, 0});

Trajectory turn(const JointVector& from, const JointVector& to) {
  const JointVector zero = JointVector::Zero(from.size());
  return {{0.0, 2.0}, {{from, zero, zero}, {to, zero, zero}}};
}

// How often a ray upwards from there leaves the mesh, against how often it comes in. Not for places on lines of cubes.
int depthAt(const geometry::Mesh& mesh, const Vec3& p) {
  int out = 0;
  for (const auto& t : mesh.triangles) {
    const Vec3 &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
    const auto side = [&](const Vec3& u, const Vec3& v) {
      return (v.x() - u.x()) * (p.y() - u.y()) - (v.y() - u.y()) * (p.x() - u.x());
    };
    const double area = (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
    if (std::abs(area) < 1e-12 || a.z() < p.z()) continue;
    const double s = area > 0.0 ? 1.0 : -1.0;
    if (s * side(a, b) >= 0.0 && s * side(b, c) > 0.0 && s * side(c, a) > 0.0) out += area > 0.0 ? 1 : -1;
  }
  return out;
}

double volumeOf(const geometry::Mesh& mesh) {
  double out = 0.0;
  for (const auto& t : mesh.triangles)
    out += mesh.vertices[t[0]].dot(mesh.vertices[t[1]].cross(mesh.vertices[t[2]])) / 6.0;
  return out;
}

struct Arm {
  Cell cell;
  ObjectId arm = cell.addArm("arm", 6);
  collision::Scene scene = collision::Scene::make(cell.world);
  geometry::Mesh sweep(const JointVector& from, const JointVector& to, double pitch) const {
    return sweptVolume(scene, arm, turn(from, to), {pitch, {}}).value();
  }
};

}  // namespace

class TestSweptVolume : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void itIsClosed() {
    const Arm a;
    const geometry::Mesh mesh = a.sweep(kFrom, kTo, 0.03);
    QVERIFY(mesh.validate().ok());
    QVERIFY(mesh.triangles.size() > 1000);
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
    for (const auto& t : mesh.triangles)
      for (std::size_t i = 0; i < 3; ++i) {
        const auto from = t[i], to = t[(i + 1) % 3];
        if (from < to) ++edges[{from, to}];
        else --edges[{to, from}];
      }
    QVERIFY(std::ranges::all_of(edges, [](const auto& edge) { return edge.second == 0; }));
  }

  // Of each link the middle of its axis, at every time; not what lies beyond, before or behind the motion.
  void itHoldsTheRobotAtEveryTime() {
    const Arm a;
    const geometry::Mesh mesh = a.sweep(kFrom, kTo, 0.02);
    const auto tree = kinematics::JointTree::make(a.cell.world, a.arm).value();
    const Trajectory t = turn(kFrom, kTo);
    for (const double time : {0.0, 0.31, 0.77, 1.0, 1.63, 2.0}) {
      for (const char* link : {"link_2", "link_3", "link_6"}) {
        const Pose pose = tree.rootT(tree.riding(a.cell.entity("arm", link)), t.sample(time).q);
        QVERIFY2(depthAt(mesh, pose * Vec3(0.0007, 0.0011, 0.0213)) == 1, fmt::format("{} at {}", link, time).c_str());
      }
    }
    const Pose first = tree.rootT(tree.riding(a.cell.entity("arm", "link_6")), kFrom);
    const double angle = std::atan2(first.p.y(), first.p.x()), far = std::hypot(first.p.x(), first.p.y());
    for (const double beyond : {0.3, -1.3, 3.0})
      QCOMPARE(depthAt(mesh, Vec3(far * std::cos(angle + beyond), far * std::sin(angle + beyond), first.p.z() + 1e-4)),
               0);
    // The base, which stands.
    QCOMPARE(depthAt(mesh, Vec3(0.0007, 0.0011, 0.1013)), 1);
  }

  // A robot that stands: at least its largest link, a capsule of 0.4 m by 5 cm, and less the finer the cubes are.
  void itIsNoLargerThanItHasToBe() {
    const Arm a;
    const double coarse = volumeOf(a.sweep(kFrom, kFrom, 0.04)), fine = volumeOf(a.sweep(kFrom, kFrom, 0.01));
    const double link = M_PI * 0.05 * 0.05 * (0.4 + 4.0 / 3.0 * 0.05);
    QVERIFY2(fine > link && fine < coarse, fmt::format("{} {} {}", link, fine, coarse).c_str());
    QVERIFY2(fine < 0.05, fmt::format("{}", fine).c_str());
    QVERIFY(volumeOf(a.sweep(kFrom, kTo, 0.02)) > 2.0 * fine);
  }

  void theSameMotionGivesTheSameMesh() {
    const Arm a;
    const geometry::Mesh one = a.sweep(kFrom, kTo, 0.03), two = a.sweep(kFrom, kTo, 0.03);
    QVERIFY(one.vertices == two.vertices);
    QVERIFY(one.triangles == two.triangles);
  }

  void itEndsWhenItIsToldTo() {
    const Arm a;
    SweptOptions options;
    int asked = 0;
    options.interrupted = [&] { return ++asked > 3 ? fail(Code::kCancelled, "enough") : okStatus(); };
    QCOMPARE(sweptVolume(a.scene, a.arm, turn(kFrom, kTo), options).status().code, Code::kCancelled);
    QCOMPARE(asked, 4);
    QCOMPARE(sweptVolume(a.scene, ObjectId{}, turn(kFrom, kTo)).status().code, Code::kNotFound);
    // Within a configuration, too: each of many balls may take a while.
    asked = 0;
    options.interrupted = [&] {
      ++asked;
      return okStatus();
    };
    QVERIFY(sweptVolume(a.scene, a.arm, turn(kFrom, kFrom), options).ok());
    QVERIFY2(asked > 10, fmt::format("{}", asked).c_str());
  }

  // Cubes grow until there are few enough: of a hall, as of what was read in millimetres, nothing is left out.
  void whatIsLargeOrFarIsHeld() {
    Arm a;
    const EntityId hand = a.cell.entity("arm", "link_6");
    const Vec3 far(15'000.0, 0.0, 3.0);
    a.cell.addBox("hall", Vec3(400, 300, 0.2), Pose::translation(0, 0, 40), a.arm, hand);
    a.cell.addBox("far", Vec3(1, 1, 1), {far, Quat::Identity()}, a.arm, hand);
    a.scene = collision::Scene::make(a.cell.world);
    const geometry::Mesh mesh = a.sweep(kFrom, kFrom, 0.02);
    QVERIFY(mesh.triangles.size() < 12u * 400'000u);
    const auto tree = kinematics::JointTree::make(a.cell.world, a.arm).value();
    const Pose root_t_hand = tree.rootT(tree.riding(hand), kFrom);
    for (const Vec3& p : {Vec3(180.1, 130.1, 40), Vec3(-180.1, -130.1, 40), Vec3(0.1, 0.1, 40), far})
      QCOMPARE(depthAt(mesh, root_t_hand * p), 1);
  }
};

QTEST_GUILESS_MAIN(TestSweptVolume)
#include "test_swept_volume.moc"
