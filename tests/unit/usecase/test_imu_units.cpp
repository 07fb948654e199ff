// SPDX-License-Identifier: Apache-2.0
// Inertial units of SDF: rate and noise as the file says them, in the readings that are told.
#include <google/protobuf/wrappers.pb.h>

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <future>
#include <vector>

#include "core/interop/isaac/motion_messages.h"
#include "core/scene/inertial_unit.h"
#include "core/scene/own_data.h"
#include "core/sensing/imu.h"
#include "core/usecase/exchange/imu_stream.h"
#include "tests/unit/isaac/checks.h"
#include "tests/unit/sensing/sensing_worlds.h"

using namespace ww;
using namespace ww::test;
using sensing::ImuReading;

namespace {

constexpr int kCount = 4000;
const Vec3 kAtRest(0, 0, 9.81);

std::string noise(const std::string& axis, const std::string& values, const std::string& type = "gaussian") {
  return "<" + axis + "><noise type='" + type + "'>" + values + "</noise></" + axis + ">";
}

std::string unitText(double rate) {
  return "<sensor name='nose' type='imu'>\n  <pose>0.1 0 0 0 0 0</pose>\n  <update_rate>" + std::to_string(rate) +
         "</update_rate>\n  <!-- <update_rate>7</update_rate> -->\n  <imu>\n    <angular_velocity>" +
         noise("x", "<mean>0.5</mean><stddev>0.02</stddev>") + noise("z", "<stddev>0.1</stddev>") +
         "</angular_velocity>\n    <linear_acceleration>" +
         noise("y", "<mean>0</mean><stddev>0.3</stddev><bias_mean>2</bias_mean><bias_stddev>0.25</bias_stddev>") +
         noise("z", "<stddev>0.01</stddev><precision>0.5</precision>", "gaussian_quantized") +
         "</linear_acceleration>\n  </imu>\n</sensor>";
}

// A box with a frame "nose" on it that keeps the unit.
void addRig(Scenery& scenery, const std::string& unit) {
  intrinsic_proto::scene_object::v1::SceneObject object;
  object.set_name("rig");
  auto* link = object.add_entities();
  link->set_name("base");
  link->mutable_link();
  auto* frame = object.add_entities();
  frame->set_name("nose");
  frame->set_parent_name("base");
  frame->mutable_frame();
  geometry::toWire(Pose::translation(0.1, 0, 0), frame->mutable_parent_t_this());
  google::protobuf::StringValue text;
  text.set_value(unit);
  (*object.mutable_user_data())[scene::kInertialUnitOf + "nose"].PackFrom(text);
  scenery.apply(session::createFromSceneObject(world::kRootObject, world::kRootEntity, "rig", object, Pose()));
}

usecase::ShownWorld shownOf(const Scenery& scenery) {
  return {std::make_shared<const world::World>(scenery.w), {}, std::make_shared<model::ModelKeeper>()};
}

struct Moments {
  double mean = 0.0, variance = 0.0;
};
template <typename Of>
Moments momentsOf(const std::vector<ImuReading>& readings, const Of& of) {
  Moments m;
  for (const ImuReading& r : readings) m.mean += of(r) / static_cast<double>(readings.size());
  for (const ImuReading& r : readings)
    m.variance += (of(r) - m.mean) * (of(r) - m.mean) / static_cast<double>(readings.size() - 1);
  return m;
}

// Within four deviations of what so many samples of a normal distribution have.
bool agrees(const Moments& m, double mean, double stddev) {
  const double n = kCount;
  return std::abs(m.mean - mean) < 4.0 * stddev / std::sqrt(n) &&
         std::abs(m.variance - stddev * stddev) < 4.0 * stddev * stddev * std::sqrt(2.0 / n);
}

std::vector<ImuReading> readings(const sensing::ImuErrors& errors, std::uint64_t sensor, std::uint64_t first = 0,
                                 std::uint64_t count = kCount) {
  std::vector<ImuReading> out;
  for (std::uint64_t i = first; i < first + count; ++i)
    out.push_back(sensing::told({Vec3::Zero(), kAtRest}, errors, {.sensor = sensor, .frame = i}, 0.005));
  return out;
}

bool same(const ImuReading& a, const ImuReading& b) {
  return a.angular_velocity == b.angular_velocity && a.linear_acceleration == b.linear_acceleration;
}

}  // namespace

