// SPDX-License-Identifier: Apache-2.0
// What files say of models that are spawned: how their surfaces bounce, and which of their chains are closed; what
// cannot be.
#include <google/protobuf/text_format.h>

#include "core/geometry/wire_convert.h"
#include "core/rpc/simulation_service.h"
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

}  // namespace

class TestRpcSpawned : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { test::useBuiltWorker(); }
  void init() {
    worlds_ = test::sampleWorlds();
    simulations_ = std::make_unique<rpc::SimulationCalls>(*worlds_, kept_);
    call_ = test::call();
    id_ = simulations_->start(parsed<v1::StartSimulationRequest>("world_id: 'world'"), call_).value().simulation_id();
    ofIt_ = "simulation_id: '" + id_ + "' ";
  }

  // SDF says what a link weighs whose file does not; it falls, and who spawned it is told.
  void linksWithoutInertiaWeighWhatSdfSays() {
    v1::SpawnModelRequest request;
    request.set_simulation_id(id_);
    request.set_model_name("plain");
    request.set_model_xml(
        "<sdf version='1.9'><model name='plain'><link name='only'><collision name='c'><geometry><box><size>0.2 0.2 0.2"
        "</size></box></geometry></collision></link></model></sdf>");
    *request.mutable_initial_pose() = parsed<intrinsic_proto::Pose>("position { x: 20 z: 3 } orientation { w: 1 }");
    WW_GET(const auto made, simulations_->spawn(request, call_));
    QVERIFY2(made.reply().status_message().find("'only'") != std::string::npos, made.reply().status_message().c_str());
    WW_GET(const auto link, simulations_->perform<v1::GetLinkPropertiesResponse>(
                                parsed<v1::GetLinkPropertiesRequest>(ofIt_ + "link_name: 'plain::only'")));
    QCOMPARE(link.properties().mass(), 1.0);
    QCOMPARE(link.properties().ixx(), 1.0);
    QVERIFY(simulations_->step(parsed<v1::StepSimulationRequest>(ofIt_ + "steps: 300"), call_).ok());
    WW_GET(const auto state, simulations_->perform<v1::GetStateResponse>(
                                 parsed<v1::GetModelStateRequest>(ofIt_ + "model_name: 'plain'")));
    // 0.3 s of free fall; half a step more or less by the integrator.
    QVERIFY2(std::abs(state.state().pose().position().z() - (3.0 - 0.5 * 9.80665 * 0.09)) < 0.005,
             std::to_string(state.state().pose().position().z()).c_str());
  }

  // What is said of many links is one sentence, with the first of them.
  void whatIsSaidOfManyLinksIsSaidOnce() {
    std::string urdf =
        "<robot name='comb'><link name='root'><inertial><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' "
        "iyy='1' iyz='0' izz='1'/></inertial></link>";
    for (int i = 0; i < 40; ++i) {
      const std::string n = std::to_string(i);
      urdf += "<link name='tooth_" + n +
              "'><inertial><mass value='1'/><inertia ixx='0' ixy='0' ixz='0' iyy='0' iyz='0' izz='0'/></inertial>"
              "<collision><geometry><box size='0.01 0.01 0.1'/></geometry></collision></link><joint name='j" +
              n + "' type='continuous'><parent link='root'/><child link='tooth_" + n + "'/><origin xyz='" +
              std::to_string(0.1 * i) + " 0 0'/><axis xyz='0 1 0'/></joint>";
    }
    v1::SpawnModelRequest request;
    request.set_simulation_id(id_);
    request.set_model_name("comb");
    request.set_model_xml(urdf + "</robot>");
    *request.mutable_initial_pose() = parsed<intrinsic_proto::Pose>("position { x: 40 z: 3 } orientation { w: 1 }");
    WW_GET(const auto made, simulations_->spawn(request, call_));
    const QString said = QString::fromStdString(made.reply().status_message());
    QVERIFY2(said.contains(QStringLiteral("40")) && said.contains(QStringLiteral("tooth_0")), qPrintable(said));
    QVERIFY2(said.count(QStringLiteral("tooth_")) <= 20 && said.size() < 2000, qPrintable(said));
    QVERIFY(
        simulations_->perform<v1::SimulationReply>(parsed<v1::DeleteModelRequest>(ofIt_ + "model_name: 'comb'")).ok());
  }

  // A ball that bounces as its file says; what has no effect is told, and both are told again.
  void surfacesOfFilesAreFelt() {
    v1::SpawnModelRequest request;
    request.set_simulation_id(id_);
    request.set_model_name("ball");
    request.set_model_xml(
        "<sdf version='1.9'><model name='ball'><link name='b'><inertial><mass>1</mass><inertia><ixx>0.004</ixx>"
        "<iyy>0.004</iyy><izz>0.004</izz></inertia></inertial><collision name='c'><geometry><sphere><radius>0.1"
        "</radius></sphere></geometry><surface><bounce><restitution_coefficient>0.8</restitution_coefficient></bounce>"
        "<contact><ode><max_vel>0.2</max_vel></ode></contact></surface></collision></link></model></sdf>");
    *request.mutable_initial_pose() = parsed<intrinsic_proto::Pose>("position { x: 20 z: 1.1 } orientation { w: 1 }");
    WW_GET(const auto made, simulations_->spawn(request, call_));
    QVERIFY2(made.reply().status_message().find("max_vel") != std::string::npos, made.reply().status_message().c_str());
    WW_GET(const auto surface, simulations_->perform<v1::GetSurfacePropertiesResponse>(
                                   parsed<v1::GetSurfacePropertiesRequest>(ofIt_ + "link_name: 'ball::b'")));
    QCOMPARE(surface.surface().restitution(), 0.8);
    QCOMPARE(surface.surface().max_vel(), 0.2);
    double apex = 0.0;
    bool bounced = false;
    for (int i = 0; i < 100; ++i) {
      QVERIFY(simulations_->step(parsed<v1::StepSimulationRequest>(ofIt_ + "steps: 10"), call_).ok());
      WW_GET(const auto state, simulations_->perform<v1::GetStateResponse>(
                                   parsed<v1::GetModelStateRequest>(ofIt_ + "model_name: 'ball'")));
      bounced |= state.state().twist().linear().z() > 0.0;
      if (bounced) apex = std::max(apex, state.state().pose().position().z() - 0.1);
    }
    QVERIFY2(std::abs(apex - 0.64) < 0.01, std::to_string(apex).c_str());  // e^2 of the first metre
  }

  // A parallelogram of bars, which a file closes by a second joint of one link.
  void chainsOfFilesAreClosed() {
    const auto link = [](const std::string& name, const std::string& pose, const std::string& com) {
      return "<link name='" + name + "'><pose>" + pose + " 0 0 0</pose><inertial><pose>" + com +
             " 0 0 "
             "0</pose><mass>1</mass><inertia><ixx>0.01</ixx><iyy>0.01</iyy><izz>0.01</izz></inertia></inertial></link>";
    };
    const auto hinge = [](const std::string& name, const std::string& parent, const std::string& child,
                          const std::string& pose = "0 0 0") {
      return "<joint name='" + name + "' type='revolute'><pose>" + pose + " 0 0 0</pose><parent>" + parent +
             "</parent><child>" + child + "</child><axis><xyz>0 1 0</xyz></axis></joint>";
    };
    for (const bool fastened : {true, false}) {
      v1::SpawnModelRequest request;
      request.set_simulation_id(id_);
      request.set_model_name(fastened ? "bars" : "loose");
      request.set_model_xml(
          "<sdf version='1.9'><model name='bars'>" + link("base", "0 0 0", "0 0 0") +
          link("left", "0 0 0", "0.15 0 -0.15") + link("right", "1 0 0", "0.15 0 -0.15") +
          link("rod", "0.3 0 -0.3", "0.5 0 0") +
          (fastened ? "<joint name='w' type='fixed'><parent>world</parent><child>base</child></joint>" : "") +
          hinge("one", "base", "left") + hinge("two", "base", "right") + hinge("three", "left", "rod") +
          hinge("four", "right", "rod", "1 0 0") + "</model></sdf>");
      *request.mutable_initial_pose() = parsed<intrinsic_proto::Pose>("position { x: 30 z: 20 } orientation { w: 1 }");
      WW_GET(const auto made, simulations_->spawn(request, call_));
      const auto pose = [&](const char* name) {
        const auto text = ofIt_ + "link_name: '" + request.model_name() + "::" + name + "'";
        const auto state = simulations_->perform<v1::GetStateResponse>(parsed<v1::GetLinkStateRequest>(text));
        return geometry::fromWire(state.value().state().pose()).value();
      };
      const double before = pose("rod").p.z();
      QVERIFY(simulations_->step(parsed<v1::StepSimulationRequest>(ofIt_ + "steps: 500"), call_).ok());
      QVERIFY(std::abs(pose("rod").p.z() - before) > 0.02);
      const double apart = (pose("rod") * Vec3(1, 0, 0) - pose("right") * Vec3(0.3, 0, -0.3)).norm();
      QVERIFY2(apart < 1e-4, std::to_string(apart).c_str());
      QVERIFY2(rotationDistance(pose("rod"), pose("base")) < 1e-3, std::to_string(apart).c_str());
    }
  }

  // Of what falls and of what is itself spawned; the copy hangs where it was put.
  void copiesStandStillWhereThatIsAsked() {
    for (const char* of : {"box", "first"}) {
      v1::SpawnModelRequest request = cube(1.0);
      request.set_model_name(of);
      QVERIFY(simulations_->spawn(request, call_).ok());
      request.clear_model_xml();
      request.set_model_name(std::string("still_") + of);
      request.set_copy_of(of);
      request.set_is_static(true);
      WW_GET(const auto made, simulations_->spawn(request, call_));
      QVERIFY(simulations_->step(parsed<v1::StepSimulationRequest>(ofIt_ + "steps: 200"), call_).ok());
      QCOMPARE(heightOf(request.model_name()), 3.0);
      QVERIFY(heightOf(of) < 2.9);
      WW_GET(const auto properties,
             simulations_->perform<v1::GetModelPropertiesResponse>(
                 parsed<v1::GetModelPropertiesRequest>(ofIt_ + "model_name: '" + request.model_name() + "'")));
      QVERIFY(properties.is_static());
    }
  }

  // A mass is refused where a call that sets it would refuse it, and the link is named.
  void massesThatNothingHasAreRefused() {
    for (const char* mass : {"1e300", "1e12", "-1", "nan", "inf"}) {
      v1::SpawnModelRequest request = cube(1.0);
      std::string& xml = *request.mutable_model_xml();
      xml.replace(xml.find("<mass>1<"), 8, std::string("<mass>") + mass + "<");
      const auto made = simulations_->spawn(request, call_);
      QVERIFY2(!made.ok(), mass);
      QCOMPARE(made.status().code, Code::kInvalidArgument);
      const std::string line = made.status().line();
      QVERIFY2(line.find("mass") != std::string::npos && line.find("'body'") != std::string::npos, line.c_str());
      QVERIFY2(line.find("left out") == std::string::npos, line.c_str());
    }
    v1::SpawnModelRequest request = cube(1.0);
    WW_GET(const auto made, simulations_->spawn(request, call_));
    QCOMPARE(made.model_name(), std::string("cube"));
  }

  // A pendulum whose joint holds it to the world itself.
  void jointsToTheWorldMove() {
    v1::SpawnModelRequest request;
    request.set_simulation_id(id_);
    request.set_model_name("bob");
    request.set_model_xml(
        "<sdf version='1.9'><model name='bob'><link name='rod'><pose>0.5 0 0 0 0 0</pose><inertial><mass>2</mass>"
        "<inertia><ixx>1e-4</ixx><iyy>1e-4</iyy><izz>1e-4</izz></inertia></inertial></link><joint name='hinge' "
        "type='revolute'><pose>-0.5 0 0 0 0 0</pose><parent>world</parent><child>rod</child><axis><xyz>0 1 0</xyz>"
        "</axis></joint></model></sdf>");
    *request.mutable_initial_pose() = parsed<intrinsic_proto::Pose>("position { x: 20 z: 3 } orientation { w: 1 }");
    WW_GET(const auto made, simulations_->spawn(request, call_));
    QCOMPARE(made.reply().status_message(), std::string());
    WW_GET(const auto properties, simulations_->perform<v1::GetModelPropertiesResponse>(
                                      parsed<v1::GetModelPropertiesRequest>(ofIt_ + "model_name: 'bob'")));
    QCOMPARE(properties.joint_names_size(), 1);
    QVERIFY(!properties.is_static());
    WW_GET(const auto rod, simulations_->perform<v1::GetLinkPropertiesResponse>(
                               parsed<v1::GetLinkPropertiesRequest>(ofIt_ + "link_name: 'bob::rod'")));
    QCOMPARE(rod.properties().mass(), 2.0);
    // Let go when level, it is at its fastest below the joint: w^2 = 2 m g l / I.
    QVERIFY(simulations_->step(parsed<v1::StepSimulationRequest>(ofIt_ + "steps: 1000"), call_).ok());
    WW_GET(const auto joint, simulations_->perform<v1::GetJointPropertiesResponse>(
                                 parsed<v1::GetJointPropertiesRequest>(ofIt_ + "joint_name: 'bob::hinge'")));
    const double angle = joint.position(0), speed = joint.rate(0);
    const double inertia = 2.0 * 0.25 + 1e-4;
    const double expected = std::sqrt(2.0 * 2.0 * 9.80665 * 0.5 * std::sin(angle) / inertia);
    QVERIFY2(std::abs(std::abs(speed) - expected) < 0.02 * expected + 0.02,
             (std::to_string(speed) + " " + std::to_string(angle) + " " + std::to_string(expected)).c_str());
  }

 private:
  // Of 0.1 m at z = 3 m, away from all else; each at another place.
  v1::SpawnModelRequest cube(double mass) {
    v1::SpawnModelRequest out;
    out.set_simulation_id(id_);
    out.set_model_name("cube");
    out.set_model_xml("<sdf version='1.9'><model name='cube'><link name='body'><inertial><mass>" +
                      std::to_string(static_cast<int>(mass)) +
                      "</mass><inertia><ixx>0.002</ixx><iyy>0.002</iyy><izz>0.002</izz></inertia></inertial><collision "
                      "name='c'><geometry><box><size>0.1 0.1 0.1</size></box></geometry></collision></link></model>"
                      "</sdf>");
    *out.mutable_initial_pose() = parsed<intrinsic_proto::Pose>("position { x: 20 y: " + std::to_string(++made_) +
                                                                " z: 3 } orientation { w: 1 }");
    return out;
  }
  double heightOf(const std::string& model) {
    const auto state = simulations_->perform<v1::GetStateResponse>(
        parsed<v1::GetModelStateRequest>(ofIt_ + "model_name: '" + model + "'"));
    return state.ok() ? state.value().state().pose().position().z() : -1.0;
  }

  const std::set<std::string> kept_{};
  int made_ = 0;
  std::string id_, ofIt_;  // and the field that says it, as text
  rpc::CallContext call_;
  std::shared_ptr<session::WorldRegistry> worlds_;
  std::unique_ptr<rpc::SimulationCalls> simulations_;
};

QTEST_GUILESS_MAIN(TestRpcSpawned)
#include "test_rpc_spawned.moc"
