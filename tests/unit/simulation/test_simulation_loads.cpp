// SPDX-License-Identifier: Apache-2.0
// What force-torque sensors measure, at rest and in a simulation, against closed forms.
#include <cmath>

#include "core/geometry/wire_convert.h"
#include "core/session/object_properties.h"
#include "core/simulation/grip.h"
#include "core/simulation/load.h"
#include "core/simulation/moment.h"
#include "tests/unit/simulation/checks.h"
#include "tests/unit/simulation/lab.h"

using namespace ww;
using namespace ww::test;
using namespace ww::simulation;

namespace {

using ForceTorque = intrinsic_proto::world::SensorComponent::ForceTorque;
const Vec3 kDown(0, 0, -kG);

// The sensor "ft" on an entity of the object.
ForceTorque& addForceSensor(PhysicsCell::SceneObject& object, const std::string& on, const Pose& at = {}) {
  auto* sensor = object.add_entities();
  sensor->set_name("ft");
  sensor->set_parent_name(on);
  geometry::toWire(at, sensor->mutable_parent_t_this());
  return *sensor->mutable_sensor()->mutable_sensor_component()->mutable_force_torque();
}

// A mount that stands and weighs nothing, with the sensor, and a tool of 2 kg that is held beside it.
constexpr double kToolMass = 2.0;
const Vec3 kToolPlace(0.3, -0.1, 0.2);

void addWrist(PhysicsCell& cell, const Pose& root_t_mount, ForceTorque::Frame frame,
              ForceTorque::MeasureDirection direction) {
  auto mount = PhysicsCell::box("mount", kCube, 0.0, cell.store, true);
  ForceTorque& sensor = addForceSensor(mount, "body", turned(0.9, Vec3(0.01, 0.02, 0.05)));
  sensor.set_frame(frame);
  sensor.set_measure_direction(direction);
  const ObjectId on = cell.add("mount", mount, root_t_mount);
  cell.addSolid("tool", kCube, kToolMass, turned(0.4, kToolPlace), false, on);
}

// Two rods of 1 m on joints that turn about y, of 3 and 2 kg; the sensor on the joint or link that is named.
void addTwoRods(PhysicsCell& cell, const std::string& on) {
  samples::LinkSpec base, rod;
  base.mass = 5.0;
  rod.collision = {samples::boxAt(Vec3(0.02, 0.02, 0.9), Pose::translation(0, 0, -0.5))};
  samples::JointSpec joint;
  joint.axis = Vec3::UnitY();
  joint.lower = -3.0;
  joint.upper = 3.0;
  joint.velocity = 20.0;
  joint.acceleration = joint.jerk = 1000.0;
  joint.effort = 1000.0;
  samples::ObjectBuilder builder("rods", cell.store);
  rod.mass = 3.0;
  builder.link("base", "", base).joint("j1", "base", joint).link("rod1", "j1", rod);
  joint.parent_t_inboard = Pose::translation(0, 0, -1.0);
  rod.mass = 2.0;
  builder.joint("j2", "rod1", joint).link("rod2", "j2", rod);
  auto object = builder.finish().value();
  addForceSensor(object, on);
  const ObjectId rods = cell.add("rods", object, Pose::translation(0, 0, 3));
  cell.setJoints(rods, (JointVector(2) << 0.7, -1.1).finished());
}

Wrench atRest(const PhysicsCell& cell, EntityId sensor, const Vec3& gravity = kDown) {
  return restLoad(
      loadCutOf(cell.w, sensor).value(), [&](EntityId id) { return cell.w.rootT(id); }, gravity);
}

Wrench inPhysics(const Simulation& s) { return Loads::of(s).at(0).wrench; }

#define WW_SAME(got, expected, tolerance)                                                                      \
  do {                                                                                                         \
    const Vec3 ww_got = (got), ww_expected = (expected);                                                       \
    QVERIFY2((ww_got - ww_expected).norm() <= (tolerance), qPrintable(QStringLiteral("%1 %2 %3, not %4 %5 %6") \
                                                                          .arg(ww_got.x())                     \
                                                                          .arg(ww_got.y())                     \
                                                                          .arg(ww_got.z())                     \
                                                                          .arg(ww_expected.x())                \
                                                                          .arg(ww_expected.y())                \
                                                                          .arg(ww_expected.z())));             \
  } while (false)

}  // namespace

