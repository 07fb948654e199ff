// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <cmath>
#include <numbers>

#include "core/sensing/cloud.h"
#include "core/sensing/failures.h"
#include "tests/unit/sensing/sensing_worlds.h"

using namespace ww;
using namespace ww::sensing;
using ww::test::Scenery;

namespace {

Lidar lidar() {
  Lidar l;
  l.around = {181, -std::numbers::pi / 2, std::numbers::pi / 2};
  l.up = {9, -0.2, 0.2};
  l.nearest = 0.2;
  l.farthest = 20.0;
  return l;
}

}  // namespace

class TestLidar : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void rangesToAWallAreThoseOfItsPlane() {
    Scenery s;
    const ObjectId wall = s.add("wall", geometry::Box{Vec3(0.2, 60, 60)}, Pose::translation(3.1, 0, 0));
    const rays::Room room = rays::Room::make(s.w, rays::Shown::kVisual).value();
    const Beams beams(lidar());
    const Scan measured = scan(room, beams, {}, {}).value();
    int hits = 0;
    for (int i = 0; i < 181; ++i) {
      for (int j = 0; j < 9; ++j) {
        const auto at = static_cast<std::size_t>(9 * i + j);
        const double theta = beams.lidar.around.angle(i), phi = beams.lidar.up.angle(j);
        const double exact = 3.0 / (std::cos(phi) * std::cos(theta));
        if (exact > 19.99) {
          QVERIFY(exact < 20.01 || measured.ranges[at] == std::numeric_limits<float>::infinity());
          continue;
        }
        QVERIFY(std::abs(static_cast<double>(measured.ranges[at]) - exact) < 2e-5);
        QVERIFY(measured.objects[at] == wall);
        ++hits;
      }
    }
    QVERIFY(hits > 1000);
  }

  void whatIsTooNearIsToldApartFromNothing() {
    Scenery s;
    s.add("near", geometry::Box{Vec3(0.02, 0.1, 0.1)}, Pose::translation(0.11, 0, 0));
    const rays::Room room = rays::Room::make(s.w, rays::Shown::kVisual).value();
    const Beams beams(lidar());
    const Scan measured = scan(room, beams, {}, {}).value();
    const FlatScan flat = flatScan(beams, measured);
    QCOMPARE(flat.ranges.size(), std::size_t{181});
    QCOMPARE(flat.ranges[90], -std::numeric_limits<float>::infinity());
    QCOMPARE(flat.ranges[0], std::numeric_limits<float>::infinity());
    QVERIFY(std::abs(flat.angles[90]) < 1e-12);
  }

  void sixteenBitsKeepARangeToHalfAStep() {
    Scan measured;
    for (int i = 0; i < 4000; ++i) measured.ranges.push_back(0.2f + 0.005f * static_cast<float>(i));
    for (const double full : {30.0, 100.0, 256.0}) {
      const std::vector<std::uint16_t> words = rangeWords(measured, full);
      for (std::size_t i = 0; i < words.size(); ++i)
        QVERIFY(std::abs(rangeOf(words[i], full) - static_cast<double>(measured.ranges[i])) <=
                0.5 * full / 65535.0 + 1e-9);
    }
    const float none = std::numeric_limits<float>::infinity();
    measured.ranges = {none, -none, std::nanf("")};
    const std::vector<std::uint16_t> odd = rangeWords(measured, 30.0);
    QCOMPARE(int{odd[0]}, 65535);
    QCOMPARE(int{odd[1]}, 0);
    QCOMPARE(int{odd[2]}, 0);
  }

  void noiseStaysWithinTheRangesOfTheScanner() {
    Scenery s;
    s.add("wall", geometry::Box{Vec3(0.2, 60, 60)}, Pose::translation(3.1, 0, 0));
    const rays::Room room = rays::Room::make(s.w, rays::Shown::kVisual).value();
    Lidar l = lidar();
    l.farthest = 3.05;
    const Beams beams(l);
    ScanOptions options;
    options.noise = {.on = true, .stddev = 0.5};
    const Scan measured = scan(room, beams, {}, options).value();
    int finite = 0;
    for (const float range : measured.ranges) {
      if (!std::isfinite(range)) continue;
      QVERIFY(range >= 0.2f && range <= 3.0501f);
      ++finite;
    }
    QVERIFY(finite > 10);
    options.threads = 1;
    QVERIFY(scan(room, beams, {}, options).value().ranges == measured.ranges);
  }

  void roundingLeavesNoRangeThatIsNone() {
    for (const double away : {1.0, 19.9}) {
      Scenery s;
      s.add("wall", geometry::Box{Vec3(0.2, 60, 60)}, Pose::translation(away + 0.1, 0, 0));
      Lidar l = lidar();
      l.step = 3.0;
      const Scan measured = scan(rays::Room::make(s.w, rays::Shown::kVisual).value(), Beams(l), {}, {}).value();
      for (const float range : measured.ranges)
        QVERIFY(std::isinf(range) || (static_cast<double>(range) > l.nearest - 1e-6 && range <= 20.0f));
    }
  }

  void aCloudLiesOnWhatWasHit() {
    Scenery s;
    s.add("wall", geometry::Box{Vec3(0.2, 60, 60)}, Pose::translation(3.1, 0, 0));
    const rays::Room room = rays::Room::make(s.w, rays::Shown::kVisual).value();
    const Beams beams(lidar());
    const Cloud cloud = cloudOf(beams, scan(room, beams, {}, {}).value());
    QVERIFY(cloud.points.size() > 1000);
    for (const Eigen::Vector3f& p : cloud.points) QVERIFY(std::abs(p.x() - 3.0f) < 2e-5f);
    const std::string pcd = toPcd(cloud, Pose::translation(1, 2, 3));
    const std::string head = pcd.substr(0, pcd.find("DATA binary\n") + 12);
    QVERIFY2(head.find("FIELDS x y z label\nSIZE 4 4 4 4\nTYPE F F F U\nCOUNT 1 1 1 1\n") != std::string::npos,
             head.c_str());
    QVERIFY2(head.find("VIEWPOINT 1 2 3 1 0 0 0\n") != std::string::npos, head.c_str());
    QCOMPARE(pcd.size() - head.size(), 16 * cloud.points.size());
  }

  void oneLayerAloneLooksWhereItSays() {
    Lidar l = lidar();
    l.up = {1, 0.1, 0.3};
    const Beams beams(l);
    QCOMPARE(beams.rays.size(), std::size_t{181});
    for (std::size_t i = 0; i < 181; ++i) QVERIFY(std::abs(beams.rays.dir(i).z() - std::sin(0.1)) < 1e-7);
  }

  void scannersThatCannotBeSaySo() {
    Scenery s;
    test::Component many;
    many.mutable_lidar()->mutable_horizontal()->set_samples(100'000);
    many.mutable_lidar()->mutable_vertical()->set_samples(100'000);
    s.addSensor("many", many, {});
    QVERIFY(check(sensorNamed(s.w, "many").value()).failure->row == &failures::kBeams);
    Sensor odd = sensorNamed(s.w, "many").value();
    odd.lidar = lidar();
    odd.lidar.around = {1, std::nan(""), 0.0};
    QVERIFY(check(odd).failure->row == &failures::kSweep);
    // A ray that is not finite is none: the room is asked all the same, and does not end the program.
    const rays::Room room = rays::Room::make(s.w, rays::Shown::kVisual).value();
    const Scan measured = scan(room, Beams(odd.lidar), {}, {}).value();
    QVERIFY(!std::isfinite(measured.ranges.front()));
  }
};

QTEST_APPLESS_MAIN(TestLidar)
#include "test_lidar.moc"
