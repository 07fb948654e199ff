// SPDX-License-Identifier: Apache-2.0
// Each operation in its plain case, at an edge, and refused: what the table in core/simulation/GAZEBO_MSGS.md names.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/simulation/failures.h"
#include "core/simulation/script.h"
#include "tests/unit/simulation/checks.h"
#include "worldwright/v1/simulation.pb.h"

using namespace ww;
using namespace ww::test;
using namespace ww::simulation;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

class TestSimulationOperations : public QObject {
  Q_OBJECT

 private:
  // A pendulum, a crate in the air and a wall; nothing is held, and there is no floor.
  std::unique_ptr<Simulation> world(PhysicsCell& cell) {
    cell.add("arm", PhysicsCell::pendulum(cell.store), Pose::translation(0, 0, 2));
    cell.addSolid("crate", kCube, 2.0, Pose::translation(3, 0, 5));
    cell.addSolid("wall", kCube, 1.0, Pose::translation(6, 0, 0), true);
    SimulationOptions options = PhysicsCell::free();
    options.physics.gravity.setZero();
    return cell.simulate(options);
  }

 private Q_SLOTS:
  // All that there is to say of physics is said, not the last alone.
  void strongGravityHidesNothing() {
    PhysicsCell cell;
    const auto s = world(cell);
    worldwright::v1::SetPhysicsPropertiesRequest request;
    request.set_time_step(0.1);
    request.mutable_gravity()->set_z(-9810.0);
    worldwright::v1::SimulationReply reply;
    WW_DONE(perform(*s, request, &reply));
    const std::string& told = reply.status_message();
    QVERIFY2(told.find("is coarse") != std::string::npos, told.c_str());
    QVERIFY2(told.find("times that of the earth") != std::string::npos, told.c_str());
  }

  // Who reads a model for a script gets the files that it names.
  void scriptsHaveFiles() {
    PhysicsCell cell;
    const auto s = world(cell);
    worldwright::v1::SimulationOperation operation;
    operation.mutable_spawn_model()->set_model_xml("<sdf/>");
    (*operation.mutable_spawn_model()->mutable_files())["arm/a.stl"] = "solid";
    std::string file;
    const ReadModel read = [&file](const worldwright::v1::SpawnModelRequest& request) -> Result<SpawnSource> {
      file = request.files().at("arm/a.stl");
      return fail(failures::kNoSource);
    };
    worldwright::v1::SimulationReply reply;
    QVERIFY(!performOperation(*s, operation, read, &reply).ok());
    QCOMPARE(file, std::string("solid"));
  }

  // A comma in a name begins no column.
  void namesInCsv() {
    worldwright::v1::SimulationRecord record;
    record.add_frames()->add_models()->set_name("a,\"b\"");
    const std::string text = csvOf(record);
    QVERIFY2(text.find(",model,\"a,\"\"b\"\"\",0,0,0") != std::string::npos, text.c_str());
  }

  void modelProperties() {
    PhysicsCell cell;
    const auto s = world(cell);
    WW_GOT(const ModelProperties arm, s->modelProperties("arm"));
    QCOMPARE(arm.canonical_body_name, std::string("base"));
    QVERIFY(has(arm.body_names, "rod") && has(arm.joint_names, "swing") && !arm.is_static);
    QVERIFY(arm.parent_model_name.empty() && arm.child_model_names.empty());
    QVERIFY(s->modelProperties("wall")->is_static);
    // What hangs on another has a parent, and is its child.
    PhysicsCell nested;
    const ObjectId table = nested.addSolid("table", kCube, 5.0);
    nested.addSolid("lamp", kCube, 1.0, Pose::translation(0, 0, 0.1), false, table);
    const auto on_table = nested.simulate(PhysicsCell::free());
    QVERIFY(has(on_table->modelProperties("table")->child_model_names, "lamp"));
    QCOMPARE(on_table->modelProperties("table/lamp")->parent_model_name, std::string("table"));
    WW_FAILED(s->modelProperties("crat"), "simulation.no-such-model");
  }

  void worldProperties() {
    PhysicsCell cell;
    const auto s = world(cell);
    QCOMPARE(s->time(), 0.0);
    QVERIFY(has(s->modelNames(), "wall"));
    WW_DONE(s->spawnCopy("other", "crate", PhysicsCell::at(Pose::translation(9, 0, 5))));
    WW_DONE(s->remove("wall"));
    QVERIFY(has(s->modelNames(), "other") && !has(s->modelNames(), "wall"));
    WW_DONE(s->step(250));
    WW_NEAR(s->time(), 0.25, 1e-12);
  }