class TestSimulationLoads : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // A known mass at a known place, on a mount that is tilted: m g in the sensor's axes, and its lever.
  void aToolOnATiltedWrist() {
    PhysicsCell cell;
    addWrist(cell, turned(0.6, Vec3(1, 2, 3)), ForceTorque::FRAME_UNSPECIFIED,
             ForceTorque::MEASURE_DIRECTION_UNSPECIFIED);
    const EntityId ft = cell.entity("mount", "ft");
    const Pose sensor_t_root = cell.w.rootT(ft).inverse();
    const Vec3 force = kToolMass * (sensor_t_root.q * kDown);
    const Vec3 lever = sensor_t_root * cell.w.rootT(cell.id("tool")).p;
    const Wrench got = atRest(cell, ft);
    WW_SAME(got.force, force, 1e-12);
    WW_SAME(got.torque, lever.cross(force), 1e-12);
    WW_NEAR(got.force.norm(), 19.62, 1e-9);
    const Inertial hanging = hangingOn(loadCutOf(cell.w, ft).value(), [&](EntityId id) { return cell.w.rootT(id); });
    WW_NEAR(hanging.mass, kToolMass, 1e-12);
    WW_SAME(hanging.com, lever, 1e-12);
    // A cube's inertia is the same about all axes.
    QVERIFY((hanging.inertia - kToolMass * 0.01 / 6.0 * Eigen::Matrix3d::Identity()).norm() < 1e-9);
  }

  void framesAndDirections() {
    const Pose at = turned(0.6, Vec3(1, 2, 3));
    PhysicsCell plain;
    addWrist(plain, at, ForceTorque::FRAME_SENSOR, ForceTorque::MEASURE_DIRECTION_CHILD_TO_PARENT);
    PhysicsCell other;
    addWrist(other, at, ForceTorque::FRAME_CHILD, ForceTorque::MEASURE_DIRECTION_PARENT_TO_CHILD);
    const Wrench a = atRest(plain, plain.entity("mount", "ft")), b = atRest(other, other.entity("mount", "ft"));
    const Quat body_q_sensor = turned(0.9, Vec3::Zero()).q;
    WW_SAME(b.force, -(body_q_sensor * a.force), 1e-12);
    WW_SAME(b.torque, -(body_q_sensor * a.torque), 1e-12);
    // In the axes of the link below a joint, whatever the joint's angle.
    PhysicsCell rods;
    auto pendulum = PhysicsCell::pendulum(rods.store);
    addForceSensor(pendulum, "swing").set_frame(ForceTorque::FRAME_PARENT);
    const ObjectId object = rods.add("pendulum", pendulum, Pose::rotation(Vec3::UnitX(), 0.5));
    rods.setJoints(object, JointVector::Constant(1, 1.0));
    const LoadCut cut = loadCutOf(rods.w, rods.entity("pendulum", "ft")).value();
    QCOMPARE(cut.parent, rods.entity("pendulum", "base"));
    WW_SAME(atRest(rods, cut.sensor).force, Pose::rotation(Vec3::UnitX(), -0.5).q * kDown, 1e-12);
  }

  // Both joints by hand: weights and levers of what hangs on each.
  void twoRodsAtAngles() {
    const Vec3 end1 = Vec3(-std::sin(0.7), 0, -std::cos(0.7)), end2 = Vec3(std::sin(0.4), 0, -std::cos(0.4));
    for (const std::string on : {"j1", "rod1"}) {
      PhysicsCell cell;
      addTwoRods(cell, on);
      const EntityId ft = cell.entity("rods", "ft");
      const Vec3 force(0, 0, -5.0 * kG);
      const Vec3 torque = (0.5 * end1).cross(3.0 * kDown) + (end1 + 0.5 * end2).cross(2.0 * kDown);
      const Quat back = cell.w.rootT(ft).q.conjugate();
      WW_SAME(atRest(cell, ft).force, back * force, 1e-9);
      WW_SAME(atRest(cell, ft).torque, back * torque, 1e-9);
    }
    PhysicsCell cell;
    addTwoRods(cell, "j2");
    const EntityId ft = cell.entity("rods", "ft");
    const Quat back = cell.w.rootT(ft).q.conjugate();
    WW_SAME(atRest(cell, ft).force, back * Vec3(0, 0, -2.0 * kG), 1e-9);
    WW_SAME(atRest(cell, ft).torque, back * (0.5 * end2).cross(2.0 * kDown), 1e-9);
  }

  // Held where it is: what physics measures is what statics say, from the first moment on.
  void heldJointsMeasureWhatStaticsSay() {
    for (const std::string on : {"j1", "rod1", "j2"}) {
      PhysicsCell cell;
      addTwoRods(cell, on);
      const Wrench expected = atRest(cell, cell.entity("rods", "ft"));
      const auto s = cell.simulate();
      WW_SAME(inPhysics(*s).force, expected.force, 1e-9);
      WW_DONE(s->step(500));
      WW_SAME(inPhysics(*s).force, expected.force, 1e-3 * expected.force.norm());
      WW_SAME(inPhysics(*s).torque, expected.torque, 1e-3 * expected.torque.norm());
      QCOMPARE(Moments::of(*s).loads.size(), std::size_t{1});
    }
  }

  // A loose rod that swings: g cos(q) + w^2 r along it, and across it what its inertia leaves of gravity.
  void aSwingingRodPulls() {
    PhysicsCell cell;
    auto object = PhysicsCell::pendulum(cell.store);
    addForceSensor(object, "swing");
    const ObjectId pendulum = cell.add("pendulum", object, Pose::translation(0, 0, 3));
    cell.setJoints(pendulum, JointVector::Constant(1, 1.2));
    const auto s = cell.simulate(PhysicsCell::free());
    const double r = 0.5, inertia = 1.0 / 12.0 * (1.0 + 0.0004) + 0.25;  // about the joint
    double most = 0.0;
    for (int i = 0; i < 1000; ++i) {
      WW_DONE(s->step(1));
      const auto state = Moments::of(*s).joints.at(0);
      const double q = state.positions[0], w = state.velocities[0];
      const Wrench got = inPhysics(*s);
      WW_NEAR(-got.force.z(), kG * std::cos(q) + w * w * r, 0.05);
      WW_NEAR(std::abs(got.force.x()), kG * std::abs(std::sin(q)) * (1.0 - r * r / inertia), 0.05);
      QVERIFY(got.torque.norm() < 0.05);  // a loose joint passes none about its axis, nor any other here
      most = std::max(most, -got.force.z());
    }
    // At the lowest point, all of the height has become speed: g + 2 g (1 - cos 1.2) r^2 / inertia ... in numbers.
    WW_NEAR(most, kG * (1.0 + 2.0 * r * r / inertia * (1.0 - std::cos(1.2))), 0.05);
  }

  // Scales: what lies on them and what presses them.
  void whatLiesOnAScaleIsWeighed() {
    PhysicsCell cell;
    auto plate = PhysicsCell::box("plate", Vec3(0.4, 0.4, 0.02), 1.0, cell.store, true);
    addForceSensor(plate, "body");
    cell.add("plate", plate, Pose::translation(0, 0, 0.5));
    cell.addSolid("part", kCube, 0.7, Pose::translation(0.1, 0.05, 0.5601));
    const auto s = cell.simulate();
    WW_DONE(s->step(600));
    const double weight = 0.7 * kG;
    WW_SAME(inPhysics(*s).force, Vec3(0, 0, -weight - kG), 0.01);
    WW_SAME(inPhysics(*s).torque, Vec3(0.1, 0.05, 0).cross(Vec3(0, 0, -weight)), 0.01);
    BodyWrench press = push("part::body", Vec3(0, 0, -10), 0.4);
    press.reference_frame = "part";
    WW_DONE(s->applyBodyWrench(press));
    WW_DONE(s->step(300));
    WW_SAME(inPhysics(*s).force, Vec3(0, 0, -weight - kG - 10.0), 0.05);
    // Asleep, it lies there still.
    WW_DONE(s->step(6000));
    QVERIFY(s->asleep("part"));
    WW_SAME(inPhysics(*s).force, Vec3(0, 0, -weight - kG), 0.01);
  }

  void whatFallsFeelsNothing() {
    PhysicsCell cell;
    auto carrier = PhysicsCell::box("carrier", kCube, 1.0, cell.store);
    addForceSensor(carrier, "body");
    const ObjectId on = cell.add("carrier", carrier, turned(0.3, Vec3(0, 0, 5)));
    cell.addSolid("load", kCube, 2.0, Pose::translation(0.3, 0, 0), false, on);
    const auto s = cell.simulate(PhysicsCell::free());
    WW_DONE(s->step(100));
    QVERIFY(inPhysics(*s).force.norm() < 1e-6 && inPhysics(*s).torque.norm() < 1e-6);
    WW_FAILED(checkRests(cell.w, loadCutOf(cell.w, cell.entity("carrier", "ft")).value()), "simulation.load-loose");
  }

  // What is picked up hangs on the sensor, too, and what carries is no part of it.
  void whatIsHeldIsWeighed() {
    PhysicsCell cell;
    addTwoRods(cell, "j2");
    cell.addSolid("part", kCube, 0.5, Pose::translation(1, 0, 0.05));
    const auto s = cell.simulate();
    WW_DONE(s->step(50));
    WW_NEAR(inPhysics(*s).force.norm(), 2.0 * kG, 0.01);
    WW_DONE(Grips::hold(*s, cell.id("part"), cell.entity("rods", "rod2")));
    WW_DONE(s->step(500));
    WW_NEAR(inPhysics(*s).force.norm(), 2.5 * kG, 0.05);
  }

  void payloadsAndMassesThatCallsChange() {
    PhysicsCell cell;
    auto object = PhysicsCell::pendulum(cell.store);
    addForceSensor(object, "swing");
    const ObjectId pendulum = cell.add("pendulum", object, Pose::translation(0, 0, 3));
    session::Payload payload;
    payload.mass = 0.25;
    payload.center = Vec3(0, 0, -1);
    cell.apply(session::setPayload(*cell.w.peek(pendulum), payload));
    WW_NEAR(atRest(cell, cell.entity("pendulum", "ft")).force.norm(), 1.25 * kG, 1e-9);
    const auto s = cell.simulate();
    WW_DONE(s->step(100));
    WW_NEAR(inPhysics(*s).force.norm(), 1.25 * kG, 0.01);
    LinkProperties rod = s->linkProperties("pendulum::rod").value();
    rod.mass = 4.0;
    WW_DONE(s->setLinkProperties("pendulum::rod", rod));
    WW_DONE(s->step(100));
    WW_NEAR(inPhysics(*s).force.norm(), 4.25 * kG, 0.05);
  }

  // Where the flange is turned against the last link, its axes count.
  void payloadsAreInTheFlange() {
    PhysicsCell cell;
    auto object = PhysicsCell::pendulum(cell.store);
    addForceSensor(object, "swing");
    const ObjectId pendulum = cell.add("pendulum", object, Pose::translation(0, 0, 3));
    const Pose rod_t_flange{Vec3(0, 0, -1), Pose::rotation(Vec3::UnitY(), kPi / 2).q};
    cell.apply(session::createFrame(pendulum, cell.entity("pendulum", "rod"), "flange", rod_t_flange));
    session::Payload payload;
    payload.mass = 2.0;
    payload.center = Vec3(0, 0, 0.3);
    cell.apply(session::setPayload(*cell.w.peek(pendulum), payload));
    const Vec3 expected(0, 2.0 * kG * 0.3, 0);
    WW_SAME(atRest(cell, cell.entity("pendulum", "ft")).torque, expected, 1e-9);
    const auto s = cell.simulate();
    WW_DONE(s->step(100));
    WW_SAME(inPhysics(*s).torque, expected, 0.01);
    double held = 0.0;
    for (const NamedJoint& joint : s->jointStates()) held = joint.state.drive_force;
    WW_NEAR(held, -expected.y(), 0.01);
  }

  // The same bits whether or not somebody measures.
  void measuringChangesNothing() {
    PhysicsCell with, without;
    addTwoRods(with, "j1");
    QVERIFY(forceSensorsOf(with.w).size() == 1 && forceSensorsOf(without.w).empty());
    const auto a = with.simulate(), b = with.simulate();
    for (int i = 0; i < 50; ++i) {
      WW_DONE(a->step(1));
      (void)Loads::of(*a);
    }
    WW_DONE(b->step(50));
    QVERIFY(a->hash() == b->hash());
    a->reset();
    WW_SAME(inPhysics(*a).force, atRest(with, with.entity("rods", "ft")).force, 1e-9);
  }

  void whatCannotBeMeasuredIsSaid() {
    PhysicsCell cell;
    auto plate = PhysicsCell::box("plate", kCube, 0.0, cell.store, true);
    addForceSensor(plate, "body");
    const ObjectId on = cell.add("plate", plate);
    const EntityId ft = cell.entity("plate", "ft");
    LoadCut cut = loadCutOf(cell.w, ft).value();
    WW_FAILED(checkRests(cell.w, cut), "simulation.load-no-mass");
    QVERIFY(Loads::of(*cell.simulate()).empty());
    WW_FAILED(loadCutOf(cell.w, cell.entity("plate", "body")), "simulation.no-force-sensor");
    WW_FAILED(loadCutOf(cell.w, EntityId{999999}), "simulation.no-force-sensor");
    // The plate still says none, which is told.
    cell.addSolid("part", kCube, 1.0, Pose::translation(0, 0, 0.1), false, on);
    cut = loadCutOf(cell.w, ft).value();
    WW_DONE(checkRests(cell.w, cut));
    WW_FAILED(unweighed(cell.w, cut), "simulation.load-part");
    QVERIFY2(unweighed(cell.w, cut).line().find("plate:body") != std::string::npos,
             unweighed(cell.w, cut).line().c_str());
  }
};

QTEST_APPLESS_MAIN(TestSimulationLoads)
#include "test_simulation_loads.moc"
