// SPDX-License-Identifier: Apache-2.0
// Our own service of simulations, without a connection.
#include <google/protobuf/text_format.h>

#include <QFile>
#include <algorithm>
#include <atomic>
#include <set>
#include <thread>

#include "core/rpc/simulation_service.h"
#include "core/session/edit_builders.h"
#include "core/session/rule_builders.h"
#include "resources/samples/object_builder.h"
#include "tests/rpc/calls.h"
#include "worldwright/v1/simulation_service.pb.h"

using namespace ww;
namespace v1 = worldwright::v1;

namespace {

template <typename Message>
Message parsed(const std::string& text) {
  Message out;
  if (!google::protobuf::TextFormat::ParseFromString(text, &out)) qFatal("bad text: %s", text.c_str());
  return out;
}

const std::string kCrate = R"(<?xml version="1.0"?><sdf version="1.6"><model name="crate"><link name="body">
<inertial><mass>2</mass><inertia><ixx>0.01</ixx><iyy>0.01</iyy><izz>0.01</izz></inertia></inertial>
<collision name="c"><geometry><box><size>0.1 0.1 0.1</size></box></geometry></collision></link></model></sdf>)";

const std::string kMeshed =
    "<robot name='r'><link name='l'><inertial><mass value='1'/><inertia ixx='0.01' ixy='0' ixz='0' iyy='0.01' iyz='0' "
    "izz='0.01'/></inertial><collision><geometry><mesh filename='package://arm/meshes/a.stl'/></geometry></collision>"
    "</link></robot>";

}  // namespace

