// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "app/ros1_bridge/wire.h"
#include "worldwright/v1/simulation.pb.h"

// The properties of the engine as parameters of dynamic_reconfigure, which windows of ROS show as sliders.
namespace ww::ros1 {

// The request that would change nothing.
worldwright::v1::SetPhysicsPropertiesRequest asSet(const worldwright::v1::GetPhysicsPropertiesResponse& physics);

// A Config with all of them.
std::string configOf(const worldwright::v1::SetPhysicsPropertiesRequest& physics);
// A ConfigDescription, with these as the defaults.
std::string descriptionOf(const worldwright::v1::SetPhysicsPropertiesRequest& physics);

// Reads a Config with some of them into the request, and says whether there are any. What does not fit is refused in
// words; empty: all does.
struct Taken {
  bool any = false;
  std::string problem;
};
Taken take(Reader& in, worldwright::v1::SetPhysicsPropertiesRequest* physics);

}  // namespace ww::ros1
