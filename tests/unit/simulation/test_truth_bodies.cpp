// SPDX-License-Identifier: Apache-2.0
// Free bodies against formulas: what the engine and our settings of it must get right. The numbers are those of the
// list of truths.
#include <cmath>

#include "core/collision/shapes/body_shape.h"
#include "tests/unit/simulation/truth.h"

using namespace ww;
using namespace ww::test;
using simulation::Material;

namespace {

using List = std::vector<Measured>;

Material bouncing(double e, double mu = 0.0) {
  Material m;
  m.mu = m.mu2 = mu;
  m.restitution = e;
  return m;
}

List freeFall() {
  Lab lab;
  const int ball = lab.ball(0.1, 1.0, Vec3(0, 0, 10));
  lab.run(1.0);
  const double fallen = lab.place(ball).z() - 10.0;
  return {{"as the rule of integration has it", -0.5 * kG * (1.0 + lab.dt), fallen, 1e-9},
          share("as Galilei has it", -0.5 * kG, fallen, 1e-3 * (1.0 + 1e-9))};
}

List projectile() {
  Lab lab;
  const int ball = lab.ball(0.1, 1.0, Vec3::Zero(), {}, Vec3(5, 0, 5));
  Vec3 before = Vec3::Zero();
  double range = 0.0;
  lab.run(1.2, [&] {
    const Vec3 p = lab.place(ball);
    if (before.z() > 0.0 && p.z() <= 0.0) range = before.x() + (p.x() - before.x()) * before.z() / (before.z() - p.z());
    before = p;
  });
  return {share("range", 2.0 * 25.0 / kG, range, 2e-3)};
}

List collisionInLine() {
  List out;
  for (const double e : {1.0, 0.5, 0.0}) {
    Lab lab(1e-3, Vec3::Zero());
    const int a = lab.ball(0.1, 1.0, Vec3(-0.5, 0, 0), bouncing(e), Vec3(2, 0, 0));
    const int b = lab.ball(0.1, 3.0, Vec3::Zero(), bouncing(e));
    lab.run(1.0);
    const double va = lab.speed(a).x(), vb = lab.speed(b).x();
    out.push_back({"momentum", 2.0, va + 3.0 * vb, 1e-12});
    out.push_back({"light ball", (1.0 - 3.0 * e) / 4.0 * 2.0, va, 1e-9});
    out.push_back({"heavy ball", (1.0 + e) / 4.0 * 2.0, vb, 1e-9});
  }
  return out;
}

List obliqueElastic() {
  Lab lab(1e-3, Vec3::Zero());
  const int a = lab.ball(0.1, 1.0, Vec3(-0.5, 0.1, 0), bouncing(1.0), Vec3(2, 0, 0));
  const int b = lab.ball(0.1, 1.0, Vec3::Zero(), bouncing(1.0));
  lab.run(1.0);
  return {{"energy", 2.0, lab.engine.energy().kinetic, 1e-6},
          {"they part at a right angle", 0.0, lab.speed(a).dot(lab.speed(b)), 1e-2}};
}

// A hundredth of a millimetre apart, as balls that touch hit all at once.
List cradle() {
  Lab lab(1e-3, Vec3::Zero());
  std::vector<int> balls;
  for (int i = 0; i < 5; ++i)
    balls.push_back(lab.ball(0.1, 1.0, Vec3(i == 0 ? -0.5 : 0.20001 * (i - 1), 0, 0), bouncing(1.0),
                             Vec3(i == 0 ? 1.0 : 0.0, 0, 0)));
  lab.run(1.0);
  List out;
  for (int i = 0; i < 5; ++i)
    out.push_back(
        {"ball " + std::to_string(i), i == 4 ? 1.0 : 0.0, lab.speed(balls[static_cast<std::size_t>(i)]).x(), 1e-3});
  return out;
}

List momentumWithFriction() {
  Lab lab(1e-3, Vec3::Zero());
  lab.ball(0.1, 1.0, Vec3(-0.5, 0.08, 0), bouncing(0.5, 0.5), Vec3(2, 0, 0), Vec3(0, 0, 5));
  lab.ball(0.1, 2.0, Vec3::Zero(), bouncing(0.5, 0.5));
  const simulation::Energy before = lab.engine.energy();
  lab.run(1.0);
  const simulation::Energy after = lab.engine.energy();
  return {{"momentum", 0.0, (after.momentum - before.momentum).norm(), 1e-12},
          {"angular momentum", 0.0, (after.angular_momentum - before.angular_momentum).norm(), 1e-3}};
}

// A box that is spun about its middle axis turns over again and again.
List turnsOver() {
  Lab lab(1e-3, Vec3::Zero());
  simulation::Inertial body{1.0, Vec3::Zero(), Vec3(0.01, 0.02, 0.03).asDiagonal()};
  const int top = lab.body(body, {}, {}, {}, Vec3::Zero(), Vec3(0.01, 5.0, 0.0));
  int flips = 0;
  bool up = true;
  const double before = lab.engine.energy().angular_momentum.norm();
  lab.run(20.0, [&] {
    const Vec3 turn = lab.pose(top).q.conjugate() * lab.turning(top);
    if ((turn.y() > 0.0) != up) ++flips, up = !up;
  });
  // By Euler's equations, integrated to 1e-12 in steps of 10 us.
  Vec3 w(0.01, 5.0, 0.0);
  const Vec3 moments(0.01, 0.02, 0.03);
  const auto rate = [&](const Vec3& v) { return Vec3(-v.cross(moments.cwiseProduct(v)).cwiseQuotient(moments)); };
  int expected = 0;
  bool was = true;
  for (int i = 0; i < 200000; ++i) {
    const double h = 1e-4;
    const Vec3 a = rate(w), b = rate(w + 0.5 * h * a), c = rate(w + 0.5 * h * b), d = rate(w + h * c);
    w += h / 6.0 * (a + 2.0 * b + 2.0 * c + d);
    if ((w.y() > 0.0) != was) ++expected, was = !was;
  }
  const double after = lab.engine.energy().angular_momentum.norm();
  return {{"flips in 20 s", static_cast<double>(expected), static_cast<double>(flips), 0.0},
          {"there are some", 1.0, expected > 1 ? 1.0 : 0.0, 0.0},
          share("angular momentum", before, after, 1e-9)};
}

// About no main axis, fast: what turns by itself loses nothing and gains nothing.
List tumbles() {
  List out;
  for (const double fast : {10.0, 50.0, 100.0}) {
    Lab lab(1e-3, Vec3::Zero());
    const simulation::Inertial body{1.0, Vec3::Zero(), Vec3(0.01, 0.02, 0.03).asDiagonal()};
    lab.body(body, {}, {}, {}, Vec3::Zero(), Vec3(1.0, fast, 1.0));
    const simulation::Energy before = lab.engine.energy();
    double momentum = 0.0, energy = 0.0;
    lab.run(10.0, [&] {
      const simulation::Energy now = lab.engine.energy();
      momentum = std::max(momentum, (now.angular_momentum - before.angular_momentum).norm());
      energy = std::max(energy, std::abs(now.kinetic - before.kinetic));
    });
    const std::string at = " at " + std::to_string(static_cast<int>(fast)) + " rad/s";
    out.push_back({"angular momentum off at most" + at, 0.0, momentum, 1e-9 * before.angular_momentum.norm()});
    out.push_back({"energy off at most" + at, 0.0, energy, 1e-2 * before.kinetic});
  }
  return out;
}

List wrench() {
  Lab lab(1e-3, Vec3::Zero());
  const Vec3 size(0.2, 0.3, 0.4);
  const int box = lab.box(size, 2.0, {});
  const double inertia = boxInertial(2.0, size).inertia(2, 2);
  for (int i = 0; i < 100; ++i) {
    lab.engine.addForce({box, 0}, Vec3(3, 0, 0), lab.place(box), Vec3(0, 0, 0.5));
    lab.engine.step();
  }
  return {{"v = F n dt / m", 3.0 * 0.1 / 2.0, lab.speed(box).x(), 1e-9},
          {"w = T n dt / I", 0.5 * 0.1 / inertia, lab.turning(box).z(), 1e-9}};
}

// A force beside the centre of mass turns, too; two forces add up.
List wrenchesAddUp() {
  Lab lab(1e-3, Vec3::Zero());
  const int box = lab.box(Vec3(0.2, 0.2, 0.2), 1.0, Pose::translation(1, 2, 3));
  lab.engine.addForce({box, 0}, Vec3(10, 0, 0), Vec3(1, 2.1, 3), Vec3::Zero());
  lab.engine.addForce({box, 0}, Vec3(0, 20, 0), Vec3(1, 2, 3), Vec3::Zero());
  lab.engine.step();
  const double inertia = boxInertial(1.0, Vec3::Constant(0.2)).inertia(2, 2);
  return {{"x", 0.01, lab.speed(box).x(), 1e-12},
          {"y", 0.02, lab.speed(box).y(), 1e-12},
          {"turning", -10.0 * 0.1 * 1e-3 / inertia, lab.turning(box).z(), 1e-12}};
}

// An angle of 10 x 10 x 2 cm, 2 cm thick, as triangles: its centre of mass is outside of it.
simulation::Solid angleSolid() {
  const std::vector<Eigen::Vector2d> corners = {{0, 0}, {0.1, 0}, {0.1, 0.02}, {0.02, 0.02}, {0.02, 0.1}, {0, 0.1}};
  auto mesh = std::make_shared<geometry::Mesh>();
  for (const double z : {-0.01, 0.01})
    for (const auto& c : corners) mesh->vertices.emplace_back(c.x(), c.y(), z);
  for (std::uint32_t i = 1; i < 5; ++i) {
    mesh->triangles.push_back({0, i + 1, i});
    mesh->triangles.push_back({6, i + 6, i + 7});
  }
  for (std::uint32_t i = 0; i < 6; ++i) {
    const std::uint32_t next = (i + 1) % 6;
    mesh->triangles.push_back({i, next, next + 6});
    mesh->triangles.push_back({i, next + 6, i + 6});
  }
  geometry::Geometry geometry;
  geometry.mesh = std::move(mesh);
  return collision::prepare(geometry, Eigen::Affine3d::Identity())->pieces.front();
}

simulation::Inertial at(simulation::Inertial inertial, const Vec3& com) {
  inertial.com = com;
  return inertial;
}

// In a step of 1 ms it goes farther than it and the wall are thick. Parts stand where their files have them: seldom
// with their centre of mass in their origin.
List partsAtThinWalls() {
  List out;
  for (const double speed : {30.0, 100.0}) {
    Lab lab(1e-3, Vec3::Zero());
    lab.body({}, {boxSolid(Vec3(4, 4, 2e-3))}, {});
    const auto thrown = [&](const Vec3& com, std::vector<simulation::Solid> solids, double x) {
      return lab.body(at(boxInertial(0.1, Vec3::Constant(0.05)), com), std::move(solids),
                      Pose::translation(x, 0, 0.413), {}, Vec3(0, 0, -speed));
    };
    const int aside = thrown(Vec3(0.3, 0, 0), {boxSolid(Vec3(0.02, 0.02, 0.01), Pose::translation(0.3, 0, 0))}, -1.0);
    const int pair = thrown(Vec3::Zero(),
                            {boxSolid(Vec3(0.02, 0.02, 0.02), Pose::translation(0.03, 0, 0)),
                             boxSolid(Vec3(0.02, 0.02, 0.02), Pose::translation(-0.03, 0, 0))},
                            0.0);
    const int angle = thrown(Vec3(0.038, 0.038, 0), {angleSolid()}, 1.0);
    double aside_past = 0.0, pair_past = 0.0, angle_past = 0.0;
    lab.run(0.1, [&] {
      aside_past = std::max(aside_past, -lab.place(aside).z());
      pair_past = std::max(pair_past, -lab.place(pair).z());
      angle_past = std::max(angle_past, -lab.place(angle).z());
    });
    const std::string name = " past the middle of the wall, " + std::to_string(speed) + " m/s";
    out.push_back({"box beside its origin" + name, 0.0, aside_past, 1e-4});
    out.push_back({"two boxes" + name, 0.0, pair_past, 1e-4});
    out.push_back({"angle of triangles" + name, 0.0, angle_past, 1e-4});
  }
  return out;
}

// In a step of 1 ms it goes farther than it and the wall are thick.
List thinWalls() {
  List out;
  for (const double speed : {5.4, 30.0, 100.0}) {
    for (const double thick : {1e-3, 5e-3}) {
      Lab lab(1e-3, Vec3::Zero());
      lab.body({}, {boxSolid(Vec3(2, 2, thick))}, {});
      const Vec3 velocity(0, 0, -speed);
      const int ball = lab.ball(0.01, 0.1, Vec3(0.5, 0, 0.4), {}, velocity);
      const int sheet = lab.box(Vec3(0.05, 0.05, 0.004), 0.1, Pose::translation(-0.5, 0, 0.4), {}, velocity);
      double ball_past = 0.0, sheet_past = 0.0;
      lab.run(0.3, [&] {
        ball_past = std::max(ball_past, -lab.place(ball).z());
        sheet_past = std::max(sheet_past, -lab.place(sheet).z());
      });
      const std::string at = std::to_string(speed) + " m/s at " + std::to_string(1e3 * thick) + " mm";
      out.push_back({"ball past the middle of the wall, " + at, 0.0, ball_past, 1e-4});
      out.push_back({"sheet past the middle of the wall, " + at, 0.0, sheet_past, 1e-4});
    }
  }
  return out;
}

// What goes on slowly does not fall asleep on the way, and what rests does.
List slowThings() {
  List out;
  const auto box = [](Lab& lab, double z, const simulation::Material& material, const Vec3& velocity) {
    return lab.box(Vec3(0.1, 0.1, 0.1), 1.0, Pose::translation(0, 0, z), material, velocity);
  };
  for (const double speed : {2e-3, 1e-2}) {
    Lab lab;
    simulation::Material belt;
    belt.surface_velocity = Vec3(speed, 0, 0);
    lab.ground(belt);
    const int rider = box(lab, 0.05, {}, Vec3::Zero());
    lab.run(10.0);
    out.push_back(share("rides", 10.0 * speed, lab.place(rider).x(), 0.02));
  }
  Lab weak(1e-3, Vec3(0, 0, -0.005));
  const int falling = box(weak, 10.0, {}, Vec3::Zero());
  weak.run(10.0);
  out.push_back(share("falls", 0.25, 10.0 - weak.place(falling).z(), 0.01));
  Lab lab;
  simulation::Material ice;
  ice.mu = ice.mu2 = 0.0;
  lab.ground(ice);
  const int glider = box(lab, 0.05, ice, Vec3(0.015, 0, 0));
  const int rests = lab.box(Vec3(0.1, 0.1, 0.1), 1.0, Pose::translation(0, 5, 0.05));
  lab.run(10.0);
  out.push_back(share("glides", 0.15, lab.place(glider).x(), 0.02));
  out.push_back({"sleeps", 1.0, lab.engine.asleep(rests) ? 1.0 : 0.0, 0.0});
  return out;
}

// With the centre of mass over the edge it tips, else it stands.
List centerOfMass() {
  List out;
  for (const double off : {0.09, 0.11}) {
    Lab lab;
    lab.ground();
    simulation::Inertial inertial = boxInertial(1.0, Vec3(0.2, 0.2, 0.2));
    inertial.com = Vec3(off, 0, 0);
    const int box = lab.body(inertial, {boxSolid(Vec3(0.2, 0.2, 0.2))}, Pose::translation(0, 0, 0.1));
    lab.run(2.0);
    const double tilt = std::acos(std::clamp(lab.pose(box).q.toRotationMatrix()(2, 2), -1.0, 1.0));
    out.push_back({"tilt with the centre at " + std::to_string(off), off < 0.1 ? 0.0 : kPi / 2.0, tilt, 0.02});
  }
  return out;
}

// An inertia that is not along the axes: torque about z turns as the full tensor says.
List rotatedInertia() {
  Lab lab(1e-3, Vec3::Zero());
  const Eigen::Matrix3d r = Quat(Eigen::AngleAxisd(0.6, Vec3(1, 2, 3).normalized())).toRotationMatrix();
  const Eigen::Matrix3d inertia = r * Vec3(0.01, 0.02, 0.025).asDiagonal() * r.transpose();
  const int body = lab.body({1.0, Vec3(0.1, 0, 0), inertia}, {}, {});
  lab.engine.addForce({body, 0}, Vec3::Zero(), lab.place(body), Vec3(0, 0, 1));
  lab.engine.step();
  const Vec3 expected = 1e-3 * (inertia.inverse() * Vec3(0, 0, 1));
  return {
      // It has turned by 5e-5 rad within the step.
      {"turning", 0.0, (lab.turning(body) - expected).norm(), 4e-6},
      {"the origin moves about the centre", 0.0, (lab.speed(body) - expected.cross(Vec3(-0.1, 0, 0))).norm(), 1e-6}};
}

Sha256 pile() {
  Lab lab;
  lab.ground();
  for (int i = 0; i < 12; ++i)
    lab.box(Vec3(0.2, 0.2, 0.1), 1.0, Pose::translation(0.03 * (i % 3), 0.02 * (i % 4), 0.06 + 0.12 * i));
  lab.run(1.5);
  return lab.engine.hash();
}

List sameBits() { return {{"two runs of one pile", 0.0, pile() == pile() ? 0.0 : 1.0, 0.0}}; }

// Half the time step, half the error.
List convergence() {
  const auto error = [](double dt) {
    Lab lab(dt);
    const int ball = lab.ball(0.1, 1.0, Vec3(0, 0, 10), {}, Vec3(1, 0, 2));
    lab.run(1.0);
    return std::abs(lab.place(ball).z() - (10.0 + 2.0 - 0.5 * kG));
  };
  List out;
  for (const double dt : {0.01, 0.005, 0.0025}) out.push_back({"ratio", 2.0, error(dt) / error(0.5 * dt), 0.05});
  return out;
}

constexpr Truth kTruths[] = {
    {"1 free fall", freeFall},
    {"2 projectile", projectile},
    {"15 collision in line", collisionInLine},
    {"16 oblique elastic collision", obliqueElastic},
    {"17 cradle", cradle},
    {"18 momentum with friction", momentumWithFriction},
    {"25 turns over", turnsOver},
    {"25 tumbles", tumbles},
    {"34 wrench", wrench},
    {"34 wrenches add up", wrenchesAddUp},
    {"fast through thin walls", thinWalls},
    {"parts at thin walls", partsAtThinWalls},
    {"slow things", slowThings},
    {"40 centre of mass", centerOfMass},
    {"40 rotated inertia", rotatedInertia},
    {"41 same bits", sameBits},
    {"42 convergence", convergence},
};

}  // namespace

class TestTruthBodies : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void truth_data() { addTruths(kTruths); }
  void truth() { checkTruth(kTruths); }
};

QTEST_GUILESS_MAIN(TestTruthBodies)
#include "test_truth_bodies.moc"
