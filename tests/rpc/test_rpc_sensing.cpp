// SPDX-License-Identifier: Apache-2.0
// Our own service of sensors, without a connection.
#include <cmath>
#include <cstring>

#include "core/rpc/sensing_service.h"
#include "core/session/edit_builders.h"
#include "tests/rpc/calls.h"
#include "tests/unit/sensing/sensing_worlds.h"
#include "worldwright/v1/sensing_service.pb.h"

using namespace ww;
namespace v1 = worldwright::v1;

namespace {

// A camera 3 m above a floor that looks at a box of 1 m, and a scanner beside it.
std::shared_ptr<session::WorldRegistry> watchedWorlds() {
  test::Scenery scenery;
  scenery.add("floor", geometry::Box{Vec3(40, 40, 1)}, Pose::translation(0, 0, -0.5));
  scenery.add("box", geometry::Box{Vec3(1, 1, 1)}, Pose::translation(0, 0, 0.5));
  test::Component camera = test::cameraComponent(64, 48, 1.0);
  auto* noise = camera.mutable_camera()->mutable_properties()->mutable_noise();
  noise->set_type(test::Component::Noise::TYPE_GAUSSIAN);
  noise->set_stddev(0.05);
  scenery.addSensor("camera", camera, test::lookingDown(0, 0, 3));
  test::Component lidar;
  lidar.mutable_lidar()->mutable_horizontal()->set_samples(9);
  lidar.mutable_lidar()->mutable_horizontal()->set_min_angle(-0.1);
  lidar.mutable_lidar()->mutable_horizontal()->set_max_angle(0.1);
  lidar.mutable_lidar()->mutable_vertical()->set_samples(1);
  lidar.mutable_lidar()->mutable_range()->set_min_distance(0.1);
  lidar.mutable_lidar()->mutable_range()->set_max_distance(20.0);
  scenery.addSensor("scanner", lidar, Pose::translation(-3, 0, 0.5));
  auto worlds = std::make_shared<session::WorldRegistry>(scenery.store);
  auto session = std::make_shared<session::WorldSession>(scenery.w, scenery.store);
  if (const Status s = worlds->add("world", session); !s.ok()) qFatal("%s", s.line().c_str());
  return worlds;
}

template <typename T>
T numberAt(const v1::Measurement& measured, v1::SensorContents contents, std::size_t index) {
  T out{};
  for (const auto& data : measured.data())
    if (data.contents() == contents && data.bytes().size() >= (index + 1) * sizeof(T))
      std::memcpy(&out, data.bytes().data() + index * sizeof(T), sizeof(T));
  return out;
}

constexpr std::size_t kMiddle = 24 * 64 + 32;

}  // namespace