class TestRpcSimulation : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { test::useBuiltWorker(); }
  void init() {
    worlds_ = test::sampleWorlds();
    simulations_ = std::make_unique<rpc::SimulationCalls>(*worlds_, kept_);
    call_ = test::call();
    WW_GET(const auto started, simulations_->start(parsed<v1::StartSimulationRequest>("world_id: \"world\""), call_));
    id_ = started.simulation_id();
  }

  void startListAndEnd() {
    QCOMPARE(simulations_->list().simulation_ids_size(), 1);
    WW_GET(const auto state, simulations_->state(of<v1::GetSimulationStateRequest>()));
    QCOMPARE(state.state(), v1::STATE_PAUSED);
    QVERIFY(!state.world_has_changed());
    QVERIFY(simulations_->end(of<v1::EndSimulationRequest>()).ok());
    WW_REFUSED(simulations_->state(of<v1::GetSimulationStateRequest>()), Code::kNotFound, "no simulation");
    WW_REFUSED(simulations_->perform<v1::GetWorldPropertiesResponse>(of<v1::GetWorldPropertiesRequest>()),
               Code::kNotFound, "no simulation");
    WW_REFUSED(simulations_->perform<v1::ContactsState>(of<v1::GetContactsRequest>()), Code::kNotFound,
               "no simulation");
    WW_REFUSED(simulations_->start(parsed<v1::StartSimulationRequest>("world_id: \"nowhere\""), call_), Code::kNotFound,
               "nowhere");
    WW_REFUSED(simulations_->start(parsed<v1::StartSimulationRequest>("world_id: \"world\" time_step: -1"), call_),
               Code::kInvalidArgument, "time_step");
  }

  // What a person should know before, without asking for it.
  void theStartTellsWhatIsOdd() {
    const auto notesOf = [&](const char* request) {
      const auto started = simulations_->start(parsed<v1::StartSimulationRequest>(request), call_);
      if (!started.ok()) return started.status().line();
      std::string out;
      for (const std::string& note : started->notes()) out += note + "\n";
      return out;
    };
    QCOMPARE(notesOf("world_id: \"world\""), std::string());
    const std::string coarse = notesOf("world_id: \"world\" time_step: 0.05");
    QVERIFY2(coarse.starts_with("the time step of 0.05 s is coarse"), coarse.c_str());
    const auto session = worlds_->find("world").value();
    const world::WorldPtr world = session->snapshot().world;
    session::CommitRequest commit;
    commit.label = "sink";
    commit.edits = session::setPose(world->find("part_1"), world::kRootObject, world->rootT(world->find("part_2")));
    QVERIFY(session->commit(commit).ok());
    const std::string sunk = notesOf("world_id: \"world\"");
    QVERIFY2(sunk.find("'part_1:block' and 'part_2:block' overlap by ") != std::string::npos, sunk.c_str());
    commit.edits = session::switchChecking(*session->snapshot().world, false);
    QVERIFY(session->commit(commit).ok());
    const std::string off = notesOf("world_id: \"world\"");
    QVERIFY2(off.starts_with("checking is switched off in the collision settings of the world: things fall and pass"),
             off.c_str());
  }

  // Physics are set as a whole; who sends one property is told what goes with it.
  void physicsAreSetAsAWhole() {
    WW_REFUSED(simulations_->perform<v1::SimulationReply>(
                   parsed<v1::SetPhysicsPropertiesRequest>(idText() + "gravity { z: -9.8 }")),
               Code::kInvalidArgument, "time_step 0.001 and max_update_rate");
    WW_GET(const auto heavy, simulations_->perform<v1::SimulationReply>(parsed<v1::SetPhysicsPropertiesRequest>(
                                 idText() + "time_step: 0.001 max_update_rate: 1000 gravity { z: -9810 }")));
    QVERIFY2(heavy.status_message().find("millimetres per second squared would be 9.81 m/s^2") != std::string::npos,
             heavy.status_message().c_str());
  }

  void stepsAndTheWorldStays() {
    const std::string before = world::contentHash(*worlds_->find("world").value()->snapshot().world);
    WW_GET(const auto reply, simulations_->step(parsed<v1::StepSimulationRequest>(idText() + "steps: 250"), call_));
    QVERIFY(std::abs(reply.time() - 0.25) < 1e-12);
    QCOMPARE(reply.result(), v1::RESULT_OK);
    QCOMPARE(world::contentHash(*worlds_->find("world").value()->snapshot().world), before);
    WW_REFUSED(simulations_->step(parsed<v1::StepSimulationRequest>(idText() + "steps: 0"), call_),
               Code::kInvalidArgument, "steps");
    WW_REFUSED(simulations_->step(parsed<v1::StepSimulationRequest>(idText() + "steps: 1000000000"), call_),
               Code::kInvalidArgument, "steps");
  }

  void playAndPause() {
    QVERIFY(simulations_->setState(parsed<v1::SetSimulationStateRequest>(idText() + "state: STATE_PLAYING")).ok());
    WW_REFUSED(simulations_->step(parsed<v1::StepSimulationRequest>(idText() + "steps: 1"), call_),
               Code::kFailedPrecondition, "paused");
    QTRY_VERIFY_WITH_TIMEOUT(simulations_->state(of<v1::GetSimulationStateRequest>())->step() > 20, 10000);
    QVERIFY(simulations_->setState(parsed<v1::SetSimulationStateRequest>(idText() + "state: STATE_PAUSED")).ok());
    const auto step = simulations_->state(of<v1::GetSimulationStateRequest>())->step();
    QTest::qWait(50);
    QCOMPARE(simulations_->state(of<v1::GetSimulationStateRequest>())->step(), step);
    QVERIFY(simulations_->setState(parsed<v1::SetSimulationStateRequest>(idText() + "state: STATE_STOPPED")).ok());
    QCOMPARE(simulations_->state(of<v1::GetSimulationStateRequest>())->time(), 0.0);
  }

  // Many steps end when someone pauses, plays, resets or ends the simulation; nobody makes steps beside them.
  void othersEndManySteps() {
    for (const char* state : {"STATE_PAUSED", "STATE_STOPPED", "STATE_PLAYING", ""}) {
      std::atomic<bool> stopped = false;
      std::thread steps([&] {
        rpc::CallContext call = test::call();
        const auto done = simulations_->step(parsed<v1::StepSimulationRequest>(idText() + "steps: 10000000"), call);
        stopped = !done.ok() && done.status().code == Code::kCancelled;
      });
      QTRY_VERIFY(simulations_->state(of<v1::GetSimulationStateRequest>())->step() > 0);
      WW_REFUSED(simulations_->step(parsed<v1::StepSimulationRequest>(idText() + "steps: 1"), call_),
                 Code::kFailedPrecondition, "another call");
      if (*state) {
        const std::string text = idText() + "state: " + state;
        QVERIFY(simulations_->setState(parsed<v1::SetSimulationStateRequest>(text)).ok());
      } else {
        QVERIFY(simulations_->end(of<v1::EndSimulationRequest>()).ok());
      }
      steps.join();
      QVERIFY2(stopped, state);
      if (!*state) break;
      QVERIFY(simulations_->setState(parsed<v1::SetSimulationStateRequest>(idText() + "state: STATE_STOPPED")).ok());
    }
  }

  // 0 while it stands, and never below.
  void theRealTimeFactorIsSound() {
    QVERIFY(simulations_->setState(parsed<v1::SetSimulationStateRequest>(idText() + "state: STATE_PLAYING")).ok());
    const auto factor = [&] { return simulations_->state(of<v1::GetSimulationStateRequest>())->real_time_factor(); };
    QTRY_VERIFY(factor() > 0.1);
    QVERIFY(simulations_->perform<v1::SimulationReply>(of<v1::ResetSimulationRequest>()).ok());
    for (int i = 0; i < 20; ++i) {
      QVERIFY2(factor() >= 0.0, std::to_string(factor()).c_str());
      QTest::qSleep(5);
    }
    QVERIFY(simulations_->setState(parsed<v1::SetSimulationStateRequest>(idText() + "state: STATE_PAUSED")).ok());
    QTest::qSleep(20);
    QCOMPARE(factor(), 0.0);
  }

  void spawnByTheWorker() {
    v1::SpawnModelRequest request;
    request.set_simulation_id(id_);
    request.set_model_name("box_9");
    request.set_model_xml(kCrate);
    request.mutable_initial_pose()->mutable_position()->set_z(3.0);
    request.mutable_initial_pose()->mutable_orientation()->set_w(1.0);
    WW_GET(const auto made, simulations_->spawn(request, call_));
    QCOMPARE(made.model_name(), std::string("box_9"));
    WW_REFUSED(simulations_->spawn(request, call_), Code::kAlreadyExists, "box_9");
    request.set_allow_renaming(true);
    WW_GET(const auto other, simulations_->spawn(request, call_));
    QVERIFY(other.model_name() != "box_9");
    QVERIFY(simulations_->step(parsed<v1::StepSimulationRequest>(idText() + "steps: 100"), call_).ok());
    WW_GET(const auto state, simulations_->perform<v1::GetStateResponse>(
                                 parsed<v1::GetModelStateRequest>(idText() + "model_name: \"box_9\"")));
    QVERIFY(state.state().pose().position().z() < 3.0);
    WW_GET(const auto weight, simulations_->perform<v1::GetLinkPropertiesResponse>(
                                  parsed<v1::GetLinkPropertiesRequest>(idText() + "link_name: \"box_9::body\"")));
    QCOMPARE(weight.properties().mass(), 2.0);
    request.set_model_xml("<nothing/>");
    WW_REFUSED(simulations_->spawn(request, call_), Code::kInvalidArgument, "neither");
    request.set_model_xml("<sdf version='1.6'><model name='x'><link");
    QVERIFY(!simulations_->spawn(request, call_).ok());
    QVERIFY(
        simulations_->perform<v1::SimulationReply>(parsed<v1::DeleteModelRequest>(idText() + "model_name: \"box_9\""))
            .ok());
  }

  // The surface of the file is that of the link, the place asked for is that of the model and not of its link, and what
  // has no place here is told.
  void spawnAsTheFileSays() {
    v1::SpawnModelRequest request;
    request.set_simulation_id(id_);
    request.set_model_name("post");
    request.set_model_xml(
        "<sdf version='1.9'><model name='post'><link name='rod'><pose>0 0 0.5 0 0 0</pose><gravity>false</gravity>"
        "<inertial><mass>2</mass></inertial><collision name='c'><geometry><box><size>0.1 0.1 1</size></box></geometry>"
        "<surface><friction><ode><mu>0.25</mu><mu2>0.25</mu2></ode></friction><contact><ode><kp>20000</kp><kd>30</kd>"
        "</ode></contact></surface></collision></link></model></sdf>");
    request.mutable_initial_pose()->mutable_position()->set_x(4.0);
    request.mutable_initial_pose()->mutable_orientation()->set_w(1.0);
    WW_GET(const auto made, simulations_->spawn(request, call_));
    QVERIFY2(made.reply().status_message().find("gravity") != std::string::npos, made.reply().status_message().c_str());
    WW_GET(const auto state, simulations_->perform<v1::GetStateResponse>(
                                 parsed<v1::GetModelStateRequest>(idText() + "model_name: \"post\"")));
    QCOMPARE(state.state().pose().position().x(), 4.0);
    QVERIFY(std::abs(state.state().pose().position().z()) < 1e-12);
    WW_GET(const auto link, simulations_->perform<v1::GetStateResponse>(
                                parsed<v1::GetLinkStateRequest>(idText() + "link_name: \"post::rod\"")));
    QVERIFY(std::abs(link.state().pose().position().z() - 0.5) < 1e-12);
    WW_GET(const auto surface, simulations_->perform<v1::GetSurfacePropertiesResponse>(
                                   parsed<v1::GetSurfacePropertiesRequest>(idText() + "link_name: \"post::rod\"")));
    QCOMPARE(surface.surface().mu(), 0.25);
    QCOMPARE(surface.surface().kp(), 20000.0);
    QCOMPARE(surface.surface().kd(), 30.0);
    QVERIFY(simulations_->perform<v1::SimulationReply>(parsed<v1::DeleteModelRequest>(idText() + "model_name: 'post'"))
                .ok());
  }

  // Friction of two directions, of which nobody says where they are.
  void whatASurfaceLacksIsTold() {
    v1::SpawnModelRequest request;
    request.set_simulation_id(id_);
    request.set_model_name("skate");
    request.set_model_xml(
        "<sdf version='1.9'><model name='skate'><link name='rod'><inertial><mass>2</mass></inertial><collision "
        "name='c'><geometry><box><size>0.1 0.1 1</size></box></geometry><surface><friction><ode><mu>0.5</mu>"
        "<mu2>0.1</mu2></ode></friction></surface></collision></link></model></sdf>");
    request.mutable_initial_pose()->mutable_position()->set_z(3.0);
    request.mutable_initial_pose()->mutable_orientation()->set_w(1.0);
    WW_GET(const auto made, simulations_->spawn(request, call_));
    QVERIFY2(made.reply().status_message().find("mu2") != std::string::npos, made.reply().status_message().c_str());
    QVERIFY(simulations_->perform<v1::SimulationReply>(parsed<v1::DeleteModelRequest>(idText() + "model_name: 'skate'"))
                .ok());
  }

  // A fixed joint to the world holds a mechanism, and a post that has no other joint.
  void theWorldHoldsWhatItsFileFastens() {
    const auto model = [](const std::string& name, const std::string& more) {
      return "<sdf version='1.9'><model name='" + name +
             "'><link name='base'><inertial><mass>5</mass></inertial></link>" +
             "<joint name='w' type='fixed'><parent>world</parent><child>base</child></joint>" + more + "</model></sdf>";
    };
    const std::string hand =
        "<link name='hand'><inertial><mass>1</mass></inertial></link><joint name='lift' type='prismatic'>"
        "<parent>base</parent><child>hand</child><axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>1</upper></limit>"
        "</axis></joint>";
    for (const auto& [name, more] : {std::pair<std::string, std::string>("lifter", hand), {"post", ""}}) {
      v1::SpawnModelRequest request;
      request.set_simulation_id(id_);
      request.set_model_name(name);
      request.set_model_xml(model(name, more));
      request.mutable_initial_pose()->mutable_position()->set_z(7.0);
      request.mutable_initial_pose()->mutable_orientation()->set_w(1.0);
      WW_GET(const auto made, simulations_->spawn(request, call_));
    }
    QVERIFY(simulations_->step(parsed<v1::StepSimulationRequest>(idText() + "steps: 100"), call_).ok());
    for (const char* link : {"lifter::base", "post::base"}) {
      WW_GET(const auto state, simulations_->perform<v1::GetStateResponse>(
                                   parsed<v1::GetLinkStateRequest>(idText() + "link_name: \"" + link + "\"")));
      QVERIFY2(std::abs(state.state().pose().position().z() - 7.0) < 1e-9, link);
    }
    for (const char* gone : {"lifter", "post"})
      QVERIFY(simulations_
                  ->perform<v1::SimulationReply>(
                      parsed<v1::DeleteModelRequest>(idText() + "model_name: '" + std::string(gone) + "'"))
                  .ok());
  }

  // Meshes come with the request; one that does not is told.
  void spawnWithFiles() {
    v1::SpawnModelRequest request;
    request.set_simulation_id(id_);
    request.set_model_name("meshed");
    request.set_model_xml(kMeshed);
    WW_GET(const auto without, simulations_->spawn(request, call_));
    QVERIFY2(without.reply().status_message().find("a.stl") != std::string::npos,
             without.reply().status_message().c_str());
    (*request.mutable_files())["arm/meshes/a.stl"] =
        "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
        "facet normal 0 0 -1\nouter loop\nvertex 0 0 0\nvertex 0 1 0\nvertex 0 0 1\nendloop\nendfacet\n"
        "facet normal 0 -1 0\nouter loop\nvertex 0 0 0\nvertex 0 0 1\nvertex 1 0 0\nendloop\nendfacet\n"
        "facet normal 1 1 1\nouter loop\nvertex 1 0 0\nvertex 0 0 1\nvertex 0 1 0\nendloop\nendfacet\nendsolid a\n";
    (*request.mutable_files())["../outside/b.stl"] = "x";
    request.set_model_name("whole");
    WW_GET(const auto with, simulations_->spawn(request, call_));
    QVERIFY2(with.reply().status_message().find("a.stl") == std::string::npos, with.reply().status_message().c_str());
    const auto shapes = [&](const char* model) {
      return simulations_->perform<v1::GetModelPropertiesResponse>(
          parsed<v1::GetModelPropertiesRequest>(idText() + "model_name: \"" + model + "\""));
    };
    QCOMPARE(shapes("meshed")->geom_names_size(), 0);
    QCOMPARE(shapes("whole")->geom_names_size(), 1);
  }

  void watching() {
    int count = 0;
    double last = -1.0;
    QVERIFY(simulations_->setState(parsed<v1::SetSimulationStateRequest>(idText() + "state: STATE_PLAYING")).ok());
    const Status done =
        simulations_->watch(parsed<v1::WatchStatesRequest>(idText() + "rate: 200 with_links: true with_joints: true"),
                            call_, [&](const v1::SimulationStates& states) {
                              if (states.time() < last || states.state_hash().size() != 64) return false;
                              last = states.time();
                              return ++count < 10 && states.joints_size() > 0;
                            });
    QVERIFY(done.ok());
    QCOMPARE(count, 10);
    WW_REFUSED(Result<int>(simulations_->watch(parsed<v1::WatchStatesRequest>(idText() + "rate: 1e9"), call_, {})),
               Code::kInvalidArgument, "rate");
  }

  void watchingWhatStandsStill() {
    const auto names = [&](const std::string& options) {
      std::set<std::string> out;
      const Status done = simulations_->watch(parsed<v1::WatchStatesRequest>(idText() + "with_links: true " + options),
                                              call_, [&](const v1::SimulationStates& states) {
                                                for (const auto& state : states.models()) out.insert(state.name());
                                                for (const auto& state : states.links()) out.insert(state.name());
                                                return false;
                                              });
      return done.ok() ? out : std::set<std::string>();
    };
    const std::set<std::string> moving = names(""), all = names("with_still: true");
    QVERIFY(moving.contains("part_1") && moving.contains("robot::link_1"));
    QVERIFY(!moving.contains("table") && !moving.contains("robot::base_link"));
    for (const char* name : {"part_1", "robot::link_1", "table", "table::table", "robot::base_link"})
      QVERIFY2(all.contains(name), name);
    QVERIFY(!all.contains("root"));
    // Each once, where it stands.
    v1::SimulationStates told;
    const Status done =
        simulations_->watch(parsed<v1::WatchStatesRequest>(idText() + "with_links: true with_still: true"), call_,
                            [&](const v1::SimulationStates& states) {
                              told = states;
                              return false;
                            });
    QVERIFY(done.ok());
    QCOMPARE(static_cast<std::size_t>(told.models_size() + told.links_size()), all.size());
    const auto& models = told.models();
    const auto table = std::find_if(models.begin(), models.end(), [](const auto& m) { return m.name() == "table"; });
    QVERIFY(table != models.end());
    QCOMPARE(table->pose().position().x(), 0.6);
  }

  // Calls of many while it plays: none is lost, and it plays on.
  void aThousandCallsWhilePlaying() {
    QVERIFY(simulations_->setState(parsed<v1::SetSimulationStateRequest>(idText() + "state: STATE_PLAYING")).ok());
    std::atomic<int> good = 0;
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 250; ++i)
          good += simulations_->perform<v1::GetWorldPropertiesResponse>(of<v1::GetWorldPropertiesRequest>()).ok();
      });
    }
    threads.clear();
    QCOMPARE(good.load(), 1000);
    const auto step = simulations_->state(of<v1::GetSimulationStateRequest>())->step();
    QTRY_VERIFY_WITH_TIMEOUT(simulations_->state(of<v1::GetSimulationStateRequest>())->step() > step, 10000);
  }

  void propertiesAndReset() {
    WW_GET(auto physics, simulations_->physics(of<v1::GetPhysicsPropertiesRequest>()));
    QVERIFY(physics.pause());
    v1::SetPhysicsPropertiesRequest set;
    set.set_simulation_id(id_);
    set.set_time_step(0.002);
    set.mutable_gravity()->set_z(-1.62);
    *set.mutable_ode_config() = physics.ode_config();
    set.mutable_ode_config()->set_sor_pgs_precon_iters(3);
    WW_GET(const auto reply, simulations_->perform<v1::SimulationReply>(set));
    QVERIFY(reply.status_message().find("sor_pgs_precon_iters") != std::string::npos);
    WW_GET(const auto got, simulations_->physics(of<v1::GetPhysicsPropertiesRequest>()));
    QCOMPARE(got.ode_config().sor_pgs_precon_iters(), 3U);
    QCOMPARE(got.gravity().z(), -1.62);
    QVERIFY(simulations_->perform<v1::SimulationReply>(of<v1::ResetSimulationRequest>()).ok());
    QCOMPARE(simulations_->physics(of<v1::GetPhysicsPropertiesRequest>())->gravity().z(), -9.81);
    WW_GET(const auto energy, simulations_->perform<v1::GetEnergyResponse>(of<v1::GetEnergyRequest>()));
    QCOMPARE(energy.kinetic(), 0.0);
  }

  void tooMany() {
    for (std::size_t i = 1; i < rpc::SimulationCalls::kMost; ++i)
      QVERIFY(simulations_->start(parsed<v1::StartSimulationRequest>("world_id: \"world\""), call_).ok());
    WW_REFUSED(simulations_->start(parsed<v1::StartSimulationRequest>("world_id: \"world\""), call_),
               Code::kResourceExhausted, "already");
  }

 private:
  template <typename Request>
  Request of() const {
    Request out;
    out.set_simulation_id(id_);
    return out;
  }
  std::string idText() const { return "simulation_id: \"" + id_ + "\" "; }

  const std::set<std::string> kept_{};
  std::shared_ptr<session::WorldRegistry> worlds_;
  std::unique_ptr<rpc::SimulationCalls> simulations_;
  rpc::CallContext call_;
  std::string id_;
};

QTEST_GUILESS_MAIN(TestRpcSimulation)
#include "test_rpc_simulation.moc"
