// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

#include "app/ros1_bridge/messages.h"

namespace ww::ros1 {

class Link;
class Reader;

// What every call needs.
struct Desk {
  Link& link;
  Flavour flavour = Flavour::k29;
  std::mutex mutex;
  std::map<std::string, std::uint32_t> sequence;  // of the answers of GetModelState, by model
};

struct Answer {
  bool fits = true;     // false: `bytes` is no response, but what failed in words: the type has no field to say it in
  std::string bytes;    // the response
  std::string problem;  // what failed, for the log; empty: nothing did
};

struct ServiceRow {
  std::string_view name;  // below the node: "spawn_sdf_model"
  std::string_view type;
  Answer (*answer)(Desk&, Reader&);
};

// All services of the node but those of the log.
std::span<const ServiceRow> allServices();
// The answer to the bytes of a request. Never throws.
Answer answerTo(const ServiceRow& service, Desk& desk, std::string_view request);
// The service whose request is what is sent to the topic of that name ("set_model_state"); null where there is none.
const ServiceRow* serviceNamed(std::string_view name);

}  // namespace ww::ros1
