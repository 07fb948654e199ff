// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stop_token>

#include "core/rays/room.h"
#include "core/sensing/sensor.h"
#include "worldwright/v1/sensing_service.pb.h"

// What cameras and scanners measure, as the wire has it.
namespace ww::rpc {

// What is measured where.
struct Look {
  const world::World& world;
  const rays::Room& room;
  const sensing::Sensor& sensor;
  const worldwright::v1::MeasureRequest& request;
  std::stop_token stop;
  double period = 0.0;  // seconds between measurements

  bool wants(worldwright::v1::SensorContents contents) const;
  sensing::NoiseKey key() const { return {request.seed(), sensor.entity.value, request.frame()}; }
  sensing::Noise noise() const { return request.without_noise() ? sensing::Noise{} : sensor.noise; }
};

// Contents that only cameras have.
bool isOfCamera(int contents);
// INVALID_ARGUMENT for contents that there are not, and for a baseline that cannot be.
Status checkContents(const worldwright::v1::MeasureRequest& request);
// Contents as they are asked for, or the usual ones. FAILED_PRECONDITION for those that the sensor does not have.
Result<worldwright::v1::MeasureRequest> withContents(worldwright::v1::MeasureRequest request,
                                                     const sensing::Sensor& sensor);
// RESOURCE_EXHAUSTED for contents that together are more than an answer carries.
Status checkSize(const worldwright::v1::MeasureRequest& request, const sensing::Sensor& sensor);
// All contents of the request. CANCELLED after a stop.
Status measureCamera(const Look& look, worldwright::v1::Measurement& out);
Status measureScanner(const Look& look, worldwright::v1::Measurement& out);

}  // namespace ww::rpc
