// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/exchange/text.h"
#include "intrinsic/world/proto/sensor_component.pb.h"

namespace ww::exchange {

// A <sensor> of SDF, named `name`; `parent_t_sensor` is as on the wire, where cameras look along z. False when SDF has
// no such kind. For this folder alone.
bool putSdfSensor(const std::string& name, const intrinsic_proto::world::SensorComponent& sensor,
                  const Pose& parent_t_sensor, XmlText& out);
// Whether its noise has more than SDF takes of that kind: a bias, or a precision.
bool losesNoise(const intrinsic_proto::world::SensorComponent& sensor);

}  // namespace ww::exchange
