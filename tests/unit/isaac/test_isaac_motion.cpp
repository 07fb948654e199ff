// SPDX-License-Identifier: Apache-2.0
// Bases that drive, inertial units, the tree of poses, and a world that follows a simulator.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/interop/isaac/json.h"
#include "core/interop/isaac/motion_messages.h"
#include "core/interop/isaac/types.h"
#include "core/interop/isaac/world_exchange.h"
#include "core/session/edit_builders.h"
#include "core/session/pose_builders.h"
#include "tests/unit/isaac/checks.h"

using namespace ww;
using namespace ww::isaac;
using namespace ww::test;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

// A world with an object "cart" at x = 1, and "crate" on it.
std::unique_ptr<session::WorldSession> cartSession() {
  auto out = std::make_unique<session::WorldSession>(world::World(), std::make_shared<geometry::GeometryStore>());
  WorldExchange exchange(*out);
  const auto made = exchange.receive(messageOf(
      ActorRequests{{{"cart", "box", Pose::translation(1, 0, 0)}, {"crate", "box", Pose::translation(1, 0, 1)}}, {}}));
  return made.ok() ? std::move(out) : nullptr;
}

Message onChannel(Message message, const char* channel) {
  message.channel = channel;
  return message;
}

Message drive(std::initializer_list<double> values, bool as_tensor = false) {
  std::string list, text = R"({"data": [)";
  for (const double v : values) list += (list.empty() ? "" : ", ") + std::to_string(v);
  Message out;
  out.type_id = findType(std::string_view("StateProto"))->id;
  out.channel = "base_command";
  if (!as_tensor) {
    out.segments = segmentsOfJson(out.type_id, text + list + "]}").value();
    return out;
  }
  out.segments = segmentsOfJson(out.type_id, R"({"pack": {"elementType": "float32", "sizes": [1, )" +
                                                 std::to_string(values.size()) + "]}}")
                     .value();
  const std::vector<float> floats(values.begin(), values.end());
  out.buffers.push_back(bytes({reinterpret_cast<const char*>(floats.data()), 4 * floats.size()}));
  return out;
}

bool commit(session::WorldSession& session, session::EditsPtr edits) {
  session::CommitRequest request;
  request.edits = std::move(edits);
  return session.commit(request).ok();
}

const Message* onlyOn(const std::vector<Message>& told, const char* channel) {
  const auto at = std::ranges::find(told, std::string(channel), &Message::channel);
  return at == told.end() ? nullptr : &*at;
}

// The list of a StateProto, by its JSON.
std::string stateText(const Message& message) { return jsonOf(message, false).value(); }

// The speed ahead, that of the turn, and how both change; empty without a state.
std::vector<double> stateIn(const std::vector<Message>& told) {
  std::vector<double> out;
  const Message* state = onlyOn(told, "base_state");
  if (!state) return out;
  const QByteArray text = QByteArray::fromStdString(stateText(*state));
  for (const auto& value : QJsonDocument::fromJson(text).object()["data"].toArray()) out.push_back(value.toDouble());
  return out;
}

}  // namespace

