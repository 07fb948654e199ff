// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <algorithm>
#include <cmath>

#include "core/sensing/calibration.h"
#include "core/sensing/fiducials.h"
#include "core/sensing/imu.h"
#include "core/sensing/labels.h"
#include "core/sensing/sight.h"
#include "tests/unit/sensing/sensing_worlds.h"

using namespace ww;
using namespace ww::sensing;
using ww::test::Scenery;

namespace {

rays::Room roomOf(const Scenery& s) { return rays::Room::make(s.w, rays::Shown::kVisual).value(); }

Scenery heap() {
  Scenery s;
  s.add("part_1", geometry::Box{Vec3(0.2, 0.1, 0.05)},
        Pose::translation(0.1, 0.1, 0.1) * Pose::rotation(Vec3(1, 1, 0.3).normalized(), 0.8));
  s.add("part_2", geometry::Sphere{0.12}, Pose::translation(-0.15, 0.05, 0.1));
  s.add("crate", geometry::Box{Vec3(0.5, 0.02, 0.3)}, Pose::translation(0, -0.1, 0.2));
  return s;
}

// Across the picture, beside what else is there.
Pose turnedRod() { return Pose{Vec3(0.5, 0, 0), Quat(Eigen::AngleAxisd(0.7, Vec3::UnitZ()))}; }

}  // namespace

