// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

#include "core/base/status.h"

namespace ww::rpc {

// Metadata by which a client says what it is called in the history.
inline constexpr std::string_view kClientMetadata = "worldwright-client";

// The address of a client as people write it: "127.0.0.1:40312", "[::1]:40312", "unix".
std::string peerAddress(std::string_view grpc_peer);
// A readable name for a client that gives none: "grpc-python client 127.0.0.1:40312".
std::string nameFromAgent(std::string_view user_agent, const std::string& address);
// 1 to 64 printable ASCII characters, no blank at either end. INVALID_ARGUMENT.
Status checkClientName(std::string_view name);

}  // namespace ww::rpc
