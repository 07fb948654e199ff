// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <cmath>

#include "core/sensing/shot.h"
#include "tests/unit/sensing/sensing_worlds.h"

using namespace ww;
using namespace ww::sensing;
using ww::test::Scenery;

namespace {

rays::Instance plate(const Vec3& size, const Eigen::Isometry3d& at, const geometry::Color& color, std::uint64_t id) {
  auto out = std::make_shared<geometry::Geometry>();
  out->shape.primitives = {{geometry::Box{size}, Eigen::Affine3d::Identity()}};
  out->mesh = std::make_shared<const geometry::Mesh>(geometry::tessellate(out->shape));
  out->bounds = out->mesh->bounds();
  return {ObjectId{id}, EntityId{id}, out, Eigen::Affine3d(at), color};
}

constexpr geometry::Color kWhite{1.0f, 1.0f, 1.0f, 1.0f}, kBlack{0.1f, 0.1f, 0.1f, 1.0f};
constexpr double kTilt = 0.07;  // radians

// A white and a black plate at z = 0, whose common edge goes through the origin.
rays::Room twoPlates() {
  const Eigen::Isometry3d turned(Eigen::AngleAxisd(kTilt, Vec3::UnitZ()));
  const Eigen::Isometry3d left = turned * Eigen::Translation3d(-5, 0, -0.05);
  const Eigen::Isometry3d right = turned * Eigen::Translation3d(5, 0, -0.05);
  return rays::Room::of({plate(Vec3(10, 20, 0.1), left, kWhite, 1), plate(Vec3(10, 20, 0.1), right, kBlack, 2)})
      .value();
}

}  // namespace

class TestPicture : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // What corners of boards and tags are found by.
  void anEdgeIsWhereItIsToATenthOfAPixel() {
    const rays::Room room = twoPlates();
    Optics o = symmetricOptics(320, 240, 1.0);
    for (const Lens lens : {Lens::kPinhole, Lens::kBrown, Lens::kFisheye}) {
      o.lens = lens;
      o.distortion = {-0.2, 0.05, 0.0, 0.0, 0.0};
      if (lens == Lens::kPinhole) o.distortion = {};
      ShotOptions options;
      options.color = true;
      const Pose eye = test::lookingDown(0, 0, 3);
      const Shot shot = shoot(room, Camera(o), eye, options).value();
      const auto level = [&](int x, int y) {
        return static_cast<double>(shot.rgb[3 * static_cast<std::size_t>(y * 320 + x)]);
      };
      double sum = 0.0, worst = 0.0;
      for (int y = 0; y < o.height; ++y) {
        // The edge in the row's middle: found by walking along it.
        double low = -5.0, high = 5.0;
        const auto at = [&](double along) {
          return *project(o, eye.inverse() * Vec3(-along * std::sin(kTilt), along * std::cos(kTilt), 0.0));
        };
        for (int k = 0; k < 60; ++k) (at(0.5 * (low + high)).y() > y + 0.5 ? low : high) = 0.5 * (low + high);
        const double edge = at(low).x();
        const double white = level(0, y), black = level(319, y);
        double seen = 0.0;
        for (int x = 0; x < o.width; ++x) seen += (level(x, y) - black) / (white - black);
        sum += (seen - edge) * (seen - edge);
        worst = std::max(worst, std::abs(seen - edge));
      }
      const double rms = std::sqrt(sum / o.height);
      QVERIFY2(rms < 0.06 && worst < 0.15, qPrintable(QString("rms %1, worst %2 px").arg(rms).arg(worst)));
    }
  }

  void onlyColorsAreMixed() {
    const rays::Room room = twoPlates();
    const Camera camera(symmetricOptics(320, 240, 1.0));
    ShotOptions plain, colored;
    plain.normals = colored.normals = colored.color = true;
    const Pose eye = test::lookingDown(1, 0.2, 3);
    const Shot one = shoot(room, camera, eye, plain).value(), two = shoot(room, camera, eye, colored).value();
    QVERIFY(one.depth == two.depth);
    QVERIFY(one.objects == two.objects);
    QVERIFY(one.normals == two.normals);
  }

  // However many edges there are: the strongest ones get the rays.
  void aPictureFullOfEdgesIsTheSameOnOneThreadAndTwo() {
    std::vector<rays::Instance> instances;
    for (std::uint64_t i = 0; i < 200; ++i) {
      const double x = 0.02 * static_cast<double>(i) - 2.0;
      const Eigen::Isometry3d at(Eigen::Translation3d(x, 0, 0));
      instances.push_back(plate(Vec3(0.012, 5, 0.1), at, i % 3 == 0 ? kWhite : kBlack, i + 1));
    }
    const rays::Room room = rays::Room::of(std::move(instances)).value();
    const Camera camera(symmetricOptics(320, 240, 1.0));
    ShotOptions options;
    options.color = true;
    options.threads = 1;
    const Shot one = shoot(room, camera, test::lookingDown(0, 0, 2), options).value();
    options.threads = 2;
    QVERIFY(shoot(room, camera, test::lookingDown(0, 0, 2), options).value().rgb == one.rgb);
  }

  // Within a ball all is equally far.
  void aFisheyeCutsAtTheSameDistanceOnAllSides() {
    Scenery s;
    s.add("dome", geometry::Sphere{2.0}, Pose{});
    const rays::Room room = rays::Room::make(s.w, rays::Shown::kVisual).value();
    Optics o;
    o.width = o.height = 200;
    o.cx = o.cy = 100.0;
    o.fx = o.fy = 60.0;  // 95 degrees to each side
    o.lens = Lens::kFisheye;
    const std::pair<double, double> cuts[] = {{0.1, 1.99}, {0.1, 2.01}, {1.99, 3.0}, {2.01, 3.0}};
    for (const auto& [near, far] : cuts) {
      o.near = near, o.far = far;
      const Camera camera(o);
      const Shot shot = shoot(room, camera, {}, {}).value();
      const bool there = near < 2.0 && far > 2.0;
      for (std::size_t i = 0; i < shot.depth.size(); ++i) {
        QCOMPARE(std::isfinite(shot.depth[i]), there);
        const Vec3 dir = camera.rays.dir(i);
        if (there) QVERIFY(std::abs(static_cast<double>(shot.depth[i]) - 2.0 * dir.z() / dir.norm()) < 2e-6);
      }
    }
  }
};

QTEST_APPLESS_MAIN(TestPicture)
#include "test_picture.moc"
