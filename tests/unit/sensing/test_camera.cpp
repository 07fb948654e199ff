// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <cmath>
#include <functional>

#include "core/sensing/cloud.h"
#include "core/sensing/failures.h"
#include "tests/unit/sensing/sensing_worlds.h"

using namespace ww;
using namespace ww::sensing;
using ww::test::Scenery;

class TestCamera : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void depthOfAPlaneIsTheDistanceAlongTheAxis() {
    Scenery s;
    s.add("floor", geometry::Box{Vec3(40, 40, 1)}, Pose::translation(0, 0, -0.5));
    const rays::Room room = rays::Room::make(s.w, rays::Shown::kVisual).value();
    const Camera camera(symmetricOptics(640, 480, 1.0));
    const Shot shot = shoot(room, camera, test::lookingDown(0.3, -0.2, 3.0), {}).value();
    for (const float depth : shot.depth) QVERIFY(std::abs(static_cast<double>(depth) - 3.0) < 1e-5);
    const std::vector<float> ray = distances(camera, shot);
    const Vec3 corner = camera.rays.dir(0);
    QVERIFY(std::abs(static_cast<double>(ray[0]) - 3.0 * corner.norm()) < 1e-5);
  }

  // Not that of the mesh that is drawn, which lies up to 1 mm inside it.
  void depthOfABallIsTheOneOfItsFormula() {
    Scenery s;
    const double radius = 0.5, away = 10.0;
    s.add("ball", geometry::Sphere{radius}, Pose::translation(0, 0, -away));
    const rays::Room room = rays::Room::make(s.w, rays::Shown::kVisual).value();
    const Camera camera(symmetricOptics(640, 480, 0.15));
    const Shot shot = shoot(room, camera, test::lookingDown(0, 0, 0), {}).value();
    const double inside = 2e-6;  // what floats leave
    int seen = 0;
    for (std::size_t i = 0; i < shot.depth.size(); ++i) {
      const Vec3 dir = camera.rays.dir(i).normalized();
      const double across = dir.dot(Vec3(0, 0, away)), root = across * across - away * away + radius * radius;
      if (root < 0.0) {
        QVERIFY(!std::isfinite(shot.depth[i]));
        continue;
      }
      if (root < 0.04) continue;  // grazing
      const double exact = (across - std::sqrt(root)) * dir.z();
      const double slope = std::sqrt(root) / radius;
      QVERIFY(std::abs(static_cast<double>(shot.depth[i]) - exact) < inside / slope + 1e-5);
      ++seen;
    }
    QVERIFY(seen > 5000);
  }

  // A large one, seen from far, up to its rim: along the directions of the pixels, not those of floats.
  void depthOfALargeBallHoldsUpToItsRim() {
    Scenery s;
    const double radius = 5.0;
    const Vec3 middle(0.3, -0.2, -16.0);
    s.add("ball", geometry::Sphere{radius}, Pose{middle, Quat::Identity()});
    const rays::Room room = rays::Room::make(s.w, rays::Shown::kVisual).value();
    Optics o = symmetricOptics(640, 480, 0.8);
    for (const bool lens : {false, true}) {
      if (lens) o.lens = Lens::kBrown;
      o.distortion = {-0.1, 0.02, 0.001, 0.0, 0.0};
      const Pose eye = test::lookingDown(0, 0, 0);
      const Shot shot = shoot(room, Camera(o), eye, {}).value();
      std::vector<Vec2> pixels;
      for (int row = 0; row < o.height; ++row)
        for (int column = 0; column < o.width; ++column) pixels.emplace_back(column + 0.5, row + 0.5);
      const auto dirs = directions(o, pixels);
      double worst = 0.0;
      int seen = 0, rim = 0;
      for (std::size_t i = 0; i < pixels.size(); ++i) {
        const Vec3 dir = eye.q * dirs[i]->normalized();
        const double across = dir.dot(middle), root = across * across - middle.squaredNorm() + radius * radius;
        rim += (root > 0.0) != std::isfinite(shot.depth[i]);
        if (root <= 0.0 || !std::isfinite(shot.depth[i])) continue;
        const double exact = (across - std::sqrt(root)) * dirs[i]->normalized().z();
        worst = std::max(worst, std::abs(static_cast<double>(shot.depth[i]) - exact));
        ++seen;
      }
      QVERIFY(seen > 100000 && rim == 0);
      QVERIFY2(worst < 2e-6, qPrintable(QString::number(worst)));
    }
  }

  // Turned, stretched and cut by the near plane, against what their formulas say.
  void roundPrimitivesAreMeasuredAsTheyAre() {
    const Pose at{Vec3(0.1, -0.05, -3.0), Quat(Eigen::AngleAxisd(0.8, Vec3(1, 2, 0.5).normalized()))};
    const std::pair<geometry::Primitive, std::function<double(const Vec3&)>> shapes[] = {
        {geometry::Sphere{0.8}, [](const Vec3& p) { return p.norm() - 0.8; }},
        {geometry::Ellipsoid{Vec3(0.9, 0.4, 0.6)},
         [](const Vec3& p) { return 0.4 * (p.cwiseQuotient(Vec3(0.9, 0.4, 0.6)).norm() - 1.0); }},
        {geometry::Cylinder{1.0, 0.5},
         [](const Vec3& p) { return std::max(p.head<2>().norm() - 0.5, std::abs(p.z()) - 0.5); }},
        {geometry::Capsule{0.7, 0.4},
         [](const Vec3& p) { return (p - Vec3(0, 0, std::clamp(p.z(), -0.35, 0.35))).norm() - 0.4; }}};
    for (const auto& [primitive, outside] : shapes) {
      Scenery s;
      s.add("thing", primitive, at);
      const rays::Room room = rays::Room::make(s.w, rays::Shown::kVisual).value();
      for (const double near : {0.1, 2.9}) {
        Optics o = symmetricOptics(320, 240, 0.6);
        o.near = near;
        const Camera camera(o);
        const Pose eye = test::lookingDown(0, 0, 0);
        const Shot shot = shoot(room, camera, eye, {}).value();
        int seen = 0;
        double worst = 0.0;
        for (std::size_t i = 0; i < shot.depth.size(); ++i) {
          // Where the near plane cuts between the surface and its mesh, the mesh is seen.
          if (!std::isfinite(shot.depth[i]) || shot.depth[i] < near + 5e-4) continue;
          const Vec3 dir = camera.rays.dir(i);
          const Vec3 point = at.inverse() * (eye * Vec3(static_cast<double>(shot.depth[i]) / dir.z() * dir));
          worst = std::max(worst, std::abs(outside(point)));
          ++seen;
        }
        QVERIFY(seen > 3000);
        QVERIFY2(worst < 6e-6, qPrintable(QString::number(worst)));
      }
    }
  }

  void whatIsNearerOrFartherThanTheClipPlanesIsNotThere() {
    Scenery s;
    s.add("floor", geometry::Box{Vec3(4, 4, 0.1)}, Pose::translation(0, 0, -0.05));
    s.add("lid", geometry::Box{Vec3(1, 1, 0.02)}, Pose::translation(0, 0, 1.9));
    const rays::Room room = rays::Room::make(s.w, rays::Shown::kVisual).value();
    Optics o = symmetricOptics(64, 48, 0.5);
    o.near = 0.5;
    const auto middle = [&](const Optics& optics) {
      return shoot(room, Camera(optics), test::lookingDown(0, 0, 2.0), {}).value().depth[24 * 64 + 32];
    };
    QVERIFY(std::abs(static_cast<double>(middle(o)) - 2.0) < 1e-5);
    o.near = 0.01;
    QVERIFY(std::abs(static_cast<double>(middle(o)) - 0.09) < 1e-5);
    o.near = 0.5;
    o.far = 1.5;
    QVERIFY(!std::isfinite(middle(o)));
  }

  // The near plane cuts a body open, and its inner side is seen.
  void whatIsNearerThanTheNearPlaneIsCutAway() {
    test::Scenery s;
    s.add("ball", geometry::Sphere{0.5}, Pose{});
    const rays::Room room = rays::Room::make(s.w, rays::Shown::kVisual).value();
    const auto middle = [&](double near) {
      Optics optics = symmetricOptics(65, 49, 0.5);
      optics.near = near;
      return static_cast<double>(
          shoot(room, Camera(optics), test::lookingDown(0, 0, 0.6), {}).value().depth[24 * 65 + 32]);
    };
    QVERIFY(std::abs(middle(0.05) - 0.1) < 1e-5);
    QVERIFY(std::abs(middle(0.2) - 1.1) < 1e-5);
    QVERIFY(!std::isfinite(middle(1.2)));
  }

  void normalsLookAtTheCamera() {
    Scenery s;
    s.add("floor", geometry::Box{Vec3(4, 4, 1)}, Pose::translation(0, 0, -0.5));
    const rays::Room room = rays::Room::make(s.w, rays::Shown::kVisual).value();
    ShotOptions options;
    options.normals = true;
    const Shot shot = shoot(room, Camera(symmetricOptics(16, 12, 0.5)), test::lookingDown(0, 0, 2), options).value();
    for (const Eigen::Vector3f& n : shot.normals) QVERIFY((n - Eigen::Vector3f(0, 0, -1)).norm() < 1e-5f);
  }

  void aCloudIsTheDepthTakenBackIntoSpace() {
    Scenery s;
    s.add("box", geometry::Box{Vec3(0.4, 0.3, 0.2)},
          Pose::translation(0.1, 0.05, 0.1) * Pose::rotation(Vec3(1, 2, 3).normalized(), 0.7));
    const rays::Room room = rays::Room::make(s.w, rays::Shown::kVisual).value();
    Optics o = symmetricOptics(160, 120, 0.8);
    o.lens = Lens::kBrown;
    o.distortion = {-0.2, 0.03, 0.001, -0.001, 0.0};
    o.fy = 1.1 * o.fx;
    const Camera camera(o);
    const Shot shot = shoot(room, camera, test::lookingDown(0, 0, 1.5), {}).value();
    const Cloud cloud = cloudOf(camera, shot);
    std::size_t at = 0;
    for (std::size_t i = 0; i < shot.depth.size(); ++i) {
      if (!std::isfinite(shot.depth[i])) continue;
      const Vec3 point = cloud.points[at++].cast<double>();
      const auto pixel = project(o, point);
      QVERIFY((*pixel - Vec2(static_cast<double>(i % 160) + 0.5, static_cast<double>(i / 160) + 0.5)).norm() < 1e-3);
      QVERIFY(std::abs(point.z() - static_cast<double>(shot.depth[i])) < 1e-6);
    }
    QVERIFY(at > 500);
    QCOMPARE(at, cloud.points.size());
  }

  void disparityIsWhatASecondCameraShows() {
    Scenery s;
    s.add("floor", geometry::Box{Vec3(20, 20, 1)}, Pose::translation(0, 0, -0.5));
    const rays::Room room = rays::Room::make(s.w, rays::Shown::kVisual).value();
    Optics bent = symmetricOptics(64, 48, 0.9), wide = bent;
    bent.lens = Lens::kBrown;
    bent.distortion = {-0.28, 0.07, 0.001, -0.0007, -0.01};
    wide.lens = Lens::kFisheye;
    for (const Optics& o : {symmetricOptics(64, 48, 0.9), bent, wide}) {
      const Camera camera(o);
      const Shot shot = shoot(room, camera, test::lookingDown(0, 0, 2.5), {}).value();
      for (const std::size_t pixel : {24 * 64 + 20, 2 * 64 + 60, 40 * 64 + 8}) {
        const double shift = static_cast<double>(disparities(camera, shot, 0.12)[pixel]);
        const Vec3 dir = camera.rays.dir(pixel), point = dir / dir.z() * 2.5;
        const auto left = project(o, point), right = project(o, point - Vec3(0.12, 0, 0));
        QVERIFY(std::abs(shift - (left->x() - right->x())) < 1e-4);
      }
    }
  }

  void oneThreadAndTwoMakeTheSamePictureNoiseIncluded() {
    Scenery s;
    s.add("floor", geometry::Box{Vec3(4, 4, 1)}, Pose::translation(0, 0, -0.5));
    s.add("ball", geometry::Sphere{0.3}, Pose::translation(0, 0, 0.3));
    const rays::Room room = rays::Room::make(s.w, rays::Shown::kVisual).value();
    const Camera camera(symmetricOptics(320, 240, 0.9));
    ShotOptions options;
    options.color = options.normals = true;
    options.depth_noise = options.color_noise = {.on = true, .stddev = 0.02};
    options.noise_key = {1, 2, 3};
    options.threads = 1;
    const Shot one = shoot(room, camera, test::lookingDown(0, 0, 2), options).value();
    options.threads = 2;
    const Shot two = shoot(room, camera, test::lookingDown(0, 0, 2), options).value();
    QVERIFY(one.depth == two.depth);
    QVERIFY(one.rgb == two.rgb);
    QVERIFY(one.objects == two.objects);
    options.noise_key.frame = 4;
    QVERIFY(shoot(room, camera, test::lookingDown(0, 0, 2), options).value().depth != one.depth);
  }

  void aPoseThatIsNotFiniteSeesNothing() {
    Scenery s;
    s.add("floor", geometry::Box{Vec3(4, 4, 1)}, Pose{});
    const rays::Room room = rays::Room::make(s.w, rays::Shown::kVisual).value();
    Pose nowhere;
    nowhere.p.x() = std::nan("");
    const Shot shot = shoot(room, Camera(symmetricOptics(16, 12, 0.5)), nowhere, {}).value();
    for (const float depth : shot.depth) QVERIFY(!std::isfinite(depth));
  }

  void aStopEndsThePicture() {
    const rays::Room room = rays::Room::make(world::World{}, rays::Shown::kVisual).value();
    std::stop_source stopped;
    stopped.request_stop();
    const auto shot = shoot(room, Camera(symmetricOptics(64, 48, 0.5)), {}, {}, stopped.get_token());
    QVERIFY(shot.status().failure->row == &failures::kCancelled);
  }

  void whatAComponentSaysIsWhatTheCameraHas() {
    Scenery s;
    test::Component c = test::cameraComponent(320, 200, 1.1);
    auto* p = c.mutable_camera()->mutable_properties();
    p->mutable_clip()->set_near(0.2);
    p->mutable_clip()->set_far(7.0);
    p->mutable_distortion()->set_k1(-0.1);
    p->mutable_distortion()->set_k3(0.01);
    s.addSensor("watch", c, Pose::translation(1, 2, 3));
    for (const char* name : {"watch", "eye", "watch:eye"}) {
      const auto sensor = sensorNamed(s.w, name);
      QVERIFY2(sensor.ok(), sensor.status().line().c_str());
      QCOMPARE(sensor->optics.width, 320);
      QVERIFY(std::abs(sensor->optics.fx - 160.0 / std::tan(0.55)) < 1e-9);
      QCOMPARE(sensor->optics.lens, Lens::kBrown);
      QCOMPARE(sensor->optics.distortion[4], 0.01);
      QCOMPARE(sensor->optics.far, 7.0);
      QVERIFY(check(*sensor).ok());
    }
    QVERIFY(sensorNamed(s.w, "wtch").status().failure->row == &failures::kNoSensor);
    QVERIFY(sensorNamed(world::World{}, "eye").status().failure->row == &failures::kNoSensors);
    s.addSensor("second", c, {});
    QVERIFY(sensorNamed(s.w, "eye").status().failure->row == &failures::kManySensors);
    QVERIFY(sensorAt(s.w, world::kRootEntity).status().failure->row == &failures::kNotASensor);
  }

  // Of a wall straight ahead, equal angles are equal lengths in the picture.
  void aFisheyeIsKeptWithItsObject() {
    Scenery s;
    test::Component c = test::cameraComponent(201, 201, 1.0);
    auto* p = c.mutable_camera()->mutable_properties();
    auto& intrinsics = *p->mutable_intrinsics();
    intrinsics.set_fx(100.5);
    intrinsics.set_fy(100.5);
    intrinsics.set_cx(100.5);
    intrinsics.set_cy(100.5);
    s.addSensor("watch", c, test::lookingDown(0, 0, 2), "0, 0,0 0");
    s.add("floor", geometry::Box{Vec3(40, 40, 1)}, Pose::translation(0, 0, -0.5));
    const Sensor sensor = sensorNamed(s.w, "eye").value();
    QVERIFY(sensor.optics.lens == Lens::kFisheye && check(sensor).ok());
    const rays::Room room = rays::Room::make(s.w, rays::Shown::kVisual).value();
    const Shot shot = shoot(room, Camera(sensor.optics), s.rootT(sensor), {}).value();
    // 80 pixels aside are 80 / 100.5 rad; a pinhole would see by that tangent. Depth is along the axis all the same.
    for (const int aside : {0, 40, 80}) {
      const auto pixel = static_cast<std::size_t>(100 * 201 + 100 + aside);
      QVERIFY2(std::abs(shot.depth[pixel] - 2.0F) < 1e-4F, std::to_string(shot.depth[pixel]).c_str());
    }
    s.add("post", geometry::Box{Vec3(0.05, 0.05, 4)}, Pose::translation(2.0 * std::tan(80.0 / 100.5), 0, 0));
    const rays::Room with = rays::Room::make(s.w, rays::Shown::kVisual).value();
    const Shot seen = shoot(with, Camera(sensor.optics), s.rootT(sensor), {}).value();
    QVERIFY(seen.depth[100 * 201 + 100 + 80] < 1.99F && std::abs(seen.depth[100 * 201 + 100 + 60] - 2.0F) < 1e-4F);
    // Without a focal length the field of view is what is said, beyond half of the world too.
    for (const double fov : {1.5, 3.6}) {
      Scenery wide;
      wide.addSensor("watch", test::cameraComponent(300, 200, fov), {}, "0.05 -0.01 0 0");
      const Optics optics = sensorNamed(wide.w, "eye").value().optics;
      const auto edge = direction(optics, {300.0, 100.0});
      QVERIFY(edge && std::abs(std::atan2(edge->x(), edge->z()) - 0.5 * fov) < 1e-9);
    }
    for (const char* bad : {"0 0 0", "0 0 0 0 0", "0 0 x 0", "nan 0 0 0"}) {
      Scenery odd;
      odd.addSensor("watch", c, {}, bad);
      QVERIFY2(check(sensorNamed(odd.w, "eye").value()).failure->row == &failures::kLens, bad);
    }
  }

  // A wall straight ahead through a lens that keeps circles round: its depth is one along the axis all over the
  // picture.
  void aLensByAFunctionIsKeptWithItsObject() {
    Scenery s;
    s.add("floor", geometry::Box{Vec3(400, 400, 1)}, Pose::translation(0, 0, -0.5));
    const double post = 2.0 * std::tan(1.0);  // 57 degrees aside
    s.add("post", geometry::Box{Vec3(0.2, 0.2, 4)}, Pose::translation(post + 0.1, 0, 0));
    s.addSensor("watch", test::cameraComponent(301, 301, 2.4), test::lookingDown(0, 0, 2), "stereographic");
    const Sensor sensor = sensorNamed(s.w, "eye").value();
    QVERIFY(sensor.optics.lens == Lens::kFunction && check(sensor).ok());
    const double focal = 150.5 / (2.0 * std::tan(0.6));
    QVERIFY(std::abs(sensor.optics.fx - focal) < 1e-9);
    const rays::Room room = rays::Room::make(s.w, rays::Shown::kVisual).value();
    const Shot shot = shoot(room, Camera(sensor.optics), s.rootT(sensor), {}).value();
    // Where the post begins, and a pixel before it.
    const auto column = static_cast<std::size_t>(std::ceil(150.5 + 2.0 * focal * std::tan(0.5)));
    const std::size_t row = std::size_t{150} * 301;
    QVERIFY2(shot.depth[row + column] < 1.999F, std::to_string(shot.depth[row + column]).c_str());
    for (const std::size_t x : {std::size_t{20}, std::size_t{150}, column - 2})
      QVERIFY2(std::abs(shot.depth[row + x] - 2.0F) < 1e-3F, std::to_string(shot.depth[row + x]).c_str());
    const auto opticsWith = [](const char* text, double fov) {
      Scenery wide;
      wide.addSensor("watch", test::cameraComponent(300, 200, fov), {}, text);
      return sensorNamed(wide.w, "eye").value().optics;
    };
    // Of half the width where that is said, else so that the field of view is what is said.
    QCOMPARE(opticsWith("tan 2 2 0 0.5", 3.3).fx, 75.0);
    for (const char* text : {"stereographic", "equisolid_angle", "equidistant", "sin 1.2 3 0.1", "id 1 1 0 0 1.7"}) {
      const auto edge = direction(opticsWith(text, 3.3), {300.0, 100.0});
      QVERIFY2(edge && std::abs(std::atan2(edge->x(), edge->z()) - 1.65) < 1e-9, text);
    }
    for (const char* bad : {"tan 1", "sin 1 1 9", "stereographic x", "orthographic"}) {
      Scenery odd;
      odd.addSensor("watch", test::cameraComponent(300, 200, 3.3), {}, bad);
      QVERIFY2(check(sensorNamed(odd.w, "eye").value()).failure->row == &failures::kLens, bad);
    }
  }

  void sensorsThatCannotMeasureSaySo() {
    Scenery s;
    const auto rowOf = [&](const char* name, const test::Component& c) {
      s.addSensor(name, c, {});
      return check(sensorNamed(s.w, name).value()).failure->row;
    };
    QVERIFY(rowOf("huge", test::cameraComponent(9000, 10, 1.0)) == &failures::kPictureSize);
    const std::string size = check(sensorNamed(s.w, "huge").value()).line();
    QVERIFY2(size.find("9000 x 10") != std::string::npos, size.c_str());
    const double views[] = {3.1, 3.14159, 3.2};
    const char* names[] = {"a", "b", "c"};
    for (std::size_t i = 0; i < 3; ++i)
      QVERIFY(rowOf(names[i], test::cameraComponent(64, 48, views[i])) == &failures::kLens);
    QVERIFY(check(sensorNamed(s.w, "a").value()).line().find("field of view") != std::string::npos);
    test::Component clip = test::cameraComponent(64, 48, 1.0);
    clip.mutable_camera()->mutable_properties()->mutable_clip()->set_near(5.0);
    clip.mutable_camera()->mutable_properties()->mutable_clip()->set_far(5.0);
    QVERIFY(rowOf("clip", clip) == &failures::kClip);
    Sensor lens = sensorNamed(s.w, "huge").value();
    lens.optics = symmetricOptics(64, 48, 1.0);
    lens.optics.distortion[0] = std::nan("");
    QVERIFY(check(lens).failure->row == &failures::kLens);
    test::Component force;
    force.mutable_force_torque();
    QVERIFY(rowOf("force", force) == &failures::kSeesNothing);
  }
};

QTEST_APPLESS_MAIN(TestCamera)
#include "test_camera.moc"
