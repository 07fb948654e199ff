// SPDX-License-Identifier: Apache-2.0
// Mechanisms against formulas. The numbers are those of the list of truths.
#include <cmath>

#include "tests/unit/simulation/reference_arm.h"
#include "tests/unit/simulation/truth.h"

using namespace ww;
using namespace ww::test;
using simulation::Axis;

namespace {

using List = std::vector<Measured>;
constexpr double kBall = 1e-3;  // kg m^2, of the ball at the end of the pendulum about itself

Chain pendulum(double angle) {
  Chain chain;
  chain.joint(true, Vec3::UnitY(), {}, pointMass(1.0, Vec3(0, 0, -1), kBall));
  chain.last().position = angle;
  return chain;
}

// The mean of `count` periods of joint 0.
double periodOf(Lab& lab, int body, int count) {
  std::vector<double> crossings;
  double before = lab.engine.joint(body, 0).position;
  while (static_cast<int>(crossings.size()) <= count && lab.now() < 60.0) {
    lab.run(lab.dt);
    const double q = lab.engine.joint(body, 0).position;
    if (before > 0.0 && q <= 0.0) crossings.push_back(lab.now() - lab.dt * q / (q - before));
    before = q;
  }
  return (crossings.back() - crossings.front()) / static_cast<double>(crossings.size() - 1);
}

List pendulumPeriod(double angle, double tolerance) {
  Lab lab;
  const int body = lab.add(pendulum(angle).assembly);
  const double expected = 4.0 * std::sqrt((1.0 + kBall) / kG) * std::comp_ellint_1(std::sin(angle / 2.0));
  return {{"period", expected, periodOf(lab, body, 5), tolerance}};
}
List smallSwing() { return pendulumPeriod(0.1, 1e-5); }
List wideSwing() { return pendulumPeriod(1.5, 1e-5); }

List pendulumEnergy() {
  Lab lab;
  lab.add(pendulum(1.5).assembly);
  const auto energy = [&lab] {
    const simulation::Energy e = lab.engine.energy();
    return e.kinetic + e.potential;
  };
  const double before = energy(), range = kG * (1.0 - std::cos(1.5));
  lab.run(60.0);
  return {{"energy", before, energy(), 2e-3 * range}};
}

List doublePendulumEnergy() {
  Lab lab;
  Chain chain = pendulum(1.5);
  chain.joint(true, Vec3::UnitY(), Pose::translation(0, 0, -1), pointMass(1.0, Vec3(0, 0, -1), kBall));
  lab.add(chain.assembly);
  const double before = lab.engine.energy().potential;
  double worst = 0.0;
  lab.run(10.0, [&] {
    const simulation::Energy e = lab.engine.energy();
    worst = std::max(worst, std::abs(e.kinetic + e.potential - before));
  });
  return {{"off at most, as a share of what it has to give", 0.0, worst / (3.0 * kG), 0.02}};
}

List heavyTop() {
  Lab lab;
  Chain chain;
  const simulation::Inertial ring = pointMass(1e-6, Vec3::Zero(), 1e-9);
  chain.joint(true, Vec3::UnitZ(), {}, ring).joint(true, Vec3::UnitY(), {}, ring);
  chain.joint(true, Vec3::UnitX(), {}, {1.0, Vec3(0.1, 0, 0), Vec3(0.005, 0.0025, 0.0025).asDiagonal()});
  const double spin = 100.0, precession = kG * 0.1 / (0.005 * spin);
  chain.assembly.axes[0].velocity = precession;
  chain.assembly.axes[2].velocity = spin;
  const int top = lab.add(chain.assembly);
  lab.run(2.0);
  return {share("precession", precession, lab.engine.joint(top, 0).position / 2.0, 5e-3)};
}

// Let go from rest it nods as well, up to 40 rad/s beside the 100 of its disk: nothing of that is gained or lost.
List heavyTopLetGo() {
  List out;
  for (const double spin : {20.0, 100.0, 300.0}) {
    Lab lab;
    Chain chain;
    const simulation::Inertial ring = pointMass(0.1, Vec3::Zero(), 1e-4);
    chain.joint(true, Vec3::UnitZ(), {}, ring).joint(true, Vec3::UnitY(), {}, ring);
    chain.joint(true, Vec3::UnitX(), {}, {1.0, Vec3(0.1, 0, 0), Vec3(0.005, 0.0025, 0.0025).asDiagonal()});
    chain.assembly.axes[2].velocity = spin;
    lab.add(chain.assembly);
    const auto energy = [&lab] { return lab.engine.energy().kinetic + lab.engine.energy().potential; };
    const double before = energy();
    double worst = 0.0, turning = 0.0;
    lab.run(10.0, [&] {
      worst = std::max(worst, std::abs(energy() - before));
      turning = std::max(turning, std::abs(lab.engine.energy().angular_momentum.z()));
    });
    const std::string name = std::to_string(static_cast<int>(spin)) + " rad/s: ";
    out.push_back({name + "energy off at most, J", 0.0, worst, 2e-2 * kG * 0.1});
    out.push_back({name + "angular momentum about the vertical", 0.0, turning, 1e-2 * 0.005 * spin});
  }
  return out;
}

List limit() {
  Lab lab;
  Chain chain = pendulum(1.5);
  chain.last().lower = 0.5;
  const int body = lab.add(chain.assembly);
  double deepest = 0.0;
  lab.run(5.0, [&] { deepest = std::max(deepest, 0.5 - lab.engine.joint(body, 0).position); });
  return {{"overshoot", 0.0, deepest, 0.01}, {"rest", 0.5, lab.engine.joint(body, 0).position, 1e-6}};
}

// A wheel that is turned without weight.
struct Wheel {
  Lab lab{1e-3, Vec3::Zero()};
  Chain chain;
  int body = -1;
  explicit Wheel(double inertia, double speed) {
    chain.joint(true, Vec3::UnitZ(), {}, pointMass(1.0, Vec3::Zero(), inertia));
    chain.last().velocity = speed;
  }
  void add() { body = lab.add(chain.assembly); }
  double speed() const { return lab.engine.joint(body, 0).velocity; }
};

List damping() {
  Wheel wheel(0.1, 10.0);
  wheel.chain.last().damping = 0.1;
  wheel.add();
  wheel.lab.run(0.5);
  Wheel stiff(0.1, 10.0);
  stiff.chain.last().damping = 1e6;  // an explicit torque would blow up
  stiff.add();
  stiff.lab.run(0.5);
  return {share("speed", 10.0 * std::exp(-0.5), wheel.speed(), 0.02), {"stiff", 0.0, stiff.speed(), 1e-6}};
}

List dryFriction() {
  Wheel wheel(0.1, 10.0);
  wheel.chain.last().friction = 1.0;
  wheel.add();
  wheel.lab.run(0.5);
  const double half_way = wheel.speed();
  wheel.lab.run(1.0);
  List out = {{"half way", 5.0, half_way, 1e-4}, {"at the end", 0.0, wheel.speed(), 1e-9}};
  Lab lab;
  Chain loaded = pendulum(kPi / 2.0);
  loaded.last().friction = 1.05 * kG;
  const int body = lab.add(loaded.assembly);
  lab.run(5.0);
  out.push_back({"holds a load", kPi / 2.0, lab.engine.joint(body, 0).position, 1e-9});
  return out;
}

List effort() {
  Wheel wheel(0.55, 0.0);
  wheel.add();
  for (int i = 0; i < 500; ++i) {
    wheel.lab.engine.addEffort(wheel.body, 0, 3.0);
    wheel.lab.engine.step();
  }
  return {{"speed", 3.0 * 0.5 / 0.55, wheel.speed(), 1e-6}};
}

List jointSpring() {
  Wheel wheel(0.1, 0.0);
  wheel.chain.last().spring_stiffness = 80.0;
  wheel.chain.last().position = 0.1;
  wheel.add();
  return {share("period", 2.0 * kPi * std::sqrt(0.1 / 80.0), periodOf(wheel.lab, wheel.body, 20), 1e-4)};
}

// Two cranks and what joins them, closed by a tie: all swings as one pendulum.
List fourBar() {
  Lab lab;
  const double l = 0.2, crank = 0.5, coupler = 1.0;
  const simulation::Inertial rod{crank, Vec3(0, 0, -l / 2), crank * l * l / 12.0 * Eigen::Matrix3d::Identity()};
  Chain chain;
  chain.joint(true, Vec3::UnitY(), {}, rod);
  chain.joint(true, Vec3::UnitY(), Pose::translation(0, 0, -l), pointMass(coupler, Vec3(0.25, 0, 0), 0.02), 1);
  chain.joint(true, Vec3::UnitY(), Pose::translation(0.5, 0, 0), rod, 0);
  const double a = 0.05;
  chain.assembly.axes[0].position = a;
  chain.assembly.axes[1].position = -a;
  chain.assembly.axes[2].position = a;
  chain.assembly.ties.push_back({2, 3, Vec3(0.5, 0, 0), Vec3(0, 0, -l)});
  const int body = lab.add(chain.assembly);
  double open = 0.0;
  const double period = periodOf(lab, body, 8);
  lab.run(2.0, [&] {
    open = std::max(open, (lab.pose(body, 2) * Vec3(0.5, 0, 0) - lab.pose(body, 3) * Vec3(0, 0, -l)).norm());
  });
  const double inertia = 2.0 * crank * l * l / 3.0 + coupler * l * l, pull = kG * l * (crank + coupler);
  return {{"closed", 0.0, open, 1e-5},
          share("period", 2.0 * kPi * std::sqrt(inertia / pull) * (1.0 + a * a / 16.0), period, 2e-4)};
}

List chainWithLoad() {
  Lab lab;
  Chain chain;
  for (int i = 0; i < 10; ++i)
    chain.joint(true, i % 2 ? Vec3::UnitX() : Vec3::UnitY(), Pose::translation(0, 0, i == 0 ? 0.0 : -0.1),
                pointMass(i == 9 ? 1000.0 : 0.1, Vec3(0, 0, -0.1), 1e-4));
  chain.assembly.axes[0].position = 0.3;
  const int body = lab.add(chain.assembly);
  double longest = 0.0;
  lab.run(3.0, [&] { longest = std::max(longest, lab.engine.centerOfMass({body, 10}).norm()); });
  return {{"length", 1.0, longest, 1e-3}};
}

// A finger's speed and effort limits, and the joint that follows with half of it the other way round.
List servoAndFollower() {
  Lab lab;
  Chain chain;
  chain.joint(false, Vec3::UnitX(), {}, pointMass(0.5, Vec3::Zero(), 1e-3));
  chain.joint(false, Vec3::UnitX(), {}, pointMass(0.5, Vec3::Zero(), 1e-3), 0);
  Axis& follower = chain.last();
  follower.leader = 0;
  follower.multiplier = -0.5;
  follower.offset = 0.02;
  follower.position = 0.02;
  const int body = lab.add(chain.assembly);
  lab.engine.drive(body, 0, {true, 0.05, 100.0, 0.2});
  double fastest = 0.0;
  lab.run(1.0, [&] { fastest = std::max(fastest, std::abs(lab.engine.joint(body, 0).velocity)); });
  return {{"at its target", 0.05, lab.engine.joint(body, 0).position, 1e-6},
          {"no faster than its limit", 0.2, fastest, 1e-6},
          {"the follower", 0.02 - 0.025, lab.engine.joint(body, 1).position, 1e-6}};
}

// A step of 1.5 rad with all that a drive can, which then brakes in time: without and with a load of half of it.
List servoAtItsLimit() {
  List out;
  for (const double g : {0.0, kG}) {
    Lab lab(1e-3, Vec3(0, 0, -g));
    Chain chain;
    chain.joint(true, Vec3::UnitY(), {}, pointMass(1.0, Vec3(0.5, 0, 0), 0.01));
    const int body = lab.add(chain.assembly);
    lab.engine.drive(body, 0, {true, 1.5, 10.0, 1e3});
    double farthest = 0.0, rings = 0.0;
    lab.run(3.0, [&] {
      const double q = lab.engine.joint(body, 0).position;
      farthest = std::max(farthest, q);
      if (lab.now() > 1.5) rings = std::max(rings, std::abs(q - 1.5));
    });
    out.push_back({"no farther than its target", 1.5, farthest, 5e-3});
    out.push_back({"at rest there", 0.0, rings, 1e-6});
  }
  return out;
}

// How far a cube of 2 kg slips down between two fingers that lift it, of some seconds. It takes 19.62 N to hold it.
double slipAt(double force, bool soft, double seconds) {
  simulation::Material pad;
  pad.mu = pad.mu2 = 0.5;
  if (soft) pad.kp = 3e4, pad.kd = 1e3;
  Lab lab;
  Chain chain;
  chain.joint(false, Vec3::UnitZ(), {}, pointMass(1.0, Vec3::Zero(), 1e-2));
  for (const double side : {-1.0, 1.0}) {
    chain.joint(false, Vec3(-side, 0, 0), Pose::translation(side * 0.065, 0, 0),
                boxInertial(0.2, Vec3(0.02, 0.04, 0.08)), 1);
    chain.lastPiece().parts.front().solids = {boxSolid(Vec3(0.02, 0.04, 0.08))};
    chain.lastPiece().parts.front().material = pad;
  }
  const int hand = lab.add(chain.assembly);
  simulation::Material cube_material = pad;
  cube_material.kp.reset();
  const int cube = lab.box(Vec3::Constant(0.1), 2.0, Pose::translation(0, 0, 0), cube_material);
  const int table = lab.box(Vec3(1, 1, 0.1), 0.0, Pose::translation(0, 0, -0.1), cube_material);
  (void)table;
  double held_at = 0.0, slip = 0.0;
  lab.run(seconds, [&] {
    for (const int finger : {1, 2}) lab.engine.addEffort(hand, finger, force);
    const double t = std::clamp((lab.now() - 0.5) / 1.5, 0.0, 1.0);
    lab.engine.drive(hand, 0, {true, 0.3 * t * t * (3.0 - 2.0 * t), 1e6, 1e6});
    const double apart = lab.place(cube).z() - lab.engine.joint(hand, 0).position;
    if (lab.steps == 500) held_at = apart;
    slip = held_at - apart;
  });
  return slip;
}

constexpr double kNeeded = 2.0 * kG / (2.0 * 0.5);               // N of each finger, at rest
constexpr double kLifting = 1.0 + 6.0 * 0.3 / (1.5 * 1.5) / kG;  // times as much where the lift is steepest

List gripper() {
  List out;
  for (const bool soft : {true, false}) {
    const std::string pads = soft ? "soft pads, " : "rigid pads, ";
    for (const double force : {15.0, 0.95 * kNeeded})
      out.push_back({pads + "too weak: it falls", 1.0, slipAt(force, soft, 3.0) > 0.05 ? 1.0 : 0.0, 0.0});
    for (const double force : {1.05 * kLifting * kNeeded, 25.0, 50.0, 100.0})
      out.push_back({pads + std::to_string(force) + " N", 0.0, slipAt(force, soft, soft ? 3.0 : 10.0), 1e-4});
  }
  return out;
}

// A six-axis arm under a PD law, against the equations of motion solved by others.
List arm() {
  const ReferenceArm reference;
  Lab lab;
  const int body = lab.add(reference.chain().assembly);
  const JointVector target = (JointVector(6) << 0.5, -0.6, 0.8, 0.3, -0.4, 1.0).finished();
  const auto torque = [&](const JointVector& q, const JointVector& v) {
    JointVector kp(6), kd(6);
    kp << 400, 400, 300, 60, 20, 2;
    kd << 60, 60, 40, 4, 1, 0.2;
    return JointVector(kp.cwiseProduct(target - q) - kd.cwiseProduct(v));
  };
  JointVector q = JointVector::Zero(6), v = JointVector::Zero(6);
  List out;
  const auto here = [&] {
    JointVector at(6);
    for (int i = 0; i < 6; ++i) at[i] = lab.engine.joint(body, i).position;
    return at;
  };
  for (const double until : {0.2, 1.0, 20.0}) {
    while (lab.now() < until - 1e-9) {
      JointVector speed(6);
      for (int i = 0; i < 6; ++i) speed[i] = lab.engine.joint(body, i).velocity;
      const JointVector tau = torque(here(), speed);
      for (int i = 0; i < 6; ++i) lab.engine.addEffort(body, i, tau[i]);
      lab.run(lab.dt);
      reference.integrate(q, v, lab.dt, torque);
    }
    out.push_back({"farthest joint after " + std::to_string(until), 0.0, (here() - q).cwiseAbs().maxCoeff(),
                   until > 5.0 ? 1e-4 : 3e-3});
  }
  return out;
}

constexpr Truth kTruths[] = {
    {"21 small swing", smallSwing},
    {"22 wide swing", wideSwing},
    {"23 pendulum's energy", pendulumEnergy},
    {"24 double pendulum's energy", doublePendulumEnergy},
    {"26 heavy top", heavyTop},
    {"26 heavy top let go", heavyTopLetGo},
    {"29 limit", limit},
    {"30 damping", damping},
    {"31 dry friction", dryFriction},
    {"32 effort", effort},
    {"33 spring", jointSpring},
    {"35 four-bar linkage", fourBar},
    {"37 chain with a load", chainWithLoad},
    {"servo and follower", servoAndFollower},
    {"servo at its limit", servoAtItsLimit},
    {"39 gripper", gripper},
    {"43 six-axis arm", arm},
};

}  // namespace

class TestTruthJoints : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void truth_data() { addTruths(kTruths); }
  void truth() { checkTruth(kTruths); }
};

QTEST_GUILESS_MAIN(TestTruthJoints)
#include "test_truth_joints.moc"
