// SPDX-License-Identifier: Apache-2.0
// Names of clients that no object can bear, and names of a simulator that a world does not have.
#include <algorithm>
#include <atomic>
#include <set>
#include <thread>

#include "core/interop/isaac/actor_names.h"
#include "core/interop/isaac/world_exchange.h"
#include "core/scene/names.h"
#include "core/session/edit_builders.h"
#include "core/session/pose_builders.h"
#include "tests/unit/isaac/checks.h"

using namespace ww;
using namespace ww::isaac;
using namespace ww::test;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

std::unique_ptr<session::WorldSession> emptySession() {
  return std::make_unique<session::WorldSession>(world::World(), std::make_shared<geometry::GeometryStore>());
}

Pose at(double x) { return Pose::translation(x, 0, 1); }

Message spawn(const std::vector<std::string>& names) {
  ActorRequests requests;
  for (const std::string& name : names)
    requests.spawn.push_back({name, "box", at(static_cast<double>(requests.spawn.size()))});
  return messageOf(requests);
}

// What is told of places: by name.
std::map<std::string, Pose> posesTold(const std::vector<Message>& told) {
  std::map<std::string, Pose> out;
  for (const Message& message : told)
    if (const auto group = bodyGroupOf(message); group.ok())
      for (const RigidBody& body : group->bodies) out[body.name] = body.frame_t_body;
  return out;
}

std::set<std::string> edgesTold(const std::vector<Message>& told) {
  std::set<std::string> out;
  for (const Message& message : told)
    if (const auto edge = poseEdgeOf(message); edge.ok()) out.insert(edge->rhs);
  return out;
}

std::set<std::string> treeTold(const std::vector<Message>& told) {
  std::set<std::string> out;
  for (const Message& message : told) {
    const auto nodes = poseTreeOf(message);
    for (std::size_t i = 0; nodes.ok() && i < nodes->size(); ++i)
      if ((*nodes)[i].name != "world") out.insert((*nodes)[i].name);
  }
  return out;
}

ActorStatus statusTold(const std::vector<Message>& told) {
  for (const Message& message : told)
    if (const auto status = actorStatusOf(message); status.ok()) return *status;
  return {};
}

}  // namespace