class TestIsaacMotion : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void commandsAreReadInAllTheirForms() {
    ISAAC_GOT(const BaseCommand two, baseCommandOf(drive({0.5, -0.25})));
    QVERIFY((two.motion == BaseMotion{0.5, 0, -0.25}) && !two.form.is_holonomic && !two.form.is_composite);
    ISAAC_GOT(const BaseCommand three, baseCommandOf(drive({0.5, 0.125, -0.25})));
    QVERIFY((three.motion == BaseMotion{0.5, 0.125, -0.25}) && three.form.is_holonomic);
    ISAAC_GOT(const BaseCommand tensor, baseCommandOf(drive({0.5, -0.25}, true)));
    QVERIFY((tensor.motion == BaseMotion{0.5, 0, -0.25}));
    ISAAC_GOT(const BaseCommand composite,
              baseCommandOf(messageOf(std::vector<Quantity>{{"base", "angularSpeed", 0.75}, {"base", "speed", 2.0}})));
    QVERIFY((composite.motion == BaseMotion{2.0, 0, 0.75}) && composite.form.is_composite);
    ISAAC_GOT(const BaseCommand again, baseCommandOf(commandMessage(three)));
    QVERIFY(again.motion == three.motion);
  }

  void commandsThatCannotBeAreRefused() {
    const auto code = [](const Message& m) { return codeOf(baseCommandOf(m).status()); };
    QCOMPARE(code(drive({})), std::string("isaac.bad-base"));
    QCOMPARE(code(drive({1})), std::string("isaac.bad-base"));
    QCOMPARE(code(drive({1, 2, 3, 4})), std::string("isaac.bad-base"));
    QCOMPARE(code(drive({1e5, 0})), std::string("isaac.base-speed"));
    Message cut = drive({1, 2}, true);
    cut.buffers = {bytes("1234")};
    QCOMPARE(code(cut), std::string("isaac.buffer-size"));
    cut.buffers.clear();
    QCOMPARE(code(cut), std::string("isaac.no-buffer"));
    const double nan = std::numeric_limits<double>::quiet_NaN();
    Message none = commandMessage({{nan, 0, 0}, {}});
    QCOMPARE(code(none), std::string("isaac.base-speed"));
    QCOMPARE(code(messageOf(std::vector<Quantity>{{"base", "speed", nan}, {"base", "angularSpeed", 1}})),
             std::string("isaac.base-speed"));
    QCOMPARE(code(messageOf(std::vector<Quantity>{{"base", "position", 1}})), std::string("isaac.bad-base"));
    Message huge = drive({1, 2});
    huge.segments = segmentsOfJson(huge.type_id, R"({"pack": {"elementType": "float64",
        "sizes": [2147483647, 2147483647, 2147483647]}})")
                        .value();
    QVERIFY(!baseCommandOf(huge).ok());
  }

  // It was told to move while it stood.
  void aBaseThatCannotGoOnStandsAndSaysWhy() {
    const auto session = cartSession();
    QVERIFY(session);
    WorldExchange exchange(*session, {Role::kSimulator, "cart", {}});
    QVERIFY(exchange.receive(messageOf(BodyGroup{"", {{"cart", Pose::translation(1e9 - 1, 0, 0)}}})).ok());
    exchange.publish(kSecond);
    QVERIFY(exchange.receive(drive({9000, 0})).ok());
    exchange.publish(2 * kSecond);
    ISAAC_DONE(exchange.takeBaseTrouble());
    QVERIFY(exchange.receive(drive({9000, 0})).ok());
    QCOMPARE(stateIn(exchange.publish(2 * kSecond + kSecond / 10)).at(0), 0.0);
    const Status why = exchange.takeBaseTrouble();
    QVERIFY(!why.ok());
    ISAAC_DONE(exchange.takeBaseTrouble());
    QVERIFY(!onlyOn(exchange.publish(2 * kSecond + kSecond / 5), "base_state"));
  }

  void aBaseDrivesOnAnArcAndStops() {
    const auto session = cartSession();
    QVERIFY(session);
    WorldExchange exchange(*session, {Role::kSimulator, "cart", {}});
    exchange.publish(kSecond);
    const std::size_t entries = session->history().entries.size();
    // A quarter of a circle of 1 m: 90 degrees in 0.9 s.
    const double turn = M_PI / 2 / 0.9;
    Message order = commandMessage({{turn, 0, turn}, {}});
    order.channel = "base_command";
    ISAAC_GOT(const bool taken, exchange.receive(order));
    QVERIFY(taken);
    std::vector<Message> told = exchange.publish(2 * kSecond);
    const Message* state = onlyOn(told, "base_state");
    QVERIFY(state && stateText(*state).find("data") != std::string::npos);
    for (int i = 1; i <= 9; ++i) told = exchange.publish(2 * kSecond + i * kSecond / 10);
    const auto pose = [&] {
      const auto world = session->snapshot().world;
      return world->rootT({world->find("cart")});
    };
    QVERIFY2((pose().p - Vec3(2, 1, 0)).norm() < 1e-9, qPrintable(QString::number(pose().p.x(), 'g', 17)));
    QVERIFY((pose() * Vec3(1, 0, 0) - Vec3(2, 2, 0)).norm() < 1e-9);
    QVERIFY(onlyOn(told, "pose") && onlyOn(told, "bodies"));
    // Nothing has come for more than a second: it stands, and says so once.
    told = exchange.publish(2 * kSecond + 11 * kSecond / 10);
    state = onlyOn(told, "base_state");
    QVERIFY(state);
    QVERIFY2(stateText(*state).starts_with(R"({"data":[0,0,0,0])"), stateText(*state).c_str());
    QVERIFY((pose().p - Vec3(2, 1, 0)).norm() < 1e-9);
    QVERIFY(exchange.publish(4 * kSecond).empty());
    // One step back is where it was.
    QCOMPARE(session->history().entries.size(), entries + 1);
    QVERIFY(session->undo().ok());
    QVERIFY(pose() == Pose::translation(1, 0, 0));
  }

  // It follows its commands at once: what it tells is how they get quicker, and no jolt where they begin and end.
  void aBaseThatStopsHasNoAcceleration() {
    const auto session = cartSession();
    WorldExchange exchange(*session, {Role::kSimulator, "cart", {}});
    exchange.publish(kSecond);
    constexpr std::int64_t kTurn = kSecond / 50;
    std::int64_t now = 2 * kSecond;
    const std::vector<double> rest(4, 0.0);
    const auto turn = [&] { return stateIn(exchange.publish(now += kTurn)); };
    // Quicker by 0.1 m/s each 0.1 s.
    for (int i = 1; i <= 5; ++i) {
      QVERIFY(exchange.receive(drive({0.1 * i, 0})).ok());
      for (int k = 0; k < 5; ++k) {
        const std::vector<double> state = turn();
        QCOMPARE(state.size(), std::size_t{4});
        QVERIFY(std::abs(state[0] - 0.1 * i) < 1e-6 && state[3] == 0.0);
        QVERIFY2(std::abs(state[2] - (i > 1 ? 1.0 : 0.0)) < 1e-4, qPrintable(QString::number(state[2])));
      }
    }
    // No more of it where the commands do not go on.
    for (int k = 0; k < 10; ++k) turn();
    QCOMPARE(turn().at(2), 0.0);
    QVERIFY(exchange.receive(drive({0, 0})).ok());
    for (int k = 0; k < 5; ++k) QVERIFY(turn() == rest);
    // At once from rest, and left alone until it stands.
    QVERIFY(exchange.receive(drive({0.48, 0.3})).ok());
    std::vector<double> last;
    for (std::vector<double> state = turn(); !state.empty(); state = turn()) {
      QVERIFY(state[2] == 0.0 && state[3] == 0.0);
      last = state;
    }
    QVERIFY(last == rest);
  }

  void commandsWithoutABaseAreRefused() {
    const auto session = cartSession();
    WorldExchange none(*session), gone(*session, {Role::kSimulator, "wagon", {}});
    const Message order = drive({1, 0});
    QCOMPARE(codeOf(none.receive(order).status()), std::string("isaac.no-base"));
    QCOMPARE(codeOf(gone.receive(order).status()), std::string("isaac.no-base"));
    none.publish(kSecond);
    none.publish(2 * kSecond);
    const auto world = session->snapshot().world;
    QVERIFY(world->rootT({world->find("cart")}) == Pose::translation(1, 0, 0));
  }

  void theTreeComesAtFirstAndOnDemand() {
    const auto session = cartSession();
    QVERIFY(
        commit(*session, session::createPrimitive(session->snapshot().world->find("cart"), {}, "lamp",
                                                  geometry::Sphere{}, geometry::Color{}, Pose::translation(0, 0, 2))));
    WorldExchange exchange(*session);
    const auto first = exchange.publish(kSecond);
    const Message* tree = onlyOn(first, "pose_tree");
    QVERIFY(tree);
    ISAAC_GOT(const auto nodes, poseTreeOf(*tree));
    QCOMPARE(nodes.size(), std::size_t{4});
    QCOMPARE(nodes[0].name, std::string("world"));
    QCOMPARE(nodes[0].parent, -1);
    const auto lamp = std::ranges::find_if(nodes, [](const TreeNode& n) { return n.name.ends_with("lamp"); });
    QVERIFY(lamp != nodes.end());
    QCOMPARE(nodes[static_cast<std::size_t>(lamp->parent)].name, std::string("cart"));
    const auto world = session->snapshot().world;
    QVERIFY(lamp->world_t_node == world->rootT({world->find(lamp->name)}));
    QVERIFY((lamp->parent_t_node.p - Vec3(0, 0, 2)).norm() < 1e-12 ||
            (lamp->world_t_node.p - (Pose::translation(1, 0, 0) * lamp->parent_t_node).p).norm() < 1e-12);
    QVERIFY(!onlyOn(exchange.publish(2 * kSecond), "pose_tree"));
    Message ask;
    ask.type_id = findType(std::string_view("JsonProto"))->id;
    ask.channel = "scenario_control";
    const auto asked = [&](const char* json) {
      ask.segments = segmentsOfJson(ask.type_id, std::string(R"({"serialized": ")") + json + "\"}").value();
      return exchange.receive(ask).ok();
    };
    QVERIFY(asked(R"({\"request\": \"pose_tree\"})"));
    const auto answer = exchange.publish(3 * kSecond);
    QVERIFY(onlyOn(answer, "pose_tree") && onlyOn(answer, "scenario_reply"));
    for (const char* wrong : {"", "[", "[[[[", R"({\"request\": 5})", R"({\"other\": \"pose_tree\"})"}) {
      QVERIFY(asked(wrong));
      const auto refused = exchange.publish(4 * kSecond);
      QVERIFY(!onlyOn(refused, "pose_tree"));
      const Message* reply = onlyOn(refused, "scenario_reply");
      QVERIFY(reply && jsonOf(*reply)->find("unknown request") != std::string::npos);
    }
  }

  void inertialReadingsKeepTheirNumbers() {
    const ImuTold reading{{0.5, -0.25, 9.75}, {0.125, 1, -2}, 0.5, -0.25, 1.5};
    ISAAC_GOT(const ImuTold got, imuOf(messageOf(reading)));
    QVERIFY(got.linear_acceleration == reading.linear_acceleration && got.angular_velocity == reading.angular_velocity);
    QVERIFY(got.yaw == 0.5 && got.pitch == -0.25 && got.roll == 1.5);
    QCOMPARE(codeOf(imuOf(messageOf(PoseEdge{})).status()), std::string("isaac.wrong-type"));
  }

  // What the simulator tells is done here, and not said back; what is moved here is told, once.
  void anApplicationFollowsAndOrders() {
    const auto session = cartSession();
    WorldExchange exchange(*session, {Role::kApplication, {}, {}});
    QVERIFY(exchange.publish(kSecond).empty());
    const auto pose = [&](const char* name) {
      const auto world = session->snapshot().world;
      return world->rootT({world->find(name)});
    };
    const Message told = onChannel(
        messageOf(BodyGroup{"world", {{"cart", Pose::translation(5, 0, 0)}, {"stranger", Pose()}}}), "bodies");
    ISAAC_GOT(const bool taken, exchange.receive(told));
    QVERIFY(taken);
    QVERIFY(pose("cart") == Pose::translation(5, 0, 0));
    QVERIFY(exchange.publish(2 * kSecond).empty());
    const auto move = [&](double x) {
      const auto world = session->snapshot().world;
      return commit(*session, session::setPoses(
                                  *world, {{{world->find("cart")}, {world::kRootObject}, Pose::translation(x, 0, 0)}}));
    };
    QVERIFY(move(6));
    const auto orders = exchange.publish(3 * kSecond);
    QCOMPARE(orders.size(), std::size_t{1});
    QCOMPARE(orders[0].channel, std::string("teleport"));
    QCOMPARE(bodyGroupOf(orders[0])->bodies.at(0).name, std::string("cart"));
    // It was done there; back at where the simulator had it is an order again.
    QVERIFY(exchange.receive(onChannel(messageOf(BodyGroup{"world", {{"cart", Pose::translation(6, 0, 0)}}}), "bodies"))
                .ok());
    QVERIFY(exchange.publish(4 * kSecond).empty());
    QVERIFY(move(5));
    QCOMPARE(exchange.publish(5 * kSecond).size(), std::size_t{1});
    // Poses that cannot be change nothing.
    const Pose bad{Vec3(std::numeric_limits<double>::quiet_NaN(), 0, 0), Quat::Identity()};
    QVERIFY(!exchange.receive(onChannel(messageOf(BodyGroup{"world", {{"cart", bad}}}), "bodies")).ok());
    QVERIFY(pose("cart") == Pose::translation(5, 0, 0));
    // Orders are for simulators.
    ISAAC_GOT(const bool done, exchange.receive(messageOf(ActorRequests{{}, {"cart"}})));
    QVERIFY(!done);
  }
  // Edges of the tree of poses, of which the bridge sends one a message: in the world, in another thing, and turned.
  void anApplicationFollowsEdges() {
    const auto session = cartSession();
    WorldExchange exchange(*session, {Role::kApplication, {}, {}});
    const auto told = [&](const PoseEdge& edge) { return exchange.receive(onChannel(messageOf(edge), "pose")); };
    const auto cart = [&] {
      const auto world = session->snapshot().world;
      return world->rootT({world->find("cart")});
    };
    ISAAC_GOT(const bool taken, told({"world", "cart", Pose::translation(5, 0, 0)}));
    QVERIFY(taken);
    QVERIFY(cart() == Pose::translation(5, 0, 0));
    const Pose turned{Vec3(1, 2, 3), Quat(0, 0, 0, 1)};
    ISAAC_GOT(const bool back, told({"cart", "world", turned}));
    QVERIFY(back);
    // Half a turn about z takes (1 2 3) to (-1 -2 3).
    const auto is_turned = [&] {
      return (cart().p - Vec3(1, 2, -3)).norm() < 1e-12 && std::abs(cart().q.z()) > 1.0 - 1e-12;
    };
    QVERIFY(is_turned());
    QVERIFY(exchange.publish(kSecond).empty());
    // What this world does not have is passed over, and what cannot be a pose refused.
    ISAAC_GOT(const bool strange, told({"stranger", "cart", Pose()}));
    QVERIFY(!strange);
    QVERIFY(told({"world", "stranger", Pose()}).ok());
    const Pose bad{Vec3(std::numeric_limits<double>::quiet_NaN(), 0, 0), Quat::Identity()};
    QVERIFY(!told({"world", "cart", bad}).ok() && !told({"cart", "world", bad}).ok());
    QVERIFY(is_turned());
    // What comes among bodies comes there alone.
    const Message bodies = messageOf(BodyGroup{"world", {{"cart", Pose::translation(7, 0, 0)}}});
    QVERIFY(exchange.receive(onChannel(bodies, "bodies")).ok());
    QVERIFY(told({"world", "cart", Pose::translation(8, 0, 0)}).ok());
    QVERIFY(cart() == Pose::translation(7, 0, 0));
  }
};

QTEST_GUILESS_MAIN(TestIsaacMotion)
#include "test_isaac_motion.moc"
