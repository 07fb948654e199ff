// SPDX-License-Identifier: Apache-2.0
// Boxes and cores never tell what the exact measure does not; with the code for every kind of processor the same bits.
// WW_PAIRS sets how many pairs are tried of each kind.
#include <fmt/format.h>

#include <QtTest>
#include <cmath>
#include <cstring>

#include "core/collision/contact.h"
#include "core/collision/cover/boxed.h"
#include "core/collision/narrow/body_distance.h"
#include "cover_shapes.h"

using namespace ww;
using namespace ww::collision;
using kinematics::Random;

namespace {

int pairs() { return qEnvironmentVariableIsSet("WW_PAIRS") ? qEnvironmentVariableIntValue("WW_PAIRS") : 3000; }

FlatPose flatOf(const Pose& pose) {
  FlatPose out;
  const Eigen::Matrix3d r = pose.q.toRotationMatrix();
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) out.r[3 * i + j] = r(i, j);
    out.p[i] = pose.p[i];
  }
  return out;
}

// A box of its own size at a place, its core as large.
struct Block {
  Vec3 half;
  Pose at;
  BodyShapePtr shape;
};

Block blockAt(const Vec3& half, const Pose& at) {
  return {half, at, test::prepared(test::placed(geometry::Box{2.0 * half}, Eigen::Affine3d::Identity()))};
}

void put(BoxGroup& g, int i, const Block& block) {
  const FlatPose t = flatOf(block.at);
  for (int k = 0; k < 9; ++k) g.r[k][i] = t.r[k];
  for (int k = 0; k < 3; ++k) {
    g.p[k][i] = t.p[k];
    g.half[k][i] = g.core[k][i] = block.half[k];
  }
  g.size = std::max(g.size, block.half.norm());
  g.count = std::max(g.count, i + 1);
}

Vec3 someHalf(Random& r) { return {r.uniform(0.01, 0.3), r.uniform(0.01, 0.3), r.uniform(0.01, 0.3)}; }

// Turned any way, or against the axes by hardly anything: then edges of two are parallel but for that.
Pose somePlace(Random& r, double range) {
  Pose out = test::randomPose(r, range);
  const std::uint64_t kind = r.next() % 3;
  if (kind == 0) return out;
  const double angle = kind == 1 ? 0.0 : std::pow(10.0, r.uniform(-12.0, -2.0));
  out.q = Quat(Eigen::AngleAxisd(angle, test::randomDirection(r))) *
          Quat(Eigen::AngleAxisd(0.5 * M_PI * static_cast<double>(r.next() % 4), Vec3::UnitZ()));
  return out;
}

bool sameBits(const BoxGroup& a, const BoxGroup& b) {
  for (int i = 0; i < a.count; ++i) {
    for (int k = 0; k < 9; ++k)
      if (std::memcmp(&a.r[k][i], &b.r[k][i], sizeof(double)) != 0) return false;
    for (int k = 0; k < 3; ++k)
      if (std::memcmp(&a.p[k][i], &b.p[k][i], sizeof(double)) != 0) return false;
  }
  return a.count == b.count;
}

// Of a body that is somewhere.
Boxed placed(const BodyShape& shape, const Pose& at, const CoverKernels& kernels) {
  const Boxed local = boxedOf(shape);
  Boxed out = local;
  local.carry(flatOf(at * shape.cover->get().body_t_box), kernels, out);
  return out;
}

}  // namespace