class TestImuUnits : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void unitsAreReadFromTheirText() {
    const auto unit = scene::inertialUnitFromText(unitText(200));
    QVERIFY(unit);
    QCOMPARE(unit->rate, 200.0);
    QVERIFY(unit->angular_velocity[0] == (scene::UnitNoise{.on = true, .mean = 0.5, .stddev = 0.02}));
    QVERIFY(unit->angular_velocity[1] == scene::UnitNoise());
    QCOMPARE(unit->linear_acceleration[1].bias_mean, 2.0);
    QCOMPARE(unit->linear_acceleration[1].bias_stddev, 0.25);
    QVERIFY(unit->linear_acceleration[2].quantized);
    // Its body is all but the place, which is that of the frame.
    const auto body = scene::inertialUnitBody(unitText(200));
    QVERIFY(body && body->find("<pose>") == std::string::npos);
    QVERIFY(body->find("<update_rate>200") != std::string::npos && body->find("0.25") != std::string::npos);
    QVERIFY(scene::inertialUnitFromText("<sensor name='<pose>' type=\"imu\"/>"));
    QCOMPARE(*scene::inertialUnitBody("<sensor type='imu'><pose/><a/><pose>1</pose>b</sensor>"), std::string("<a/>b"));
  }

  void whatIsNoUnitIsNone() {
    std::string deep;
    for (int i = 0; i < 1000; ++i) deep += "<a>";
    for (const std::string& text :
         {std::string(), std::string("imu"), std::string("<sensor type='camera'/>"), std::string("<sensor type='imu'>"),
          std::string("<sensor type='imu'><imu></sensor>"), std::string("<sensor type='imu'"),
          std::string("<link type='imu'/>"), std::string("<!-- <sensor type='imu'/>"), "<sensor type='imu'>" + deep,
          "<sensor type='imu'>" + std::string(100'000, ' ') + "</sensor>"}) {
      QVERIFY2(!scene::inertialUnitFromText(text), text.substr(0, 60).c_str());
      QVERIFY2(!scene::inertialUnitBody(text), text.substr(0, 60).c_str());
    }
    // Numbers that cannot be.
    const auto odd =
        scene::inertialUnitFromText("<sensor type='imu'><update_rate>-5</update_rate><imu><angular_velocity>" +
                                    noise("x", "<mean>nan</mean><stddev>-1</stddev><bias_mean>1e300</bias_mean>") +
                                    "</angular_velocity></imu></sensor>");
    QVERIFY(odd && odd->rate == 0.0);
    QVERIFY(odd->angular_velocity[0] == scene::UnitNoise{.on = true});
  }

  void noiseIsThatOfTheFile() {
    Scenery scenery;
    addRig(scenery, unitText(200));
    const auto node = usecase::unitNamed(scenery.w, "rig:nose");
    QVERIFY2(node.ok(), node.status().line().c_str());
    const sensing::ImuErrors errors = sensing::imuErrorsOf(scenery.w, *node);
    QCOMPARE(errors.rate, 200.0);
    double biases = 0.0;
    constexpr int kUnits = 20;
    for (std::uint64_t sensor = 1; sensor <= kUnits; ++sensor) {
      const auto read = readings(errors, sensor);
      QVERIFY(agrees(momentsOf(read, [](const ImuReading& r) { return r.angular_velocity.x(); }), 0.5, 0.02));
      QVERIFY(agrees(momentsOf(read, [](const ImuReading& r) { return r.angular_velocity.z(); }), 0.0, 0.1));
      // A bias is drawn once for a unit.
      const Moments y = momentsOf(read, [](const ImuReading& r) { return r.linear_acceleration.y(); });
      QVERIFY(agrees(y, y.mean, 0.3));
      QVERIFY(std::abs(y.mean - 2.0) < 4.0 * 0.25 + 0.05);
      biases += (y.mean - 2.0) / kUnits;
      for (const ImuReading& r : read) {
        QCOMPARE(r.angular_velocity.y(), 0.0);
        QCOMPARE(r.linear_acceleration.x(), 0.0);
        QCOMPARE(r.linear_acceleration.z(), 10.0);  // in halves
      }
    }
    QVERIFY2(biases != 0.0 && std::abs(biases) < 4.0 * 0.25 / std::sqrt(kUnits), qPrintable(QString::number(biases)));
    // Axes of one unit, and units, are not related.
    const auto first = readings(errors, 1), second = readings(errors, 2);
    double axes = 0.0, units = 0.0;
    for (std::size_t i = 0; i < kCount; ++i) {
      axes += (first[i].angular_velocity.x() - 0.5) / 0.02 * first[i].angular_velocity.z() / 0.1 / kCount;
      units += first[i].angular_velocity.z() / 0.1 * second[i].angular_velocity.z() / 0.1 / kCount;
    }
    QVERIFY(std::abs(axes) < 4.0 / std::sqrt(kCount) && std::abs(units) < 4.0 / std::sqrt(kCount));
    // Of what keeps no unit there is none.
    const auto link = usecase::unitNamed(scenery.w, "rig:base");
    QVERIFY(link.ok() && same(readings(sensing::imuErrorsOf(scenery.w, *link), 1, 0, 1)[0], {Vec3::Zero(), kAtRest}));
  }

  void readingsAreTheSameOnAnyNumberOfThreads() {
    Scenery scenery;
    addRig(scenery, unitText(200));
    const auto errors = sensing::imuErrorsOf(scenery.w, *usecase::unitNamed(scenery.w, "rig/nose"));
    const auto alone = readings(errors, 9);
    std::vector<std::future<std::vector<ImuReading>>> parts;
    for (std::uint64_t i = 0; i < 4; ++i)
      parts.push_back(
          std::async(std::launch::async, [&, i] { return readings(errors, 9, i * kCount / 4, kCount / 4); }));
    std::size_t at = 0;
    for (auto& part : parts)
      for (const ImuReading& r : part.get()) QVERIFY(same(r, alone[at++]));
    QCOMPARE(at, std::size_t{kCount});
  }

  void unitsReadAtTheirRate_data() {
    QTest::addColumn<double>("rate");
    for (const double rate : {5.0, 50.0, 200.0, 1000.0}) QTest::addRow("%g", rate) << rate;
  }

  void unitsReadAtTheirRate() {
    QFETCH(double, rate);
    Scenery scenery;
    addRig(scenery, unitText(rate));
    usecase::ImuStreams streams({"rig:nose"}), again({"rig:nose"});
    const usecase::ShownWorld shown = shownOf(scenery);
    std::vector<isaac::Message> told, twice;
    // Looks that come a little late, as those of a thread do.
    for (int i = 0; i <= 100; ++i) {
      const double time_s = 3.0 + 0.02 * i + (i % 4) * 1e-3;
      std::ranges::move(streams.read(shown, time_s), std::back_inserter(told));
      std::ranges::move(again.read(shown, time_s), std::back_inserter(twice));
    }
    QVERIFY2(std::abs(static_cast<double>(told.size()) - (2.0 * rate + 1.0)) <= std::max(1.0, 0.003 * rate),
             qPrintable(QString::number(told.size())));
    QCOMPARE(told.size(), twice.size());
    std::int64_t before = 0;
    for (std::size_t i = 0; i < told.size(); ++i) {
      ISAAC_GOT(const isaac::ImuTold one, isaac::imuOf(told[i]));
      ISAAC_GOT(const isaac::ImuTold other, isaac::imuOf(twice[i]));
      QVERIFY(one.angular_velocity == other.angular_velocity && one.linear_acceleration == other.linear_acceleration);
      QVERIFY(told[i].acqtime_ns >= before);
      // Behind the first tenth of a second, in which there is nothing to look back to.
      if (i > static_cast<std::size_t>(0.2 * rate) + 1) {
        const double gap = static_cast<double>(told[i].acqtime_ns - before) * 1e-9;
        QVERIFY2(std::abs(gap - 1.0 / rate) < 1e-8, qPrintable(QString::number(gap)));
      }
      before = told[i].acqtime_ns;
      QVERIFY(std::abs(one.angular_velocity.x() - 0.5) < 6 * 0.02 && one.angular_velocity.x() != 0.5);
    }
  }

  // Who looks again after a long time gets what is fresh, and not all that was missed.
  void whatNobodyLookedAtIsLeftOut() {
    Scenery scenery;
    addRig(scenery, unitText(1000));
    usecase::ImuStreams streams({"rig:nose", "rig", "nothing"});
    const usecase::ShownWorld shown = shownOf(scenery);
    QCOMPARE(streams.read(shown, 1.0).size(), std::size_t{2});
    const std::size_t late = streams.read(shown, 100.0).size();
    QVERIFY2(late >= 200 && late <= 215, qPrintable(QString::number(late)));
  }

  // Between two looks a turning unit is read by the same parabola.
  void betweenTwoLooksTheParabolaGoesOn() {
    constexpr double kTurn = 1.5, kSpeedUp = 2.0, kRadius = 2.0;
    const auto at = [&](double t) {
      const Quat q(Eigen::AngleAxisd(kTurn * t + 0.5 * kSpeedUp * t * t, Vec3::UnitZ()));
      return Pose{q * Vec3(kRadius, 0, 0), q};
    };
    sensing::ImuTrack track;
    for (int i = 0; i <= 20; ++i) track.add(0.01 * i, at(0.01 * i));
    for (const double ahead : {-0.019, -0.008, 0.0}) {
      const ImuReading got = track.reading(Vec3(0, 0, -9.81), ahead);
      const double t = track.time() + ahead, rate = kTurn + kSpeedUp * t;
      QVERIFY(std::abs(got.angular_velocity.z() - rate) < 1e-9);
      QVERIFY2((got.linear_acceleration - Vec3(-kRadius * rate * rate, kRadius * kSpeedUp, 9.81)).norm() < 0.5,
               qPrintable(QString::number(got.linear_acceleration.x())));
      QVERIFY(positionDistance(track.pose(ahead), at(t)) < 2e-3 && rotationDistance(track.pose(ahead), at(t)) < 1e-9);
    }
  }
};

QTEST_GUILESS_MAIN(TestImuUnits)
#include "test_imu_units.moc"
