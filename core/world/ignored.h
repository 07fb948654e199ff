// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace google::protobuf {
class Message;
}

namespace ww::world {

// Fields that are set in a request but have no effect here, each as one sentence that names it with its
// place in the message: for a warning beside the answer.
std::vector<std::string> ignoredFields(const google::protobuf::Message& request);

}  // namespace ww::world
