// SPDX-License-Identifier: Apache-2.0
// A world as the simulator of an application: what is shown is published, sensors are streamed, runs are recorded.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>
#include <cmath>
#include <cstring>

#include "core/interop/isaac/cask.h"
#include "core/interop/isaac/drawing.h"
#include "core/interop/isaac/failures.h"
#include "core/interop/isaac/json.h"
#include "core/interop/isaac/log_tracks.h"
#include "core/interop/isaac/sensor_messages.h"
#include "core/interop/isaac/spatial.h"
#include "core/interop/isaac/types.h"
#include "core/io/text_scan.h"
#include "tests/support/folders.h"
#include "tests/unit/isaac/linked_cell.h"

using namespace ww;
using namespace ww::isaac;
using namespace ww::test;

namespace {

// A camera 3 m above a floor, with a box of 1 m under it, and a scanner beside.
struct Cell : LinkedCell {
  ObjectId box;

  Cell() {
    box = scenery.add("box", geometry::Box{Vec3(1, 1, 1)}, Pose::translation(0, 0, 0.5));
    scenery.addSensor("camera", cameraComponent(64, 48, 1.0), lookingDown(0, 0, 3));
    Component lidar;
    auto* p = lidar.mutable_lidar();
    p->mutable_horizontal()->set_samples(8);
    p->mutable_horizontal()->set_min_angle(-0.2);
    p->mutable_horizontal()->set_max_angle(0.2);
    p->mutable_vertical()->set_samples(1);
    p->mutable_range()->set_min_distance(0.1);
    p->mutable_range()->set_max_distance(20.0);
    scenery.addSensor("scanner", lidar, Pose::translation(-3, 0, 0.5));
    begin();
  }
  Status start(std::vector<usecase::SensorStream> streams, bool reads = true) {
    usecase::LinkOptions options;
    options.streams = std::move(streams);
    return LinkedCell::start(options, reads);
  }
};

float middleDepth(const Message& message) {
  const auto picture = pictureOf(message);
  if (!picture.ok()) return NAN;
  float out = 0;
  const auto at =
      static_cast<std::size_t>(picture->picture.rows / 2 * picture->picture.cols + picture->picture.cols / 2);
  std::memcpy(&out, picture->picture.pixels->data() + 4 * at, 4);
  return out;
}

}  // namespace

