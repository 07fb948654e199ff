// SPDX-License-Identifier: Apache-2.0
// Both ends of the wire, a client that knows nothing of ours, and a world behind them.
#include <QElapsedTimer>
#include <QTcpServer>
#include <QTcpSocket>
#include <set>

#include "core/interop/isaac/dynamic_values.h"
#include "core/interop/isaac/header.h"
#include "core/interop/isaac/json.h"
#include "core/interop/isaac/publisher.h"
#include "core/interop/isaac/sensor_messages.h"
#include "core/interop/isaac/spatial.h"
#include "core/interop/isaac/subscriber.h"
#include "core/interop/isaac/types.h"
#include "core/interop/isaac/world_exchange.h"
#include "core/session/edit_builders.h"
#include "tests/unit/isaac/checks.h"

using namespace ww;
using namespace ww::isaac;
using namespace ww::test;

namespace {

std::unique_ptr<session::WorldSession> emptySession() {
  return std::make_unique<session::WorldSession>(world::World(), std::make_shared<geometry::GeometryStore>());
}

Message command(int i) {
  Message out = messageOf(PoseEdge{"world", "cart " + std::to_string(i), Pose()});
  out.channel = "pose";
  out.uuid = newUuid();
  return out;
}

Message picture(std::size_t size) {
  const int cols = static_cast<int>(size) / 100;
  Message out = *colorMessage({{100, cols, 1, PixelType::kUint8, bytes(std::string(size, 'p'))}, {1, 1, 1, 1}, 0, 0});
  out.channel = "color";
  return out;
}

Pose at(double x) { return Pose::translation(x, 0, 1); }

}  // namespace