class TestRpcSensing : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    worlds_ = watchedWorlds();
    sensing_ = std::make_unique<rpc::SensingCalls>(*worlds_, kept_);
    call_ = test::call();
  }

  void sensorsAreListed() {
    v1::ListSensorsRequest request;
    request.set_world_id("world");
    WW_GET(const auto list, sensing_->list(request, call_));
    QCOMPARE(list.sensors_size(), 2);
    QCOMPARE(list.sensors(0).name(), std::string("camera:eye"));
    QCOMPARE(list.sensors(0).kind(), v1::SENSOR_KIND_CAMERA);
    QCOMPARE(list.sensors(0).width(), 64U);
    QVERIFY(list.sensors(0).problem().empty());
    QCOMPARE(list.sensors(1).kind(), v1::SENSOR_KIND_LASER_SCANNER);
    QCOMPARE(list.sensors(1).width(), 9U);
    request.set_world_id("none");
    WW_REFUSED(sensing_->list(request, call_), Code::kNotFound, "none");
  }

  void theUsualContentsOfACamera() {
    WW_GET(const auto measured, sensing_->measure(request("camera"), call_));
    QCOMPARE(measured.data_size(), 2);
    QCOMPARE(measured.data(0).contents(), v1::SENSOR_CONTENTS_COLORS);
    QCOMPARE(measured.data(0).bytes().size(), std::size_t{64 * 48 * 3});
    QVERIFY(std::abs(numberAt<float>(measured, v1::SENSOR_CONTENTS_DEPTHS, kMiddle) - 2.0f) < 1e-5f);
    QVERIFY(std::abs(numberAt<float>(measured, v1::SENSOR_CONTENTS_DEPTHS, 0) - 3.0f) < 1e-5f);
    QCOMPARE(measured.root_t_sensor().position().z(), 3.0);
    QCOMPARE(measured.intrinsics_size(), 4);
    QVERIFY(std::abs(measured.intrinsics(0) - 32.0 / std::tan(0.5)) < 1e-9);
  }

  void whatPixelsShow() {
    WW_GET(const auto measured,
           sensing_->measure(request("camera:eye", {v1::SENSOR_CONTENTS_OBJECTS, v1::SENSOR_CONTENTS_CLASSES,
                                                    v1::SENSOR_CONTENTS_NORMALS, v1::SENSOR_CONTENTS_POINTS}),
                             call_));
    const auto object = numberAt<std::uint16_t>(measured, v1::SENSOR_CONTENTS_OBJECTS, kMiddle);
    QVERIFY(object > 0);
    QCOMPARE(measured.objects(object - 1).name(), std::string("box"));
    QVERIFY(measured.objects(object - 1).left() < 32 && measured.objects(object - 1).right() > 32);
    const auto kind = numberAt<std::uint16_t>(measured, v1::SENSOR_CONTENTS_CLASSES, kMiddle);
    QCOMPARE(measured.classes(kind), std::string("box"));
    QVERIFY(std::abs(numberAt<float>(measured, v1::SENSOR_CONTENTS_NORMALS, 3 * kMiddle + 2) + 1.0f) < 1e-5f);
    // Every pixel hits the floor or the box.
    QCOMPARE(measured.data(measured.data_size() - 1).bytes().size(), std::size_t{64 * 48 * 12});
  }

  // Before a ray is shot: the library ends the server over an answer of 2 GB.
  void moreThanAnAnswerCarriesIsRefused() {
    test::Scenery scenery;
    scenery.addSensor("huge", test::cameraComponent(8192, 8192, 1.0), Pose{});
    const auto session = std::make_shared<session::WorldSession>(scenery.w, scenery.store);
    session::WorldRegistry worlds(scenery.store);
    QVERIFY(worlds.add("world", session).ok());
    rpc::SensingCalls sensing(worlds, kept_);
    const auto wanted = request("huge", {v1::SENSOR_CONTENTS_NORMALS, v1::SENSOR_CONTENTS_POINTS});
    WW_REFUSED(sensing.measure(wanted, call_), Code::kResourceExhausted, "fewer contents");
  }

  void noiseIsThatOfItsFrame() {
    auto one = request("camera", {v1::SENSOR_CONTENTS_COLORS});
    const auto bytes = [&](std::uint64_t frame, bool without) {
      one.set_frame(frame);
      one.set_without_noise(without);
      auto got = sensing_->measure(one, call_);
      return got.ok() ? got->data(0).bytes() : got.status().line();
    };
    QVERIFY(bytes(1, true) == bytes(2, true));
    QVERIFY(bytes(1, false) == bytes(1, false));
    QVERIFY(bytes(1, false) != bytes(2, false) && bytes(1, false) != bytes(1, true));
  }

  // Statics, in a copy with physics, and what is refused.
  void forces() {
    const auto session = worlds_->find("world").value();
    test::Component force;
    force.mutable_force_torque()->set_measure_direction(
        test::Component::ForceTorque::MEASURE_DIRECTION_PARENT_TO_CHILD);
    intrinsic_proto::scene_object::v1::SceneObject mount;
    mount.set_name("mount");
    mount.mutable_simulation_spec()->set_is_static(true);
    auto* plate = mount.add_entities();
    plate->set_name("plate");
    plate->mutable_link();
    auto* rail = mount.add_entities();
    rail->set_name("rail");
    rail->set_parent_name("plate");
    geometry::toWire(Pose::translation(0.5, 0, 0), rail->mutable_parent_t_this());
    rail->mutable_link()->mutable_physics_component()->set_mass_kg(3.0);
    auto* sensor = mount.add_entities();
    sensor->set_name("ft");
    sensor->set_parent_name("plate");
    *sensor->mutable_sensor()->mutable_sensor_component() = force;
    session::CommitRequest add;
    add.edits = session::createFromSceneObject(world::kRootObject, world::kRootEntity, "mount", mount,
                                               Pose::translation(0, 0, 2));
    QVERIFY(session->commit(add).ok());
    for (const double seconds : {0.0, 0.05}) {
      v1::MeasureRequest one = request("mount", {v1::SENSOR_CONTENTS_WRENCH});
      one.set_physics_s(seconds);
      WW_GET(const auto measured, sensing_->measure(one, call_));
      const v1::MeasuredWrench& wrench = measured.wrench();
      QCOMPARE(wrench.force_size(), 3);
      QVERIFY(std::abs(wrench.force(2) - 3.0 * 9.81) < 1e-6 && std::abs(wrench.force(0)) < 1e-6);
      QVERIFY(std::abs(wrench.torque(1) + 0.5 * 3.0 * 9.81) < 1e-6);
      QVERIFY(wrench.on_child());
      QCOMPARE(wrench.mass(), 3.0);
      QCOMPARE(wrench.center(0), 0.5);
      QCOMPARE(wrench.axes(), std::string("mount:ft"));
      QCOMPARE(wrench.inertia_size(), 9);
      QVERIFY(std::abs(wrench.physics_s() - seconds) < 1e-9);
    }
    v1::ListSensorsRequest all;
    all.set_world_id("world");
    WW_GET(const auto list, sensing_->list(all, call_));
    QCOMPARE(list.sensors(2).kind(), v1::SENSOR_KIND_FORCE_TORQUE);
    QVERIFY2(list.sensors(2).problem().empty(), list.sensors(2).problem().c_str());
    WW_REFUSED(sensing_->measure(request("mount", {v1::SENSOR_CONTENTS_COLORS}), call_), Code::kFailedPrecondition,
               "no camera");
    WW_REFUSED(sensing_->measure(request("camera", {v1::SENSOR_CONTENTS_WRENCH}), call_), Code::kFailedPrecondition,
               "no force-torque sensor");
    v1::MeasureRequest long_one = request("mount");
    long_one.set_physics_s(1e9);
    WW_REFUSED(sensing_->measure(long_one, call_), Code::kInvalidArgument, "physics_s");
  }

  void scanners() {
    WW_GET(const auto measured, sensing_->measure(request("scanner"), call_));
    QCOMPARE(measured.data_size(), 1);
    QVERIFY(std::abs(numberAt<float>(measured, v1::SENSOR_CONTENTS_RANGES, 4) - 2.5f) < 1e-5f);
    WW_GET(const auto cloud, sensing_->measure(request("scanner", {v1::SENSOR_CONTENTS_POINTS}), call_));
    QCOMPARE(cloud.data(0).bytes().size(), std::size_t{9 * 12});
  }

  void refusals() {
    WW_REFUSED(sensing_->measure(request("nose"), call_), Code::kNotFound, "nose");
    WW_REFUSED(sensing_->measure(request("scanner", {v1::SENSOR_CONTENTS_COLORS}), call_), Code::kFailedPrecondition,
               "scanner");
    WW_REFUSED(sensing_->measure(request("camera", {v1::SENSOR_CONTENTS_RANGES}), call_), Code::kFailedPrecondition,
               "camera");
    WW_REFUSED(sensing_->measure({}, call_), Code::kInvalidArgument, "world");
  }

  // Each in the world as it is then, at the rate, until the client has enough.
  void measurementsFollowTheWorld() {
    v1::WatchSensorRequest watch;
    *watch.mutable_measure() = request("camera", {v1::SENSOR_CONTENTS_DEPTHS});
    watch.set_rate(50.0);
    std::vector<float> depths;
    std::vector<std::uint64_t> frames;
    const auto session = worlds_->find("world").value();
    bool removed = false;
    const Status done = sensing_->watch(watch, call_, [&](const v1::Measurement& measured) -> bool {
      depths.push_back(numberAt<float>(measured, v1::SENSOR_CONTENTS_DEPTHS, kMiddle));
      frames.push_back(measured.frame());
      if (depths.size() == 2) {
        const world::WorldPtr world = session->snapshot().world;
        session::CommitRequest request;
        request.edits = session::deleteObjects(std::vector<ObjectId>{world->find("box")}, true);
        removed = session->commit(request).ok();
      }
      return depths.size() < 4;
    });
    QVERIFY2(done.ok(), done.line().c_str());
    QVERIFY(removed);
    QCOMPARE(frames, (std::vector<std::uint64_t>{0, 1, 2, 3}));
    QVERIFY(std::abs(depths[1] - 2.0f) < 1e-5f && std::abs(depths[3] - 3.0f) < 1e-5f);
    for (const double rate : {-1.0, 0.001, 1000.0, std::numeric_limits<double>::quiet_NaN()}) {
      watch.set_rate(rate);
      const Status refused = sensing_->watch(watch, call_, [](const v1::Measurement&) { return false; });
      QVERIFY2(refused.code == Code::kInvalidArgument, refused.line().c_str());
    }
    watch.set_rate(50.0);
    call_.stop = stopped();
    depths.clear();
    QVERIFY(sensing_->watch(watch, call_, [&](const v1::Measurement&) { return true; }).ok());
  }

  // What the command line measures is served, too.
  void boxesDisparitiesAndCalibration() {
    v1::MeasureRequest wanted = request("camera", {v1::SENSOR_CONTENTS_BOXES, v1::SENSOR_CONTENTS_DISPARITIES,
                                                   v1::SENSOR_CONTENTS_CALIBRATION, v1::SENSOR_CONTENTS_DEPTHS});
    wanted.set_without_noise(true);
    wanted.set_baseline_m(0.2);
    WW_GET(const auto measured, sensing_->measure(wanted, call_));
    QCOMPARE(measured.boxes_size(), 2);
    QCOMPARE(measured.objects_size(), 2);
    QCOMPARE(measured.boxes(1).name(), std::string("box"));
    // 3 m below the camera stands a cube of 1 m, its middle half a metre above the floor.
    QVERIFY(std::abs(measured.boxes(1).sensor_t_box().position().z() - 2.5) < 1e-6);
    for (int k = 0; k < 3; ++k) QVERIFY(std::abs(measured.boxes(1).size(k) - 1.0) < 1e-6);
    const auto& seen = measured.objects(1);
    QCOMPARE(seen.pixels(), std::uint64_t{(seen.right() - seen.left()) * (seen.bottom() - seen.top())});
    const double depth = numberAt<float>(measured, v1::SENSOR_CONTENTS_DEPTHS, kMiddle);
    const double shift = numberAt<float>(measured, v1::SENSOR_CONTENTS_DISPARITIES, kMiddle);
    QVERIFY2(std::abs(shift - 0.2 * measured.intrinsics(0) / depth) < 1e-4, std::to_string(shift).c_str());
    QVERIFY(measured.calibration().camera_info().find("image_width: 64") != std::string::npos);
    QVERIFY(measured.calibration().open_cv().starts_with("%YAML"));
  }

  void theRowOfAScanner() {
    WW_GET(const auto measured, sensing_->measure(request("scanner", {v1::SENSOR_CONTENTS_FLAT_RANGES}), call_));
    QCOMPARE(measured.flat_angles_size(), 9);
    QCOMPARE(measured.flat_angles(0), -0.1);
    // Straight ahead to the side of the box.
    QVERIFY(std::abs(numberAt<float>(measured, v1::SENSOR_CONTENTS_FLAT_RANGES, 4) - 2.5f) < 1e-5f);
    WW_REFUSED(sensing_->measure(request("camera", {v1::SENSOR_CONTENTS_FLAT_RANGES}), call_),
               Code::kFailedPrecondition, "no laser scanner");
    WW_REFUSED(sensing_->measure(request("scanner", {v1::SENSOR_CONTENTS_TAGS}), call_), Code::kFailedPrecondition,
               "no camera");
  }

  void contentsThatThereAreNot() {
    for (const int number : {0, 77, -1}) {
      v1::MeasureRequest wanted = request("camera");
      wanted.add_contents(static_cast<v1::SensorContents>(number));
      WW_REFUSED(sensing_->measure(wanted, call_), Code::kInvalidArgument, std::to_string(number));
    }
    v1::MeasureRequest wanted = request("camera", {v1::SENSOR_CONTENTS_DISPARITIES});
    for (const double baseline : {-0.1, std::numeric_limits<double>::infinity()}) {
      wanted.set_baseline_m(baseline);
      WW_REFUSED(sensing_->measure(wanted, call_), Code::kInvalidArgument, "apart");
    }
  }

  void whatIsSeenIsTold() {
    v1::CheckSightRequest asked;
    asked.set_world_id("world");
    asked.set_sensor("camera");
    asked.set_object("box");
    WW_GET(const auto told, sensing_->sight(asked, call_));
    QCOMPARE(told.spans_size(), 1);
    QCOMPARE(told.spans(0).seen(), v1::CheckSightResponse::SEEN_SEEN);
    QVERIFY(told.spans(0).share() > 0.99);
    asked.set_object("bax");
    WW_REFUSED(sensing_->sight(asked, call_), Code::kNotFound, "'bax'");
    asked.set_object("box");
    asked.set_program("none");
    WW_REFUSED(sensing_->sight(asked, call_), Code::kNotFound, "none");
    asked.clear_program();
    asked.set_every_s(-1.0);
    WW_REFUSED(sensing_->sight(asked, call_), Code::kInvalidArgument, "every_s");
    asked.clear_every_s();
    asked.set_sensor("scanner");
    WW_REFUSED(sensing_->sight(asked, call_), Code::kFailedPrecondition, "no camera");
  }

 private:
  static v1::MeasureRequest request(const std::string& sensor, const std::vector<v1::SensorContents>& contents = {}) {
    v1::MeasureRequest out;
    out.set_world_id("world");
    out.set_sensor(sensor);
    for (const v1::SensorContents one : contents) out.add_contents(one);
    return out;
  }
  static std::stop_token stopped() {
    std::stop_source source;
    source.request_stop();
    return source.get_token();
  }

  const std::set<std::string> kept_{};
  std::shared_ptr<session::WorldRegistry> worlds_;
  std::unique_ptr<rpc::SensingCalls> sensing_;
  rpc::CallContext call_;
};

QTEST_GUILESS_MAIN(TestRpcSensing)
#include "test_rpc_sensing.moc"