class TestBoxed : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyProcessorsCodeGivesTheSameBits() {
    Random random(21);
    const CoverKernels& plain = *coverKernels().front();
    for (const CoverKernels* k : coverKernels()) {
      for (int n = 0; n < 2000; ++n) {
        BoxGroup g{}, other{};
        const int count = 1 + static_cast<int>(random.next() % 8);
        for (int i = 0; i < count; ++i) put(g, i, {someHalf(random), somePlace(random, 0.4), nullptr});
        for (int i = 0; i < 8; ++i) put(other, i, {someHalf(random), somePlace(random, 0.4), nullptr});
        const int box = static_cast<int>(random.next() % 8);
        const double near = random.uniform(0.0, 0.1), limit = -random.uniform(1e-6, 0.05);
        const BoxBits found = k->boxes(g, other, box, near, limit), expected = plain.boxes(g, other, box, near, limit);
        QCOMPARE(found.near, expected.near);
        QCOMPARE(found.deep, expected.deep);
        QVERIFY(found.near >> count == 0 && found.deep >> count == 0 && (found.deep & ~found.near) == 0);
        const FlatPose t = flatOf(test::randomPose(random, 1.0));
        BoxGroup a = g, b = g;
        k->carryBoxes(g, t, a);
        plain.carryBoxes(g, t, b);
        QVERIFY(sameBits(a, b));
      }
    }
  }

  // Whatever they say of boxes is so by the exact measure, also of edges that are all but parallel; and they say it
  // nearly always.
  void boxesTellNoLies() {
    Random random(22);
    int deep = 0, told_deep = 0, apart = 0, told_apart = 0;
    for (int n = 0; n < pairs(); ++n) {
      const Block a = blockAt(someHalf(random), somePlace(random, 0.25)),
                  b = blockAt(someHalf(random), somePlace(random, 0.25));
      BoxGroup g{}, other{};
      put(g, 0, a);
      put(other, 0, b);
      const double near = n % 2 == 0 ? 1e-9 : 0.02;
      const BoxBits found = bestCoverKernels().boxes(g, other, 0, near, -kTouchDepth);
      const double d = bodyDistance(*a.shape, a.at, *b.shape, b.at, {}).distance;
      const auto what = fmt::format("pair {}: {} apart, near {}, deep {}", n, d, found.near, found.deep);
      if (found.near == 0) QVERIFY2(d > near - 1e-9, what.c_str());
      if (found.deep != 0) QVERIFY2(d < -kTouchDepth, what.c_str());
      deep += d < -1e-4 ? 1 : 0;
      told_deep += d < -1e-4 && found.deep != 0 ? 1 : 0;
      apart += d > 1e-3 && near < 1e-3 ? 1 : 0;
      told_apart += d > 1e-3 && near < 1e-3 && found.near == 0 ? 1 : 0;
    }
    qInfo("told %d of %d that overlap, %d of %d that are apart", told_deep, deep, told_apart, apart);
    QVERIFY(deep > pairs() / 20 && apart > pairs() / 20);
    QCOMPARE(told_deep, deep);
    QCOMPARE(told_apart, apart);
  }

  // Just in contact, from the axis across two edges: where a step too far would be a lie.
  void edgesThatTouchAreNotDeep() {
    Random random(23);
    for (int n = 0; n < pairs() / 4; ++n) {
      const Block a = blockAt(someHalf(random), Pose());
      Block b = blockAt(someHalf(random), somePlace(random, 0.2));
      const ConvexDistance d = bodyDistance(*a.shape, a.at, *b.shape, b.at, {});
      for (const double left : {-1e-6, 0.0, 1e-6}) {
        b.at.p = b.at.p - (d.distance - left) * d.normal;
        BoxGroup g{}, other{};
        put(g, 0, a);
        put(other, 0, b);
        const double now = bodyDistance(*a.shape, a.at, *b.shape, b.at, {}).distance;
        const BoxBits found = bestCoverKernels().boxes(g, other, 0, 1e-9, -kTouchDepth);
        if (now > -kTouchDepth) QCOMPARE(found.deep, 0U);
        if (now < 0.0) QCOMPARE(found.near, 1U);
        b.at.p = b.at.p + (d.distance - left) * d.normal;
      }
    }
  }

  // Of every two kinds of bodies.
  void verdictsHoldForAllShapes() {
    Random random(24);
    const auto shapes = test::coverShapes();
    std::vector<BodyShapePtr> bodies;
    for (const auto& [name, shape] : shapes) bodies.push_back(test::prepared(shape));
    int deep = 0, apart = 0, inner = 0, all = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      for (std::size_t j = i; j < bodies.size(); ++j) {
        for (int n = 0; n < std::max(4, pairs() / 300); ++n) {
          const Pose a = test::randomPose(random, 0.3), b = test::randomPose(random, 0.3);
          const CoverKernels& kernels = *coverKernels()[random.next() % coverKernels().size()];
          const Boxed one = placed(*bodies[i], a, kernels), other = placed(*bodies[j], b, kernels);
          const double margin = n % 2 == 0 ? 0.0 : 0.01, slack = 1e-9;
          const double limit = margin > 0.0 ? margin : -kTouchDepth;
          const CoverVerdict verdict = judgeBoxes(one, other, margin + slack, limit - slack, kernels);
          const bool meet = innerMeet(one, other, limit - slack, kernels);
          const double d =
              bodyDistance(*bodies[i], a, *bodies[j], b, {std::numeric_limits<double>::infinity(), limit}).distance;
          const auto what = fmt::format("{} and {}: {} apart", shapes[i].name, shapes[j].name, d);
          if (verdict == CoverVerdict::kApart) QVERIFY2(d > margin, what.c_str());
          if (verdict == CoverVerdict::kDeep || meet) QVERIFY2(d < limit, what.c_str());
          ++all;
          deep += verdict == CoverVerdict::kDeep ? 1 : 0;
          apart += verdict == CoverVerdict::kApart ? 1 : 0;
          inner += meet && verdict == CoverVerdict::kOpen ? 1 : 0;
        }
      }
    }
    qInfo("of %d pairs %d deep, %d apart by boxes; %d deep by spheres", all, deep, apart, inner);
    QVERIFY(deep > all / 20 && apart > all / 20 && inner > 0);
  }

  // Every point of a body is in one of its boxes; cores lie in it.
  void boxesHoldTheirBody() {
    Random random(25);
    for (const auto& [name, shape] : test::coverShapes()) {
      const BodyShapePtr body = test::prepared(shape);
      const Pose body_t_box = body->cover->get().body_t_box;
      const Boxed boxed = boxedOf(*body);
      QVERIFY(boxed.count >= 1);
      if (name == "many pieces") QCOMPARE(boxed.count, 21);
      const auto inSome = [&](const Vec3& p) {
        for (const BoxGroup& g : boxed.boxes) {
          for (int i = 0; i < g.count; ++i) {
            bool in = true;
            for (int k = 0; k < 3; ++k) {
              double along = 0.0;
              for (int j = 0; j < 3; ++j) along += g.r[3 * j + k][i] * (p[j] - g.p[j][i]);
              in = in && std::abs(along) <= g.half[k][i];
            }
            if (in) return true;
          }
        }
        return false;
      };
      for (int n = 0; n < 500; ++n)
        QVERIFY2(inSome(body_t_box.inverse() * test::randomPoint(*body, random)), name.c_str());
      for (const BoxGroup& g : boxed.boxes) {
        for (int i = 0; i < g.count; ++i) {
          for (unsigned corner = 0; g.core[0][i] > 0.0 && corner < 8; ++corner) {
            Vec3 p(g.p[0][i], g.p[1][i], g.p[2][i]);
            for (int k = 0; k < 3; ++k)
              for (int j = 0; j < 3; ++j) p[j] += ((corner >> k & 1U) != 0 ? 1 : -1) * g.r[3 * j + k][i] * g.core[k][i];
            QVERIFY2(test::distanceTo(*body, body_t_box * p) <= 1e-9, name.c_str());
          }
        }
      }
    }
  }
};

QTEST_GUILESS_MAIN(TestBoxed)
#include "test_boxed.moc"
