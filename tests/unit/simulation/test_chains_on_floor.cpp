// SPDX-License-Identifier: Apache-2.0
// Long mechanisms that lie on something.
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <ctime>

#include "core/base/memory.h"
#include "tests/unit/simulation/lab.h"

using namespace ww;
using namespace ww::test;

namespace {

constexpr double kLink = 0.1, kThick = 0.02, kMass = 0.1;  // metres, kg

simulation::Material rough(double mu) {
  simulation::Material out;
  out.mu = out.mu2 = mu;
  return out;
}

// Along x, of boxes on joints that turn about y and z by turns, or about y alone; its base flies.
simulation::Assembly chainOf(int joints, const Pose& at, const simulation::Material& material = rough(0.5),
                             bool flat = false) {
  const Vec3 size(0.8 * kLink, kThick, kThick);
  Chain chain;
  for (int i = 0; i < joints; ++i)
    chain.joint(true, i % 2 && !flat ? Vec3::UnitZ() : Vec3::UnitY(),
                Pose::translation(i == 0 ? 0.5 * kLink : kLink, 0, 0), boxInertial(kMass, size));
  simulation::Assembly out = chain.assembly;
  out.floating = true;
  out.root_t_base = at;
  simulation::Part base;
  base.entity = EntityId{99};
  out.pieces.front() = {base.entity, {base}};
  for (simulation::Piece& piece : out.pieces) {
    simulation::Part& part = piece.parts.front();
    part.inertial = boxInertial(kMass, size);
    const bool is_base = &piece == &out.pieces.front();
    part.inertial.com = is_base ? Vec3(Vec3::Zero()) : Vec3(0.5 * kLink, 0, 0);
    part.material = material;
    part.solids = {boxSolid(size, Pose{part.inertial.com, Quat::Identity()})};
  }
  return out;
}

Pose lying(double above = 0.0) { return Pose::translation(0, 0, 0.5 * kThick + above); }

// Seconds of the processor.
double now() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

double usualStep(Lab& lab) {
  std::vector<double> took;
  for (int i = 0; i < 9; ++i) {
    const double began = now();
    lab.run(lab.dt);
    took.push_back(now() - began);
  }
  std::ranges::sort(took);
  return took[4];
}

}  // namespace

