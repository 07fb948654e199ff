// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/exchange/text.h"
#include "intrinsic/world/proto/sensor_component.pb.h"

namespace ww::exchange {

// A <sensor> of SDF, named `name`; `parent_t_sensor` is as on the wire, where cameras look along z. False when SDF has
// no such kind. For this folder alone.
bool putSdfSensor(const std::string& name, const intrinsic_proto::world::SensorComponent& sensor,
                  const Pose& parent_t_sensor, XmlText& out);
// The inertial unit that an object keeps at a frame (core/scene/inertial_unit.h) as a <sensor>, at that place in its
// link. False where it keeps none, or no sound one.
bool putSdfUnit(const std::string& name, const std::string& kept, const Pose& link_t_unit, XmlText& out);
// Whether its noise has more than SDF takes of that kind: a bias, or a precision.
bool losesNoise(const intrinsic_proto::world::SensorComponent& sensor);

}  // namespace ww::exchange
