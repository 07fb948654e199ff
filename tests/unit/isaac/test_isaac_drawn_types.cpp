// SPDX-License-Identifier: Apache-2.0
// Each type that can be drawn, with what it must look like.
#include <array>
#include <cmath>
#include <limits>

#include "core/interop/isaac/drawing.h"
#include "core/interop/isaac/json.h"
#include "core/interop/isaac/sensor_messages.h"
#include "core/interop/isaac/types.h"
#include "tests/unit/isaac/checks.h"

using namespace ww;
using namespace ww::isaac;
using namespace ww::test;

namespace {

// A pose at (x, 0, z) that looks as its parent does.
std::string placed(double x, double z = 0.0) {
  return R"({"rotation": {"q": {"w": 1, "x": 0, "y": 0, "z": 0}}, "translation": {"x": )" + std::to_string(x) +
         R"(, "y": 0, "z": )" + std::to_string(z) + "}}";
}
std::string flatlyPlaced(double x) {
  return R"({"rotation": {"q": {"x": 1, "y": 0}}, "translation": {"x": )" + std::to_string(x) + R"(, "y": 0}})";
}

Result<Drawing> drawn(const char* type, const std::string& json, std::vector<Buffer> buffers = {}) {
  Message message;
  message.type_id = findType(std::string_view(type))->id;
  WW_ASSIGN(message.segments, segmentsOfJson(message.type_id, json));
  message.buffers = std::move(buffers);
  return drawingOf(message);
}

}  // namespace