class TestChainsOnFloor : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Points of contact were solved by all speeds of the chain for each of their rows: more than a hundred times as slow
  // as in the air.
  void lyingIsNotMuchSlowerThanFlying() {
    constexpr int kJoints = 200;
    keepFreedMemory();  // as the program does
    simulation::PhysicsProperties awake;
    awake.ode.auto_disable_bodies = false;
    Lab air(awake), floor(awake);
    air.add(chainOf(kJoints, lying(100.0)));
    floor.ground(rough(1.0));
    floor.add(chainOf(kJoints, lying()));
    floor.run(0.02);
    const double flying = usualStep(air), resting = usualStep(floor);
    QVERIFY2(resting < 60.0 * flying, qPrintable(QStringLiteral("%1 s, not %2 s").arg(resting).arg(flying)));
  }

  // v^2 / (2 mu g), aside, as a short one does, which Bullet solves.
  void slidesAsFarAsOneBody_data() {
    QTest::addColumn<int>("joints");
    QTest::newRow("short") << 10;
    QTest::newRow("long") << 30;
  }
  void slidesAsFarAsOneBody() {
    QFETCH(int, joints);
    const double mu = 0.5, v = 2.0;
    Lab lab;
    lab.ground(rough(1.0));
    simulation::Assembly chain = chainOf(joints, lying(), rough(mu), true);
    chain.velocity = Vec3(0, v, 0);
    const int body = lab.add(chain);
    lab.run(1.0);
    const double wanted = v * v / (2.0 * mu * kG);
    for (const int piece : {0, joints / 2, joints}) {
      const Vec3 got = lab.pose(body, piece).p - Vec3(piece == 0 ? 0.0 : (piece - 0.5) * kLink, 0, 0.5 * kThick);
      QVERIFY2(std::abs(got.y() - wanted) < 0.005 * wanted && std::abs(got.x()) < 1e-3 && std::abs(got.z()) < 1e-4,
               qPrintable(QStringLiteral("%1 %2 %3").arg(got.x()).arg(got.y() - wanted).arg(got.z())));
    }
  }

  // On a slope it stays up to the friction, and slides as it must beyond.
  void staysAndSlidesOnSlopes() {
    const double mu = 0.5;
    for (const double factor : {0.98, 1.2}) {
      const Pose slope = Pose::rotation(Vec3::UnitY(), std::atan(factor * mu));
      Lab lab;
      lab.ground(rough(1.0), slope);
      const int body = lab.add(chainOf(30, slope * lying(), rough(mu)));
      lab.run(1.0);
      const double got = (slope.q.conjugate() * lab.pose(body).p).x();
      const double sine = std::sin(std::atan(factor * mu)), cosine = std::cos(std::atan(factor * mu));
      const double wanted = factor < 1.0 ? 0.0 : 0.5 * kG * (sine - mu * cosine);
      QVERIFY2(std::abs(got - wanted) < std::max(1e-4, 0.01 * wanted),
               qPrintable(QStringLiteral("%1, not %2").arg(got).arg(wanted)));
    }
  }

  // What the floor bears is its weight, and each point says so.
  void theFloorBearsItsWeight() {
    Lab lab;
    lab.ground(rough(1.0));
    lab.add(chainOf(30, lying(0.05)));
    lab.run(1.0);
    Vec3 sum = Vec3::Zero();
    for (const simulation::ContactPoint& point : lab.engine.contacts())
      sum += (point.b.value >= 99 && point.b.value < 1000 ? -1.0 : 1.0) * point.force;
    const double weight = 31 * kMass * kG;
    QVERIFY2(std::abs(std::abs(sum.z()) - weight) < 1e-3 * weight, qPrintable(QString::number(sum.z())));
    QVERIFY(std::hypot(sum.x(), sum.y()) < 1e-2 * weight);
  }

  // Bounces by its restitution, and springs give way by what they bear: m g / (points * k).
  void bouncesAndGivesWay() {
    Lab lab;
    simulation::Material ball = rough(0.5);
    ball.restitution = 0.5;
    lab.ground(ball);
    const int body = lab.add(chainOf(30, lying(0.2), ball));
    double fastest = 0.0, up = 0.0;
    lab.run(0.3, [&] {
      const double speed = lab.speed(body).z();
      fastest = std::min(fastest, speed);
      up = std::max(up, speed);
    });
    QVERIFY2(std::abs(up + 0.5 * fastest) < 0.02 * up, qPrintable(QStringLiteral("%1 %2").arg(up).arg(fastest)));
    Lab soft;
    simulation::Material spring = rough(0.5);
    spring.kp = 500.0;
    spring.kd = 20.0;
    soft.ground(rough(1.0));
    const int on = soft.add(chainOf(30, lying(), spring));
    soft.run(2.0);
    const double depth = 0.5 * kThick - soft.pose(on, 15).p.z(), wanted = kMass * kG / (4.0 * 500.0);
    QVERIFY2(std::abs(depth - wanted) < 0.02 * wanted, qPrintable(QStringLiteral("%1 %2").arg(depth).arg(wanted)));
  }

  // At rest it takes no time, until something pushes it, falls on it, or takes the floor away.
  void sleepsAndWakes() {
    Lab lab;
    const int floor = lab.ground(rough(1.0));
    const int body = lab.add(chainOf(30, lying(0.01)));
    lab.run(1.5);
    QVERIFY(lab.engine.asleep(body));
    const Sha256 before = lab.engine.hash();
    lab.run(0.5);
    QVERIFY(lab.engine.hash() == before);
    lab.engine.addForce({body, 15}, Vec3(0, 0, 50), lab.pose(body, 15).p, Vec3::Zero());
    lab.run(0.01);
    QVERIFY(!lab.engine.asleep(body));
    lab.run(1.5);
    QVERIFY(lab.engine.asleep(body));
    const int ball = lab.ball(0.05, 1.0, Vec3(1.5, 0, 0.3));
    double speed = 0.0;
    lab.run(0.4, [&] { speed = std::max(speed, lab.engine.state({body, 15}).twist.linear.norm()); });
    QVERIFY2(speed > 1e-3, qPrintable(QString::number(speed)));
    lab.engine.remove(ball);
    lab.run(1.5);
    QVERIFY(lab.engine.asleep(body));
    lab.engine.remove(floor);
    lab.run(0.2);
    QVERIFY2(std::abs(lab.pose(body, 15).p.z() - 0.5 * kThick + 0.5 * kG * 0.04) < 5e-3,
             qPrintable(QString::number(lab.pose(body, 15).p.z())));
  }

  // What begins deep in the floor comes out of it without being thrown.
  void comesOutOfTheFloorGently() {
    Lab lab;
    lab.ground(rough(1.0));
    const int body = lab.add(chainOf(30, lying(-0.005)));
    double fastest = 0.0;
    lab.run(1.0, [&] { fastest = std::max(fastest, lab.speed(body).z()); });
    QVERIFY2(fastest < 0.3, qPrintable(QString::number(fastest)));
    QVERIFY2(std::abs(lab.pose(body).p.z() - 0.5 * kThick) < 2e-4, qPrintable(QString::number(lab.pose(body).p.z())));
  }
};

QTEST_GUILESS_MAIN(TestChainsOnFloor)
#include "test_chains_on_floor.moc"