class TestIsaacExchange : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void messagesArriveInOrder() {
    ISAAC_GOT(const auto publisher, Publisher::listen({}));
    QVERIFY(publisher->address().port != 0);
    ISAAC_GOT(const auto subscriber, Subscriber::connect(publisher->address()));
    QVERIFY(comes([&] { return publisher->peers().size() == 1; }));
    for (int i = 0; i < 500; ++i) ISAAC_DONE(publisher->publish(command(i)));
    for (int i = 0; i < 500; ++i) {
      const auto message = subscriber->next(5);
      QVERIFY(message);
      ISAAC_GOT(const PoseEdge edge, poseEdgeOf(*message));
      QCOMPARE(edge.rhs, "cart " + std::to_string(i));
    }
    QCOMPARE(publisher->peers().at(0).messages, std::uint64_t{500});
    QCOMPARE(subscriber->state().messages, std::uint64_t{500});
  }

  // A client made of a socket: it gets the bytes of the header codec.
  void aPlainClientReadsTheBytes() {
    ISAAC_GOT(const auto publisher, Publisher::listen({}));
    QTcpSocket client;
    client.connectToHost("127.0.0.1", publisher->address().port);
    QVERIFY(client.waitForConnected(5000));
    QVERIFY(comes([&] { return publisher->peers().size() == 1; }));
    const Message message = command(7);
    ISAAC_DONE(publisher->publish(message));
    const std::string wanted = *messageBytes(message, kWireFields);
    QByteArray got;
    while (got.size() < static_cast<qsizetype>(wanted.size()) && client.waitForReadyRead(5000)) got += client.readAll();
    QVERIFY(got.toStdString() == wanted);
    client.disconnectFromHost();
    QVERIFY(comes([&] { return publisher->peers().empty(); }));
  }

  // Of one that does not read, pictures are dropped and commands are not.
  void slowReceiversLosePicturesOnly() {
    Publisher::Options options;
    options.queue_bytes = 4 << 20;
    ISAAC_GOT(const auto publisher, Publisher::listen({}, options));
    QTcpSocket client;
    client.connectToHost("127.0.0.1", publisher->address().port);
    QVERIFY(client.waitForConnected(5000));
    QVERIFY(comes([&] { return publisher->peers().size() == 1; }));
    const Message large = picture(1'000'000);
    for (int i = 0; i < 60; ++i) {
      ISAAC_DONE(publisher->publish(large));
      ISAAC_DONE(publisher->publish(command(i)));
    }
    QVERIFY(publisher->peers().at(0).dropped > 0);
    StreamReader reader;
    int commands = 0, pictures = 0;
    QElapsedTimer timer;
    timer.start();
    while (commands < 60 && timer.elapsed() < 10000) {
      client.waitForReadyRead(200);
      for (const Message& message : reader.take(client.readAll())) (isPicture(message.type_id) ? pictures : commands)++;
    }
    QCOMPARE(commands, 60);
    QVERIFY(pictures < 60);
    const std::uint64_t dropped = publisher->peers().at(0).dropped;
    client.abort();
    QVERIFY(comes([&] { return publisher->peers().empty(); }));
    QCOMPARE(publisher->totals().dropped, dropped);
  }

  // One of each channel that alone is larger than the queue: who reads gets them all.
  void picturesLargerThanTheQueueGo() {
    Publisher::Options options;
    options.queue_bytes = 1 << 20;
    ISAAC_GOT(const auto publisher, Publisher::listen({}, options));
    ISAAC_GOT(const auto subscriber, Subscriber::connect(publisher->address()));
    QVERIFY(comes([&] { return publisher->peers().size() == 1; }));
    const std::set<std::string> wanted = {"color", "depth", "cloud"};
    for (const std::string& channel : wanted) {
      Message large = picture(3'000'000);
      large.channel = channel;
      ISAAC_DONE(publisher->publish(large));
    }
    std::set<std::string> got;
    while (const auto message = subscriber->next(5)) {
      got.insert(message->channel);
      if (got == wanted) break;
    }
    QVERIFY(got == wanted);
    QCOMPARE(publisher->totals().dropped, std::uint64_t{0});
  }

  // A large world tells where all is in one go.
  void manyMessagesAtOnceAreNoSlowReader() {
    ISAAC_GOT(const auto publisher, Publisher::listen({}));
    ISAAC_GOT(const auto subscriber, Subscriber::connect(publisher->address()));
    QVERIFY(comes([&] { return publisher->peers().size() == 1; }));
    constexpr int kCount = 20'000;
    const Message one = command(1);
    for (int i = 0; i < kCount; ++i) ISAAC_DONE(publisher->publish(one));
    int got = 0;
    while (got < kCount && subscriber->next(5)) ++got;
    QCOMPARE(got, kCount);
    QCOMPARE(publisher->totals().let_go, std::uint64_t{0});
  }

  void oneTooManyIsToldOf() {
    Publisher::Options options;
    options.most_peers = 2;
    ISAAC_GOT(const auto publisher, Publisher::listen({}, options));
    QTcpSocket clients[3];
    for (QTcpSocket& client : clients) {
      client.connectToHost("127.0.0.1", publisher->address().port);
      QVERIFY(client.waitForConnected(5000));
    }
    QVERIFY(comes([&] { return publisher->totals().turned_away == 1; }));
    QCOMPARE(publisher->peers().size(), std::size_t{2});
    QCOMPARE(codeOf(publisher->totals().trouble), std::string("isaac.readers-full"));
  }

  void oneThatTakesNothingIsLetGo() {
    Publisher::Options options;
    options.queue_messages = 100;
    ISAAC_GOT(const auto publisher, Publisher::listen({}, options));
    QTcpSocket client;
    client.connectToHost("127.0.0.1", publisher->address().port);
    QVERIFY(comes([&] { return publisher->peers().size() == 1; }));
    Message big = messageOf("tree", std::vector<TreeNode>(2000, {"node", -1, Pose(), Pose()}));
    for (int i = 0; i < 400 && !publisher->peers().empty(); ++i) ISAAC_DONE(publisher->publish(big));
    QVERIFY(comes([&] { return publisher->peers().empty(); }));
    QCOMPARE(publisher->totals().let_go, std::uint64_t{1});
    QCOMPARE(codeOf(publisher->totals().trouble), std::string("isaac.reader-too-slow"));
  }

  void itConnectsAgain() {
    ISAAC_GOT(auto publisher, Publisher::listen({}));
    Subscriber::Options options;
    options.retry_s = 0.02;
    const Address address = publisher->address();
    ISAAC_GOT(const auto subscriber, Subscriber::connect(address, options));
    QVERIFY(comes([&] { return subscriber->state().connected; }));
    publisher.reset();
    QVERIFY(comes([&] { return !subscriber->state().connected; }));
    QVERIFY(!subscriber->state().last_failure.ok());
    ISAAC_GOT(publisher, Publisher::listen(address));
    QVERIFY(comes([&] { return subscriber->state().connections == 2; }));
  }

  // Damage ends the connection and nothing else.
  void damageFromTheOtherSide() {
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost));
    Subscriber::Options options;
    options.retry_s = 0.02;
    ISAAC_GOT(const auto subscriber, Subscriber::connect({"127.0.0.1", server.serverPort()}, options));
    QVERIFY(server.waitForNewConnection(5000));
    std::unique_ptr<QTcpSocket> bad(server.nextPendingConnection());
    bad->write(QByteArray(64, '\xff'));
    bad->flush();
    QVERIFY(comes([&] { return codeOf(subscriber->state().last_failure) == "isaac.bad-header"; }));
    QVERIFY(server.waitForNewConnection(5000));
    std::unique_ptr<QTcpSocket> good(server.nextPendingConnection());
    good->write(QByteArray::fromStdString(*messageBytes(command(1), kWireFields)));
    good->flush();
    QVERIFY(subscriber->next(5));
  }

  void addresses() {
    QCOMPARE(addressOf("55000")->text(), std::string("127.0.0.1:55000"));
    QVERIFY(!addressOf("0.0.0.0:1")->isLoopback());
    QVERIFY(addressOf("localhost:1")->isLoopback());
    for (const char* bad : {"", "host", "1.2.3.4:", "1.2.3.4:70000", "1.2.3:5", "55000x"})
      QCOMPARE(codeOf(addressOf(bad).status()), std::string("isaac.bad-address"));
    ISAAC_GOT(const auto taken, Publisher::listen({}));
    QCOMPARE(codeOf(Publisher::listen(taken->address()).status()), std::string("isaac.cannot-listen"));
  }

  void actorsComeAndGo() {
    const auto session = emptySession();
    WorldExchange exchange(*session);
    ISAAC_GOT(const bool taken,
              exchange.receive(messageOf(ActorRequests{{{"crate", "box", at(1)}, {"crate", "box", at(2)}}, {}})));
    QVERIFY(taken);
    const auto world = session->snapshot().world;
    QCOMPARE(world->objectCount(), std::size_t{3});
    QVERIFY(world->rootT({world->find("crate")}) == at(1));
    const auto told = exchange.publish(5);
    const auto status = std::find_if(told.begin(), told.end(), [](const Message& m) { return actorStatusOf(m).ok(); });
    QVERIFY(status != told.end());
    QCOMPARE(actorStatusOf(*status)->spawned, (std::vector<std::string>{"crate", "crate_2"}));
    QCOMPARE(status->acqtime_ns, std::int64_t{5});
    // Later requests mean all of the name.
    ISAAC_GOT(const bool moved, exchange.receive(messageOf(BodyGroup{"world", {{"crate", at(7)}}})));
    QVERIFY(moved);
    QVERIFY(session->snapshot().world->rootT({world->find("crate_2")}) == at(7));
    // A copy of what is there.
    ISAAC_GOT(const bool copied, exchange.receive(messageOf(ActorRequests{{{"third", "crate", at(9)}}, {}})));
    QVERIFY(copied);
    const auto three = session->snapshot().world;
    QVERIFY(three->rootT({three->find("third")}) == at(9));
    ISAAC_GOT(const bool gone, exchange.receive(messageOf(ActorRequests{{}, {"crate", "third"}})));
    QVERIFY(gone);
    QCOMPARE(session->snapshot().world->objectCount(), std::size_t{1});
    QVERIFY(session->undo().ok());
    QCOMPARE(session->snapshot().world->objectCount(), std::size_t{4});
  }

  void whatCannotBeDoneChangesNothing() {
    const auto session = emptySession();
    WorldExchange exchange(*session);
    const auto code = [&](const Message& message) { return codeOf(exchange.receive(message).status()); };
    QCOMPARE(code(messageOf(ActorRequests{{{"a", "box", at(1)}, {"b", "nothing", at(1)}}, {}})),
             std::string("isaac.no-prefab"));
    for (const char* name : {"", "world", "a/b"})
      QCOMPARE(code(messageOf(ActorRequests{{{name, "box", at(1)}}, {}})), std::string("isaac.actor-name"));
    QCOMPARE(code(messageOf(ActorRequests{{{"a", "box", at(1)}}, {"none"}})), std::string("isaac.no-actor"));
    QCOMPARE(code(messageOf(BodyGroup{"", {{"none", at(1)}}})), std::string("isaac.no-actor"));
    QCOMPARE(code(messageOf(BodyGroup{"", {{"", at(1)}}})), std::string("isaac.actor-unnamed"));
    const RigidBody larger{"a", at(1), Vec3::Zero(), Vec3::Zero(), Vec3(1, 1, 2)};
    QCOMPARE(code(messageOf(BodyGroup{"", {larger}})), std::string("isaac.body-scale"));
    const Pose bad{Vec3(1, 2, 3), Quat(2, 0, 0, 0)};
    QVERIFY(!exchange.receive(messageOf(ActorRequests{{{"a", "box", bad}}, {}})).ok());
    Message joints = messageOf(std::vector<Quantity>{{"robot/joint_1", "position", 0.5}});
    joints.channel = "joint_position";
    QCOMPARE(code(joints), std::string("isaac.no-joint"));
    Message crowd;
    crowd.type_id = findType(std::string_view("RigidBody3GroupProto"))->id;
    crowd.segments = *segmentsOfJson(crowd.type_id, R"({"bodies": [{}], "names": ["a", "b"]})");
    QCOMPARE(code(crowd), std::string("isaac.names-and-bodies"));
    Message speeds = messageOf(std::vector<Quantity>{{"joint_1", "speed", 0.5}});
    speeds.channel = "joint_position";
    QCOMPARE(code(speeds), std::string("isaac.no-positions"));
    QVERIFY(session->history().entries.empty());
    ISAAC_GOT(const bool taken, exchange.receive(command(1)));
    QVERIFY(!taken);
  }

  // The name of what goes is free for what comes by the same message.
  void oneActorTakesThePlaceOfAnother() {
    const auto session = emptySession();
    WorldExchange exchange(*session);
    QVERIFY(exchange.receive(messageOf(ActorRequests{{{"a", "box", at(1)}}, {}})).ok());
    QVERIFY(exchange.receive(messageOf(ActorRequests{{{"a", "sphere", at(2)}, {"a", "box", at(3)}}, {"a"}})).ok());
    const auto world = session->snapshot().world;
    QCOMPARE(world->objectCount(), std::size_t{3});
    QVERIFY(world->find("a") && world->rootT({world->find("a")}) == at(2));
    QVERIFY(world->find("a_2") && world->rootT({world->find("a_2")}) == at(3));
    const auto told = exchange.publish(0);
    const auto status = std::find_if(told.begin(), told.end(), [](const Message& m) { return actorStatusOf(m).ok(); });
    QVERIFY(status != told.end());
    QCOMPARE(actorStatusOf(*status)->spawned.back(), std::string("a_2"));
    QCOMPARE(actorStatusOf(*status)->destroyed, (std::vector<std::string>{"a"}));
  }

  // It was passed over without a word.
  void anOrderOfAnotherTypeIsRefused() {
    const auto session = emptySession();
    WorldExchange exchange(*session);
    for (const char* channel : {"teleport", "scenario_actors", "joint_position", "scenario_control"}) {
      Message other = messageOf(PoseEdge{"world", "a", at(1)});
      other.channel = channel;
      QCOMPARE(codeOf(exchange.receive(other).status()), std::string("isaac.wrong-type"));
      other.channel = "elsewhere";
      ISAAC_GOT(const bool taken, exchange.receive(other));
      QVERIFY(!taken);
    }
  }

  void onlyWhatHasMovedIsTold() {
    const auto session = emptySession();
    WorldExchange exchange(*session);
    QVERIFY(exchange.receive(messageOf(ActorRequests{{{"a", "box", at(1)}, {"b", "sphere", at(2)}}, {}})).ok());
    QCOMPARE(exchange.publish(1).size(), std::size_t{5});  // two edges, the group, the actors, the tree
    QCOMPARE(exchange.publish(2).size(), std::size_t{0});
    QVERIFY(exchange.receive(messageOf(BodyGroup{"", {{"b", at(3)}}})).ok());
    const auto told = exchange.publish(3);
    QCOMPARE(told.size(), std::size_t{2});
    QCOMPARE(poseEdgeOf(told[0])->rhs, std::string("b"));
    QVERIFY(poseEdgeOf(told[0])->lhs_t_rhs == at(3));
    exchange.tellAll();
    QCOMPARE(exchange.publish(4).size(), std::size_t{4});
  }

  // Speeds of what moves, by where it was told to be; 0 once it stands, and for what jumps.
  void whatMovesTellsItsSpeed() {
    const auto session = emptySession();
    WorldExchange exchange(*session);
    QVERIFY(exchange.receive(messageOf(ActorRequests{{{"cart", "box", at(0)}}, {}})).ok());
    constexpr std::int64_t kTick = 20'000'000;  // 50 Hz
    const auto told = [&](std::int64_t time_ns) -> std::optional<RigidBody> {
      for (const Message& message : exchange.publish(time_ns))
        if (const auto group = bodyGroupOf(message); group.ok()) return group->bodies.at(0);
      return std::nullopt;
    };
    QVERIFY(told(0)->linear.isZero());
    std::optional<RigidBody> last;
    for (int i = 1; i <= 10; ++i) {
      const Pose pose{Vec3(0.01 * i, 0, 1), Quat(Eigen::AngleAxisd(0.008 * i, Vec3::UnitZ()))};
      QVERIFY(exchange.receive(messageOf(BodyGroup{"world", {{"cart", pose}}})).ok());
      last = told(i * kTick);
    }
    QVERIFY(last.has_value());
    QVERIFY2((last->linear - Vec3(0.5, 0, 0)).norm() < 1e-9, std::to_string(last->linear.x()).c_str());
    QVERIFY2((last->angular - Vec3(0, 0, 0.4)).norm() < 1e-9, std::to_string(last->angular.z()).c_str());
    QVERIFY(!told(11 * kTick));
    const auto stands = told(20 * kTick);
    QVERIFY(stands && stands->linear.isZero() && stands->angular.isZero());
    QVERIFY(!told(21 * kTick));
    QVERIFY(exchange.receive(messageOf(BodyGroup{"world", {{"cart", at(5)}}})).ok());
    QVERIFY(told(100 * kTick)->linear.isZero());
    // Put back while it moves, as the end of a preview does.
    for (int i = 101; i <= 103; ++i) {
      QVERIFY(exchange.receive(messageOf(BodyGroup{"world", {{"cart", at(4 + 0.01 * i)}}})).ok());
      last = told(i * kTick);
    }
    QVERIFY(last && std::abs(last->linear.x() - 0.5) < 1e-9);
    QVERIFY(exchange.receive(messageOf(BodyGroup{"world", {{"cart", at(0)}}})).ok());
    QVERIFY(told(104 * kTick)->linear.isZero());
    QVERIFY(!told(120 * kTick));
  }

  // A tree that says where things are in their parents alone.
  void aTreeOfParentsIsFollowed() {
    const auto session = emptySession();
    WorldExchange maker(*session);
    QVERIFY(maker.receive(messageOf(ActorRequests{{{"a", "box", at(1)}, {"b", "box", at(2)}}, {}})).ok());
    ExchangeOptions options;
    options.role = Role::kApplication;
    WorldExchange application(*session, options);
    const auto tree = [](int parent_of_a) {
      return build("PoseTreeProto", [&](Builder& out) {
        auto nodes = putList(out, "nodes", 3);
        const char* names[] = {"world", "a", "b"};
        const int parents[] = {-1, parent_of_a, 1};
        for (unsigned i = 0; i < 3; ++i) {
          auto node = nodes[i].as<capnp::DynamicStruct>();
          putText(node, "name", names[i]);
          node.set("parentIndex", parents[i]);
          if (i > 0) putPose(node, "parentTNode", Pose::translation(i, 0, 0));
        }
      });
    };
    QVERIFY(application.receive(tree(0)).ok());
    const auto now = session->snapshot().world;
    QVERIFY(now->rootT({now->find("a")}).p == Vec3(1, 0, 0));
    QVERIFY(now->rootT({now->find("b")}).p == Vec3(3, 0, 0));
    const auto ring = application.receive(tree(2));
    QVERIFY(!ring.ok() && ring.status().line().find("ring") != std::string::npos);
    QVERIFY(session->snapshot().world->rootT({now->find("b")}).p == Vec3(3, 0, 0));
  }

  // Both ends and a world between them, as an application sees it.
  void anApplicationSpawnsAHundred() {
    const auto session = emptySession();
    WorldExchange exchange(*session);
    ISAAC_GOT(const auto simulator, Publisher::listen({}));
    ISAAC_GOT(const auto application, Publisher::listen({}));
    ISAAC_GOT(const auto from_application, Subscriber::connect(application->address()));
    ISAAC_GOT(const auto from_simulator, Subscriber::connect(simulator->address()));
    QVERIFY(comes([&] { return application->peers().size() == 1 && simulator->peers().size() == 1; }));
    ActorRequests requests;
    for (int i = 0; i < 100; ++i) requests.spawn.push_back({"actor_" + std::to_string(i), "box", at(i)});
    Message message = messageOf(requests);
    message.channel = "scenario_actors";
    ISAAC_DONE(application->publish(message));
    const auto came = from_application->next(5);
    QVERIFY(came);
    QVERIFY(exchange.receive(*came).ok());
    for (const Message& out : exchange.publish(0)) ISAAC_DONE(simulator->publish(out));
    int edges = 0;
    std::optional<Message> told;
    while ((told = from_simulator->next(5)) && !actorStatusOf(*told).ok()) edges += poseEdgeOf(*told).ok() ? 1 : 0;
    QVERIFY(told);
    QCOMPARE(edges, 100);
    QCOMPARE(actorStatusOf(*told)->actors.size(), std::size_t{100});
  }

 private:
  // Messages out of what a plain socket gave, by a parser of this test's own.
  struct StreamReader {
    std::string rest;
    std::vector<Message> take(const QByteArray& more) {
      rest += more.toStdString();
      std::vector<Message> out;
      for (;;) {
        std::uint64_t length = 0;
        if (rest.size() < 8) return out;
        std::memcpy(&length, rest.data(), 8);
        if (rest.size() < 8 + length) return out;
        const auto header = parseHeader(std::string_view(rest).substr(8, length));
        if (!header.ok() || rest.size() < 8 + length + header->payloadBytes()) return out;
        out.push_back(messageOf(*header, std::string_view(rest).substr(8 + length, header->payloadBytes())));
        rest.erase(0, 8 + length + header->payloadBytes());
      }
    }
  };
};

QTEST_GUILESS_MAIN(TestIsaacExchange)
#include "test_isaac_exchange.moc"
