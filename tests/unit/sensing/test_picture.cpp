// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <Eigen/Dense>
#include <cmath>

#include "core/sensing/cloud.h"
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

// Where four squares meet, near `at`: each change of brightness around it is square to the way there (Foerstner and
// Guelch 1987). Pixels, the first one's centre at 0.5.
Vec2 cornerNear(const Shot& shot, int width, Vec2 at) {
  constexpr int kReach = 7;
  const auto level = [&](int x, int y) {
    return static_cast<double>(
        shot.rgb[3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x))]);
  };
  for (int turn = 0; turn < 10; ++turn) {
    const int column = static_cast<int>(std::floor(at.x())), row = static_cast<int>(std::floor(at.y()));
    Eigen::Matrix2d sum = Eigen::Matrix2d::Zero();
    Vec2 towards = Vec2::Zero();
    for (int y = row - kReach; y <= row + kReach; ++y)
      for (int x = column - kReach; x <= column + kReach; ++x) {
        const Vec2 change(level(x + 1, y) - level(x - 1, y), level(x, y + 1) - level(x, y - 1));
        const Vec2 here(x + 0.5, y + 0.5);
        const Eigen::Matrix2d weighed = std::exp(-(here - at).squaredNorm() / 18.0) * change * change.transpose();
        sum += weighed;
        towards += weighed * here;
      }
    at = sum.ldlt().solve(towards);
  }
  return at;
}

// A line through pixels by the least sum of squares: how long a unit is, and where 0 lies.
std::pair<double, double> lineThrough(const std::vector<Vec2>& units, const std::vector<Vec2>& pixels, int axis) {
  const auto count = static_cast<Eigen::Index>(units.size());
  Eigen::MatrixX2d a(count, 2);
  Eigen::VectorXd b(count);
  for (Eigen::Index i = 0; i < count; ++i) {
    a.row(i) << units[static_cast<std::size_t>(i)][axis], 1.0;
    b[i] = pixels[static_cast<std::size_t>(i)][axis];
  }
  const Eigen::Vector2d out = a.colPivHouseholderQr().solve(b);
  return {out[0], out[1]};
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

  // What a calibration does with it: corners are found in the picture, and the focal length fits them.
  void theCornersOfABoardGiveTheFocalLength() {
    constexpr double kSide = 0.05;
    std::vector<rays::Instance> squares;
    for (int i = 0; i < 9; ++i)
      for (int j = 0; j < 7; ++j) {
        const Eigen::Isometry3d at(Eigen::Translation3d((i + 0.5) * kSide, (j + 0.5) * kSide, -0.005));
        squares.push_back(plate(Vec3(kSide, kSide, 0.01), at, (i + j) % 2 ? kBlack : kWhite, squares.size() + 1));
      }
    const rays::Room room = rays::Room::of(std::move(squares)).value();
    ShotOptions options;
    options.color = true;
    for (const Lens lens : {Lens::kPinhole, Lens::kBrown}) {
      Optics o = symmetricOptics(640, 480, 0.9);
      o.lens = lens;
      if (lens == Lens::kBrown) o.distortion = {-0.28, 0.07, 0.001, -0.0007, 0.0};
      Optics unit = o;
      unit.fx = unit.fy = 1.0;
      unit.cx = unit.cy = 0.0;
      const Camera camera(o);
      std::vector<Vec2> units, pixels;
      double squared = 0.0;
      for (const auto& [axis, angle] :
           {std::pair(Vec3(1, 0, 0), 0.35), {Vec3(0, 1, 0.1), 0.4}, {Vec3(1, 1, 2), -0.3}}) {
        const Pose eye = Pose::translation(4.5 * kSide, 3.5 * kSide, 0.0) * Pose::rotation(axis.normalized(), angle) *
                         test::lookingDown(0, 0, 0.6);
        const Shot shot = shoot(room, camera, eye, options).value();
        for (int i = 1; i < 9; ++i)
          for (int j = 1; j < 7; ++j) {
            const Vec3 corner = eye.inverse() * Vec3(i * kSide, j * kSide, 0.0);
            const auto truth = project(o, corner);
            if (!truth || (*truth - Vec2(320, 240)).cwiseAbs().x() > 300 || std::abs(truth->y() - 240) > 220) continue;
            pixels.push_back(cornerNear(shot, o.width, *truth + Vec2(1.3, -0.9)));
            units.push_back(*project(unit, corner));
            squared += (pixels.back() - *truth).squaredNorm();
          }
      }
      QVERIFY2(units.size() > 120, qPrintable(QString::number(units.size())));
      const double rms = std::sqrt(squared / static_cast<double>(units.size()));
      const auto [fx, cx] = lineThrough(units, pixels, 0);
      const auto [fy, cy] = lineThrough(units, pixels, 1);
      qInfo("corners within %.3f px, f %.3f and %.3f of %.3f, centre %.3f %.3f", rms, fx, fy, o.fx, cx, cy);
      QVERIFY(rms < 0.15);
      QVERIFY(std::abs(fx / o.fx - 1.0) < 0.002 && std::abs(fy / o.fy - 1.0) < 0.002);
      QVERIFY(std::abs(cx - o.cx) < 0.15 && std::abs(cy - o.cy) < 0.15);
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

  // What is aside is as far off as what is ahead, and what lies behind is no point in the lens.
  void theNoiseOfAWideLensIsAlongItsRays() {
    Scenery s;
    s.add("dome", geometry::Sphere{2.0}, Pose{});
    const rays::Room room = rays::Room::make(s.w, rays::Shown::kVisual).value();
    Optics o = symmetricOptics(201, 201, 1.0);
    o.fx = o.fy = 60.0;
    o.lens = Lens::kFisheye;
    ShotOptions options;
    options.depth_noise = {.on = true, .stddev = 0.01};
    const Camera camera(o);
    const Shot shot = shoot(room, camera, {}, options).value();
    double sum = 0.0, squares = 0.0;
    const Cloud cloud = cloudOf(camera, shot);
    for (const Eigen::Vector3f& p : cloud.points) {
      const double off = static_cast<double>(p.norm()) - 2.0;
      QVERIFY2(std::abs(off) < 0.06, qPrintable(QString::number(off)));
      sum += off, squares += off * off;
    }
    const auto count = static_cast<double>(cloud.points.size());
    QVERIFY(count > 40'000.0 && std::abs(sum / count) < 4.0 * 0.01 / std::sqrt(count));
    QVERIFY(std::abs(std::sqrt(squares / count) - 0.01) < 4.0 * 0.01 / std::sqrt(2.0 * count) + 1e-5);
    o.far = 1.0;
    const Shot nothing = shoot(room, Camera(o), {}, options).value();
    for (const float depth : nothing.depth) QVERIFY(std::isinf(depth) && depth > 0.0f);
  }
};

QTEST_APPLESS_MAIN(TestPicture)
#include "test_picture.moc"
