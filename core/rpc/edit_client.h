// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/base/status.h"

namespace intrinsic_proto::world {
class ObjectWorldUpdates;
}

namespace ww::rpc {

// Has the program that shares its world at that address (as it prints it) make these updates, all or none. `token`:
// empty when none is asked for. UNAVAILABLE when nobody answers there; else what the service says.
Status sendUpdates(const std::string& address, const std::string& token,
                   const intrinsic_proto::world::ObjectWorldUpdates& updates);

}  // namespace ww::rpc
