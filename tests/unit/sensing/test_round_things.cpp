// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <cmath>
#include <functional>
#include <limits>

#include "core/sensing/scan.h"
#include "core/sensing/shot.h"
#include "tests/unit/sensing/sensing_worlds.h"

using namespace ww;
using namespace ww::sensing;
using ww::test::Scenery;

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

struct Span {
  double in = -kNever, out = kNever;  // metres along a ray of length 1
  Span with(const Span& other) const { return {std::max(in, other.in), std::min(out, other.out)}; }
  double length() const { return out - in; }
};

// In long doubles: the formulas of schools lose digits far away.
Span throughBall(const Vec3& from, const Vec3& dir, double radius) {
  const long double b = from.cast<long double>().dot(dir.cast<long double>());
  const long double under = b * b - from.cast<long double>().squaredNorm() +
                            static_cast<long double>(radius) * static_cast<long double>(radius);
  if (under < 0) return {kNever, -kNever};
  return {static_cast<double>(-b - std::sqrt(under)), static_cast<double>(-b + std::sqrt(under))};
}

Span throughCylinder(const Vec3& from, const Vec3& dir, double radius, double length) {
  const Vec3 flat_from(from.x(), from.y(), 0.0), flat_dir(dir.x(), dir.y(), 0.0);
  const double across = flat_dir.norm();
  const Span side = throughBall(flat_from, flat_dir / across, radius);
  const double low = (-0.5 * length - from.z()) / dir.z(), high = (0.5 * length - from.z()) / dir.z();
  return Span{side.in / across, side.out / across}.with({std::min(low, high), std::max(low, high)});
}

Pose lookingAt(const Vec3& eye) {
  const Vec3 ahead = -eye.normalized(), right = ahead.cross(Vec3::UnitZ()).normalized();
  Eigen::Matrix3d axes;
  axes << right, ahead.cross(right), ahead;
  return {eye, Quat(axes)};
}

struct Compared {
  int seen = 0, strayed = 0;  // pixels; strayed: met where it should not be, or the other way round
  double worst = 0.0;         // metres of depth
};

using Through = std::function<Span(const Vec3& from, const Vec3& dir)>;

// A picture of one thing at the origin, pixel by pixel with its formula; but for what is grazed less than `least`.
Compared compared(const geometry::Primitive& thing, const Through& through, const Vec3& eye, double radius,
                  double least) {
  Scenery s;
  s.add("thing", thing, Pose{});
  s.add("floor", geometry::Box{Vec3(60, 60, 0.1)}, Pose::translation(0, 0, -4.0 * radius));
  const ObjectId id = s.w.find("thing");
  const rays::Room room = rays::Room::make(s.w, rays::Shown::kVisual).value();
  Optics o = symmetricOptics(640, 480, 2.0 * std::atan(2.0 * radius / eye.norm()));
  o.near = 1e-3 * eye.norm();
  o.far = 100.0 * eye.norm();
  const Camera camera(o);
  const Pose pose = lookingAt(eye);
  const Shot shot = shoot(room, camera, pose, {}).value();
  Compared out;
  for (std::size_t i = 0; i < shot.depth.size(); ++i) {
    const Vec3 dir = camera.rays.dir(i), turned = (pose.q * dir).normalized();
    const Span span = through(eye, turned);
    if (std::abs(span.length()) < least) continue;
    const bool meets = span.length() > 0.0;
    out.strayed += meets != (shot.objects[i] == id);
    if (!meets) continue;
    ++out.seen;
    out.worst = std::max(out.worst, std::abs(static_cast<double>(shot.depth[i]) - span.in * dir.z() / dir.norm()));
  }
  return out;
}

}  // namespace