class TestIsaacLink : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aCameraIsStreamedWhileSomebodyReads() {
    Cell cell;
    ISAAC_DONE(cell.start({{"camera", 50.0}}, false));
    QTest::qWait(200);
    QCOMPARE(cell.link->report().published > 0, true);  // where everything is, to nobody
    QVERIFY(cell.link->report().streams.empty() || cell.link->report().streams[0].frames == 0);
    ISAAC_GOT(cell.reader, Subscriber::connect(cell.link->address()));
    const auto depth = cell.next("depth");
    QVERIFY(depth);
    QVERIFY(std::abs(middleDepth(*depth) - 2.0f) < 1e-5f);
    const auto color = cell.next("color");
    QVERIFY(color);
    ISAAC_GOT(const CameraPicture picture, pictureOf(*color));
    QCOMPARE(picture.picture.cols, 64);
    QCOMPARE(picture.picture.channels, 3);
    QVERIFY(std::abs(picture.pinhole.focal_row - 32.0 / std::tan(0.5)) < 1e-4);
    QVERIFY(comes([&] { return cell.link->report().streams.at(0).frames > 2; }));
    QCOMPARE(cell.link->report().streams.at(0).rate, 50.0);
    QCOMPARE(cell.link->report().receivers.size(), std::size_t{1});
  }

  void whatNobodyWantsIsNotLate() {
    const Cell cell;
    const usecase::ShownWorld shown{cell.session->snapshot().world, {}, std::make_shared<model::ModelKeeper>()};
    usecase::SensorStreams streams({{"camera", 50.0}});
    QVERIFY(streams.isDue(0.0));
    streams.pass(10.0);
    QVERIFY(!streams.isDue(9.9) && streams.isDue(10.0));
    QCOMPARE(streams.measure(shown, 10.0, {}).size(), std::size_t{2});
    QCOMPARE(streams.states().at(0).late, std::uint64_t{0});
    // Five frames lie between 10.02 and 10.11, of which one is measured.
    QCOMPARE(streams.measure(shown, 10.11, {}).size(), std::size_t{2});
    QCOMPARE(streams.states().at(0).late, std::uint64_t{4});
    QCOMPARE(streams.states().at(0).frames, std::uint64_t{2});
    QVERIFY(!streams.isDue(10.11));
  }

  // The picture is that of what is shown, and poses are told of it, too.
  void whatIsShownIsPublished() {
    Cell cell;
    ISAAC_DONE(cell.start({{"camera", 50.0, usecase::kTellDepth}}));
    QVERIFY(cell.next("depth"));
    model::Overrides shown;
    shown.objects[cell.box] = Pose::translation(5, 0, 0.5);
    cell.link->show(shown);
    const auto edge = [&] {
      for (;;) {
        const auto message = cell.next("pose");
        if (!message) return PoseEdge();
        const auto told = poseEdgeOf(*message);
        if (told.ok() && told->rhs == "box" && told->lhs_t_rhs.p.x() != 0.0) return *told;
      }
    };
    QVERIFY(edge().lhs_t_rhs.p == Vec3(5, 0, 0.5));
    QVERIFY(comes([&] {
      const auto depth = cell.next("depth");
      return depth && std::abs(middleDepth(*depth) - 3.0f) < 1e-5f;
    }));
    // Let go, it is where the world has it.
    cell.link->show({});
    QVERIFY(comes([&] {
      const auto pose = cell.next("pose");
      return pose && poseEdgeOf(*pose)->rhs == "box" && poseEdgeOf(*pose)->lhs_t_rhs.p == Vec3(0, 0, 0.5);
    }));
    QCOMPARE(cell.session->history().entries.size(), std::size_t{0});
  }

  // Who asks for the colours of a depth camera by name gets them; what is told unasked is its depth.
  void coloursOfADepthCameraAreStreamedByName() {
    Cell cell;
    Component both;
    *both.mutable_depth_camera()->mutable_properties() = cameraComponent(64, 48, 1.0).camera().properties();
    cell.scenery.addSensor("both", both, lookingDown(0, 0, 3));
    cell.session->replace(cell.scenery.w);
    const auto word =
        std::ranges::find(usecase::contentWords(), "color", &std::pair<std::string_view, unsigned>::first);
    QVERIFY(word != usecase::contentWords().end());
    ISAAC_DONE(cell.start({{"both", 20.0, word->second}}));
    const auto color = cell.next("color");
    QVERIFY(color);
    ISAAC_GOT(const CameraPicture picture, pictureOf(*color));
    QVERIFY(picture.picture.cols == 64 && picture.picture.channels == 3);
    cell.link->setStreams({{"both", 20.0}});
    QVERIFY(cell.next("depth"));
    for (int i = 0; i < 3; ++i) QVERIFY(cell.next("depth"));
    QVERIFY(!cell.next("color", 0.5));
  }

  void scannersAndAllThatACameraCanTell() {
    Cell cell;
    const unsigned all = usecase::kAllContents;
    ISAAC_DONE(cell.start({{"camera", 20.0, all}, {"scanner", 20.0, all}}));
    std::map<std::string, Message> got;
    QVERIFY(comes([&] {
      if (auto message = cell.reader->next(0.1)) got[message->channel] = *message;
      return got.contains("rangescan") && got.contains("flatscan") && got.contains("segmentation") &&
             got.contains("bounding_boxes") && got.contains("detections3") && got.contains("fiducials") &&
             got.contains("point_cloud") && got.contains("lidar_cloud");
    }));
    ISAAC_GOT(const Scan scan, scanOf(got["rangescan"]));
    QCOMPARE(scan.theta_rad.size(), std::size_t{8});
    // The box stands 2.5 m ahead.
    QVERIFY(std::abs(scan.ranges_m[3] * std::cos(scan.theta_rad[3]) - 2.5) < 20.0 / 65535);
    ISAAC_GOT(const Drawing boxes, drawingOf(got["bounding_boxes"]));
    const auto box = std::ranges::find(boxes.boxes, std::string("box"), &Drawing::Box::label);
    QVERIFY(box != boxes.boxes.end());
    QVERIFY(box->left < 32 && box->right > 32 && box->top < 24 && box->bottom > 24);
    ISAAC_GOT(const Drawing things, drawingOf(got["detections3"]));
    const auto thing = std::ranges::find(things.places, std::string("box"), &Drawing::Place::name);
    QVERIFY(thing != things.places.end());
    QVERIFY((thing->pose.p - Vec3(0, 0, 2.5)).norm() < 1e-6);
    QVERIFY(drawingOf(got["segmentation"]).ok() && drawingOf(got["point_cloud"]).ok());
  }

  // The second camera of a stereo pair has channels of its own, and is not counted among the others.
  void aStereoPairIsStreamed() {
    Cell cell;
    cell.scenery.addSensor("other", cameraComponent(64, 48, 1.0), lookingDown(0, 0, 2.5));
    cell.scenery.addSensor("third", cameraComponent(64, 48, 1.0), lookingDown(0, 0, 2.0));
    cell.session->replace(cell.scenery.w);
    ISAAC_DONE(cell.start({{"camera", 20.0}, {"other", 20.0, usecase::kUsualContents, true}, {"third", 20.0}}));
    std::map<std::string, float> depths;
    QVERIFY(comes([&] {
      if (const auto message = cell.reader->next(0.1); message && message->channel.starts_with("depth"))
        depths[message->channel] = middleDepth(*message);
      return depths.size() == 3;
    }));
    QVERIFY(std::abs(depths["depth"] - 2.0f) < 1e-5f);
    QVERIFY(std::abs(depths["depth_right"] - 1.5f) < 1e-5f);
    QVERIFY(std::abs(depths["depth_2"] - 1.0f) < 1e-5f);
    QVERIFY(cell.next("color_right"));
  }

  // Disparity of the first camera of a pair is that of where the second stands; without one, as was asked for. It is
  // logged, read back and drawn.
  void disparityIsStreamed() {
    Cell cell;
    const Pose eye = cell.scenery.rootT(sensing::sensorNamed(cell.scenery.w, "camera").value());
    cell.scenery.addSensor("beside", cameraComponent(64, 48, 1.0), eye * Pose::translation(0.25, 0, 0));
    cell.session->replace(cell.scenery.w);
    const unsigned what = usecase::kTellDepth | usecase::kTellDisparity;
    const double focal = 32.0 / std::tan(0.5);
    ISAAC_DONE(cell.start({{"camera", 20.0, what}, {"beside", 20.0, what, true}}));
    const auto told = cell.next("disparity");
    QVERIFY(told);
    ISAAC_GOT(const CameraPicture pair, pictureOf(*told));
    QVERIFY(std::abs(pair.baseline_m - 0.25) < 1e-6);
    QVERIFY(std::abs(pair.pinhole.focal_col - focal) < 1e-9 && pair.max_disparity > pair.min_disparity);
    QVERIFY2(std::abs(middleDepth(*told) - focal * 0.25 / 2.0) < 1e-3, std::to_string(middleDepth(*told)).c_str());
    QVERIFY(!cell.next("disparity_right", 0.5));
    // What the inspector shows: the box, which is nearer, lighter than the floor.
    ISAAC_GOT(const Drawing drawing, drawingOf(*told));
    QVERIFY(drawing.width == 64 && drawing.height == 48);
    QVERIFY(drawing.rgb[3 * (24 * 64 + 32)] > drawing.rgb[0] + 20);
    ScratchFolder folder;
    const std::string place = folder.path("log").toStdString();
    {
      ISAAC_GOT(const auto log, CaskWriter::create(place));
      ISAAC_DONE(log->write(*told));
      ISAAC_DONE(log->close());
    }
    ISAAC_GOT(const CaskReader log, CaskReader::open(place));
    QVERIFY(log.channels().size() == 1 && log.channels()[0].name == "disparity");
    ISAAC_GOT(const Message kept, log.message(log.channels()[0], log.channels()[0].entries[0]));
    ISAAC_GOT(const CameraPicture read_back, pictureOf(kept));
    QVERIFY(read_back.baseline_m == pair.baseline_m && *read_back.picture.pixels == *pair.picture.pixels);
    // Alone, at the distance that was asked for; and of cameras that are no pair, none.
    usecase::SensorStream alone{"camera", 20.0, what};
    alone.baseline = 0.05;
    cell.link->setStreams({alone});
    QVERIFY(comes([&] {
      const auto next = cell.next("disparity");
      const auto picture = next ? pictureOf(*next) : Result<CameraPicture>(fail(failures::kNoActor, {}));
      return picture.ok() && std::abs(picture->baseline_m - 0.05) < 1e-6;
    }));
    cell.scenery.addSensor("behind", cameraComponent(64, 48, 1.0), eye * Pose::translation(0, 0, -0.5));
    cell.session->replace(cell.scenery.w);
    cell.link->setStreams({{"camera", 20.0, what}, {"behind", 20.0, what, true}});
    QVERIFY(comes([&] {
      const auto report = cell.link->report();
      return report.streams.size() == 2 && codeOf(report.streams[0].failure) == "usecase.not-a-pair";
    }));
    // What else the first camera measures comes all the same.
    (void)cell.reader->take();
    for (int i = 0; i < 3; ++i) QVERIFY(cell.next("depth"));
    QVERIFY(!cell.next("disparity", 0.5));
  }

  // Of release 2020.2: an image, and the intrinsics of its lens beside it.
  void imagesOfTheLaterRelease() {
    Cell cell;
    auto bent = cameraComponent(64, 48, 1.0);
    auto* k = bent.mutable_camera()->mutable_properties()->mutable_distortion();
    k->set_k1(-0.1), k->set_k2(0.02), k->set_p1(0.003), k->set_p2(0.004), k->set_k3(0.005);
    cell.scenery.addSensor("bent", bent, lookingDown(0, 0, 3));
    cell.session->replace(cell.scenery.w);
    const unsigned what = usecase::kUsualContents | usecase::kTellSegmentation;
    ISAAC_DONE(cell.start({{"bent", 20.0, what, false, Release::k2020_2}}));
    std::map<std::string, Message> got;
    QVERIFY(comes([&] {
      if (auto message = cell.reader->next(0.1)) got[message->channel] = *message;
      return got.contains("color_intrinsics") && got.contains("depth_intrinsics") && got.contains("color") &&
             got.contains("depth") && got.contains("segmentation_class") && got.contains("segmentation_instance") &&
             got.contains("segmentation_intrinsics") && got.contains("segmentation_labels") &&
             got.contains("depth_limits");
    }));
    QVERIFY(!got.contains("segmentation"));
    // What that release has no type for.
    const auto jsonIn = [&](const char* channel) {
      const auto whole = QByteArray::fromStdString(jsonOf(got[channel], false).value());
      const QString text = QJsonDocument::fromJson(whole).object()["serialized"].toString();
      return QJsonDocument::fromJson(text.toUtf8()).object();
    };
    QVERIFY(jsonIn("segmentation_labels")["labels"].toArray().size() > 1);
    QVERIFY(jsonIn("depth_limits")["maxDepth"].toDouble() > 0.0);
    for (const char* channel : {"color", "depth", "segmentation_class", "segmentation_instance"})
      QCOMPARE(typeName(got[channel].type_id), std::string("ImageProto"));
    QVERIFY(std::abs(middleDepth(got["depth"]) - 2.0f) < 1e-5f);
    ISAAC_GOT(const CameraPicture picture, pictureOf(got["color"]));
    QCOMPARE(picture.picture.channels, 3);
    for (const char* channel : {"color_intrinsics", "depth_intrinsics", "segmentation_intrinsics"}) {
      QCOMPARE(typeName(got[channel].type_id), std::string("CameraIntrinsicsProto"));
      ISAAC_GOT(const std::string json, jsonOf(got[channel], false));
      const QJsonObject lens = QJsonDocument::fromJson(QByteArray::fromStdString(json)).object();
      QVERIFY(std::abs(lens["pinhole"]["focal"]["x"].toDouble() - 32.0 / std::tan(0.5)) < 1e-4);
      QCOMPARE(lens["pinhole"]["rows"].toInt(), 48);
      QCOMPARE(lens["distortion"]["model"].toString(), QStringLiteral("brown"));
      // The radial ones first.
      const double wanted[] = {-0.1, 0.02, 0.005, 0.003, 0.004};
      const QJsonArray told = lens["distortion"]["coefficients"]["coefficients"].toArray();
      QCOMPARE(told.size(), 5);
      for (int i = 0; i < 5; ++i) QVERIFY2(std::abs(told[i].toDouble() - wanted[i]) < 1e-12, json.c_str());
    }
    // As the earlier one has it, colours tell their lens themselves.
    cell.link->setStreams({{"bent", 20.0}});
    QVERIFY(comes([&] {
      const auto color = cell.next("color");
      const auto told = color ? pictureOf(*color) : Result<CameraPicture>(fail(failures::kNoActor, {}));
      return told.ok() && told->distortion.coefficients == std::vector<double>{-0.1, 0.02, 0.005, 0.003, 0.004};
    }));
  }

  void aSensorThatIsNotThereSaysSo() {
    Cell cell;
    ISAAC_DONE(cell.start({{"nothing", 50.0}, {"camera", 50.0, usecase::kTellDepth}}));
    QVERIFY(cell.next("depth"));
    QVERIFY(comes([&] { return cell.link->report().streams.size() == 2; }));
    QCOMPARE(codeOf(cell.link->report().streams[0].failure), std::string("sensing.no-sensor"));
    QVERIFY(cell.link->report().streams[1].failure.ok());
    cell.link->setStreams({});
    QVERIFY(comes([&] { return cell.link->report().streams.empty() || !cell.next("depth", 0.5); }));
  }

  // Of a receiver that does not keep up, pictures are dropped and counted.
  void slowReceiversLosePictures() {
    Cell cell;
    cell.scenery.addSensor("wide", cameraComponent(1280, 960, 1.0), lookingDown(0, 0, 3));
    cell.session->replace(cell.scenery.w);
    ISAAC_DONE(cell.start({{"wide", 100.0}}, false));
    Subscriber::Options options;
    options.queue_bytes = 1 << 20;
    ISAAC_GOT(cell.reader, Subscriber::connect(cell.link->address(), options));
    const auto dropped = [&] {
      const auto receivers = cell.link->report().receivers;
      return receivers.size() == 1 && receivers[0].dropped > 0;
    };
    QVERIFY(comes(dropped, 60000));
    QCOMPARE(cell.reader->state().connections, std::uint64_t{1});
  }

  void ordersAreCarriedOut() {
    Cell cell;
    ISAAC_DONE(cell.start({}));
    QVERIFY(comes([&] { return cell.application->peers().size() == 1; }));
    Message order = messageOf(ActorRequests{{{"crate", "box", Pose::translation(1, 2, 3)}}, {}});
    order.channel = "scenario_actors";
    ISAAC_DONE(cell.application->publish(order));
    const auto status = cell.next("scenario_actors_status");
    QVERIFY(status);
    QCOMPARE(actorStatusOf(*status)->spawned, std::vector<std::string>{"crate"});
    Message wrong = messageOf(BodyGroup{"world", {{"nobody", Pose()}}});
    wrong.channel = "teleport";
    ISAAC_DONE(cell.application->publish(wrong));
    QVERIFY(comes([&] { return cell.link->report().refused == 1; }));
    QCOMPARE(codeOf(cell.link->report().refusal), std::string("isaac.no-actor"));
    const auto reply = cell.next("scenario_reply");
    QVERIFY(reply && jsonOf(*reply)->find("isaac.no-actor") != std::string::npos);
    // People are told of a channel whose name is no text by one that is.
    wrong.channel = "tele\xffport\xc3";
    ISAAC_DONE(cell.application->publish(wrong));
    QVERIFY(comes([&] { return cell.link->report().refused == 2; }));
    QVERIFY(io::isUtf8(cell.link->report().refusals.back().channel));
    QVERIFY(cell.link->report().refusals.back().channel.find("tele") == 0);
    const auto channels = cell.link->channels();
    const auto came = std::ranges::find_if(channels, [](const usecase::SeenChannel& c) { return c.came; });
    QVERIFY(came != channels.end());
    QVERIFY(!came->last.channel.empty());
    // Any message can be sent.
    Message own = messageOf(PoseEdge{"world", "idea", Pose::translation(9, 9, 9)});
    own.channel = "mine";
    ISAAC_DONE(cell.link->send(own));
    const auto got = cell.next("mine");
    QVERIFY(got);
    QCOMPARE(poseEdgeOf(*got)->rhs, std::string("idea"));
    QVERIFY(got->uuid != Uuid());
  }

  // A run of 100 actors that are spawned, moved and seen; its log has them where they were.
  void theLogOfARunHasItsPoses() {
    const ScratchFolder folder;
    const std::string place = folder.path("run").toStdString();
    Cell cell;
    ISAAC_DONE(cell.start({{"camera", 20.0}}));
    ISAAC_DONE(cell.link->startLog(place));
    QCOMPARE(codeOf(cell.link->startLog(place)), std::string("isaac.log-there"));
    ISAAC_DONE(cell.link->startLog(place + "2"));
    QVERIFY(comes([&] { return cell.application->peers().size() == 1; }));
    ActorRequests spawn;
    BodyGroup moves{"world", {}};
    for (int i = 0; i < 100; ++i) {
      spawn.spawn.push_back({"actor_" + std::to_string(i), "box", Pose::translation(i, 10, 0.5)});
      moves.bodies.push_back({"actor_" + std::to_string(i), Pose::translation(i, 20, 0.5)});
    }
    Message order = messageOf(spawn);
    order.channel = "scenario_actors";
    ISAAC_DONE(cell.application->publish(order));
    QVERIFY(cell.next("scenario_actors_status"));
    Message move = messageOf(moves);
    move.channel = "teleport";
    ISAAC_DONE(cell.application->publish(move));
    QVERIFY(comes([&] {
      const auto bodies = cell.next("bodies");
      return bodies && std::ranges::any_of(bodyGroupOf(*bodies)->bodies, [](const RigidBody& b) {
               return b.name == "actor_99" && b.frame_t_body.p == Vec3(99, 20, 0.5);
             });
    }));
    // The first may be one that was waiting before the log began.
    for (int i = 0; i < 3; ++i) QVERIFY(cell.next("color"));
    ISAAC_DONE(cell.link->endLog());
    QVERIFY(cell.link->report().log.empty());
    ISAAC_GOT(const CaskReader log, CaskReader::open(place + "2"));
    QVERIFY(log.notes().empty());
    ISAAC_GOT(const LogTracks tracks, LogTracks::read(log, {}));
    const auto end = tracks.at(timesOf(log).last_ns);
    int right = 0;
    for (const auto& [name, pose] : end.world_t_body) {
      const ObjectId id = cell.session->snapshot().world->find(name);
      right += id && cell.session->snapshot().world->rootT({id}) == pose ? 1 : 0;
    }
    QCOMPARE(right, static_cast<int>(end.world_t_body.size()));
    QVERIFY(right >= 104);
    std::vector<std::string> names;
    for (const LogChannel& channel : log.channels()) names.push_back(channel.name);
    for (const char* wanted : {"color", "depth", "pose", "bodies", "scenario_actors", "teleport"})
      QVERIFY2(std::ranges::find(names, wanted) != names.end(), wanted);
  }
};

QTEST_GUILESS_MAIN(TestIsaacLink)
#include "test_isaac_link.moc"
