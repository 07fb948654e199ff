// SPDX-License-Identifier: Apache-2.0
// What messages are drawn as, and where things were in the course of a log.
#include <cmath>

#include "core/interop/isaac/drawing.h"
#include "core/interop/isaac/json.h"
#include "core/interop/isaac/log_tracks.h"
#include "core/interop/isaac/seen_messages.h"
#include "core/interop/isaac/sensor_messages.h"
#include "core/interop/isaac/types.h"
#include "tests/support/folders.h"
#include "tests/unit/isaac/checks.h"

using namespace ww;
using namespace ww::isaac;
using namespace ww::test;

namespace {

Message fromJson(const char* type, const char* json) {
  Message out;
  out.type_id = findType(std::string_view(type))->id;
  out.segments = *segmentsOfJson(out.type_id, json);
  return out;
}

Buffer floats(const std::vector<float>& values) {
  return bytes(std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)));
}

std::vector<int> pixel(const Drawing& drawing, int x, int y) {
  const auto* at = &drawing.rgb[3 * static_cast<std::size_t>(y * drawing.width + x)];
  return {at[0], at[1], at[2]};
}

}  // namespace

class TestIsaacDrawing : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aTreeHasItsFramesAndLines() {
    const std::vector<TreeNode> nodes{{"world", -1, Pose(), Pose()},
                                      {"cart", 0, Pose::translation(1, 0, 0), Pose::translation(1, 0, 0)},
                                      {"box", 1, Pose::translation(0, 2, 0), Pose::translation(1, 2, 0)}};
    ISAAC_GOT(const Drawing drawing, drawingOf(messageOf("tree", nodes)));
    QCOMPARE(drawing.places.size(), std::size_t{3});
    QCOMPARE(drawing.places[2].name, std::string("box"));
    QVERIFY(drawing.places[2].pose.p == Vec3(1, 2, 0));
    QCOMPARE(drawing.lines.size(), std::size_t{2});
    QVERIFY(drawing.lines[1][0] == Vec3(1, 0, 0) && drawing.lines[1][1] == Vec3(1, 2, 0));
    QVERIFY(!drawing.isFlat());
  }

  // What is nearest is white, and what nothing hit is black.
  void depthIsGrey() {
    CameraPicture picture;
    picture.picture = {1, 3, 1, PixelType::kFloat32, floats({1.0f, 3.0f, INFINITY})};
    ISAAC_GOT(const Message message, depthMessage(picture));
    ISAAC_GOT(const Drawing drawing, drawingOf(message));
    QCOMPARE(drawing.width, 3);
    QCOMPARE(pixel(drawing, 0, 0), (std::vector<int>{255, 255, 255}));
    QCOMPARE(pixel(drawing, 2, 0), (std::vector<int>{0, 0, 0}));
    QVERIFY(pixel(drawing, 1, 0)[0] > 20 && pixel(drawing, 1, 0)[0] < 60);
  }

  void colorsAreThoseOfThePicture() {
    CameraPicture picture;
    picture.picture = {1, 2, 3, PixelType::kUint8, bytes(std::string("\x10\x20\x30\xff\x00\x80", 6))};
    ISAAC_GOT(const Message message, colorMessage(picture));
    ISAAC_GOT(const Drawing drawing, drawingOf(message));
    QCOMPARE(pixel(drawing, 0, 0), (std::vector<int>{0x10, 0x20, 0x30}));
    QCOMPARE(pixel(drawing, 1, 0), (std::vector<int>{0xff, 0, 0x80}));
    Message blue_first = fromJson("ColorCameraProto", R"({"image": {"elementType": "uint8", "rows": 1, "cols": 2,
        "channels": 3, "dataBufferIndex": 0}, "colorSpace": "bgr"})");
    blue_first.buffers = message.buffers;
    ISAAC_GOT(const Drawing turned, drawingOf(blue_first));
    QCOMPARE(pixel(turned, 0, 0), (std::vector<int>{0x30, 0x20, 0x10}));
  }

  void classesHaveColors() {
    SegmentedPicture picture;
    picture.rows = 1, picture.cols = 3;
    picture.classes = {0, 1, 2};
    picture.instances = {0, 700, 800};
    picture.class_names = {"", "box", "table"};
    ISAAC_GOT(const Message message, segmentationMessage(picture));
    ISAAC_GOT(const Drawing drawing, drawingOf(message));
    QCOMPARE(pixel(drawing, 0, 0), (std::vector<int>{0, 0, 0}));
    QVERIFY(pixel(drawing, 1, 0) != pixel(drawing, 2, 0));
    ISAAC_GOT(const std::string json, jsonOf(message));
    QVERIFY(json.find("\"table\"") != std::string::npos);
    std::uint16_t second = 0;
    std::memcpy(&second, message.buffers[1]->data() + 2, 2);
    QCOMPARE(second, std::uint16_t{700});
  }

  void scansAreClouds() {
    Scan scan;
    scan.theta_rad = {0.0f, static_cast<float>(M_PI / 2)};
    scan.phi_rad = {0.0f};
    scan.ranges_m = {2.0, 3.0};
    scan.farthest_m = 10.0;
    ISAAC_GOT(const Message message, scanMessage(scan));
    ISAAC_GOT(const Drawing drawing, drawingOf(message));
    QCOMPARE(drawing.points.size(), std::size_t{2});
    QVERIFY((drawing.points[0] - Vec3(2, 0, 0)).norm() < 1e-3);
    QVERIFY((drawing.points[1] - Vec3(0, 3, 0)).norm() < 1e-3);
    // A flat one leaves out what nothing hit.
    ISAAC_GOT(const Drawing flat, drawingOf(flatScanMessage({{0.0f, 1.0f, 2.0f}, {4.0, INFINITY, -1.0}, 10.0})));
    QCOMPARE(flat.points.size(), std::size_t{1});
    QVERIFY((flat.points[0] - Vec3(4, 0, 0)).norm() < 1e-6);
  }

  void boxesAreInPixels() {
    ISAAC_GOT(const Drawing drawing, drawingOf(boxesMessage({{"part", 10, 20, 110, 60, Pose()}})));
    QVERIFY(drawing.isFlat());
    QCOMPARE(drawing.boxes.size(), std::size_t{1});
    QCOMPARE(drawing.boxes[0].left, 10.0);
    QCOMPARE(drawing.boxes[0].top, 20.0);
    QCOMPARE(drawing.boxes[0].right, 110.0);
    QCOMPARE(drawing.boxes[0].label, std::string("part"));
    ISAAC_GOT(const Drawing space, drawingOf(thingsMessage({{"part", 0, 0, 0, 0, Pose::translation(0, 0, 2)}})));
    QCOMPARE(space.places.at(0).name, std::string("part"));
    QVERIFY(space.places.at(0).pose.p == Vec3(0, 0, 2));
    ISAAC_GOT(const Drawing tags, drawingOf(tagsMessage({{"tag36h11_3", Pose::translation(0, 1, 2), {}}})));
    QCOMPARE(tags.places.at(1).name, std::string("tag36h11_3"));
  }

  void waysAndGoals() {
    ISAAC_GOT(const Drawing way,
              drawingOf(fromJson("Vector3TrajectoryListProto", R"({"trajectories": [{"frame": "world", "states":
        [{"x": 0, "y": 0, "z": 0}, {"x": 1, "y": 0, "z": 0}, {"x": 1, "y": 1, "z": 2}]}]})")));
    QCOMPARE(way.lines.size(), std::size_t{2});
    QVERIFY(way.lines[1][1] == Vec3(1, 1, 2));
    ISAAC_GOT(const Drawing goal, drawingOf(fromJson("Goal2Proto", R"({"goal": {"rotation": {"q": {"x": 0, "y": 1}},
        "translation": {"x": 3, "y": 4}}, "goalFrame": "map"})")));
    QVERIFY((goal.places.at(1).pose * Vec3::UnitX() - Vec3(3, 5, 0)).norm() < 1e-12);
    ISAAC_GOT(const Drawing ball, drawingOf(fromJson("ObstaclesProto", R"({"obstacles": [{"center": {"x": 1, "y": 0,
        "z": 0}, "radius": 0.5}]})")));
    for (const auto& line : ball.lines) QVERIFY(std::abs((line[0] - Vec3(1, 0, 0)).norm() - 0.5) < 1e-12);
  }

  // Every type that can be drawn, of a message with nothing in it and of one that was cut: no crash, no nonsense.
  void emptyAndDamagedOnes() {
    int drawn = 0;
    for (const TypeInfo& type : types()) {
      if (type.is_enum) continue;
      Message message;
      message.type_id = type.id;
      ISAAC_GOT(message.segments, segmentsOfJson(type.id, "{}"));
      const auto drawing = drawingOf(message);
      if (!canDraw(type.id)) {
        QCOMPARE(codeOf(drawing.status()), std::string("isaac.wrong-type"));
        continue;
      }
      ++drawn;
      if (!drawing.ok()) QVERIFY2(codeOf(drawing.status()).starts_with("isaac."), type.name.c_str());
      message.segments = {{~0ull, ~0ull, ~0ull}};
      QVERIFY(!drawingOf(message).ok());
    }
    QVERIFY(drawn >= 20);
    CameraPicture picture;
    picture.picture = {2, 2, 1, PixelType::kFloat32, floats({1, 2, 3, 4})};
    ISAAC_GOT(Message cut, depthMessage(picture));
    cut.buffers = {bytes("abc")};
    QCOMPARE(codeOf(drawingOf(cut).status()), std::string("isaac.buffer-size"));
    cut.buffers.clear();
    QCOMPARE(codeOf(drawingOf(cut).status()), std::string("isaac.no-buffer"));
  }

  void aLogTellsWhereThingsWere() {
    const ScratchFolder folder;
    const std::string place = folder.path("log").toStdString();
    ISAAC_GOT(const auto writer, CaskWriter::create(place));
    const auto write = [&](Message message, const char* channel, std::int64_t time) {
      message.channel = channel;
      message.uuid = newUuid();
      message.pubtime_ns = time;
      return writer->write(std::move(message));
    };
    for (int i = 0; i < 10; ++i)
      ISAAC_DONE(write(messageOf(PoseEdge{"world", "cart", Pose::translation(i, 0, 0)}), "pose", 100 + 10 * i));
    ISAAC_DONE(write(messageOf(BodyGroup{"world", {{"late", Pose::translation(0, 7, 0)}}}), "bodies", 150));
    ISAAC_DONE(write(messageOf(PoseEdge{"cart", "load", Pose::translation(0, 2, 0)}), "pose", 160));
    ISAAC_DONE(write(messageOf(PoseEdge{"nowhere", "lost", Pose()}), "pose", 160));  // in no world
    ISAAC_DONE(write(messageOf(PoseEdge{"ring_a", "ring_b", Pose()}), "pose", 160));
    ISAAC_DONE(write(messageOf(PoseEdge{"ring_b", "ring_a", Pose()}), "pose", 160));
    ISAAC_DONE(write(messageOf(std::vector<Quantity>{{"arm/j1", "position", 0.5}}), "joint_state", 120));
    ISAAC_DONE(writer->close());
    ISAAC_GOT(const CaskReader log, CaskReader::open(place));
    ISAAC_GOT(const LogTracks tracks, LogTracks::read(log, {}));
    QVERIFY(tracks.at(99).world_t_body.empty() && tracks.at(99).joints.empty());
    const auto early = tracks.at(120);
    QCOMPARE(early.world_t_body.size(), std::size_t{1});
    QVERIFY(early.world_t_body[0].second.p == Vec3(2, 0, 0));
    QCOMPARE(early.joints.at(0).value, 0.5);
    const auto end = tracks.at(1000);
    QCOMPARE(end.world_t_body.size(), std::size_t{3});
    QCOMPARE(end.world_t_body[1].first, std::string("late"));
    QCOMPARE(end.world_t_body[2].first, std::string("load"));  // on the cart, wherever that is
    QVERIFY(end.world_t_body[2].second.p == Vec3(9, 2, 0));
    QVERIFY(tracks.at(160).world_t_body[2].second.p == Vec3(6, 2, 0));
    QVERIFY(tracks.at(165).world_t_body[2].second.p == Vec3(6.5, 2, 0));  // rides along between two messages
    QVERIFY(end.world_t_body[0].second.p == Vec3(9, 0, 0));
    // One channel alone.
    ISAAC_GOT(const LogTracks bodies, LogTracks::read(log, {{"bodies"}}));
    QCOMPARE(bodies.at(1000).world_t_body.size(), std::size_t{1});
    const auto last = lastEntries(log, 125);
    QCOMPARE(last.size(), log.channels().size());
    for (std::size_t i = 0; i < last.size(); ++i) QCOMPARE(last[i].has_value(), log.channels()[i].name != "bodies");
  }

  // On the time line nothing jumps from message to message, and nothing glides that stood or was set.
  void betweenTwoMessagesThingsGlide() {
    constexpr std::int64_t kSecond = 1'000'000'000;
    const ScratchFolder folder;
    const std::string place = folder.path("log").toStdString();
    ISAAC_GOT(const auto writer, CaskWriter::create(place));
    const auto write = [&](Message message, const char* channel, double time_s) {
      message.channel = channel;
      message.uuid = newUuid();
      message.pubtime_ns = static_cast<std::int64_t>(time_s * 1e9);
      return writer->write(std::move(message));
    };
    const Pose turned{Vec3(1, -4, 2), Quat(Eigen::AngleAxisd(1.2, Vec3::UnitZ()))};
    const Pose same{turned.p, Quat(-turned.q.coeffs())};  // the same turn, of the other sign
    ISAAC_DONE(write(messageOf(BodyGroup{"world", {{"cart", Pose()}}}), "bodies", 1));
    ISAAC_DONE(write(messageOf(BodyGroup{"world", {{"cart", same}}}), "bodies", 2));
    ISAAC_DONE(write(messageOf(BodyGroup{"world", {{"cart", Pose::translation(9, 9, 9)}}}), "bodies", 4));
    ISAAC_DONE(write(messageOf(PoseEdge{"cart", "load", Pose::translation(0, 1, 0)}), "pose", 4));
    ISAAC_DONE(write(messageOf(PoseEdge{"world", "load", Pose::translation(5, 5, 5)}), "pose", 5));
    for (const auto& [time_s, value] : {std::pair(1.0, 0.5), {2.0, 1.5}, {3.0, -3.1}})
      ISAAC_DONE(write(messageOf(std::vector<Quantity>{{"arm/j1", "position", value}, {"arm/j1", "speed", value}}),
                       "joint_state", time_s));
    ISAAC_DONE(writer->close());
    ISAAC_GOT(const CaskReader log, CaskReader::open(place));
    ISAAC_GOT(const LogTracks tracks, LogTracks::read(log, {}));
    const auto cart = [&](double time_s) {
      return tracks.at(static_cast<std::int64_t>(time_s * kSecond)).world_t_body.at(0).second;
    };
    const Pose quarter{0.25 * turned.p, Quat(Eigen::AngleAxisd(0.3, Vec3::UnitZ()))};
    QVERIFY(positionDistance(cart(1.25), quarter) < 1e-12 && rotationDistance(cart(1.25), quarter) < 1e-12);
    QVERIFY(cart(1) == Pose() && positionDistance(cart(2), turned) == 0.0 && rotationDistance(cart(2), turned) < 1e-12);
    QVERIFY(cart(3.9) == cart(2));  // silent for two seconds: it stood there, and was put elsewhere
    // What it hangs on has changed.
    QVERIFY(tracks.at(4 * kSecond + kSecond / 2).world_t_body.at(1).second.p == Vec3(9, 10, 9));
    const auto joint = [&](double time_s, std::size_t i) {
      return tracks.at(static_cast<std::int64_t>(time_s * kSecond)).joints.at(i);
    };
    QCOMPARE(joint(1.25, 0).measure, std::string("position"));
    QCOMPARE(joint(1.25, 0).value, 0.75);
    QCOMPARE(joint(1.25, 1).value, 0.5);
    QCOMPARE(joint(2.5, 0).value, 1.5);  // it went around, or was set
    QCOMPARE(joint(3, 0).value, -3.1);
  }

  // Told fifty times a second while it moves: that nothing comes for a second means that it stood. Some are lost.
  void whatIsToldOftenStandsInAPause() {
    constexpr std::int64_t kTurn = 20'000'000;
    const ScratchFolder folder;
    const std::string place = folder.path("log").toStdString();
    ISAAC_GOT(const auto writer, CaskWriter::create(place));
    const auto write = [&](std::int64_t turn, double x) -> Status {
      for (const bool edge : {true, false}) {
        const Pose at = Pose::translation(x, 0, 0);
        Message message =
            edge ? messageOf(PoseEdge{"world", "cart", at}) : messageOf(BodyGroup{"world", {{"cart", at}}});
        message.channel = edge ? "pose" : "bodies";
        message.uuid = newUuid();
        message.pubtime_ns = turn * kTurn + (edge ? 0 : 5000);
        WW_TRY(writer->write(std::move(message)));
      }
      return okStatus();
    };
    for (int i = 0; i <= 20; ++i)
      if (i < 6 || i > 9) ISAAC_DONE(write(i, 0.1 * i));
    for (int i = 70; i <= 80; ++i) ISAAC_DONE(write(i, 5.0 + 0.1 * i));
    ISAAC_DONE(writer->close());
    ISAAC_GOT(const CaskReader log, CaskReader::open(place));
    ISAAC_GOT(const LogTracks tracks, LogTracks::read(log, {}));
    const auto x = [&](double turn) {
      return tracks.at(std::llround(turn * static_cast<double>(kTurn))).world_t_body.at(0).second.p.x();
    };
    QVERIFY(std::abs(x(7.5) - 0.75) < 1e-3 && std::abs(x(12.5) - 1.25) < 1e-3);
    for (const double turn : {21.0, 45.0, 69.9}) QCOMPARE(x(turn), 2.0);
    QVERIFY(std::abs(x(70.5) - 12.05) < 1e-3);
  }

  // Groups tell of what is at rest again and again: that is a rest, and what comes after a silence has not glided
  // there.
  void whatIsToldAtRestStands() {
    constexpr std::int64_t kTurn = 20'000'000;
    const ScratchFolder folder;
    const std::string place = folder.path("log").toStdString();
    ISAAC_GOT(const auto writer, CaskWriter::create(place));
    const auto write = [&](std::int64_t turn, double x) {
      Message message = messageOf(BodyGroup{"world", {{"cart", Pose::translation(x, 0, 0)}}});
      message.channel = "bodies";
      message.uuid = newUuid();
      message.pubtime_ns = turn * kTurn;
      return writer->write(std::move(message));
    };
    for (int i = 0; i <= 100; ++i) ISAAC_DONE(write(i, 1));
    for (int i = 1; i <= 5; ++i) ISAAC_DONE(write(100 + i, 1 + 0.1 * i));
    for (int i = 106; i <= 150; ++i) ISAAC_DONE(write(i, 1.5));
    ISAAC_DONE(write(200, 7));
    ISAAC_DONE(writer->close());
    ISAAC_GOT(const CaskReader log, CaskReader::open(place));
    ISAAC_GOT(const LogTracks tracks, LogTracks::read(log, {}));
    const auto x = [&](double turn) {
      return tracks.at(std::llround(turn * static_cast<double>(kTurn))).world_t_body.at(0).second.p.x();
    };
    for (const double turn : {0.0, 0.5, 50.0, 99.9, 100.0}) QCOMPARE(x(turn), 1.0);
    QVERIFY(std::abs(x(100.5) - 1.05) < 1e-9 && std::abs(x(104.5) - 1.45) < 1e-9);
    for (const double turn : {105.0, 120.0, 150.0, 199.0}) QCOMPARE(x(turn), 1.5);
    QCOMPARE(x(200), 7.0);
  }
};

QTEST_GUILESS_MAIN(TestIsaacDrawing)
#include "test_isaac_drawing.moc"