class TestRoundThings : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Within its rim, too, where a ray leaves by the side that it has entered by the end.
  void aCylinderSeenFromFarIsWhatItsFormulaSays() {
    struct Case {
      double radius, length;
      Vec3 eye;
    };
    for (const Case& c : {Case{1.0, 0.1, Vec3(3, -12.2, 9)}, Case{0.3, 0.9, Vec3(3.2, -3.0, 2.6)},
                          Case{0.5, 0.02, Vec3(0.3, -1.2, 1.5)}, Case{2.0, 3.0, Vec3(-7, 3, 6)},
                          Case{0.01, 0.5, Vec3(0.4, 0.5, 0.3)}, Case{0.3, 0.9, Vec3(14, -9, 20)}}) {
      const auto through = [&](const Vec3& from, const Vec3& dir) {
        return throughCylinder(from, dir, c.radius, c.length);
      };
      const Compared is =
          compared(geometry::Cylinder{c.length, c.radius}, through, c.eye, std::max(c.radius, 0.5 * c.length), 1e-9);
      const std::string told = std::to_string(is.seen) + " seen, " + std::to_string(is.strayed) + " strayed, worst " +
                               std::to_string(is.worst);
      QVERIFY2(is.seen > 1000 && is.strayed == 0 && is.worst < 1e-5, told.c_str());
    }
  }

  // Also where a ray just grazes it.
  void aLargeBallIsSeenUpToItsRim() {
    for (const double radius : {0.02, 0.8, 5.0, 40.0}) {
      const Vec3 eye = radius * Vec3(1.7, -2.9, 0.8);
      const auto through = [&](const Vec3& from, const Vec3& dir) { return throughBall(from, dir, radius); };
      const Compared is = compared(geometry::Sphere{radius}, through, eye, radius, 1e-4 * radius);
      const std::string told = std::to_string(is.seen) + " seen, " + std::to_string(is.strayed) + " strayed, worst " +
                               std::to_string(is.worst);
      QVERIFY2(is.seen > 10000 && is.strayed == 0 && is.worst < 2e-6 * std::max(1.0, 5.0 * radius), told.c_str());
    }
  }

  // What stands between a grazed thing and the mesh around it is there; so is what stands behind what is passed by.
  void whatIsGrazedHidesNothingThatItDoesNotMeet() {
    Scenery s;
    const double radius = 30.0;
    s.add("ball", geometry::Sphere{radius}, Pose{});
    s.add("plate", geometry::Box{Vec3(0.01, 20, 20)}, Pose::translation(0.3, radius, 0));
    const rays::Room room = rays::Room::make(s.w, rays::Shown::kVisual).value();
    Lidar lidar;
    lidar.around = {1, 0.0, 0.0};
    lidar.farthest = 100.0;
    for (const double height : {radius + 1e-5, radius + 2e-4, radius + 1e-3, radius - 2e-4, radius - 5e-3}) {
      const Pose from = Pose::translation(40, height, 0) * Pose::rotation(Vec3::UnitZ(), 3.14159265358979323846);
      const Scan seen = scan(room, Beams(lidar), from, {}).value();
      const Span ball = throughBall(from.p, -Vec3::UnitX(), radius);
      const double exact = std::min(ball.length() > 0 ? ball.in : kNever, 40.0 - 0.305);
      QVERIFY2(std::abs(static_cast<double>(seen.ranges[0]) - exact) < 1e-4,
               qPrintable(QString("%1: %2 for %3").arg(height).arg(double(seen.ranges[0])).arg(exact)));
    }
  }

  void theInsideIsSeenFromWithin() {
    Scenery s;
    s.add("tank", geometry::Cylinder{3.0, 2.0}, Pose{});
    const rays::Room room = rays::Room::make(s.w, rays::Shown::kVisual).value();
    const Camera camera(symmetricOptics(64, 48, 1.2));
    const Pose pose = test::lookingDown(0.4, -0.3, 1.0);
    const Shot shot = shoot(room, camera, pose, {}).value();
    for (std::size_t i = 0; i < shot.depth.size(); ++i) {
      const Vec3 dir = camera.rays.dir(i);
      const double exact = throughCylinder(pose.p, (pose.q * dir).normalized(), 2.0, 3.0).out * dir.z() / dir.norm();
      QVERIFY(std::abs(static_cast<double>(shot.depth[i]) - exact) < 2e-6);
    }
  }
};

QTEST_APPLESS_MAIN(TestRoundThings)
#include "test_round_things.moc"
