// SPDX-License-Identifier: Apache-2.0
// FCL as a third voice, where it is installed: random pairs over all kinds of shapes. Where the two disagree, the
// oracle is asked, which shares no code with either; the worst are listed. WW_PAIRS sets how many pairs there are of
// each two kinds.
#include <QtTest>
#include <map>

#include "fcl_bodies.h"
#include "oracle.h"

using namespace ww;
using namespace ww::collision;
using namespace ww::test;

namespace {

constexpr double kExact = 1e-5, kTouch = 1e-6;  // metres

FclGeometry fclOf(const Oracle& body) { return body.reach ? fclPrimitive(body.primitive) : fclMesh(body.mesh); }

struct Verdict {
  bool collides = false;
  double distance = 0.0;  // metres, where it does not
};

Verdict ask(const FclGeometry& a, const Pose& at_a, const FclGeometry& b, const Pose& at_b) {
  const fcl::Transform3d t = fclPose(at_a), u = fclPose(at_b);
  fcl::CollisionResultd hit;
  fcl::collide(a.get(), t, b.get(), u, fcl::CollisionRequestd(1, false), hit);
  if (hit.isCollision()) return {true, 0.0};
  fcl::DistanceRequestd request;
  request.distance_tolerance = 1e-9;
  fcl::DistanceResultd d;
  fcl::distance(a.get(), t, b.get(), u, request, d);
  return {false, d.min_distance};
}

struct Disagreement {
  double by = 0.0;
  std::string what;
};

}  // namespace

class TestFcl : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void pairs() {
    const int most = qEnvironmentVariableIsSet("WW_PAIRS") ? qEnvironmentVariableIntValue("WW_PAIRS") : 12;
    std::vector<Disagreement> found;
    int asked = 0, enclosed = 0;
    for (std::size_t a = 0; a < kinds().size(); ++a) {
      for (std::size_t b = a; b < kinds().size(); ++b) asked += pairsOf(a, b, most, found, enclosed);
    }
    std::ranges::sort(found, std::greater<>(), &Disagreement::by);
    for (std::size_t i = 0; i < std::min<std::size_t>(20, found.size()); ++i) qInfo("%s", found[i].what.c_str());
    qInfo("%d pairs, %zu disagreements, the oracle with ours in each; %d bodies inside a mesh, which FCL does not see",
          asked, found.size(), enclosed);
    QVERIFY2(found.size() < static_cast<std::size_t>(asked) / 50, "too many to be FCL's rounding");
  }

 private:
  static int pairsOf(std::size_t a, std::size_t b, int count, std::vector<Disagreement>& found, int& enclosed) {
    const Oracle &one = kinds()[a], &other = kinds()[b];
    const FclGeometry fa = fclOf(one), fb = fclOf(other);
    Random random(1000 * a + b);
    for (int n = 0; n < count; ++n) {
      const Pose at_a = randomPose(random, 0.25), at_b = randomPose(random, 0.25);
      const ConvexDistance ours = bodyDistance(*one.shape, at_a, *other.shape, at_b, {});
      const Verdict peer = ask(fa, at_a, fb, at_b);
      const bool same =
          (ours.distance < 0.0) == peer.collides && (peer.collides || std::abs(ours.distance - peer.distance) < kExact);
      if (same || std::abs(ours.distance) < kTouch) continue;
      const double truth = oracleDistance(one, at_a, other, at_b, kThorough);
      const bool convex = one.reach && other.reach;
      if (!convex && ours.distance < 0.0 && truth > 0.0) {
        ++enclosed;
        continue;
      }
      const double theirs = peer.collides ? -1.0 : peer.distance;
      const auto what = fmt::format("{} and {}, pair {}: ours {:.9f}, FCL {}, oracle {:.9f}", one.name, other.name, n,
                                    ours.distance, peer.collides ? "collides" : fmt::format("{:.9f}", theirs), truth);
      found.push_back({peer.collides == (truth < 0.0) ? std::abs(theirs - truth) : std::abs(truth), what});
      const bool right = truth < 0.0 ? ours.distance < 0.0 : std::abs(ours.distance - truth) < kExact;
      if (!right) QTest::qFail(what.c_str(), __FILE__, __LINE__);
    }
    return count;
  }
};

QTEST_GUILESS_MAIN(TestFcl)
#include "test_fcl.moc"
