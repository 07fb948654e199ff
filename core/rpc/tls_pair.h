// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/rpc/server.h"

namespace ww::rpc {

// Whether certificate and key of the options can be served with: both PEM, the key without a password and that of the
// certificate. gRPC only says that it cannot listen. INVALID_ARGUMENT says
// what is wrong with which.
Status checkTlsPair(const ServerOptions& options);

}  // namespace ww::rpc
