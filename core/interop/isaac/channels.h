// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace ww::isaac {

// A channel of the simulator bridge, and the type that it carries.
struct BridgeChannel {
  std::string_view name, type;
  bool from_simulator = true;
};
const std::vector<BridgeChannel>& bridgeChannels();
// The type of a channel of the bridge, also of its second (name_2) and later ones, and of what goes beside images
// (name_intrinsics, name_labels, name_limits); 0 where it is none of them. Messages that came over UDP do not say their
// type.
std::uint64_t typeOfChannel(std::string_view channel);

// Other names for channels, both ways. What has no other name keeps its own.
class ChannelMap {
 public:
  // "CHANNEL=NAME". INVALID_ARGUMENT (kBadChannelName) unless both are names of 1 to 255 bytes, and neither has another
  // name already.
  Status add(std::string_view text);
  // INVALID_ARGUMENT (kBadChannelName) where two channels of the bridge would go by one name.
  Status check() const;
  std::string outside(const std::string& channel) const;
  std::string inside(const std::string& name) const;
  bool empty() const { return to_outside_.empty(); }

 private:
  std::map<std::string, std::string> to_outside_, to_inside_;
};

}  // namespace ww::isaac
