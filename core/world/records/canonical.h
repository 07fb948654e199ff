// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace google::protobuf {
class MessageLite;
}

namespace ww::world {

// The one form of a message in bytes: equal messages give equal bytes, in this version of the program.
std::string canonicalBytes(const google::protobuf::MessageLite& message);

}  // namespace ww::world
