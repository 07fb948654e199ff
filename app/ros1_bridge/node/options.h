// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "app/ros1_bridge/feeds.h"
#include "app/ros1_bridge/link.h"
#include "app/ros1_bridge/messages.h"

namespace ww::ros1 {

struct Options {
  LinkOptions link;
  Flavour flavour = Flavour::k29;
  FeedRates rates;
  std::string messages_folder;  // where types are written to, instead of all else
};

// Of the arguments that are left when ROS has taken its own. Where it returns none the program ends with `exit`, and
// has said why.
std::optional<Options> optionsOf(int argc, char** argv, int& exit);

// The types of a version as files PACKAGE/msg/NAME.msg and PACKAGE/srv/NAME.srv. What failed in words; empty: nothing.
std::string writeMessages(const std::string& folder, Flavour flavour);

}  // namespace ww::ros1