  void deleteModel() {
    PhysicsCell cell;
    const auto s = world(cell);
    WW_DONE(s->remove("crate"));
    WW_FAILED(s->linkState("crate::body", ""), "simulation.no-such-model");
    // Once more, and while something pushes it.
    WW_FAILED(s->remove("crate"), "simulation.no-such-model");
    WW_DONE(s->applyJointEffort("swing", 1.0, {0.0, -1.0}));
    WW_DONE(s->remove("arm"));
    WW_DONE(s->step(10));
    QVERIFY(s->jointStates().empty());
  }

  void linkProperties() {
    PhysicsCell cell;
    const auto s = world(cell);
    WW_GOT(LinkProperties crate, s->linkProperties("crate::body"));
    WW_NEAR(crate.mass, 2.0, 1e-12);
    crate.mass = 4.0;
    WW_DONE(s->setLinkProperties("crate::body", crate));
    WW_DONE(s->applyBodyWrench(push("crate::body", Vec3(8, 0, 0), 0.1)));
    WW_DONE(s->step(200));
    WW_NEAR(s->linkState("crate::body", "")->twist.linear.x(), 8.0 * 0.1 / 4.0, 1e-9);
    // Of what stands: it is kept, and said to have no effect.
    WW_GOT(const LinkProperties wall, s->linkProperties("wall::body"));
    WW_GOT(const StatusMessage said, s->setLinkProperties("wall::body", wall));
    QVERIFY2(plain(said).find("wall") != std::string::npos, plain(said).c_str());
    WW_FAILED(s->linkProperties("nobody"), "simulation.no-such-link");
    WW_FAILED(s->setLinkProperties("crate::lid", crate), "simulation.no-such-link");
    crate.mass = -1.0;
    WW_FAILED(s->setLinkProperties("crate::body", crate), "simulation.out-of-range");
    WW_NEAR(s->linkProperties("crate::body")->mass, 4.0, 1e-12);
  }

  void linkState() {
    PhysicsCell cell;
    const auto s = world(cell);
    WW_GOT(StateIn state, s->linkState("crate::body", "arm::rod"));
    state.pose.p.x() += 1.0;
    WW_DONE(s->setLinkState("crate::body", state));
    WW_NEAR(s->linkState("crate::body", "")->pose.p.x(), 4.0, 1e-12);
    WW_FAILED(s->linkState("crate::body", "nowhere"), "simulation.no-such-frame");
    WW_FAILED(s->setLinkState("nobody", state), "simulation.no-such-link");
    state.twist.angular.y() = kNaN;
    WW_FAILED(s->setLinkState("crate::body", state), "simulation.not-a-number");
    WW_NEAR(s->linkState("crate::body", "")->pose.p.x(), 4.0, 1e-12);
  }

  void jointProperties() {
    PhysicsCell cell;
    const auto s = world(cell);
    JointChanges changes;
    WW_DONE(s->setJointProperties("swing", changes));  // nothing is left alone
    changes.friction = 0.5;
    WW_DONE(s->setJointProperties("arm::swing", changes));
    QCOMPARE(s->jointProperties("swing")->friction, 0.5);
    changes.friction = kNaN;
    WW_FAILED(s->setJointProperties("swing", changes), "simulation.not-a-number");
    changes.friction = -1.0;
    WW_FAILED(s->setJointProperties("swing", changes), "simulation.out-of-range");
    WW_FAILED(s->setJointProperties("swung", {}), "simulation.no-such-joint");
    QCOMPARE(s->jointProperties("swing")->friction, 0.5);
  }

  void modelConfiguration() {
    PhysicsCell cell;
    const auto s = world(cell);
    WW_DONE(s->setModelConfiguration("arm", {"swing"}, {3.0}));  // its limit
    QCOMPARE(s->jointProperties("swing")->position, 3.0);
    WW_DONE(s->setModelConfiguration("arm", {}, {}));
    QVERIFY(!s->setModelConfiguration("arm", {"swing"}, {3.1}).ok());
    QVERIFY(!s->setModelConfiguration("arm", {"swong"}, {0.0}).ok());
    WW_FAILED(s->setModelConfiguration("nobody", {"swing"}, {0.0}), "simulation.no-such-model");
    WW_FAILED(s->setModelConfiguration("arm", {"swing"}, {kNaN}), "simulation.not-a-number");
    QCOMPARE(s->jointProperties("swing")->position, 3.0);
  }

