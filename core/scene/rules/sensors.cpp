// SPDX-License-Identifier: Apache-2.0
#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {

void sensors(const ObjectIndex& object, Findings& findings) {
  for (int i = 0; i < object.size(); ++i) {
    if (!object.entity(i).has_sensor()) continue;
    for (Status& fault : sensorFaults(object.entity(i).sensor().sensor_component()))
      findings.addIn(i, std::move(fault));
  }
}

}  // namespace ww::scene::rules