class TestIsaacNames : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Of any letters: the world gives them names of its own, and clients hear theirs.
  void actorsKeepTheNamesOfClients() {
    const std::vector<std::string> names = {"Box (1)", "1",    "Kiste-ä.001", "日本", " ",   "a:b",
                                            "Box_1",   "root", "(",           "_x_",  "x y", std::string(255, '-')};
    const auto session = emptySession();
    WorldExchange exchange(*session);
    ISAAC_GOT(const bool taken, exchange.receive(spawn(names)));
    QVERIFY(taken);
    QCOMPARE(session->snapshot().world->objectCount(), names.size() + 1);
    session->snapshot().world->forEachObject([](const world::Object& object) {
      if (object.id != world::kRootObject) QVERIFY2(scene::isName(object.name), object.name.c_str());
    });
    const auto told = exchange.publish(kSecond);
    const auto poses = posesTold(told);
    const ActorStatus status = statusTold(told);
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] == "Box_1" || names[i] == "root") continue;  // that are taken are numbered, as ever
      QVERIFY2(poses.contains(names[i]) && poses.at(names[i]) == at(static_cast<double>(i)), names[i].c_str());
      QCOMPARE(status.spawned.at(i), names[i]);
    }
    std::set<std::string> all(status.spawned.begin(), status.spawned.end());
    QCOMPARE(all.size(), names.size());
    QVERIFY(edgesTold(told) == all && treeTold(told) == all);
    QVERIFY(std::set<std::string>(status.actors.begin(), status.actors.end()) == all);
    // Each is meant by its name alone.
    for (const std::string& name : names) QVERIFY(exchange.receive(messageOf(BodyGroup{"", {{name, at(50)}}})).ok());
    QCOMPARE(posesTold(exchange.publish(2 * kSecond)).size(), names.size());
    ISAAC_GOT(const bool gone, exchange.receive(messageOf(ActorRequests{{}, names})));
    QVERIFY(gone);
    QCOMPARE(session->snapshot().world->objectCount(), std::size_t{1});
    const auto destroyed = statusTold(exchange.publish(3 * kSecond)).destroyed;
    QVERIFY(std::set<std::string>(destroyed.begin(), destroyed.end()) == all);
  }

  void twoOfANameAreToldApart() {
    const auto session = emptySession();
    WorldExchange exchange(*session);
    QVERIFY(exchange.receive(spawn({"Box (1)", "Box (1)"})).ok());
    QCOMPARE(statusTold(exchange.publish(kSecond)).spawned, (std::vector<std::string>{"Box (1)", "Box (1)_2"}));
    QVERIFY(exchange.receive(messageOf(BodyGroup{"", {{"Box (1)", at(7)}}})).ok());
    QVERIFY(exchange.receive(messageOf(BodyGroup{"", {{"Box (1)_2", at(8)}}})).ok());
    const auto poses = posesTold(exchange.publish(2 * kSecond));
    QVERIFY(poses.at("Box (1)") == at(7) && poses.at("Box (1)_2") == at(8));
    // Copies of one, places in it; and its name is free again once it has gone.
    QVERIFY(exchange.receive(messageOf(ActorRequests{{{"Copy #1", "Box (1)", at(9)}}, {}})).ok());
    QVERIFY(exchange.receive(messageOf(BodyGroup{"Box (1)_2", {{"Copy #1", at(1)}}})).ok());
    QVERIFY(posesTold(exchange.publish(3 * kSecond)).at("Copy #1") == at(8) * at(1));
    QVERIFY(exchange.receive(messageOf(ActorRequests{{}, {"Box (1)"}})).ok());
    QVERIFY(exchange.receive(spawn({"Box (1)"})).ok());
    QCOMPARE(statusTold(exchange.publish(4 * kSecond)).spawned, (std::vector<std::string>{"Box (1)"}));
    // The one that comes back is the one that went.
    for (int i = 0; i < 2; ++i) QVERIFY(session->undo().ok());
    QVERIFY(treeTold([&] {
              exchange.askForTree();
              return exchange.publish(5 * kSecond);
            }()) == (std::set<std::string>{"Box (1)", "Box (1)_2", "Copy #1"}));
  }

  // A scenario that spawns and destroys for days: the names of what has long gone are let go, those of what is there
  // and of what undo can bring back next are not.
  void whatHasLongGoneIsForgotten() {
    const auto session = emptySession();
    ActorNames names;
    const auto make = [&](const std::string& name) {
      session::CommitRequest one;
      one.edits = session::createPrimitive(world::kRootObject, {}, name, geometry::Box{}, geometry::Color{}, Pose());
      QVERIFY(session->commit(one).ok());
    };
    make("stays");
    const ObjectId stays = session->snapshot().world->find("stays");
    names.add(*session->snapshot().world, {{stays, "It (stays)"}});
    // Ids that no object has are those of objects that have gone.
    for (std::uint64_t i = 0; i < 3 * ActorNames::kMostGone; ++i)
      names.add(*session->snapshot().world, {{ObjectId{1000 + i}, "Box (1)"}, {ObjectId{200'000 + i}, "plain"}});
    QVERIFY2(names.count() < 5 * ActorNames::kMostGone, std::to_string(names.count()).c_str());
    QVERIFY(names.told()->size() < 5 * ActorNames::kMostGone);
    QCOMPARE(names.find(*session->snapshot().world, "It (stays)").value, stays.value);
  }

  void namesThatCannotBeAreRefused() {
    const auto session = emptySession();
    WorldExchange exchange(*session);
    for (const auto& [name, like] :
         std::initializer_list<std::pair<std::string, std::string>>{{"", "'actor'"},
                                                                    {"world", "'actor_world'"},
                                                                    {"a/b", "'a_b'"},
                                                                    {std::string(256, 'a'), "'actor'"},
                                                                    {"\xff\xfe", "'actor'"}}) {
      const Status refused = exchange.receive(spawn({name})).status();
      QCOMPARE(codeOf(refused), std::string("isaac.actor-name"));
      QVERIFY2(refused.line().ends_with("such as " + like), refused.line().c_str());
    }
    QVERIFY(session->history().entries.empty());
    // What is given as an example can be used.
    QVERIFY(exchange.receive(spawn({"actor", "actor_world", "a_b"})).ok());
  }

  // It has them as Box_1; the simulator hears its own name.
  void anApplicationFollowsSuchNames() {
    const auto session = emptySession();
    {
      WorldExchange maker(*session);
      QVERIFY(maker.receive(spawn({"Box (1)", "Ball_7"})).ok());
    }
    WorldExchange exchange(*session, {Role::kApplication, {}, {}});
    const auto x = [&](const char* name) {
      const auto world = session->snapshot().world;
      return world->rootT({world->find(name)}).p.x();
    };
    QVERIFY(exchange.receive(messageOf(BodyGroup{"world", {{"Box (1)", at(5)}, {"Ball_7", at(6)}}})).ok());
    QVERIFY(x("Box_1") == 5.0 && x("Ball_7") == 6.0);
    QVERIFY(exchange.publish(kSecond).empty());
    session::CommitRequest move;
    const auto world = session->snapshot().world;
    move.edits = session::setPoses(*world, {{{world->find("Box_1")}, {world::kRootObject}, at(9)}});
    QVERIFY(session->commit(move).ok());
    QVERIFY(posesTold(exchange.publish(2 * kSecond)) == (std::map<std::string, Pose>{{"Box (1)", at(9)}}));
    // Who is called so goes before who is called alike.
    QVERIFY(exchange.receive(messageOf(BodyGroup{"world", {{"Ball (7)", at(1)}, {"Box_1", at(2)}}})).ok());
    QVERIFY(exchange.receive(messageOf(BodyGroup{"world", {{"Box (1)", at(3)}}})).ok());
    QVERIFY(x("Ball_7") == 6.0 && x("Box_1") == 2.0);
    QCOMPARE(exchange.lacking().names, std::size_t{2});
  }

  // A file that is opened meanwhile has things of the same ids.
  void anotherWorldHasNamesOfItsOwn() {
    const auto session = emptySession(), other = emptySession();
    WorldExchange exchange(*session);
    QVERIFY(exchange.receive(spawn({"Box (1)"})).ok());
    QCOMPARE(posesTold(exchange.publish(kSecond)).count("Box (1)"), std::size_t{1});
    {
      WorldExchange maker(*other);
      QVERIFY(maker.receive(spawn({"robot"})).ok());
    }
    QVERIFY(other->snapshot().world->find("robot") == session->snapshot().world->find("Box_1"));
    session->replace(*other->snapshot().world);
    const auto poses = posesTold(exchange.publish(2 * kSecond));
    QVERIFY(poses.size() == 1 && poses.contains("robot"));
    QVERIFY(!exchange.receive(messageOf(BodyGroup{"world", {{"Box (1)", at(5)}}})).ok());
    QVERIFY(exchange.receive(messageOf(BodyGroup{"world", {{"robot", at(6)}}})).ok());
    QVERIFY(exchange.toldNames()->empty());
  }

  // Somebody else moves things all the time: no order is lost for that.
  void ordersAreDoneWhileOthersChangeTheWorld() {
    const auto session = emptySession();
    WorldExchange exchange(*session);
    QVERIFY(exchange.receive(spawn({"cart", "other"})).ok());
    const ObjectId cart = session->snapshot().world->find("cart"), other = session->snapshot().world->find("other");
    std::atomic<int> moves = 0;
    const std::jthread busy([&](const std::stop_token& stop) {
      for (; !stop.stop_requested(); ++moves) {
        session::CommitRequest move;
        move.edits = session::setPoses(*session->snapshot().world, {{{other}, {world::kRootObject}, at(moves % 7)}});
        (void)session->commit(move);
      }
    });
    int orders = 0;
    for (; orders < 300 || moves < 300; ++orders) {
      const auto done = exchange.receive(messageOf(BodyGroup{"world", {{"cart", at(orders)}}}));
      QVERIFY2(done.ok(), done.status().line().c_str());
    }
    QCOMPARE(session->snapshot().world->rootT({cart}).p.x(), orders - 1.0);
  }

  // They were passed over without a word.
  void whatAWorldLacksIsCountedAndSaidOnceEach() {
    const auto session = emptySession();
    {
      WorldExchange maker(*session);
      QVERIFY(maker.receive(spawn({"cart"})).ok());
    }
    WorldExchange exchange(*session, {Role::kApplication, {}, {}});
    QVERIFY(exchange.receive(messageOf(BodyGroup{"world", {{"cart", at(5)}, {"world", Pose()}}})).ok());
    QCOMPARE(exchange.lacking().names, std::size_t{0});
    for (int i = 0; i < 3; ++i) {
      QVERIFY(exchange.receive(messageOf(BodyGroup{"world", {{"cart", at(5)}, {"crat", at(1)}}})).ok());
      QVERIFY(exchange.receive(messageOf(BodyGroup{"lost_frame", {{"cart", at(5)}}})).ok());
      QVERIFY(exchange.receive(messageOf(PoseEdge{"world", "lost_edge", at(1)})).ok());
      Message joints = messageOf(std::vector<Quantity>{{"cart/j9", "position", 1}, {"cart/j9", "speed", 1}});
      joints.channel = "joint_state";
      QVERIFY(exchange.receive(joints).ok());
    }
    const Lacking& lacking = exchange.lacking();
    QCOMPARE(lacking.names, std::size_t{4});
    QCOMPARE(lacking.times, std::uint64_t{12});
    QCOMPARE(lacking.first.size(), std::size_t{4});
    QCOMPARE(codeOf(lacking.first[0]), std::string("isaac.not-here"));
    const std::string line = lacking.first[0].line();
    QVERIFY2(line.find("crat") != std::string::npos && line.find("cart") != std::string::npos, line.c_str());
    for (int i = 0; i < 100; ++i)
      QVERIFY(exchange.receive(messageOf(PoseEdge{"world", "more_" + std::to_string(i), at(1)})).ok());
    QCOMPARE(exchange.lacking().names, std::size_t{104});
    QCOMPARE(exchange.lacking().first.size(), std::size_t{20});
  }
};

QTEST_GUILESS_MAIN(TestIsaacNames)
#include "test_isaac_names.moc"
