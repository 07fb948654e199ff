// SPDX-License-Identifier: Apache-2.0
// What a world tells of itself: who is there, whoever changed it, and where all are.
#include <cmath>

#include "core/geometry/wire_convert.h"
#include "core/interop/isaac/json.h"
#include "core/interop/isaac/spatial.h"
#include "core/interop/isaac/world_exchange.h"
#include "core/scene/joint.h"
#include "core/session/edit_builders.h"
#include "core/session/pose_builders.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"
#include "tests/unit/isaac/checks.h"

using namespace ww;
using namespace ww::isaac;
using namespace ww::test;

namespace {

using Names = std::vector<std::string>;

constexpr std::int64_t kTick = 20'000'000;  // 50 Hz

std::unique_ptr<session::WorldSession> emptySession() {
  return std::make_unique<session::WorldSession>(world::World(), std::make_shared<geometry::GeometryStore>());
}

Pose at(double x) { return Pose::translation(x, 0, 1); }

Message spawn(const Names& names) {
  ActorRequests out;
  for (std::size_t i = 0; i < names.size(); ++i) out.spawn.push_back({names[i], "box", at(static_cast<double>(i))});
  return messageOf(out);
}

std::optional<ActorStatus> statusIn(const std::vector<Message>& told) {
  for (const Message& message : told)
    if (const auto status = actorStatusOf(message); status.ok()) return *status;
  return std::nullopt;
}

std::optional<BodyGroup> groupIn(const std::vector<Message>& told) {
  for (const Message& message : told)
    if (const auto group = bodyGroupOf(message); group.ok()) return *group;
  return std::nullopt;
}

Names namesOf(const std::optional<BodyGroup>& group) {
  Names out;
  if (group)
    for (const RigidBody& body : group->bodies) out.push_back(body.name);
  return out;
}

bool commit(session::WorldSession& session, session::EditsPtr edits) {
  session::CommitRequest request;
  request.edits = std::move(edits);
  return session.commit(request).ok();
}

// A slide with two joints, one on the other, each from 0 to 1 m.
session::EditsPtr slide() {
  intrinsic_proto::scene_object::v1::SceneObject object;
  object.set_name("slide");
  const auto add = [&](const std::string& name, const std::string& parent) {
    auto* entity = object.add_entities();
    entity->set_name(name);
    entity->set_parent_name(parent);
    if (!parent.empty()) geometry::toWire(Pose(), entity->mutable_parent_t_this());
    return entity;
  };
  add("base", "")->mutable_link();
  std::string last = "base";
  for (const char* joint : {"x", "y"}) {
    auto& k = *add(joint, last)->mutable_joint()->mutable_kinematics_component();
    k.set_motion_type(scene::KinematicsComponent::MOTION_TYPE_PRISMATIC);
    geometry::toWire(Pose(), k.mutable_parent_t_inboard());
    geometry::toWire(Vec3(1, 0, 0), k.mutable_axis());
    k.mutable_system_limits()->mutable_fixed_limits()->set_upper(1.0);
    k.set_raw_value(0);
    last = std::string("on_") + joint;
    add(last, joint)->mutable_link();
  }
  return session::createFromSceneObject(world::kRootObject, world::kRootEntity, "slide", object, Pose());
}

}  // namespace

