// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/sdf/sensor_figures.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <sdf/Camera.hh>
#include <sdf/Imu.hh>
#include <sdf/Lidar.hh>
#include <sdf/Noise.hh>

#include "core/io/failures.h"
#include "core/io/worker/sdf/sdf_lens.h"
#include "core/io/worker/sdf/sdf_parts.h"
#include "core/scene/own_data.h"

namespace ww::io::worker {
namespace {

class Teller {
 public:
  Teller(const sdf::Sensor& sensor, const std::string& owner, Reporter& report)
      : sensor_(sensor), owner_(owner), report_(report) {}

  // The library reads "-5" as a count of over four billion.
  void count(const char* field, unsigned value, unsigned most) const {
    if (value >= 1 && value <= most) return;
    tell(field, static_cast<double>(static_cast<std::int32_t>(value)), fmt::format("from 1 to {}", most));
  }
  void notNegative(const char* field, double value) const {
    if (!(value >= 0.0) || !std::isfinite(value)) tell(field, value, "0 or more");
  }
  void atLeast(const char* field, double value, double least) const {
    if (!(value >= least)) tell(field, value, fmt::format("at least {:g}", least));
  }
  void pose(const ignition::math::Pose3d& pose) const {
    if (isSound(pose)) return;
    report_.warn(
        "pose-numbers",
        fail(failures::kPoseNumbers,
             {{"owner", arg::Name{sensor_.Name()}}, {"element", arg::Words{"camera"}}, {"tag", arg::Words{"<pose>"}}}),
        fmt::format("sensor {} of {}", sensor_.Name(), owner_));
  }
  void noise(const sdf::Noise& noise) const {
    notNegative("<stddev>", noise.StdDev());
    notNegative("<precision>", noise.Precision());
  }

 private:
  void tell(const char* field, double value, const std::string& wanted) const {
    report_.warn("sensor-figure",
                 fail(failures::kSdfSensorFigure, {{"sensor", arg::Name{sensor_.Name()}},
                                                   {"owner", arg::Name{owner_}},
                                                   {"field", arg::Words{field}},
                                                   {"value", arg::Number{value}},
                                                   {"wanted", arg::Words{wanted}}}),
                 fmt::format("sensor {} of {}", sensor_.Name(), owner_));
  }

  const sdf::Sensor& sensor_;
  const std::string& owner_;
  Reporter& report_;
};

}  // namespace

void tellFigures(const sdf::Sensor& sensor, const std::string& owner, Reporter& report) {
  tellLens(sensor, owner, report);
  constexpr unsigned kMostBeams = 1'000'000;
  const Teller teller(sensor, owner, report);
  if (const sdf::Camera* camera = sensor.CameraSensor()) {
    teller.count("<width>", camera->ImageWidth(), scene::kMostSensorPixels);
    teller.count("<height>", camera->ImageHeight(), scene::kMostSensorPixels);
    teller.noise(camera->ImageNoise());
    teller.pose(camera->RawPose());
  }
  if (const sdf::Lidar* lidar = sensor.LidarSensor()) {
    teller.count("<samples>", lidar->HorizontalScanSamples(), kMostBeams);
    teller.count("<samples> of <vertical>", lidar->VerticalScanSamples(), kMostBeams);
    teller.atLeast("<max_angle>", lidar->HorizontalScanMaxAngle().Radian(), lidar->HorizontalScanMinAngle().Radian());
    teller.atLeast("<max_angle> of <vertical>", lidar->VerticalScanMaxAngle().Radian(),
                   lidar->VerticalScanMinAngle().Radian());
    teller.noise(lidar->LidarNoise());
  }
}

void tellKind(const sdf::Sensor& sensor, const std::string& owner, bool is_frame, Reporter& report) {
  const std::string where = fmt::format("sensor {} of {}", sensor.Name(), owner);
  const FailureArg name{"sensor", arg::Name{sensor.Name()}}, of{"owner", arg::Name{owner}};
  if (is_frame) {
    report.note("sensor-imu", fail(failures::kSdfInertialUnit, {name, of}), where);
    const Teller teller(sensor, owner, report);
    teller.notNegative("<update_rate>", sensor.UpdateRate());
    if (const sdf::Imu* imu = sensor.ImuSensor())
      for (const sdf::Noise* noise :
           {&imu->AngularVelocityXNoise(), &imu->AngularVelocityYNoise(), &imu->AngularVelocityZNoise(),
            &imu->LinearAccelerationXNoise(), &imu->LinearAccelerationYNoise(), &imu->LinearAccelerationZNoise()})
        teller.noise(*noise);
  } else
    report.warn("sensor-kind", fail(failures::kSdfSensorKind, {name, of, {"kind", arg::Words{kindOf(sensor)}}}), where);
}

}  // namespace ww::io::worker