class TestIsaacDrawnTypes : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whatIsInSpace_data() {
    QTest::addColumn<std::string>("json");
    QTest::addColumn<QString>("names");  // of the places, in their order
    QTest::addColumn<int>("points");
    QTest::addColumn<int>("lines");
    QTest::addColumn<double>("farthest");  // x of what is drawn
    const auto row = [](const char* type, const std::string& json, const char* names, int points, int lines, double x) {
      QTest::newRow(type) << json << QString::fromLatin1(names) << points << lines << x;
    };
    row("PoseTreeEdgeProto", R"({"lhs": "world", "rhs": "cart", "pose": )" + placed(3) + "}", "world,cart", 0, 1, 3);
    row("RigidBody3GroupProto",
        R"({"referenceFrame": "world", "names": ["a", "b"], "bodies": [{"refTBody": )" + placed(1) +
            R"(, "linearVelocity": {"x": 4, "y": 0, "z": 0}}, {"refTBody": )" + placed(2) + "}]}",
        "a,b", 0, 1, 5);
    row("ActorGroupProto", R"({"spawnRequests": [{"name": "crate", "prefab": "box", "pose": )" + placed(2) + "}]}",
        "crate", 0, 0, 2);
    row("CollisionProto",
        R"({"thisName": "a", "otherName": "b", "thisPose": )" + placed(1) + R"(, "otherPose": )" + placed(3) +
            R"(, "contactPoint": {"x": 2, "y": 0, "z": 0}, "contactNormal": {"x": 0, "y": 0, "z": 1}})",
        "a,b", 1, 1, 3);
    row("Vector3TrajectoryListProto",
        R"({"trajectories": [{"frame": "map", "states": [{"x": 0, "y": 0, "z": 0}, {"x": 2, "y": 1, "z": 0}]}]})",
        "map", 2, 1, 2);
    row("MarkerListProto", R"({"markers": [{"name": "m", "worldTMarker": {"x": 7, "y": 0, "z": 0}}]})", "m", 0, 0, 7);
    row("Detections3Proto", R"({"predictions": [{"label": "part", "confidence": 1}], "poses": [)" + placed(2) + "]}",
        "part", 0, 0, 2);
    row("FiducialListProto", R"({"fiducialList": [{"id": "tag36h11_3", "cameraTTag": )" + placed(1, 2) + "}]}",
        ",tag36h11_3", 0, 0, 1);
    row("Plan2Proto",
        R"({"planFrame": "map", "poses": [)" + flatlyPlaced(0) + "," + flatlyPlaced(1) + "," + flatlyPlaced(4) + "]}",
        "map", 3, 2, 4);
    row("DifferentialTrajectoryPlanProto",
        R"({"planFrame": "map", "states": [{"positionX": 0, "positionY": 0}, {"positionX": 6, "positionY": 1}]})",
        "map", 2, 1, 6);
    row("Goal2Proto", R"({"goalFrame": "map", "goal": )" + flatlyPlaced(5) + "}", "map,goal", 0, 0, 5);
    row("Odometry2Proto", R"({"odometryFrame": "odom", "robotFrame": "robot", "odomTRobot": )" + flatlyPlaced(2) + "}",
        "odom,robot", 0, 0, 2);
    row("FlatscanProto", R"({"angles": [0, 1, 2], "ranges": [4, 0.05, 90], "invalidRangeThreshold": 0.1,
        "outOfRangeThreshold": 50})",
        "", 1, 0, 4);
    row("ObstaclesProto", R"({"robotFrame": "robot", "obstacles": [{"center": {"x": 1, "y": 0, "z": 0},
        "radius": 0.5}]})",
        "robot", 0, 72, 1.5);
  }
  void whatIsInSpace() {
    QFETCH(std::string, json);
    QFETCH(QString, names);
    QFETCH(int, points);
    QFETCH(int, lines);
    QFETCH(double, farthest);
    ISAAC_GOT(const Drawing drawing, drawn(QTest::currentDataTag(), json));
    QStringList places;
    double x = -1e9;
    for (const Drawing::Place& place : drawing.places) {
      places << QString::fromStdString(place.name);
      x = std::max(x, place.pose.p.x());
    }
    for (const Vec3& p : drawing.points) x = std::max(x, p.x());
    for (const auto& line : drawing.lines) x = std::max({x, line[0].x(), line[1].x()});
    QCOMPARE(places.join(QLatin1Char(',')), names);
    QCOMPARE(static_cast<int>(drawing.points.size()), points);
    QCOMPARE(static_cast<int>(drawing.lines.size()), lines);
    QVERIFY2(std::abs(x - farthest) < 1e-9, qPrintable(QString::number(x)));
    QVERIFY(!drawing.isFlat());
  }

  void whatIsAPicture_data() {
    QTest::addColumn<std::string>("json");
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<int>("first");  // grey of the first pixel, and of the second
    QTest::addColumn<int>("second");
    const std::string bytes = R"({"elementType": "uint8", "rows": 1, "cols": 2, "channels": 1, "dataBufferIndex": 0})";
    const std::string floats =
        R"({"elementType": "float32", "rows": 1, "cols": 2, "channels": 1, "dataBufferIndex": 0})";
    const QByteArray two("\x10\xf0", 2);
    const float values[] = {1.0f, 3.0f};
    const QByteArray metres(reinterpret_cast<const char*>(values), sizeof values);
    QTest::newRow("ImageProto") << bytes << two << 0x10 << 0xf0;
    QTest::newRow("ColorCameraProto") << R"({"image": )" + bytes + "}" << two << 0x10 << 0xf0;
    QTest::newRow("HeatmapProto") << R"({"heatmap": )" + floats + "}" << metres << 0 << 255;
    QTest::newRow("DisparityCameraProto") << R"({"disparityImage": )" + floats + "}" << metres << 0 << 255;
    QTest::newRow("DepthCameraProto") << R"({"depthImage": )" + floats + "}" << metres << 255 << 38;
  }
  void whatIsAPicture() {
    QFETCH(std::string, json);
    QFETCH(QByteArray, data);
    QFETCH(int, first);
    QFETCH(int, second);
    ISAAC_GOT(const Drawing drawing, drawn(QTest::currentDataTag(), json, {bytes(data.toStdString())}));
    QVERIFY(drawing.isFlat() && drawing.width == 2 && drawing.height == 1);
    QCOMPARE(int{drawing.rgb.at(0)}, first);
    QCOMPARE(int{drawing.rgb.at(3)}, second);
  }

  // Where the robot says that it lies: turned by a quarter, two rows of three cells of half a metre.
  void aMapOfDistancesLiesInTheFrameOfTheRobot() {
    const std::string image =
        R"("image": {"elementType": "float32", "rows": 2, "cols": 3, "channels": 1, "dataBufferIndex": 0})";
    const std::string place = R"("robotTGridmap": {"rotation": {"q": {"x": 0, "y": 1}},
        "translation": {"x": 10, "y": 20}})";
    const auto json = [&](const char* cell, const std::string& more = {}) {
      return R"({"robotFrame": "robot", "distanceMaps": [{)" + image + "," + place + R"(, "gridCellSize": )" + cell +
             "}" + more + "]}";
    };
    const float distances[] = {0.0f, 1.0f, 2.0f, std::numeric_limits<float>::infinity(), 4.0f, std::nanf("")};
    const Buffer data = bytes(std::string(reinterpret_cast<const char*>(distances), sizeof distances));
    ISAAC_GOT(const Drawing drawing, drawn("ObstaclesProto", json("0.5"), {data}));
    QVERIFY(!drawing.isFlat() && !drawing.empty());
    QCOMPARE(drawing.places.size(), std::size_t{1});
    QCOMPARE(drawing.places[0].name, std::string("robot"));
    QCOMPARE(drawing.sheets.size(), std::size_t{1});
    const Drawing::Sheet& sheet = drawing.sheets[0];
    QVERIFY(sheet.rows == 2 && sheet.cols == 3 && sheet.cell == 0.5);
    QVERIFY((sheet.corner(0, 0) - Vec3(10, 20, 0)).norm() < 1e-12);
    QVERIFY((sheet.corner(2, 3) - Vec3(10 - 1.5, 20 + 1.0, 0)).norm() < 1e-12);
    QCOMPARE(drawing.lines.size(), std::size_t{4});
    QVERIFY((drawing.lines[1][1] - sheet.corner(2, 3)).norm() < 1e-12);
    using Rgb = std::array<int, 3>;
    const auto cell = [&](std::size_t i) {
      return Rgb{sheet.rgba.at(4 * i), sheet.rgba.at(4 * i + 1), sheet.rgba.at(4 * i + 2)};
    };
    QVERIFY((cell(0) == Rgb{255, 0, 0}));  // an obstacle
    QVERIFY((cell(1) == Rgb{255, 255, 0}));
    QVERIFY((cell(2) == Rgb{0, 255, 0}));
    QVERIFY((cell(4) == Rgb{0, 0, 255}));  // the farthest
    QVERIFY(sheet.rgba.at(3) > 0 && sheet.rgba.at(15) == 0 && sheet.rgba.at(23) == 0);

    QCOMPARE(codeOf(drawn("ObstaclesProto", json("0"), {data}).status()), std::string("isaac.bad-message"));
    QCOMPARE(codeOf(drawn("ObstaclesProto", json("0.5")).status()), std::string("isaac.no-buffer"));
    QCOMPARE(codeOf(drawn("ObstaclesProto", json("0.5"), {bytes("short")}).status()), std::string("isaac.buffer-size"));
    ISAAC_GOT(const Drawing two,
              drawn("ObstaclesProto", json("0.5", ", {" + image + "," + place + R"(, "gridCellSize": 2})"), {data}));
    QVERIFY(two.sheets.size() == 2 && two.sheets[1].cell == 2.0);
  }

  // One cell of many million is an obstacle, and is seen when fewer are kept.
  void aSmallObstacleOfALargeMapIsSeen() {
    constexpr int kSide = 3001;
    std::vector<float> distances(std::size_t{kSide} * kSide, 5.0f);
    distances[std::size_t{1234} * kSide + 2345] = 0.0f;
    const std::string json = R"({"distanceMaps": [{"image": {"elementType": "float32", "rows": 3001, "cols": 3001,
        "channels": 1, "dataBufferIndex": 0}, "gridCellSize": 0.01}]})";
    const Buffer data = bytes(std::string(reinterpret_cast<const char*>(distances.data()), 4 * distances.size()));
    ISAAC_GOT(const Drawing drawing, drawn("ObstaclesProto", json, {data}));
    const Drawing::Sheet& sheet = drawing.sheets.at(0);
    QVERIFY(sheet.rows * sheet.cols <= 1'000'000 && sheet.rows > 500);
    const int step = static_cast<int>(std::lround(sheet.cell / 0.01));
    QVERIFY(step * sheet.rows >= kSide);
    for (int row = 0; row < sheet.rows; ++row)
      for (int col = 0; col < sheet.cols; ++col) {
        const std::size_t i =
            4 * (static_cast<std::size_t>(row) * static_cast<std::size_t>(sheet.cols) + static_cast<std::size_t>(col));
        QCOMPARE(sheet.rgba.at(i) > 0, row == 1234 / step && col == 2345 / step);
      }
  }

  void noneIsLeftOut() {
    QStringList missing;
    // Trees, scans, boxes and classes have tests of their own in test_isaac_drawing.
    const QSet<QString> tested{"PoseTreeProto",
                               "PointCloudProto",
                               "RangeScanProto",
                               "Detections2Proto",
                               "SegmentationCameraProto",
                               "PoseTreeEdgeProto",
                               "RigidBody3GroupProto",
                               "ActorGroupProto",
                               "CollisionProto",
                               "MarkerListProto",
                               "Detections3Proto",
                               "FiducialListProto",
                               "Vector3TrajectoryListProto",
                               "Plan2Proto",
                               "Goal2Proto",
                               "Odometry2Proto",
                               "DifferentialTrajectoryPlanProto",
                               "FlatscanProto",
                               "ObstaclesProto",
                               "ImageProto",
                               "ColorCameraProto",
                               "HeatmapProto",
                               "DepthCameraProto",
                               "DisparityCameraProto"};
    for (const TypeInfo& type : types()) {
      const QString name = QString::fromStdString(type.name);
      if (!type.is_enum && canDraw(type.id) && !tested.contains(name)) missing << name;
    }
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QLatin1Char(' '))));
    ISAAC_GOT(const Message cloud, pointMessage({Vec3(1, 2, 3), Vec3(4, 5, 6)}));
    ISAAC_GOT(const Drawing drawing, drawingOf(cloud));
    QCOMPARE(drawing.points.size(), std::size_t{2});
    QVERIFY((drawing.points[1] - Vec3(4, 5, 6)).norm() < 1e-6);
  }

  // Of a picture of many million pixels as many are kept as can be looked at, and a stop ends the looking.
  void aLargePictureBecomesASmallOne() {
    constexpr int kSide = 3000;
    CameraPicture picture;
    std::vector<float> depths(std::size_t{kSide} * kSide, 2.0f);
    depths.back() = 4.0f;
    picture.picture = {kSide, kSide, 1, PixelType::kFloat32,
                       bytes(std::string(reinterpret_cast<const char*>(depths.data()), 4 * depths.size()))};
    ISAAC_GOT(const Message message, depthMessage(picture));
    ISAAC_GOT(const Drawing drawing, drawingOf(message));
    QVERIFY(drawing.width >= 900 && drawing.width * drawing.height <= 1'000'000);
    QCOMPARE(int{drawing.rgb.at(0)}, 255);
    std::stop_source stop;
    stop.request_stop();
    ISAAC_GOT(const Drawing stopped, drawingOf(message, stop.get_token()));
    QVERIFY(stopped.empty());
  }
};

QTEST_GUILESS_MAIN(TestIsaacDrawnTypes)
#include "test_isaac_drawn_types.moc"