class TestIsaacTelling : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // A client that was told of an actor hears of its end, too.
  void theStatusFollowsUndoAndRedo() {
    const auto session = emptySession();
    WorldExchange exchange(*session);
    QVERIFY(exchange.receive(spawn({"crate", "Box (1)"})).ok());
    QCOMPARE(statusIn(exchange.publish(1))->spawned, (Names{"crate", "Box (1)"}));
    QVERIFY(!statusIn(exchange.publish(2)));
    QVERIFY(session->undo().ok());
    const auto undone = statusIn(exchange.publish(3));
    QVERIFY(undone);
    QCOMPARE(undone->destroyed, (Names{"crate", "Box (1)"}));
    QVERIFY(undone->actors.empty() && undone->spawned.empty());
    QVERIFY(session->redo().ok());
    const auto redone = statusIn(exchange.publish(4));
    QVERIFY(redone);
    QCOMPARE(redone->spawned, (Names{"crate", "Box (1)"}));
    QCOMPARE(redone->actors, (Names{"crate", "Box (1)"}));
    QVERIFY(redone->destroyed.empty());
  }

  void theStatusFollowsTheWindow() {
    const auto session = emptySession();
    WorldExchange exchange(*session);
    QVERIFY(exchange.receive(spawn({"a", "b"})).ok());
    exchange.publish(1);
    const ObjectId a = session->snapshot().world->find("a"), b = session->snapshot().world->find("b");
    QVERIFY(commit(*session, session::deleteObjects(std::vector<ObjectId>{a}, true)));
    const auto gone = statusIn(exchange.publish(2));
    QVERIFY(gone && gone->destroyed == Names{"a"} && gone->actors == Names{"b"});
    QVERIFY(commit(*session,
                   session::createPrimitive(world::kRootObject, {}, "c", geometry::Box{}, geometry::Color{}, at(3))));
    const auto come = statusIn(exchange.publish(3));
    QVERIFY(come && come->spawned == Names{"c"} && come->actors == (Names{"b", "c"}));
    QVERIFY(commit(*session, session::renameObject(b, "bee", true)));
    const auto renamed = statusIn(exchange.publish(4));
    QVERIFY(renamed && renamed->actors == (Names{"bee", "c"}));
    QVERIFY(renamed->spawned.empty() && renamed->destroyed.empty());
  }

  // What came and went between two times is told as both.
  void whatIsGoneAtOnceIsTold() {
    const auto session = emptySession();
    WorldExchange exchange(*session);
    QVERIFY(exchange.receive(spawn({"a"})).ok());
    QVERIFY(exchange.receive(messageOf(ActorRequests{{}, {"a"}})).ok());
    const auto status = statusIn(exchange.publish(1));
    QVERIFY(status && status->spawned == Names{"a"} && status->destroyed == Names{"a"} && status->actors.empty());
  }

  // A group has what is at rest, too, as receivers take it for all that there is.
  void aGroupHasAllBodies() {
    const auto session = emptySession();
    WorldExchange exchange(*session);
    QVERIFY(exchange.receive(spawn({"a", "b", "c"})).ok());
    QCOMPARE(namesOf(groupIn(exchange.publish(0))), (Names{"a", "b", "c"}));
    for (int i = 1; i <= 3; ++i) {
      QVERIFY(exchange.receive(messageOf(BodyGroup{"", {{"b", at(1 + 0.01 * i)}}})).ok());
      const auto group = groupIn(exchange.publish(i * kTick));
      QCOMPARE(namesOf(group), (Names{"a", "b", "c"}));
      QVERIFY(group->bodies[0].frame_t_body == at(0) && group->bodies[0].linear.isZero());
      QVERIFY(std::abs(group->bodies[1].linear.x() - 0.5) < 1e-9);
    }
    // While another moves, what moved just now still does.
    QVERIFY(exchange.receive(messageOf(BodyGroup{"", {{"c", at(8)}}})).ok());
    QVERIFY(std::abs(groupIn(exchange.publish(4 * kTick))->bodies[1].linear.x() - 0.5) < 1e-9);
    QVERIFY(groupIn(exchange.publish(20 * kTick))->bodies[1].linear.isZero());
    QVERIFY(!groupIn(exchange.publish(21 * kTick)));
  }

  void aGroupShowsWhatHasGone() {
    const auto session = emptySession();
    WorldExchange exchange(*session);
    QVERIFY(exchange.receive(spawn({"a", "b"})).ok());
    exchange.publish(1);
    QVERIFY(exchange.receive(messageOf(ActorRequests{{}, {"a"}})).ok());
    QCOMPARE(namesOf(groupIn(exchange.publish(2))), Names{"b"});
    QVERIFY(exchange.receive(messageOf(ActorRequests{{}, {"b"}})).ok());
    const auto none = groupIn(exchange.publish(3));
    QVERIFY(none && none->bodies.empty());
    QVERIFY(!groupIn(exchange.publish(4)));
  }

  // Each time all of thousands would be more than is looked at.
  void ofManyBodiesThoseThatMoveAreTold() {
    const auto session = emptySession();
    WorldExchange exchange(*session);
    Names names;
    for (int i = 0; i < 1200; ++i) names.push_back("n" + std::to_string(i));
    QVERIFY(exchange.receive(spawn(names)).ok());
    constexpr std::int64_t kSecond = 1'000'000'000;
    const auto told = [&](const char* name, std::int64_t time_ns) {
      const Pose pose = at(1e-9 * static_cast<double>(time_ns) + 5);
      return exchange.receive(messageOf(BodyGroup{"", {{name, pose}}})).ok()
                 ? namesOf(groupIn(exchange.publish(time_ns))).size()
                 : 0;
    };
    QCOMPARE(namesOf(groupIn(exchange.publish(kSecond))).size(), std::size_t{1200});
    QCOMPARE(told("n7", kSecond + kTick), std::size_t{1});
    QCOMPARE(told("n8", 2 * kSecond + kTick), std::size_t{1200});
    QCOMPARE(told("n9", 2 * kSecond + 2 * kTick), std::size_t{1});
    QVERIFY(exchange.receive(messageOf(ActorRequests{{}, {"n0"}})).ok());
    QCOMPARE(told("n9", 2 * kSecond + 3 * kTick), std::size_t{1199});
  }

  // Who begins to read or to record hears where all are, at rest or not.
  void aNewReceiverIsToldAll() {
    const auto session = emptySession();
    WorldExchange exchange(*session);
    QVERIFY(exchange.receive(spawn({"a", "b"})).ok());
    exchange.publish(1);
    exchange.tellAll();
    QCOMPARE(namesOf(groupIn(exchange.publish(2))), (Names{"a", "b"}));
  }

  // Of one bad item nothing is done, and who sent it hears which one and why.
  void whoAsksForWhatCannotBeIsTold() {
    const auto session = emptySession();
    WorldExchange exchange(*session);
    QVERIFY(exchange.receive(spawn({"a"})).ok());
    exchange.publish(1);
    Message order = messageOf(ActorRequests{{{"good", "box", at(1)}, {"bad", "nothing", at(1)}}, {"a"}});
    order.channel = "scenario_actors";
    order.uuid = newUuid();
    const Status refused = exchange.receive(order).status();
    QCOMPARE(codeOf(refused), std::string("isaac.no-prefab"));
    exchange.answerRefused(order, refused);
    const auto told = exchange.publish(2);
    const auto reply = std::ranges::find(told, std::string("scenario_reply"), &Message::channel);
    QVERIFY(reply != told.end());
    const std::string text = jsonField(jsonOf(*reply).value(), "serialized");
    QCOMPARE(jsonField(text, "refused"), std::string("scenario_actors"));
    QCOMPARE(jsonField(text, "message"), uuidText(order.uuid));
    QCOMPARE(jsonField(text, "code"), std::string("isaac.no-prefab"));
    QCOMPARE(jsonField(text, "done"), std::string("nothing"));
    QVERIFY2(jsonField(text, "error").find("bad: there is no prefab") != std::string::npos, text.c_str());
    const auto status = statusIn(told);
    QVERIFY(status && status->actors == Names{"a"} && status->spawned.empty() && status->destroyed.empty());
    // A flood of such orders is answered by a bounded number of them.
    for (int i = 0; i < 5000; ++i) exchange.answerRefused(order, refused);
    QVERIFY(exchange.publish(3).size() <= 101);
  }

  void theItemThatIsRefusedIsNamed() {
    const auto session = emptySession();
    WorldExchange exchange(*session);
    QVERIFY(exchange.receive(spawn({"a", "b"})).ok());
    const Pose bad{Vec3(1, 2, 3), Quat(2, 0, 0, 0)};
    const auto line = [&](const Message& message) { return exchange.receive(message).status().line(); };
    const std::string spawned = line(messageOf(ActorRequests{{{"c", "box", at(1)}, {"d", "box", bad}}, {}}));
    QVERIFY2(spawned.find("d: ") != std::string::npos, spawned.c_str());
    const std::string moved = line(messageOf(BodyGroup{"", {{"a", at(1)}, {"b", bad}}}));
    QVERIFY2(moved.find("b: ") != std::string::npos, moved.c_str());
    QCOMPARE(session->snapshot().world->objectCount(), std::size_t{3});
  }

  // A simulator tells again of what is at rest, before the order to move it has come there.
  void whatIsToldAgainDoesNotUndoAnOrder() {
    const auto session = emptySession();
    {
      WorldExchange maker(*session);
      QVERIFY(maker.receive(spawn({"a", "b"})).ok());
    }
    WorldExchange application(*session, {Role::kApplication, {}, {}});
    const auto x = [&](const char* name) {
      const auto world = session->snapshot().world;
      return world->rootT({world->find(name)}).p.x();
    };
    const auto tells = [&](double a, double b) {
      return application.receive(messageOf(BodyGroup{"world", {{"a", at(a)}, {"b", at(b)}}})).ok();
    };
    QVERIFY(tells(1, 2));
    const auto world = session->snapshot().world;
    QVERIFY(commit(*session, session::setPoses(*world, {{{world->find("a")}, {world::kRootObject}, at(5)}})));
    QVERIFY(tells(1, 3));
    QVERIFY(x("a") == 5.0 && x("b") == 3.0);
    const auto orders = groupIn(application.publish(1));
    QCOMPARE(namesOf(orders), Names{"a"});
    QVERIFY(tells(1, 4) && x("a") == 5.0);
    QVERIFY(tells(5, 4) && x("a") == 5.0);
    QVERIFY(tells(6, 4) && x("a") == 6.0);
  }

  // The same of joints: a list tells all of them, also when one alone has moved.
  void aListOfJointsToldAgainDoesNotUndoAnOrder() {
    const auto session = emptySession();
    QVERIFY(commit(*session, slide()));
    WorldExchange application(*session, {Role::kApplication, {}, {}});
    QVERIFY(application.publish(0).empty());
    const auto slides = [&] {
      const auto world = session->snapshot().world;
      const JointVector q = world->peek(world->find("slide"))->jointPositions();
      return std::pair(q[0], q[1]);
    };
    const auto tells = [&](double x, double y) {
      Message list = messageOf(std::vector<Quantity>{{"slide/x", "position", x}, {"slide/y", "position", y}});
      list.channel = "joint_state";
      return application.receive(list).ok();
    };
    const auto ordered = [&](std::int64_t time_ns) {
      Names out;
      for (const Message& message : application.publish(time_ns))
        if (const auto list = quantitiesOf(message); list.ok())
          for (const Quantity& q : *list) out.push_back(q.entity);
      return out;
    };
    QVERIFY(tells(0.1, 0.2));
    QVERIFY(slides() == std::pair(0.1, 0.2));
    QVERIFY(ordered(1).empty());
    const ObjectId id = session->snapshot().world->find("slide");
    QVERIFY(commit(*session, session::setJoint(id, "x", 0.5)));
    // Before it is told as an order, and behind that.
    QVERIFY(tells(0.1, 0.3));
    QVERIFY(slides() == std::pair(0.5, 0.3));
    QCOMPARE(ordered(2), Names{"slide/x"});
    QVERIFY(tells(0.1, 0.4) && tells(0.1, 0.4));
    QVERIFY(slides() == std::pair(0.5, 0.4));
    QVERIFY(ordered(3).empty());
    // On the way there the simulator is followed again, and nothing of that is said back.
    QVERIFY(tells(0.3, 0.4));
    QVERIFY(slides() == std::pair(0.3, 0.4));
    QVERIFY(tells(0.5, 0.4));
    QVERIFY(slides() == std::pair(0.5, 0.4));
    QVERIFY(ordered(4).empty());
  }

  // What hangs on a joint is told of, too: it is not carried a second time, and none of that is said back as an order.
  void whatRidesOnAJointMovesOnce() {
    const auto session = emptySession();
    QVERIFY(commit(*session, slide()));
    const ObjectId rail = session->snapshot().world->find("slide");
    EntityId carrier;
    for (const auto& entity : session->snapshot().world->peek(rail)->entities)
      if (entity->name == "on_x") carrier = entity->id;
    QVERIFY(
        commit(*session, session::createPrimitive(rail, carrier, "hand", geometry::Box{}, geometry::Color{}, Pose())));
    const auto world = session->snapshot().world;
    const ObjectId hand = world->childrenOf(*world->peek(rail)).at(0);
    const std::string name = world->display({hand});
    const Pose first = world->rootT({hand});
    const auto x = [&] { return session->snapshot().world->rootT({hand}).p.x() - first.p.x(); };
    WorldExchange simulator(*session);
    Names channels;
    for (const Message& message : simulator.publish(0)) channels.push_back(message.channel);
    const auto joints_told = std::ranges::find(channels, std::string("joint_state"));
    QVERIFY(joints_told < std::ranges::find(channels, std::string("pose")));
    QVERIFY(joints_told < std::ranges::find(channels, std::string("bodies")));
    WorldExchange application(*session, {Role::kApplication, {}, {}});
    QVERIFY(application.publish(0).empty());
    const auto tellsBody = [&](double q) {
      const Pose pose = Pose::translation(q, 0, 0) * first;
      return application.receive(messageOf(BodyGroup{"world", {{name, pose}}})).ok();
    };
    const auto tellsJoint = [&](const char* joint, double q) {
      Message list = messageOf(std::vector<Quantity>{{joint, "position", q}});
      list.channel = "joint_state";
      return application.receive(list).ok();
    };
    for (const double q : {0.1, 0.2}) {
      QVERIFY(tellsBody(q) && tellsJoint("slide/x", q));
      QVERIFY2(std::abs(x() - q) < 1e-9, std::to_string(x()).c_str());
      QVERIFY(application.publish(1).empty());
    }
    QVERIFY(tellsJoint("slide/x", 0.3) && tellsBody(0.3));
    QVERIFY2(std::abs(x() - 0.3) < 1e-9, std::to_string(x()).c_str());
    QVERIFY(application.publish(2).empty());
    // What is ordered comes in the order in which it can be carried out.
    QVERIFY(commit(*session, session::setJoint(rail, "x", 0.6)));
    const auto orders = application.publish(3);
    QCOMPARE(orders.size(), std::size_t{2});
    QCOMPARE(orders[0].channel, std::string("joint_position"));
    QCOMPARE(orders[1].channel, std::string("teleport"));
  }

  // As they are taken as orders, by the name of the joint alone, they are followed.
  void jointsAreFollowedByTheirOwnNames() {
    const auto session = emptySession();
    QVERIFY(commit(*session, slide()));
    const ObjectId rail = session->snapshot().world->find("slide");
    WorldExchange application(*session, {Role::kApplication, {}, {}});
    Message list = messageOf(std::vector<Quantity>{{"x", "position", 0.7}, {"nothing", "position", 0.1}});
    list.channel = "joint_state";
    QVERIFY(application.receive(list).ok());
    QCOMPARE(session->snapshot().world->peek(rail)->jointPositions()[0], 0.7);
    QCOMPARE(application.lacking().names, std::size_t{1});
    QVERIFY(application.publish(1).empty());
    QVERIFY(commit(*session, session::setJoint(rail, "x", 0.2)));
    const auto orders = application.publish(2);
    QCOMPARE(orders.size(), std::size_t{1});
    ISAAC_GOT(const auto ordered, quantitiesOf(orders[0]));
    QVERIFY(ordered.size() == 1 && ordered[0].entity == "x" && ordered[0].value == 0.2);
  }

  void noSpeedIsMinusZero() {
    const auto session = emptySession();
    WorldExchange exchange(*session);
    QVERIFY(exchange.receive(spawn({"a"})).ok());
    exchange.publish(0);
    for (int i = 1; i <= 3; ++i) {
      const Pose pose{Vec3(-0.01 * i, -0.0, 1), Quat(Eigen::AngleAxisd(-0.01 * i, Vec3::UnitZ()))};
      QVERIFY(exchange.receive(messageOf(BodyGroup{"", {{"a", pose}}})).ok());
      const auto group = groupIn(exchange.publish(i * kTick));
      for (const Vec3& speed : {group->bodies[0].linear, group->bodies[0].angular})
        for (const double v : speed) QVERIFY(v != 0.0 || !std::signbit(v));
    }
  }
};

QTEST_GUILESS_MAIN(TestIsaacTelling)
#include "test_isaac_telling.moc"