class TestSensedThings : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyPixelShowsTheObjectThatItsRayMeets() {
    const Scenery s = heap();
    const rays::Room room = roomOf(s);
    const Camera camera(symmetricOptics(160, 120, 0.7));
    const Pose pose = test::lookingDown(0, 0, 1.4);
    const Shot shot = shoot(room, camera, pose, {}).value();
    std::size_t seen = 0;
    for (std::size_t i = 0; i < shot.objects.size(); ++i) {
      const auto hit = room.trace({pose.p, (pose.q * camera.rays.dir(i)).normalized()});
      QVERIFY(shot.objects[i] == (hit ? hit->instance->object : ObjectId{}));
      seen += hit.has_value();
    }
    QVERIFY(seen > 1000);
  }

  void boxesOfAPictureAreTheExtentOfWhatIsSeen() {
    const Scenery s = heap();
    const Camera camera(symmetricOptics(160, 120, 0.7));
    const Shot shot = shoot(roomOf(s), camera, test::lookingDown(0, 0, 1.4), {}).value();
    const std::vector<Box2> boxes = boxesIn(shot);
    QCOMPARE(boxes.size(), std::size_t{3});
    for (const Box2& box : boxes) {
      int left = 1000, right = -1, top = 1000, bottom = -1;
      std::size_t pixels = 0;
      for (int y = 0; y < 120; ++y)
        for (int x = 0; x < 160; ++x) {
          if (shot.objects[static_cast<std::size_t>(160 * y + x)] != box.object) continue;
          left = std::min(left, x), right = std::max(right, x), top = std::min(top, y), bottom = std::max(bottom, y);
          ++pixels;
        }
      QCOMPARE(std::vector({box.left, box.right, box.top, box.bottom}),
               std::vector({left, right + 1, top, bottom + 1}));
      QCOMPARE(box.pixels, pixels);
    }
  }

  void boxesInSpaceHaveTheSizeAndPoseOfTheObject() {
    const Scenery s = heap();
    const Pose eye = test::lookingDown(0.3, 0, 1.4);
    const auto boxes = boxesAround(roomOf(s), {s.w.find("part_1")}, rootTOf(s.w), eye);
    QCOMPARE(boxes.size(), std::size_t{1});
    QVERIFY((boxes[0].size - Vec3(0.2, 0.1, 0.05)).norm() < 1e-9);
    const Pose exact = eye.inverse() * s.w.rootT(s.w.find("part_1"));
    QVERIFY(positionDistance(boxes[0].sensor_t_box, exact) < 1e-9);
    QVERIFY(rotationDistance(boxes[0].sensor_t_box, exact) < 1e-9);
  }

  void aTagIsSeenWhereItsPlateIs() {
    Scenery s;
    s.add("plate", geometry::Box{Vec3(0.08, 0.08, 0.002)}, Pose::translation(0.04, 0.06, 0.499));
    // Its x to the right and y down as the camera has them: z into the plate.
    const Pose corner = test::lookingDown(0.0, 0.10, 0.5);
    s.apply(session::createFrame(world::kRootObject, world::kRootEntity, "tag36h11_14_80mm", corner));
    const Optics o = symmetricOptics(640, 480, 0.4);
    const Pose eye = test::lookingDown(0.03, 0.05, 1.1);  // the picture is 0.24 m by 0.18 m there
    const auto seen = tagsSeen(s.w, roomOf(s), o, rootTOf(s.w), eye);
    QCOMPARE(seen.size(), std::size_t{1});
    QCOMPARE(seen[0].tag.id, std::string("tag36h11_14"));
    const Box2 box = boxesIn(shoot(roomOf(s), Camera(o), eye, {}).value()).front();
    QVERIFY(std::abs(seen[0].corners[0].x() - box.left) <= 0.5 + 1e-3);
    QVERIFY(std::abs(seen[0].corners[0].y() - box.top) <= 0.5 + 1e-3);
    QVERIFY(std::abs(seen[0].corners[2].x() - box.right) <= 0.5 + 1e-3);
    QVERIFY(std::abs(seen[0].corners[2].y() - box.bottom) <= 0.5 + 1e-3);

    Scenery covered = s;
    covered.add("hand", geometry::Box{Vec3(0.02, 0.02, 0.02)}, Pose::translation(0.005, 0.095, 0.6));
    QVERIFY(tagsSeen(covered.w, roomOf(covered), o, rootTOf(covered.w), eye).empty());
    // A few bits off its middle, too.
    Scenery marked = s;
    marked.add("speck", geometry::Box{Vec3(0.008, 0.008, 0.001)}, Pose::translation(0.06, 0.075, 0.51));
    QVERIFY(tagsSeen(marked.w, roomOf(marked), o, rootTOf(marked.w), eye).empty());
    const Pose below = Pose::translation(0.04, 0.06, 0.1);
    QVERIFY(tagsSeen(s.w, roomOf(s), o, rootTOf(s.w), below).empty());
  }

  // Its planes count along the rays: this one is a metre aside, and no way ahead.
  void aWideLensSeesATagBesideIt() {
    Scenery s;
    s.add("plate", geometry::Box{Vec3(0.002, 0.2, 0.2)}, Pose::translation(1.001, 0, 0));
    Eigen::Matrix3d turn;  // columns: right, down and into the plate, seen from the middle
    turn << 0, 0, 1, -1, 0, 0, 0, -1, 0;
    s.apply(session::createFrame(world::kRootObject, world::kRootEntity, "tag36h11_5_100mm",
                                 Pose{Vec3(1.0, 0.05, 0.05), Quat(turn)}));
    Optics o = symmetricOptics(900, 900, 1.0);
    for (const Lens lens : {Lens::kFisheye, Lens::kFunction}) {
      o.lens = lens;
      o.fx = o.fy = 200.0;
      o.function = lensTextOf("equidistant").value().function;
      const auto seen = tagsSeen(s.w, roomOf(s), o, rootTOf(s.w), test::lookingDown(0, 0, 0));
      QCOMPARE(seen.size(), std::size_t{1});
      QVERIFY(std::abs(seen[0].camera_t_tag.p.z()) < 0.06);
      o.far = 0.9;
      QVERIFY(tagsSeen(s.w, roomOf(s), o, rootTOf(s.w), test::lookingDown(0, 0, 0)).empty());
      o.far = 100.0;
    }
  }

  // The squares of a board stand where the lens says, to the pixel.
  void aCheckerboardIsSquareBySquareWhereItsPixelsLook() {
    Scenery s;
    const double side = 0.05;
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 6; ++j) {
        const geometry::Color color =
            (i + j) % 2 ? geometry::Color{0.02f, 0.02f, 0.02f, 1.0f} : geometry::Color{0.98f, 0.98f, 0.98f, 1.0f};
        s.apply(session::createPrimitive(world::kRootObject, world::kRootEntity, "square_" + std::to_string(10 * i + j),
                                         geometry::Box{Vec3(side, side, 0.01)}, color,
                                         Pose::translation((i + 0.5) * side, (j + 0.5) * side, -0.005)));
      }
    Optics o = symmetricOptics(640, 480, 0.9);
    o.lens = Lens::kBrown;
    o.distortion = {-0.28, 0.06, 0.001, 0.002, 0.0};
    const Camera camera(o);
    const Pose eye = Pose::translation(0.2, 0.15, 0.0) * Pose::rotation(Vec3(0.4, 1, 0).normalized(), 0.3) *
                     test::lookingDown(0, 0, 0.55);
    ShotOptions options;
    options.color = true;
    const Shot shot = shoot(roomOf(s), camera, eye, options).value();
    int compared = 0;
    for (std::size_t p = 0; p < shot.depth.size(); ++p) {
      const Vec3 dir =
          eye.q * *direction(o, Vec2(static_cast<double>(p % 640) + 0.5, static_cast<double>(p / 640) + 0.5));
      const Vec3 at = (eye.p - eye.p.z() / dir.z() * dir) / side;
      const double i = std::floor(at.x()), j = std::floor(at.y());
      const double margin = std::min({at.x() - i, i + 1 - at.x(), at.y() - j, j + 1 - at.y()});
      if (i < 0 || j < 0 || i > 7 || j > 5 || margin < 0.05) continue;  // edges are smooth
      const bool dark = static_cast<int>(i + j) % 2 == 1;
      QCOMPARE(shot.rgb[3 * p] < 100, dark);
      ++compared;
    }
    QVERIFY(compared > 50'000);
  }

  void anObjectIsSeenHiddenOrOutside() {
    Scenery s;
    const ObjectId part = s.add("part_3", geometry::Box{Vec3(0.1, 0.1, 0.1)}, Pose{});
    const Optics o = symmetricOptics(640, 480, 0.8);
    const Pose eye = test::lookingDown(0, 0, 1.5);
    const Sight open = sightOf(roomOf(s), o, eye, part);
    QCOMPARE(open.seen, Seen::kSeen);
    QCOMPARE(open.share, 1.0);
    s.add("half", geometry::Box{Vec3(0.4, 0.4, 0.01)}, Pose::translation(0.2, 0, 0.8));
    const Sight half = sightOf(roomOf(s), o, eye, part);
    QCOMPARE(half.seen, Seen::kSeen);
    QVERIFY2(half.share > 0.35 && half.share < 0.65, qPrintable(QString::number(half.share)));
    s.add("lid", geometry::Box{Vec3(0.4, 0.4, 0.01)}, Pose::translation(0, 0, 1.0));
    const Sight hidden = sightOf(roomOf(s), o, eye, part);
    QCOMPARE(hidden.seen, Seen::kHidden);
    QVERIFY(s.w.owner(hidden.hidden_by)->object == s.w.find("lid"));
    QCOMPARE(sightOf(roomOf(s), o, test::lookingDown(5, 0, 1.5), part).seen, Seen::kOutside);
    Optics near = o;
    near.far = 1.0;
    QCOMPARE(sightOf(roomOf(s), near, eye, part).seen, Seen::kOutside);
  }

  // Whatever the picture of a wide lens shows is seen: aside, behind, and beside the near plane.
  void aWideLensSeesAside() {
    Scenery s;
    Optics o = symmetricOptics(640, 480, 1.0);
    o.lens = Lens::kFisheye;
    o.fx = o.fy = 320.0 / 1.8;
    o.near = 0.5;
    for (const Vec3& at : {Vec3(3, 0, -0.3), Vec3(-3, 0, 0.25), Vec3(0.3, 0.2, 2), Vec3(-3, 0.1, -1.5)}) {
      const ObjectId part = s.add("part", geometry::Box{Vec3(0.2, 0.2, 0.2)}, Pose{at, Quat::Identity()});
      const Shot shot = shoot(roomOf(s), Camera(o), Pose{}, {}).value();
      const bool shown = std::ranges::find(shot.objects, part) != shot.objects.end();
      const Sight sight = sightOf(roomOf(s), o, Pose{}, part);
      QCOMPARE(sight.seen, shown ? Seen::kSeen : Seen::kOutside);
      QCOMPARE(sight.share, shown ? 1.0 : 0.0);
      QCOMPARE(shown, at.z() > -1.0);
      s = Scenery();
    }
    // Too thin for the rays of the picture.
    const ObjectId rod =
        s.add("rod", geometry::Box{Vec3(0.0005, 0.5, 0.0005)}, Pose{Vec3(3, 0, -0.3), Quat::Identity()});
    QCOMPARE(sightOf(roomOf(s), o, Pose{}, rod).seen, Seen::kSeen);
  }

  // A floor that fills the picture, of which hardly a point is in it.
  void whatIsLargeIsSeen() {
    Scenery s;
    const ObjectId floor = s.add("floor", geometry::Box{Vec3(100, 100, 0.1)}, Pose::translation(0, 0, -0.05));
    const Optics o = symmetricOptics(64, 48, 0.8);
    const Sight sight = sightOf(roomOf(s), o, test::lookingDown(7, 3, 1.5), floor);
    QCOMPARE(sight.seen, Seen::kSeen);
    QCOMPARE(sight.share, 1.0);
  }

  // What stands behind it hides nothing of it, however close rays pass by.
  void whatIsBehindHidesNothing() {
    Scenery s;
    const ObjectId part = s.add("part", geometry::Sphere{0.2}, Pose{});
    const ObjectId rod = s.add("rod", geometry::Box{Vec3(0.0005, 2.0, 0.0005)}, turnedRod());
    s.add("wall", geometry::Box{Vec3(20, 20, 0.1)}, Pose::translation(0, 0, -7));
    const Optics o = symmetricOptics(640, 480, 0.8);
    for (const ObjectId object : {part, rod}) {
      const Sight sight = sightOf(roomOf(s), o, test::lookingDown(0.1, 0, 2), object);
      QCOMPARE(sight.seen, Seen::kSeen);
      QVERIFY(!sight.hidden_by);
      QCOMPARE(sight.share, 1.0);
    }
  }

  void aRoomFollowsAnOverlay() {
    Scenery s;
    const ObjectId part = s.add("part", geometry::Box{Vec3(0.1, 0.1, 0.1)}, Pose{});
    const rays::Room before = roomOf(s);
    model::Overlay places(model::Model::make(s.w));
    model::Overrides moved;
    moved.objects[part] = Pose::translation(3, 0, 0);
    places.set(moved);
    const rays::Room after = rays::Room::make(places, rays::Shown::kVisual, &before).value();
    const rays::Ray down{Vec3(3, 0, 2), -Vec3::UnitZ()};
    QVERIFY(!before.trace(down));
    QVERIFY(std::abs(after.trace(down)->distance - 1.95) < 1e-6);
  }

  void classesAreNamesWithoutNumbers() {
    for (const char* name : {"part_3", "part-12", "part 7", "part__4", "part"})
      QCOMPARE(className(name), std::string("part"));
    for (const char* name : {"42", "cr7", "part4", "ur5e", "_7", ""}) QCOMPARE(className(name), std::string(name));
    QCOMPARE(className("cr7_2"), std::string("cr7"));
    const Scenery s = heap();
    const Labels labels(s.w);
    QCOMPARE(labels.names(), (std::vector<std::string>{"", "crate", "part"}));
    QCOMPARE(labels.of(s.w.find("part_2")), std::uint16_t{2});
    QCOMPARE(labels.of({}), std::uint16_t{0});
  }

  void anImuAtRestFeelsTheFloor() {
    const Pose tilted = Pose::rotation(Vec3::UnitX(), 0.5);
    const ImuReading rest = imuReading(tilted, tilted, tilted, 0.01);
    QVERIFY((tilted.q * rest.linear_acceleration - Vec3(0, 0, 9.81)).norm() < 1e-9);
    QVERIFY(rest.angular_velocity.norm() < 1e-12);
  }

  void anImuOnATurntableFeelsThePullToTheOutside() {
    const double rate = 2.0, radius = 0.5, dt = 1e-3;
    const auto at = [&](double t) { return Pose::rotation(Vec3::UnitZ(), rate * t) * Pose::translation(radius, 0, 0); };
    const ImuReading r = imuReading(at(0.3 - dt), at(0.3), at(0.3 + dt), dt);
    QVERIFY((r.angular_velocity - Vec3(0, 0, rate)).norm() < 1e-6);
    QVERIFY((r.linear_acceleration - Vec3(-radius * rate * rate, 0, 9.81)).norm() < 1e-5);
  }

  void calibrationsHaveTheCentresOfOtherPrograms() {
    Scenery s;
    test::Component c = test::cameraComponent(640, 480, 1.0);
    auto* d = c.mutable_camera()->mutable_properties()->mutable_distortion();
    d->set_k1(-0.1), d->set_k2(0.2), d->set_k3(0.3), d->set_p1(0.4), d->set_p2(0.5);
    s.addSensor("wrist", c, Pose::translation(1, 2, 3));
    const Sensor camera = sensorNamed(s.w, "wrist").value();
    const std::string ros = toCameraInfo(camera);
    QVERIFY2(ros.find("0, 319.5, 0, ") != std::string::npos, ros.c_str());
    QVERIFY2(ros.find("data: [-0.1, 0.2, 0.4, 0.5, 0.3]") != std::string::npos, ros.c_str());
    QVERIFY2(ros.find("camera_name: wrist_eye\n") != std::string::npos, ros.c_str());
    const std::string cv = toOpenCv(camera, s.rootT(camera));
    QVERIFY2(cv.starts_with("%YAML:1.0\n---\n") &&
                 cv.find("1, 0, 0, 1, 0, 1, 0, 2, 0, 0, 1, 3, 0, 0, 0, 1") != std::string::npos,
             cv.c_str());
  }
};

QTEST_APPLESS_MAIN(TestSensedThings)
#include "test_sensed_things.moc"