  void jointTrajectory() {
    PhysicsCell cell;
    const auto s = world(cell);
    JointTrajectory t{"arm", {"swing"}, {{0.0, {0.2}, {}}}, {}, true};  // one point, put there
    WW_DONE(s->setJointTrajectory(t));
    WW_DONE(s->step(5));
    WW_NEAR(s->jointProperties("swing")->position, 0.2, 1e-6);
    t.joint_names = {"swung"};
    QVERIFY(!s->setJointTrajectory(t).ok());
    t.joint_names = {"swing"};
    t.model_name = "nobody";
    WW_FAILED(s->setJointTrajectory(t), "simulation.no-such-model");
    t = {"arm", {"swing"}, {{0.0, {kNaN}, {}}}, {}, false};
    WW_FAILED(s->setJointTrajectory(t), "simulation.not-a-number");
  }

  void bodyWrenches() {
    PhysicsCell cell;
    const auto s = world(cell);
    WW_GOT(const StatusMessage said, s->applyBodyWrench(push("crate::body", Vec3(1, 0, 0), 0.0)));
    QVERIFY(!plain(said).empty());
    WW_GOT(const StatusMessage far, s->applyBodyWrench(push("crate::body", Vec3(2, 0, 0), -1.0)));
    QVERIFY2(plain(far).find("beside the centre of mass of 'crate::body'") != std::string::npos, plain(far).c_str());
    WW_DONE(s->step(10));
    WW_DONE(s->clearBodyWrenches("crate::body"));
    WW_DONE(s->clearBodyWrenches("crate::body"));  // there is none any more
    WW_DONE(s->step(10));
    WW_NEAR(s->linkState("crate::body", "")->twist.linear.x(), 0.01, 1e-9);
    WW_FAILED(s->applyBodyWrench(push("nobody", Vec3(1, 0, 0), 1.0)), "simulation.no-such-link");
    BodyWrench wrench = push("crate::body", Vec3(1, 0, 0), 1.0);
    wrench.reference_frame = "nowhere";
    WW_FAILED(s->applyBodyWrench(wrench), "simulation.no-such-frame");
    WW_FAILED(s->applyBodyWrench(push("wall::body", Vec3(1, 0, 0), 1.0)), "simulation.stands-still");
    WW_FAILED(s->clearBodyWrenches("nobody"), "simulation.no-such-link");
  }

  void jointEfforts() {
    PhysicsCell cell;
    const auto s = world(cell);
    WW_DONE(s->applyJointEffort("swing", 1.0, {0.0, -1.0}));
    WW_DONE(s->step(20));
    WW_DONE(s->clearJointForces("arm::swing"));
    WW_DONE(s->clearJointForces("swing"));  // there is none any more
    const double rate = s->jointProperties("swing")->rate;
    QVERIFY(std::abs(rate) > 0.01);
    WW_DONE(s->step(20));
    WW_NEAR(s->jointProperties("swing")->rate, rate, 1e-9);
    WW_GOT(const StatusMessage said, s->applyJointEffort("swing", 1.0, {0.0, 0.0}));
    QVERIFY(!plain(said).empty());
    WW_FAILED(s->applyJointEffort("swing", kNaN, {0.0, 1.0}), "simulation.not-a-number");
    WW_FAILED(s->applyJointEffort("swung", 1.0, {0.0, 1.0}), "simulation.no-such-joint");
    WW_FAILED(s->clearJointForces("swung"), "simulation.no-such-joint");
  }

  void contacts() {
    PhysicsCell cell;
    cell.addSolid("crate", kCube, 1.0, Pose::translation(0, 0, 0.3));
    const auto s = cell.simulate();
    WW_DONE(s->step(5));
    QVERIFY(s->contacts().empty());
    WW_DONE(s->step(1000));
    QCOMPARE(s->contacts().size(), std::size_t{1});
    WW_DONE(s->remove("crate"));
    WW_DONE(s->step(1));
    QVERIFY(s->contacts().empty());
  }

  void resets() {
    PhysicsCell cell;
    const auto s = world(cell);
    const Sha256 before = s->hash();
    WW_DONE(s->applyBodyWrench(push("crate::body", Vec3(2, 0, 0), -1.0)));
    WW_DONE(s->step(100));
    s->reset();
    QVERIFY(s->hash() == before && s->time() == 0.0);
    WW_DONE(s->step(10));  // what pushed it is over
    WW_NEAR(s->linkState("crate::body", "")->twist.linear.x(), 0.0, 1e-12);
    WW_FAILED(s->resetModel("nobody"), "simulation.no-such-model");
  }
};

QTEST_GUILESS_MAIN(TestSimulationOperations)
#include "test_simulation_operations.moc"
