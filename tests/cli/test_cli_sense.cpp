// SPDX-License-Identifier: Apache-2.0
#include <QtEndian>
#include <cmath>

#include "tests/cli/cases.h"

using namespace ww::test;

// The verb `sense`: each kind of picture, scan and list, by the ending of its file.
class TestCliSense : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    world_ = folder_.path("cell.wright");
    QCOMPARE(runCli({"new", world_}).exit, 0);
    const QByteArray down = "parent_object_t_created_object { position { z: 2 } orientation { x: 1 } } ";
    const QByteArray ahead = "parent_object_t_created_object { position { x: -2 } orientation { w: 1 } } ";
    const QByteArray edits =
        object("eye", down,
               "sensor { sensor_component { camera { properties { horizontal_fov: 0.8 image { width: 64 height: 48 } "
               "distortion { k1: -0.1 } } } } }") +
        object("deep", down,
               "sensor { sensor_component { depth_camera { properties { horizontal_fov: 0.8 image { width: 64 height: "
               "48 } noise { type: TYPE_GAUSSIAN stddev: 0.01 } } } } }") +
        object("sweep", ahead,
               "sensor { sensor_component { lidar { horizontal { samples: 91 min_angle: -0.7 max_angle: 0.7 } vertical "
               "{ samples: 3 min_angle: -0.1 max_angle: 0.1 } range { min_distance: 0.1 max_distance: 20 } } } }") +
        "edits { create_object { name: 'part_1' name_is_global_alias: true "
        "parent_object { reference { id: 'root' } entity_filter { include_base_entity: true } } "
        "parent_object_t_created_object { orientation { w: 1 } } create_single_entity_object { geometry_component { "
        "named_geometries { key: 'Intrinsic_Visual' value { named_geometries { key: 'box' value { geometry { "
        "inline_geometry_data { exact_geometry { primitive_set { primitives { shape { box { size { x: 0.4 y: 0.4 z: "
        "0.2 } } } } } } } } } } } } } } } }";
    const CliRun run = runCli({"apply", world_, folder_.write("sensors.textproto", edits)});
    QVERIFY2(run.exit == 0, run.describe().constData());
  }

  void aColorPictureIsAPng() {
    const QString out = folder_.path("color.png");
    const QJsonObject json = jsonOf({"sense", world_, "--sensor", "eye", "--out", out});
    QCOMPARE(json["sensor"].toString(), QStringLiteral("eye:lens"));
    QCOMPARE(json["what"].toString(), QStringLiteral("color"));
    const QByteArray png = read(out);
    QVERIFY(png.startsWith("\x89PNG"));
    QCOMPARE(qFromBigEndian<quint32>(png.constData() + 16), 64u);
    QCOMPARE(qFromBigEndian<quint32>(png.constData() + 20), 48u);
  }

  // What a disparity was worked out with is said where nobody has said it.
  void disparityTellsItsBaseline() {
    const CliRun run =
        runCli({"sense", world_, "--sensor", "eye", "--what", "disparity", "--out", folder_.path("d.pfm")});
    WW_COMPARE_EXIT(run, 0);
    QVERIFY2(run.out.contains("of two cameras 0.1 m apart"), run.describe().constData());
    QVERIFY2(!run.err.contains("["), run.describe().constData());
    // An option for another program than that which is asked for.
    const CliRun idle = runCli({"sense", world_, "--sensor", "eye", "--what", "sight", "--watch", "part_1", "--every",
                                "1", "--out", folder_.path("s.json"), "--json"});
    WW_COMPARE_EXIT(idle, 0);
    QCOMPARE(idle.json()["note_codes"].toArray(), QJsonArray{"cli.sense-idle"});
  }

  // Turned away from all there is.
  void nothingSeenIsSaid() {
    const QString away = folder_.path("away.wright");
    const QByteArray turned =
        "updates { update_transform { node_a { id: 'root' } node_b { by_name { object { object_name: 'eye' } } } "
        "node_to_update { by_name { object { object_name: 'eye' } } } a_t_b { position { z: 2 } orientation { w: 1 } } "
        "} }";
    const CliRun moved = runCli({"apply", world_, folder_.write("turned.textproto", turned), "--out", away});
    QVERIFY2(moved.exit == 0, moved.describe().constData());
    const QString out = folder_.path("away.png");
    const CliRun run = runCli({"sense", away, "--sensor", "eye", "--out", out});
    QVERIFY2(run.exit == 0 && run.err.contains("sees nothing"), run.describe().constData());
    QCOMPARE(at(jsonOf({"sense", away, "--sensor", "eye", "--out", out}), "note_codes/0").toString(),
             QStringLiteral("cli.sense-nothing"));
    const CliRun seen = runCli({"sense", world_, "--sensor", "eye", "--out", out});
    QVERIFY2(seen.exit == 0 && seen.err.isEmpty(), seen.describe().constData());
  }

  void depthIsExactAndSaysWhichOneItIs() {
    const QString out = folder_.path("depth.pfm");
    const QJsonObject json =
        jsonOf({"sense", world_, "--sensor", "deep", "--out", out, "--what", "depth", "--no-noise"});
    QCOMPARE(json["depth"].toString(), QStringLiteral("along the axis"));
    QVERIFY(std::abs(middleOf(out) - 1.9f) < 1e-5f);
    const QJsonObject ray =
        jsonOf({"sense", world_, "--sensor", "deep", "--out", out, "--what", "distance", "--no-noise"});
    QCOMPARE(ray["depth"].toString(), QStringLiteral("along the ray"));
  }

  void noiseIsTheSameForTheSameFrame() {
    const auto depth = [&](const char* frame) {
      const QString out = folder_.path("noisy.pfm");
      if (runCli({"sense", world_, "--sensor", "deep", "--out", out, "--what", "depth", "--frame", frame}).exit != 0)
        return QByteArray();
      return read(out);
    };
    const QByteArray first = depth("1");
    QVERIFY(!first.isEmpty());
    QCOMPARE(depth("1"), first);
    QVERIFY(depth("2") != first);
    // Who gives no seed gets what clients get who give none: 0.
    const auto seeded = [&](const QStringList& more) {
      const QString out = folder_.path("seeded.pfm");
      const QStringList all = {"sense", world_, "--sensor", "deep", "--out", out, "--what", "depth"};
      return runCli(all + more).exit == 0 ? read(out) : QByteArray();
    };
    const QByteArray unseeded = seeded({});
    QVERIFY(!unseeded.isEmpty());
    QCOMPARE(seeded({"--seed", "0"}), unseeded);
    QVERIFY(seeded({"--seed", "1"}) != unseeded);
  }

  void everyKindOfPictureIsWritten_data() {
    QTest::addColumn<QString>("sensor");
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("ending");
    QTest::addColumn<QByteArray>("start");
    QTest::newRow("disparity") << "eye"
                               << "disparity"
                               << ".pfm" << QByteArray("Pf\n64 48\n-1.0\n");
    QTest::newRow("depth to look at") << "eye"
                                      << "depth"
                                      << ".png" << QByteArray("\x89PNG");
    QTest::newRow("normals") << "eye"
                             << "normals"
                             << ".pfm" << QByteArray("PF\n64 48\n-1.0\n");
    QTest::newRow("normals to look at") << "eye"
                                        << "normals"
                                        << ".png" << QByteArray("\x89PNG");
    QTest::newRow("classes") << "eye"
                             << "class"
                             << ".png" << QByteArray("\x89PNG");
    QTest::newRow("instances") << "eye"
                               << "instance"
                               << ".png" << QByteArray("\x89PNG");
    QTest::newRow("cloud of a camera") << "eye"
                                       << "cloud"
                                       << ".pcd" << QByteArray("# .PCD v0.7");
    QTest::newRow("cloud of a scanner") << "sweep"
                                        << "cloud"
                                        << ".pcd" << QByteArray("# .PCD v0.7");
    QTest::newRow("scan") << "sweep"
                          << "scan"
                          << ".pfm" << QByteArray("Pf\n3 91\n-1.0\n");
    QTest::newRow("flat scan") << "sweep"
                               << "flat"
                               << ".json" << QByteArray("{");
    QTest::newRow("tags") << "eye"
                          << "tags"
                          << ".json" << QByteArray("[]");
    QTest::newRow("for ROS") << "eye"
                             << "calibration"
                             << ".yaml" << QByteArray("image_width: 64\n");
    QTest::newRow("for OpenCV") << "eye"
                                << "calibration"
                                << ".yml" << QByteArray("%YAML:1.0\n");
  }
  void everyKindOfPictureIsWritten() {
    QFETCH(QString, sensor);
    QFETCH(QString, what);
    QFETCH(QString, ending);
    QFETCH(QByteArray, start);
    const QString out = folder_.path("kind" + ending);
    const CliRun run = runCli({"sense", world_, "--sensor", sensor, "--out", out, "--what", what});
    QVERIFY2(run.exit == 0, run.describe().constData());
    QVERIFY2(read(out).startsWith(start), read(out).left(40).constData());
  }

  void disparityLooksAsDepthDoes() {
    const QString out = folder_.path("shifts.png");
    QCOMPARE(runCli({"sense", world_, "--sensor", "eye", "--out", out, "--what", "disparity"}).exit, 0);
    // The first pixel, where nothing is: black. However a row is filtered, that of the first is as it is.
    const QByteArray png = read(out);
    const auto begin = png.indexOf("IDAT") + 4;
    const QByteArray inflated = qUncompress(QByteArray::fromHex("00002440") + png.mid(begin));
    QVERIFY(inflated.size() > 3);
    QCOMPARE(inflated.mid(1, 3), QByteArray(3, '\0'));
  }

  void instancesAreTheIdsOfObjects() {
    const QString out = folder_.path("ids.png");
    const QJsonObject json = jsonOf({"sense", world_, "--sensor", "eye", "--out", out, "--what", "instance"});
    QCOMPARE(at(json, "objects/0/object").toString(), QStringLiteral("part_1"));
    QVERIFY(at(json, "objects/0/id").toInt() > 0);
    QCOMPARE(json["objects"].toArray().size(), 1);
  }

  void boxesNameWhatIsSeen() {
    const QString out = folder_.path("boxes.json");
    QCOMPARE(runCli({"sense", world_, "--sensor", "eye", "--out", out}).exit, 0);
    const QJsonObject boxes = QJsonDocument::fromJson(read(out)).object();
    QCOMPARE(at(boxes, "detections2/0/class").toString(), QStringLiteral("part"));
    QVERIFY(at(boxes, "detections2/0/right").toInt() > at(boxes, "detections2/0/left").toInt());
    QVERIFY(std::abs(at(boxes, "detections3/0/size_m/2").toDouble() - 0.2) < 1e-9);
    QVERIFY(std::abs(at(boxes, "detections3/0/sensor_t_box/position/2").toDouble() - 2.0) < 1e-9);
  }

  void sightSaysWhetherAnObjectIsSeen() {
    const QString out = folder_.path("sight.json");
    CliRun run = runCli({"sense", world_, "--sensor", "eye", "--what", "sight", "--watch", "part_1", "--out", out});
    QVERIFY2(run.exit == 0, run.describe().constData());
    QCOMPARE(run.out, QByteArray("part_1 is seen by eye:lens\n"));
    const QJsonObject json =
        jsonOf({"sense", world_, "--sensor", "eye", "--what", "sight", "--watch", "sweep", "--out", out});
    QCOMPARE(at(json, "spans/0/seen").toString(), QStringLiteral("outside"));
    run = runCli({"sense", world_, "--sensor", "eye", "--what", "sight", "--watch", "part_11", "--out", out});
    QVERIFY2(run.exit == 1 && run.err.contains("did you mean 'part_1"), run.describe().constData());
  }

  void aScanHasTheRangesOfItsRays() {
    const QString out = folder_.path("scan.json");
    QCOMPARE(runCli({"sense", world_, "--sensor", "sweep", "--out", out}).exit, 0);
    const QJsonObject scan = QJsonDocument::fromJson(read(out)).object();
    QCOMPARE(scan["ranges_m"].toArray().size(), 91);
    QVERIFY(std::abs(at(scan, "ranges_m/45/1").toDouble() - 1.8) < 1e-5);
    QVERIFY(at(scan, "ranges_m/0/1").isNull());
  }

  // A tool of 2 kg, 0.3 m along x of a sensor that looks along x of the world turned about y: no file is needed.
  void aForceSensorPrintsWhatItMeasures() {
    const QByteArray mount =
        "edits { create_object { name: 'mount' name_is_global_alias: true parent_object { reference { id: 'root' } "
        "entity_filter { include_base_entity: true } } parent_object_t_created_object { position { z: 1 } orientation "
        "{ w: 0.8 y: 0.6 } } create_from_scene_object { scene_object { name: 'mount' entities { name: 'plate' link { } "
        "} entities { name: 'ft' parent_name: 'plate' sensor { sensor_component { force_torque { force_noise { x { "
        "type: TYPE_GAUSSIAN stddev: 0.5 } } } } } } entities { name: 'rail' parent_name: 'plate' parent_t_this { "
        "position { x: 0.3 } orientation { w: 1 } } link { physics_component { mass_kg: 2 } } } simulation_spec { "
        "is_static: true } } } } }";
    const QString world = folder_.path("forces.wright");
    const CliRun made = runCli({"apply", world_, folder_.write("mount.textproto", mount), "--out", world});
    QVERIFY2(made.exit == 0, made.describe().constData());
    const QJsonObject json = jsonOf({"sense", world, "--sensor", "mount:ft", "--no-noise"});
    // cos and sin of twice 36.87 degrees: 0.28 and 0.96.
    const double weight = 2.0 * 9.81;
    const auto number = [&](const char* path) { return at(json, path).toDouble(); };
    QVERIFY(std::abs(number("force_n/0") - 0.96 * weight) < 1e-9 && std::abs(number("force_n/1")) < 1e-9);
    QVERIFY(std::abs(number("force_n/2") + 0.28 * weight) < 1e-9);
    QVERIFY(std::abs(number("torque_nm/1") - 0.3 * 0.28 * weight) < 1e-9);
    QCOMPARE(at(json, "hanging/mass_kg").toDouble(), 2.0);
    QCOMPARE(at(json, "hanging/center_m_in_sensor/0").toDouble(), 0.3);
    QCOMPARE(at(json, "axes_of").toString(), QStringLiteral("mount:ft"));
    QCOMPARE(at(json, "direction").toString(), QStringLiteral("child to parent"));
    const CliRun words = runCli({"sense", world, "--sensor", "mount:ft", "--no-noise"});
    WW_COMPARE_EXIT(words, 0);
    QVERIFY2(words.out.contains("force 18.835 0 -5.4936 N (19.62 N), torque 0 1.6481 0 Nm") &&
                 words.out.contains("at rest; 2 kg hang on it"),
             words.describe().constData());
    // The sensor's noise, by seed and frame; and a file, where one is named.
    const auto noisy = [&](const char* seed, const char* frame) {
      return at(jsonOf({"sense", world, "--sensor", "mount:ft", "--seed", seed, "--frame", frame}), "force_n/0")
          .toDouble();
    };
    QVERIFY(noisy("7", "1") == noisy("7", "1") && noisy("7", "1") != noisy("7", "2") &&
            noisy("7", "1") != noisy("8", "1"));
    const QString out = folder_.path("wrench.json");
    QCOMPARE(runCli({"sense", world, "--sensor", "mount:ft", "--no-noise", "--out", out}).exit, 0);
    QVERIFY(QJsonDocument::fromJson(read(out)).object()["torque_nm"] == json["torque_nm"]);
    // With physics, where nothing moves: the same.
    const QJsonObject later = jsonOf({"sense", world, "--sensor", "mount:ft", "--no-noise", "--seconds", "0.1"});
    QVERIFY(std::abs(at(later, "force_n/0").toDouble() - 0.96 * weight) < 1e-6);
    QVERIFY(std::abs(at(later, "physics_s").toDouble() - 0.1) < 1e-9);
    QVERIFY(runCli({"sense", world, "--sensor", "mount:ft", "--out", folder_.path("w.png")}).exit != 0);
  }

  void whatCannotBeAskedIsSaid() {
    const QString out = folder_.path("x.png");
    WW_VERIFY_FAULTLESS(
        errorLineFault(runCli({"sense", world_, "--sensor", "sweep", "--out", out}), "FAILED_PRECONDITION"));
    WW_VERIFY_FAULTLESS(errorLineFault(runCli({"sense", world_, "--sensor", "eey", "--out", out}), "NOT_FOUND"));
    const CliRun ending = runCli({"sense", world_, "--sensor", "eye", "--out", folder_.path("x.jpg")});
    QCOMPARE(ending.exit, 2);
    const CliRun kind = runCli({"sense", world_, "--sensor", "eye", "--out", out, "--what", "cloud"});
    QCOMPARE(kind.exit, 2);
    QVERIFY2(kind.err.contains(".pcd"), kind.describe().constData());
    QVERIFY(!QFile::exists(out));
  }

 private:
  // An object with one link, and a sensor "lens" in its origin.
  static QByteArray object(const QByteArray& name, const QByteArray& pose, const QByteArray& sensor) {
    return "edits { create_object { name: '" + name +
           "' name_is_global_alias: true parent_object { reference { id: 'root' } entity_filter { "
           "include_base_entity: true } } " +
           pose + "create_from_scene_object { scene_object { name: '" + name +
           "' entities { name: 'housing' link { } } entities { name: 'lens' parent_name: 'housing' " + sensor +
           " } } } } } ";
  }
  static QByteArray read(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }
  // Of a map of 64 x 48 floats.
  static float middleOf(const QString& path) {
    const QByteArray bytes = read(path);
    float value = 0.0f;
    memcpy(&value, bytes.constData() + bytes.size() - 4 * 64 * 48 + 4 * (23 * 64 + 32), 4);
    return value;
  }

  ScratchFolder folder_;
  QString world_;
};

QTEST_GUILESS_MAIN(TestCliSense)
#include "test_cli_sense.moc"
