// SPDX-License-Identifier: Apache-2.0
// A world as the simulator, in a process of its own, and this program as the application: what it spawns and moves it
// sees, in poses, colours, depth and scans; the log of it has the same.
#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstring>

#include "core/interop/isaac/log_tracks.h"
#include "core/interop/isaac/publisher.h"
#include "core/interop/isaac/sensor_messages.h"
#include "core/interop/isaac/spatial.h"
#include "core/interop/isaac/subscriber.h"
#include "core/interop/isaac/udp.h"
#include "tests/cli/cases.h"

using namespace ww;
using namespace ww::test;

namespace {

constexpr int kActors = 100;

QByteArray sensor(const QByteArray& name, const QByteArray& pose, const QByteArray& component) {
  return "edits { create_object { name: '" + name +
         "' name_is_global_alias: true parent_object { reference { id: 'root' } entity_filter { include_base_entity: "
         "true } } parent_object_t_created_object { " +
         pose + " } create_from_scene_object { scene_object { name: '" + name +
         "' entities { name: 'housing' link { } } entities { name: 'lens' parent_name: 'housing' sensor { "
         "sensor_component { " +
         component + " } } } } } } } ";
}

std::string actorName(int i) { return "actor_" + std::to_string(i); }

}  // namespace

class TestCliIsaac : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    world_ = folder_.path("cell.wright");
    WW_COMPARE_EXIT(runCli({"new", world_}), 0);
    const QByteArray edits =
        sensor("eye", "position { z: 20 } orientation { x: 1 }",
               "camera { properties { horizontal_fov: 1.2 image { width: 160 height: 120 } } }") +
        sensor("sweep", "position { x: -6 z: 0.5 } orientation { w: 1 }",
               "lidar { horizontal { samples: 181 min_angle: -0.9 max_angle: 0.9 } range { min_distance: 0.1 "
               "max_distance: 40 } }");
    WW_COMPARE_EXIT(runCli({"apply", world_, folder_.write("sensors.textproto", edits)}), 0);
  }

  void aHundredActorsAreSpawnedMovedSeenAndRemoved() {
    const auto orders = isaac::Publisher::listen({});
    QVERIFY(orders.ok());
    const QString log = folder_.path("run");
    Running simulator({"isaac", world_, "--publish", "0", "--read", QString::fromStdString((*orders)->address().text()),
                       "--sensor", "eye", "--sensor", "sweep", "--rate", "10", "--record", log});
    QVERIFY(simulator.process.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(simulator.process.canReadLine(), 20000);
    const auto address = isaac::addressOf(simulator.process.readLine().trimmed().toStdString());
    QVERIFY(address.ok());
    const auto reader = isaac::Subscriber::connect(*address);
    QVERIFY(reader.ok());
    QTRY_VERIFY_WITH_TIMEOUT((*orders)->peers().size() == 1 && (*reader)->state().connected, 20000);

    isaac::ActorRequests spawn;
    for (int i = 0; i < kActors; ++i)
      spawn.spawn.push_back({actorName(i), "box", Pose::translation(i % 10 - 4.5, i / 10 - 4.5, 0.5)});
    send(**orders, isaac::messageOf(spawn), "scenario_actors");
    take(**reader, [&] { return spawned_.size() == kActors; });
    QCOMPARE(spawned_.size(), std::size_t{kActors});
    QCOMPARE(poses_.size(), std::size_t{kActors + 2});  // and the sensors

    isaac::BodyGroup group{"world", {}};
    for (int i = 0; i < kActors; ++i)
      group.bodies.push_back({actorName(i), Pose::translation(i % 10 - 4.5, i / 10 - 4.5, 3.5)});
    send(**orders, isaac::messageOf(group), "teleport");
    const std::string last = actorName(kActors - 1);
    take(**reader, [&] { return poses_[last].p.z() == 3.5; });
    for (int i = 0; i < kActors; ++i) QVERIFY2(poses_[actorName(i)].p.z() == 3.5, actorName(i).c_str());

    // They are seen where they are, 16 m below the camera: depth, colours, and a scan.
    got_.clear();
    take(**reader,
         [&] { return nearest(got_["depth"]) < 16.6 && got_.contains("color") && got_.contains("rangescan"); });
    QVERIFY2(std::abs(nearest(got_["depth"]) - 16.0) < 1e-3, qPrintable(QString::number(nearest(got_["depth"]))));
    QVERIFY(isaac::pictureOf(got_["color"]).ok());
    const auto scan = isaac::scanOf(got_["rangescan"]);
    QVERIFY(scan.ok());
    QCOMPARE(scan->theta_rad.size(), std::size_t{181});

    send(**orders, isaac::messageOf(isaac::ActorRequests{{}, names()}), "scenario_actors");
    take(**reader, [&] { return destroyed_.size() == kActors; });
    QCOMPARE(destroyed_.size(), std::size_t{kActors});
    simulator.process.terminate();
    QVERIFY(simulator.process.waitForFinished(20000));
    checkLog(log);
  }

  // The same world as the simulator and as the application, each in a process: an order over UDP to the one is seen in
  // the other.
  void aWorldFollowsAnother() {
    const QString out = folder_.path("followed.wright");
    const auto freePort = [] { return QString::number(isaac::Publisher::listen({}).value()->address().port); };
    const QString simulator_at = freePort(), application_at = freePort();
    Running simulator({"isaac", world_, "--publish", simulator_at, "--read", application_at, "--udp-at", "0", "--imu",
                       "sweep:lens", "--base", "sweep", "--channel", "imu_raw=imu"});
    QTRY_VERIFY_WITH_TIMEOUT(simulator.process.canReadLine(), 20000);
    simulator.process.readLine();
    QTRY_VERIFY_WITH_TIMEOUT(simulator.process.canReadLine(), 20000);
    const QByteArray udp = simulator.process.readLine().trimmed();
    QVERIFY2(udp.startsWith("udp 127.0.0.1:"), udp.constData());
    const auto reader = isaac::Subscriber::connect(*isaac::addressOf(simulator_at.toStdString()));
    QVERIFY(reader.ok());
    take(**reader, [&] { return got_.contains("imu"); });
    QVERIFY(got_.contains("imu") && !got_.contains("imu_raw"));
    const auto orders = isaac::UdpSender::open(*isaac::addressOf(udp.mid(4).toStdString()));
    QVERIFY(orders.ok());
    isaac::Message move = isaac::messageOf(isaac::BodyGroup{"world", {{"eye", Pose::translation(7, 8, 9)}}});
    move.channel = "teleport";
    move.uuid = isaac::newUuid();
    poses_.clear();
    QVERIFY((*orders)->send(move).ok());
    take(**reader, [&] { return poses_["eye"].p == Vec3(7, 8, 9); });
    QVERIFY(poses_["eye"].p == Vec3(7, 8, 9));
    // Whoever connects is told where all is. On a slow machine a second may be too short for it.
    bool followed = false;
    for (int i = 0; i < 10 && !followed; ++i) {
      WW_COMPARE_EXIT(runCli({"isaac", world_, "--role", "application", "--publish", application_at, "--read",
                              simulator_at, "--seconds", "1", "--out", out}),
                      0);
      followed = isThere(out, "eye", {7, 8, 9});
    }
    QVERIFY(followed);
    simulator.process.terminate();
    QVERIFY(simulator.process.waitForFinished(20000));
  }

  // Without --seconds to be stopped is its end: the world is saved then, with what was ordered.
  void theWorldIsSavedWhenItIsStopped() {
    const auto orders = isaac::Publisher::listen({});
    QVERIFY(orders.ok());
    const QString cell = folder_.path("robot.wright"), out = folder_.path("stopped.wright");
    WW_COMPARE_EXIT(runCli({"new", cell, "--sample", "pick_and_place"}), 0);
    Running simulator(
        {"isaac", cell, "--publish", "0", "--read", QString::fromStdString((*orders)->address().text()), "--out", out});
    QTRY_VERIFY_WITH_TIMEOUT(simulator.process.canReadLine(), 20000);
    const auto reader =
        isaac::Subscriber::connect(*isaac::addressOf(simulator.process.readLine().trimmed().toStdString()));
    QVERIFY(reader.ok());
    QTRY_VERIFY_WITH_TIMEOUT((*orders)->peers().size() == 1 && (*reader)->state().connected, 20000);
    poses_.clear();
    // The one joint of that name is meant.
    send(**orders, isaac::messageOf(std::vector<isaac::Quantity>{{"joint_1", "position", 0.25}}), "joint_position");
    take(**reader, [&] {
      const auto joints = isaac::quantitiesOf(got_["joint_state"]);
      return joints.ok() && !joints->empty() && joints->front().entity == "robot/joint_1" &&
             joints->front().value == 0.25;
    });
    send(**orders, isaac::messageOf(isaac::BodyGroup{"world", {{"crate", Pose::translation(4, 5, 6)}}}), "teleport");
    take(**reader, [&] { return poses_["crate"].p == Vec3(4, 5, 6); });
    QVERIFY(poses_["crate"].p == Vec3(4, 5, 6));
    simulator.process.terminate();
    QVERIFY(simulator.process.waitForFinished(20000));
    QCOMPARE(simulator.process.exitCode(), 0);
    QVERIFY(isThere(out, "crate", {4, 5, 6}));
  }

  void whatCannotBeExchanged() {
    const auto refused = [&](const QStringList& more, int exit, const char* words) {
      const CliRun run = runCli(QStringList{"isaac", world_, "--publish", "0"} + more);
      return run.exit == exit && run.err.contains(words) ? QByteArray() : run.describe();
    };
    const auto check = [&](const QStringList& more, int exit, const char* words) {
      const QByteArray wrong = refused(more, exit, words);
      QVERIFY2(wrong.isEmpty(), wrong.constData());
    };
    check({"--channel", "teleport"}, 2, "CHANNEL=NAME");
    check({"--channel", "pose=bodies", "--seconds", "1"}, 1, "pose=bodies");
    check({"--udp-to", "nowhere"}, 2, "no address");
    check({"--role", "king"}, 2, "simulator");
    check({"--imu", "eye:nose"}, 1, "OBJECT:LINK");
    check({"--base", "nose"}, 1, "nose");
  }

  void whatCannotBeStreamed() {
    CliRun run = runCli({"isaac", world_, "--publish", "0", "--sensor", "nose"});
    WW_COMPARE_EXIT(run, 1);
    QVERIFY2(run.err.contains("'nose'") && run.err.contains("eye:lens"), run.describe().constData());
    run = runCli({"isaac", world_, "--publish", "0", "--sensor", "eye", "--rate", "1000"});
    WW_COMPARE_EXIT(run, 2);
    QVERIFY2(run.err.contains("0.01 to 100"), run.describe().constData());
    run = runCli({"isaac", world_, "--publish", "0", "--sensor", "eye", "--what", "smell"});
    WW_COMPARE_EXIT(run, 2);
    // What it does not measure never comes.
    run = runCli({"isaac", world_, "--publish", "0", "--sensor", "eye", "--what", "scan", "--seconds", "1"});
    WW_COMPARE_EXIT(run, 1);
    QVERIFY2(run.err.contains("'eye:lens' is no laser scanner"), run.describe().constData());
  }

 private:
  // Whether the file has the object there.
  static bool isThere(const QString& file, const char* name, const Vec3& place) {
    const CliRun run = runCli({"transform", file, "root", name, "--json"});
    const QByteArray position =
        QByteArray::number(place.x()) + "," + QByteArray::number(place.y()) + "," + QByteArray::number(place.z());
    return run.exit == 0 && QByteArray(run.out).replace(' ', "").replace('\n', "").replace(".0", "").contains(position);
  }

  static void send(isaac::Publisher& orders, isaac::Message message, const char* channel) {
    message.channel = channel;
    message.uuid = isaac::newUuid();
    QVERIFY(orders.publish(message).ok());
  }

  static std::vector<std::string> names() {
    std::vector<std::string> out;
    for (int i = 0; i < kActors; ++i) out.push_back(actorName(i));
    return out;
  }

  // Metres; infinite without a picture.
  static double nearest(const isaac::Message& message) {
    const auto picture = isaac::pictureOf(message);
    double out = INFINITY;
    if (!picture.ok() || picture->picture.type != isaac::PixelType::kFloat32) return out;
    for (std::size_t i = 0; i + 4 <= picture->picture.pixels->size(); i += 4) {
      float depth = 0;
      std::memcpy(&depth, picture->picture.pixels->data() + i, 4);
      out = std::min(out, static_cast<double>(depth));
    }
    return out;
  }

  // Reads what comes until it is enough, at most some time.
  template <typename Enough>
  void take(isaac::Subscriber& reader, const Enough& enough) {
    QElapsedTimer timer;
    timer.start();
    while (!enough() && timer.elapsed() < 30000) {
      auto message = reader.next(0.1);
      if (!message) continue;
      if (const auto edge = isaac::poseEdgeOf(*message); edge.ok()) poses_[edge->rhs] = edge->lhs_t_rhs;
      if (const auto status = isaac::actorStatusOf(*message); status.ok()) {
        spawned_.insert(spawned_.end(), status->spawned.begin(), status->spawned.end());
        destroyed_.insert(destroyed_.end(), status->destroyed.begin(), status->destroyed.end());
      }
      got_[message->channel] = std::move(*message);
    }
  }

  // Replayed, it has each actor where it was told to be.
  void checkLog(const QString& folder) {
    const auto log = isaac::CaskReader::open(folder.toStdString());
    QVERIFY2(log.ok(), log.status().line().c_str());
    const auto tracks = isaac::LogTracks::read(*log, {});
    QVERIFY2(tracks.ok(), tracks.status().line().c_str());
    const auto end = tracks->at(isaac::timesOf(*log).last_ns);
    int right = 0;
    for (const auto& [name, pose] : end.world_t_body) right += name.starts_with("actor_") && pose == poses_[name];
    QCOMPARE(right, kActors);
    const CliRun info = runCli({"log", "info", folder, "--json"});
    WW_COMPARE_EXIT(info, 0);
    QByteArrayList channels;
    for (const auto& channel : info.json()["channels"].toArray())
      channels << channel.toObject()["name"].toString().toUtf8();
    for (const char* wanted : {"color", "depth", "rangescan", "pose", "bodies", "teleport", "scenario_actors"})
      QVERIFY2(channels.contains(wanted), wanted);
  }

  const ScratchFolder folder_;
  QString world_;
  std::map<std::string, Pose> poses_;
  std::map<std::string, isaac::Message> got_;
  std::vector<std::string> spawned_, destroyed_;
};

QTEST_GUILESS_MAIN(TestCliIsaac)
#include "test_cli_isaac.moc"
