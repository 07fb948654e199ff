// SPDX-License-Identifier: Apache-2.0
// A world as the simulator and another as the application, with real sockets between them: poses and joints go both
// ways, collisions, inertial units and bases are told, orders come over UDP, channels have other names.
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>
#include <QtTest>
#include <cmath>

#include "core/interop/isaac/header.h"
#include "core/interop/isaac/motion_messages.h"
#include "core/interop/isaac/spatial.h"
#include "core/interop/isaac/types.h"
#include "core/session/edit_builders.h"
#include "core/session/pose_builders.h"
#include "core/usecase/exchange/contacts_told.h"
#include "core/usecase/exchange/imu_stream.h"
#include "tests/unit/isaac/linked_cell.h"

using namespace ww;
using namespace ww::isaac;
using namespace ww::test;
using usecase::IsaacLink;

namespace {

// A floor, a box that stands 1 cm over it, and a ball 5 m beside.
struct Simulator : LinkedCell {
  Simulator() {
    scenery.add("box", geometry::Box{Vec3(1, 1, 1)}, Pose::translation(0, 0, 0.51));
    scenery.add("ball", geometry::Sphere{0.5}, Pose::translation(5, 0, 0.51));
    begin();
  }
  Pose pose(const char* name) const {
    const auto world = session->snapshot().world;
    return world->rootT({world->find(name)});
  }
  bool move(const char* name, const Pose& pose) const {
    const auto world = session->snapshot().world;
    session::CommitRequest request;
    request.edits = session::setPoses(*world, {{{world->find(name)}, {world::kRootObject}, pose}});
    return session->commit(request).ok();
  }
};

usecase::ShownWorld shownOf(const LinkedCell& cell) {
  return {cell.session->snapshot().world, {}, std::make_shared<model::ModelKeeper>()};
}

// Another side that sends any bytes.
struct AnySide {
  int server = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), peer = -1;
  std::uint16_t port = 0;

  AnySide() {
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof at;
    WW_CHECK(::bind(server, reinterpret_cast<sockaddr*>(&at), size) == 0 && ::listen(server, 4) == 0);
    WW_CHECK(::getsockname(server, reinterpret_cast<sockaddr*>(&at), &size) == 0);
    port = ntohs(at.sin_port);
  }
  ~AnySide() {
    if (peer >= 0) ::close(peer);
    ::close(server);
  }
  // To the next that connects.
  void send(const std::string& bytes) {
    if (peer >= 0) ::close(peer);
    peer = ::accept(server, nullptr, nullptr);
    WW_CHECK(::send(peer, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size()));
  }
};

}  // namespace

class TestIsaacRoles : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void rolesHaveTheirPorts() {
    const auto simulator = usecase::usualOptions(Role::kSimulator),
               application = usecase::usualOptions(Role::kApplication);
    QCOMPARE(simulator.publish_at.port, 55000);
    QCOMPARE(simulator.read_from.port, 55001);
    QCOMPARE(application.publish_at.port, 55001);
    QCOMPARE(application.read_from.port, 55000);
  }

  // Two worlds with the same things: what is moved in one is moved in the other, and neither talks to itself.
  void twoWorldsFollowEachOther() {
    const Simulator here, there;
    usecase::LinkOptions options = usecase::usualOptions(Role::kApplication);
    // Each has to know the other's port: the first is given one that was free.
    options.publish_at.port = Publisher::listen({}).value()->address().port;
    usecase::LinkOptions other;
    other.publish_at.port = 0;
    other.read_from = options.publish_at;
    ISAAC_GOT(const auto simulator, IsaacLink::start(there.session, other));
    options.read_from = simulator->address();
    ISAAC_GOT(const auto application, IsaacLink::start(here.session, options));
    QVERIFY(there.move("ball", Pose::translation(3, 3, 0.6)));
    QVERIFY(comes([&] { return here.pose("ball") == Pose::translation(3, 3, 0.6); }));
    QVERIFY(comes([&] { return simulator->report().source.connected && application->report().source.connected; }));
    QVERIFY(here.move("box", Pose::translation(-2, 0, 0.6)));
    QVERIFY(comes([&] { return there.pose("box") == Pose::translation(-2, 0, 0.6); }));
    // And rests: after half a second of silence no order has come.
    QVERIFY(comes([&] {
      const auto before = simulator->report().received;
      QThread::msleep(500);
      return simulator->report().received == before;
    }));
    QCOMPARE(simulator->report().refused, std::uint64_t{0});
    QCOMPARE(application->report().refused, std::uint64_t{0});
    QVERIFY(here.session->undo().ok());
    QVERIFY(comes([&] { return there.pose("box") == Pose::translation(0, 0, 0.51); }));
  }

  void collisionsAreToldOnceEach() {
    Simulator cell;
    ISAAC_DONE(cell.start());
    QVERIFY(cell.next("pose"));
    QVERIFY(cell.move("box", Pose::translation(0, 0, 0.4)));
    const auto told = cell.next("collision");
    QVERIFY(told);
    ISAAC_GOT(const CollisionEvent event, collisionOf(*told));
    QVERIFY((event.name == "box" && event.other_name == "floor") ||
            (event.name == "floor" && event.other_name == "box"));
    const double up = event.name == "box" ? -1.0 : 1.0;  // from this to the other
    QVERIFY2((event.world_normal - Vec3(0, 0, up)).norm() < 1e-6, told->channel.c_str());
    QVERIFY(std::abs(event.world_point.z()) <= 0.1 + 1e-6);
    const Pose& box = event.name == "box" ? event.world_t_this : event.world_t_other;
    QVERIFY(box == Pose::translation(0, 0, 0.4));
    QVERIFY(comes([&] { return cell.link->report().colliding == 1; }));
    // Deeper it is the same collision; apart and together again a new one.
    QVERIFY(cell.move("box", Pose::translation(0, 0, 0.3)));
    QVERIFY(!cell.next("collision", 0.5));
    QVERIFY(cell.move("box", Pose::translation(0, 0, 2)));
    QVERIFY(comes([&] { return cell.link->report().colliding == 0; }));
    QVERIFY(cell.move("box", Pose::translation(0, 0, 0.4)));
    QVERIFY(cell.next("collision"));
    // Shown, not committed: while a motion is played.
    model::Overrides shown;
    shown.objects[cell.session->snapshot().world->find("ball")] = Pose::translation(5, 0, 0.2);
    cell.link->show(shown);
    const auto ball = cell.next("collision");
    QVERIFY(ball);
    ISAAC_GOT(const CollisionEvent other, collisionOf(*ball));
    QVERIFY(other.name == "ball" || other.other_name == "ball");
  }

  // The relative speed is that of this against the other.
  void collisionsTellSpeeds() {
    const Simulator cell;
    usecase::ContactTeller teller;
    usecase::ShownWorld shown = shownOf(cell);
    // It has stood for a while when it sets out.
    for (const double time_s : {0.0, 0.5, 1.0}) QVERIFY(teller.tell(shown, time_s).empty());
    const ObjectId box = shown.world->find("box");
    shown.shown.objects[box] = Pose::translation(0, 0, 0.4);
    const auto told = teller.tell(shown, 1.1);
    QCOMPARE(told.size(), std::size_t{1});
    ISAAC_GOT(const CollisionEvent event, collisionOf(told[0]));
    const double down = event.name == "box" ? -1.1 : 1.1;
    QVERIFY2((event.velocity - Vec3(0, 0, down)).norm() < 1e-9, qPrintable(QString::number(event.velocity.z())));
    QVERIFY(teller.tell(shown, 1.2).empty());
    teller.tellAll();
    // By the names that clients know.
    shown.names = std::make_shared<const ToldNames>(ToldNames{{box, "Box (1)"}});
    teller.tellAll();
    const auto renamed = teller.tell(shown, 1.3);
    QCOMPARE(renamed.size(), std::size_t{1});
    ISAAC_GOT(const CollisionEvent again, collisionOf(renamed[0]));
    QCOMPARE(again.name == "floor" ? again.other_name : again.name, std::string("Box (1)"));
  }

  // With too many that move, or collide, it is said that not all is told.
  void collisionsThatAreNotToldAreSaid() {
    LinkedCell cell;
    std::vector<ObjectId> crates;
    for (int i = 0; i < 801; ++i)
      crates.push_back(cell.scenery.add("crate_" + std::to_string(i), geometry::Box{Vec3(0.1, 0.1, 0.1)},
                                        Pose::translation(i % 30 - 15.0, i / 30 - 14.0, 1.0)));
    cell.begin();
    usecase::ContactTeller teller;
    usecase::ShownWorld shown = shownOf(cell);
    QVERIFY(teller.tell(shown, 1.0).empty());
    QVERIFY(teller.leftOut().ok());
    for (const ObjectId crate : crates)
      shown.shown.objects[crate] = shown.world->rootT({crate}) * Pose::translation(0, 0, -1);
    QVERIFY(teller.tell(shown, 1.1).empty());
    QCOMPARE(codeOf(teller.leftOut()), std::string("usecase.contacts-unseen"));
    // One less, and all is told.
    shown.shown.objects.erase(crates.back());
    QCOMPARE(teller.tell(shown, 1.2).size(), std::size_t{800});
    QVERIFY(teller.leftOut().ok());
  }

  void pairsBeyondTheFirstThousandAreSaid() {
    LinkedCell cell;
    for (int i = 0; i < 1001; ++i)
      cell.scenery.add("crate_" + std::to_string(i), geometry::Box{Vec3(0.1, 0.1, 0.1)},
                       Pose::translation(0.5 * (i % 40) - 10.0, 0.5 * (i / 40) - 7.0, 0.0));
    cell.begin();
    ISAAC_DONE(cell.start());
    QVERIFY(comes([&] { return codeOf(cell.link->report().contacts_left_out) == "usecase.contacts-cut"; }));
    QCOMPARE(cell.link->report().colliding, std::size_t{1000});
  }

  // What is too large for UDP, or has nobody to go to, is counted.
  void whatDoesNotGoOverUdpIsCounted() {
    Simulator cell;
    usecase::LinkOptions options;
    options.udp_to = UdpReceiver::listen({}).value()->address();  // which is gone by now
    ISAAC_DONE(cell.start(options));
    const auto over_udp = [&] { return cell.link->report().receivers.back(); };
    QVERIFY(comes([&] {
      cell.link->sendTree();
      return over_udp().dropped > 0;
    }));
    QCOMPARE(codeOf(cell.link->report().udp_failure), std::string("isaac.udp-not-sent"));
    const auto before = over_udp().dropped;
    BodyGroup many{"world", {}};
    for (int i = 0; i < 5000; ++i) many.bodies.push_back({"body_" + std::to_string(i), Pose()});
    Message large = messageOf(many);
    large.channel = "many";
    ISAAC_DONE(cell.link->send(large));
    QVERIFY(comes([&] { return over_udp().dropped > before; }));
  }

  void inertialUnitsAreRead() {
    Simulator cell;
    usecase::LinkOptions options;
    options.units = {"box", "ball", "nothing"};
    ISAAC_DONE(cell.start(options));
    const auto first = cell.next("imu_raw");
    QVERIFY(first);
    ISAAC_GOT(const ImuTold rest, imuOf(*first));
    QVERIFY((rest.linear_acceleration - Vec3(0, 0, 9.81)).norm() < 1e-5);
    QVERIFY(rest.angular_velocity.norm() < 1e-6);
    QVERIFY(cell.next("imu_raw_2"));
    QVERIFY(!cell.next("imu_raw_3", 0.3));
  }

  // Accelerated and turned: the numbers of a circle, with times that tremble as those of frames do.
  void inertialUnitsOnACircle() {
    constexpr double kRadius = 2.0, kTurn = 1.5;
    sensing::ImuTrack track;
    for (int i = 0; i <= 20; ++i) {
      const double t = 0.01 * i + (i % 3) * 1e-3;
      const Quat q(Eigen::AngleAxisd(kTurn * t, Vec3::UnitZ()));
      track.add(t, Pose{q * Vec3(kRadius, 0, 0), q});
    }
    const sensing::ImuReading got = track.reading();
    QVERIFY((got.angular_velocity - Vec3(0, 0, kTurn)).norm() < 1e-9);
    // The parabola of an arc: to the centre, within a hundredth.
    QVERIFY2((got.linear_acceleration - Vec3(-kRadius * kTurn * kTurn, 0, 9.81)).norm() < 0.05,
             qPrintable(QString::number(got.linear_acceleration.x())));
    // Times that do not go up are passed over; falling freely it reads nothing.
    track.add(0.0, Pose());
    sensing::ImuTrack fall;
    QVERIFY(fall.reading().linear_acceleration.norm() == 0.0);
    for (int i = 0; i < 12; ++i) fall.add(0.02 * i, Pose::translation(0, 0, -0.5 * 9.81 * 0.0004 * i * i));
    QVERIFY(fall.reading().linear_acceleration.norm() < 1e-9);
  }

  // Stopped, it stands soon; put back to where a motion began, as the end of a preview does, it feels no jolt.
  void inertialUnitsAtTheEndOfAMotion() {
    const Vec3 rest(0, 0, 9.81);
    sensing::ImuTrack track;
    double time_s = 0.0, x = 0.0;
    const auto step = [&](double ahead) {
      track.add(time_s += 0.02, Pose::translation(x += ahead, 0, 0));
      return (track.reading().linear_acceleration - rest).norm();
    };
    for (int i = 0; i < 20; ++i) QVERIFY(step(0.04) < 1e-9);  // 2 m/s
    double most = 0.0;
    for (int i = 0; i < 12; ++i) most = std::max(most, step(0.0));
    QVERIFY2(most > 5.0 && most < 25.0, qPrintable(QString::number(most)));
    QVERIFY(step(0.0) < 1e-9);
    for (int i = 0; i < 20; ++i) QVERIFY(step(0.04) < 25.0);
    const double back = step(-x);
    QVERIFY2(back < 1e-9, qPrintable(QString::number(back)));
    for (int i = 0; i < 20; ++i) QVERIFY(step(0.0) < 1e-9);
  }

  void theBaseOfTheSimulatorDrives() {
    Simulator cell;
    usecase::LinkOptions options;
    options.base = "ball";
    ISAAC_DONE(cell.start(options));
    QVERIFY(comes([&] { return cell.application->peers().size() == 1; }));
    Message order = commandMessage({{1.0, 0.0, 0.0}, {}});
    order.channel = "base_command";
    order.uuid = newUuid();
    ISAAC_DONE(cell.application->publish(order));
    QVERIFY(cell.next("base_state"));
    QVERIFY(comes([&] { return cell.pose("ball").p.x() > 5.3; }));
    // Without another command it stops after about a second.
    QVERIFY(comes([&] {
      const double before = cell.pose("ball").p.x();
      QThread::msleep(400);
      return cell.pose("ball").p.x() == before;
    }));
    QVERIFY2(cell.pose("ball").p.x() < 7.0, qPrintable(QString::number(cell.pose("ball").p.x())));
    QVERIFY(cell.pose("ball").p.y() == 0.0);
    QCOMPARE(cell.link->report().refused, std::uint64_t{0});
  }

  // Orders come over UDP as well, and what is small is told over it; what is none harms nobody.
  void ordersAndPosesOverUdp() {
    ISAAC_GOT(const auto ears, UdpReceiver::listen({}));
    Simulator cell;
    usecase::LinkOptions options;
    options.udp_to = ears->address();
    options.udp_at = Address();
    ISAAC_DONE(cell.start(options));
    ISAAC_GOT(const auto mouth, UdpSender::open(cell.link->udpAddress()));
    Message move = messageOf(BodyGroup{"world", {{"box", Pose::translation(0, 4, 0.6)}}});
    move.channel = "teleport";
    move.uuid = newUuid();
    ISAAC_DONE(mouth->send(move));
    QVERIFY(comes([&] { return cell.pose("box") == Pose::translation(0, 4, 0.6); }));
    bool told = false;
    QVERIFY(comes([&] {
      for (const Message& message : ears->take())
        if (const auto edge = poseEdgeOf(message); edge.ok() && edge->rhs == "box")
          told = told || edge->lhs_t_rhs == Pose::translation(0, 4, 0.6);
      return told;
    }));
    const auto receivers = cell.link->report().receivers;
    QVERIFY(std::ranges::any_of(receivers, [](const PeerStatistics& p) { return p.peer.ends_with("(UDP)"); }));
    // Damaged ones are counted.
    Message none = move;
    none.type_id = 0;
    none.channel = "strange";
    none.uuid = newUuid();
    ISAAC_DONE(mouth->send(none));
    QVERIFY(comes([&] { return cell.link->report().udp.messages == 2; }));
    QCOMPARE(cell.link->report().refused, std::uint64_t{0});
  }

  void channelsHaveOtherNames() {
    Simulator cell;
    usecase::LinkOptions options;
    ISAAC_DONE(options.channels.add("teleport=sim/teleport"));
    ISAAC_DONE(options.channels.add("bodies=sim/bodies"));
    ISAAC_DONE(options.channels.add("joint_position=axes"));
    ISAAC_DONE(cell.start(options));
    QVERIFY(cell.next("sim/bodies"));
    QVERIFY(comes([&] { return cell.application->peers().size() == 1; }));
    Message joints = messageOf(std::vector<Quantity>{{"box/none", "position", 0.5}});
    joints.channel = "axes";
    ISAAC_DONE(cell.application->publish(joints));
    QVERIFY(comes([&] { return cell.link->report().refused == 1; }));
    QCOMPARE(codeOf(cell.link->report().refusal), std::string("isaac.no-joint"));
    QCOMPARE(cell.link->report().refusals.back().channel, std::string("axes"));
  }

  // Bytes that are no message end the connection, which was not told; told once until messages have come again.
  void damageIsTold() {
    Simulator cell;
    AnySide other;
    usecase::LinkOptions options;
    options.publish_at = {"127.0.0.1", 0};
    options.read_from = {"127.0.0.1", other.port};
    ISAAC_GOT(cell.link, usecase::IsaacLink::start(cell.session, options));
    const auto refused = [&] { return cell.link->report().refused; };
    other.send(std::string(64, '\xff'));
    QVERIFY(comes([&] { return refused() == 1; }));
    QCOMPARE(codeOf(cell.link->report().refusal), std::string("isaac.bad-header"));
    QCOMPARE(cell.link->report().refusals.back().channel, "127.0.0.1:" + std::to_string(other.port));
    other.send(std::string(64, '\xff'));
    other.send(*messageBytes(messageOf(PoseEdge{"world", "a", Pose()}), kWireFields));
    QVERIFY(comes([&] { return cell.link->report().received == 1; }));
    QCOMPARE(refused(), std::uint64_t{1});
    other.send(std::string(64, '\xff'));
    QVERIFY(comes([&] { return refused() == 2; }));
  }

  void theTreeIsSentWhenItIsAskedFor() {
    Simulator cell;
    ISAAC_DONE(cell.start());
    QVERIFY(cell.next("pose_tree"));
    QVERIFY(!cell.next("pose_tree", 0.3));
    cell.link->sendTree();
    const auto tree = cell.next("pose_tree");
    QVERIFY(tree);
    QCOMPARE(poseTreeOf(*tree)->size(), std::size_t{4});
  }
};

QTEST_GUILESS_MAIN(TestIsaacRoles)
#include "test_isaac_roles.moc"
